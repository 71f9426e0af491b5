"""Turns that are not played yet, and turns that the database will not take yet: none of them may be lost."""

import re
import sqlite3
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser_world import Table, expect, link_of, prompt_of, status_of, stones_of, turns_of
from page_objects import Board

REFUSED = "Not confirmed yet. The server’s database is read-only: nothing new can be saved right now. Trying again…"
SILENT = "Not confirmed yet: the server does not answer. Trying again…"
USER = "gatekeeper"


def half_made(page, address, game="whirlwind", **options):
    """A game with a first turn, and the first stone of a second: (table, how many stones there are, the next click)."""
    table = Table(page, address, game, **{"size": "6"} | options)
    table.play(table.state.legal_turns()[0])
    first, second = table.clicks(table.state, next(turn for turn in table.state.legal_turns() if "," in turn))
    stones = stones_of(page).count()
    table.click(first)
    expect(prompt_of(page)).to_have_text(re.compile("Place a second stone"))  # the stone may be a preview
    expect(stones_of(page)).to_have_count(stones + 1)
    return table, stones + 1, second


# --- waiting for the server ------------------------------------------------------------------------------------------


def test_only_an_answer_that_takes_long_is_called_slow(page, server):
    page.clock.install(time=0)
    with page.expect_websocket() as opening:
        table = Table(page, server.address, "troll", size="6")
    opening.value.wait_for_event("framereceived")  # whoever is connecting would give up when the clock leaps
    page.clock.pause_at(1_000_000)
    stage, late = Board(page).area, []
    table.play(table.state.legal_turns()[0])
    page.clock.run_for(200)
    page.route("**/act", lambda route: late.append(route))
    table.open_point(table.clicks(table.state, table.state.legal_turns()[0])[0]).click()
    expect(Board(page).sending).to_have_count(1)
    page.clock.run_for(200)  # 400 ms after the turn before, which was answered at once
    expect(stage).not_to_have_class(re.compile("slow"))
    page.clock.run_for(150)
    expect(stage).to_have_class(re.compile("slow"))
    late.pop().continue_()
    table.settled()
    expect(stage).not_to_have_class(re.compile("slow"))


# --- reloading -------------------------------------------------------------------------------------------------------


def test_a_half_made_turn_outlives_a_reload(page, server):
    _, stones, _ = half_made(page, server.address)
    page.reload()
    expect(stones_of(page)).to_have_count(stones)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(stones_of(page)).to_have_count(stones - 1)
    page.reload()
    expect(status_of(page)).to_have_text("White is to move")
    page.wait_for_timeout(300)
    expect(stones_of(page)).to_have_count(stones - 1)


def test_a_half_made_turn_outlives_a_look_back(page, server):
    table, stones, second = half_made(page, server.address)
    page.get_by_role("button", name="First position").click()
    expect(status_of(page)).to_have_text("Before the first move")
    page.get_by_role("button", name="Back to the game").click()
    expect(stones_of(page)).to_have_count(stones)
    table.click(second)
    expect(turns_of(page)).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(turns_of(page)).to_have_count(1)
    page.reload()
    page.wait_for_timeout(300)
    expect(stones_of(page)).to_have_count(stones - 1), "what was played and undone does not come again"


def test_a_click_that_comes_before_the_answer_to_the_last_one_is_not_lost(page, server):
    """Whoever knows both stones of a turn does not wait for a server far away between them."""
    table = Table(page, server.address, "whirlwind", size="6")
    table.play(table.state.legal_turns()[0])
    first, second = table.clicks(table.state, next(turn for turn in table.state.legal_turns() if "," in turn))
    page.route("**/act", lambda route: (page.wait_for_timeout(300), route.continue_()))
    table.click(first)
    for name in (first, second):  # the first is a double click, which says nothing
        table.point(name).click(force=True)
    expect(turns_of(page)).to_have_count(2)


def test_a_step_back_that_comes_before_the_answer_to_a_click_is_not_lost(page, server):
    table = Table(page, server.address, "whirlwind", size="6")
    table.play(table.state.legal_turns()[0])
    first, second = table.clicks(table.state, next(turn for turn in table.state.legal_turns() if "," in turn))
    stones = stones_of(page).count()
    late = []
    page.route("**/act", lambda route: late.append(route))
    for chosen in ((), (second,)):
        with page.expect_request("**/act"):
            table.click(first)
        for name in chosen:
            table.point(name).click(force=True)
        table.point(first).press("Escape")
        page.mouse.move(1, 1)  # where it rests, what a choice would put there is shown again
        with page.expect_response("**/act"):
            late.pop().continue_()
        prompt = "Place a second stone, or end the turn." if chosen else "Place one or two stones."
        expect(prompt_of(page)).to_have_text(prompt)
        expect(stones_of(page)).to_have_count(stones + len(chosen))
    expect(turns_of(page)).to_have_count(1)


def test_a_click_that_comes_before_the_answer_to_a_whole_turn_is_not_the_next_players(page, server):
    table = Table(page, server.address, "troll", size="6")
    sent = []
    page.on("request", lambda request: request.url.endswith("/act") and sent.append(request.url))
    page.route("**/act", lambda route: (page.wait_for_timeout(300), route.continue_()))
    first, second, *_ = (table.clicks(table.state, turn)[0] for turn in table.state.legal_turns())
    table.click(first)
    table.point(second).click(force=True)
    expect(turns_of(page)).to_have_count(1)
    table.settled()
    expect(turns_of(page)).to_have_count(1)
    assert len(sent) == 1


@pytest.mark.parametrize(("name", "asked", "status", "turns"), [
    ("First position", re.compile(r"/view\?at=0"), "Before the first move", 2),
    ("Take back", "**/act", "Black is to move", 1),
])  # fmt: skip
def test_what_is_asked_for_while_a_turn_is_on_its_way_comes_after_it(page, server, name, asked, status, turns):
    table = Table(page, server.address, "troll", size="6")
    late = []
    table.play(table.state.legal_turns()[0])
    page.route("**/act", lambda route: late.append(route), times=1)
    with page.expect_request("**/act"):
        table.click(table.clicks(table.state, table.state.legal_turns()[0])[0])
    page.get_by_role("button", name=name).click()
    with page.expect_response(asked):
        late.pop().continue_()
    table.status(status)
    expect(turns_of(page)).to_have_count(turns)


def test_what_is_chosen_of_an_action_outlives_a_reload(page, server):
    table = Table(page, server.address, "stride")
    piece, goal = table.clicks(table.state, table.state.legal_turns()[0])[:2]
    table.click(piece)
    expect(Board(page).chosen_point(piece)).to_have_count(1)
    page.reload()
    expect(Board(page).chosen_point(piece)).to_have_count(1)
    expect(prompt_of(page)).to_have_text("Choose where it lands.")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(prompt_of(page)).to_have_text("Jump with one of your pieces.")
    table.click(piece)
    table.click(goal)
    expect(turns_of(page)).to_have_count(1)


def test_a_turn_that_waits_for_a_confirmation_is_shown_until_it_is_answered_and_outlives_a_reload(page, server):
    table, drawn = Table(page, server.address, "troll", size="4"), Board(page).shown_before("ghost")
    confirm, back = (page.get_by_role("button", name=name) for name in (re.compile("^Play "), re.compile("^Back$")))
    page.get_by_role("button", name="Settings").click()
    for box in ("Ask before each move is played", "Sounds", "Flash the title when it is my turn"):
        page.get_by_role("checkbox", name=box).check()
    page.get_by_role("button", name="Done").click()
    table.click("b2")
    expect(confirm).to_be_focused()
    expect(prompt_of(page)).to_have_text("Play this move, or go back.")
    confirm.hover()  # the pointer has left the board
    expect(drawn).to_have_count(1)
    back.click()
    expect(drawn).to_have_count(0)
    expect(confirm).to_have_count(0)
    table.click("b3")
    expect(confirm).to_be_focused()
    page.keyboard.press("Enter")
    expect(turns_of(page)).to_have_text(["b3"])
    expect(drawn).to_have_count(0)
    table.click("c3")
    expect(confirm).to_be_visible()
    page.reload()
    expect(drawn).not_to_have_count(0)
    confirm.click()
    expect(turns_of(page)).to_have_text(["b3", "c3"])


# --- the database in trouble -----------------------------------------------------------------------------------------


@contextmanager
def read_only(postgres, database):
    name = database.rpartition("/")[2]
    postgres.do(f"REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public FROM {USER}", database=name)
    try:
        yield
    finally:
        postgres.do(f"GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {USER}", database=name)


@contextmanager
def held(path):
    """Another program writes to the file, and is not done."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_turn_waits_for_a_database_in_trouble_and_goes_through_after_it(visitor, servers, tmp_path, kind, request):
    """Its first half is made in the trouble; a reload loses neither that, nor a turn that is on its way."""
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    database = postgres.database(USER) if postgres else str(Path(tmp_path) / "games.sqlite3")
    server = servers(database=database)
    watch = visitor(server.address)
    watch.allowed.append("503")
    page = watch.page()
    table, stones, second = half_made(page, server.address)
    with read_only(postgres, database) if postgres else held(database):
        page.get_by_role("button", name="Back", exact=True).click()
        first = table.clicks(table.state, next(turn for turn in table.state.legal_turns() if "," in turn))[0]
        table.click(first)
        expect(stones_of(page)).to_have_count(stones)
        table.click(second)
        table.why(REFUSED if postgres else SILENT)
        expect(turns_of(page)).to_have_count(1)
        expect(link_of(page)).to_be_hidden(), "the line is well"
        page.reload()
        expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_visible()
        expect(turns_of(page)).to_have_count(1)
        page.get_by_role("button", name=re.compile("^Play ")).click()
        table.why(REFUSED if postgres else SILENT)
    expect(turns_of(page)).to_have_count(2)
    expect(stones_of(page)).to_have_count(stones + 1)
    table.why("")
    table.status("Black is to move")
    assert "Traceback" not in server.said()

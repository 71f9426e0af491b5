"""Turns that are not played yet, and turns that the database will not take yet: none of them may be lost."""

import re
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from browser_world import Table, expect, held_back
from page_objects import Board, BoardPage, PlayPage
from postgres_troubles_world import USER, without_rights
from site_world import held

REFUSED = "Not confirmed yet. The server’s database is read-only: nothing new can be saved right now. Trying again…"
SILENT = "Not confirmed yet: the server does not answer. Trying again…"


def half_made(page, address, game="whirlwind", **options):
    """A game with a first turn, and the first stone of a second: (table, how many stones there are, the next click)."""
    table = Table(page, address, game, **{"size": "6"} | options)
    table.play(table.state.legal_turns()[0])
    first, second = table.two_stones()
    stones = Board(page).stones.count()
    table.click(first)
    expect(BoardPage(page).prompt).to_have_text(re.compile("Place a second stone"))  # the stone may be a preview
    expect(Board(page).stones).to_have_count(stones + 1)
    return table, stones + 1, second


# --- waiting for the server ------------------------------------------------------------------------------------------


def test_only_an_answer_that_takes_long_is_called_slow(page, server):
    page.clock.install(time=0)
    with page.expect_websocket() as opening:
        table = Table(page, server.address, "troll", size="6")
    opening.value.wait_for_event("framereceived")  # whoever is connecting would give up when the clock leaps
    page.clock.pause_at(1_000_000)
    stage = Board(page).area
    table.play(table.state.legal_turns()[0])
    page.clock.run_for(200)
    late = held_back(page, "**/act")
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


def test_a_half_made_turn_outlives_a_reload_and_a_look_back_but_not_what_undid_it(page, server):
    table, stones, second = half_made(page, server.address)
    first = table.two_stones()[0]
    page.reload()
    expect(Board(page).stones).to_have_count(stones)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(Board(page).stones).to_have_count(stones - 1)
    page.reload()
    table.status("White is to move")
    table.click(first)
    expect(BoardPage(page).prompt).to_have_text(re.compile("Place a second stone"))
    page.get_by_role("button", name="First position").click()
    table.status("Before the first move")
    page.get_by_role("button", name="Back to the game").click()
    expect(Board(page).stones).to_have_count(stones)
    table.click(second)
    expect(BoardPage(page).turn).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(BoardPage(page).turn).to_have_count(1)
    with page.expect_websocket() as opening:
        page.reload()
    opening.value.wait_for_event("framereceived")  # what is kept would be on the board by now
    expect(Board(page).stones).to_have_count(stones - 1)


def test_a_click_that_comes_before_the_answer_to_the_last_one_is_not_lost(page, server):
    """Whoever knows both stones of a turn does not wait for a server far away between them."""
    table = Table(page, server.address, "whirlwind", size="6")
    table.play(table.state.legal_turns()[0])
    first, second = table.two_stones()
    page.route("**/act", lambda route: (page.wait_for_timeout(300), route.continue_()))
    table.click(first)
    for name in (first, second):  # the first is a double click, which says nothing
        table.point(name).click(force=True)
    expect(BoardPage(page).turn).to_have_count(2)


def test_a_turn_that_waits_for_a_confirmation_is_shown_until_it_is_answered_and_outlives_a_reload(page, server):
    table, drawn = Table(page, server.address, "troll", size="4"), Board(page).shown_before("ghost")
    confirm, back = (page.get_by_role("button", name=name) for name in (re.compile("^Play "), re.compile("^Back$")))
    page.get_by_role("button", name="Settings").click()
    for box in ("Ask before each move is played", "Sounds", "Flash the title when it is my turn"):
        page.get_by_role("checkbox", name=box).check()
    page.get_by_role("button", name="Done").click()
    table.click("b2")
    expect(confirm).to_be_focused()
    expect(BoardPage(page).prompt).to_have_text("Play this move, or go back.")
    confirm.hover()  # the pointer has left the board
    expect(drawn).to_have_count(1)
    back.click()
    expect(drawn).to_have_count(0)
    expect(confirm).to_have_count(0)
    table.click("b3")
    expect(confirm).to_be_focused()
    page.keyboard.press("Enter")
    expect(BoardPage(page).turn).to_have_text(["b3"])
    expect(drawn).to_have_count(0)
    table.click("c3")
    expect(confirm).to_be_visible()
    page.reload()
    expect(drawn).not_to_have_count(0)
    confirm.click()
    expect(BoardPage(page).turn).to_have_text(["b3", "c3"])


# --- the database in trouble -----------------------------------------------------------------------------------------


@contextmanager
def locked(path):
    """Another program writes to the file, and is not done."""
    with closing(held(path, "EXCLUSIVE")) as other:
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("kind", [pytest.param("sqlite", marks=pytest.mark.torture), "postgresql"])
def test_a_turn_waits_for_a_database_in_trouble_and_goes_through_after_it(visitor, servers, tmp_path, kind, request):
    """Its first half is made in the trouble; a reload loses neither that, nor a turn that is on its way."""
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    database = postgres.database(USER) if postgres else str(Path(tmp_path) / "games.sqlite3")
    server = servers(database=database)
    watch = visitor(server.address)
    watch.allowed.append("503")
    page = watch.page()
    table, stones, second = half_made(page, server.address)
    with without_rights(postgres, database) if postgres else locked(database):
        page.get_by_role("button", name="Back", exact=True).click()
        table.click(table.two_stones()[0])
        expect(Board(page).stones).to_have_count(stones)
        table.click(second)
        table.why(REFUSED if postgres else SILENT)
        expect(BoardPage(page).turn).to_have_count(1)
        expect(PlayPage(page).link).to_be_hidden(), "the line is well"
        page.reload()
        expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_visible()
        expect(BoardPage(page).turn).to_have_count(1)
        page.get_by_role("button", name=re.compile("^Play ")).click()
        table.why(REFUSED if postgres else SILENT)
    expect(BoardPage(page).turn).to_have_count(2)
    expect(Board(page).stones).to_have_count(stones + 1)
    table.why("")
    table.status("Black is to move")
    assert "Traceback" not in server.said()

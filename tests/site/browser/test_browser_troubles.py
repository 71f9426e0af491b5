"""What goes wrong between a page and its server: nothing may be lost, doubled or left stale, and people are told."""

import re
import sqlite3
import sys
from pathlib import Path

import pytest
from browser_world import Table, expect, held_back, played
from page_objects import Board, BoardPage, HomePage, NewGamePage, PlayPage

import byways
from byways.testing import random_line

LOST = r"ERR_CONNECTION_REFUSED|WebSocket|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_CONTENT_LENGTH_MISMATCH"


def events_of(server, page):
    game_id = page.url.rpartition("/")[2]
    with sqlite3.connect(Path(server.folder) / "byways.sqlite3") as database:
        rows = database.execute("SELECT data FROM events WHERE game_id = ? ORDER BY number", (game_id,))
        return [re.search(r'"turn": "([^"]*)"', data)[1] for (data,) in rows]


@pytest.mark.torture
def test_a_kill_loses_nothing_and_the_page_goes_on_by_itself(visitor, own_server):
    watch = visitor(own_server.address)
    watch.allowed.append(LOST)
    page = watch.page()
    table = Table(page, own_server.address, "troll", size="4")
    page.evaluate("() => (window.mark = 'the same page')")
    table.play("b3")
    table.settled()  # news may overtake the answer
    own_server.kill()
    expect(PlayPage(page).link).to_have_text("Connection lost. Trying again…")
    table.click("a2")
    table.why("Not confirmed yet: the server does not answer. Trying again…")
    expect(Board(page).chosen).to_have_attribute("data-point", "a2")
    assert events_of(own_server, page) == ["b3"]
    own_server.start()
    expect(BoardPage(page).turn).to_have_count(2)
    expect(PlayPage(page).link).to_be_hidden()
    expect(Board(page).chosen).to_have_count(0)
    table.why("")
    table.play("c3")
    own_server.kill()
    own_server.start()
    expect(PlayPage(page).link).to_be_hidden()
    table.play("b2")
    assert events_of(own_server, page) == ["b3", "a2", "c3", "b2"]
    assert page.evaluate("() => window.mark") == "the same page"


@pytest.mark.torture
def test_a_half_made_turn_outlives_a_kill(visitor, own_server):
    watch = visitor(own_server.address)
    watch.allowed.append(LOST)
    page = watch.page()
    table = Table(page, own_server.address, "whirlwind", size="6")
    table.play(table.state.legal_turns()[0])
    first, second = table.two_stones()
    stones = Board(page).stones.count()
    table.click(first)
    expect(Board(page).stones).to_have_count(stones + 1)
    own_server.kill()
    expect(PlayPage(page).link).to_be_visible()
    own_server.start()
    expect(PlayPage(page).link).to_be_hidden()
    expect(Board(page).stones).to_have_count(stones + 1)
    table.click(second)
    expect(BoardPage(page).turn).to_have_count(2)


@pytest.mark.torture
def test_an_engine_that_was_killed_with_its_server_plays_on(visitor, own_server):
    watch = visitor(own_server.address)
    watch.allowed.append(LOST)
    page = watch.page()
    sides = {"your side": "white", "the engine": "deep"}
    table = Table(page, own_server.address, "troll", people=False, size="8", **sides)
    table.click("d4")
    expect(PlayPage(page).status).to_have_text("Black is thinking")
    own_server.kill()
    own_server.start()
    expect(BoardPage(page).turn).to_have_count(2, timeout=60_000)
    table.status("Your turn")


def test_an_engine_that_fails_can_be_asked_again(visitor, servers, tmp_path):
    script, begun = tmp_path / "engine.py", tmp_path / "begun"
    script.write_text(f"open({str(begun)!r}, 'a').write('x')")
    prelude = f"import byways.site.engines.pool as engines; engines.WORKER = ({sys.executable!r}, {str(script)!r})"
    server = servers(prelude)
    page = visitor(server.address).page()
    sides = {"your side": "white", "the engine": "quick"}
    table = Table(page, server.address, "troll", people=False, size="4", **sides)
    table.click("b2")
    for tries in ("xx", "xxxx"):
        for _ in range(600):
            if begun.exists() and begun.read_text() == tries:
                break
            page.wait_for_timeout(50)
        expect(PlayPage(page).trouble_text).to_have_text(re.compile("stopped working twice"))
        table.status("Black is to move")
        if tries == "xxxx":
            script.write_text("from byways.interop.engine import main; main()")
        page.get_by_role("button", name="Try again").click()
    expect(BoardPage(page).turn).to_have_count(2, timeout=60_000)
    expect(PlayPage(page).trouble).to_be_hidden()
    table.status("Your turn")


def test_a_second_tab_and_a_spectator_see_the_turn(visitor, server):
    mine, stranger = visitor(), visitor()
    page = mine.page()
    table = Table(page, server.address, "troll", size="4")
    second, other = mine.page(), stranger.page()
    for watching in (second, other):
        watching.goto(page.url)
    table.open_point("b3").dblclick()  # which is one turn
    for watching in (second, other):
        expect(Board(watching).stones).to_have_count(1)
        expect(BoardPage(watching).turn).to_have_text(["b3"])
        expect(PlayPage(watching).status).to_have_text("Black is to move")
    table.why("")
    expect(Board(other).legal).to_have_count(0)
    Board(other).point("a2").click(force=True)
    expect(BoardPage(other).undo).to_be_hidden()
    Board(second).legal_point("a2").click()
    for watching in (page, other):
        expect(BoardPage(watching).turn).to_have_text(["b3", "a2"])


def test_two_tabs_with_different_turns_at_once(visitor, server):
    """One of them is played; the other tab is told that the game has gone on, and shows how it is."""
    watch = visitor()
    watch.allowed.append("409")
    page = watch.page()
    table = Table(page, server.address, "troll", size="4")
    second = watch.page()
    second.goto(page.url)
    held = held_back(second, "**/act")
    with second.expect_request("**/act"):
        Board(second).legal_point("c3").click()
    table.play("b2")
    held[0].continue_()
    expect(BoardPage(second).why).to_have_text("The game has moved on in the meantime.")
    for tab in (page, second):
        expect(BoardPage(tab).turn).to_have_text(["b2"])
        expect(PlayPage(tab).status).to_have_text("Black is to move")


def test_begin_twice_is_one_game(visitor, server):
    watch = visitor()
    page = watch.page()
    begun = []
    page.on("request", lambda request: request.method == "POST" and begun.append(request.url))
    page.goto(f"{server.address}/new/troll")
    NewGamePage(page).start.dblclick()
    page.wait_for_url("**/play/*")
    page.goto(server.address)
    expect(HomePage(page).own_rows).to_have_count(1)
    assert len(begun) == 1


def test_reload_and_coming_back_show_the_present(visitor, server):
    watch = visitor()
    page = watch.page()
    table = Table(page, server.address, "troll", size="4")
    table.play("b3")
    page.reload()
    expect(BoardPage(page).turn).to_have_text(["b3"])
    expect(Board(page).stones).to_have_count(1)
    second = watch.page()
    second.goto(page.url)
    page.get_by_role("link", name="New game").click()
    page.wait_for_url("**/new/troll**")
    Board(second).legal_point("a2").click()
    expect(BoardPage(second).turn).to_have_count(2)
    page.go_back()
    expect(BoardPage(page).turn).to_have_text(["b3", "a2"])
    expect(Board(page).stones).to_have_count(2)
    table.play("c3")


def test_a_costly_end_is_counted_while_the_page_waits(visitor, server):
    """The server must not count it itself; the page says that it is being counted, then shows it."""
    *_, state, over = random_line(byways.start("stroll", size=17).variant, seed=1)
    page = played(visitor(), server, (), "stroll", None, position=str(state))
    for point in over.turn.split(">"):
        Board(page).legal_point(point).click()
    expect(PlayPage(page).result_said).to_have_text(re.compile("won|draw"), timeout=120_000)
    expect(Board(page).drawn("path").first).to_be_attached()
    maps = Path(f"/proc/{server.process.pid}/maps")
    assert not maps.exists() or "llvmlite" not in maps.read_text()

"""A line that is cut under a page, by what closes it or by what lets all fall silent: the page finds back by itself."""

import sqlite3
from pathlib import Path

import pytest
from benchmarks.cutting import OPEN, RESET, SILENT, Proxy
from browser_world import Table, expect
from page_objects import BoardPage, PlayPage


@pytest.fixture
def line(server):
    proxy = Proxy(int(server.address.rpartition(":")[2]))
    yield proxy
    proxy.close()


@pytest.mark.parametrize("mode", [SILENT, pytest.param(RESET, marks=pytest.mark.torture)])
def test_a_page_finds_back_after_a_cut_and_its_turn_is_played_once(visitor, server, line, mode):
    address = f"http://127.0.0.1:{line.port}"
    watch = visitor(address)
    watch.allowed.append("ERR_|WebSocket")
    page = watch.page()
    table = Table(page, address, "troll", size="4")
    table.play("b3")
    page.evaluate("() => (window.mark = 'the same page')")
    table.settled()  # news may overtake the answer
    line.cut(mode)
    table.click("a2")
    expect(PlayPage(page).link).to_have_text("Connection lost. Trying again…")
    expect(BoardPage(page).turn).to_have_count(1)
    line.cut(OPEN)
    expect(BoardPage(page).turn).to_have_count(2, timeout=30_000)
    expect(PlayPage(page).link).to_be_hidden()
    table.play("c3")
    game_id = page.url.rpartition("/")[2]
    with sqlite3.connect(Path(server.folder) / "byways.sqlite3") as database:
        kept = database.execute("SELECT data FROM events WHERE game_id = ? ORDER BY number", (game_id,)).fetchall()
    assert kept == [('{"turn": "b3"}',), ('{"turn": "a2"}',), ('{"turn": "c3"}',)]
    assert page.evaluate("() => window.mark") == "the same page"

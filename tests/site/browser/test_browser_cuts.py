"""A line that is cut under a page, by what closes it or by what lets all fall silent: the page finds back by itself."""

import sqlite3
from pathlib import Path

import pytest
from benchmarks.cutting import OPEN, RESET, SILENT, Proxy
from browser_world import Table, expect, link_of, turns_of


@pytest.fixture
def line(server):
    proxy = Proxy(int(server.address.rpartition(":")[2]))
    yield proxy
    proxy.close()


@pytest.mark.parametrize("mode", [RESET, SILENT])
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
    expect(link_of(page)).to_have_text("Connection lost. Trying again…")
    expect(turns_of(page)).to_have_count(1)
    line.cut(OPEN)
    expect(turns_of(page)).to_have_count(2, timeout=30_000)
    expect(link_of(page)).to_be_hidden()
    table.play("c3")
    game_id = page.url.rpartition("/")[2]
    with sqlite3.connect(Path(server.folder) / "byways.sqlite3") as database:
        kept = database.execute("SELECT data FROM events WHERE game_id = ? ORDER BY number", (game_id,)).fetchall()
    assert kept == [('{"turn": "b3"}',), ('{"turn": "a2"}',), ('{"turn": "c3"}',)]
    assert page.evaluate("() => window.mark") == "the same page"


def test_a_slow_network_still_gets_through(visitor, server, line):
    """The first attempts to connect again are given up soon, for a line that was cut; later ones are not."""
    address = f"http://127.0.0.1:{line.port}"
    watch = visitor(address)
    watch.allowed.append("ERR_|WebSocket")
    page = watch.page()
    Table(page, address, "troll", size="4")
    line.delay = 2.5
    line.cut(RESET)
    expect(link_of(page)).to_be_visible()
    line.cut(OPEN)
    expect(link_of(page)).to_be_hidden(timeout=60_000)


HANGING_UP = """
window.attempts = 0;
window.WebSocket = class extends EventTarget {
  constructor() {
    super();
    window.attempts += 1;
    setTimeout(() => {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
      this.readyState = WebSocket.CLOSED;
      this.dispatchEvent(new CloseEvent("close", { code: CODE }));
    });
  }
  close() {}
  static OPEN = 1;
  static CLOSED = 3;
};
"""


@pytest.mark.parametrize(("code", "least", "most"), [(4404, 1, 1), (1013, 3, 8)], ids=["gone", "later"])
def test_a_page_that_is_sent_away_comes_again_slowly_or_never(page, server, code, least, most):
    """A game that is gone will not come back; a server in trouble takes the connection and hangs up."""
    Table(page, server.address, "troll", size="4")
    page.add_init_script(HANGING_UP.replace("CODE", str(code)))
    page.clock.install()
    page.reload()
    page.clock.run_for(4_500)
    assert least <= page.evaluate("window.attempts") <= most

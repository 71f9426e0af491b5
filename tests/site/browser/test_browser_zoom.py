"""At twice the size nothing scrolls sideways, is cut off or lies over something else, and boards can be played on."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from browser_world import Keys, Table, expect, overflow
from page_objects import Board, BoardPage, PlayPage
from site_world import Server
from zoom_world import FAULTS, WAYS, WINDOW

from byways.games import BUILT_IN
from byways.site.settings import database_url
from byways.site.web.sessions import COOKIE

LEFT = "WebSocket is closed before the connection is established"
"""What the browser notes where a page is left at once."""
LEFT_OUT = re.compile("review-mistakes|learn-.*-[3-9]|.*oddwords")
"""What an engine would have to think for, lessons that look like others, and a game that only other tests know."""
WRONG = """<p id="far" style="margin-left: 200vw">Far</p>
<div style="width: 3em; overflow: hidden; white-space: nowrap"><p id="cut">More than there is room for</p></div>
<select id="long" style="width: 5em"><option>What has been chosen is long</option></select>
<div style="height: 1em"><button id="below">Below</button></div>
<button id="above" style="margin-top: -2em">Above</button>
<p id="fine">All is well.</p>"""
SCALE = "() => devicePixelRatio * document.querySelector('#stage').getScreenCTM().a"
"""For a page with a board: how many of the screen's pixels a unit of its drawing takes."""


@pytest.fixture(scope="module")
def world(screenshots, tmp_path_factory):
    """A server with the games of `scripts/pictures/screenshots`, and what is to be seen there."""
    with Server(tmp_path_factory.mktemp("world")) as server, ThreadPoolExecutor(1) as pool:
        world = screenshots.World()
        database = database_url(str(Path(server.folder) / "byways.sqlite3"))
        pool.submit(asyncio.run, world.keep(database)).result()  # Playwright has an event loop in this thread
        shots = [shot for make in screenshots.PAGES.values() for shot in make(world)] + list(screenshots.ERRORS)
        yield server, [shot for shot in shots if not LEFT_OUT.match(shot.name)]


@pytest.fixture
def enlarged(visitor, world, screenshots):
    """Make a page at twice the size, in one of the ways; the games of the world are its visitor's."""

    def make(way):
        watch = WAYS[way](lambda **settings: visitor(world[0].address, **settings))
        watch.allowed += ["403|404", LEFT]  # a link that is not whole, a page that is not there
        watch.context.add_cookies([{"name": COOKIE, "value": screenshots.SECRET, "url": world[0].address}])
        return watch.page()

    return make


def test_what_is_wrong_is_found(page):
    """The script that says that nothing is, on a page of which everything is."""
    page.set_content(WRONG)
    found = page.evaluate(FAULTS)
    for fault in ("beyond the edge: p#far", "cut off: p#cut", "cut off: what is chosen in select#long"):
        assert any(one.startswith(fault) for one in found), (fault, found)
    assert any(one.startswith("over one another") and "#below" in one and "#above" in one for one in found), found
    assert not any("#fine" in one for one in found), found


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.torture)], ids=["some", "every"])
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_cut_off_or_covered_on_any_page(enlarged, world, way, every):
    """Each way has its share of the pages, since those of different games look alike."""
    page, (server, shots), faults = enlarged(way), world, {}
    for shot in shots if every else shots[list(WAYS).index(way) :: len(WAYS)]:
        if "#" in shot.path:  # where only what follows it differs, a page would not be opened anew
            page.goto("about:blank")
        page.goto(server.address + shot.path)
        shot.prepare(page)
        page.wait_for_timeout(60)
        faults[shot.name] = page.evaluate(FAULTS)
        if overflow(page) > 0:
            faults[shot.name].append(f"{overflow(page)} px wider than the window")
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize(("game", "way"), [
    pytest.param(game, way, marks=() if (i - j) % len(WAYS) == 0 else pytest.mark.torture)
    for i, game in enumerate(BUILT_IN)
    for j, way in enumerate(WAYS)
])  # fmt: skip
def test_boards_can_be_played_on(enlarged, visitor, world, game, way):
    page, (server, _) = enlarged(way), world
    table = Table(page, server.address, game, people=game != "longway")
    watch = visitor(server.address, **WINDOW)
    watch.allowed.append(LEFT)
    usual = watch.page()
    usual.goto(page.url)
    share = page.evaluate(SCALE) / usual.evaluate(SCALE)
    assert share > (0.5 if way == "large text" else 0.8), "the board is far smaller than it was"
    board, asked = Board(page).area.bounding_box(), BoardPage(page).prompt.bounding_box()
    height = page.viewport_size["height"]
    assert board["y"] + board["height"] <= height, "the board fits into the window"
    assert asked["y"] + asked["height"] <= height, "and what is asked"
    table.play(table.state.legal_turns()[0])
    if table.state.to_move != "chance":
        table.play(table.state.legal_turns()[0], by=Keys(table))
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
    assert page.evaluate(FAULTS) == []
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Previous position").click()
    expect(PlayPage(page).present).to_be_visible()
    assert page.evaluate(FAULTS) == []

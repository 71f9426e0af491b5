"""The page of a game whose engine is still being compiled, in a real browser."""

import json
import re
import sys
from pathlib import Path

import pytest
from browser_world import Table, expect
from page_objects import BoardPage, NewGamePage, PlayPage

SLOW = str(Path(__file__).parents[1] / "slow_compiler.py")
PARTS = {"3": ["first", "second", "third"], "": ["third"], "later": []}
GIVEN = {
    "seconds": 0.1,  # for each part
    "listed": {"parts": {name: {name: 6_400} for name in PARTS["3"]}, "games": {"troll": PARTS}},
}


@pytest.fixture
def cold(servers, tmp_path):
    """A server whose engine is compiled when there is a file, and that file."""
    enough = tmp_path / "enough"
    worker = (sys.executable, SLOW, json.dumps(GIVEN | {"until": str(enough)}))
    return servers(f"import byways.site.engines.compiling as c; c.WORKER = {worker!r}"), enough


def test_the_page_says_how_long_the_engine_still_needs_and_people_play_at_once(cold, visitor):
    (server, enough), words = cold, {"en": "about", "es": "unos"}
    pages = {said: visitor(server.address, locale=language).page() for language, said in words.items()}
    for said, page in pages.items():
        page.goto(f"{server.address}/new/troll?size=4&your+side=black&the+engine=level+3")
        NewGamePage(page).start.click()
        page.wait_for_url("**/play/*")
        bar = page.get_by_role("progressbar")
        expect(bar).to_be_visible()
        expect(PlayPage(page).preparing_said).to_have_text(re.compile(rf"{said} \d+ s$"))
        expect(page.get_by_role("status").filter(has_text=said)).to_have_count(1)
        expect(PlayPage(page).hurry).to_be_hidden()
        assert 0 <= float(bar.evaluate("bar => bar.value")) < 1
        PlayPage(page).coach_switch.check()
        expect(PlayPage(page).coach_preparing).to_contain_text(re.compile(rf"{said} \d+ s$"))
        expect(PlayPage(page).coach_hint).to_be_disabled()
    table = Table(visitor(server.address).page(), server.address, "troll", size="4")
    expect(PlayPage(table.page).preparing).to_be_hidden()
    for _ in range(2):
        table.play(table.state.legal_turns()[0])
    assert len(table.turns()) == 2
    enough.touch()
    for page in pages.values():
        expect(BoardPage(page).turn).to_have_count(1)
        expect(PlayPage(page).preparing).to_be_hidden()
        expect(PlayPage(page).prepared).to_have_text(re.compile("ready|listo"))
        expect(PlayPage(page).coach_preparing).to_be_hidden()
        expect(PlayPage(page).coach_hint).to_be_enabled()

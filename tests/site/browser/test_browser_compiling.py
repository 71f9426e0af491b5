"""The page of a game whose engine is still being compiled, in a real browser."""

import json
import re
import sys
from pathlib import Path

import pytest
from browser_world import Table, expect, turns_of
from page_objects import NewGamePage, PlayPage

SLOW = str(Path(__file__).parents[1] / "slow_compiler.py")
PARTS = {"3": ["first", "second", "third"], "": ["third"], "later": []}
GIVEN = {
    "seconds": 3.0,  # for each part
    "listed": {"parts": {name: {name: 6_400} for name in PARTS["3"]}, "games": {"troll": PARTS}},
}


def compiling(servers, given):
    """A server whose engine is still to be compiled."""
    worker = (sys.executable, SLOW, json.dumps(given))
    return servers(f"import byways.site.engines.compiling as c; c.WORKER = {worker!r}")


@pytest.fixture
def cold(servers):
    return compiling(servers, GIVEN)


@pytest.mark.parametrize(("language", "said"), [("en", "about"), ("es", "unos")])
def test_the_page_says_how_long_the_engine_still_needs(servers, visitor, tmp_path, language, said):
    enough = tmp_path / "enough"
    cold = compiling(servers, GIVEN | {"seconds": 0.1, "until": str(enough)})
    page = visitor(cold.address, locale=language).page()
    page.goto(f"{cold.address}/new/troll?size=4&your+side=black&the+engine=level+3")
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
    enough.touch()
    expect(turns_of(page)).to_have_count(1)
    expect(PlayPage(page).preparing).to_be_hidden()
    expect(PlayPage(page).prepared).to_have_text(re.compile("ready|listo"))
    expect(PlayPage(page).coach_preparing).to_be_hidden()
    expect(PlayPage(page).coach_hint).to_be_enabled()


def test_people_play_at_once(cold, visitor):
    table = Table(visitor(cold.address).page(), cold.address, "troll", size="4")
    expect(PlayPage(table.page).preparing).to_be_hidden()
    for _ in range(2):
        table.play(table.state.legal_turns()[0])
    assert len(table.turns()) == 2

"""The reports that come with Byways: small, as good as those they were made of, and told by their pages of the docs."""

import json
from pathlib import Path

import pytest

import byways
from byways.games import BUILT_IN
from byways.lab.report.stored_reports import stored_report, unpacked
from kept_reports import conclusions, overview, packed

MOST = 60_000  # bytes
FOLDER = Path(byways.__file__).parent / "lab/report/games"
DOCS = Path(__file__).parents[3] / "docs/reports"


@pytest.mark.parametrize("game", BUILT_IN)
def test_they_are_small_and_their_pages_tell_their_figures(game):
    assert (FOLDER / f"{game}.json").stat().st_size < MOST
    report = stored_report(game)
    assert (DOCS / f"{game}.md").read_text(encoding="utf-8") == conclusions(report), "run scripts/measure/game-reports"
    assert report.game == game


def test_the_overview_tells_their_figures():
    assert (DOCS / "README.md").read_text(encoding="utf-8") == overview(map(stored_report, BUILT_IN))


def test_a_packed_report_is_read_again():
    figure = {
        "section": "balance", "name": "AdvantageP1", "label": "", "value": 0.523456789, "low": 0.5, "high": None,
        "n": 96, "unit": "share", "source": "level 3",
    }  # fmt: skip
    others = [{**figure, "name": "DurationTurns", "label": label, "unit": "moves"} for label in ("minimum", "median")]
    facts = {
        "byways": "1", "game": "troll", "title": "Troll", "command": "byways report troll", "seed": 1, "quick": True,
        "sections": {}, "definitions": {}, "times": {"size=8": {"seconds": 1.0}}, "differences": [],
        "rule_sets": [{
            "name": "size=8", "options": {"size": 8}, "players": ["black", "white"], "played": [],
            "strongest": "level 3",
            "figures": [figure, *others], "examples": [],
        }],
    }  # fmt: skip
    again = unpacked(json.loads(packed(facts)))
    (one,) = again.rule_sets
    assert [(f.name, f.label, f.value, f.low, f.high, f.n) for f in one.figures] == [
        ("AdvantageP1", "", 0.52346, 0.5, None, 96), ("DurationTurns", "median", 0.52346, 0.5, None, 96),
    ]  # fmt: skip
    assert again.times == {}
    assert set(again.definitions) == {"AdvantageP1", "DurationTurns"}

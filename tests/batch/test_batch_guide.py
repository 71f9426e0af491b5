"""What docs/guides/batches.md shows runs, and describes every plane."""

import re
from pathlib import Path

import pytest

import byways
from byways.games import BUILT_IN

GUIDE = (Path(__file__).parents[2] / "docs/guides/batches.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_runs():
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S):
        exec(block, names)
    assert 0.3 < names["first_player_wins"] < 0.7
    assert len(names["replies"]) > 10


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_page_lists_the_planes_of_every_game(game):
    (planes,) = re.findall(rf"^\| {game} \| (\d+) \| ", GUIDE, re.M)
    assert int(planes) == byways.Batch(game, 1).observation_shape[0]

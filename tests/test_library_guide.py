"""What docs/guides/library.md shows runs."""

import re
from pathlib import Path

import pytest

import byways
from byways.games import BUILT_IN

GUIDE = (Path(__file__).parents[1] / "docs/guides/library.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_runs():
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S):
        exec(block, names)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_page_says_what_the_board_of_every_game_holds(game):
    assert re.search(rf"^\| {game} \| \(", GUIDE, re.M)


def test_every_public_property_of_a_state_is_on_the_page():
    table = GUIDE.partition("## Reading a board")[0]
    public = {name for name in vars(byways.State) if not name.startswith("_")}
    rare = {"apply_unchecked", "follow", "move_to", "game", "line", "recast", "refuse_begun", "seat_of"}
    assert {name for name in public - rare if f"`{name}" not in table} == set()

"""How kinds of actions are numbered, written, read and pointed at."""

import pytest

from byways.rules.actions import Cells, Coded, Columns, Dice, Pairs, Steps, Words
from byways.rules.boards.shapes import Grid, Hexagon

GRID, HEXES = Grid.layout(3, 4), Hexagon.layout(3)
KINDS = [Cells(), Columns(), Pairs(), Words("pass", "stop"), Dice(6), Cells() | Words("pass"), Pairs() | Dice(2)]


@pytest.mark.parametrize("layout", [GRID, HEXES], ids=["grid", "hexes"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read_again(kind, layout):
    texts = [kind.write(layout, action) for action in range(kind.count(layout))]
    assert [kind.parse(layout, text) for text in texts] == list(range(len(texts)))
    assert kind.parse(layout, "z9") is kind.parse(layout, "z9-z8") is kind.parse(layout, "") is None


def test_pairs_join_any_two_cells():
    kind = Pairs()
    assert kind.count(GRID) == 12 * 12
    action = kind.parse(GRID, "a1-d3")
    assert action == 12 * GRID.cells["a1"] + GRID.cells["d3"]
    assert kind.cells(GRID, action) == (GRID.cells["a1"], GRID.cells["d3"])
    assert kind.clicks(GRID, action) == ("a1", "d3")
    assert {kind.parse(GRID, text) for text in ("a1 d3", "a1 to d3", "a1>d3", "a1,d3", "a1xd3")} == {action}
    assert str(kind.expected(GRID)) == "two cells such as a1-d3"


@pytest.mark.parametrize("length", [1, 2])
def test_steps_go_straight(length):
    kind = Steps(length)
    steps = {text for action in range(kind.count(GRID)) if -1 not in kind.cells(GRID, action)
             for text in [kind.write(GRID, action)] if kind.parse(GRID, text) == action}  # fmt: skip
    straight = {"b1-d1", "b1-b3", "b1-d3"} if length == 2 else {"b1-a1", "b1-c1", "b1-a2", "b1-b2", "b1-c2"}
    assert {text for text in steps if text.startswith("b1")} == straight
    assert kind.parse(GRID, "a1-d3") is None
    assert str(kind.expected(GRID)) == f"a cell and the one to go to, such as a1-{'b1' if length == 1 else 'c1'}"


def test_kinds_follow_each_other_and_the_options_may_say_how_many_coded_actions_there_are():
    both = Cells() | Words("pass")
    assert (both.find(GRID, 12)[1], both.write(GRID, 12)) == (0, "pass")
    with pytest.raises(IndexError):
        both.find(GRID, 13)
    kind = Coded(lambda options: 3 * options["rows"], chance=True)
    fixed = kind.fixed({"rows": 4})
    assert (fixed.count(GRID), fixed.chance) == (12, True)
    with pytest.raises(TypeError, match="the options say"):
        kind.count(GRID)

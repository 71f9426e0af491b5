import pytest

import byways
from byways.arena.tuning import Dial, present, tune


def test_tuning_moves_values_within_their_bounds():
    dial = Dial("exploration", 0.0, 3.0, 1.0)
    variant = byways.find("troll").variant({"size": 5})
    start = present(variant, ["exploration"])["exploration"]
    steps = list(tune("troll", {"size": 5}, [dial], steps=6, simulations=60, seed=3))
    assert len(steps) == 6
    assert all(0.0 <= values["exploration"] <= 3.0 for _, values, _ in steps)
    assert {values["exploration"] for _, values, _ in steps} != {start}
    assert all(score.games == 2 for _, _, score in steps)


def test_names_are_checked():
    with pytest.raises(byways.OptionError, match="nothing called 'bravery'"):
        present(byways.find("troll").variant(), ["bravery"])

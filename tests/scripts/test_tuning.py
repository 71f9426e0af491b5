import pytest

import byways
from byways.search.engines import AlphaBeta, Mcts
from tuning import Dial, present, tune


def test_tuning_moves_values_within_their_bounds():
    dial = Dial("exploration", 0.0, 3.0, 1.0)
    variant = byways.find("troll").variant({"size": 5})
    start = present(variant, Mcts(), ["exploration"])["exploration"]
    steps = list(tune("troll", {"size": 5}, [dial], steps=6, core=Mcts(), simulations=60, seed=3))
    assert len(steps) == 6
    assert all(0.0 <= values["exploration"] <= 3.0 for _, values, _ in steps)
    assert {values["exploration"] for _, values, _ in steps} != {start}
    assert all(score.games == 2 for _, _, score in steps)


@pytest.mark.parametrize(("core", "name"), [(Mcts(), "bravery"), (AlphaBeta(), "exploration")])
def test_names_are_checked(core, name):
    with pytest.raises(byways.OptionError, match=f"nothing called '{name}'"):
        present(byways.find("troll").variant(), core, [name])


def test_the_games_own_engine_is_tuned_unless_another_is_given():
    name = next(iter(byways.find("stride").variant().weight_places))
    ((_, _, score),) = tune("stride", {"side": 4}, [Dial(name, 0.0, 400.0, 20.0)], steps=1, simulations=30)
    assert score.games == 2

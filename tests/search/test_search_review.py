"""What each turn of a game gave away, from analyses that are made up."""

import pytest

import byways
from byways.search.answer import Analysis, Choice
from byways.search.review import looks, remarks


def said(best, value, *choices):
    return Analysis(
        best, value, False, (best,) if best else (), tuple(Choice(*choice) for choice in choices), 9, 0.1, 1
    )


def states(game, turns, **options):
    found = [byways.start(game, **options)]
    for turn in turns:
        found.append(found[-1].play(turn))
    return found


def test_the_best_turn_gives_nothing_away_and_another_is_worth_what_came_of_it():
    (remark,) = remarks(states("troll", ["b2"]), [said("b2", 0.6), said("c3", 0.9)])
    assert (remark.ply, remark.player, remark.turn, remark.value, remark.loss) == (1, "white", "b2", 0.6, 0.0)
    (remark,) = remarks(states("troll", ["b2"]), [said("c3", 0.6), said("c3", 0.7)])
    assert (remark.value, remark.loss) == (pytest.approx(0.3), pytest.approx(0.3))


def test_who_swaps_sits_on_the_other_side_from_then_on():
    game = states("troll", ["b2", "swap"], swap=True)
    assert game[1].to_move == game[2].to_move == "black"
    analyses = [said("b2", 0.5), said("c3", 0.45), said("c3", 0.2)]
    _, remark = remarks(game, analyses)
    assert remark.turn == "swap"
    assert remark.value == pytest.approx(0.8), "Black at 20 % is what the swapper leaves to the other"
    assert remark.loss == 0.0


def test_a_roll_of_the_dice_is_nobodys_turn_and_tells_nothing_among_several():
    game = states("longway", ["setup a1N c1N", "roll 1-1", "stop"])
    found = list(remarks(game, [said("setup a1N g7S", 0.5), said(None, 0.4), said("stop", 0.3), said(None, 0.3)]))
    assert [remark.turn for remark in found] == ["setup a1N c1N", "stop"]
    assert found[0].loss == pytest.approx(0.1)
    gates = ["setup a1N c1N", "setup a1N c1N", "setup a1N c1N"]
    looking = Looking("stop")
    game = states("longway", [*gates, "roll 1-1", *3 * ["stop"]], players=3)
    list(looks(game, looking))
    assert 3 not in looking.seen


class Looking:
    """A look at states that counts them; the best turn is always the one given."""

    def __init__(self, best):
        self.best, self.seen = best, []

    def __call__(self, state):
        self.seen.append(len(state.turns))
        return said(None if state.to_move in ("chance", None) else self.best, 0.5)


DICE = ["setup a1N c1N", "roll 1-1", "tile a1 a1=1", "roll 2-2", "stop"]


@pytest.mark.parametrize(
    ("best", "seen"),
    [
        ("setup a1N c1N", [0, 2, 3, 4, 5]),  # what came of the tile is to be known
        ("tile a1 a1=1", [0, 1, 2, 4, 5]),
        ("cafe a1 a2", [0, 1, 2, 3, 4, 5]),
    ],
)
def test_rolls_are_looked_at_only_where_the_turn_before_was_not_the_best(best, seen):
    looking = Looking(best)
    found = list(looks(states("longway", DICE), looking))
    assert looking.seen == seen
    assert [ply for ply, analysis in enumerate(found) if analysis is not None] == seen
    assert all(remark.value == 0.5 for remark in remarks(states("longway", DICE), found))


def test_what_is_said_of_a_turn_comes_before_the_next_position_is_looked_at():
    looking = Looking("d4")
    game = states("troll", ["b2", "c3", "d5"])
    first = next(remarks(game, looks(game, looking)))
    assert (first.turn, looking.seen) == ("b2", [0, 1])

"""What each turn of a game gave away, from analyses that are made up."""

import pytest

import byways
from byways.search.analysis import Analysis, Choice
from byways.search.review import remarks


def said(best, value, *choices):
    return Analysis(
        best, value, False, (best,) if best else (), tuple(Choice(*choice) for choice in choices), 9, 0.1, 1
    )


def states(game, turns, **options):
    found = [byways.start(game, **options)]
    for turn in turns:
        found.append(found[-1].play(turn))
    return found


def test_the_best_turn_gives_nothing_away_whatever_came_of_it():
    (remark,) = remarks(states("troll", ["b2"]), [said("b2", 0.6), said("c3", 0.9)])
    assert (remark.ply, remark.player, remark.turn, remark.value, remark.loss) == (1, "white", "b2", 0.6, 0.0)


def test_another_turn_is_worth_what_came_of_it():
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


def test_a_roll_of_the_dice_is_nobodys_turn():
    game = states("longway", ["setup a1N c1N", "roll 1-1", "stop"])
    found = list(remarks(game, [said("setup a1N g7S", 0.5), said(None, 0.4), said("stop", 0.3), said(None, 0.3)]))
    assert [remark.turn for remark in found] == ["setup a1N c1N", "stop"]
    assert found[0].loss == pytest.approx(0.1)

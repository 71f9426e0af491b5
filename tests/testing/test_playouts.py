"""Playouts that are not the random game are found, and those that are it are not."""

from dataclasses import replace

import numpy as np
import pytest

from byways import registry
from byways.games.troll.engine import playout as troll
from byways.games.whirlwind.engine import playout as whirlwind
from byways.kernels import Bits, Ints, Reals, kernel
from byways.kernels.rng import draw
from byways.rules.state_vector import HEADER
from byways.testing import playouts, random_line
from byways.testing.playouts import ERROR, GAMES, WANTED, Comparison, compare_playouts, detectable_gap, judge


@kernel
def two_points(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Of 25 games White is given one: where chances are even she wins 2 in 100 more than she should."""
    troll.playout(geometry, state, rng, values)
    if draw(rng, 25) == 0:
        values[0], values[1] = 1.0, 0.0
    return 1


@kernel
def wordless(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Says that a game was played, and not who won."""
    return 1


@kernel
def short(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Of 25 games one leaves the board as it was."""
    start = state.copy()
    whirlwind.playout(geometry, state, rng, values)
    if draw(rng, 25) == 0:
        state[HEADER:] = start[HEADER:]
    return 1


@kernel
def half_told(geometry: Ints, state: Ints, rng: Bits, values: Reals, trace: Ints) -> int:
    """Tells only half of one game in 25."""
    played = whirlwind.playout_trace(geometry, state, rng, values, trace)
    return int(played // 2) if draw(rng, 25) == 0 else int(played)


def small(game, **own):
    """A small variant of a game, with kernels in the place of its own."""
    found = registry.find(game)
    return replace(found, search=replace(found.search, **own)).variant({"size": 4 if game == "troll" else 6})


def compared(variant, seed, games=GAMES):
    line = list(random_line(variant, seed=21))
    return compare_playouts(variant, (line[0], line[len(line) // 3]), seconds=60.0, games=games, seed=seed)


@pytest.mark.parametrize(
    ("game", "own", "said"),
    [
        ("troll", {"playout": two_points}, "white by playout"),
        ("troll", {"playout": wordless}, "values outside 0…1, or none, by playout"),
        pytest.param(
            *("whirlwind", {"playout": short}, "words of the state that change by playout"), marks=pytest.mark.torture
        ),
        ("whirlwind", {"playout_trace": half_told}, "length by traced playout"),
    ],
)
def test_a_wrong_playout_is_found(game, own, said):
    with pytest.raises(AssertionError, match=said):
        playouts.playouts_are_random_games(small(game, **own))


def found(variant, runs):
    """In how many runs a difference is found, each with other random numbers."""
    count = 0
    for seed in range(runs):
        try:
            judge(compared(variant, seed))
        except AssertionError:
            count += 1
    return count


@pytest.mark.torture
def test_two_percentage_points_are_found_in_95_of_100_checks_and_right_playouts_are_not_taken_for_wrong_ones():
    assert found(small("troll", playout=two_points), 100) >= 95
    assert found(small("whirlwind"), 100) == 0


@pytest.mark.slow
@pytest.mark.parametrize("count", [200, pytest.param(1_000, marks=pytest.mark.torture)])
def test_right_playouts_are_not_taken_for_wrong_ones_in_short_checks(count):
    variant = small("whirlwind")
    for seed in range(count):
        judge(compared(variant, seed, games=500))


def simulated(rng, runs, comparisons, shift):
    """In how many runs of so many comparisons a shift in one of them is found, by games with even chances."""
    count = 0
    for _ in range(runs):
        shifts = np.array([shift] + [0.0] * (comparisons - 1))
        gaps = np.abs(rng.binomial(GAMES, 0.5 + shifts) - rng.binomial(GAMES, 0.5, comparisons)) / GAMES
        try:
            judge([Comparison("wins", gap, GAMES, (0.5, 0.5), None) for gap in gaps])
        except AssertionError:
            count += 1
    return count


def test_the_effort_is_enough_for_two_points_in_a_hundred_comparisons():
    assert detectable_gap(GAMES, ERROR / 100) <= WANTED
    rng = np.random.default_rng(5)
    assert simulated(rng, 1_000, 100, WANTED) >= 950
    assert simulated(rng, 4_000, 100, 0.0) <= 4


def test_a_slow_game_is_told_which_difference_is_found_and_one_without_playouts_left_alone(monkeypatch):
    variant = registry.find("stroll").variant({"size": 5, "ending": "claim"})
    assert playouts.playouts_are_random_games(variant) is None
    monkeypatch.setattr(playouts, "SECONDS", 0.0)
    remark = playouts.playouts_are_random_games(small("whirlwind"))
    assert remark is not None
    assert remark.startswith("playouts: in 500 games from each position a difference of 19.")

"""Metrics of a game's course, from the values of its positions: who was ahead, when that changed, when it was over.

Most take `values`: the first player's expected share in each state, the start's first and the end's last, from 0 to 1;
None where it is not known. What the players expect adds up to 1, so these are metrics of two players. Where Ludii has a
metric it looks at the positions before each turn: the last one, in which the game is over, does not count. Evaluations
there go from −1 to 1, so that differences are twice, and variances four times, those of shares.

Metrics of what there is to choose from take `choices`, which are known where all legal turns of a position have values.
Calibration is how well the values of positions foretold the results.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from byways.lab.metrics.metric import Row
from byways.statistics.intervals import wilson

Values = Sequence[float | None]
EVEN = 0.5
FIRST, SECOND, NOBODY = 1, -1, 0


def drama(values: Values, share: float) -> list[float]:
    """Return by how much the winner was behind, for each evaluated position before a turn; 0 where it was not.

    `share` is what the first player got in the end. In a draw both are winners, and the mean of both counts.
    """
    return [max(value, 1 - value) - _winners_share(value, share) for value in known(values[:-1])]


def lead_change(values: Values) -> float | None:
    """Return how often the leader changes from one evaluated position before a turn to the next, by their number.

    An even position, at exactly ½, counts as a leader of its own.
    """
    leaders = [_leader(value, 0.0) for value in known(values[:-1])]
    return sum(before != after for before, after in itertools.pairwise(leaders)) / len(leaders) if leaders else None


def lead_changes(values: Values, error: float) -> list[int]:
    """Return after how many turns the lead had gone from one player to the other, each time.

    A player leads whose share is more than ½ + `error`; between ½ − error and ½ + error the leader stays.
    """
    changes: list[int] = []
    leader = NOBODY
    for ply, value in enumerate(values):
        now = NOBODY if value is None else _leader(value, error)
        if now not in (NOBODY, leader):
            changes += [ply] if leader != NOBODY else []
            leader = now
    return changes


def last_lead_change(values: Values, error: float) -> float:
    """Return after which part of the turns the lead changed for the last time; 0 where it never did."""
    changes = lead_changes(values, error)
    return changes[-1] / (len(values) - 1) if changes else 0.0


def decided(values: Values, share: float, threshold: float) -> int | None:
    """Return after how many turns the game was decided: from there on the winner's share is at least `threshold`.

    It is the number of all turns where the winner's share was still below before the last one, and None for a draw.
    """
    if share not in (0.0, 1.0):
        return None
    turns = len(values) - 1
    doubts = [ply for ply, value in enumerate(values[:-1]) if value is not None and _of(value, share) < threshold]
    later = [ply for ply, value in enumerate(values[:-1]) if value is not None and ply > max(doubts, default=-1)]
    return later[0] if later else turns


def decided_at(values: Values, share: float, threshold: float) -> float | None:
    """Return after which part of the turns the game was decided; None for a draw."""
    turns = decided(values, share, threshold)
    return None if turns is None else turns / (len(values) - 1)


def decisiveness_threshold(values: Values, share: float) -> float | None:
    """Return the largest share that a player expected who did not win; None for a draw, which has no loser."""
    if share not in (0.0, 1.0):
        return None
    return max((1 - _of(value, share) for value in known(values[:-1])), default=None)


def decisiveness_moves(values: Values, share: float) -> float | None:
    """Return the share of the turns that were played after the winner's share was first above the threshold.

    The threshold is `decisiveness_threshold`: from there on no other player expected as much as the winner then.
    """
    threshold = decisiveness_threshold(values, share)
    if threshold is None:
        return None
    turns = len(values) - 1
    above = (ply for ply, value in enumerate(values[:-1]) if value is not None and _of(value, share) > threshold)
    return (turns - next(above, turns)) / turns


def stability(values: Values) -> float | None:
    """Return the variance of the values of the positions before each turn; that of both players is the same."""
    found = known(values[:-1])
    return variance(found) if found else None


def swings(values: Values) -> list[tuple[int, float]]:
    """Return (turn from 0, change of the first player's share) of each turn between two evaluated positions."""
    pairs = enumerate(itertools.pairwise(values))
    return [(turn, after - before) for turn, (before, after) in pairs if before is not None and after is not None]


def killer_turns(values: Values, movers: Sequence[int], swing: float) -> float | None:
    """Return the share of players' turns that raised the mover's own share by at least `swing`.

    `movers` is 0 for each turn of the first player, 1 for the second, −1 for dice. Turns between two evaluated
    positions count.
    """
    gains = [change if movers[turn] == 0 else -change for turn, change in swings(values) if movers[turn] >= 0]
    return mean([gain >= swing - ROUNDING for gain in gains])


def surprise_turns(values: Values, swing: float) -> float | None:
    """Return the share of turns, dice among them, that changed the values by at least `swing`, in either direction."""
    return mean([abs(change) >= swing - ROUNDING for _, change in swings(values)])


def surprise(values: Values) -> float | None:
    """Return the mean change of the values from one position to the next."""
    return mean([abs(change) for _, change in swings(values)])


ROUNDING = 1e-9
"""A change of 0.2 between two values with four decimals may be a little less as a number of the computer."""


def known(values: Values) -> list[float]:
    """Return the values that are known, in order."""
    return [value for value in values if value is not None]


def mean(values: Sequence[float]) -> float | None:
    """Return the mean of values; None of none."""
    return sum(values) / len(values) if values else None


def variance(values: Sequence[float]) -> float:
    """Return the variance of values, by their number (not less one)."""
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / len(values)


def _of(value: float, share: float) -> float:
    """Return the value for the winner of a game in which the first player got 1 or 0."""
    return value if share == 1 else 1 - value


def _winners_share(value: float, share: float) -> float:
    return _of(value, share) if share in (0.0, 1.0) else EVEN


def _leader(value: float, error: float) -> int:
    if value > EVEN + error:
        return FIRST
    return SECOND if value < EVEN - error else NOBODY


Choices = Sequence[Mapping[str, float] | None]
"""For each position before a turn, the expected share of the player to move after every legal turn, from 0 to 1, by the
turn's text; None where it is not known. Positions with a single legal turn count like any other."""
NARROW = 0.75
"""How far above the mean, on the way to the best, a turn has to be for Ludii's ClarityNarrowness."""


def clarity_narrowness(choices: Choices) -> float | None:
    """Return the mean share of turns whose value is at least three quarters of the way from the mean to the best."""

    def narrow(values: Sequence[float]) -> float:
        middle = sum(values) / len(values)
        return _share_from(values, middle + NARROW * (max(values) - middle) - ROUNDING)

    return _mean_of(choices, narrow)


def clarity_variance(choices: Choices) -> float | None:
    """Return the mean variance of the values of a position's turns."""
    return _mean_of(choices, variance)


def good_turns(choices: Choices) -> float | None:
    """Return the mean share of turns after which the player to move expects at least half of the game."""
    return _mean_of(choices, lambda values: _share_from(values, EVEN))


def effective_turns(choices: Choices, loss: float) -> float | None:
    """Return the mean share of turns that lose at most `loss` against the best of their position."""
    return _mean_of(choices, lambda values: _share_from(values, max(values) - loss - ROUNDING))


def _share_from(values: Sequence[float], least: float) -> float:
    return sum(value >= least for value in values) / len(values)


def _mean_of(choices: Choices, of: Callable[[Sequence[float]], float]) -> float | None:
    """Return the mean of a figure over the positions whose turns are known; None where there is none."""
    return mean([of(list(values.values())) for values in choices if values])


BINS = 10


class Forecast(NamedTuple):
    """A game's mean value within one bin of values, and its result: shares of the first player."""

    bin: int
    value: float
    result: float


def brier(values: Values, share: float) -> float | None:
    """Return the mean squared difference between the values of the positions before each turn and the result.

    Brier (1950), "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78; for two
    outcomes, half of his sum over both. Always to say ½ has 0.25 where nothing is drawn.
    """
    return mean([(value - share) ** 2 for value in known(values[:-1])])


def forecasts(values: Values, share: float, bins: int = BINS) -> tuple[Forecast, ...] | None:
    """Return a game's forecasts, one for each bin of equal width in which it has values, ascending.

    Within a bin the positions of one game do not tell more than one of them would: they have the same result.
    """
    by_bin: dict[int, list[float]] = {}
    for value in known(values[:-1]):
        by_bin.setdefault(min(int(value * bins), bins - 1), []).append(value)
    found = tuple(Forecast(n, sum(some) / len(some), share) for n, some in sorted(by_bin.items()))
    return found or None


def calibration_error(games: Sequence[Sequence[Forecast]]) -> float:
    """Return the mean distance of a bin's mean value from its mean result, weighted by the games in it.

    Naeini, Cooper and Hauskrecht (2015), "Obtaining well calibrated probabilities using Bayesian binning", AAAI-15,
    call it the expected calibration error.
    """
    by_bin: dict[int, list[Forecast]] = {}
    for one in (forecast for game in games for forecast in game):
        by_bin.setdefault(one.bin, []).append(one)
    gaps = [abs(sum(one.value - one.result for one in some)) for some in by_bin.values()]
    return sum(gaps) / sum(map(len, by_bin.values()))


def reliability(games: Sequence[Sequence[Forecast]]) -> list[Row]:
    """Return the mean result for each bin of values, ascending; each game counts once in a bin, so Wilson's holds.

    A row's label is the mean of the values in its bin, as shares with two decimals.
    """
    rows = []
    for number in range(BINS):
        some = [forecast for game in games for forecast in game if forecast.bin == number]
        if some:
            label = f"{sum(one.value for one in some) / len(some):.2f}"
            points = sum(one.result for one in some)
            rows.append(Row(label, points / len(some), len(some), wilson(points, len(some))))
    return rows

"""Ratings of players from tables of one to six, by the order in which they come in.

Plackett (1975), "The analysis of permutations", Applied Statistics 24, and Luce (1959), "Individual choice behavior":
the winner is chosen among all with odds e^r, then the second among the rest, and so on.

Ties are results, not lost orders. At each step the ones who come next may be any set of players, with the odds

    δ(k) · e^(mean of their r),    k their number, δ(1) = 1

as in Davidson's draws (`byways.statistics.ratings`), of which this is the generalisation: Firth, Kosmidis and Turner
(2019), "Davidson–Luce model for multi-item choice with ties", arXiv:1909.07123; Turner, van Etten, Firth and Kosmidis
(2020), "Modelling rankings in R: the PlackettLuce package", Computational Statistics 35. So who ties is drawn together,
and sizes of ties that never occurred have δ = 0. Players of one table depend on each other: its steps are one cluster.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from byways.errors import OptionError
from byways.statistics.checks import require_at_least
from byways.statistics.choice_model import Choices, fit
from byways.statistics.ratings import PRIOR, Ratings, centred, numbered

LARGEST = 6
"""Players at a table: the sets that may come next are counted out, 63 of six."""


class Table(NamedTuple):
    """A game of several: each player with a score of which more is better, and what the game may depend on.

    A player may sit at a table more than once. `cluster` joins tables that are not independent, such as those of one
    course of dice; None means one of its own.
    """

    scores: Sequence[tuple[str, float]]
    cluster: Hashable = None


class Step(NamedTuple):
    """Who comes next at a table, a number of players that tie, and who is left behind them."""

    table: int
    next: tuple[int, ...]
    left: tuple[int, ...]


def rate_tables(tables: Iterable[Table], *, prior: float = PRIOR) -> Ratings:
    """Return the ratings of all players who occur at some tables, in Elo, by greatest likelihood.

    100 Elo more come in before another in 64 % of the games without ties. `prior` is as in `ratings.rate`. Tables of
    one tell nothing. Raises OptionError for a table of none or more than six.
    """
    require_at_least("prior", prior, 0)
    games = list(tables)
    require_at_least("tables", len(games), 1)
    for game in games:
        if not 1 <= len(game.scores) <= LARGEST:
            template = "a table has {allowed} players, not {value}"
            allowed = f"1 to {LARGEST}"
            raise OptionError("statistics.table", template, option="tables", value=len(game.scores), allowed=allowed)
    players = tuple(sorted({name for game in games for name, _ in game.scores}))
    number = {name: i for i, name in enumerate(players)}
    steps = [step for i, game in enumerate(games) for step in _steps(i, game, number)]
    ties = sorted({len(step.next) for step in steps} - {1})
    clusters = numbered([game.cluster for game in games])
    blocks = [
        _block(size, list(group), ties, len(players), clusters)
        for size, group in itertools.groupby(sorted(steps, key=_size), _size)
    ]
    found = fit(blocks, len(players) + len(ties), prior)
    elo, covariance = centred(found, len(players))
    return Ratings(players, elo, covariance, found.clusters[: len(players)])


def _size(step: Step) -> int:
    return len(step.next) + len(step.left)


def _steps(table: int, game: Table, number: dict[str, int]) -> Iterator[Step]:
    """Yield the choices of a table from its winners on; the last player left is none."""
    left = sorted(game.scores, key=lambda score: -score[1])
    while len(left) > 1:
        tied = sum(score == left[0][1] for _, score in left)
        next_in = left[:tied]
        left = left[tied:]
        yield Step(table, tuple(number[name] for name, _ in next_in), tuple(number[name] for name, _ in left))


def _block(size: int, steps: list[Step], ties: list[int], players: int, clusters: NDArray[np.int64]) -> Choices:
    """Return the choices of steps with so many players left; who came next has the first slots.

    Slots are those players, then the δ of each size of ties.
    """
    sets = [chosen for k in (1, *ties) for chosen in itertools.combinations(range(size), k)]
    weights = np.zeros((len(sets), size + len(ties)))
    for row, chosen in enumerate(sets):
        weights[row, list(chosen)] = 1 / len(chosen)
        if len(chosen) > 1:
            weights[row, size + ties.index(len(chosen))] = 1
    of_ties = tuple(range(players, players + len(ties)))
    return Choices(
        weights,
        np.array([step.next + step.left + of_ties for step in steps]),
        np.array([sets.index(tuple(range(len(step.next)))) for step in steps]),
        np.array([clusters[step.table] for step in steps]),
    )

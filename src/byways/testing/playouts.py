"""A comparison of a game's own playouts with the random game.

Their winners, scores, reasons and lengths are compared with those of games by the plain kernels, from the start, a
third of the way and halfway through a random game.

Two samples of equal size are compared by the largest gap between their distributions (Kolmogorov and Smirnov). A gap is
a difference of shares: at some number x, how much more often one sample has x or less than the other. If both come from
one distribution, whichever it is, a gap of g or more among n and n numbers has probability 2 exp(-n g²) at the most,
from n = 458 on (Wei and Dudley, "Two-sample Dvoretzky-Kiefer-Wolfowitz inequalities", Statistics & Probability Letters
82, 2012): a bound, where the usual formulas are limits for large samples.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from byways.game import Variant
from byways.kernels import Bits, Ints, Kernel, Reals, Table, compiled, entry_point, kernel
from byways.kernels.rng import seeded
from byways.kernels.signatures import BoardArrays, Playout, PlayoutTrace, RuleKernels
from byways.position.state import State
from byways.rules import defaults
from byways.rules.defaults import LONGEST_GAME
from byways.rules.state_vector import HEADER, REASON
from byways.search.random_game import board_of, random_game, rules_of
from byways.testing.random_lines import random_line

ERROR = 1e-3
"""Right playouts are taken for wrong ones in so many of all checks, at the most: that goes for all comparisons of a
check together."""
WANTED = 0.02
"""A difference that is to be found in 95 of 100 checks, where there is the time for so many games."""
GAMES = 56_000
"""From each position, of each kind: enough for WANTED with up to a hundred comparisons."""
SECONDS = 15.0
"""For all of them, compiling aside."""

SMALLEST = 458
"""The sample size from which the bound holds."""
_Z_95 = 1.645  # standard errors, of which a normal error exceeds so many in 5 of 100 cases

_CHUNK = 500  # games between looks at the clock; no sample is smaller
_PLAYED, _CHANGED, _REASON, _BESIDE = 0, 1, 2, 3  # columns of the results, the players' values behind them

assert _CHUNK >= SMALLEST


@kernel
def play_out(
    rules: RuleKernels,
    playout: Playout,
    playout_trace: PlayoutTrace,
    board: BoardArrays,
    start: Ints,
    rng: Bits,
    results: Table,
) -> None:
    """Play a random game from `start` for each row of `results`, and write its result.

    The columns: actions played (-1: not told), words of the state that changed, reason in the header, players' values.
    """
    geometry = board.geometry
    state = start.copy()
    trace = np.empty(2 * LONGEST_GAME, dtype=np.int16)
    values = np.empty(results.shape[1] - _BESIDE, dtype=np.float64)
    for game in range(results.shape[0]):
        state[:] = start
        values[:] = -1
        played = playout_trace(geometry, state, rng, values, trace)
        if played < 0 and playout(geometry, state, rng, values) == 0:
            played = random_game(rules, board, state, rng, values)
        changed = 0
        for i in range(HEADER, state.size):
            changed += int(state[i] != start[i])
        results[game, _PLAYED] = played
        results[game, _CHANGED] = changed
        results[game, _REASON] = state[REASON]
        results[game, _BESIDE:] = values


class Player:
    """Plays random games from one position, one way: by the plain kernels, the game's playout, or its trace."""

    def __init__(self, name: str, variant: Variant, start: Ints, seed: int, **own: Kernel) -> None:
        self.name, self._variant, self._start, self._rng = name, variant, start.copy(), seeded(seed)
        kernels = own.get("playout", defaults.playout), own.get("playout_trace", defaults.playout_trace)
        self._playouts = (compiled(kernels[0]), compiled(kernels[1]))
        self._place = "{0.co_filename}, line {0.co_firstlineno}".format(
            next(iter(own.values()), defaults.playout).__code__
        )
        self._chunks: list[Table] = []

    def play(self, games: int) -> None:
        """Play so many games more."""
        v = self._variant
        results = np.empty((games, _BESIDE + len(v.players)), dtype=np.float64)
        play = entry_point(play_out)
        play(rules_of(v), *self._playouts, board_of(v), self._start, self._rng, results)
        self._chunks.append(results)

    def features(self) -> dict[str, Reals]:
        """Return what is compared: for each feature a number for each game."""
        results = np.concatenate(self._chunks)
        variant = self._variant
        values = results[:, _BESIDE:].round(9)  # however they were added up
        wrong = values[~((values >= 0) & (values <= 1)).all(axis=1)]
        assert not wrong.size, (
            f"values outside 0…1, or none, by {self.name} ({self._place}) "
            f"in {len(wrong)} of {len(values)} games, such as {wrong[0].tolist()}"
        )
        best = values == values.max(axis=1, keepdims=True)
        found = {}
        if (results[:, _PLAYED] >= 0).all():
            found["length"] = results[:, _PLAYED]
        if results[:, _CHANGED].any():  # a playout may leave all but the header as it was
            found["words of the state that change"] = results[:, _CHANGED]
        for i, player in enumerate(variant.players):
            found[f"value of {player}"] = values[:, i]
            found[f"wins of {player}"] = best[:, i] / best.sum(axis=1)
        for i, reason in enumerate(("no reason", *variant.game.reasons)):
            ends = results[:, _REASON] == i
            if reason == "repetition":
                ends |= results[:, _REASON] == -1  # so says `random_game`, which knows no names
            found[f"ends by {reason}"] = ends.astype(np.float64)
        return found


@dataclass(frozen=True)
class Comparison:
    """One feature of two samples of games."""

    what: str
    gap: float
    games: int
    means: tuple[float, float]
    state: State

    def __str__(self) -> str:
        chance = chance_of_gap(self.gap, self.games)
        return (
            f"{self.what}: {self.means[0]:.4g} on average, {self.means[1]:.4g} by the plain kernels; the distributions "
            f"of {self.games} games each differ by {100 * self.gap:.1f} percentage points, by chance at the most once "
            f"in {1 / max(chance, 1e-15):.0e} times\n{self.state}"
        )


def compare_features(name: str, own: Mapping[str, Reals], plain: Mapping[str, Reals], state: State) -> list[Comparison]:
    """Compare the features that both samples have, without those that never vary and those that another repeats."""
    found: list[Comparison] = []
    seen: list[Reals] = []
    for feature in (feature for feature in own if feature in plain):
        pooled = np.concatenate((own[feature], plain[feature]))
        if (pooled == pooled[0]).all() or any(np.array_equal(pooled, other) for other in seen):
            continue
        seen.append(pooled)
        means = float(own[feature].mean()), float(plain[feature].mean())
        gap = largest_gap(own[feature], plain[feature])
        found.append(Comparison(f"{feature} by {name}", gap, own[feature].size, means, state))
    return found


def judge(comparisons: Sequence[Comparison]) -> float:
    """Return the smallest difference that is found in 95 of 100 checks. Raises AssertionError for one that was found.

    The error is shared out among the comparisons (Bonferroni).
    """
    error = ERROR / len(comparisons)
    wrong = [one for one in comparisons if one.gap > convincing_gap(one.games, error)]
    assert not wrong, str(max(wrong, key=lambda one: one.gap))
    return detectable_gap(min(one.games for one in comparisons), error)


def compare_playouts(
    variant: Variant, states: Sequence[State], *, seconds: float, games: int = GAMES, seed: int = 0
) -> list[Comparison]:
    """Compare games of every kind from each state: as many as there is time for, up to `games`."""
    found: list[Comparison] = []
    for i, state in enumerate(states):
        first = 3 * (seed * len(states) + i)
        plain = Player("plain kernels", variant, state.vector, first)
        owns = list(_own_players(variant, state, first + 1))
        if not owns:
            continue
        for player in (plain, *owns):
            player.play(_CHUNK)
        played = _CHUNK
        until = time.monotonic() + seconds / len(states)
        while played < games and time.monotonic() < until:
            for player in (plain, *owns):
                player.play(_CHUNK)
            played += _CHUNK
        expected = plain.features()
        for own in owns:
            found += compare_features(own.name, own.features(), expected, state)
    return found


def _own_players(variant: Variant, state: State, seed: int) -> Iterator[Player]:
    """Yield a player for each playout kernel of the game that does not leave the game to the plain kernels."""
    k = variant.kernels
    values = np.zeros(len(variant.players))
    trace = np.zeros(2 * LONGEST_GAME, dtype=np.int16)
    if compiled(k.playout)(variant.geometry, state.vector.copy(), seeded(seed), values) != 0:
        yield Player("playout", variant, state.vector, seed, playout=k.playout)
    if compiled(k.playout_trace)(variant.geometry, state.vector.copy(), seeded(seed), values, trace) >= 0:
        yield Player("traced playout", variant, state.vector, seed + 1, playout_trace=k.playout_trace)


def playouts_are_random_games(variant: Variant) -> str | None:
    """Check that the game's own playouts, traced or not, end as random games by its plain kernels do.

    Return the difference that might have been missed, where there was no time for enough games.
    """
    variant = variant.without_pie  # playouts need not know of swap, which only makes games longer
    line = list(random_line(variant, seed=21))
    states = (line[0], line[len(line) // 3], line[len(line) // 2])
    comparisons = compare_playouts(variant, states, seconds=SECONDS)
    if not comparisons:
        return None
    found = judge(comparisons)
    if found <= WANTED:
        return None
    games = min(one.games for one in comparisons)
    return (
        f"playouts: in {games} games from each position a difference of {100 * found:.1f} percentage points is found "
        "in 95 of 100 checks, a smaller one less often"
    )


def largest_gap(first: Reals, second: Reals) -> float:
    """Return the largest difference between the cumulative distributions of two samples."""
    first, second = np.sort(first), np.sort(second)
    at = np.concatenate((first, second))
    below = np.searchsorted(first, at, "right") / first.size, np.searchsorted(second, at, "right") / second.size
    return float(np.abs(below[0] - below[1]).max())


def chance_of_gap(gap: float, size: int) -> float:
    """Return the most probable that such a gap or a larger one can be between two samples of one distribution."""
    return min(1.0, 2 * math.exp(-size * gap * gap))


def convincing_gap(size: int, error: float) -> float:
    """Return the gap that samples of one distribution reach with probability `error` at the most."""
    return math.sqrt(math.log(2 / error) / size)


def detectable_gap(size: int, error: float) -> float:
    """Return the gap between two distributions of which samples reach the convincing gap in 95 of 100 cases.

    The shares at the largest gap are taken to be near one half, where they vary most.
    """
    return convincing_gap(size, error) + _Z_95 * math.sqrt(0.5 / size)

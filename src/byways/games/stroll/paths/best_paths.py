"""The best paths of a position, by name, for people and for other parts of the library.

All of it is exact unless a budget is given. On random full boards the longest path of one side takes some 14 µs on
10×10, 0.1 ms on 14×14, 9 ms on 19×19, a few seconds on 26×26 (median, machine code), and a hundred times that
interpreted; single boards take a hundred times the median, so `resumable_search` searches big ones in chunks.
A second path costs one more search for every stone set that a longest first path can have, and so on.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass

import numpy as np

from byways.game import Variant
from byways.games.stroll.board import CELLS, CLAIM, ROUND, SIZE, claim_rounds, own_words, worth_of
from byways.games.stroll.claims import read_claim
from byways.games.stroll.paths.further_paths import BOUND, REPORT, STONES, best_series, longest_path
from byways.kernels import Ints, Kernel, compiled
from byways.rules.boards.shapes import square
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE

INTERPRETED = 12  # cells a side; up to there a board is solved faster than machine code is loaded
ALL = 1_000  # more paths than any side has
BUDGET = 500_000  # steps: about half a second; half of the boards of 22 × 22 cells need more


@dataclass(frozen=True)
class Path:
    """A path, named from its end that is earlier in row-major order."""

    stones: tuple[str, ...]
    length: int
    """The cells that it covers, or, in the variant, its stones."""

    def __str__(self) -> str:
        return " ".join(self.stones)


def is_big(variant: Variant) -> bool:
    """Return whether finding paths is worth machine code even for a single board."""
    return int(variant.geometry[SIZE]) > INTERPRETED


def series(state: Position, player: str, most: int = ALL) -> tuple[Path, ...]:
    """Return the lexicographically greatest series of `player`'s paths, or its first `most`.

    The first is as long as possible, then the second, disjoint in stones, and so on. Stones that see no other are paths
    of length 1. It looks at the stones on the board only, also while the game goes on; claims do not matter.
    """
    return _series(state.variant, _stones(state), _nowhere(state), state.players.index(player) + 1, most)


def deciding(state: Position) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the series of both players as far as the first difference; where all is equal, the whole of both."""
    most = 1
    while True:
        white, black = (series(state, player, most) for player in state.players)
        lengths = [path.length for path in white], [path.length for path in black]
        if lengths[0] != lengths[1] or len(white) < most:
            return white, black
        most += 1


def longest(state: Position, player: str, budget: int = 0) -> tuple[Path, int]:
    """Return the longest path of a player (without stones the empty one) and its length.

    With a `budget`: the longest found within so many steps of the search, a few million a second, and a length that no
    path exceeds.
    """
    return _longest(state.variant, _stones(state), _nowhere(state), state.players.index(player) + 1, budget)


def best_claim(state: Position, budget: int = 0) -> str:
    """Return the turn that claims a longest path for the player to move among the stones not on earlier claims.

    With a `budget`: the longest found as in `longest`. Without one it also leaves the best second path.
    """
    mark = int(state.vector[TO_MOVE]) + 1
    if budget:
        return f"path {_longest(state.variant, _stones(state), _claimed_cells(state), mark, budget)[0]}"
    return f"path {_series(state.variant, _stones(state), _claimed_cells(state), mark, 2)[0]}"


def longest_left(state: Position, player: int, budget: int = 0) -> int:
    """Return the length of the longest path among a player's (0 or 1) stones that are on no claim; 0 without any."""
    return _longest(state.variant, _stones(state), _claimed_cells(state), player + 1, budget)[0].length


def claimed(variant: Variant, vector: Ints, player: int) -> tuple[Path, ...]:
    """Return the paths that a player (0 or 1) has claimed, in order, as far as a state vector shows them."""
    size = int(variant.geometry[SIZE])
    if not variant.geometry[CLAIM]:
        return ()
    out = np.empty(size * size, dtype=np.int64)
    paths = []
    for turn in range(1, 1 + int(vector[own_words(variant.geometry) + ROUND])):
        count = read_claim(variant.geometry, vector, player, turn, out)
        if count:
            paths.append(path_of(variant, out[:count].tolist()))
    return tuple(paths)


def _stones(state: Position) -> bytes:
    """Return the cells of a state vector."""
    return state.vector[CELLS : own_words(state.variant.geometry)].tobytes()


def _claimed_cells(state: Position) -> bytes:
    """Return a byte per cell: not 0 if a claim passes its stone, as far as this state or view shows it."""
    rounds = claim_rounds(state.variant.geometry)
    return state.vector[rounds : rounds + int(state.variant.geometry[SIZE]) ** 2].tobytes()


def _nowhere(state: Position) -> bytes:
    """Return a byte per cell that bars none."""
    return bytes(len(_stones(state)))


def _machine(variant: Variant, kernel: Kernel) -> Kernel:
    return compiled(kernel) if is_big(variant) else variant.rules.best(kernel)


def _vectors(variant: Variant, stones: bytes, barred: bytes) -> tuple[Ints, Ints]:
    """Return a state vector with these stones, of which only the cells matter, and the barred cells."""
    vector = variant.blank()
    vector[CELLS : own_words(variant.geometry)] = np.frombuffer(stones, dtype=np.int16)
    return vector, np.frombuffer(barred, dtype=np.int16).copy()


@functools.lru_cache(maxsize=64)  # outcome, scores, explanation and picture of one state ask for the same
def _series(variant: Variant, stones: bytes, barred: bytes, mark: int, most: int) -> tuple[Path, ...]:
    size = int(variant.geometry[SIZE])
    out = np.empty(2 * size * size, dtype=np.int16)
    vector, off = _vectors(variant, stones, barred)
    count = _machine(variant, best_series)(variant.geometry, vector, mark, off, most, out)
    numbers, places = out.reshape(2, -1).tolist()
    paths = []
    for number in range(1, count + 1):
        members = [cell for cell in range(size * size) if numbers[cell] == number]
        paths.append(path_of(variant, sorted(members, key=places.__getitem__)))
    return tuple(paths)


@functools.lru_cache(maxsize=64)
def _longest(variant: Variant, stones: bytes, barred: bytes, mark: int, budget: int) -> tuple[Path, int]:
    size = int(variant.geometry[SIZE])
    out = np.empty(size * size, dtype=np.int16)
    report = np.zeros(REPORT, dtype=np.int64)
    vector, off = _vectors(variant, stones, barred)
    _machine(variant, longest_path)(variant.geometry, vector, mark, off, budget, out, report)
    return path_of(variant, out[: report[STONES]].tolist()), int(report[BOUND])


def path_of(variant: Variant, cells: list[int]) -> Path:
    """Return the path through these cells, in order from either end."""
    size = int(variant.geometry[SIZE])
    if not cells:
        return Path((), 0)
    if cells[-1] < cells[0]:
        cells = cells[::-1]
    names = square(size).names
    steps = (max(abs(a // size - b // size), abs(a % size - b % size)) for a, b in itertools.pairwise(cells))
    length = 1 + sum(worth_of(variant.geometry, step) for step in steps)
    return Path(tuple(names[cell] for cell in cells), length)

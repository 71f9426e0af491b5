"""Looking for puzzles: in an engine's games with itself, and those of Stroll on the boards of random games."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from byways import registry
from byways.errors import OptionError
from byways.games.stroll.board import CELLS, SIZE
from byways.games.stroll.puzzles import GRADES, Puzzle, puzzle
from byways.learning.puzzles import Found
from byways.position.notation import write_position
from byways.records import Record
from puzzle_maker import DEEPEST, Maker, played, positions

BOARDS = {"troll": ({"size": 6}, {"size": 8}, {"size": 8}), "whirlwind": ({"size": 6}, {"size": 8}, {"size": 8}),
          "stride": ({"side": 4}, {"side": 5}), "stroll": ({"size": 7}, {"size": 8})}  # fmt: skip
MOST = {"whirlwind": 2}
FROM_ONE_GAME = 2  # puzzles, of different lengths


class Looked(Struct, frozen=True):
    """What came of looking at one game, or at one board: a result of a run."""

    index: int
    puzzles: tuple[Found, ...]
    record: str = ""
    """The engine's game."""
    key: int = 0
    seconds: tuple[float, ...] = ()


@functools.cache
def makers(name: str) -> list[Maker]:
    """One for each board; a process makes them once."""
    return [Maker(registry.find(name).variant(options)) for options in BOARDS[name]]


def in_a_game(name: str, seed: int, index: int) -> Looked:
    """Puzzles "win in N turns" from one game of an engine with itself."""
    most = MOST.get(name, DEEPEST)
    maker = makers(name)[index % len(BOARDS[name])]
    end = played(maker.variant, seed + index)
    found: dict[int, Found] = {}
    for state in positions(end):
        turns = maker.soonest(state, most)
        if turns == 0:
            break  # earlier in the game it would take longer still
        made = maker.puzzle(state, turns)
        if made:
            found[turns] = made
        if turns == most:
            break  # as above
    best = sorted(found.values(), key=lambda made: -made.grade)[:FROM_ONE_GAME]
    return Looked(index, tuple(best), Record.from_state(end).to_text())


def on_a_board(name: str, seed: int, index: int) -> Looked:
    """Stroll's longest path on one board, if there is one of the grade whose turn it is."""
    seed += index
    variant = registry.find(name).variant(BOARDS[name][index % len(BOARDS[name])])
    try:
        made = puzzle(variant, 1 + seed % GRADES, seed)
    except OptionError:
        return Looked(index, ())
    position, answer = claim_of(made)
    return Looked(index, (Found(position, made.grade, best=made.path.length, answer=answer),))


def chosen(source: Iterable[Found], count: int) -> list[Found]:
    """Return so many puzzles, as equally many of each grade as can be had; looks no further once there are enough."""
    by_grade: defaultdict[int, list[Found]] = defaultdict(list)
    seen: set[str] = set()
    share = -(-count // GRADES)
    for made in source:
        if made.position not in seen and len(by_grade[made.grade]) < 2 * share:
            seen.add(made.position)
            by_grade[made.grade].append(made)
        if sum(min(len(some), share) for some in by_grade.values()) >= count:
            break
    puzzles = [made for some in by_grade.values() for made in some[:share]]
    spare = [made for some in by_grade.values() for made in some[share:]]
    return puzzles + spare[: max(0, count - len(puzzles))]


def claim_of(found: Puzzle) -> tuple[str, str]:
    """A puzzle as a position in which Black is to claim a path, and the turn that claims the longest.

    White has claimed a single stone. Where White's path was to be found the colours are exchanged.
    """
    size = int(found.variant.geometry[SIZE])
    variant = found.variant.game.variant({**found.variant.options, "ending": "claim"})
    vector = variant.blank()
    stones = found.vector[CELLS : CELLS + size * size]
    black = found.variant.players.index(found.player) == 1
    vector[CELLS : CELLS + size * size] = stones if black else (3 - stones) * (stones > 0)
    other = int(np.flatnonzero(vector[CELLS : CELLS + size * size] == 1)[0])
    variant.kernels.settle(variant.geometry, vector)
    for action in (other, size * size):
        variant.kernels.apply(variant.geometry, vector, action)
    return write_position(variant, vector), f"path {found.path}"

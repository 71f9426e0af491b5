"""Puzzles: full boards on which one side has a single longest path, graded by how well it hides.

Two things hide a path: the *gap* by which a greedy walker falls short of it, who from any stone always goes on to the
farthest stone that may follow, and then on from the other end; and the *near misses*, other paths that are shorter by
two cells at most. A grade says how much of both there is (`grade_of`); it does not look at the board's size.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from byways.errors import OptionError
from byways.game import Variant
from byways.games.stroll.board import COUNTING, SIZE
from byways.games.stroll.engine.playout import fill
from byways.games.stroll.paths.best_paths import Path, is_big, path_of
from byways.games.stroll.paths.longest_path import new_search, next_path, read_path
from byways.games.stroll.paths.sight_lines import END, FAR, TO, VIA, Table, sight
from byways.games.stroll.picture import stones
from byways.kernels import Bits, Ints, Wide, compiled, helper, kernel
from byways.kernels.rng import draw, seeded
from byways.rules.picture import Picture
from byways.translatable import Catalogue

say = Catalogue("stroll").say

GRADES = 5
TRIES = 3_000  # boards that are looked at for one puzzle
LARGEST = 16  # cells a side; every path of a board is looked at that is nearly the longest
CLOSE = 2  # cells: a near miss is that much shorter at most
MISSES = 1_000  # near misses that are counted
STEPS = (1, 3, 6, 10)  # points where grades 2, 3, 4 and 5 begin

# Bits of a survey.
LENGTH, BEST, NEAR, SHORT, STONES = 0, 1, 2, 3, 4
SURVEY = 5


@kernel
def finish_game(geometry: Ints, state: Ints, rng: Bits) -> None:
    """Play the random board phase to its end."""
    fill(geometry, state, rng, np.empty(0, dtype=np.int16))


@helper
def walk(roads: Table, clashes: Table) -> int:
    """Return the length of the longest greedy walk: to the farthest stone that may follow, then from its start."""
    count = roads.shape[0] // 8
    best = min(count, 1)
    for start in range(count):
        taken = np.zeros(count, dtype=np.int64)
        blocked = np.zeros(clashes.shape[0], dtype=np.int64)
        taken[start] = 1
        length = 1
        for _ in range(2):
            at = start
            going = True
            while going:
                going = False
                for i in range(8 * at, roads[8 * at, END]):  # the longest connection first
                    w = roads[i, TO]
                    e = roads[i, VIA]
                    if taken[w] == 0 and blocked[e] == 0:
                        taken[w] = 1
                        for j in range(1, clashes[e, 0] + 1):
                            blocked[clashes[e, j]] = 1
                        length += roads[i, FAR]
                        at = w
                        going = True
                        break
        best = max(best, length)
    return int(best)


@helper
def paths_of(roads: Table, clashes: Table, barred: Wide, at_least: int, most: int) -> int:
    """Count the paths of length `at_least` or more, up to `most`."""
    work, counters = new_search(roads, clashes, barred)
    count = 0
    while count < most and next_path(roads, clashes, work, counters, clashes[:0], at_least, 0) > 0:
        count += 1
    return count


@kernel
def survey(geometry: Ints, state: Ints, mark: int, cells: Wide, found: Wide) -> None:
    """Write a longest path of a side to `cells`, and facts about it to `found`.

    These are its length and stones, how many paths are as long, how many are near misses (as far as MISSES; not where
    several are longest), and what a greedy walk covers.
    """
    places, roads, clashes = sight(geometry, state, mark)
    barred = np.zeros(places.size, dtype=np.int64)
    path = np.empty(places.size, dtype=np.int64)
    work, counters = new_search(roads, clashes, barred)
    best = count = 0
    while True:
        length = next_path(roads, clashes, work, counters, clashes[:0], best + 1, 0)
        if length == 0:
            break
        best = length
        count = read_path(work, counters, path)
    for i in range(count):
        cells[i] = places[path[i]]
    found[LENGTH], found[STONES], found[SHORT] = best, count, walk(roads, clashes)
    found[BEST] = paths_of(roads, clashes, barred, best, 2)
    found[NEAR] = paths_of(roads, clashes, barred, best - CLOSE, MISSES) - 1 if found[BEST] == 1 else 0


@dataclass(frozen=True)
class Puzzle:
    """A full board, and the side whose longest path is to be found."""

    variant: Variant
    vector: Ints = field(compare=False)
    player: str
    path: Path
    """The only longest path."""
    gap: int
    """By how many cells a greedy walk falls short."""
    near: int
    """The number of other paths that are at most CLOSE cells shorter."""

    @property
    def grade(self) -> int:
        """From 1, seen at once, to GRADES."""
        return grade_of(self.gap, self.near)

    @property
    def question(self) -> str:
        """The question in a sentence."""
        side = self.player.capitalize()
        length = self.path.length
        said = f"has {length} stones" if self.variant.geometry[COUNTING] == 1 else f"covers {length} cells"
        return f"Find {side}'s longest path. It {said}. (Difficulty {self.grade})"

    @property
    def answer(self) -> str:
        """The path."""
        return f"{self.path} ({self.path.length})"

    def picture(self) -> Picture:
        """Return the stones, without the lines of sight that would give much away."""
        return Picture((self.variant.layout.board(stones(self.variant, self.vector)),))

    def facts(self) -> dict[str, object]:
        """Return the puzzle's facts as data for JSON."""
        return {
            "player": self.player,
            "length": self.path.length,
            "path": list(self.path.stones),
            "grade": self.grade,
            "gap": self.gap,
            "near": self.near,
        }


def grade_of(gap: int, near: int) -> int:
    """Return the grade: two points for each cell of the gap and one for each near miss."""
    return 1 + sum(2 * gap + near >= step for step in STEPS)


def puzzle_of(variant: Variant, vector: Ints, player: str) -> Puzzle | None:
    """Return the puzzle in a full board for a player; None unless exactly one path is longest."""
    size = int(variant.geometry[SIZE])
    cells = np.zeros(size * size, dtype=np.int64)
    found = np.zeros(SURVEY, dtype=np.int64)
    look = compiled(survey) if is_big(variant) else survey
    look(variant.geometry, vector.copy(), variant.players.index(player) + 1, cells, found)
    if found[BEST] != 1:
        return None
    path = path_of(variant, cells[: found[STONES]].tolist())
    return Puzzle(variant, vector, player, path, int(found[LENGTH] - found[SHORT]), int(found[NEAR]))


def puzzle(variant: Variant, grade: int, seed: int) -> Puzzle:
    """Return a puzzle of this grade, the same for the same seed: the first among the ends of random games.

    Raises OptionError for a grade or a board that there is not, or where TRIES boards hold none.
    """
    size = int(variant.geometry[SIZE])
    if not 1 <= grade <= GRADES:
        raise OptionError("puzzle.grade", say("grade must be {allowed}", option="grade", allowed=f"1 to {GRADES}"))
    if size > LARGEST:
        raise OptionError(
            "puzzle.size", say("a puzzle's size must be {allowed}", option="size", allowed=f"at most {LARGEST}")
        )
    variant = variant.game.variant({**variant.options, "ending": "solve"})
    rng = seeded(seed)
    play = compiled(finish_game) if is_big(variant) else finish_game
    for _ in range(TRIES):
        vector = variant.start()
        play(variant.geometry, vector, rng)
        found = puzzle_of(variant, vector, variant.players[draw(rng, 2)])
        if found is not None and found.grade == grade:
            return found
    raise OptionError(
        "puzzle.none",
        say(
            "no board of grade {grade} was found among {tries}; a larger board may hold one",
            option="grade",
            grade=grade,
            tries=TRIES,
        ),
    )

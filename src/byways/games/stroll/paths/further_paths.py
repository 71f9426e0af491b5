"""The lexicographically greatest series of paths: the first as long as possible, then the second, and so on.

Many longest paths may leave different stones for what follows, so a series is kept as all the *choices* that are still
as good as the best: each a row with two words a stone, first the number of the path that the stone is on (0: on
none), then its place on that path. A choice that leaves some stones, and no others, of what another leaves can never
do better and is dropped. Where stones fall into groups that do not see each other, the longest path is taken from one
group only: the others' are as long and still to be had.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from byways.games.stroll.board import SIZE
from byways.games.stroll.paths.longest_path import (
    FRAMES,
    LEVEL,
    OUT_OF_BUDGET,
    new_search,
    next_path,
    not_longer,
    read_path,
)
from byways.games.stroll.paths.sight_lines import END, TO, Table, copy_rows, sight
from byways.games.stroll.paths.small_sides import (
    COUNTERS,
    JUDGED,
    WORDS,
    begin_small_side,
    next_of_small_side,
    read_small_side,
    second_of_small_side,
)
from byways.kernels import Ints, Wide, always_inline, helper, kernel

Search: TypeAlias = tuple[Table, Table, Table, Wide, Wide]
"""(roads, clashes, work, small, counters): a search of `longest_path`, or of `small`, where the tables are empty."""

BARRED = -1  # in a choice: the stone is on no path, and never will be
_ANY = 1_000_000  # longer than any path
_HEAD_START = 10  # frames in which a search for a long path goes as far as it gets

# Words of a report of `longest_path`.
STONES = 0  # on the path
BOUND = 1  # no path is longer; the length itself where it is proved to be the longest
WORK = 2  # frames judged
REPORT = 3


@helper
def first_choice(stones: Wide, barred: Ints) -> Table:
    """Return the choices before the first path: one, with no path. Stones on `barred` cells will be on none."""
    choices = np.zeros((1, 2 * stones.size), dtype=np.int64)
    for v in range(stones.size):
        if barred[stones[v]] != 0:
            choices[0, v] = BARRED
    return choices


@helper
def longest(roads: Table, clashes: Table, choices: Table, at_least: int, enough: int) -> int:
    """Return the length of the longest path that a choice leaves, or 0 where none is at least so long.

    Any that is longer than `enough` will do.
    """
    stones = roads.shape[0] // 8
    best = 0
    for i in range(choices.shape[0]):
        work, counters = new_search(roads, clashes, choices[i, :stones])
        while best <= enough:
            found = next_path(roads, clashes, work, counters, choices[:0], max(at_least, best + 1), 0)
            if found == 0:
                break
            best = found
    return best


@helper
def bar_others(roads: Table, barred: Wide, stone: int) -> None:
    """Bar every stone that is not in the group of this one; the groups are those of the stones not barred."""
    stack = np.empty(barred.size, dtype=np.int64)
    inside = np.zeros(barred.size, dtype=np.int64)
    stack[0] = stone
    inside[stone] = 1
    top = 1
    while top > 0:
        top -= 1
        v = stack[top]
        for i in range(8 * v, roads[8 * v, END]):
            w = roads[i, TO]
            if barred[w] == 0 and inside[w] == 0:
                inside[w] = 1
                stack[top] = w
                top += 1
    for v in range(barred.size):
        if inside[v] == 0:
            barred[v] = 1


@helper
def leaves_no_more(one: Wide, other: Wide, stones: int) -> bool:
    """Return whether each stone that the choice `one` leaves is left by `other` too."""
    for v in range(stones):
        if one[v] == 0 and other[v] != 0:
            return False
    return True


@helper
def copy_choice(choice: Wide, out: Wide) -> None:
    """Copy a row."""
    for i in range(choice.size):
        out[i] = choice[i]


@helper
def insert_choice(choices: Table, count: int, choice: Wide, stones: int) -> int:
    """Add a choice to the first `count` unless one of them leaves as much, and drop those that it surpasses."""
    for i in range(count):
        if leaves_no_more(choice, choices[i], stones):
            return count
    kept = 0
    for i in range(count):
        if not leaves_no_more(choices[i], choice, stones):
            copy_choice(choices[i], choices[kept])
            kept += 1
    copy_choice(choice, choices[kept])
    return kept + 1


@helper
def with_room(choices: Table, count: int) -> Table:
    """Return the choices, in a longer table if the `count` there are fill it."""
    if count < choices.shape[0]:
        return choices
    longer = np.empty((2 * count, choices.shape[1]), dtype=np.int64)
    copy_rows(choices, longer)
    return longer


@helper
def continued(roads: Table, clashes: Table, choice: Wide, level: int, length: int) -> Table:
    """Return the choices that add to one a path of this length, the longest that it leaves; none if it leaves none."""
    stones = roads.shape[0] // 8
    path = np.empty(stones, dtype=np.int64)
    found = np.empty((4, 2 * stones), dtype=np.int64)
    count = 0
    goal = 1
    barred = choice[:stones].copy()
    work, counters = new_search(roads, clashes, barred)
    while next_path(roads, clashes, work, counters, found[:count], length, 0) > 0:
        longer = choice.copy()
        for place in range(read_path(work, counters, path)):
            longer[path[place]] = level
            longer[stones + path[place]] = place + 1
        found = with_room(found, count)
        count = insert_choice(found, count, longer, stones)
        if goal == 1:
            bar_others(roads, barred, int(path[0]))
        # With 1, 2, 4, … known paths begin anew, so that they bound the search from its root on.
        if count >= goal:
            goal = 2 * count
            work, counters = new_search(roads, clashes, barred)
            counters[LEVEL] = level
    return found[:count]


@helper
def branch(roads: Table, clashes: Table, choices: Table, level: int, length: int) -> Table:
    """Return the choices after path number `level`, which has this length, the longest that any of `choices` leaves."""
    stones = roads.shape[0] // 8
    found = np.empty((4, 2 * stones), dtype=np.int64)
    count = 0
    for i in range(choices.shape[0]):
        more = continued(roads, clashes, choices[i], level, length)
        for j in range(more.shape[0]):
            found = with_room(found, count)
            count = insert_choice(found, count, more[j], stones)
    return found[:count]


@always_inline
def begin(geometry: Ints, state: Ints, mark: int) -> Search:
    """Begin a search for the longest path of one side, `mark` 1 or 2, in words if there are few stones."""
    none = np.empty((0, 0), dtype=np.int64)
    small = np.empty(WORDS, dtype=np.int64)
    counters = np.empty(COUNTERS, dtype=np.int64)
    if begin_small_side(geometry, state, mark, np.zeros(int(geometry[SIZE]) ** 2, dtype=np.int16), small, counters):
        return none, none, none, small, counters
    stones, roads, clashes = sight(geometry, state, mark)
    work, counters = new_search(roads, clashes, np.zeros(stones.size, dtype=np.int64))
    return roads, clashes, work, small[:0], counters


@always_inline
def go_on(roads: Table, clashes: Table, work: Table, small: Wide, counters: Wide, at_least: int, frames: int) -> int:
    """Go on until a path of at least this length is met or so many frames are judged in all (0: no limit).

    Return its length, 0 where there is none, or OUT_OF_BUDGET.
    """
    if small.size > 0:
        return next_of_small_side(small, counters, at_least, frames)
    return next_path(roads, clashes, work, counters, clashes[:0], at_least, frames)


@always_inline
def grow(roads: Table, clashes: Table, work: Table, small: Wide, counters: Wide, frames: int) -> int:
    """Search until so many frames are judged; return the longest length met."""
    length = 0
    while True:
        found = go_on(roads, clashes, work, small, counters, length + 1, frames)
        if found <= 0:
            return length
        length = found


@helper
def race(geometry: Ints, state: Ints) -> tuple[int, int]:
    """Return 1 if White has the longer longest path, 2 if Black has, 0 if they are equal; then also their length.

    The side that is behind searches on until it is ahead: how long the longer of the two is need not be proved.
    """
    roads, clashes, work, small, counters = begin(geometry, state, 1)
    other_roads, other_clashes, other_work, other_small, other_book = begin(geometry, state, 2)
    one = grow(roads, clashes, work, small, counters, _HEAD_START)
    two = grow(other_roads, other_clashes, other_work, other_small, other_book, _HEAD_START)
    while True:
        if one < two:
            one = go_on(roads, clashes, work, small, counters, two, 0)
            if one == 0:
                return 2, 0
        elif two < one:
            two = go_on(other_roads, other_clashes, other_work, other_small, other_book, one, 0)
            if two == 0:
                return 1, 0
        else:
            one = max(one, go_on(roads, clashes, work, small, counters, two + 1, 0))
            if one == two:
                two = max(two, go_on(other_roads, other_clashes, other_work, other_small, other_book, one + 1, 0))
                if one == two:
                    return 0, one


@helper
def compare(geometry: Ints, state: Ints) -> int:
    """Return 1 if White's series is the greater, 2 if Black's is, 0 if they are equal; solve only as much as needed."""
    winner, length = race(geometry, state)
    if winner != 0 or length == 0:
        return winner
    white, black = second(geometry, state, 1, length), second(geometry, state, 2, length)
    if white < 0 or black < 0 or white == black:
        return compare_on(geometry, state, length)
    return 1 if white > black else 2


@helper
def second(geometry: Ints, state: Ints, mark: int, length: int) -> int:
    """Return the length of one side's second path, its first having this length, if that is found quickly, else -1."""
    small = np.empty(WORDS, dtype=np.int64)
    counters = np.empty(COUNTERS, dtype=np.int64)
    if begin_small_side(geometry, state, mark, np.zeros(int(geometry[SIZE]) ** 2, dtype=np.int16), small, counters):
        return second_of_small_side(small, counters, length)
    return -1


@helper
def compare_on(geometry: Ints, state: Ints, length: int) -> int:
    """Return the result of `compare` if both sides' longest paths have this length."""
    barred = np.zeros(int(geometry[SIZE]) ** 2, dtype=np.int16)
    white_stones, white_roads, white_clashes = sight(geometry, state, 1)
    black_stones, black_roads, black_clashes = sight(geometry, state, 2)
    white, black = first_choice(white_stones, barred), first_choice(black_stones, barred)
    level = 1
    winner = 0
    while winner == 0 and length > 0:
        white = branch(white_roads, white_clashes, white, level, length)
        black = branch(black_roads, black_clashes, black, level, length)
        level += 1
        length = longest(white_roads, white_clashes, white, 1, _ANY)
        other = longest(black_roads, black_clashes, black, max(length, 1), length)
        if length != other:
            winner = 1 if length > other else 2
    return winner


@helper
def length_soon(geometry: Ints, state: Ints, mark: int, frames: int) -> int:
    """Return the length of the longest path of a side found within so many frames."""
    roads, clashes, work, small, counters = begin(geometry, state, mark)
    return grow(roads, clashes, work, small, counters, frames)


@helper
def compare_soon(geometry: Ints, state: Ints, frames: int) -> int:
    """Return the result of `compare` by the first paths found within so many frames."""
    lead = length_soon(geometry, state, 1, frames) - length_soon(geometry, state, 2, frames)
    return 1 if lead > 0 else 2 if lead < 0 else 0


@kernel
def best_series(geometry: Ints, state: Ints, mark: int, barred: Ints, most: int, out: Ints) -> int:
    """Write the best series of the side `mark`, 1 or 2, up to path number `most`; return how many paths it has.

    Stones on cells c with barred[c] != 0 are on no path. `out` has two words a cell, both 0 off the paths: the number
    of the path, counted from 1, then, n * n words later, the place on it, counted from 1. The cost grows steeply with
    the stones: see `byways.games.stroll.paths.best_paths`.
    """
    n = int(geometry[SIZE])
    stones, roads, clashes = sight(geometry, state, mark)
    choices = first_choice(stones, barred)
    level = 0
    while level < most:
        length = longest(roads, clashes, choices, 1, _ANY)
        if length == 0:
            break
        level += 1
        choices = branch(roads, clashes, choices, level, length)
    out[:] = 0
    for v in range(stones.size):
        out[stones[v]] = max(choices[0, v], 0)
        out[n * n + stones[v]] = choices[0, stones.size + v]
    return level


@helper
def _longest_of_small_side(small: Wide, counters: Wide, out: Ints, report: Wide) -> int:
    """Return the result of `longest_path` for a side with few stones."""
    best = count = 0
    while True:
        found = next_of_small_side(small, counters, best + 1, 0)
        if found == 0:
            break
        best = found
        count = read_small_side(small, counters, out)
    report[STONES], report[WORK], report[BOUND] = count, counters[JUDGED], best
    return best


@kernel
def longest_path(geometry: Ints, state: Ints, mark: int, barred: Ints, budget: int, out: Ints, report: Wide) -> int:
    """Return the length of the longest path of the side `mark`, 1 or 2; 0 without stones.

    With a `budget` of frames other than 0 it is the longest found within. Stones on cells c with barred[c] != 0 are on
    no path. The path's cells are written to `out`, from end to end, and to `report` what its words say.
    """
    if budget == 0:
        small = np.empty(WORDS, dtype=np.int64)
        small_counters = np.empty(COUNTERS, dtype=np.int64)
        if begin_small_side(geometry, state, mark, barred, small, small_counters):
            return _longest_of_small_side(small, small_counters, out, report)
    stones, roads, clashes = sight(geometry, state, mark)
    path = np.empty(stones.size, dtype=np.int64)
    choice = first_choice(stones, barred)
    known = choice[:0]
    work, counters = new_search(roads, clashes, choice[0, : stones.size])
    best = count = 0
    while True:
        found = next_path(roads, clashes, work, counters, known, best + 1, budget)
        if found <= 0:
            break
        best = found
        count = read_path(work, counters, path)
    for i in range(count):
        out[i] = stones[path[i]]
    report[STONES] = count
    report[WORK] = counters[FRAMES]
    report[BOUND] = not_longer(roads, clashes, work, counters, known, best) if found == OUT_OF_BUDGET else best
    return best

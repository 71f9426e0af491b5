"""A search for the longest path that can be watched, stopped and taken up again, for boards that take long.

search = drive(PathSearch(state, "white"), Budget(seconds=10), stop=cancelled.is_set)
search.path, search.bound, search.proved
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from byways.games.stroll.paths.best_paths import Path, is_big, path_of
from byways.games.stroll.paths.degree_bounds import COLUMNS
from byways.games.stroll.paths.longest_path import (
    COUNTERS,
    FRAMES,
    OUT_OF_BUDGET,
    begin_search,
    next_path,
    not_longer,
    read_path,
)
from byways.games.stroll.paths.sight_lines import ROAD, copy_rows, sight
from byways.kernels import Ints, Kernel, Rows, Wide, compiled, kernel
from byways.rules.position import Position
from byways.search.driver import Stepwise

ABOVE_EVERY = 5  # steps: one of so many is a search from above

# Words of the sizes that `begin` reports.
STONES, CONNECTIONS, COLUMNS_OF_CLASHES = 0, 1, 2
# Words of a report of `search_on`.
BEST, COUNT, OVER = 0, 1, 2


@kernel
def begin(
    geometry: Ints,
    state: Ints,
    mark: int,
    cells: Wide,
    roads: Rows,
    clashes: Rows,
    work: Rows,
    counters: Wide,
    sizes: Wide,
) -> int:
    """Write the beginning of a search to arrays of zeros; 0 where they do not have the sizes reported.

    `cells` gets the stones' cells.
    """
    stones, own_roads, own_clashes = sight(geometry, state, mark)
    sizes[STONES], sizes[CONNECTIONS], sizes[COLUMNS_OF_CLASHES] = stones.size, *own_clashes.shape
    if roads.shape[0] != own_roads.shape[0] or clashes.shape != own_clashes.shape:
        return 0
    for v in range(stones.size):
        cells[v] = stones[v]
    copy_rows(own_roads, roads)
    copy_rows(own_clashes, clashes)
    begin_search(roads, clashes, np.zeros(stones.size, dtype=np.int64), work, counters)
    return 1


@kernel
def search_on(roads: Rows, clashes: Rows, work: Rows, counters: Wide, frames: int, path: Wide, report: Wide) -> None:
    """Search on for so many frames; keep the longest path in `path`, its length and its stones' number in `report`."""
    last = counters[FRAMES] + frames
    known = clashes[:0]
    while report[OVER] == 0:
        found = next_path(roads, clashes, work, counters, known, report[BEST] + 1, last)
        if found == OUT_OF_BUDGET:
            return
        if found == 0:
            report[OVER] = 1
        else:
            report[BEST], report[COUNT] = found, read_path(work, counters, path)


@kernel
def bound_left(roads: Rows, clashes: Rows, work: Rows, counters: Wide, best: int) -> int:
    """Return a length that no path exceeds, where `best` is the longest found; ends the search in these arrays."""
    return not_longer(roads, clashes, work, counters, clashes[:0], best)


class _Search:
    """The arrays of one search, which looks for paths longer than `floor`."""

    def __init__(self, arrays: Sequence[NDArray[np.int64]], floor: int, machine: bool) -> None:
        self.arrays = [array.copy() for array in arrays]
        self.path = np.zeros(arrays[0].shape[0] // 8, dtype=np.int64)
        self.report = np.array([floor, 0, 0], dtype=np.int64)
        self.code: Kernel = compiled(search_on) if machine else search_on

    @property
    def steps(self) -> int:
        return int(self.arrays[-1][FRAMES])

    def go_on(self, frames: int) -> bool:
        """Search on for so many frames; return whether it is over."""
        self.code(*self.arrays, frames, self.path, self.report)
        return bool(self.report[OVER])


class PathSearch(Stepwise):
    """The longest path of one player's stones on a board, as far as it is known. Claims do not matter.

    It searches from below, for a path longer than the best so far, and now and then from above, where it tries to show
    that none is nearly as long as the bound: such a search ends sooner.
    """

    def __init__(self, state: Position, player: str) -> None:
        variant = state.variant
        self._variant = variant
        self._machine = is_big(variant)
        mark = state.players.index(player) + 1
        sizes = np.zeros(3, dtype=np.int64)
        fits = 0
        while not fits:
            stones = int(sizes[STONES])
            connections = int(sizes[CONNECTIONS])
            self._cells = np.zeros(stones, dtype=np.int64)
            roads = np.zeros((8 * stones, ROAD), dtype=np.int64)
            clashes = np.zeros((connections, int(sizes[COLUMNS_OF_CLASHES])), dtype=np.int64)
            work = np.zeros((max(stones + 2, connections), COLUMNS), dtype=np.int64)
            arrays = roads, clashes, work, np.zeros(COUNTERS, dtype=np.int64)
            fits = self._code(begin)(variant.geometry, state.vector.copy(), mark, self._cells, *arrays, sizes)
        self._arrays = arrays
        self._below = _Search(arrays, 0, self._machine)
        self._above: _Search | None = None
        self._best = self._below
        self._turns = self._steps_above = 0
        self.bound: int = self._code(bound_left)(*(array.copy() for array in arrays), 0)
        """No path is longer."""

    @property
    def length(self) -> int:
        """The length of the longest path found so far."""
        return int(self._best.report[BEST])

    @property
    def path(self) -> Path:
        """The longest path found so far; without stones the empty one."""
        return path_of(self._variant, self._cells[self._best.path[: self._best.report[COUNT]]].tolist())

    @property
    def proved(self) -> bool:
        """Return whether no path is longer than the one found."""
        return self.length == self.bound

    @property
    def steps(self) -> int:
        """Steps of the search so far."""
        return self._below.steps + self._steps_above + (self._above.steps if self._above else 0)

    @property
    def done(self) -> bool:
        return self.proved

    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Search on for so many frames."""
        before = self.steps
        if self.proved:
            return 0
        self._turns += 1
        if self._turns % ABOVE_EVERY:
            self._from_below(simulations)
        else:
            self._from_above(simulations)
        return self.steps - before

    def _from_below(self, frames: int) -> None:
        if self._below.go_on(frames):
            self.bound = int(self._below.report[BEST])
        self._take(self._below)

    def _from_above(self, frames: int) -> None:
        """Search on for a path a little shorter than the bound; one that is found goes to the search from below."""
        if self._above is None:
            aim = self.bound - max(1, (self.bound - self.length) // 8)
            self._above = _Search(self._arrays, aim, self._machine)
        above = self._above
        over = above.go_on(frames)
        self._take(above)
        if over:
            self.bound = int(above.report[BEST])
            self._steps_above += above.steps
            self._above = None

    def _take(self, search: _Search) -> None:
        """Remember a path that is the longest so far, and let the search from below look for longer ones."""
        if search.report[COUNT] and search.report[BEST] > self.length:
            self._best = search
            self._below.report[BEST] = max(self._below.report[BEST], search.report[BEST])

    def _code(self, function: Kernel) -> Kernel:
        return compiled(function) if self._machine else function

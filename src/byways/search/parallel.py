"""Root parallelism: one tree a thread from the same position, added up when an answer is wanted.

Threads share nothing while they search (Chaslot, Winands and van den Herik, 2008, found that it costs little), so two
of them do twice the simulations; machine code holds no lock that Python's own would wait for. Reading the
trees waits until no thread works; each has its own share of the simulations, so that seed and simulations decide the
answer here too.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Sequence

import numpy as np

from byways.kernels import Reals, Rows, Wide, compiled, helper, kernel
from byways.kernels.rng import draw, seeded
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE
from byways.search.answer import Analysis
from byways.search.driver import Search
from byways.search.mcts import DEEPEST
from byways.search.montecarlo import MonteCarlo
from byways.search.search_tree import (
    ACTION,
    FIRST,
    HEARD,
    MEGABYTES,
    PROOF,
    ROOT,
    RUMOUR,
    SQUARES,
    TOTAL,
    VISITS,
    WIDTH,
    Tree,
)
from byways.workers.call import CallThread

_SHARE_OF_SUM = 0.125  # of the memory, for the trees added up; only their upper part is asked for


class Parallel(Search):
    """A Monte Carlo tree search in several threads, as `MonteCarlo` otherwise; `megabytes` are for all together.

    `trees`, one a thread, may serve many searches in turn; new memory costs its first search up to a fifth.
    """

    size = 64

    def __init__(
        self,
        state: Position,
        parameters: Reals,
        *,
        threads: int,
        seed: int | None = None,
        megabytes: float = MEGABYTES,
        trees: Sequence[Tree] | None = None,
    ) -> None:
        seeds = seeded(time.time_ns() if seed is None else seed)
        room = megabytes * (1 - _SHARE_OF_SUM) / threads
        trees = trees or [Tree.with_memory(room) for _ in range(threads)]
        self.searches = [
            MonteCarlo(state, parameters, seed=draw(seeds, 1 << 62), tree=tree) for tree in trees[:threads]
        ]
        self.variant = state.variant
        self.total = MonteCarlo(state, parameters, seed=0, tree=Tree.with_memory(megabytes * _SHARE_OF_SUM))
        self._asked = 0
        self._most: int | None = None

    @property
    def simulations(self) -> int:
        """Simulations so far, of all threads."""
        return sum(search.simulations for search in self.searches)

    @property
    def done(self) -> bool:
        """Whether the value is proved: in one tree, or in all where each has its share of the simulations."""
        proved = (search.done for search in self.searches)
        return any(proved) if self.budget.simulations is None else all(proved)

    def prepare(self) -> None:
        compiled(add)
        for search in self.searches:
            search.prepare()
        self._most = None if self.budget.simulations is None else self._asked + self.budget.simulations

    @functools.cached_property
    def _workers(self) -> list[CallThread]:
        return [CallThread() for _ in self.searches]

    @property
    def _ahead(self) -> int:
        """Steps that some worker was asked for and not waited for: an interrupt may come between two workers."""
        return max(worker.pending for worker in self._workers)

    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Keep a step ahead of what is waited for, so that no thread waits for another."""
        while self._ahead < 2 and self._ask(simulations):
            pass
        return self._collect()

    def _ask(self, simulations: int) -> bool:
        """Ask all threads for their shares of so many simulations; False where no more are wanted."""
        goal = self._asked + simulations if self._most is None else min(self._asked + simulations, self._most)
        if goal == self._asked:
            return False
        before, after = (_shares(n, len(self.searches)) for n in (self._asked, goal))
        for worker, search, a, b in zip(self._workers, self.searches, before, after, strict=True):
            worker.ask(search.step, b - a)
        self._asked = goal
        return True

    def _collect(self) -> int:
        """Wait for the first step that was asked for and not waited for."""
        ahead = self._ahead
        return sum(worker.answer() for worker in self._workers if 0 < worker.pending == ahead)

    def analysis(self) -> Analysis:
        """Add up the trees, when no thread works in one, and return what they say together."""
        while self._ahead:
            self._collect()
        total = self.total
        total.tree.plant(int(total.root[TO_MOVE]))
        room = np.empty((2, len(total.tree.ints)), dtype=np.int64)
        spot = np.empty(total.variant.num_actions, dtype=np.int64)
        used = 1
        for search in self.searches:
            used = compiled(add)(search.tree, total.tree, used, room, spot)
        total.counters[DEEPEST] = max(search.counters[DEEPEST] for search in self.searches)
        total.seconds = self.seconds
        return total.analysis()


def _shares(simulations: int, threads: int) -> list[int]:
    """Return the simulations of each thread, as equal as can be."""
    return [simulations // threads + (i < simulations % threads) for i in range(threads)]


@kernel
def add(tree: Tree, total: Tree, used: int, room: Rows, spot: Wide) -> int:
    """Add a tree to another one of which `used` nodes are in use, from the root down while there is room.

    Return how many are in use then. `room` is for the pairs of nodes that are still to be added, two rows as long as
    the other tree; `spot` has a word for every action.
    """
    ints = tree.ints
    longs = tree.longs
    to_ints = total.ints
    to_longs = total.longs
    room[0, 0] = ROOT
    room[1, 0] = ROOT
    waiting = 1
    taken = 0
    while taken < waiting:
        node = int(room[0, taken])
        to = int(room[1, taken])
        taken += 1
        _add_node(tree, node, total, to)
        first = int(longs[node, FIRST])
        width = int(longs[node, WIDTH])
        if width == 0:
            continue
        if to_longs[to, WIDTH] == 0:
            if used + width > to_ints.shape[0]:
                continue
            to_longs[to, FIRST] = used
            to_longs[to, WIDTH] = width
            for i in range(width):
                to_ints[used + i, :] = ints[first + i, :]
                to_ints[used + i, PROOF] = 0
                to_longs[used + i, :] = 0
                total.reals[used + i, :] = 0.0
            used += width
        to_first = int(to_longs[to, FIRST])
        for i in range(width):
            spot[to_ints[to_first + i, ACTION]] = to_first + i
        for i in range(width):
            if longs[first + i, VISITS] > 0:
                room[0, waiting], room[1, waiting] = first + i, spot[ints[first + i, ACTION]]
                waiting += 1
    return used


@helper
def _add_node(tree: Tree, node: int, total: Tree, to: int) -> None:
    """Add one node's figures to another's; a proof in either tree is a proof."""
    if total.longs[to, VISITS] == 0:
        total.ints[to, :] = tree.ints[node, :]
    elif tree.ints[node, PROOF] != 0:
        total.ints[to, PROOF] = tree.ints[node, PROOF]
    for column in (VISITS, HEARD):
        total.longs[to, column] += tree.longs[node, column]
    for column in (TOTAL, RUMOUR, SQUARES):
        total.reals[to, column] += tree.reals[node, column]

"""Root parallelism: one tree a thread from the same position, added up when an answer is wanted.

Threads share nothing while they search (Chaslot, Winands and van den Herik, 2008, found that it costs little), so two
of them do twice the simulations; machine code holds no lock that Python's own would wait for. A thread waits between
two chunks of simulations while somebody looks at the trees, and each has its own share of the simulations, so that seed
and simulations decide the answer here too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager

import numpy as np

from byways.header import TO_MOVE
from byways.kernels import Grid, States, Table, Wide, compiled, helper, kernel
from byways.rng import draw, seeded
from byways.search.analysis import MEGABYTES, Analysis, Search
from byways.search.mcts import DEEPEST, DONE
from byways.search.montecarlo import CHUNK_SECONDS, MonteCarlo, next_chunk
from byways.search.tree import ACTION, FIRST, HEARD, PROOF, ROOT, RUMOUR, SQUARES, TOTAL, VISITS, WIDTH, Tree
from byways.state import State

_SHARE_OF_SUM = 0.125  # of the memory, for the trees added up; only their upper part is asked for


class Parallel:
    """A Monte Carlo tree search in several threads, as `MonteCarlo` otherwise; `megabytes` are for all together.

    `trees`, one a thread, may serve many searches in turn; new memory costs its first search up to a fifth.
    """

    def __init__(
        self,
        state: State,
        *,
        threads: int,
        knobs: Mapping[str, float] | None = None,
        seed: int | None = None,
        megabytes: float = MEGABYTES,
        trees: Sequence[Tree] | None = None,
    ) -> None:
        seeds = seeded(time.time_ns() if seed is None else seed)
        room = megabytes * (1 - _SHARE_OF_SUM) / threads
        trees = trees or [Tree.with_memory(room) for _ in range(threads)]
        self.searches = [
            MonteCarlo(state, knobs=knobs, seed=draw(seeds, 1 << 62), tree=tree) for tree in trees[:threads]
        ]
        self.sum = MonteCarlo(state, seed=0, tree=Tree.with_memory(megabytes * _SHARE_OF_SUM))
        self.seconds = 0.0
        self._gate = _Gate()

    @property
    def simulations(self) -> int:
        """Simulations so far, of all threads."""
        return sum(search.simulations for search in self.searches)

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        """Search until a limit is reached, or `stop()`; see `MonteCarlo.run`.

        Without a limit of simulations a thread that has proved the value ends all.
        """
        self.searches[0].prepare()
        began = time.perf_counter()
        end = None if seconds is None else began + seconds
        shares = [None] * len(self.searches) if simulations is None else _shares(simulations, len(self.searches))
        over = threading.Event()
        with ThreadPoolExecutor(len(self.searches)) as pool:
            jobs = [
                pool.submit(self._work, search, share, end, over)
                for search, share in zip(self.searches, shares, strict=True)
            ]
            while wait(jobs, timeout=CHUNK_SECONDS).not_done:
                if stop():
                    over.set()
                report(self)
            for job in jobs:
                job.result()
        self.seconds += time.perf_counter() - began

    def _work(self, search: MonteCarlo, left: int | None, end: float | None, over: threading.Event) -> None:
        """What one thread does: chunks of simulations, until its share is done or it is `over`."""
        chunk = 1
        while not over.is_set() and left != 0:
            if left is not None:
                chunk = min(chunk, left)
                left -= chunk
            with self._gate.inside():
                took = search.chunk(chunk)
            rest = None if end is None else end - time.perf_counter()
            late, proved = rest is not None and rest <= 0, search.book[DONE] == 1
            if late or (proved and left is None):
                over.set()
            if proved:
                return
            chunk = next_chunk(chunk, took, rest)

    def analysis(self) -> Analysis:
        """What the trees say together."""
        with self._gate.closed():
            return self._added_up()

    def _added_up(self) -> Analysis:
        total = self.sum
        total.tree.plant(int(total.root[TO_MOVE]))
        room = np.empty((2, len(total.tree.ints)), dtype=np.int64)
        spot = np.empty(total.variant.num_actions, dtype=np.int64)
        used = 1
        for search in self.searches:
            tree = search.tree
            used = compiled(add)(
                tree.ints, tree.longs, tree.reals, total.tree.ints, total.tree.longs, total.tree.reals, used, room, spot
            )
        total.book[DEEPEST] = max(search.book[DEEPEST] for search in self.searches)
        total.seconds = self.seconds
        return total.analysis()


class _Gate:
    """Lets threads work side by side, or nobody while somebody looks."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._working, self._shut = 0, False

    @contextmanager
    def inside(self) -> Iterator[None]:
        """To work in; waits while the gate is closed."""
        with self._change:
            self._change.wait_for(lambda: not self._shut)
            self._working += 1
        try:
            yield
        finally:
            with self._change:
                self._working -= 1
                self._change.notify_all()

    @contextmanager
    def closed(self) -> Iterator[None]:
        """To look in, when all who worked have come out."""
        with self._change:
            self._shut = True
            self._change.wait_for(lambda: self._working == 0)
            try:
                yield
            finally:
                self._shut = False
                self._change.notify_all()


def _shares(simulations: int, threads: int) -> list[int]:
    """The simulations of each thread, as equal as can be."""
    return [simulations // threads + (i < simulations % threads) for i in range(threads)]


@kernel("int64(States, Grid, Table, States, Grid, Table, int64, Grid, Wide)")
def add(
    ints: States, longs: Grid, reals: Table, to_ints: States, to_longs: Grid, to_reals: Table, used: int, room: Grid,
    spot: Wide,
) -> int:  # fmt: skip
    """Add a tree to another one of which `used` nodes are in use, from the root down while there is room.

    Return how many are in use then. `room` is for the pairs of nodes that are still to be added, two rows as long as
    the other tree; `spot` has a word for every action.
    """
    room[0, 0], room[1, 0] = ROOT, ROOT
    waiting, taken = 1, 0
    while taken < waiting:
        node, to = int(room[0, taken]), int(room[1, taken])
        taken += 1
        _add_node(ints, longs, reals, node, to_ints, to_longs, to_reals, to)
        first, width = int(longs[node, FIRST]), int(longs[node, WIDTH])
        if width == 0:
            continue
        if to_longs[to, WIDTH] == 0:
            if used + width > to_ints.shape[0]:
                continue
            to_longs[to, FIRST], to_longs[to, WIDTH] = used, width
            for i in range(width):
                to_ints[used + i, :] = ints[first + i, :]
                to_ints[used + i, PROOF] = 0
                to_longs[used + i, :] = 0
                to_reals[used + i, :] = 0.0
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
def _add_node(
    ints: States, longs: Grid, reals: Table, node: int, to_ints: States, to_longs: Grid, to_reals: Table, to: int
) -> None:
    """Add one node's figures to another's; a proof in either tree is a proof."""
    if to_longs[to, VISITS] == 0:
        to_ints[to, :] = ints[node, :]
    elif ints[node, PROOF] != 0:
        to_ints[to, PROOF] = ints[node, PROOF]
    for column in (VISITS, HEARD):
        to_longs[to, column] += longs[node, column]
    for column in (TOTAL, RUMOUR, SQUARES):
        to_reals[to, column] += reals[node, column]

"""Iterative deepening around the alpha-beta search: deeper and deeper until time or nodes run out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from byways.errors import OptionError
from byways.header import PART, TO_MOVE
from byways.kernels import Ints, compiled
from byways.search import alphabeta as ab
from byways.search.analysis import Analysis, Choice, Search
from byways.search.clock import now
from byways.search.montecarlo import next_chunk
from byways.state import State

DEEPEST = 120  # actions below the root
_CHUNK, _LEAST = 4_096, 16  # nodes between looks at the clock, at most and at least
_SETTLING = 4  # depths whose values say how settled the last one is
_BYTES_AN_ENTRY = 16
_FIRST_SLOTS = 1 << 15  # of a table that grows with the nodes, for clearing a large one takes long
_GROWTH = 4


class Deepening:
    """An alpha-beta search from one state of a two-player game without dice.

    What it calls proved is so with the whole history. A win never rests on a repetition, so from its position it is won
    in ever fewer actions and passes through no position twice; and a position that one more visit would draw is worth 0
    at every visit, and so is in the table as no win. That holds for the table of one root, so each root has its own.

    Its table grows to `megabytes` and no further; for a moment, while it grows, as much again may be needed.
    `parts`: bits of `alphabeta.PARTS`, to see what the search is worth without one. Raises OptionError for games that
    are not of two players without dice.
    """

    def __init__(self, state: State, *, megabytes: float = 64.0, parts: int = ab.ALL) -> None:
        if len(state.players) != 2 or state.variant.game.dice:
            raise OptionError(
                "search.alphabeta",
                "alpha-beta plays {allowed} only",
                option="method",
                allowed="games of two players without dice",
            )
        self.state = state
        self.parts = parts
        self.variant = state.variant
        v = self.variant
        rows = DEEPEST + 1
        self.most_slots = 1 << max(10, int(np.log2(megabytes * 2**20 / _BYTES_AN_ENTRY)))
        self.states = np.zeros((rows, v.width), dtype=np.int16)
        self.moves = np.zeros((rows, v.num_actions), dtype=np.int16)
        self.promise = np.zeros((rows, v.num_actions), dtype=np.int64)
        self.frames = np.zeros((rows, ab.FRAME), dtype=np.int64)
        self.book = np.zeros(ab.BOOK, dtype=np.int64)
        self.table = np.zeros(2 * min(_FIRST_SLOTS, self.most_slots), dtype=np.uint64)
        self.hashes = np.zeros(rows, dtype=np.uint64)
        self.history = np.zeros(2 * v.num_actions, dtype=np.int64)
        known = state.line if v.repetition else ()
        self.line = np.array([*known, *([0] * (rows + 1))], dtype=np.uint64)
        self.first_key = max(len(known) - 1, 0)
        self.seconds = 0.0
        self.depth = 0
        self.value = 0
        self.best: int | None = None
        self.values: list[int] = []  # after each depth

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self.book[ab.NODES])

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        depth: int = DEEPEST,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        """Search deeper until a limit is reached (`simulations` are positions here), or all is proved, or `stop()`."""
        k = self.variant.kernels
        rules = (k.legal_actions, k.apply, k.outcome, k.key, k.evaluate, k.order, k.forcing)
        machine, given = compiled(ab.search), tuple(compiled(rule) for rule in rules)
        geometry, repetition = self.variant.geometry, self.variant.repetition
        began = now()

        def over() -> bool:
            if self.best is None:  # the first look at every action is short
                return False
            late = seconds is not None and now() - began >= seconds
            return late or (simulations is not None and self.nodes >= simulations) or stop()

        chunk = _LEAST
        for deeper in range(1, depth + 1):
            self._enter(deeper)
            while self.book[ab.ROW] >= 0 and not over():
                budget = self._budget(chunk, simulations)
                before = now()
                machine(*given, geometry, repetition, budget, self.parts, *self._arrays())
                left = None if seconds is None else began + seconds - now()
                chunk = max(_LEAST, min(next_chunk(budget, now() - before, left), _CHUNK))
                self._grow()
                if self.best is not None:
                    report(self)
            self._take(deeper)
            report(self)
            if over() or abs(self.value) > ab.DECIDED:
                break
        self.seconds += now() - began

    def _budget(self, chunk: int, simulations: int | None) -> int:
        """How many nodes to look at next: no more than the limit leaves, nor than the table takes before it grows, so
        that it grows after as many nodes however long they take."""
        slots = self.table.size // 2
        room = slots - self.nodes if self.nodes < slots < self.most_slots else chunk
        left = chunk if simulations is None or self.nodes >= simulations else simulations - self.nodes
        return min(chunk, room, left)

    def _arrays(self) -> tuple[object, ...]:
        values = np.zeros(len(self.variant.players))
        rows = (self.states, self.moves, self.promise, self.frames)
        return (*rows, self.book, self.line, self.hashes, self.table, self.history, values)

    def _grow(self) -> None:
        """Give the table more room when as many nodes were looked at as it has slots, as long as memory allows."""
        slots = self.table.size // 2
        if self.nodes < slots or slots >= self.most_slots:
            return
        full = self.table[self.table[1::2].repeat(2) != 0].reshape(-1, 2)
        self.table = np.zeros(2 * min(_GROWTH * slots, self.most_slots), dtype=np.uint64)
        home = (full[:, 0] & np.uint64(self.table.size // 2 - 1)).astype(np.int64)
        self.table.reshape(-1, 2)[home] = full

    def _enter(self, depth: int) -> None:
        """Prepare the root's row for a search of so many actions."""
        self.states[0] = self.state.vector
        self.frames[0] = 0
        player = int(self.states[0, TO_MOVE])
        for word, value in (
            (ab.ALPHA, -ab.INFINITE),
            (ab.BETA, ab.INFINITE),
            (ab.FLOOR, -ab.INFINITE),
            (ab.BEST, -ab.INFINITE),
            (ab.CHOSEN, -1),
            (ab.TRIED, -1),
            (ab.DEPTH, depth),
            (ab.LINE, self.first_key),
            (ab.PLAYER, player),
        ):
            self.frames[0, word] = value
        self.book[ab.ROW], self.book[ab.FRESH] = 0, 1
        self.history //= 8

    def _take(self, depth: int) -> None:
        """Take the root's best action; from an unfinished search only if it has tried the best one so far first."""
        chosen = int(self.frames[0, ab.CHOSEN])
        if chosen >= 0:
            self.best, self.value = chosen, int(self.frames[0, ab.BEST])
        if self.book[ab.ROW] < 0:
            self.depth = depth
            self.values.append(self.value)

    def analysis(self) -> Analysis:
        """What the search says."""
        proved = abs(self.value) > ab.DECIDED
        value, spread = (float(self.value > 0), 0.0) if proved else (_share(self.value), self._spread())
        line = self._line()
        choice = Choice(line[0], value, self.nodes, proved, spread, line)
        return Analysis(line[0], value, proved, line, (choice,), self.nodes, self.seconds, self.depth, spread)

    def _spread(self) -> float | None:
        """How far the value moved over the last depths; None after a single one."""
        last = [_share(value) for value in self.values[-_SETTLING:]]
        return max(last) - min(last) if len(last) > 1 else None

    def _line(self) -> tuple[str, ...]:
        """The line that the table holds, at least one whole turn long."""
        turns: list[str] = []
        state = self.state
        vector: Ints = state.vector
        actions: list[int] = []
        action = self.best
        seen: set[int] = set()
        while action is not None and len(turns) < DEEPEST:
            legal = self.variant.legal_actions(vector)
            if action not in legal:
                break
            actions.append(action)
            vector = self.variant.apply(vector, action)
            if vector[PART] == 0:
                state = state.apply_unchecked(actions)
                turns.append(str(state.turn))
                vector, actions = state.vector, []
            if state.to_move is None:
                break
            action = self._known(vector)
            if action is None and actions:
                action = self.variant.legal_actions(vector)[0]
            key = int(self.variant.kernels.key(self.variant.geometry, vector))
            if key in seen:
                break
            seen.add(key)
        return tuple(turns)

    def _known(self, vector: Ints) -> int | None:
        """The action that the table has for a position."""
        hashed = self.variant.kernels.key(self.variant.geometry, vector)
        slot = int(ab.find(self.table, np.uint64(hashed)))
        action = ab.action_of(ab.entry_at(self.table, slot)) if slot >= 0 else -1
        return action if action >= 0 else None


def _share(value: int) -> float:
    """An estimate as a share of the points, 0 to 1."""
    return 0.5 + 0.5 * max(-1.0, min(1.0, value / ab.EVALUATED))

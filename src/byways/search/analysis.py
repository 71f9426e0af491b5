"""What a search says of a position: `byways.analyse`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from byways.errors import OptionError
from byways.header import PART, TO_MOVE
from byways.kernels import compiled
from byways.rng import seeded
from byways.search.mcts import BOOK, DEEPEST, USED, simulate
from byways.search.random_game import rules_of
from byways.search.tree import ROOT, Tree
from byways.state import State

EXPLORATION = 0.7
MEGABYTES = 256.0
LEVELS = range(1, 11)
_CHUNK_SECONDS = 0.02  # between looks at the clock and at `stop`


@dataclass(frozen=True)
class Choice:
    """One turn that was looked at."""

    turn: str
    value: float
    """The mean result for the player to move, from 0 (lost) to 1 (won)."""
    visits: int


@dataclass(frozen=True)
class Analysis:
    """What is known of a position after a search."""

    best: str | None
    """The best turn found; None where dice are to be rolled or the game is over."""
    value: float
    """The value for the player to move (player 1 where dice are to be rolled), from 0 (lost) to 1 (won)."""
    proved: bool
    """Whether `value` is the true value; otherwise it is an estimate."""
    line: tuple[str, ...]
    """The turns that the search expects, `best` first."""
    choices: tuple[Choice, ...]
    """The turns that were looked at: the best, then by visits."""
    simulations: int
    seconds: float
    depth: int
    """How many actions below the position the tree reaches."""


class Search:
    """A Monte Carlo tree search from one state. A `tree` whose memory is handed in may serve many searches in turn."""

    def __init__(self, state: State, *, seed: int | None = None, tree: Tree | None = None) -> None:
        self.state = state
        self.variant = state.variant
        self.root = state.vector.copy()
        self.tree = tree or Tree.with_memory(MEGABYTES)
        self.tree.plant(int(self.root[TO_MOVE]))
        self.rng = seeded(time.time_ns() if seed is None else seed)
        self.book = np.zeros(BOOK, dtype=np.int64)
        self.book[USED] = 1
        self.line = np.array(state.line if self.variant.repetition else (), dtype=np.uint64)
        self.simulations = 0
        self.seconds = 0.0

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        """Search until a limit is reached or `stop()` is true; `report` is called between chunks of simulations."""
        machine = compiled(simulate)
        rules = (*rules_of(self.variant), compiled(self.variant.kernels.playout))
        began = time.perf_counter()
        chunk = 1
        done = 0
        while True:
            if simulations is not None:
                chunk = min(chunk, simulations - done)
            before = time.perf_counter()
            machine(
                *rules,
                self.variant.geometry,
                self.root,
                self.variant.num_actions,
                self.variant.repetition,
                self.line,
                len(self.variant.players),
                *self.tree.arrays,
                self.book,
                chunk,
                EXPLORATION,
                self.rng,
            )
            now = time.perf_counter()
            done += chunk
            self.simulations += chunk
            over = stop() or (seconds is not None and now - began >= seconds)
            if over or (simulations is not None and done >= simulations):
                break
            report(self)
            chunk = _next_chunk(chunk, now - before, None if seconds is None else seconds - (now - began))
        self.seconds += time.perf_counter() - began

    def analysis(self) -> Analysis:
        """What the tree says now."""
        depth = int(self.book[DEEPEST])
        if self.root[TO_MOVE] < 0:
            value = float(self.tree.total[ROOT] / max(self.tree.visits[ROOT], 1))
            return Analysis(None, value, False, (), (), self.simulations, self.seconds, depth)
        best = self._best()
        others = tuple(choice for choice in self._choices() if choice.turn != best.turn)
        line = self._line()
        line = line if line[:1] == (best.turn,) else (best.turn,)
        return Analysis(best.turn, best.value, False, line, (best, *others), self.simulations, self.seconds, depth)

    def _best(self) -> Choice:
        """The turn of most visits, action by action. Legal actions complete a turn in which the tree ends."""
        node, vector = ROOT, self.root
        actions: list[int] = []
        while (not actions or vector[PART] > 0) and (seen := self._visited(node)):
            node = max(seen, key=lambda child: self.tree.visits[child])
            actions.append(int(self.tree.action[node]))
            vector = self.variant.apply(vector, actions[-1])
        value, visits = (self.tree.value(node), int(self.tree.visits[node])) if actions else (0.5, 0)
        while not actions or vector[PART] > 0:
            visits = 0
            actions.append(self.variant.legal_actions(vector)[0])
            vector = self.variant.apply(vector, actions[-1])
        return Choice(self.state.write(actions), value, visits)

    def _visited(self, node: int) -> list[int]:
        return [child for child in self.tree.children(node) if self.tree.visits[child]]

    def _choices(self) -> tuple[Choice, ...]:
        """The turns in the tree, those with one text together."""
        found: dict[str, list[float]] = {}
        if self.root[TO_MOVE] >= 0:
            for actions, node in self._turns(ROOT, ()):
                entry = found.setdefault(self.state.write(actions), [0, 0.0])
                entry[0] += int(self.tree.visits[node])
                entry[1] += float(self.tree.total[node])
        choices = (Choice(turn, total / visits, int(visits)) for turn, (visits, total) in found.items())
        return tuple(sorted(choices, key=lambda choice: (-choice.visits, -choice.value)))

    def _turns(self, node: int, actions: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """The visited nodes where a turn from the root is complete."""
        stack = [(node, actions, self.root)]
        while stack:
            node, actions, vector = stack.pop()
            for child in self._visited(node):
                action = int(self.tree.action[child])
                after = self.variant.apply(vector, action)
                if after[PART] == 0:
                    yield (*actions, action), child
                else:
                    stack.append((child, (*actions, action), after))

    def _line(self) -> tuple[str, ...]:
        """The most visited line, as far as whole turns of it were visited more than a few times."""
        turns: list[str] = []
        state, node = self.state, ROOT
        actions: list[int] = []
        vector = state.vector
        while self.tree.width[node] and self.tree.mover[node] >= 0:
            node = max(self.tree.children(node), key=lambda child: self.tree.visits[child])
            if self.tree.visits[node] < _WORTH_TELLING:
                break
            actions.append(int(self.tree.action[node]))
            vector = self.variant.apply(vector, actions[-1])
            if vector[PART] == 0:
                state = state.apply_unchecked(actions)
                turns.append(str(state.turn))
                vector, actions = state.vector, []
                if state.to_move is None:
                    break
        return tuple(turns)


_WORTH_TELLING = 4  # visits


def _next_chunk(chunk: int, took: float, left: float | None) -> int:
    """How many simulations take about _CHUNK_SECONDS, or what is left of the time if that is less."""
    aim = _CHUNK_SECONDS if left is None else min(_CHUNK_SECONDS, left)
    return max(1, min(int(chunk * aim / max(took, 1e-6)), 4 * chunk))


def analyse(
    state: State,
    seconds: float | None = 1.0,
    level: int | None = None,
    *,
    simulations: int | None = None,
    seed: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    report: Callable[[Search], None] = lambda search: None,
    tree: Tree | None = None,
) -> Analysis:
    """Search a position, from what its player to move may know, for some seconds or simulations.

    `level` (1 to 10) limits the simulations so that the engine plays weaker. With `seed` and `simulations` (and no
    limit of time) the answer is always the same. `stop` is asked, and `report` told, about every 20 ms.
    """
    if level is not None:
        if level not in LEVELS:
            raise OptionError(
                "analyse.level", "level must be {allowed}", option="level", allowed="a whole number from 1 to 10"
            )
        simulations = min(2 ** (level + 3), simulations or 2**30)
    if state.to_move not in (None, "chance"):
        state = state.view(state.to_move)
    search = Search(state, seed=seed, tree=tree)
    if state.to_move is None:
        return _of_finished(state)
    search.run(seconds=seconds, simulations=simulations, stop=stop, report=report)
    return search.analysis()


def _of_finished(state: State) -> Analysis:
    values = np.zeros(len(state.players))
    state.variant.outcome(state.vector, values)
    return Analysis(None, float(values[0]), True, (), (), 0, 0.0, 0)

"""Driving the Monte Carlo tree search: limits, cancelling, and reading answers from the tree."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from byways.kernels import Ints, Kernel, Reals, compiled, entry_point
from byways.kernels.rng import seeded
from byways.rules import defaults
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.rules.turn_completion import complete_turn, expected_turns
from byways.search import mcts
from byways.search.answer import Analysis, Choice, answer_of
from byways.search.driver import Search
from byways.search.mcts import COUNTERS, DEEPEST, DONE, LEAF, PLAYERS, RAVE, USED, WIDEN
from byways.search.random_game import board_of, rules_of
from byways.search.search_tree import ACTION, DRAWN, MEGABYTES, MOVER, PROOF, ROOT, TOTAL, Tree

if TYPE_CHECKING:
    from byways.game import Kernels

_WORTH_TELLING = 4  # visits of a turn in the expected line
_LINES = 8  # turns of which the expected line is told


class MonteCarlo(Search):
    """A Monte Carlo tree search from one state, by the parameters of an `engines.Mcts`.

    A `tree` whose memory is handed in may serve many searches in turn. If `brief`, its answer is the best turn alone.
    """

    def __init__(
        self,
        state: Position,
        parameters: Reals,
        *,
        seed: int | None = None,
        tree: Tree | None = None,
        brief: bool = False,
    ) -> None:
        self.state = state
        self.variant = state.variant
        self.brief = brief
        self.root = state.vector.copy()
        self.tree = tree or Tree.with_memory(MEGABYTES)
        self.tree.plant(int(self.root[TO_MOVE]))
        self.parameters = parameters
        self.rng = seeded(time.time_ns() if seed is None else seed)
        self.counters = np.zeros(COUNTERS, dtype=np.int64)
        self.counters[USED] = 1
        self.counters[PLAYERS] = len(self.variant.players)
        self.line = np.array(state.line if self.variant.repetition else (), dtype=np.uint64)

    @property
    def simulations(self) -> int:
        """Simulations so far."""
        return self.tree.visits(ROOT)

    def prepare(self) -> None:
        """Have the machine code at hand, so that what it takes to load or to compile it is not taken from a search."""
        _ = self._code

    @functools.cached_property
    def _code(self) -> tuple[Kernel, mcts.Kernels]:
        kernels = mcts_kernels(self.variant.kernels, self.parameters)
        return entry_point(mcts.simulate), mcts.Kernels(rules_of(self.variant), *map(compiled, kernels))

    def step(self, simulations: int, spent: float = 0.0) -> int:
        machine, kernels = self._code
        machine(
            kernels, board_of(self.variant), self.root, self.line, self.parameters, self.tree, self.counters,
            simulations, self.rng,
        )  # fmt: skip
        return simulations

    @property
    def done(self) -> bool:
        return bool(self.counters[DONE] == 1)

    def analysis(self) -> Analysis:
        depth = int(self.counters[DEEPEST])
        if self.root[TO_MOVE] < 0:
            value = float(self.tree.reals[ROOT, TOTAL] / max(self.simulations, 1))
            spread = self.tree.spread(ROOT)
            return Analysis(None, value, False, (), (), self.simulations, self.seconds, depth, spread)
        best, proved = self._best()
        others = () if self.brief else tuple(choice for choice in self._choices() if choice.turn != best.turn)
        return replace(answer_of((best, *others), self.simulations, self.seconds, depth), proved=proved)

    def _best(self) -> tuple[Choice, bool]:
        """Return the best turn, action by action, and whether its value is proved to be the root's.

        Legal actions complete a turn in which the tree ends.
        """
        node = ROOT
        seen = True

        def choose(vector: Ints) -> int:
            nonlocal node, seen
            children = self._visited(node) if seen else []
            if not children:
                seen = False
                return self.variant.legal_actions(vector)[0]
            node = max(children, key=self._merit)
            return int(self.tree.ints[node, ACTION])

        actions, _ = complete_turn(self.variant.apply, self.root, choose)
        if seen:
            best = self._choice(actions, node, lined=not self.brief)
            return best, self._is_proved(node) or (best.proved and best.value == 1.0)
        turn = self.state.write(actions)
        return Choice(turn, 0.5 if node == ROOT else self.tree.value(node), 0, line=(turn,)), False

    def _choice(self, actions: Sequence[int], node: int, *, lined: bool) -> Choice:
        """Return what the tree knows of a whole turn that leads to a node."""
        turn = self.state.write(actions)
        line = (turn, *self._line(self.state.apply_unchecked(actions), node)) if lined else ()
        proved = bool(self.tree.ints[node, PROOF]) or self._ends(actions, node)
        spread = 0.0 if proved else self.tree.spread(node)
        return Choice(turn, self.tree.value(node), self.tree.visits(node), proved, spread, line)

    def _ends(self, actions: Sequence[int], node: int) -> bool:
        """Return whether these actions, which lead to a node, end the game with a result that is known exactly."""
        if self.tree.ints[node, MOVER] != NOBODY:
            return False
        values = np.empty(len(self.variant.players))
        return self.variant.outcome(self.variant.apply_all(self.root, actions), values) >= 0

    def _merit(self, node: int) -> tuple[int, int, float]:
        """Proved wins first, then visits, then values; proved losses last."""
        proof = int(self.tree.ints[node, PROOF])
        value = self.tree.value(node)
        decided = proof not in (0, DRAWN)
        return (2 * int(value) - 1 if decided else 0), self.tree.visits(node), value

    def _is_proved(self, node: int) -> bool:
        """Return whether the value of a turn's last node is certain: its own for a win, the root's otherwise."""
        proof = int(self.tree.ints[node, PROOF])
        won = proof == 1 + int(self.root[TO_MOVE])
        return won or (proof != 0 and int(self.tree.ints[ROOT, PROOF]) == proof)

    def _visited(self, node: int) -> list[int]:
        return [child for child in self.tree.children(node) if self.tree.visits(child)]

    def _choices(self) -> tuple[Choice, ...]:
        """Return the turns in the tree by visits; those with one text together."""
        found: dict[str, Choice] = {}
        turns = sorted(self._turns(), key=lambda turn: (-self.tree.visits(turn[1]), -self.tree.value(turn[1])))
        for rank, (actions, node) in enumerate(turns):
            choice = self._choice(actions, node, lined=rank < _LINES)
            other = found.get(choice.turn)
            found[choice.turn] = choice if other is None else _together(other, choice)
        return tuple(sorted(found.values(), key=lambda choice: (-choice.visits, -choice.value)))

    def _turns(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the visited nodes where a turn from the root is complete, with its actions."""
        stack: list[tuple[int, tuple[int, ...], Ints]] = [(ROOT, (), self.root)]
        while stack:
            node, actions, vector = stack.pop()
            for child in self._visited(node):
                action = int(self.tree.ints[child, ACTION])
                after = self.variant.apply(vector, action)
                if after[PART] == 0:
                    yield (*actions, action), child
                else:
                    stack.append((child, (*actions, action), after))

    def _line(self, state: Position, node: int) -> list[str]:
        """Return the turns expected from a state at a node, as far as whole ones were visited more than a few times."""

        def choose(vector: Ints) -> int | None:
            nonlocal node
            seen = self._visited(node) if self.tree.ints[node, MOVER] >= 0 else ()
            node = max(seen, key=self._merit, default=node)
            told = seen and (self.tree.visits(node) >= _WORTH_TELLING or self.tree.ints[node, PROOF])
            return int(self.tree.ints[node, ACTION]) if told else None

        return expected_turns(state, choose)


def _together(one: Choice, other: Choice) -> Choice:
    """Merge what is known of a turn that was looked at in two orders, the first of them more often."""
    if one.proved or other.proved:
        return one if one.proved else other
    visits = one.visits + other.visits
    value = (one.value * one.visits + other.value * other.visits) / visits
    spread = math.hypot((one.spread or 0.0) * one.visits, (other.spread or 0.0) * other.visits) / visits
    return Choice(one.turn, value, visits, spread=spread, line=one.line)


def mcts_kernels(kernels: Kernels, parameters: Reals) -> tuple[Kernel, ...]:
    """Return the kernels that value leaves and order children; a default replaces one that is not called."""
    return (
        kernels.playout,
        kernels.playout_trace if parameters[RAVE] > 0 else defaults.playout_trace,
        kernels.evaluate if parameters[LEAF] > 0 else defaults.evaluate,
        kernels.order if parameters[WIDEN] > 0 else defaults.order,
    )

"""Iterative deepening around the alpha-beta search: deeper and deeper until time or nodes run out."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from byways.errors import OptionError
from byways.kernels import Ints, Kernel, Wide, compiled, entry_point
from byways.kernels.rng import draw, seeded
from byways.rules.position import Position
from byways.rules.state_vector import PART, TO_MOVE
from byways.rules.turn_completion import expected_turns
from byways.search import alphabeta as ab
from byways.search.answer import Analysis, Choice, answer_of
from byways.search.driver import Search, SearchSequence

DEEPEST = 120  # actions below the root
_SETTLING = 4  # depths whose values say how settled the last one is
_BYTES_AN_ENTRY = 16
_FIRST_SLOTS = 1 << 15  # of a table that grows with the nodes, for clearing a large one takes long
_GROWTH = 4
_SHUFFLED = 64  # numbers among which those of actions are drawn


class Deepening(Search):
    """An alpha-beta search from one state of a two-player game without dice.

    What it calls proved is so with the whole history. A win never rests on a repetition, so from its position it is won
    in ever fewer actions and passes through no position twice; and a position that one more visit would draw is worth 0
    at every visit, and so is in the table as no win. That holds for the table of one root, so each root has its own.

    Its table grows to `megabytes` and no further; for a moment, while it grows, as much again may be needed.
    With a `seed` actions that promise the same are tried in an order drawn by it, else in the game's: so of equal turns
    each may be the best. `own` kernels take the place of the game's; `parts` are bits of `alphabeta.PARTS`, to see what
    the search is worth without one. Raises OptionError for games that are not of two players without dice.
    """

    size = 16

    def __init__(
        self, state: Position, megabytes: float = 64.0, *, own: Mapping[str, Kernel] | None = None, parts: int = ab.ALL,
        seed: int | None = None,
    ) -> None:  # fmt: skip
        if len(state.players) != 2 or state.variant.game.dice:
            raise OptionError(
                "search.alphabeta",
                "alpha-beta plays {allowed} only",
                option="engine",
                allowed="games of two players without dice",
            )
        self.state = state
        self.parts = parts
        self.variant = state.variant
        self.kernels = replace(state.variant.kernels, **(own or {}))
        self.deepest = DEEPEST
        v = self.variant
        rows = DEEPEST + 1
        self.most_slots = 1 << max(10, int(np.log2(megabytes * 2**20 / _BYTES_AN_ENTRY)))
        self.states = np.zeros((rows, v.width), dtype=np.int16)
        self.moves = np.zeros((rows, v.num_actions), dtype=np.int16)
        self.order_scores = np.zeros((rows, v.num_actions), dtype=np.int64)
        self.frames = np.zeros((rows, ab.FRAME), dtype=np.int64)
        self.counters = np.zeros(ab.COUNTERS, dtype=np.int64)
        self.counters[ab.ROW] = -1
        self.table = np.zeros(2 * min(_FIRST_SLOTS, self.most_slots), dtype=np.uint64)
        self.hashes = np.zeros(rows, dtype=np.uint64)
        self.history = np.zeros(2 * v.num_actions, dtype=np.int64)
        if seed is not None:
            _shuffle(self.history, seed)
        known = state.line if v.repetition else ()
        self.line = np.array([*known, *([0] * (rows + 1))], dtype=np.uint64)
        self.first_key = max(len(known) - 1, 0)
        self.depth = 0
        self.value = 0
        self.best: int | None = None
        self.values: list[int] = []  # after each depth

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self.counters[ab.NODES])

    @property
    def ready(self) -> bool:
        """Whether every action was looked at once: that is short, and until then there is no answer."""
        return self.depth > 0

    @property
    def done(self) -> bool:
        return bool(self.counters[ab.ROW] < 0) and (abs(self.value) > ab.DECIDED or self.depth >= self.deepest)

    def prepare(self) -> None:
        _ = self._code

    @functools.cached_property
    def _code(self) -> tuple[Kernel, ab.SearchRules]:
        return entry_point(ab.search), ab.SearchRules(
            *(compiled(getattr(self.kernels, name)) for name in ab.SearchRules._fields)
        )

    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Look at so many positions, fewer where the table is to grow or a depth is done."""
        if self.counters[ab.ROW] < 0:
            self._enter(self.depth + 1)
        before = self.nodes
        slots = self.table.size // 2
        room = slots - before if before < slots < self.most_slots else simulations
        machine, rules = self._code
        variant = self.variant
        machine(rules, variant.geometry, variant.repetition, min(simulations, room), self.parts, self._stack())
        self._grow()
        self._take()
        return self.nodes - before

    def _stack(self) -> ab.SearchStack:
        rows = (self.states, self.moves, self.order_scores, self.frames)
        values = np.zeros(len(self.variant.players))
        return ab.SearchStack(*rows, self.counters, self.line, self.hashes, self.table, self.history, values)

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
        self.counters[ab.ROW] = 0
        self.counters[ab.FRESH] = 1
        self.history //= ab.FADING

    def _take(self) -> None:
        """Take the root's best action; in an unfinished search it has tried the best one so far first."""
        chosen = int(self.frames[0, ab.CHOSEN])
        if chosen >= 0:
            self.best, self.value = chosen, int(self.frames[0, ab.BEST])
        if self.counters[ab.ROW] < 0:
            self.depth += 1
            self.values.append(self.value)

    def analysis(self) -> Analysis:
        proved = abs(self.value) > ab.DECIDED
        value, spread = (float(self.value > 0), 0.0) if proved else (_share(self.value), self._spread())
        line = self._line()
        choice = Choice(line[0], value, self.nodes, proved, spread, line)
        return answer_of((choice,), self.nodes, self.seconds, self.depth)

    def _spread(self) -> float | None:
        """Return the range of the value over the last depths; None after a single one."""
        last = [_share(value) for value in self.values[-_SETTLING:]]
        return max(last) - min(last) if len(last) > 1 else None

    def _line(self) -> tuple[str, ...]:
        """Return the line that the table holds, at least one whole turn long."""
        seen: set[int] = set()
        first = [self.best]

        def choose(vector: Ints) -> int | None:
            legal = self.variant.legal_actions(vector)
            if first:
                action = first.pop()
            else:
                key = self.variant.kernels.key(self.variant.geometry, vector)
                if int(key) in seen or len(seen) == DEEPEST:
                    return None
                seen.add(int(key))
                slot = int(ab.find(self.table, np.uint64(key)))
                action = ab.action_of(ab.entry_at(self.table, slot)) if slot >= 0 else -1
                if action < 0 and vector[PART] > 0:
                    action = legal[0]
            return action if action in legal else None

        return tuple(expected_turns(self.state, choose))


def _shuffle(history: Wide, seed: int) -> None:
    """Draw small numbers, for the first depth alone: too small to go before what a search or the game finds better."""
    rng = seeded(seed)
    for action in range(len(history)):
        history[action] = draw(rng, _SHUFFLED * ab.FADING)


def _share(value: int) -> float:
    """Return an estimate as a share of the points, 0 to 1."""
    return 0.5 + 0.5 * max(-1.0, min(1.0, value / ab.EVALUATED))


_FIRST, _SURVEY = 0.5, 0.2  # shares of the limits: for the best turn, for a first look at all; the rest for the others
_MEGABYTES = 16.0  # of each of the small searches


class MultiPv(SearchSequence):
    """An alpha-beta search for the best turn, then shorter ones from what the other turns lead to.

    The others are looked at less deeply than the best, first all of them and then the most promising, so that their
    values are told with less certainty; the best turn stays the best.
    """

    def __init__(
        self, state: Position, choices: int, begin: Callable[[Position, float], Deepening], megabytes: float
    ) -> None:
        self.state = state
        self.choices = choices
        self._begin = begin
        self.main = begin(state, megabytes)
        self.others: tuple[Choice, ...] = ()
        self.nodes = 0

    @property
    def ready(self) -> bool:
        return self.main.ready

    def parts(self) -> Iterator[Search]:
        self.main.budget = self.budget.part(_FIRST)
        yield self.main
        self.nodes += self.main.nodes
        best = self.main.analysis().best
        turns = [turn for turn in self.state.legal_turns() if turn != best]
        for part, kept in ((_SURVEY, len(turns)), (1.0 - _FIRST - _SURVEY, self.choices - 1)):
            turns = turns[:kept]
            found: list[Choice] = []
            for turn in turns:
                after = self.state.play(turn)
                if after.to_move is None:
                    found.append(_ended(self.state, after))
                    continue
                search = self._begin(after, _MEGABYTES)
                search.budget = self.budget.part(part / len(turns))
                yield search
                self.nodes += search.nodes
                found.append(_choice_by(self.state, after, search.analysis()))
            found.sort(key=lambda choice: -choice.value)
            self.others = tuple(found[: self.choices - 1])
            turns = [choice.turn for choice in found]

    def analysis(self) -> Analysis:
        found = self.main.analysis()
        return replace(
            found,
            choices=(*found.choices, *self.others),
            simulations=max(self.nodes, found.simulations),
            seconds=max(self.seconds, found.seconds),
        )


def _ended(before: Position, after: Position) -> Choice:
    """Return the exact value of a turn that ends the game."""
    assert after.outcome is not None
    value = 0.5 if after.outcome.winner is None else float(after.outcome.winner == before.to_move)
    return Choice(str(after.turn), value, 0, True, 0.0, (str(after.turn),))


def _choice_by(before: Position, after: Position, then: Analysis) -> Choice:
    """Return the value of a turn by a search from the position that it leads to."""
    value = then.value if after.to_move == before.to_move else 1.0 - then.value
    line = (str(after.turn), *then.line)
    return Choice(str(after.turn), value, then.simulations, then.proved, then.spread, line)

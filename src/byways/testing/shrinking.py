"""Shrinking: the shortest game, as far as it can be found in some seconds, in which an invariant does not hold."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from byways import registry
from byways.errors import KernelError, brief
from byways.game import Variant
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.search.random_game import random_turn
from byways.testing import invariants, kernel_invariants
from byways.testing.invariants import Invariant
from byways.testing.random_lines import RandomLine, Turns, recorder

SECONDS = 8.0
"""For one game, of processor time: what is found must not depend on what else the machine has to do."""
_OPENINGS = 400  # of the shortest games: so many are tried before the long one is shortened
_RANDOM = 300  # random games of which each is shorter than the shortest known

_INVARIANTS = (invariants.__file__, kernel_invariants.__file__)


@dataclass(frozen=True)
class Fault:
    """How an invariant failed: two games with equal ones show the same."""

    kind: type[BaseException]
    place: str

    @classmethod
    def of(cls, error: BaseException) -> Fault:
        """Return how an error came about: where in the game's own code, or else at which claim of an invariant."""
        where = (registry.blame(error) or "").partition(": ")[0]
        lines = []
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in _INVARIANTS:
                lines.append((trace.tb_frame.f_code.co_name, trace.tb_lineno))
            trace = trace.tb_next
        return cls(type(error), where or str(lines[-1:]))


def told(error: BaseException) -> str:
    """Return what an error says: the game's own with its file and line, and an invariant's as it is."""
    if isinstance(error, AssertionError):
        return str(error)
    return registry.blame(error) or brief(error)


def shortest(invariant: Invariant, variant: Variant, error: BaseException, found: RandomLine) -> RandomLine | None:
    """Return a short game that shows the same as an error that came of a random one; None if none is found."""
    if isinstance(error, KernelError):
        return None
    search = _Search(invariant, variant, Fault.of(error))
    for turns in _openings(variant):
        if search.late or (len(found.turns), 1) <= (len(turns), 1):
            break
        if (line := search.fails(turns)) is not None:
            return line
    best = search.first_prefix(found.turns)
    if best is None:
        return None
    best = search.without_parts(best)
    return search.at_random(best)


class _Search:
    """Tries games until the time is up."""

    def __init__(self, invariant: Invariant, variant: Variant, fault: Fault) -> None:
        self._invariant = invariant
        self._variant = variant
        self._fault = fault
        self._until = time.thread_time() + SECONDS

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return time.thread_time() > self._until

    def fails(self, turns: Turns) -> RandomLine | None:
        """Return the game of some turns if it shows the fault; with one turn more where that turn does."""
        states: list[State] = []
        try:
            state = State(self._variant, self._variant.start())
            states.append(state)
            for turn in turns:
                vector = state.follow(turn)
                if vector is None or vector[PART] != 0:
                    return None
                state = state.apply_unchecked(turn)
                states.append(state)
        except Exception as error:
            return self._shown(error, RandomLine(tuple(states), turns))
        line = RandomLine(tuple(states), turns)
        try:
            with recorder.only(line):
                self._invariant(self._variant)
        except Exception as error:
            if (shown := self._shown(error, line)) is not None:
                return shown
        return None if self._fault.kind is AssertionError else self._next(line)

    def _next(self, line: RandomLine) -> RandomLine | None:
        """Return a game with one turn more if the turn itself raises the error."""
        for action in self._variant.legal_actions(line.states[-1].vector):
            try:
                line.states[-1].apply(action)
            except Exception as error:
                return self._shown(error, RandomLine(line.states, (*line.turns, (action,))))
        return None

    def _shown(self, error: BaseException, line: RandomLine) -> RandomLine | None:
        return replace(line, said=told(error)) if Fault.of(error) == self._fault else None

    def first_prefix(self, turns: Turns) -> RandomLine | None:
        """Return the shortest beginning of a game that fails."""
        for count in range(len(turns) + 1):
            if (line := self.fails(turns[:count])) is not None:
                return line
            if self.late and count < len(turns):
                return self.fails(turns)
        return None

    def without_parts(self, line: RandomLine) -> RandomLine:
        """Leave out turns as long as the game still fails: many at once, then single ones."""
        size = max(1, len(line.turns) // 2)
        while size:
            at = 0
            while at < len(line.turns) and not self.late:
                shorter = self.fails(line.turns[:at] + line.turns[at + size :])
                if shorter is not None and len(shorter.turns) < len(line.turns):
                    line = shorter
                else:
                    at += 1 if size < 3 else size // 2
            size //= 2
        return line

    def at_random(self, line: RandomLine) -> RandomLine:
        """Return a random game that fails sooner, if there is one among some hundred."""
        for seed in range(_RANDOM):
            if self.late or not line.turns:
                break
            shorter = self._random(1_000 + seed, len(line.turns) - 1)
            line = line if shorter is None else shorter
        return line

    def _random(self, seed: int, longest: int) -> RandomLine | None:
        """Return a random game if it fails after so many turns at the latest."""
        rng = seeded(seed)
        turns = tuple[tuple[int, ...], ...]()
        try:
            state = State(self._variant, self._variant.start())
            while len(turns) < longest and state.to_move is not None:
                turn = tuple(random_turn(state, rng))
                state = state.apply_unchecked(turn)
                turns = (*turns, turn)
        except Exception:
            return None
        line = self.fails(turns)
        return self.first_prefix(turns) if line is not None else None


def _openings(variant: Variant) -> Iterator[Turns]:
    """Yield the shortest games: none, one turn, two turns, as far as turns are one action each."""
    waiting: list[Turns] = [()]
    yielded = 0
    while waiting and yielded < _OPENINGS:
        turns = waiting.pop(0)
        yield turns
        yielded += 1
        try:
            state = State(variant, variant.start())
            for turn in turns:
                state = state.apply_unchecked(turn)
            if state.vector[TO_MOVE] == NOBODY or state.vector[PART] != 0:
                continue
            waiting += [(*turns, (action,)) for action in variant.legal_actions(state.vector)]
        except Exception:
            continue

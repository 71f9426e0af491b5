"""One driver for everything that goes on step by step: it owns the clock, the size of steps, stopping and reports.

    drive(engine.search(state), Budget(seconds=1.0), stop=cancelled.is_set).analysis()

A search knows how to go on by so many simulations; how many, and until when, is decided here.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from byways.search.answer import Analysis

STEP_SECONDS = 0.02
"""The length of a step: the time between two looks at the clock and at `stop`, and between two reports."""
_MOST = 1 << 40  # simulations of a step
_GROWTH = 4  # a step is at most so many times as large as the one before


@dataclass(frozen=True)
class Budget:
    """The limits of a search. Without any it goes on until everything is proved, or it is stopped."""

    seconds: float | None = None
    simulations: int | None = None
    """Simulations, or positions of a search that counts those."""

    def __and__(self, other: Budget) -> Budget:
        """Return the stricter of both, limit by limit."""
        return Budget(_least(self.seconds, other.seconds), _least(self.simulations, other.simulations))

    def part(self, share: float) -> Budget:
        """Return a share of it, of at least one simulation."""
        seconds = None if self.seconds is None else share * self.seconds
        return Budget(seconds, None if self.simulations is None else max(1, int(share * self.simulations)))

    def spent(self, seconds: float, simulations: int) -> float:
        """Return the share that is spent: 1 or more where nothing is left, 0 without a limit."""
        return max(
            0.0 if self.seconds is None else seconds / max(self.seconds, 1e-9),
            0.0 if self.simulations is None else simulations / self.simulations,
        )


class Stepwise(ABC):
    """Work that goes on step by step: a search, a proof, a replay, a search for paths."""

    budget = Budget()
    """What it may spend in all; searches that plan ahead read it."""
    seconds = 0.0
    """How long it has been driven."""
    size = 1
    """The simulations of the next step, which `drive` sets so that a step takes about STEP_SECONDS."""

    def prepare(self) -> None:  # noqa: B027  # most have nothing to prepare
        """Load or compile machine code, so that this is not taken from the budget."""

    @abstractmethod
    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Go on by about so many simulations; return how many it took. `spent` is the share of the budget spent."""

    @property
    @abstractmethod
    def done(self) -> bool:
        """Whether nothing is left to be found out."""

    @property
    def ready(self) -> bool:
        """Whether it may end here: after the first step, unless it needs more of them before it has an answer."""
        return True


class Search(Stepwise):
    """A search of one state, which can be asked at any time once it is `ready`."""

    @abstractmethod
    def analysis(self) -> Analysis:
        """Return what is known now."""


class SearchSequence(Search):
    """A search made of other searches, one after another, each with its own part of the budget."""

    @abstractmethod
    def parts(self) -> Iterator[Search]:
        """Yield the searches; the code behind a `yield` finds that search driven to the end of its budget."""

    def step(self, simulations: int, spent: float = 0.0) -> int:
        raise NotImplementedError("`drive` drives the parts")

    @property
    def done(self) -> bool:
        return False


class FixedAnswer(Search):
    """An answer that needs no search."""

    def __init__(self, found: Analysis) -> None:
        self._found = found

    def step(self, simulations: int, spent: float = 0.0) -> int:
        return 0

    @property
    def done(self) -> bool:
        return True

    def analysis(self) -> Analysis:
        return self._found


R = TypeVar("R")
S = TypeVar("S", bound=Stepwise)
Caller = Callable[..., Any]
"""Calls a function and returns what it returns: `call_directly`, or a `byways.workers.call.Abandonable`."""


def call_directly(function: Callable[..., R], *given: Any) -> R:
    """Call a function here and now."""
    return function(*given)


def drive(
    search: S,
    budget: Budget | None = None,
    *,
    stop: Callable[[], bool] = lambda: False,
    report: Callable[[S], None] = lambda search: None,
    call: Caller = call_directly,
) -> S:
    """Search until the budget (by default the search's own) is spent, everything is found out, or `stop()`.

    Return the search. `stop` is asked, and `report` called, about every 20 ms. After a KeyboardInterrupt the search is
    as its last step left it: it can be asked, and driven on. `call` runs the steps, and the code between the parts of a
    relay.
    """
    if budget is not None:
        search.budget = budget
    if isinstance(search, SearchSequence):
        _drive_parts(search, stop, report, call)
        return search
    search.prepare()
    budget = search.budget
    began = now()
    used = 0
    driven = search.seconds
    while True:
        left = None if budget.simulations is None else budget.simulations - used
        asked = search.size if left is None or left <= 0 else min(search.size, left)
        before = now()
        taken = call(search.step, asked, budget.spent(before - began, used))
        after = now()
        used += taken
        search.seconds = driven + after - began
        if search.ready and (search.done or budget.spent(after - began, used) >= 1.0 or stop()):
            return search
        if search.ready:
            report(search)
        search.size = _next_size(asked, taken, after - before, budget, now() - began)


def _drive_parts(relay: Any, stop: Callable[[], bool], report: Callable[[Any], None], call: Caller) -> None:
    """Drive the parts of a relay, which may end between two of them too."""

    def report_relay(_part: object = None) -> None:
        if relay.ready:
            report(relay)

    parts = relay.parts()
    while (part := call(next, parts, None)) is not None:
        report_relay()
        if relay.ready and stop():
            return
        drive(part, stop=stop, report=report_relay, call=call)
        relay.seconds += part.seconds
    report_relay()


def _next_size(asked: int, taken: int, took: float, budget: Budget, passed: float) -> int:
    """Return how many simulations take about STEP_SECONDS, or what is left of the time if that is less.

    Once the time is over, whole steps are taken until the search is ready.
    """
    left = math.inf if budget.seconds is None else budget.seconds - passed
    aim = min(STEP_SECONDS, left) if left > 0 else STEP_SECONDS
    return max(1, min(int((taken or asked) * aim / max(took, 1e-6)), _GROWTH * asked, _MOST))


def _least(one: Any, other: Any) -> Any:
    return other if one is None else one if other is None else min(one, other)


_tell = time.perf_counter


def now() -> float:
    """Return the seconds since some moment in the past."""
    return _tell()


def count_processor_time() -> None:
    """Count processor time, of all threads of this process, from now on."""
    global _tell
    _tell = time.process_time

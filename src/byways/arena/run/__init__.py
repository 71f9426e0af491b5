"""Runs: many games, played by workers in any order, and counted in one order; and what one would be, beforehand.

A runner takes a function and tasks, and yields what the function returns as it comes: `map`, a
`byways.workers.pool.Pool`, or that of a cluster (`ray`).
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from msgspec import Struct

from byways.arena.game import Conditions, GameResult, play_game
from byways.arena.players import Player, player
from byways.arena.run_store import ResultStore, RunStore, TaskResult
from byways.arena.schedule import RuleSet, Schedule, Task, seats
from byways.game import Variant
from byways.position.state import State
from byways.statistics.power import detectable, half_width
from byways.workers.pool import Pool

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
R = TypeVar("R")
ResultT = TypeVar("ResultT", bound=TaskResult)


class Runner(Protocol):
    """Does tasks somewhere, and yields the results as they come."""

    def __call__(self, work: Callable[[T], R], tasks: Iterable[T], /) -> Iterator[R]: ...


def runner(jobs: int, begin: Callable[[], object] | None = None, ray: str | None = None, mixed: bool = False) -> Runner:
    """Return a runner on this machine, in this process or in `jobs` others, or on the Ray cluster at an address.

    Processes call `begin` first. `mixed` allows workers of a cluster to differ (`run_on_ray`). Raises OptionError for
    what is no address, and ModuleNotFoundError without the extra byways[ray].
    """
    if ray is not None:
        return OnRay(jobs, begin, ray, mixed)
    return map if jobs <= 1 and begin is None else Pool(jobs, begin)


def kept(run: Runner) -> contextlib.AbstractContextManager[object]:
    """Return a context in which a runner's processes on this machine go on from one use to the next.

    A worker takes a second of a core to start, which a report of a dozen runs would pay a dozen times.
    """
    return run if isinstance(run, Pool | OnRay) else contextlib.nullcontext()


class OnRay:
    """A runner on a Ray cluster. As a context it keeps one connection for all its runs, and so the same workers.

    A connection is a Ray job with workers of its own, each of which imports Byways and loads machine code.
    """

    def __init__(self, jobs: int, begin: Callable[[], object] | None, address: str, mixed: bool) -> None:
        """Take what `runner` takes. Raises OptionError for what is no address."""
        from byways.arena.run.ray_address import check

        check(address)
        self._jobs = jobs
        self._address = address
        self._begin = begin
        self._mixed = mixed
        self._kept: contextlib.ExitStack | None = None
        self._joined = False

    def __enter__(self) -> OnRay:
        self._kept = contextlib.ExitStack()
        return self

    def __exit__(self, *error: object) -> None:
        kept = self._kept
        self._kept = None
        self._joined = False
        if kept is not None:
            kept.close()

    def __call__(self, work: Callable[[T], R], tasks: Iterable[T], /) -> Generator[R, None, None]:
        with contextlib.ExitStack() as alone:
            if not self._joined:
                self._join(self._kept or alone)
                self._joined = self._kept is not None
            from byways.arena.run.ray import run_on_ray  # which alone loads Ray, and takes seconds

            yield from run_on_ray(work, tasks, self._begin, self._mixed)

    def _join(self, stack: contextlib.ExitStack) -> None:
        """Connect to the cluster, or start one here, until the stack is closed."""
        from byways.arena.run.ray_address import LOCAL, found

        address = found(self._address)
        if address == LOCAL:
            from byways.arena.run.ray_head import head

            address = stack.enter_context(head(self._jobs if self._jobs > 1 else os.cpu_count() or 1))
        from byways.arena.run.ray import joined  # after the head's token is in the environment, which Ray reads once

        stack.enter_context(joined(address))


class WorkerPlan(Struct, frozen=True):
    """What a worker must know beside its task."""

    rules: tuple[RuleSet, ...]
    pairings: tuple[tuple[int, ...], ...]
    players: tuple[str, ...]
    conditions: Conditions


def play_task(plan: WorkerPlan, task: Task) -> GameResult:
    """Play one game of a run. Raises BywaysError where a player cannot play this game at all."""
    if _begun != [plan]:
        close_players()
        _begun[:] = [plan]
    variant = _variant(plan.rules[task.variant].game, tuple(plan.rules[task.variant].options.items()))
    start = State(variant, variant.start())
    for turn in task.opening:
        start = start.play(turn)
    seated = seats(plan.pairings[task.pairing], task.seating, len(start.players))
    entrants = [_entrant(plan.players[number], seated[:seat].count(number)) for seat, number in enumerate(seated)]
    dice = (task.variant, task.number)
    return play_game(start, entrants, index=task.index, dice=dice, conditions=plan.conditions)


@functools.lru_cache(32)
def _variant(game: str, options: tuple[tuple[str, int | bool | str], ...]) -> Variant:
    return RuleSet(game, dict(options)).variant


_begun: list[WorkerPlan] = []  # the one that this process plays
_entrants: dict[tuple[str, int], Player] = {}  # of this process, with what they keep between games


def _entrant(text: str, number: int) -> Player:
    """Return a player of this process; a player in two seats is two players."""
    if (text, number) not in _entrants:
        _entrants[text, number] = player(text)
    return _entrants[text, number]


def close_players() -> None:
    """End the programs among the players of this process, and let go of what players keep."""
    while _entrants:
        _entrants.popitem()[1].close()


class Tasks(Protocol[T_co]):
    """Tasks by their numbers from 0. Fewer may come to be there than were thought."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> T_co:
        """Return a task. Raises IndexError for one that is not there."""
        ...


def results_in_order(
    work: Callable[[T], ResultT], tasks: Tasks[T], store: ResultStore[ResultT], run: Runner
) -> Generator[ResultT, None, None]:
    """Yield the results of all tasks in their order, those that the store has without working for them again.

    A caller who has seen enough closes the generator: further results stay in the store and count for nothing.
    """
    done = bytearray(len(tasks))
    for number in store.numbers():
        if number < len(done):
            done[number] = 1
    following = 0
    missing = _missing(tasks, done)
    some = list(itertools.islice(missing, 1))  # no worker is started for a run that is finished
    results = run(work, itertools.chain(some, missing)) if some else iter(())
    try:
        while following < len(tasks):  # which shrinks where openings run out
            if done[following]:
                yield store.read(following)
                following += 1
                continue
            result = next(results, None)
            if result is None:
                return
            store.add(result)
            done[result.index] = 1
    finally:
        if isinstance(results, Generator):
            results.close()
        store.commit()


def _missing(tasks: Tasks[T], done: bytearray) -> Iterator[T]:
    """Yield the tasks that were not done yet, as long as there are any."""
    for number in range(len(done)):
        if not done[number]:
            try:
                yield tasks[number]
            except IndexError:
                return


def play_run(plan: WorkerPlan, schedule: Schedule, store: RunStore, run: Runner) -> Generator[GameResult, None, None]:
    """Yield the results of all games of a schedule, as `results_in_order` does."""
    try:
        yield from results_in_order(functools.partial(play_task, plan), schedule, store, run)
    finally:
        close_players()


def play_openings(
    plan: WorkerPlan, schedule: Schedule, store: RunStore, run: Runner
) -> Generator[list[tuple[GameResult, bool]], None, None]:
    """Yield the games of each pairing with each opening together, with whether each repeats an earlier one."""
    together: list[tuple[GameResult, bool]] = []
    with contextlib.closing(play_run(plan, schedule, store, run)) as results:
        for result in results:
            together.append((result, store.repeats(result)))
            if len(together) == schedule.seatings:
                yield together
                together = []


def plan_of(schedule: Schedule, players: Sequence[str], conditions: Conditions) -> WorkerPlan:
    """Return what the workers of a schedule must know."""
    return WorkerPlan(schedule.rules, schedule.pairings, tuple(players), conditions)


@dataclass(frozen=True)
class Estimate:
    """What a run would be."""

    games: int
    pairing_games: int
    """Games of each pairing in each variant."""
    seconds: float
    """Altogether, with so many jobs on as many cores."""
    detectable: float
    """How far from ½ a share must be so that a pairing shows it with a probability of 80 %."""
    half_width: float
    """Of a pairing's 95 % interval."""


def estimate(schedule: Schedule, plan: WorkerPlan, jobs: int) -> Estimate:
    """Play a game of each pairing in each variant, after one to warm up, and tell from that. Raises OptionError."""
    each = schedule.numbers * schedule.seatings
    alone = any(len(variant.players) == 1 for variant in schedule.variants)
    compared = schedule.numbers if alone else each  # alone, players are compared once for each dice
    try:
        play_task(plan, schedule[0])
        begun = time.perf_counter()
        for first in range(0, schedule.round, schedule.seatings):
            play_task(plan, schedule[first])
        seconds = time.perf_counter() - begun
    finally:
        close_players()
    return Estimate(len(schedule), each, seconds * each / jobs, detectable(compared), half_width(compared))

"""What runs cost beside playing: handing out games, writing and counting them, and how well two workers share them.

Ray is measured where byways[ray] is installed and Ray starts; otherwise the table says why not.
"""

from __future__ import annotations

import os
import pickle
import resource
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.timing import keep, median
from byways.arena.game import GameResult
from byways.arena.match import Match
from byways.arena.run import Runner, play_run, runner
from byways.arena.run_store import RunStore
from byways.arena.schedule import GameLimits, RuleSet, Schedule, Task
from byways.errors import BywaysError

ROUNDS = 3
TASKS = 3_000
RESULTS = 100_000
GAMES = 100
PLAYER = "level:number=3"
RAY_CORES = 2
Measured = tuple[float, float]
"""Seconds by the clock, and processor seconds of this process and its children."""


def nothing(task: int) -> int:
    """Do nothing, as quickly as possible."""
    return task


def processor() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def timed(work: Callable[[], object]) -> Measured:
    """Do some work and measure it."""
    wall, spent = time.perf_counter(), processor()
    work()
    return time.perf_counter() - wall, processor() - spent


def overhead(run: Runner) -> float:
    """Return microseconds by the clock for each task that does nothing, without the start: the second half's."""
    moments = [time.perf_counter() for _ in run(nothing, range(TASKS))]
    half = TASKS // 2
    return (moments[-1] - moments[half]) / (TASKS - 1 - half) * 1e6


def a_match(games: int) -> Match:
    """Return a match of equal players, on the usual board."""
    rules = RuleSet("troll", {"size": 8})
    return Match(RuleSet("troll", dict(rules.variant.options)), PLAYER, PLAYER, limits=GameLimits(games))


def played(jobs: int) -> Measured:
    """Play a match by so many workers; the machine code is kept, and the workers' start is part of it."""
    made = a_match(GAMES)
    with closing(RunStore(None)) as store:
        return timed(lambda: list(play_run(made.plan, made.schedule, store, forced(jobs))))


class Endless(Schedule):
    """So many tasks without openings, whose drawing would be measured as well."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Task:
        return Task(index, 0, 0, index, 0, ())


def written(results: list[GameResult]) -> tuple[float, float, float, float]:
    """Write and read results as a run does; return games a second by the clock and by the processor, bytes and memory.

    Memory is by how many megabytes this process grew after the first tenth.
    """

    def simulated(work: object, tasks: Iterable[Task]) -> Iterator[GameResult]:
        for task in tasks:
            given = results[task.index % len(results)]
            yield msgspec.structs.replace(given, index=task.index, key=given.key + task.index)

    grown = 0
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, closing(RunStore(Path(folder))) as store:
        wall, spent = time.perf_counter(), processor()
        for result in play_run(a_match(2).plan, Endless(RESULTS), store, simulated):  # type: ignore[arg-type]  # of games alone
            store.repeats(result)
            if result.index == RESULTS // 10:
                grown = memory()
        wall, spent = time.perf_counter() - wall, processor() - spent
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        return RESULTS / wall, RESULTS / spent, size / RESULTS, (memory() - grown) / 2**20


def memory() -> int:
    """Bytes that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def on_ray() -> list[str]:
    """Return the lines about Ray, or why there are none."""
    try:
        run = runner(RAY_CORES, ray="auto")
        alone = [overhead_of_chunks(run) for _ in range(ROUNDS)]
    except (BywaysError, ModuleNotFoundError) as error:
        return [f"Ray: not measured: {error}"]
    return [f"{'Ray, a chunk of one task that does nothing':<58}{median(alone):>10,.0f} µs"]


def overhead_of_chunks(run: Runner) -> float:
    """Return microseconds for each chunk where every task travels alone."""
    import byways.arena.run.ray as on_a_cluster

    before, on_a_cluster.MOST = on_a_cluster.MOST, 1
    try:
        return overhead(run)
    finally:
        on_a_cluster.MOST = before


def main() -> None:
    """Measure and keep the table."""
    made = a_match(4)
    with closing(RunStore(None)) as store:
        results = list(play_run(made.plan, made.schedule, store, runner(1)))
    local = {f"{jobs} process{'es' * (jobs > 1)}": partial(overhead, forced(jobs)) for jobs in (1, 2)}
    found = {name: median([work() for _ in range(ROUNDS)]) for name, work in local.items()}
    lines = [
        f"{f'{name} behind pipes, a task that does nothing':<58}{value:>10,.0f} µs" for name, value in found.items()
    ]
    lines += on_ray()
    wall, spent, size, grown = written(results)
    lines += [
        "",
        f"{'a result of Troll 8×8 on its way':<58}{len(pickle.dumps(results)) / len(results):>10,.0f} bytes",
        f"{'the same in the store':<58}{size:>10,.0f} bytes",
        f"{'writing, reading and comparing results, by the clock':<58}{wall:>10,.0f} games/s",
        f"{'the same, by the processor':<58}{spent:>10,.0f} games/s",
        f"{f'growth of memory from {RESULTS // 10:,} to {RESULTS:,} results':<58}{grown:>10,.1f} MB",
        "",
    ]
    rounds = [(played(1), played(2)) for _ in range(ROUNDS)]
    clock = median([one[0] / two[0] / 2 for one, two in rounds])
    processors = median([one[1] / two[1] for one, two in rounds])
    lines += [
        f"{f'{GAMES} games of Troll, {PLAYER}, by one process':<58}{median([one[0] for one, _ in rounds]):>10,.1f} s",
        f"{'by two processes':<58}{median([two[0] for _, two in rounds]):>10,.1f} s",
        f"{'efficiency of two, by the clock':<58}{100 * clock:>10,.0f} %",
        f"{'efficiency of two, by the processor, the driver included':<58}{100 * processors:>10,.0f} %",
    ]
    keep("arena", f"Runs: medians of {ROUNDS} rounds, this process and its workers", lines)


def forced(jobs: int) -> Runner:
    """Return the runner with processes even where one would do."""
    from byways.workers.pool import Pool

    return Pool(jobs)

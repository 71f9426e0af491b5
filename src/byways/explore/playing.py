"""Playing a round: the values of metrics in random games, or in games of a level, of several rule sets."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from byways.arena.run import Runner
from byways.arena.run_store import RunStore
from byways.arena.schedule import Schedule
from byways.batch.random_games import random_games
from byways.explore.halving import Sample
from byways.game import Variant
from byways.metrics import Gathering, Metric
from byways.report.parts.random_games import Tally
from byways.report.parts.self_play import games_of

BRANCHING = "BranchingFactor"


@dataclass
class Played:
    """Games of one rule set that do not count."""

    repeated: int = 0
    unfinished: int = 0


def play_random(
    variants: Sequence[Variant], metrics: Sequence[Metric], games: int, seed: int
) -> Generator[int, None, list[Sample]]:
    """Play random games of each rule set; yield how many were played, and return the samples."""
    samples = []
    for number, variant in enumerate(variants):
        tally = Tally(variant, Gathering(metrics))
        for found in random_games(variant, games, seed):
            tally.add(found)
            yield number * games + tally.lengths.total()
        values = {metric.name: tally.gathering.values(metric) for metric in metrics}
        if BRANCHING in values:
            values[BRANCHING] = tuple(tally.branching)
        samples.append(Sample(values))
    return samples


def play_level(
    schedule: Schedule,
    metrics: Sequence[Metric],
    player: str,
    folder: Path | None,
    run: Runner,
    manifest: Mapping[str, object],
) -> Generator[int, None, tuple[list[Sample], list[Played]]]:
    """Play games of a player against itself; yield how many were played; return the samples of each rule set.

    Beside them is what does not count. Raises RunError.
    """
    gathered = [Gathering(metrics) for _ in schedule.rules]
    apart = [Played() for _ in schedule.rules]
    with closing(RunStore(folder)) as store:
        store.describe(manifest)
        with closing(games_of(schedule, player, store, run)) as games:
            for played, (result, trial) in enumerate(games, 1):
                _, variant, _, _ = schedule.place(result.index)
                if trial is None:
                    apart[variant].repeated += 1
                else:
                    gathered[variant].add(trial)
                    apart[variant].unfinished += trial.winners is None
                yield played
    return [Sample({metric.name: one.values(metric) for metric in metrics}) for one in gathered], apart

"""Playing a batch: games of a level against itself, of several rule sets."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from byways.arena.run import Runner
from byways.arena.run_store import RunStore
from byways.arena.schedule import Schedule
from byways.lab.metrics import Gathering
from byways.lab.report.parts.self_play import games_of


@dataclass
class Apart:
    """Games of one rule set, over all batches, that do not count."""

    repeated: int = 0
    unfinished: int = 0
    seen: set[int] = field(default_factory=set)
    """The keys of all games, by which one is known that an earlier batch had."""


@dataclass(frozen=True)
class Batch:
    """The games of a batch, who plays them, and what its run is."""

    schedule: Schedule
    player: str
    manifest: Mapping[str, object]


def play_batch(
    batch: Batch, gathered: Sequence[Gathering], apart: Sequence[Apart], folder: Path | None, run: Runner
) -> Generator[int, None, None]:
    """Play games of a player against itself; yield how many were played, and add to what is gathered of each rule set.

    Raises RunError.
    """
    with closing(RunStore(folder)) as store:
        store.describe(batch.manifest)
        with closing(games_of(batch.schedule, batch.player, store, run)) as games:
            for played, (result, trial) in enumerate(games, 1):
                _, variant, _, _ = batch.schedule.place(result.index)
                if trial is None or result.key in apart[variant].seen:
                    apart[variant].repeated += 1
                else:
                    apart[variant].seen.add(result.key)
                    gathered[variant].add(trial)
                    apart[variant].unfinished += trial.winners is None
                yield played

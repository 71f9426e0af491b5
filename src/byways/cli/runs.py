"""What commands that play many games have in common: how a run is played, its folder, and what is said of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from byways.cli.common import Switch, UsageError, at_least, plain_lines, usage
from byways.translatable import say_many

if TYPE_CHECKING:
    from byways.arena.page import Facts
    from byways.arena.run import Runner

Output = Annotated[str | None, Parameter(name=["--output", "-o"])]


@Parameter(name="*")
@dataclass(frozen=True)
class Jobs:
    """How many games are played at the same time."""

    jobs: int | None = 1
    """The number of processes that play at the same time."""

    def __post_init__(self) -> None:
        """Check the number. Raises UsageError."""
        at_least(1, jobs=self.jobs)

    @property
    def processes(self) -> int:
        """The number of processes; by default one for each core."""
        from byways.batch.sharing import cores

        return cores() if self.jobs is None else self.jobs


@dataclass(frozen=True)
class RunOptions(Jobs):
    """Where games are played: in processes here, or on a cluster."""

    ray: str | None = None
    """Play on a Ray cluster, as in byways match (docs/guides/clusters.md)."""
    mixed: Switch = False
    """Let machines of a cluster play whose version or arithmetic differs, which may play other games."""

    def runner(self, *, processor_time: bool = False) -> Runner:
        """Return what plays games so; `processor_time` counts seconds by the processor. Raises UsageError."""
        from byways.arena.run import runner
        from byways.search.driver import count_processor_time

        with usage():
            return runner(self.processes, count_processor_time if processor_time else None, self.ray, self.mixed)


@dataclass(frozen=True)
class AllCores(RunOptions):
    """The same with all cores by default."""

    jobs: int | None = None
    """The number of processes that play at the same time; by default one for each core."""


def check_output(output: str | None, parquet: bool) -> None:
    """Check that a folder has a name, and that Parquet can be written where it is asked for.

    Raises UsageError, and ModuleNotFoundError without the extra byways[parquet].
    """
    if output == "":
        raise UsageError("-o needs the name of a folder")
    if parquet:
        from byways.arena.parquet import check

        if output is None:
            raise UsageError("--parquet needs a folder to write to: -o FOLDER")
        check()


def tell_note(game: str, options: Mapping[str, Any]) -> None:
    """Print why engines do not search a rule set, if they do not."""
    from byways import registry

    if note := registry.find(game).variant(options).engine_note:
        print(note)


def tell_failures(facts: Facts) -> None:
    """Print which programs lost games by failing, and the end of the last one's error output."""
    counts = Counter((failure.player, failure.reason) for failure in facts.failures)
    for (player, reason), count in counts.most_common():
        print(f"{player} lost {say_many('{count} game', '{count} games', count)}: {reason}")
    if errors := next((failure.errors for failure in reversed(facts.failures) if failure.errors), ""):
        print(f"the end of its error output:\n{plain_lines(errors)}", file=sys.stderr)


def tell_unrepeatable(facts: Facts) -> None:
    """Print that the seed does not bring the same games again, where that is so."""
    from byways.arena.page import UNREPEATABLE

    if players := facts.unrepeatable:
        print(f"the same seed may give other games, as {UNREPEATABLE}: {', '.join(players)}")


def tell_uncounted(facts: Facts) -> None:
    """Print which games do not count, and whether there were fewer openings than asked for."""
    for count, what in ((facts.unfinished, "had no result"), (facts.repeated, "repeated an earlier one")):
        if count:
            print(f"{say_many('{count} game', '{count} games', count)} {what}, not counted")
    if facts.openings.ran_out:
        openings = say_many("{count} opening", "{count} openings", facts.openings.count)
        print(f"there are no more than {openings} of that length")

"""What commands that play many games have in common: how a run is played and its folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from byways.cli.common import Switch, UsageError, at_least, usage

if TYPE_CHECKING:
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


def values_of(parameter: str, words: Sequence[str]) -> dict[str, list[str]]:
    """Parse `size=6,8` to {"size": ["6", "8"]}. Raises UsageError, naming the parameter."""
    found: dict[str, list[str]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        every = [value.strip() for value in values.split(",") if value.strip()]
        if not (name and equals and every):
            raise UsageError(f"--{parameter} takes an option and its values, such as size=6,8, not {word!r}")
        if name in found:
            raise UsageError(f"--{parameter} names {name} twice")
        found[name.strip()] = every
    return found

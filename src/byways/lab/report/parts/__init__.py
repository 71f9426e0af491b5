"""Parts of a report: each plays some games of a rule set, and measures something of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from byways.arena.run import Runner
from byways.arena.schedule import RuleSet
from byways.lab.report.facts import Played
from byways.lab.report.figures import Figure
from byways.records import Record
from byways.version import __version__


class Part(ABC):
    """One part of the report on a rule set. It is played once, then asked for its figures."""

    name: str
    """What is being played, such as "level 3"; no two parts of a report have the same name."""
    games: int
    """The games that are planned, or other work in units of about a game, for the progress shown."""
    examples: Mapping[str, Record] = MappingProxyType({})
    """Games to be shown, by what they are examples of."""
    times: Mapping[str, float] = MappingProxyType({})
    """What a clock measured, by name with the unit."""

    @abstractmethod
    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play by `run`; yield how many of the planned games are done, never decreasing.

        Games are kept below `folder`, which belongs to the rule set, in a folder that the part names itself; playing
        again goes on there. None: they are not kept. Nothing but `times` may depend on `run`. Raises RunError.
        """

    @abstractmethod
    def figures(self) -> Iterator[Figure]:
        """Yield what was measured, when all is played."""

    def played(self) -> Played | None:
        """Return which games were played; None to say nothing."""
        return None


def manifest(rules: RuleSet, seed: int, **played: object) -> dict[str, object]:
    """Return all that the games of a part depend on, for the folder in which they are kept."""
    return {
        "kind": "report",
        "byways": __version__,
        "game": rules.game,
        "options": rules.options,
        "seed": seed,
        **played,
    }

"""Reports that come with Byways: the figures that their pages show, packed."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec import Struct

from byways import registry
from byways.lab.report.facts import ReportFacts, definitions
from byways.lab.report.figures import COURSE, SECTIONS, Figure, says_nothing

_FOLDER = "games"
OF_FIGURE = ("section", "name", "unit")
OF_LINE = ("label", "value", "low", "high", "n")


def stored_report(game: str) -> ReportFacts | None:
    """Return the report on a game that comes with Byways; None where there is none."""
    packed = _read(game)
    return None if packed is None else unpacked(packed)


def has_report(game: str) -> bool:
    """Return whether a report on a game comes with Byways."""
    return game in _stored()


def unpacked(kept: Mapping[str, Any]) -> ReportFacts:
    """Return a report again from what is kept of it."""
    rule_sets = [
        {**one, "proved": (), "figures": _figures(one["figures"], one["sources"])} for one in kept["rule_sets"]
    ]
    names = [figure["name"] for one in rule_sets for figure in one["figures"]]
    defined = definitions(names, registry.find(kept["game"]))
    return msgspec.convert({**kept, "rule_sets": rule_sets, "sections": SECTIONS, "definitions": defined}, ReportFacts)


def _read(game: str) -> dict[str, Any] | None:
    path = _stored().get(game)
    return None if path is None else json.loads(path.read_text(encoding="utf-8"))


@functools.cache
def _stored() -> Mapping[str, Traversable]:
    """Return the files of reports by the game's id."""
    folder = files("byways.lab.report").joinpath(_FOLDER)
    found = folder.iterdir() if folder.is_dir() else ()
    return {path.name.removesuffix(".json"): path for path in found if path.name.endswith(".json")}


def _figures(packed: Iterable[Sequence[Any]], order: Sequence[str]) -> list[dict[str, Any]]:
    """Return figures as a report's JSON has them, in the order of their sources."""
    found = []
    for *about, sources in packed:
        for source, lines in sources.items():
            common = {**dict(zip(OF_FIGURE, about, strict=True)), "source": source}
            found += [common | _unpacked_line(line) for line in lines]
    return sorted(found, key=lambda one: order.index(one["source"]))


def _unpacked_line(line: Sequence[Any]) -> dict[str, Any]:
    if len(line) < len(OF_LINE):
        label, value, games = line
        line = (label, value, None, None, games)
    return dict(zip(OF_LINE, line, strict=True))


class ReferenceGame(Struct, frozen=True):
    """A well-known game: its figures without tables, and the command that made them."""

    game: str
    title: str
    name: str
    """The rule set, such as "size=11"."""
    byways: str
    command: str
    figures: tuple[Figure, ...]

    def of(self, name: str, label: str) -> list[Figure]:
        """Return a figure at each strength that is kept: of random games and of the strongest level.

        Those of the course are left out where the values behind them may be noise.
        """
        return [
            one for one in self.figures
            if (one.name, one.label) == (name, label) and not (one.section == COURSE and one.source in self.noisy)
        ]  # fmt: skip

    @property
    def noisy(self) -> Sequence[str]:
        """The strengths whose values are not shown to foretell results better than ½ for every position."""
        return [one.source for one in self.figures if (one.name, one.label) == ("Brier", "") and says_nothing(one)]


@functools.cache
def reference_games() -> tuple[ReferenceGame, ...]:
    """Return the games that come with Byways, by title."""
    folder = files("byways.lab.report").joinpath("reference")
    found = (path.read_bytes() for path in folder.iterdir() if path.name.endswith(".json"))
    return tuple(sorted((msgspec.json.decode(one, type=ReferenceGame) for one in found), key=lambda one: one.title))

"""What a report has found, from which its files are made: what was played, figures, differences, definitions."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

import msgspec
from msgspec import UNSET, Struct, UnsetType

from byways import registry
from byways.game import Game, Variant
from byways.lab.metrics.registry import METRICS, event_metrics
from byways.lab.report.figures import RANDOM, Difference, Figure, Section, says_nothing


class Played(Struct, frozen=True, kw_only=True):
    """Games that were played; what does not apply to them is unset."""

    source: str
    """How they are called as a source of figures."""
    player: str | UnsetType = UNSET
    planned: int | UnsetType = UNSET
    games: int
    """Those that count."""
    varied_turns: int | UnsetType = UNSET
    """The first turns in which players vary."""
    loss: float | UnsetType = UNSET
    """What they give up for it at most."""
    repeated: int | UnsetType = UNSET
    unfinished: int | UnsetType = UNSET


class Statement(Struct, frozen=True):
    """What is proved of a rule set with these options."""

    options: dict[str, int | bool | str]
    says: str


class Example(Struct, frozen=True):
    """A game to be shown."""

    name: str
    """What it is an example of."""
    source: str
    record: str


class RuleSetFacts(Struct, frozen=True, dict=True):
    """A rule set: its games and their figures."""

    name: str
    options: dict[str, int | bool | str]
    players: tuple[str, ...]
    played: tuple[Played, ...]
    proved: tuple[Statement, ...]
    figures: tuple[Figure, ...]
    strongest: str = ""
    """The source of the strongest play; empty if none but random games were played."""
    examples: tuple[Example, ...] = ()

    @functools.cached_property
    def sources(self) -> tuple[str, ...]:
        """The sources of its figures, in their order."""
        return tuple(dict.fromkeys(figure.source for figure in self.figures))

    @property
    def main_sources(self) -> tuple[str, ...]:
        """Random games and the strongest play, to which long tables are limited on the page."""
        return main_sources(self.strongest)

    @property
    def shown_examples(self) -> Sequence[Example]:
        """The games that the page shows: those of the strongest play, without the dramatic one of values like noise."""
        told = self.foretells(self.strongest)
        return [one for one in self.examples if one.source == self.strongest and (told or one.name != "dramatic")]

    def figure(self, name: str, source: str, label: str = "") -> Figure | None:
        """Return a figure that has a value; None where there is none."""
        return self._by_name.get((name, source, label))

    def table(self, name: str, source: str) -> Sequence[Figure]:
        """Return all lines of a table that have a value."""
        return [one for (of, by, label), one in self._by_name.items() if (of, by) == (name, source) and label]

    def foretells(self, source: str) -> bool:
        """Return whether an engine's values are shown to be better than ½ for every position, if it has any."""
        return not says_nothing(self.figure("Brier", source))

    @functools.cached_property
    def _by_name(self) -> dict[tuple[str, str, str], Figure]:
        return {(one.name, one.source, one.label): one for one in self.figures if one.value is not None}


def main_sources(strongest: str) -> tuple[str, ...]:
    """Return random games and the strongest play, if any was played, as sources."""
    return tuple(filter(None, (RANDOM, strongest)))


class Definition(Struct, frozen=True):
    """What a figure is, and where that comes from."""

    definition: str
    source: str


class ReportFacts(Struct, frozen=True):
    """A whole report, as its JSON has it: the fields are the keys, in their order."""

    byways: str
    game: str
    title: str
    command: str
    seed: int
    quick: bool
    sections: dict[str, Section]
    rule_sets: tuple[RuleSetFacts, ...]
    differences: tuple[Difference, ...]
    definitions: dict[str, Definition]
    times: dict[str, dict[str, float]] = {}
    """What a clock measured, by rule set."""

    def find_game(self) -> Game:
        """Return the game that the report is about. Raises OptionError where there is none of that name."""
        return registry.find(self.game)

    def variant(self, rules: RuleSetFacts) -> Variant:
        """Return a rule set as a variant of the game. Raises OptionError."""
        return self.find_game().variant(rules.options)


def definitions(names: Iterable[str], game: Game) -> dict[str, Definition]:
    """Return the definition and the source of a game's figures by name, in the order of the names."""
    metrics = {
        metric.name: Definition(metric.about.definition, metric.about.source)
        for metric in (*METRICS, *event_metrics(game))
    }
    return {name: metrics.get(name) or _own()[name] for name in dict.fromkeys(names)}


@functools.cache
def _own() -> Mapping[str, Definition]:
    """Return the definitions and sources of figures that are no metrics."""
    text = files("byways.lab.report").joinpath("definitions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Definition])

"""Figures of well-known games, made by the same command, to compare with those of a report."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from byways.lab.report.figures import RANDOM, Figure, says_nothing
from byways.lab.report.sections import COURSE

DIGITS = 5
"""Significant digits that are kept."""

_TABLES = ("StrategyShare", "PieRuleShare")


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


def as_reference(facts: Mapping[str, Any]) -> str:
    """Return what is kept of a report's JSON for comparing others with it, as JSON.

    That is what random games, the strongest play and matches tell, of tables only the short ones in `_TABLES`.
    """
    (rules,) = facts["rule_sets"]
    others = {games["source"] for games in rules["played"]} - {RANDOM, rules["strongest"]}
    kept = {
        "game": facts["game"],
        "title": facts["title"],
        "name": rules["name"],
        "byways": facts["byways"],
        "command": facts["command"],
        "figures": [
            {name: short(value) for name, value in figure.items()}
            for figure in rules["figures"]
            if (not figure["label"] or figure["name"] in _TABLES) and figure["source"] not in others
        ],
    }
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


def short(value: object) -> object:
    """Return a value as it is kept: numbers with few digits."""
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value

"""Figures of a report as text, and tables of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from byways.lab.metrics.course import EVEN
from byways.lab.report.facts import ReportFacts, RuleSetFacts
from byways.lab.report.figures import COURSE, RANDOM, Figure
from byways.lab.report.stored_reports import reference_games

SHOWN = 12
"""Lines of a long table that the page has; the JSON and the CSV have all."""
QUARTILES = ("minimum", "lower", "median", "upper", "maximum")

Key = tuple[str, str]
"""The name and the label of a figure."""
Cell: TypeAlias = str | tuple[str, ...]
"""A text, or texts below each other of which all but the first are small."""
Row: TypeAlias = tuple[Cell, ...]


class ReportTable(NamedTuple):
    """A table of the page."""

    heads: Sequence[str]
    rows: Sequence[Row]


def number(value: float, unit: str) -> str:
    """Return a value with the digits that its size deserves; shares in percent, without the sign."""
    scaled = 100 * value if unit == "share" else value
    digits = 1 if unit == "share" else max(0, min(4, 2 - math.floor(math.log10(abs(scaled))))) if scaled else 0
    return f"{scaled:,.{digits}f}".replace("-", "−")


def with_interval(figure: Figure) -> str:
    """Return a figure with its interval; shares in percent."""
    return said(figure.value or 0.0, figure.low, figure.high, figure.unit)


def said(value: float, low: float | None, high: float | None, unit: str, sign: str = "") -> str:
    """Return a value, with a sign behind it or that of percent, and its interval if there is one."""
    text = number(value, unit) + (" %" if unit == "share" else sign)
    return text if low is None or high is None else f"{text} ({number(low, unit)} to {number(high, unit)})"


def signed(value: float, unit: str) -> str:
    """Return a difference with its sign; of shares in points."""
    return ("+" if value > 0 else "") + number(value, unit)


def figures_table(section: str, facts: ReportFacts, in_pictures: Iterable[str]) -> ReportTable | None:
    """Return the table of a section's figures: a row for each, a column for each rule set and source.

    Those whose names are `in_pictures` are left out. Well-known games are beside; None where there is no figure.
    """
    left_out = frozenset(in_pictures)
    of_section = [
        (one, figure) for one in facts.rule_sets for figure in one.figures
        if figure.section == section and figure.name not in left_out
        and not (section == COURSE and not one.foretells(figure.source))
    ]  # fmt: skip
    columns = list(dict.fromkeys((one.name, figure.source) for one, figure in of_section))
    keys = shown((f.name, f.label, f.source == one.strongest) for one, f in of_section if f.label not in QUARTILES)
    if not keys:
        return None
    rules = {one.name: one for one in facts.rule_sets}
    known = [game for game in reference_games() if game.game != facts.game]
    known = [game for game in known if any(game.of(*key) for key in keys)]
    rows = [
        (
            ": ".join(filter(None, key)),
            *(_cell(rules[name], key, source) for name, source in columns),
            *(_beside(game.of(*key)) for game in known),
        )
        for key in keys
    ]
    several = len(rules) > 1
    heads = ("figure", *(f"{name}, {source}" if several else source for name, source in columns))
    return ReportTable((*heads, *(game.title for game in known)), rows)


def noise(facts: ReportFacts) -> list[str]:
    """Return which strengths, well-known games among them, are left out of the course, as their values may be noise."""
    found = [
        *((one.name, figure) for one in facts.rule_sets for figure in one.figures if not one.foretells(figure.source)),
        *((game.title, figure) for game in reference_games() for figure in game.figures if figure.source in game.noisy),
    ]
    return [
        f"{name}, {figure.source} (Brier score {with_interval(figure)}, n = {figure.n})"
        for name, figure in found
        if (figure.name, figure.label) == ("Brier", "")
    ]


def shown(lines: Iterable[tuple[str, str, bool]]) -> list[Key]:
    """Return the first lines of each table, by the name and the label of each line, and whether it is of the strongest.

    Those of the strongest play come first, in their order: what is frequent among the weak may be rare among them.
    """
    every = list(lines)
    tables: dict[str, dict[str, None]] = {name: {} for name, _, _ in every}
    for name, label, _ in sorted(every, key=lambda line: not line[2]):
        tables[name][label] = None
    return [(name, label) for name, labels in tables.items() for label in itertools.islice(labels, SHOWN)]


def _cell(rules: RuleSetFacts, key: Key, source: str) -> Cell:
    """Return a figure, its interval, its quartiles and its number of games."""
    name, label = key
    figure = rules.figure(name, source, label)
    if figure is None:
        return ""
    notes = [f"n = {figure.n}"] if figure.n else []
    quartiles = [rules.figure(name, source, part) for part in QUARTILES[1:4]] if not label else []
    if quartiles and all(quartiles):
        notes.append("quartiles " + " · ".join(number(one.value or 0.0, one.unit) for one in quartiles if one))
    return with_interval(figure), ", ".join(notes)


def _beside(figures: Sequence[Figure]) -> Cell:
    """Return a figure of a well-known game at each strength, all of them small."""
    said = (f"{one.source}: {with_interval(one)}{f', n = {one.n}' if one.n else ''}" for one in figures)
    return "", *said


def options_of(facts: ReportFacts) -> list[Mapping[str, str]]:
    """Return, for each rule set, its options as texts; those that came after the report are at their defaults."""
    variants = [facts.variant(one) for one in facts.rule_sets]
    return [
        {option.name: option.write(variant.options[option.name]) for option in variant.game.options}
        for variant in variants
    ]


def capital(sentence: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def players_of(source: str) -> str:
    """Return how the players of a source are called in a sentence."""
    return "random players" if source == RANDOM else source


def listed(words: Sequence[str]) -> str:
    """Return words as a list of a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def ends(figure: Figure) -> tuple[float, float]:
    """Return the ends of a share's interval; of those that are not known, the least and the greatest share."""
    return figure.low or 0.0, 1.0 if figure.high is None else figure.high


def verdict(share: Figure) -> str:
    """Return who is ahead by a first player's share, if that is shown, with the figure."""
    low, high = ends(share)
    points = f"{with_interval(share)} of the points in {share.n:,} games"
    if low > EVEN:
        return f"the first player is ahead, with {points}"
    if high < EVEN:
        return f"the first player is behind, with {points}"
    return f"neither player is shown to be ahead: the first player has {points}"

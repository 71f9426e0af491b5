"""Reports that come with Byways: the figures that their pages show, packed."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from byways import registry
from byways.report.definitions import definitions
from byways.report.facts import Facts
from byways.report.page.charts import CHARTED
from byways.report.page.maps import FEWEST_GAMES, IN_PICTURES, VISITS
from byways.report.page.tables import QUARTILES, Key, shown
from byways.report.reference_games import short
from byways.report.sections import SECTIONS

_FOLDER = "games"
_OF_TABLE = ("section", "name", "unit", "source")
_OF_LINE = ("label", "value", "low", "high", "n")


def stored_report(game: str) -> Facts | None:
    """Return the report on a game that comes with Byways; None where there is none."""
    packed = _read(game)
    return None if packed is None else Facts.of(unpacked(packed))


def has_report(game: str) -> bool:
    """Return whether a report on a game comes with Byways."""
    return game in _stored()


def packed(facts: Mapping[str, Any]) -> str:
    """Return what is kept of a report's JSON, as JSON: without what a clock measured, figures with few digits."""
    kept = {key: facts[key] for key in ("byways", "game", "title", "command", "seed", "quick")}
    kept["rule_sets"] = [{**one, "figures": list(_tables(one["figures"]))} for one in facts["rule_sets"]]
    kept["differences"] = [{key: short(value) for key, value in one.items()} for one in facts["differences"]]
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace('{"section"', '\n{"section"') + "\n"


def unpacked(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report's JSON again from what is kept of it."""
    rule_sets = [{**one, "figures": list(_figures(one["figures"]))} for one in kept["rule_sets"]]
    names = [figure["name"] for one in rule_sets for figure in one["figures"]]
    sections = {name: msgspec.to_builtins(section) for name, section in SECTIONS.items()}
    return {
        **kept,
        "rule_sets": rule_sets,
        "sections": sections,
        "definitions": definitions(names, registry.find(kept["game"])),
        "times": {},
    }


def _read(game: str) -> dict[str, Any] | None:
    path = _stored().get(game)
    return None if path is None else json.loads(path.read_text(encoding="utf-8"))


@functools.cache
def _stored() -> Mapping[str, Traversable]:
    """Return the files of reports by the game's id."""
    folder = files("byways.report").joinpath(_FOLDER)
    found = folder.iterdir() if folder.is_dir() else ()
    return {path.name.removesuffix(".json"): path for path in found if path.name.endswith(".json")}


def _tables(figures: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield figures that have all but their label and their numbers in common as one table each."""
    lines_shown = frozenset(shown((one["name"], one["label"]) for one in figures if one["label"] not in QUARTILES))
    kept = (one for one in figures if _is_shown(one, lines_shown))
    for common, lines in itertools.groupby(kept, key=lambda one: tuple(one[key] for key in _OF_TABLE)):
        about = dict(zip(_OF_TABLE, common, strict=True))
        numbers = [key for key in _OF_LINE if _has_intervals(about["name"]) or key not in ("low", "high")]
        yield {**about, "lines": [[short(line[key]) for key in numbers] for line in lines]}


def _is_shown(figure: Mapping[str, Any], lines: Container[Key]) -> bool:
    """Return whether the page shows a figure: in a chart, on a board, or as one of the first `lines` of its table."""
    name, label, games = figure["name"], figure["label"], figure["n"]
    if chart := CHARTED.get(name):
        return not games or games >= chart.fewest
    if name in IN_PICTURES:
        return not games or games >= FEWEST_GAMES
    return label in QUARTILES[1:4] or (name, label) in lines


def _has_intervals(name: str) -> bool:
    """Return whether the page shows the intervals of a figure."""
    return name != VISITS and (name not in CHARTED or CHARTED[name].intervals)


def _figures(tables: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in tables:
        common = {key: one[key] for key in _OF_TABLE}
        for line in one["lines"]:
            if len(line) == len(_OF_LINE):
                yield common | dict(zip(_OF_LINE, line, strict=True))
            else:
                label, value, games = line
                yield common | {"label": label, "value": value, "low": None, "high": None, "n": games}

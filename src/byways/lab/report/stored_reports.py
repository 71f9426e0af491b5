"""Reports that come with Byways: the figures that their pages show, packed."""

from __future__ import annotations

import functools
import json
from collections.abc import Container, Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from byways import registry
from byways.lab.report.definitions import definitions
from byways.lab.report.facts import ReportFacts, main_sources
from byways.lab.report.page.charts import CHARTED
from byways.lab.report.page.maps import FEWEST_GAMES, IN_PICTURES, MAPPED
from byways.lab.report.page.tables import QUARTILES, Key, shown
from byways.lab.report.reference_games import short
from byways.lab.report.sections import SECTIONS

_FOLDER = "games"
_OF_FIGURE = ("section", "name", "unit")
_OF_LINE = ("label", "value", "low", "high", "n")


def stored_report(game: str) -> ReportFacts | None:
    """Return the report on a game that comes with Byways; None where there is none."""
    packed = _read(game)
    return None if packed is None else unpacked(packed)


def has_report(game: str) -> bool:
    """Return whether a report on a game comes with Byways."""
    return game in _stored()


def packed(facts: Mapping[str, Any]) -> str:
    """Return what is kept of a report's JSON, as JSON: figures with few digits, without times and what is proved."""
    kept = {key: facts[key] for key in ("byways", "game", "title", "command", "seed", "quick")}
    kept["rule_sets"] = [
        {
            **{key: value for key, value in one.items() if key != "proved"},
            "sources": list(dict.fromkeys(figure["source"] for figure in one["figures"])),
            "figures": _packed_figures(one["figures"], one["strongest"]),
            "examples": [example for example in one["examples"] if example["source"] == one["strongest"]],
        }
        for one in facts["rule_sets"]
    ]
    kept["differences"] = [{key: short(value) for key, value in one.items()} for one in facts["differences"]]
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n"


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


def _packed_figures(figures: Sequence[Mapping[str, Any]], strongest: str) -> list[list[Any]]:
    """Return section, name, unit and the lines of each source for each figure by its name."""
    lines = ((f["name"], f["label"], f["source"] == strongest) for f in figures if f["label"] not in QUARTILES)
    lines_shown = frozenset(shown(lines))
    main = main_sources(strongest)
    found: dict[tuple[str, ...], dict[str, list[list[Any]]]] = {}
    for one in figures:
        if _is_shown(one, lines_shown, main):
            numbers = [key for key in _OF_LINE if _has_intervals(one["name"]) or key not in ("low", "high")]
            sources = found.setdefault(tuple(one[key] for key in _OF_FIGURE), {})
            sources.setdefault(one["source"], []).append([short(one[key]) for key in numbers])
    return [[*about, sources] for about, sources in found.items()]


def _is_shown(figure: Mapping[str, Any], lines: Container[Key], main: Sequence[str]) -> bool:
    """Return whether the page shows a figure: in a chart, on a board, or as one of the first `lines` of its table."""
    name = figure["name"]
    label = figure["label"]
    games = figure["n"]
    if (name in MAPPED or (name in CHARTED and CHARTED[name].main)) and figure["source"] not in main:
        return False
    if name in CHARTED or name in IN_PICTURES:
        return not games or games >= (CHARTED[name].fewest if name in CHARTED else FEWEST_GAMES)
    return label in QUARTILES[1:4] or (name, label) in lines


def _has_intervals(name: str) -> bool:
    """Return whether the page shows the intervals of a figure."""
    return name not in MAPPED and (name not in CHARTED or CHARTED[name].intervals)


def _figures(packed: Iterable[Sequence[Any]], order: Sequence[str]) -> list[dict[str, Any]]:
    """Return figures as a report's JSON has them, in the order of their sources."""
    found = []
    for *about, sources in packed:
        for source, lines in sources.items():
            common = {**dict(zip(_OF_FIGURE, about, strict=True)), "source": source}
            found += [common | _unpacked_line(line) for line in lines]
    return sorted(found, key=lambda one: order.index(one["source"]))


def _unpacked_line(line: Sequence[Any]) -> dict[str, Any]:
    if len(line) < len(_OF_LINE):
        label, value, games = line
        line = (label, value, None, None, games)
    return dict(zip(_OF_LINE, line, strict=True))

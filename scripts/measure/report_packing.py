"""Reports packed, as they come with Byways: what their pages show, without times and what is proved."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from typing import Any

from byways.lab.report.facts import main_sources
from byways.lab.report.page.charts import CHARTED
from byways.lab.report.page.maps import FEWEST_GAMES, IN_PICTURES, MAPPED
from byways.lab.report.page.tables import QUARTILES, Key, shown
from byways.lab.report.reference_games import short
from byways.lab.report.stored_reports import OF_FIGURE, OF_LINE


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


def _packed_figures(figures: Sequence[Mapping[str, Any]], strongest: str) -> list[list[Any]]:
    """Return section, name, unit and the lines of each source for each figure by its name."""
    lines = ((f["name"], f["label"], f["source"] == strongest) for f in figures if f["label"] not in QUARTILES)
    lines_shown = frozenset(shown(lines))
    main = main_sources(strongest)
    found: dict[tuple[str, ...], dict[str, list[list[Any]]]] = {}
    for one in figures:
        if _is_shown(one, lines_shown, main):
            numbers = [key for key in OF_LINE if _has_intervals(one["name"]) or key not in ("low", "high")]
            sources = found.setdefault(tuple(one[key] for key in OF_FIGURE), {})
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

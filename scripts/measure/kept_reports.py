"""What is kept of reports that the command has made: their figures, packed, and their conclusions as Markdown."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from byways.lab.report.facts import ReportFacts, RuleSetFacts, main_sources
from byways.lab.report.figures import RANDOM
from byways.lab.report.page.answers import answers
from byways.lab.report.page.boards import FEWEST_GAMES, IN_PICTURES, MAPPED
from byways.lab.report.page.charts import CHARTED
from byways.lab.report.page.tables import QUARTILES, Key, capital, players_of, shown, with_interval
from byways.lab.report.stored_reports import OF_FIGURE, OF_LINE

_TABLES = ("StrategyShare", "PieRuleShare")
DIGITS = 5
"""Significant digits that are kept."""
_COLUMNS = {"AdvantageP1": "first player's share", "DurationTurns": "moves", "Drawishness": "draws", "Score": "score"}
_OVERVIEW = """# Reports on the five games

What each game is like, as [`byways report`](../guides/reports.md) measured it: a page of conclusions for each, with the
command that makes the report again. The site shows the whole reports, with charts and boards, at `/report/GAME`.

Values have their 95 % intervals. Random players tell what the rules do by themselves, the highest level that was played
tells what players make of them.
"""


def conclusions(report: ReportFacts) -> str:
    """Return what a report on one game shows, as a page of the documentation."""
    return "\n".join(_page(report)) + "\n"


def overview(reports: Iterable[ReportFacts]) -> str:
    """Return a page that leads to the reports on several games, with their main figures side by side."""
    found = list(reports)
    heads = ("game", "strength", *_COLUMNS.values())
    rows = [
        (f"[{report.title}]({report.game}.md)", players_of(source), *_main(one, source))
        for report in found
        for one in report.rule_sets[:1]
        for source in dict.fromkeys((RANDOM, one.strongest))
        if source
    ]
    return "\n".join((_OVERVIEW, *_table(heads, rows))) + "\n"


def _page(report: ReportFacts) -> Iterator[str]:
    yield f"# {report.title}: report"
    yield ""
    kind = "A quick report: few games and wide intervals." if report.quick else "A full report."
    yield f"{kind} [How to read it](../guides/reports.md#how-to-read-a-figure). Made by"
    yield ""
    yield f"    {report.command}"
    yield ""
    for one in report.rule_sets:
        rows = [(capital(players_of(source)), *_main(one, source)) for source in one.sources if any(_main(one, source))]
        yield f"## {'Main figures' if len(report.rule_sets) == 1 else one.name}"
        yield ""
        yield f"Options: {one.name}." if len(report.rule_sets) == 1 else ""
        yield ""
        yield from _table(("strength", *_COLUMNS.values()), rows)
        yield ""
    for answer in answers(report):
        yield f"## {answer.question}"
        yield ""
        yield from (f"- {sentence}" for sentence in answer.sentences)
        yield ""


def _main(one: RuleSetFacts, source: str) -> tuple[str, ...]:
    found = (one.figure(name, source) for name in _COLUMNS)
    return tuple(f"{with_interval(figure)}, n = {figure.n:,}" if figure else "" for figure in found)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table without the columns that are empty."""
    found = list(rows)
    used = [i for i, _ in enumerate(heads) if any(row[i] for row in found)]
    for row in (heads, ["---"] * len(heads), *found):
        yield f"| {' | '.join(row[i] for i in used)} |"


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

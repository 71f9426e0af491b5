"""Conclusions of reports as Markdown, for the documentation: every sentence is made from the figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from byways.lab.report.facts import ReportFacts, RuleSetFacts
from byways.lab.report.figures import RANDOM
from byways.lab.report.page.answers import answers
from byways.lab.report.page.tables import with_interval
from byways.lab.report.page.wording import capital, players_of

_COLUMNS = {"AdvantageP1": "first player's share", "DurationTurns": "turns", "Drawishness": "draws", "Score": "score"}
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

"""The catalogue of metrics as Markdown."""

from __future__ import annotations

from byways.lab.metrics.metric import Definition, Kind
from byways.lab.metrics.registry import GROUPS, METRICS

_AS = {
    Kind.SHARE: "mean, Wilson's interval",
    Kind.MEAN: "mean, Student's interval",
    Kind.WHOLE: "all games together",
    Kind.TABLE: "table",
}


def catalogue() -> str:
    """Return all metrics as Markdown tables, one for each group, with a line feed at the end."""
    return "\n".join(_group(group, title) for group, title in GROUPS.items())


def _group(group: str, title: str) -> str:
    rows = (_row(metric.about) for metric in METRICS if metric.about.group == group)
    head = ("| metric | definition | unit, range | figure | source |", "|---|---|---|---|---|")
    return "\n".join((f"### {title}", "", *head, *rows, ""))


def _row(about: Definition) -> str:
    cells = (f"`{about.name}`", about.definition, f"{about.unit}, {about.spread}", _AS[about.kind], about.source)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

"""The catalogue of metrics as a page shows it."""

from __future__ import annotations

import math

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
    cells = (f"`{about.name}`", about.definition, f"{about.unit}, {spread(about)}", _AS[about.kind], about.source)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def spread(about: Definition) -> str:
    """Return a metric's range, such as "0 to 1" or "from 0"."""
    if about.high == math.inf:
        return "any" if about.low == -math.inf else f"from {_number(about.low)}"
    return f"{_number(about.low)} to {_number(about.high)}"


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")

"""Figures of games as a table in a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from byways.lab.metrics import Measurement, Metric
from byways.lab.metrics.registry import GROUP as EVENTS, GROUPS, spread
from byways.lab.metrics.rule_sets import RuleSet
from byways.position.notation import write_options
from byways.statistics.intervals import Interval
from byways.translatable import say_many

WIDTH = 80
ROWS = 8
"""How many rows of a table are shown; --json has all."""
_COLUMNS = "  {:<24} {:>9}  {:<16} {:<22} {:>5}"


def tables(found: Sequence[RuleSet], metrics: Sequence[Metric], *, explain: bool) -> str:
    """Return the figures of rule sets, one below another; without any, with `explain`, the metrics alone."""
    if not found and explain:
        return "\n".join(line for metric in metrics for line in (metric.name, *_explained(metric)))
    return "\n\n".join("\n".join(_of_rule_set(one, explain)) for one in found)


def _of_rule_set(found: RuleSet, explain: bool) -> Iterable[str]:
    yield _heading(found)
    for group, title in {**GROUPS, EVENTS: "Events that the game names"}.items():
        figures = [one for one in found.figures if one.metric.about.group == group and one.n]
        if figures:
            yield ""
            yield title
            yield _COLUMNS.format("", "value", "95 % interval", "quartiles", "n")
        for figure in figures:
            yield from _shown(figure)
            if explain:
                yield from _explained(figure.metric)
    if without := [figure.metric.name for figure in found.figures if not figure.n]:
        yield ""
        yield textwrap.fill(f"No game has a value of: {', '.join(without)}.", WIDTH)


def _heading(found: RuleSet) -> str:
    games = say_many("{count} game", "{count} games", found.games)
    notes = [f"{found.repeats} repeated, counted once"] if found.repeats else []
    notes += [f"{found.set_up} from another start"] if found.set_up else []
    options = write_options(found.variant.option_texts)
    return f"{found.game} {options}".rstrip() + f": {games}" + (f" ({'; '.join(notes)})" if notes else "")


def _shown(figure: Measurement) -> Iterable[str]:
    unit = figure.metric.about.unit
    value = "" if figure.value is None else _value(figure.value, unit)
    quartiles = figure.quartiles
    middle = quartiles and (quartiles.lower, quartiles.median, quartiles.upper)
    spread_out = " · ".join(_number(one, unit) for one in middle) if middle else ""
    yield _line(figure.metric.name, value, _between(figure.interval, unit), spread_out, figure.n)
    for row in figure.rows[:ROWS]:
        yield _line(f"  {row.label}", _value(row.value, unit), _between(row.interval, unit), "", row.n)
    if len(figure.rows) > ROWS:
        yield f"    … {len(figure.rows) - ROWS} more (--json has all)"


def _line(name: str, value: str, interval: str, quartiles: str, n: int) -> str:
    return _COLUMNS.format(name, value, interval, quartiles, n)


def _explained(metric: Metric) -> Iterable[str]:
    about = metric.about
    for text in (about.definition, f"Source: {about.source}.", f"Unit: {about.unit}, {spread(about)}."):
        yield from textwrap.wrap(text, WIDTH, initial_indent="      ", subsequent_indent="      ")


def _between(interval: Interval | None, unit: str) -> str:
    return f"{_number(interval.low, unit)} to {_number(interval.high, unit)}" if interval else ""


def _value(value: float, unit: str) -> str:
    return _number(value, unit) + (" %" if unit == "share" else "")


def _number(value: float, unit: str) -> str:
    """Return a number in few digits; a share in percent, without the sign."""
    if unit == "share":
        text = f"{100 * value:.1f}"
    elif unit == "share²":
        text = f"{value:.4f}"
    else:
        text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.2f}"
    return text.replace("-", "−")

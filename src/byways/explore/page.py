"""An exploration as one HTML page: the last rule sets, their trade-offs as a picture, and how they were found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from byways.draw.charts import Bar, bar_chart
from byways.draw.colours import properties, themed
from byways.draw.ink import escape
from byways.draw.page_tokens import PAGE
from byways.draw.scatter import Mark, scatter_chart
from byways.report.page.tables import number, table

_STYLE = """
body{font:16px/1.5 system-ui,DejaVu Sans,Arial,sans-serif;background:var(--room);color:var(--ink);margin:0 auto;
max-width:60rem;padding:1rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
.wide{overflow-x:auto;margin:.75rem 0}svg{max-width:100%;height:auto}code{overflow-wrap:anywhere}p.q{color:var(--ink-2)}
@media print{tr,svg{break-inside:avoid}body{max-width:none;padding:0}}
"""
Found = Sequence[Mapping[str, Any]]


def page(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parts of the page about an exploration's JSON."""
    title = f"{facts['title']}: exploration"
    games = facts["rounds"][-1]["of_each"]
    yield (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{themed(properties(PAGE))}{_STYLE}</style></head><body><main>\n<h1>{escape(title)}</h1>\n"
        f"<p>{len(facts['rounds'][0]['rule_sets'])} rule sets were tried. The last {len(facts['rule_sets'])} played "
        f"{games} games each of {escape(facts['strength'])} against itself, with seeds of their own, and the figures "
        f"are of these games alone. All intervals hold together, at {100 * facts['confidence']:g} %.</p>\n"
        f'<p class="q">Made by <code>{escape(facts["command"])}</code>, Byways {escape(facts["byways"])}; the same '
        "command gives the same figures.</p>\n<h2>The best trade-offs</h2>\n"
    )
    yield "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in verdicts(facts["rule_sets"])) + "</ul>\n"
    yield _results(facts["rule_sets"], facts["goals"])
    yield from _pictures(facts["rule_sets"], facts["goals"])
    yield "<h2>The goals</h2>\n"
    rows = [
        (goal["name"], goal["metric"], goal["wanted"], goal["definition"], goal["source"]) for goal in facts["goals"]
    ]
    yield table(("goal", "metric", "wanted", "definition", "source"), rows)
    yield "<h2>How they were found</h2>\n"
    yield from _rounds(facts["rounds"])
    yield "</main></body></html>\n"


def verdicts(found: Found) -> Iterator[str]:
    """Yield, in sentences, which rule sets are the best trade-offs, and which are shown to be worse than another."""
    best = [one["name"] for one in found if one["front"]]
    yield f"The best trade-offs, by their means: {', '.join(best)}; no other is better in some goal and worse in none."
    for one in found:
        if one["shown_worse_than"]:
            others = ", ".join(one["shown_worse_than"])
            yield f"{one['name']} is shown to be worse than {others} in some goal and better in none."
    if not any(one["shown_worse_than"] for one in found):
        yield "The games show of none of them that another is better in some goal and worse in none."


def said(figure: Mapping[str, Any], unit: str) -> str:
    """Return a figure with its interval; shares in percent."""
    if figure["value"] is None:
        return "no value"
    value = number(figure["value"], unit) + (" %" if unit == "share" else "")
    if figure["low"] is None:
        return value
    return f"{value} ({number(figure['low'], unit)} to {number(figure['high'], unit)})"


def _results(found: Found, goals: Found) -> str:
    heads = ["number", "rule set", *(f"{goal['metric']}, wanted {goal['wanted']}" for goal in goals), "games"]
    rows = []
    for place, one in enumerate(found, 1):
        figures = [said(figure, goal["unit"]) for figure, goal in zip(one["figures"], goals, strict=True)]
        name = f"{one['name']} (a best trade-off)" if one["front"] else one["name"]
        rows.append((str(place), name, *figures, _games(one)))
    return table(heads, rows)


def _games(one: Mapping[str, Any]) -> str:
    notes = [str(max(figure["n"] for figure in one["figures"]))]
    notes += [f"{one['repeated']} repeated ones not counted"] if one["repeated"] else []
    notes += [f"{one['unfinished']} without a result"] if one["unfinished"] else []
    return ", ".join(notes)


def _pictures(found: Found, goals: Found) -> Iterator[str]:
    """Yield the misses of the first goal against those of each other, or bars where there is one goal alone."""
    known = [one for one in found if all(figure["value"] is not None for figure in one["figures"])]
    if not known:
        return
    if len(goals) == 1:
        (goal,) = goals
        figures = [(one["name"], figure) for one in known for figure in one["figures"]]
        bars = [Bar(name, one["value"], _ends(one, ""), said(one, goal["unit"])) for name, one in figures]
        ends = [0.0, *(end for bar in bars for end in bar.interval or ())]
        yield bar_chart(f"{goal['metric']}, wanted {goal['wanted']}", bars, scale=(min(ends), max(ends) or 1.0))
    for place, goal in enumerate(goals[1:], 1):
        scales = [100 if each["unit"] == "share" else 1 for each in (goal, goals[0])]
        marks = [
            _mark(number, one, _scaled(one["figures"][place], scales[0]), _scaled(one["figures"][0], scales[1]))
            for number, one in enumerate(found, 1)
            if one in known
        ]
        title = f"{goals[0]['name']} and {goal['name']}: by how much each rule set misses them"
        yield scatter_chart(title, marks, _axis(goal), _axis(goals[0]))


def _mark(number: int, one: Mapping[str, Any], x: Sequence[float], y: Sequence[float]) -> Mark:
    return Mark(str(number), x[0], y[0], (x[1], x[2]), (y[1], y[2]), one["name"], filled=one["front"])


def _scaled(figure: Mapping[str, Any], scale: float) -> list[float]:
    """Return by how much a goal is missed, and the ends of that interval."""
    return [scale * value for value in (figure["miss"], *_ends(figure, "miss_"))]


def _ends(figure: Mapping[str, Any], of: str) -> tuple[float, float]:
    """Return the ends of a figure's interval, or of that of its miss; the value twice where there is none."""
    value = figure[of.rstrip("_") or "value"]
    low, high = figure[f"{of}low"], figure[f"{of}high"]
    return (value, value) if low is None or high is None else (low, high)


def _axis(goal: Mapping[str, Any]) -> str:
    unit = "points" if goal["unit"] == "share" else goal["unit"]
    if goal["wanted"].startswith("as"):
        sign = "less " if "high" in goal["wanted"] else ""
        return f"{sign}{goal['metric']}, {unit}"
    return f"{goal['metric']} away from {goal['wanted']}, {unit}"


def _rounds(rounds: Found) -> Iterator[str]:
    rows = []
    for place, one in enumerate(rounds, 1):
        left = [name for name in one["rule_sets"] if name not in one["kept"]]
        what = "random games" if one["games"] == "random" else f"games of {one['games']} against itself"
        dropped = ", ".join(left) if left else "measured for the figures"
        rows.append((str(place), f"{one['of_each']} {what}", str(len(one["rule_sets"])), dropped))
    yield table(("round", "of each rule set", "rule sets", "left out after it"), rows)
    yield (
        '<p class="q">Means of the earlier rounds are not given: who was kept because of them was lucky in '
        "them, so that they flatter.</p>\n"
    )

"""An exploration as one HTML page: all rule sets, their trade-offs as a picture, and how the race went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from byways import registry
from byways.draw.charts import Bar, bar_chart
from byways.draw.colours import properties, themed
from byways.draw.ink import escape
from byways.draw.page_tokens import PAGE
from byways.draw.scatter import Mark, scatter_chart
from byways.lab.report.page.tables import number, table

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
    yield (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{themed(properties(PAGE))}{_STYLE}</style></head><body><main>\n<h1>{escape(title)}</h1>\n"
        f"<p>{len(facts['rule_sets'])} rule sets were tried, in {facts['games']:,} games of "
        f"{escape(facts['strength'])} against itself. The figures are those of the race: each counts all different "
        "games of its rule set, and the intervals of all rule sets, goals and looks hold together, at "
        f"{100 * facts['confidence']:g} %.</p>\n"
        f'<p class="q">Made by <code>{escape(facts["command"])}</code>, Byways {escape(facts["byways"])}; the same '
        "command gives the same figures.</p>\n<h2>What the games show</h2>\n"
    )
    sentences = (*notes(facts), *verdicts(facts["rule_sets"], facts["goals"]))
    yield "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>\n"
    yield _results(facts["rule_sets"], facts["goals"])
    yield from _pictures(facts["rule_sets"], facts["goals"])
    yield "<h2>The goals</h2>\n"
    rows = [
        (goal["name"], goal["metric"], goal["wanted"], tolerance(goal), goal["definition"], goal["source"])
        for goal in facts["goals"]
    ]
    yield table(("goal", "metric", "wanted", "tolerance", "definition", "source"), rows)
    yield "<h2>How the race went</h2>\n"
    yield from _rounds(facts["rounds"])
    yield "</main></body></html>\n"


def notes(facts: Mapping[str, Any]) -> list[str]:
    """Return why engines do not search the rule sets, each reason once; nothing where they search all of them."""
    game = registry.find(facts["game"])
    found = (game.variant(one["options"]).engine_note for one in facts["rule_sets"])
    return list(dict.fromkeys(filter(None, found)))


def verdicts(found: Found, goals: Found) -> Iterator[str]:
    """Yield, in sentences, which of all rule sets are best, and what the games show of the others."""
    best = [one["name"] for one in found if one["best"]]
    within = ", ".join(f"{goal['name']} {tolerance(goal)}" for goal in goals)
    yield f"Best of all {len(found)} within the tolerances ({within}), by the means of the race: {', '.join(best)}."
    for place, goal in enumerate(goals):
        yield from _unreached(found, place, goal)
    ties = [one["name"] for one in found if not one["best"] and one["worse_than"] is None]
    if ties:
        yield f"Not told apart from the best: {', '.join(ties)}; more games may show them to be worse, or as good."
    for one in found:
        if one["worse_than"] is not None:
            yield f"{one['name']} is shown to be worse than {one['worse_than']}, after {one['games']} games."
    if not any(one["worse_than"] for one in found):
        yield "The games show of none of them that it is worse than another."


def tolerance(goal: Mapping[str, Any]) -> str:
    """Return the tolerance of a goal with its unit."""
    if goal["unit"] == "share":
        return f"{100 * goal['tolerance']:g} points"
    return f"{goal['tolerance']:.3g} {goal['unit']}"


def _unreached(found: Found, place: int, goal: Mapping[str, Any]) -> Iterator[str]:
    """Yield that no rule set comes up to a goal, and which is nearest."""
    known = [one for one in found if one["figures"][place]["miss"] is not None]
    nearest = min(known, key=lambda one: one["figures"][place]["miss"])
    figure = nearest["figures"][place]
    if not goal["open"] and figure["miss"] > goal["tolerance"]:
        yield (
            f"By the means none reaches {goal['name']}, {goal['wanted']}, within the tolerance; nearest is "
            f"{nearest['name']}, with {said(figure, goal['unit'])}."
        )


def said(figure: Mapping[str, Any], unit: str) -> str:
    """Return a figure with its interval; shares in percent."""
    if figure["value"] is None:
        return "no value"
    value = number(figure["value"], unit) + (" %" if unit == "share" else "")
    if figure["low"] is None:
        return value
    return f"{value} ({number(figure['low'], unit)} to {number(figure['high'], unit)})"


def _results(found: Found, goals: Found) -> str:
    heads = [
        "number",
        "rule set",
        "verdict",
        *(f"{goal['metric']}, wanted {goal['wanted']}" for goal in goals),
        "games",
    ]
    rows = []
    for place, one in enumerate(found, 1):
        figures = [said(figure, goal["unit"]) for figure, goal in zip(one["figures"], goals, strict=True)]
        rows.append((str(place), one["name"], _verdict(one), *figures, _games(one)))
    return table(heads, rows)


def _verdict(one: Mapping[str, Any]) -> str:
    if one["best"]:
        return "best within the tolerances"
    return "not told apart" if one["worse_than"] is None else f"shown to be worse than {one['worse_than']}"


def _games(one: Mapping[str, Any]) -> str:
    notes = [str(one["games"])]
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
    return Mark(str(number), x[0], y[0], (x[1], x[2]), (y[1], y[2]), one["name"], filled=one["best"])


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
    if goal["open"]:
        sign = "less " if "high" in goal["wanted"] else ""
        return f"{sign}{goal['metric']}, {unit}"
    return f"{goal['metric']} away from {goal['wanted']}, {unit}"


def _rounds(rounds: Found) -> Iterator[str]:
    rows = [
        (str(place), str(one["of_each"]), str(len(one["rule_sets"])), ", ".join(one["dropped"]) or "none")
        for place, one in enumerate(rounds, 1)
    ]
    yield table(("round", "games of each", "rule sets", "shown to be worse after it"), rows)

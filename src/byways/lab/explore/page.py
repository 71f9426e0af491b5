"""An exploration as one HTML page: all rule sets, their trade-offs as a picture, and how the race went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from byways import registry
from byways.draw.charts import Bar, Mark, bar_chart, scatter_chart, unstyled
from byways.draw.pages import render
from byways.lab.explore.facts import ExploreFacts, GoalFacts, GoalFigure, RuleSetFacts
from byways.lab.report.page import tables


def page(facts: ExploreFacts) -> Iterator[str]:
    """Yield the parts of the page about an exploration."""
    goals = facts.goals
    return render(
        "lab/explore/page.html",
        title=f"{facts.title}: exploration",
        facts=facts,
        sentences=(*notes(facts), *verdicts(facts)),
        heads=("number", "rule set", "verdict", *(f"{goal.metric}, wanted {goal.wanted}" for goal in goals), "games"),
        results=[_result(place, one, goals) for place, one in enumerate(facts.rule_sets, 1)],
        pictures=map(unstyled, _pictures(facts.rule_sets, goals)),
        goals=[(one.name, one.metric, one.wanted, one.tolerated, one.definition, one.source) for one in goals],
        rounds=[
            (str(place), str(one.of_each), str(len(one.rule_sets)), ", ".join(one.dropped) or "none")
            for place, one in enumerate(facts.rounds, 1)
        ],
    )


def notes(facts: ExploreFacts) -> list[str]:
    """Return why engines do not search the rule sets, each reason once; nothing where they search all of them."""
    game = registry.find(facts.game)
    found = (game.variant(one.options).engine_note for one in facts.rule_sets)
    return list(dict.fromkeys(filter(None, found)))


def verdicts(facts: ExploreFacts) -> Iterator[str]:
    """Yield, in sentences, which of all rule sets are best, and what the games show of the others."""
    found = facts.rule_sets
    best = ", ".join(one.name for one in found if one.best)
    within = ", ".join(f"{goal.name} {goal.tolerated}" for goal in facts.goals)
    yield f"Best of all {len(found)} within the tolerances ({within}), by the means of the race: {best}."
    for place, goal in enumerate(facts.goals):
        yield from _unreached(found, place, goal)
    if ties := [one.name for one in found if not one.best and one.worse_than is None]:
        yield f"Not told apart from the best: {', '.join(ties)}; more games may show them to be worse, or as good."
    for one in found:
        if one.worse_than is not None:
            yield f"{one.name} is shown to be worse than {one.worse_than}, after {one.games} games."
    if not any(one.worse_than for one in found):
        yield "The games show of none of them that it is worse than another."


def _unreached(found: Sequence[RuleSetFacts], place: int, goal: GoalFacts) -> Iterator[str]:
    """Yield that no rule set comes up to a goal, and which is nearest."""
    known = [(miss, one) for one in found if (miss := one.figures[place].miss) is not None]
    miss, nearest = min(known, key=lambda pair: pair[0])
    if not goal.open and miss > goal.tolerance:
        yield (
            f"By the means none reaches {goal.name}, {goal.wanted}, within the tolerance; nearest is {nearest.name}, "
            f"with {said(nearest.figures[place], goal.unit)}."
        )


def said(figure: GoalFigure, unit: str) -> str:
    """Return a figure with its interval; shares in percent."""
    return "no value" if figure.value is None else tables.said(figure.value, figure.low, figure.high, unit)


def _result(place: int, one: RuleSetFacts, goals: Sequence[GoalFacts]) -> tuple[str, ...]:
    figures = [said(figure, goal.unit) for figure, goal in zip(one.figures, goals, strict=True)]
    games = [str(one.games)]
    games += [f"{one.repeated} repeated ones not counted"] if one.repeated else []
    games += [f"{one.unfinished} without a result"] if one.unfinished else []
    return str(place), one.name, _verdict(one), *figures, ", ".join(games)


def _verdict(one: RuleSetFacts) -> str:
    if one.best:
        return "best within the tolerances"
    return "not told apart" if one.worse_than is None else f"shown to be worse than {one.worse_than}"


def _pictures(found: Sequence[RuleSetFacts], goals: Sequence[GoalFacts]) -> Iterator[str]:
    """Yield the misses of the first goal against those of each other, or bars where there is one goal alone."""
    first, *others = goals
    known = [
        (place, one) for place, one in enumerate(found, 1) if all(figure.value is not None for figure in one.figures)
    ]
    if not known:
        return
    if not others:
        bars = [_bar(one.name, one.figures[0], first.unit) for _, one in known]
        ends = [0.0, *(end for bar in bars for end in bar.interval or ())]
        yield bar_chart(f"{first.metric}, wanted {first.wanted}", bars, scale=(min(ends), max(ends) or 1.0))
    for nth, goal in enumerate(others, 1):
        marks = []
        for place, one in known:
            x, *across = _missed(one.figures[nth], goal.unit)
            y, *up = _missed(one.figures[0], first.unit)
            marks.append(Mark(str(place), x, y, (across[0], across[1]), (up[0], up[1]), one.name, filled=one.best))
        title = f"{first.name} and {goal.name}: by how much each rule set misses them"
        yield scatter_chart(title, marks, _axis(goal), _axis(first))


def _bar(name: str, figure: GoalFigure, unit: str) -> Bar:
    value = figure.value or 0.0
    return Bar(name, value, _ends(value, figure.low, figure.high), said(figure, unit))


def _missed(figure: GoalFigure, unit: str) -> tuple[float, float, float]:
    """Return by how much a goal is missed, and the ends of that interval; shares in points."""
    scale = 100 if unit == "share" else 1
    miss = figure.miss or 0.0
    low, high = _ends(miss, figure.miss_low, figure.miss_high)
    return scale * miss, scale * low, scale * high


def _ends(value: float, low: float | None, high: float | None) -> tuple[float, float]:
    """Return the ends of an interval; the value twice where there is none."""
    return (value, value) if low is None or high is None else (low, high)


def _axis(goal: GoalFacts) -> str:
    unit = "points" if goal.unit == "share" else goal.unit
    if goal.open:
        sign = "less " if "high" in goal.wanted else ""
        return f"{sign}{goal.metric}, {unit}"
    return f"{goal.metric} away from {goal.wanted}, {unit}"

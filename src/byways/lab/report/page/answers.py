"""What the figures of a report answer, as questions of a designer with sentences.

Each sentence has its figure with the interval, the number of games and the strength in it; what is not shown is said to
be not shown. Where a report lacks the figures, the question is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from byways.lab.report.facts import ReportFacts, RuleSetFacts
from byways.lab.report.figures import MARGIN, Difference
from byways.lab.report.page import answers_on_balance as balance, answers_on_play as play
from byways.lab.report.page.tables import capital
from byways.lab.report.proved import sentences


@dataclass(frozen=True)
class ReportAnswer:
    """A question with what a report answers."""

    question: str
    sentences: tuple[str, ...]


def answers(facts: ReportFacts) -> Iterator[ReportAnswer]:
    """Yield the questions that a report answers, in the order in which a designer asks them."""
    several = len(facts.rule_sets) > 1
    for question, tell in _questions(facts).items():
        found = [
            f"{one.name}: {sentence}" if several else capital(sentence)
            for one in facts.rule_sets
            for sentence in tell(one)
        ]
        if found:
            yield ReportAnswer(question, tuple(found))
    if found := [*filter(None, map(difference, facts.differences))]:
        yield ReportAnswer("How do the rule sets differ?", tuple(found))


def difference(one: Difference) -> str:
    """Say a difference in words; empty where nothing is shown."""
    size = (one.high - one.low) / 2
    games = f"{one.n[1]} and {one.n[0]} games, {one.source}"
    if one.name == "DurationTurns" and not one.low <= 0 <= one.high:
        word = "longer" if one.value > 0 else "shorter"
        return f"{one.second} is {word} than {one.first} by {abs(one.value):.1f} ± {size:.1f} moves ({games})."
    if one.name == "Imbalance":
        verdict = "is shown to be no less balanced" if one.no_less else "is not shown to be no less balanced"
        return f"{one.second} {verdict} than {one.first} (margin {100 * MARGIN:g} points; {games})."
    return ""


def _questions(facts: ReportFacts) -> Mapping[str, Callable[[RuleSetFacts], Iterator[str]]]:
    """Return what answers each question for a rule set."""
    return {
        "How do engines play it?": lambda one: filter(None, (facts.variant(one).engine_note,)),
        "Is the first player ahead?": balance.ahead,
        "And on boards of other sizes?": balance.by_size,
        "Does the pie rule mend it?": partial(balance.pie_rule, facts.rule_sets),
        "Which first move is fair?": balance.first_turns,
        "What is proved?": lambda one: sentences(facts.variant(one)),
        "How long is a game?": play.length,
        "How often is a game drawn?": play.draws,
        "When is a game decided?": play.course,
        "What do players score?": play.scores,
        "Does it reward skill?": play.skill,
        "Do simple strategies work?": play.strategies,
        "What does each rule do?": partial(play.events, facts.definitions),
    }

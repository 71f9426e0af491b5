"""What the figures of a report answer, as questions of a designer with sentences.

Each sentence has its figure with the interval, the number of games and the strength in it; what is not shown is said to
be not shown. Where a report lacks the figures, the question is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from byways.metrics.outcome import EVEN
from byways.report.facts import Facts, RuleSetFacts
from byways.report.figures import MARGIN, PROOF, RANDOM, Difference, Figure
from byways.report.page.tables import signed, with_interval
from byways.report.sections import BALANCE


@dataclass(frozen=True)
class Answer:
    """A question with what a report answers."""

    question: str
    sentences: tuple[str, ...]


def answers(facts: Facts) -> Iterator[Answer]:
    """Yield the questions that a report answers, in the order in which a designer asks them."""
    several = len(facts.rule_sets) > 1
    for question, tell in QUESTIONS.items():
        found = [
            f"{one.name}: {sentence}" if several else capital(sentence)
            for one in facts.rule_sets
            for sentence in tell(one)
        ]
        if found:
            yield Answer(question, tuple(found))
    if found := [*filter(None, map(difference, facts.differences))]:
        yield Answer("How do the rule sets differ?", tuple(found))


def capital(sentence: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def _ahead(one: RuleSetFacts) -> Iterator[str]:
    for figure in one.figures:
        if (figure.section, figure.name, figure.label) == (BALANCE, "AdvantageP1", "") and figure.value is not None:
            yield f"{players_of(figure.source)}: {_verdict(figure)} ({_share(figure)})."


def _verdict(share: Figure) -> str:
    low, high = share.low or 0.0, 1.0 if share.high is None else share.high
    if low > EVEN:
        return "the first player is ahead"
    if high < EVEN:
        return "the first player is behind"
    return f"neither player is shown to be ahead, to ±{50 * (high - low):.1f} points"


def _share(figure: Figure) -> str:
    return f"the first player's share is {with_interval(figure)} in {figure.n:,} games"


def _proved(one: RuleSetFacts) -> Iterator[str]:
    first, second = (*one.players, "", "")[:2]
    lines = one.table("ProvedValue", PROOF)
    for value, verdict in ((1.0, f"{first} wins"), (0.5, "nobody wins"), (0.0, f"{second} wins")):
        if boards := [line.label for line in lines if line.value == value]:
            yield f"with perfect play {verdict} on {_listed(boards)}."


def _first_turns(one: RuleSetFacts) -> Iterator[str]:
    lines = one.table("FirstTurnShare", RANDOM)
    if not lines:
        return
    fairest = min(lines, key=lambda line: (abs((line.value or 0.0) - EVEN), line.label))
    best = max(lines, key=lambda line: (line.value or 0.0, line.label))
    yield f"random games are closest to even after {fairest.label} ({_share(fairest)})."
    yield f"they go best for the first player after {best.label} ({_share(best)})."


def _first_turn_values(one: RuleSetFacts) -> Iterator[str]:
    for source in one.sources:
        if lines := one.table("FirstTurnValue", source):
            fairest = min(lines, key=lambda line: (abs((line.value or 0.0) - EVEN), line.label))
            best, worst = lines[0], lines[-1]
            yield (
                f"by the engine's values ({source}), {_valued(fairest)} is closest to even, {_valued(best)} is best "
                f"for the first player, and {_valued(worst)} worst, of {len(lines)} that were searched."
            )


def _valued(line: Figure) -> str:
    return f"{line.label} ({with_interval(line)})"


def _pie_rule(one: RuleSetFacts) -> Iterator[str]:
    changed = one.figure("PieRuleDifference", one.strongest)
    for line in one.table("PieRuleShare", one.strongest):
        yield f"{one.strongest}, {line.label}: {_verdict(line)} ({_share(line)})."
    if changed:
        yield f"the pie rule changes the share of whoever begins by {_points(changed)}."


def _engines(one: RuleSetFacts) -> Iterator[str]:
    for source in one.sources:
        agree, apart = one.figure("EnginesAgree", source), one.figure("EngineDifference", source)
        if agree and apart:
            said = "both show the same of the first player" if agree.value else "they do not show the same"
            yield f"{source}: {said}; their shares differ by {_points(apart)}."


def _points(figure: Figure) -> str:
    """Return a difference of shares in points, with its interval."""
    value, low, high = (signed(end or 0.0, figure.unit) for end in (figure.value, figure.low, figure.high))
    return f"{value} points ({low} to {high})"


def _depth(one: RuleSetFacts) -> Iterator[str]:
    for source in one.sources:
        if levels := one.figure("Levels6075", source):
            yield f"{with_interval(levels)} levels fit between random play and the {source}, each scoring 67.5 %."
        if gains := one.table("DoublingGain", source):
            last = gains[-1]
            yield f"from {last.label} simulations, the longer search scores {with_interval(last)} in {last.n:,} games."


def _length(one: RuleSetFacts) -> Iterator[str]:
    for source in one.sources:
        mean = one.figure("DurationTurns", source)
        lower, middle, upper = (one.figure("DurationTurns", source, label) for label in ("lower", "median", "upper"))
        if mean is None:
            continue
        half = ""
        if lower and middle and upper:
            half = f"; half of them take {lower.value:.0f} to {upper.value:.0f}, the median is {middle.value:.0f}"
        yield f"{players_of(source)}: games take {with_interval(mean)} turns on average{half} ({mean.n:,} games)."


def _draws(one: RuleSetFacts) -> Iterator[str]:
    for source in one.sources:
        if drawn := one.figure("Drawishness", source):
            yield f"{players_of(source)}: {with_interval(drawn)} of {drawn.n:,} games."


def players_of(source: str) -> str:
    """Return how the players of a source are called in a sentence."""
    return "random players" if source == RANDOM else source


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def difference(one: Difference) -> str:
    """Say a difference in words; empty where nothing is shown."""
    size, games = (one.high - one.low) / 2, f"{one.n[1]} and {one.n[0]} games, {one.source}"
    if one.name == "DurationTurns" and not one.low <= 0 <= one.high:
        word = "longer" if one.value > 0 else "shorter"
        return f"{one.second} is {word} than {one.first} by {abs(one.value):.1f} ± {size:.1f} turns ({games})."
    if one.name == "Imbalance":
        verdict = "is shown to be no less balanced" if one.no_less else "is not shown to be no less balanced"
        return f"{one.second} {verdict} than {one.first} (margin {100 * MARGIN:g} points; {games})."
    return ""


QUESTIONS: Mapping[str, Callable[[RuleSetFacts], Iterator[str]]] = {
    "Is the first player ahead?": _ahead,
    "What is proved?": _proved,
    "Does the pie rule change that?": _pie_rule,
    "Do two engines agree?": _engines,
    "Which first turn is fair?": lambda one: chain(_first_turn_values(one), _first_turns(one)),
    "How long is a game?": _length,
    "How often is a game drawn?": _draws,
    "How deep is it?": _depth,
}

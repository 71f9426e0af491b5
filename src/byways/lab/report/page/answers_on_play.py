"""Sentences on play: length, draws, scores, depth and luck, simple strategies, and what rules bring about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from byways.lab.metrics.course import EVEN
from byways.lab.report.facts import Definition, RuleSetFacts
from byways.lab.report.figures import BRIER_OF_HALF, EVENTS, RANDOM, Figure
from byways.lab.report.page.tables import ends, listed, players_of, said, with_interval


def length(one: RuleSetFacts) -> Iterator[str]:
    """Yield how many turns games take at each strength."""
    for source in one.sources:
        mean = one.figure("DurationTurns", source)
        lower, middle, upper = (one.figure("DurationTurns", source, label) for label in ("lower", "median", "upper"))
        if mean is None:
            continue
        half = ""
        if lower and middle and upper:
            half = f"; half of them take {lower.value:.0f} to {upper.value:.0f}, the median is {middle.value:.0f}"
        yield f"{players_of(source)}: games take {with_interval(mean)} moves on average{half} ({mean.n:,} games)."


def draws(one: RuleSetFacts) -> Iterator[str]:
    """Yield how often games are drawn at each strength."""
    if len(one.players) < 2:
        return
    for source in one.sources:
        if drawn := one.figure("Drawishness", source):
            yield f"{players_of(source)}: {with_interval(drawn)} of {drawn.n:,} games."


def scores(one: RuleSetFacts) -> Iterator[str]:
    """Yield what players score at each strength."""
    for source in one.sources:
        if score := one.figure("Score", source):
            yield f"{players_of(source)}: {with_interval(score)} on average in {score.n:,} games."


def course(one: RuleSetFacts) -> Iterator[str]:
    """Yield when games of the strongest play are decided, by the engine's values, and how good those are."""
    source = one.strongest
    brier = one.figure("Brier", source)
    if brier and not one.foretells(source):
        yield (
            f"the values of {source} are not shown to foretell results better than ½ for every position: their Brier "
            f"score is {with_interval(brier)} in {brier.n:,} games, that of ½ {BRIER_OF_HALF:g}. "
            "So nothing is said of it."
        )
        return
    decided, changes, behind = (one.figure(name, source) for name in ("DecidedAt", "LeadChanges", "DramaMax"))
    if decided:
        turns = f"games are decided after {with_interval(decided)} of their moves"
        yield f"{source}: {turns} on average ({decided.n:,} games)."
    if changes and behind:
        lead = f"the lead changes {with_interval(changes)} times a game"
        yield f"{lead}, and winners had been behind by {with_interval(behind)} of the points at worst."
    if error := one.figure("CalibrationError", source):
        yield f"the engine's values, which say so, are off by {with_interval(error)} on average ({error.n:,} games)."


def skill(one: RuleSetFacts) -> Iterator[str]:
    """Yield how much there is to learn, and how luck and skill share the scores of a game of dice."""
    for source in one.sources:
        if levels := one.figure("Levels6075", source):
            yield (
                f"{with_interval(levels)} levels fit between random play and the top of the {source}, each of which "
                f"beats the next lower one in 67.5 % of games ({levels.n:,} games)."
            )
        if gains := one.table("DoublingGain", source):
            yield _last_gain(gains)
        yield from _beginner(one, source)
        yield from _split(one, source)


def _last_gain(gains: Sequence[Figure]) -> str:
    last = gains[-1]
    shown = "still gains" if ends(last)[0] > EVEN else "is not shown to gain"
    return (
        f"the last doubling of the search that was tried, {last.label} simulations, {shown}: a share of "
        f"{with_interval(last)} in {last.n:,} games."
    )


def _beginner(one: RuleSetFacts, source: str) -> Iterator[str]:
    lines = one.table("BeginnerShare", source)
    if lines:
        found = listed([f"{_opponent(line.label)} {with_interval(line)}" for line in lines])
        yield f"a beginner's share of the points is, against {found}, in {lines[0].n:,} games each."


def _opponent(label: str) -> str:
    return players_of(label) if label == RANDOM else f"{label} simulations"


def _split(one: RuleSetFacts, source: str) -> Iterator[str]:
    parts = {line.label: line for line in one.table("ScoreVariance", source)}
    if parts:
        found = listed([f"{label} {with_interval(line)}" for label, line in parts.items()])
        throws = next(iter(parts.values())).n
        yield f"of the variance of scores by players of all strengths with the same dice, {found} ({throws:,} throws)."
    for line in one.table("ScoreOnSameDice", source):
        yield f"{line.label} scores {with_interval(line)} with those dice."


def strategies(one: RuleSetFacts) -> Iterator[str]:
    """Yield what simple strategies achieve against each opponent."""
    for source in one.sources:
        if lines := one.table("StrategyShare", source):
            found = listed([f"{line.label} {with_interval(line)}" for line in lines])
            yield f"against {players_of(source)}: {found}, in {lines[0].n:,} games each."


def events(definitions: Mapping[str, Definition], one: RuleSetFacts) -> Iterator[str]:
    """Yield how often the rules' events come, in random games and at the strongest play, and what they are."""
    names = dict.fromkeys(figure.name for figure in one.figures if figure.section == EVENTS and not figure.label)
    for name in names:
        found = [(source, figure) for source in (RANDOM, one.strongest) if (figure := one.figure(name, source))]
        if found:
            said = ", ".join(f"{_measured(figure)} for {players_of(source)}" for source, figure in found)
            yield f"{name}: {said}. {definitions[name].definition}"


def _measured(figure: Figure) -> str:
    """Return a figure with its unit and interval."""
    return said(figure.value or 0.0, figure.low, figure.high, figure.unit, f" {figure.unit}")

"""Sentences on balance: who is ahead, on which boards, after which first turn, with the pie rule and without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from byways.lab.metrics.course import EVEN
from byways.lab.report.facts import RuleSetFacts
from byways.lab.report.figures import BALANCE, RANDOM, Figure
from byways.lab.report.page import boards
from byways.lab.report.page.tables import ends, listed, number, players_of, verdict, with_interval
from byways.rules.options import SWAP
from byways.search.pie_rule import DRAWN
from byways.statistics.intervals import Interval, bonferroni, newcombe, wilson

_FAIR = 3  # first turns that are named


def ahead(one: RuleSetFacts) -> Iterator[str]:
    """Yield who is ahead at each strength, and whether two engines agree on it."""
    for figure in one.figures:
        if (figure.section, figure.name, figure.label) == (BALANCE, "AdvantageP1", "") and figure.value is not None:
            yield f"{players_of(figure.source)}: {verdict(figure)}."
    yield from _trend(one)
    for source in one.sources:
        agree = one.figure("EnginesAgree", source)
        change = one.figure("EngineDifference", source)
        if agree and change:
            yield f"{source}: {_both(one, agree)}; the shares {_differ(change)} ({change.n:,} games of the latter)."


def _trend(one: RuleSetFacts) -> Iterator[str]:
    """Yield how the first player's share at the strongest play differs from that of random games."""
    strong = one.figure("AdvantageP1", one.strongest)
    weak = one.figure("AdvantageP1", RANDOM)
    if strong and weak:
        found = newcombe(strong.share, weak.share)
        low, high = found.interval
        word = "grows" if low > 0 else "falls" if high < 0 else "is not shown to change"
        points = " to ".join(number(end, "share") for end in found.interval)
        by = f"{number(found.value, 'share')} points ({points})"
        yield f"the first player's share {word} from random play to {one.strongest}: by {by}."


def _both(one: RuleSetFacts, agree: Figure) -> str:
    """Return what two engines show of the first player, as a clause."""
    strong = one.figure("AdvantageP1", one.strongest)
    if not agree.value or strong is None:
        return "they do not show the same of the first player"
    low, high = ends(strong)
    if low <= EVEN <= high:
        return "neither shows a player to be ahead"
    return f"both show the first player to be {'ahead' if low > EVEN else 'behind'}"


def _differ(change: Figure) -> str:
    """Return whether the shares by two engines differ, as a clause."""
    shown = "are not shown to differ: by" if _covers(change, 0.0) else "differ by"
    return f"{shown} {_points(change)}"


def by_size(one: RuleSetFacts) -> Iterator[str]:
    """Yield the first player's share on boards of several sizes, in groups of the same verdict."""
    for source in one.sources:
        lines = one.table("ShareBySize", source)
        groups: dict[str, list[Figure]] = {}
        for line in lines:
            low, high = ends(line)
            words = "is ahead" if low > EVEN else "is behind" if high < EVEN else "is not shown to be ahead or behind"
            groups.setdefault(words, []).append(line)
        for words, found in groups.items():
            sizes = listed([f"{line.label} ({with_interval(line)}, {line.n:,} games)" for line in found])
            yield f"{players_of(source)}: the first player {words} on size {sizes}."


def pie_rule(rule_sets: Sequence[RuleSetFacts], one: RuleSetFacts) -> Iterator[str]:
    """Yield the shares of the person who begins with and without the pie rule, and what that shows.

    Two rule sets that differ by the pie rule alone are told together, by the first of them. The games of either with
    the other's setting begin like the other's own, by the same seed, so that the longer sample has them all.
    """
    alike = [other for other in rule_sets if _without_pie(other) == _without_pie(one)]
    if alike[0] is not one:
        return
    for source in one.sources:
        lines = sorted(
            (line for other in alike for line in other.table("PieRuleShare", source)), key=lambda line: line.n
        )
        shares = {line.label: line for line in lines}
        having = shares.get("with the pie rule")
        lacking = shares.get("without the pie rule")
        own = one.figure("PieRuleDifference", source)
        if not (own and having and lacking):
            continue
        change = own if len(alike) == 1 else _changed_by(having, lacking)
        for words, share in (("without the pie rule", lacking), ("with it", having)):
            yield f"{source}, {words}: {verdict(share)}."
        shown = "changes the share" if not _covers(change, 0.0) else "is not shown to change the share"
        yield f"in these games the pie rule {shown} of whoever begins: by {_points(change)}."
        yield from _limits_of_pie_games(one, having)


def _without_pie(one: RuleSetFacts) -> dict[str, object]:
    return {name: value for name, value in one.options.items() if name != SWAP.name}


def _changed_by(having: Figure, lacking: Figure) -> Figure:
    """Return the share with the pie rule less that without it."""
    value, (low, high) = newcombe(having.share, lacking.share)
    return msgspec.structs.replace(having, name="PieRuleDifference", label="", value=value, low=low, high=high)


def _limits_of_pie_games(one: RuleSetFacts, having: Figure) -> Iterator[str]:
    """Yield what the games with the pie rule say of the engine rather than of the rule."""
    if ends(having)[0] > EVEN:
        yield (
            "whoever replies may take the better side, so more than half for the first player, "
            f"{with_interval(having)}, shows that the engine misjudges first moves, and not what the rule can do."
        )
    lines = [line for source in one.sources for line in one.table("FirstTurnValue", source)]
    if lines and one.foretells(one.strongest):
        fair = _fairest(lines)
        found = (
            f"{fair[0].label} is the fairest: {_percent(fair[0])} for the first player"
            if fair
            else _none_is_fair(lines)
        )
        yield (
            f"these games depend on how well the engine finds a fair first move: it compares up to {DRAWN}, each by a "
            f"part of the search that the reply has. By a whole search each, {found}."
        )


def first_turns(one: RuleSetFacts) -> Iterator[str]:
    """Yield the fairest first turns by the engine, and what random games show of first turns."""
    for source in one.sources:
        if lines := one.table("FirstTurnValue", source):
            yield from _by_engine(one, lines, source) if one.foretells(one.strongest) else _by_noise(one)
    if lines := boards.first_turns(one):
        yield from _by_random_games(lines)


def _by_engine(one: RuleSetFacts, lines: Sequence[Figure], source: str) -> Iterator[str]:
    fair = _fairest(lines)[:_FAIR]
    if not fair:
        yield f"by one search each ({source}), {_none_is_fair(lines)}."
        return
    named = listed([f"{line.label} ({_percent(line)})" for line in fair])
    yield f"by one search each ({source}), the fairest of {len(lines)} first moves that were searched: {named}."
    best = max(lines, key=lambda line: line.value or 0.0)
    worst = min(lines, key=lambda line: line.value or 0.0)
    if best.value != worst.value and not one.options.get(SWAP.name):  # else the best one is swapped away
        named = f"{best.label} ({_percent(best)}), the worst {worst.label} ({_percent(worst)})"
        yield f"the best for the first player is {named}."


def _by_noise(one: RuleSetFacts) -> Iterator[str]:
    if brier := one.figure("Brier", one.strongest):
        why = f"are not shown to foretell results better than ½ (Brier score {with_interval(brier)}, {brier.n:,} games)"
        yield f"the values of {one.strongest} {why}, so nothing is said of first moves by them."


def _fairest(lines: Sequence[Figure]) -> list[Figure]:
    """Return first turns that are not proved to win or to lose, the one whose value is nearest to ½ first."""
    open_ones = [line for line in lines if not _decided(line)]
    return sorted(open_ones, key=lambda line: abs((line.value or 0.0) - EVEN))


def _decided(line: Figure) -> bool:
    """Return whether the value after a first turn is proved, and is that of a win or a loss."""
    return line.low is not None and line.value != EVEN


def _none_is_fair(lines: Sequence[Figure]) -> str:
    """Return that the searches proved every first turn to win or to lose, as a clause."""
    won = [line.label for line in lines if line.value]
    lost = [line.label for line in lines if not line.value]
    sides = [
        f"{_some(turns)} {one if len(turns) == 1 else several} for the first player"
        for turns, one, several in ((won, "wins", "win"), (lost, "loses", "lose")) if turns
    ]  # fmt: skip
    return f"no first move is fair: {' and '.join(sides)}, all by proof"


def _some(turns: Sequence[str]) -> str:
    """Return a few turns, and how many more there are."""
    more = len(turns) - _FAIR
    return listed([*turns[:_FAIR], *([f"{more} more"] if more > 0 else [])])


def _by_random_games(lines: Sequence[Figure]) -> Iterator[str]:
    level = bonferroni(0.95, len(lines))
    wide = [_with_ends(line, wilson((line.value or 0.0) * line.n, line.n, level)) for line in lines]
    better = sorted((line for line in wide if ends(line)[0] > EVEN), key=lambda line: -(line.value or 0.0))
    worse = sorted((line for line in wide if ends(line)[1] < EVEN), key=lambda line: line.value or 0.0)
    together = f"with intervals that hold for all {len(wide)} together"
    if not better and not worse:
        yield f"no first move is shown to favour anybody in random games, {together}."
    for found, word in ((better, "ahead"), (worse, "behind")):
        if found:
            count = f"{len(found)} of {len(wide)} first moves leave the first player {word} in random games"
            most = f"{found[0].label} ({with_interval(found[0])} of the points in {found[0].n:,} games)"
            yield f"{count}, most of all {most}, {together}."


def _with_ends(figure: Figure, interval: Interval) -> Figure:
    return msgspec.structs.replace(figure, low=interval.low, high=interval.high)


def _covers(figure: Figure, value: float) -> bool:
    return (figure.low is None or figure.low <= value) and (figure.high is None or value <= figure.high)


def _points(figure: Figure) -> str:
    """Return a difference of shares in points, with its interval."""
    value, low, high = (number(end or 0.0, figure.unit) for end in (figure.value, figure.low, figure.high))
    return f"{value} points ({low} to {high})"


def _percent(figure: Figure) -> str:
    return f"{number(figure.value or 0.0, 'share')} %"

"""The result of a match or tournament as one HTML page: ratings, pairings, games."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from byways.arena.facts import MatchFacts, Pairing, TournamentFacts
from byways.arena.game import GameResult
from byways.draw.charts import Bar, bar_chart, histogram, unstyled
from byways.draw.document import PageBoards
from byways.draw.pages import render
from byways.position.notation import write_options
from byways.records import Record
from byways.statistics.sequential import share_of

UNREPEATABLE = "programs and players limited in time do not repeat their moves"
DRAWN, TOLD = 20, 500
"""Games whose last position is drawn, and games that are told in turns; all are in games.txt."""


Facts: TypeAlias = MatchFacts | TournamentFacts


def page(title: str, facts: Facts, command: str, results: Iterable[GameResult]) -> Iterator[str]:
    """Yield the parts of a page about a match or a tournament and its games, in order."""
    results = iter(results)
    names = rule_sets(facts)
    first = facts.first_player if isinstance(facts, TournamentFacts) else None
    return render(
        "arena/page.html",
        title=title,
        facts=facts,
        command=command,
        names=names,
        notes=engine_notes(facts),
        unrepeatable=UNREPEATABLE,
        rating_chart=_rating_chart(facts),
        rating_rows=[(one.player, f"{one.value:+.0f}", _elo(one.interval)) for one in facts.ratings],
        first=f"Moving first is worth {first.value:+.0f} Elo ({_elo(first.interval)})." if first else "",
        pairings=[_pairing(one, names) for one in facts.pairings],
        verdict=verdict_of(facts),
        endings=list(_endings(facts)),
        lengths=unstyled(histogram("Moves", facts.lengths, "moves")) if facts.lengths else "",
        failures=[(one.player, f"game {one.game}, move {one.turn}", one.reason) for one in facts.failures],
        games=_with_boards(itertools.islice(results, TOLD)),
        others=lambda: any(True for _ in itertools.islice(results, 1)),
    )


def rule_sets(facts: Facts) -> list[str]:
    """Return the names of a tournament's variants, or of a match's one, such as "troll size=4"."""
    return [f"{one.game} {write_options(one.variant.option_texts)}".rstrip() for one in facts.variants]


def engine_notes(facts: Facts) -> list[str]:
    """Return why engines do not search the variants, each reason once; nothing where they search all of them."""
    return list(dict.fromkeys(one.variant.engine_note for one in facts.variants if one.variant.engine_note))


def verdict_of(facts: Facts) -> str:
    """Return the verdict of a sequential test, with its log-likelihood ratio and the normalised Elo; "" without one."""
    test = facts.sequential
    if test is None:
        return ""
    low, high = test.bounds
    said = f"nearer to the {facts.verdict}er share" if facts.verdict else "undecided"
    return f"{said}: log-likelihood ratio {test.ratio:.2f} ({low:.2f} to {high:.2f}), {test.nelo:+.0f} nElo"


def _rating_chart(facts: Facts) -> str:
    bars = [
        Bar(
            one.player, share_of(one.value), (share_of(one.interval[0]), share_of(one.interval[1])), f"{one.value:+.0f}"
        )
        for one in facts.ratings
    ]
    return unstyled(bar_chart("Expected share against an average player", bars, middle=0.5))


def _elo(interval: Sequence[float]) -> str:
    return " to ".join(f"{bound:+.0f}" for bound in interval)


def _pairing(one: MatchFacts | Pairing, names: Sequence[str]) -> tuple[str, ...]:
    return (
        names[one.variant],
        one.first,
        one.second,
        f"{one.wins} – {one.draws} – {one.losses}",
        f"{100 * one.share:.1f} %",
        " to ".join(f"{100 * bound:.1f}" for bound in one.interval or ()),
        f"{100 * one.first_player.share:.1f} %" if one.first_player else "",
    )


def _endings(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield how many games ended how."""
    yield from ((ending, str(count)) for ending, count in facts.endings.items())
    for count, what in ((facts.unfinished, "no result"), (facts.repeated, "repeated an earlier game")):
        if count:
            yield f"{what} (not counted)", str(count)


def _with_boards(results: Iterable[GameResult]) -> Iterator[tuple[GameResult, str]]:
    """Yield games, the first of them with a drawing of their last position."""
    boards = PageBoards()
    for number, result in enumerate(results):
        drawing = ""
        if number < DRAWN:
            state = Record.from_text(result.record).final()
            picture = state.variant.game.picture(state)
            drawing = boards.board(picture, "Last position", players=state.players, width=280)
        yield result, drawing

"""The report of a review: what the turns of each player lost, and the turns that lost most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from byways.position.state import State
from byways.search.answer import Analysis
from byways.search.review import Remark
from byways.site.board.cutout import cutout
from byways.site.board.rendering import turn_by, turn_named
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.i18n.phrases import amount
from byways.site.play.page.views import picture_of
from byways.site.review import findings
from byways.site.review.findings import Mistake
from byways.site.review.review import Review
from byways.site.web.templating import macros, region
from byways.translatable import marked, say

MOST_OPENED = 3
"""So many mistakes are shown as cards at once."""
_COUNTED = {"blunder": marked("Blunders"), "mistake": marked("Mistakes"), "inaccuracy": marked("Inaccuracies")}


class ReportRow(NamedTuple):
    """A line of the report: a sign, what it says of the players, and its value for each of them."""

    sign: str
    says: str
    values: tuple[str, ...]


class MistakeCard(NamedTuple):
    """A mistake as it is shown; the picture and the sentence only of those that are opened."""

    ply: int
    number: int
    turn: str
    name: str
    """The turn with its number and whose it is."""
    kind: str
    sign: str
    cost: str
    falls: str = ""
    picture: str = ""


def sheet(states: Sequence[State], analyses: Mapping[int, Analysis]) -> str:
    """Render the report as a table with a column for each player, and what else there is to say."""
    found = findings.all_remarks(states, analyses)
    variant = states[0].variant
    players = states[0].players
    names = tuple(render(phrases.player(variant.game, player)) for player in players)
    said = tuple(map(render, findings.summary(states, analyses)))
    return region("review", "report", names, tuple(_rows(states, found)) if found else (), said)


def _rows(states: Sequence[State], found: Sequence[Remark]) -> list[ReportRow]:
    variant = states[0].variant
    players = states[0].players
    losses = [[one.loss for one in found if one.player == player and one.loss is not None] for player in players]
    average = tuple(render(amount(variant, sum(lost) / len(lost), exact=True)) if lost else "–" for lost in losses)
    rows = [
        ReportRow("", render(say("Moves analysed")), tuple(str(len(lost)) for lost in losses)),
        ReportRow("", render(say("Average loss")), average),
    ]
    listed = findings.mistakes(states, found)
    for kind, says in _COUNTED.items():
        counts = (sum(one.kind == kind and one.player == player for one in listed) for player in players)
        rows.append(ReportRow(findings.SIGNS[kind], render(say(says)), tuple(map(str, counts))))
    return rows


def cards(review: Review, listed: Sequence[Mistake], opened: Collection[int] | None = None) -> str:
    """Render the mistakes in order, those at some plies opened; without a word, those that lost most."""
    if opened is None:
        opened = {one.ply for one in sorted(listed, key=lambda one: -one.loss)[:MOST_OPENED]}
    rows = [_card(review, one, opened=one.ply in opened) for one in listed]
    return "".join(str(macros("review").mistake(row)) for row in rows)


def _card(review: Review, one: Mistake, *, opened: bool) -> MistakeCard:
    state = review.states[one.ply]
    name = say(
        "{number}. {turn}",
        number=one.number,
        turn=turn_by(state, one.player, one.turn),
    )
    kind = phrases.upper(say(one.kind))
    turn = turn_named(state.variant.game, one.turn)
    card = MistakeCard(
        one.ply, one.number, turn, render(name), kind, one.sign, render(say("loses {cost}", cost=one.cost))
    )
    if not opened:
        return card
    return card._replace(falls=render(one.falls), picture=cutout(picture_of(review.room, state), state.players))

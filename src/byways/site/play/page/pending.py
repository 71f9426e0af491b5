"""What waits in a game: an offer that is open, and turns that a browser has planned, as only it sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import structs

from byways.errors import IllegalTurnError
from byways.position.state import State
from byways.site.board.future import Planned, PlannedTurn
from byways.site.board.rendering import turn_in_words
from byways.site.i18n import phrases
from byways.site.i18n.languages import render, to_json
from byways.site.play.page import wording
from byways.site.timeline import new_games
from byways.site.timeline.commands import MakePlan, Respond
from byways.site.timeline.events import Drop, Reply
from byways.site.timeline.plans import ahead, may_reply, planned_by, premoves
from byways.site.timeline.timeline import DRAW, REMATCH, OpenOffer, Timeline
from byways.translatable import say

Replies: TypeAlias = tuple[Reply, ...]


@dataclass(frozen=True)
class PlannedRow:
    """A reply that is planned, and those planned after it."""

    said: str
    line: str
    """The turns that lead to the position after it, as an address has them."""
    remove: str
    """The command that takes it out of the plan."""
    rows: tuple[PlannedRow, ...]


@dataclass(frozen=True)
class PlanView:
    """What the sidebar says of plans."""

    turns: str
    """The turns that answer any, one after another; empty for none."""
    rows: tuple[PlannedRow, ...]
    """The replies to turns that are expected."""
    begin: str
    """The line from which replies can be planned; empty where none can."""
    dropped: str
    """What was not played of an earlier plan, and why."""
    withdraw: str
    """The command that cancels all of it."""

    @property
    def said(self) -> list[str]:
        """All of it in sentences."""
        turns = [self.turns, *(row.said for row in _all(self.rows))]
        planned = [render(say("Planned: {turns}.", turns=turn)) for turn in turns if turn]
        return [*planned, self.dropped] if self.dropped else planned


def plan(game: Timeline, holder: str | None) -> PlanView:
    """Return what the sidebar of a browser says of its plans."""
    replies, lost = planned_by(game, holder)
    turns = premoves(replies)
    here = str(game.ply)
    return PlanView(
        " ".join(turn_in_words(game.state.variant.game, turn) for turn in turns),
        () if turns else tuple(_rows(replies, here, lambda left: left)),
        here if may_reply(game, holder) else "",
        render(dropped(game.state.view(game.player_of(lost.by)), lost)) if lost else "",
        _planned(()),
    )


def _rows(replies: Replies, line: str, whole: Callable[[Replies], Replies]) -> Iterator[PlannedRow]:
    """Yield the rows of replies that are planned after a line; `whole` returns the plan with others in their place."""
    for i, reply in enumerate(replies):
        before, after = replies[:i], replies[i + 1 :]
        on = f"{line};{reply.to};{reply.turn}"

        def around(then: Replies, reply: Reply = reply, before: Replies = before, after: Replies = after) -> Replies:
            return whole((*before, structs.replace(reply, then=then), *after))

        said = render(say("If {expected}, then {turn}", expected=reply.to, turn=reply.turn))
        yield PlannedRow(said, on, _planned(whole((*before, *after))), tuple(_rows(reply.then, on, around)))


def _all(rows: Iterable[PlannedRow]) -> Iterator[PlannedRow]:
    for row in rows:
        yield row
        yield from _all(row.rows)


def _planned(replies: Replies) -> str:
    """Return the command that plans replies, as a page sends it."""
    return to_json(MakePlan(replies)).decode()


NOTHING = PlanView("", (), "", "", _planned(()))


def prompt(game: Timeline, holder: str | None) -> str:
    """Return the prompt for a player who may plan and has not done so."""
    replies, _ = planned_by(game, holder)
    return "" if replies else render(say("You can plan your next move on the board."))


def dropped(state: State, lost: Drop) -> str:
    """Say which planned turn was not played in a position, as its player knows it, and why."""
    if not lost.turn:
        return say("You planned no reply to {turn}.", turn=str(state.turn))
    return say("Your planned move {turn} was dropped: {reason}.", turn=lost.turn, reason=_reason(state, lost.turn))


def _reason(state: State, turn: str) -> str:
    try:
        state.actions(turn)
    except IllegalTurnError as error:
        return error.sentence
    return say("the players have swapped colours")


def drawn(game: Timeline, holder: str | None) -> str | None:
    """Return the markup over the board of what a browser has planned; None where that is nothing."""
    replies, _ = planned_by(game, holder)
    turns = turns_ahead(game, holder)
    if not turns:
        return "" if replies else None
    return f'<g class="planned">{Planned(game.state.variant.game.picture(game.state), turns).markup()}</g>'


def turns_ahead(game: Timeline, holder: str | None) -> tuple[PlannedTurn, ...]:
    """Return the turns that a browser has planned to play one after another, in the states in which it planned them."""
    turns = premoves(planned_by(game, holder)[0])
    states = ahead(game.state, turns) if turns else []
    return tuple((state, state.actions(turn)) for state, turn in zip(states, turns, strict=False))


# Offers


@dataclass(frozen=True)
class Proposal:
    """An open offer, or the sentence about one that was declined."""

    said: str = ""
    number: int = 0
    """Of the offer; the ids of its buttons bear it, so that none is taken for that of another offer."""
    yes: str = ""
    no: str = ""
    sure: str = ""
    """What is asked before the answer "yes" where turns are confirmed."""
    terms: str = ""
    """What a rematch will be like."""
    initial: str = ""
    """The first letter of the proposer's name."""


NONE = Proposal()


def proposal(game: Timeline, holder: str | None, may: Collection[str]) -> Proposal:
    """Return the open offer as a browser that `may` give these commands sees it, or else the last refusal."""
    offer = game.offer
    if offer is None:
        return Proposal(render(wording.declined(game, game.declined, holder))) if game.declined else NONE
    yes, no = (to_json(Respond(offer.number, answer)).decode() for answer in (True, False))
    return Proposal(
        render(wording.offer(game, offer, holder)),
        offer.number,
        yes,
        no,
        render(say("Do you want to end the game as a draw?")) if _ends(game, offer) else "",
        render(_terms(game, holder)) if offer.what == REMATCH and "yes" in may else "",
        phrases.upper(render(wording.proposer(game, offer)))[:1],
    )


def is_toast(game: Timeline, may: Collection[str]) -> bool:
    """Return whether an offer is shown above everything else: a rematch, to those who can answer or withdraw it."""
    return game.offer is not None and game.offer.what == REMATCH and not {"yes", "withdraw"}.isdisjoint(may)


def _ends(game: Timeline, offer: OpenOffer) -> bool:
    """Return whether one more agreement ends the game as a draw."""
    return offer.what == DRAW and len(set(game.people.values()) - offer.agreed) == 1


def _terms(game: Timeline, holder: str | None) -> str:
    """Say who begins a rematch, unless dice do or everyone chooses in secret."""
    start = game.states[0]
    first = new_games.rotated(game).get(start.to_move or "")
    if first is None or game.state.variant.game.secrets.next(start):
        return say("Same rules.")
    if first.holder == holder and not first.engine:
        return say("Same rules, you begin.")
    return say("Same rules, your opponent begins.") if len(game.seats) == 2 else say("Same rules.")

"""What a browser may ask of a game besides turns: draws, takebacks, rematches, claims against who is gone, a coach."""

from __future__ import annotations

from dataclasses import replace

from byways.errors import IllegalTurnError
from byways.site.storage.stored_games import new_id
from byways.site.timeline import events, refusals
from byways.site.timeline.decisions import Accepted, Refused, refused
from byways.site.timeline.events import Event, What
from byways.site.timeline.timeline import DRAW, REMATCH, TAKEBACK, OpenOffer, Timeline


def propose(game: Timeline, holder: str | None, what: What) -> Accepted | Refused:
    """Decide an offer; without a person to ask it happens at once."""
    if what not in possible(game, holder):
        return refused(game, holder, IllegalTurnError("offer.impossible", "that cannot be offered now"))
    offer = game.offer
    if offer is not None and offer.what == what != TAKEBACK and holder not in offer.agreed:
        return respond(game, holder, offer.number, yes=True)  # two had the same thought
    if offer is not None:
        return Refused(IllegalTurnError("offer.pending", "there is already an offer; answer it first"))
    by = game.seats_of(holder)[0]
    ply = game.undo_ply(holder) if what == TAKEBACK else None
    made = OpenOffer(game.heard + 1, by, what, ply, frozenset({game.people[by]}))
    return Accepted([events.Offer(by, what, ply), *_agreed(game, made)])


def respond(game: Timeline, holder: str | None, number: int, *, yes: bool) -> Accepted | Refused:
    """Decide an answer to the offer of a number."""
    seats = game.seats_of(holder)
    offer = game.offer
    if not seats:
        return Refused(refusals.no_seat())
    if offer is None or offer.number != number:
        return Refused(IllegalTurnError("offer.gone", "this offer is no longer open"))
    own = offer.by in seats
    if holder in offer.agreed and (yes or not own):
        return Refused(refusals.NotYoursError("offer.own", "only the other players can answer an offer"))
    answer = events.Answer(offer.by if own else seats[0], yes)
    if not yes:
        return Accepted([answer])
    return Accepted([answer, *_agreed(game, replace(offer, agreed=offer.agreed | {game.people[answer.by]}))])


def _agreed(game: Timeline, offer: OpenOffer) -> list[Event]:
    """Return what follows from an offer if everybody has agreed."""
    if set(game.people.values()) - offer.agreed:
        return []
    if offer.what == DRAW:
        return [events.End((), "agreement", offer.by)]
    if offer.what == TAKEBACK:
        return [events.Undo(offer.ply or 0)]
    return [events.Rematch(new_id())]


def possible(game: Timeline, holder: str | None) -> list[str]:
    """List what a browser may do or offer, if no offer is open."""
    seats = game.seats_of(holder)
    if not seats or game.waiting:
        return []
    if game.over:
        called_off = game.end is not None and game.end.winners is None
        again = not called_off and game.rematch is None and len(game.seats) > 1 and len(seats) == 1
        return [REMATCH] if again else []
    if game.sole_holder(holder):
        return ["resign"]
    closed = {what for seat, what in game.closed if seat in seats}
    draw = DRAW not in closed and len(game.people) == len(game.seats)
    takeback = TAKEBACK not in closed and game.undo_ply(holder) is not None
    return ["resign", *[DRAW] * draw, *[TAKEBACK] * takeback]


def claimed_from(game: Timeline, holder: str | None) -> str | None:
    """Return the holder whose absence a browser may claim: who is to move in a live game of two people; else None."""
    clocks = game.clocks
    mover = game.mover
    if clocks is None or clocks.control.days or clocks.running is None or mover is None or game.over:
        return None
    if len(game.seats) != 2 or len(game.people) != 2 or game.sole_holder(holder):
        return None
    return mover.holder if game.seats_of(holder) and mover.holder != holder else None


def may_ask_coach(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may ask the coach: it plays for the only person, against engines, in no day's puzzle."""
    against_engines = len(game.people) == 1 and len(game.seats) > 1 and not game.waiting
    return against_engines and not game.final and not game.over and bool(game.seats_of(holder))


def ask_coach(game: Timeline, holder: str | None) -> Accepted | Refused:
    """Note that the coach is asked: once a game."""
    if not may_ask_coach(game, holder):
        return Refused(refusals.no_coach())
    return Accepted([] if game.coached else [events.Coached(game.seats_of(holder)[0])])

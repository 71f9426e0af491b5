"""Offers as a page shows them: in the panel, or as a toast where a rematch waits for an answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from byways.site.i18n import phrases
from byways.site.i18n.languages import render, to_json
from byways.site.play import wording
from byways.site.timeline import new_games
from byways.site.timeline.commands import Respond
from byways.site.timeline.timeline import DRAW, REMATCH, OpenOffer, Timeline
from byways.translatable import say


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

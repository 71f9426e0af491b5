"""The coach in the log of a game: who may ask it, and that it was asked."""

from __future__ import annotations

from byways.site.timeline import events, refusals
from byways.site.timeline.decisions import Accepted, Refused
from byways.site.timeline.timeline import Timeline


def may_ask(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may ask the coach: it plays for the only person, against engines, in no day's puzzle."""
    against_engines = len(game.people) == 1 and len(game.seats) > 1 and not game.waiting
    return against_engines and not game.final and not game.over and bool(game.seats_of(holder))


def ask(game: Timeline, holder: str | None) -> Accepted | Refused:
    """Note that the coach is asked: once a game."""
    if not may_ask(game, holder):
        return Refused(refusals.no_coach())
    return Accepted([] if game.coached else [events.Coached(game.seats_of(holder)[0])])

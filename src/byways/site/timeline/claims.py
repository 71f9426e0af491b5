"""Claims: a live game may be claimed against an opponent who is gone."""

from __future__ import annotations

from byways.site.timeline.timeline import Timeline


def against(game: Timeline, holder: str | None) -> str | None:
    """Return the holder whose absence may be claimed: the mover in a live game of two people; else None."""
    clocks = game.clocks
    mover = game.mover
    if clocks is None or clocks.control.days or clocks.running is None or mover is None or game.over:
        return None
    if len(game.seats) != 2 or len(game.people) != 2 or game.sole_holder(holder):
        return None
    return mover.holder if game.seats_of(holder) and mover.holder != holder else None

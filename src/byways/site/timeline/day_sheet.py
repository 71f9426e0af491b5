"""A day's sheet: a game by oneself with the same dice for everybody, which is played on the ordinary page of a game.

Its terms say so: {"daily": day, "dice": key}, and "again" for a browser's later attempts, which do not count. The score
of the first is kept in the same transaction as the turn that ends it.
"""

from __future__ import annotations

from typing import Any

from byways.site.storage.game_store import Entry, StoredGame
from byways.site.timeline import clocks
from byways.site.timeline.timeline import Timeline

BEGUN, SCORE = "begun", "score"
FIRST, SECOND = 1, 2
"""The numbers of the only entries that a sheet has: that it was begun, and its score."""


def terms_of(game: str, day: str, *, again: bool) -> dict[str, Any]:
    """Return the settings of a sheet's game."""
    return {"daily": day, "dice": f"{game} {day}"} | ({"again": True} if again else {})


def score_of_day(stored: StoredGame, timeline: Timeline) -> Entry | None:
    """Return the final score of a browser's first finished sheet of a day, else None."""
    if not timeline.final or timeline.end is not None or timeline.state.outcome is None:
        return None
    (seat,) = stored.seats
    score = timeline.state.outcome.scores[seat.player]
    return Entry(
        stored.game, stored.terms["daily"], str(seat.holder), SECOND, SCORE, {"game": stored.id}, clocks.now(), score
    )

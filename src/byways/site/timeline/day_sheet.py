"""A day's sheet: a game by oneself with the same dice for everybody, which is played on the ordinary page of a game.

Its settings say so. The score of a browser's first attempt is kept in the same transaction as the turn that ends it.
"""

from __future__ import annotations

from byways.site.storage.game_settings import GameSettings
from byways.site.storage.stored_games import DailyEntry, StoredGame
from byways.site.timeline import clocks
from byways.site.timeline.timeline import Timeline

BEGUN, SCORE = "begun", "score"
FIRST, SECOND = 1, 2
"""The numbers of the only entries that a sheet has: that it was begun, and its score."""


def settings_of(game: str, day: str, *, again: bool) -> GameSettings:
    """Return the settings of a sheet's game."""
    return GameSettings(daily=day, dice=f"{game} {day}", again=again)


def score_of_day(stored: StoredGame, timeline: Timeline) -> DailyEntry | None:
    """Return the final score of a browser's first finished sheet of a day, else None."""
    day = stored.settings.daily
    if day is None or not timeline.final or timeline.end is not None:
        return None
    outcome = timeline.state.outcome  # of no other game: some ends are costly to judge
    if outcome is None:
        return None
    (seat,) = stored.seats
    score = outcome.scores[seat.player]
    return DailyEntry(stored.game, day, str(seat.holder), SECOND, SCORE, {"game": stored.id}, clocks.now(), score)

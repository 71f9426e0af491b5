"""The agreed settings of a game in the new-game form's words: its options, its start, its clock."""

from __future__ import annotations

from byways.site.play.new_game_form import chosen, told
from byways.site.play.room import Room
from byways.translatable import joined, say


def brief(room: Room) -> str:
    """Describe the settings in one line, for players and spectators: what is usual is not said."""
    parts = told(chosen(room.timeline.state.variant))
    if room.stored.position:
        parts.append(say("From a position that was set up"))
    if room.timeline.clocks:
        parts.append(room.timeline.clocks.terms.said)
    return joined([room.timeline.state.variant.game.title, *parts], " · ")


def clock(room: Room) -> str:
    """Describe the time control."""
    return room.timeline.clocks.terms.said if room.timeline.clocks else say("No clock")

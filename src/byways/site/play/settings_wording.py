"""The agreed settings of a game in words, as in the new-game form: its options, its start, its clock."""

from __future__ import annotations

from byways.site.play.new_game_form import chosen, highlights
from byways.site.play.room import Room
from byways.site.timeline.plans import is_live
from byways.translatable import joined, say


def brief(room: Room) -> str:
    """Describe the settings in one line, for players and spectators: what is usual is not said."""
    variant = room.timeline.state.variant
    parts = highlights(variant.game, chosen(variant))
    if room.stored.position:
        parts.append(say("From a position that was set up"))
    if room.timeline.clocks:
        parts.append(room.timeline.clocks.control.said)
    if room.stored.settings.lines:
        parts.append(say("Trying lines is allowed"))
    if room.stored.settings.shown:
        parts.append(say("Others may watch"))
    return joined([variant.game.title, *parts], " · ")


def clock(room: Room) -> str:
    """Describe the time control."""
    return room.timeline.clocks.control.said if room.timeline.clocks else say("No clock")


def lines(room: Room) -> str:
    """Say whether lines may be tried during the game; "" where that needs no agreement."""
    if not is_live(room.timeline):
        return ""
    return say("You may both try moves on your own boards.") if room.stored.settings.lines else say("Not allowed")

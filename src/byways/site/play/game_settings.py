"""The agreed settings of a game in the new-game form's words: its options, its start, its clock."""

from __future__ import annotations

from byways.options import SWAP
from byways.site.play.new_game_form import Field, chosen
from byways.site.play.room import Room
from byways.translatable import joined, say


def brief(room: Room) -> str:
    """Describe all settings in one line, for players and spectators."""
    parts = [_brief(field) for field in chosen(room.timeline.state.variant) if field.value]
    if room.stored.position:
        parts.append(say("From a position that was set up"))
    if room.timeline.clocks:
        parts.append(room.timeline.clocks.terms.said)
    return joined([room.timeline.state.variant.game.title, *parts], " · ")


def clock(room: Room) -> str:
    """Describe the time control."""
    return room.timeline.clocks.terms.said if room.timeline.clocks else say("No clock")


def _brief(field: Field) -> str:
    """Describe the choice in a field; for a ticked box, its name alone."""
    if field.choices:
        return say("{name}: {value}", name=field.label, value=field.said)
    return say("Pie rule") if field.name == SWAP.name else field.label

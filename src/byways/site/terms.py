"""What was agreed for a game, in the words of the form that began it: its options, where it began, its clock."""

from __future__ import annotations

from byways.options import SWAP
from byways.site.forms import Field, chosen
from byways.site.room import Room
from byways.site.tongue import _


def brief(room: Room) -> str:
    """All of it in one line, for who plays or watches."""
    parts = [_brief(field) for field in chosen(room.state.variant) if field.value]
    if room.stored.position:
        parts.append(_("From a position that was set up"))
    if room.course.clocks:
        parts.append(room.course.clocks.terms.said)
    return " · ".join([room.state.variant.game.title, *parts])


def clock(room: Room) -> str:
    """How long people may think."""
    return room.course.clocks.terms.said if room.course.clocks else _("No clock")


def _brief(field: Field) -> str:
    """What was chosen in a field; of what may be ticked, its name alone."""
    if field.choices:
        return _("{name}: {value}", name=field.label, value=field.said)
    return _("Pie rule") if field.name == SWAP.name else field.label

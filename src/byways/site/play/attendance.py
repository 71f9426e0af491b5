"""Who is at a room's board, and who may claim the game because the opponent has been gone for long."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from byways.site.play.room import Room
from byways.site.timeline.offers import claimed_from

ABSENCE = 60.0  # seconds after which an opponent who is gone may lose a live game; twice as long in a long one
LONG = 1_800.0  # seconds on the clocks of a long game


def may_claim(room: Room, holder: str | None) -> bool:
    """Return whether the opponent has been gone for long enough to lose the game by a claim."""
    absent = claimed_from(room.timeline, holder)
    if absent is None:
        return False
    patience = _patience(room)
    if not room.store.heard(patience):  # who is gone here may be in another process
        return False
    gone = room.presence.gone_for(absent)
    return gone is not None and gone >= patience


def claimants(room: Room) -> frozenset[str]:
    """Return the holders who may claim the game."""
    return frozenset(holder for holder in room.timeline.people.values() if may_claim(room, holder))


def note(room: Room, holder: str | None, pages: int, awake: int) -> None:
    """Count a browser's pages, and those with a person before them; tell what is new of a player if others play too."""
    people = {*room.timeline.people.values()}
    if holder is not None and room.presence.note(holder, pages, awake) and people > {holder}:
        _tell(room)
    room.presence.forget_strangers(people)


def hear(room: Room, process: str, there: Mapping[str, bool]) -> None:
    """Take over who watches in another process."""
    if room.presence.hear(process, there):
        _tell(room)
    room.presence.forget_strangers(room.timeline.people.values())


def forget_others(room: Room) -> None:
    """Forget who watched in processes that have told nothing for a while."""
    if room.presence.forget():
        _tell(room)


def _patience(room: Room) -> float:
    clocks = room.timeline.clocks
    return ABSENCE * (2 if clocks and clocks.control.base > LONG else 1)


def _tell(room: Room) -> None:
    """Tell that a player came or went, and again when one who went can lose the game for it."""
    room.tell()
    asyncio.get_running_loop().call_later(_patience(room) + 0.5, room.tell)

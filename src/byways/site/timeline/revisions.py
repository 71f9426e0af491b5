"""A game after its rules have changed: it is folded anew, as far as its turns are still legal.

What is not possible any more stays in the log, within `Revise`, and is tried again when the rules change once more:
until the game goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from byways.errors import BywaysError, GameError
from byways.site.storage.stored_games import StoredGame
from byways.site.timeline import events
from byways.site.timeline.events import Recorded
from byways.site.timeline.timeline import Timeline, begun, evolve


class RefusedTurn(NamedTuple):
    """A turn that cannot be played any more."""

    ply: int
    """The number of turns before it."""
    turn: str
    error: BywaysError


@dataclass(frozen=True)
class Refold:
    """What is left of a game."""

    timeline: Timeline
    exchanged: tuple[Recorded, ...] = ()
    """The last events, from the first that is another one now; there are as many as before, for numbers only grow."""
    refused: RefusedTurn | None = None
    """The first turn that is not legal."""


def revised(stored: StoredGame) -> Refold:
    """Fold a stored game up to its last turn that is legal, with the turns that are legal again.

    Raises GameError where the rules fail, and BywaysError where the game cannot even begin.
    """
    before = [Recorded.read(row) for row in stored.events]
    timeline = begun(stored)
    refused = None
    after = list[Recorded]()
    for recorded in _restored(before):
        event = recorded.event
        if refused is None and not isinstance(event, events.Revise):
            try:
                timeline = evolve(timeline, recorded)
                after.append(recorded)
                continue
            except GameError:
                raise
            except BywaysError as error:
                refused = RefusedTurn(timeline.ply, event.turn if isinstance(event, events.Turn) else "", error)
        after.append(_without(recorded, timeline.ply))
        timeline = evolve(timeline, after[-1])
    same = next((i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new), len(after))
    return Refold(timeline, tuple(after[same:]), refused)


def _restored(log: Sequence[Recorded]) -> list[Recorded]:
    """Return a log in which what the rules had made impossible is restored, unless the game has gone on since."""
    played = [i for i, recorded in enumerate(log) if isinstance(recorded.event, events.Turn | events.Undo | events.End)]
    first = played[-1] + 1 if played else 0
    return [*log[:first], *map(_as_it_was, log[first:])]


def _as_it_was(recorded: Recorded) -> Recorded:
    event = recorded.event
    former = event.former if isinstance(event, events.Revise) else None
    return recorded if former is None else replace(recorded, event=former)


def _without(recorded: Recorded, ply: int) -> Recorded:
    """Return the replacement of an event that is not possible. Plans, which no number counts, are dropped."""
    event = recorded.event
    former = None if isinstance(event, (events.Revise, *events.PRIVATE)) else event
    return Recorded(recorded.number, events.Revise(ply, former), recorded.at)

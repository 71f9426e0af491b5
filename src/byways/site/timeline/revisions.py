"""A game after its rules have changed: it is folded anew, as far as its turns are still legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from byways.errors import BywaysError
from byways.site.storage.game_store import StoredGame
from byways.site.timeline import events
from byways.site.timeline.events import Recorded
from byways.site.timeline.timeline import Timeline, begun, evolve


class Refused(NamedTuple):
    """A turn that cannot be played any more."""

    ply: int
    """The number of turns before it."""
    turn: str
    error: BywaysError


@dataclass(frozen=True)
class Revision:
    """What is left of a game."""

    timeline: Timeline
    exchanged: tuple[Recorded, ...] = ()
    """The last events, from the first that cannot be played, by such as change nothing: numbers only grow."""
    refused: Refused | None = None


def revised(stored: StoredGame) -> Revision:
    """Fold a stored game up to its last turn that is legal. Raises BywaysError where it cannot even begin."""
    timeline, exchanged, refused = begun(stored), list[Recorded](), None
    for recorded in map(Recorded.read, stored.events):
        if refused is None:
            try:
                timeline = evolve(timeline, recorded)
                continue
            except BywaysError as error:
                turn = recorded.event.turn if isinstance(recorded.event, events.Turn) else ""
                refused = Refused(timeline.ply, turn, error)
        exchanged.append(Recorded(recorded.number, events.Undo(refused.ply), recorded.at))
        timeline = evolve(timeline, exchanged[-1])
    return Revision(timeline, tuple(exchanged), refused)

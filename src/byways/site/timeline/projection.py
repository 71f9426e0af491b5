"""The state of a game, taken from its events and kept beside them for lists of games."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
import numpy as np

from byways.errors import GameError
from byways.game import Variant
from byways.position.outcome import Outcome
from byways.position.state import State
from byways.site.storage.stored_games import DailyEntry, Projection, StoredGame
from byways.site.timeline import clocks
from byways.site.timeline.events import End
from byways.site.timeline.timeline import Timeline

_WORD = np.dtype("<i2")
"""A word of a state's vector in the database, whatever machine wrote it."""
SCORE = "score"
"""The kind of a day's entry with a final score, the second and last of a sheet: the first is that it was begun."""
_SECOND = 2


def project(timeline: Timeline, counted: Outcome | None = None) -> Projection:
    """Return the state of a game; `counted` is the outcome of one whose end only a worker may count."""
    mover = timeline.mover
    return Projection(
        last_event=timeline.number,
        ply=timeline.ply,
        to_move=timeline.to_move,
        seat_to_move=mover.player if mover else None,
        over=timeline.over,
        result=_result(timeline, counted) if timeline.over else None,
        deadline=timeline.deadline,
        board=f"{timeline.number} {b64encode(timeline.state.vector.astype(_WORD).tobytes()).decode()}",
    )


def read_board(projection: Projection, variant: Variant) -> State | None:
    """Return the position without what led to it; None if it is of another form than states have now."""
    words = np.frombuffer(b64decode(str(projection.board).partition(" ")[2]), _WORD).astype(np.int16)
    return State(variant, words) if len(words) == variant.width else None


def score_of_day(stored: StoredGame, timeline: Timeline) -> DailyEntry | None:
    """Return the final score of a browser's first finished sheet of a day, to be kept beside the turn that ends it.

    A sheet is a game by oneself with the same dice for everybody, which is played on the ordinary page of a game; its
    settings say so. None for other games, and until then.
    """
    day = stored.settings.daily
    if day is None or not timeline.final or timeline.end is not None:
        return None
    outcome = timeline.state.outcome  # of no other game: some ends are costly to judge
    if outcome is None:
        return None
    (seat,) = stored.seats
    score = outcome.scores[seat.player]
    return DailyEntry(stored.game, day, str(seat.holder), _SECOND, SCORE, {"game": stored.id}, clocks.now(), score)


def read_result(projection: Projection) -> End | Outcome | None:
    """Return how a game ended; None while it goes on or is being counted."""
    found: Mapping[str, Any] = projection.result or {}
    if "end" in found:
        return msgspec.convert(found["end"], End)
    return msgspec.convert(found["outcome"], Outcome) if found else None


def _result(timeline: Timeline, counted: Outcome | None) -> Mapping[str, Any] | None:
    if timeline.end is not None:
        return {"end": _plain(timeline.end)}
    variant = timeline.state.variant
    outcome = counted
    if outcome is None and not variant.costly_end:
        with suppress(GameError):  # the turn is to be kept all the same
            outcome = timeline.state.outcome
    if outcome is None:
        return None
    return {"outcome": _plain(outcome)}


def _plain(found: End | Outcome) -> dict[str, Any]:
    """Return a result as it comes back from the database."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found, enc_hook=int))  # scores may be NumPy's
    return data

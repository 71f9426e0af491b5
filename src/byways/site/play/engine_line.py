"""The engine's line drawn on the board: the stones of its next turns, numbered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from byways.position.state import State
from byways.site.board.future import drawn, over, steps
from byways.site.play.room import Room
from byways.site.play.view import picture_of

MOST_TURNS = 12
"""So many turns of a line are offered to be followed."""
_MOST_DRAWN = 6  # of them at once: with more the numbers would hide the board


def ahead(room: Room, state: State, line: Sequence[str]) -> list[str]:
    """Return, for every turn of a line, the markup of that turn and those that follow, over the position before it."""
    states = [state]
    for turn in line:
        states.append(states[-1].play(turn))
    pictures = [picture_of(room, one) for one in states]
    future = [tuple(steps(*pair, str(number))) for number, pair in enumerate(pairwise(pictures), 1)]
    return [
        over(before, turn, picture, [item for items in future[i : i + _MOST_DRAWN] for item in items])
        for i, (before, turn, picture) in enumerate(zip(states, line, pictures, strict=False))
    ]


def sketch(room: Room, state: State, turn: str, label: str) -> str:
    """Return the markup of one turn over the position before it, its stones or its arrow labelled."""
    return drawn(state, turn, (picture_of(room, state), picture_of(room, state.play(turn))), label)

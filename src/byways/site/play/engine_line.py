"""The engine's line drawn on the board: the stones of its next turns, numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from byways.draw import fragment
from byways.picture import Item, Picture
from byways.site.board.future import steps
from byways.site.play.room import Room
from byways.site.play.view import picture_of
from byways.state import State

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
        _sketch(before, turn, picture, [item for items in future[i : i + _MOST_DRAWN] for item in items])
        for i, (before, turn, picture) in enumerate(zip(states, line, pictures, strict=False))
    ]


def sketch(room: Room, state: State, turn: str, label: str) -> str:
    """Return the markup of one turn over the position before it, its stones or its arrow labelled."""
    before, after = picture_of(room, state), picture_of(room, state.play(turn))
    return _sketch(state, turn, before, tuple(steps(before, after, label)))


def _sketch(state: State, turn: str, picture: Picture, steps: Sequence[Item]) -> str:
    """Draw the first turn's side effects and the steps of the line; a way used twice shows both numbers."""
    shown: dict[tuple[str, tuple[str, ...]], Item] = {}
    for item in steps:
        same = shown.get((item.kind, item.at))
        shown[item.kind, item.at] = replace(same, text=f"{same.text} · {item.text}") if same and item.text else item
    others = [item for item in state.variant.game.preview(state, state.actions(turn)) if ("step", item.at) not in shown]
    board = str(state.to_move) if len(picture.boards) > 1 else picture.boards[0].key
    items = (*others, *shown.values())
    return fragment(items, picture, board=board, players=state.players) if items else ""

"""Turns, boards and refusals of Whirlwind, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.game.board_texts import BoardTexts
from byways.games.whirlwind.rules import (
    CELLS,
    EMPTY,
    NOWHERE,
    RING,
    corner_touches,
    may_pair,
    may_stand,
    ring_of,
)
from byways.header import AGE, FIRST_TURN, NOBODY, TO_MOVE, swap_open
from byways.kernels import Ints
from byways.texts import read_cell
from byways.translatable import capital, marked, say

if TYPE_CHECKING:
    from byways.game.variant import Variant
    from byways.state import State

_CELLS = re.compile(r"[a-z]\d+(?:(?:\s*,\s*|\s+)[a-z]\d+)*")


class WhirlwindTexts(BoardTexts):
    """A turn is a cell or two, in row-major order."""

    def parse(self, state: State, text: str) -> tuple[int, ...]:
        if not _CELLS.fullmatch(text):
            expected = say("one or two points, such as e5 or e5,f6")
            template = marked("{text!r} is not a turn; expected {expected}")
            raise UnreadableTurnError("whirlwind.text", template, text=text[:40], expected=expected)
        layout = state.variant.layout
        cells = sorted(read_cell(layout, name) for name in re.split(r"[,\s]+", text))
        ends_by_itself = len(cells) > 1 or state.vector[AGE] == FIRST_TURN
        return tuple(cells) if ends_by_itself else (*cells, len(layout.names))

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        stones = sorted(action for action in actions if action != len(variant.layout.names))
        return super().write(variant, state, stones or actions)

    def turns(self, state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
        variant, vector = state.variant, state.vector
        if vector[TO_MOVE] == NOBODY:
            return
        names = variant.layout.names
        alone = _standing_alone(variant, vector)
        if vector[AGE] == FIRST_TURN:
            yield from ((names[cell], (cell,)) for cell in alone)
            return
        may_stand_alone = set(alone)
        for first in (cell for cell in range(len(names)) if vector[CELLS + cell] == EMPTY):
            if first in may_stand_alone:
                yield names[first], (first, len(names))
            for second in _seconds(variant, vector, first, alone if first in may_stand_alone else []):
                yield f"{names[first]},{names[second]}", (first, second)
        if swap_open(variant.geometry, vector):
            yield "swap", (variant.swap_action,)

    def refusal(self, state: State, actions: Sequence[int]) -> IllegalTurnError:
        layout = state.variant.layout
        cells = [action for action in actions if action < len(layout.names)]
        names = [layout.names[cell] for cell in cells]
        for cell, name in zip(cells, names, strict=True):
            if state.vector[CELLS + cell] != EMPTY:
                return IllegalTurnError("turn.occupied", "{cell} is occupied", cell=name)
        if len(cells) > 2:
            template = marked("a turn is one or two stones, not {count}")
            return IllegalTurnError("whirlwind.stones", template, count=len(cells))
        if len(set(cells)) < len(cells):
            return IllegalTurnError("whirlwind.twice", "both stones cannot go on {cell}", cell=names[0])
        if len(cells) > 1 and state.vector[AGE] == FIRST_TURN:
            player = capital(state.to_move or "")
            return IllegalTurnError("whirlwind.first", "{player}'s first turn is exactly one stone", player=player)
        board = state.vector.copy()
        board[[CELLS + cell for cell in cells]] = state.vector[TO_MOVE] + 1
        touching = _corner_touch(state.variant, board)
        assert touching is not None, "nothing else is forbidden"
        template = marked("{first} and {second} would touch only at a corner")
        return IllegalTurnError("whirlwind.corner", template, first=touching[0], second=touching[1])

    def check(self, variant: Variant, state: Ints) -> None:
        touching = _corner_touch(variant, state)
        if touching is not None:
            raise PositionError(
                "whirlwind.position.corner",
                "position: {first} and {second} touch only at a corner, which no turn may leave",
                allowed="a board without two stones of one colour that touch only at a corner",
                first=touching[0],
                second=touching[1],
            )


def _standing_alone(variant: Variant, vector: Ints) -> list[int]:
    """Return the empty cells where one stone of the player to move would be legal by itself, ascending."""
    stone = int(vector[TO_MOVE]) + 1
    return [
        cell
        for cell in range(len(variant.layout.names))
        if vector[CELLS + cell] == EMPTY and may_stand(variant.geometry, vector, cell, NOWHERE, stone)
    ]


def _seconds(variant: Variant, vector: Ints, first: int, alone: list[int]) -> list[int]:
    """Return the cells after `first` that make a legal pair with it.

    Next to the first stone every cell is looked at anew; farther away it changes nothing, so there the cells in
    `alone` will do: those of stones legal by themselves, or none where the first must be mended.
    """
    stone = int(vector[TO_MOVE]) + 1
    near = variant.layout.neighbours[first]
    mates = [
        cell
        for cell in near
        if cell > first and vector[CELLS + cell] == EMPTY and may_pair(variant.geometry, vector, first, cell, stone)
    ]
    return sorted([cell for cell in alone if cell > first and cell not in near] + mates)


def _corner_touch(variant: Variant, board: Ints) -> tuple[str, str] | None:
    """Return the names of the first two stones of one colour on the board that touch only at a corner."""
    names = variant.layout.names
    for cell, near in enumerate(variant.layout.neighbours):
        stone = int(board[CELLS + cell])
        if stone == EMPTY:
            continue
        touches = corner_touches(ring_of(variant.geometry, board, cell, NOWHERE, stone))
        others = [near[d] for i, d in enumerate(RING) if touches >> i & 1]
        if others:
            return names[cell], names[min(others)]
    return None

"""Turns, boards and refusals of Whirlwind, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import add

import numpy as np

from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.game.board_texts import BoardTexts
from byways.game.variant import Variant
from byways.games.whirlwind.rules import (
    CELLS,
    EMPTY,
    NOWHERE,
    RING,
    STONES,
    corner_touches,
    is_single,
    list_turns,
    ring_of,
)
from byways.kernels import Ints
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE, swap_open
from byways.rules.texts import read_cell
from byways.translatable import Catalogue, marked

TEXTS = Catalogue("whirlwind")
say, capital = TEXTS.say, TEXTS.capital

_CELLS = re.compile(r"[a-z]\d+(?:(?:\s*,\s*|\s+)[a-z]\d+)*")


class WhirlwindTexts(BoardTexts):
    """A turn is a cell or two, in row-major order."""

    def parse(self, state: Position, text: str) -> tuple[int, ...]:
        if not _CELLS.fullmatch(text):
            expected = say("one or two points, such as e5 or e5,f6")
            if state.variant.geometry[STONES] == 1:
                expected = say("one point, such as e5")
            template = marked("{text!r} is not a move; expected {expected}")
            raise UnreadableTurnError("whirlwind.text", say(template, text=text[:40], expected=expected))
        layout = state.variant.layout
        cells = sorted(read_cell(layout, name) for name in re.split(r"[,\s]+", text))
        ends_by_itself = len(cells) > 1 or is_single(state.variant.geometry, state.vector)
        return tuple(cells) if ends_by_itself else (*cells, len(layout.names))

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        stones = sorted(action for action in actions if action != len(variant.layout.names))
        return super().write(variant, state, stones or actions)

    def turns(self, state: Position) -> Iterator[tuple[str, tuple[int, ...]]]:
        variant = state.variant
        single = is_single(state.variant.geometry, state.vector)
        for text, first, second in zip(self.listed(state), *_listed(state), strict=False):
            yield text, (first,) if single else (first, second)
        if swap_open(variant.geometry, state.vector):
            yield "swap", (variant.swap_action,)

    def listed(self, state: Position) -> list[str]:
        names = state.variant.layout.names
        firsts, seconds = _listed(state)
        second_names = [*(f",{name}" for name in names), ""]
        turns = list(map(add, map(names.__getitem__, firsts), map(second_names.__getitem__, seconds)))
        return [*turns, "swap"] if swap_open(state.variant.geometry, state.vector) else turns

    def refusal(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        layout = state.variant.layout
        cells = [action for action in actions if action < len(layout.names)]
        names = [layout.names[cell] for cell in cells]
        for cell, name in zip(cells, names, strict=True):
            if state.vector[CELLS + cell] != EMPTY:
                return IllegalTurnError("turn.occupied", say("{cell} is occupied", cell=name))
        if len(cells) > 1 and state.variant.geometry[STONES] == 1:
            template = marked("a turn is one stone in this variant, not {count}")
            return IllegalTurnError("whirlwind.single", say(template, count=len(cells)))
        if len(cells) > 2:
            template = marked("a turn is one or two stones, not {count}")
            return IllegalTurnError("whirlwind.stones", say(template, count=len(cells)))
        if len(set(cells)) < len(cells):
            return IllegalTurnError("whirlwind.twice", say("both stones cannot go on {cell}", cell=names[0]))
        if len(cells) > 1 and is_single(state.variant.geometry, state.vector):
            player = capital(state.to_move or "")
            return IllegalTurnError("whirlwind.first", say("{player}'s first turn is exactly one stone", player=player))
        board = state.vector.copy()
        board[[CELLS + cell for cell in cells]] = state.vector[TO_MOVE] + 1
        touching = _corner_touch(state.variant, board)
        assert touching is not None, "nothing else is forbidden"
        template = marked("{first} and {second} would touch only at a corner")
        return IllegalTurnError("whirlwind.corner", say(template, first=touching[0], second=touching[1]))

    def check(self, variant: Variant, state: Ints) -> None:
        touching = _corner_touch(variant, state)
        if touching is not None:
            raise PositionError(
                "whirlwind.position.corner",
                say(
                    "position: {first} and {second} touch only at a corner, which no turn may leave",
                    allowed="a board without two stones of one colour that touch only at a corner",
                    first=touching[0],
                    second=touching[1],
                ),
            )


def _listed(state: Position) -> tuple[list[int], list[int]]:
    """Return the two words of every turn: the first stones, and the second ones or the end."""
    variant = state.variant
    cells = len(state.variant.layout.names)
    out = np.empty(cells * (cells + 1), dtype=np.int16)
    count = 2 * variant.rules.best(list_turns)(variant.geometry, state.vector.copy(), out)
    return out[:count:2].tolist(), out[1:count:2].tolist()


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

"""Cut-outs: the part of a board around its last turn, as a small drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from byways.draw import common, scene
from byways.draw.layout import lay_out
from byways.draw.sheet import Sheet
from byways.draw.svg_markup import UNIT, XY, num
from byways.rules.picture import Board, Item, Picture

_CELLS = 5
"""How many cells of the board are seen from side to side, where the turn is not larger."""
_TURN = ("last", "move", "capture", "flipped")
"""The kinds of what is drawn of the last turn."""


def cutout(picture: Picture, players: Sequence[str]) -> str:
    """Return a square of the board that shows the last turn, for a page that has a scene of the same game.

    Empty for a picture without boards.
    """
    if not picture.boards:
        return ""
    board = next((board for board in picture.boards if _of_turn(board)), picture.boards[0])
    alone = replace(board, title="", notes=())
    layout = lay_out(Picture((alone,)), players)
    sheet = layout.places[0].sheet
    left, top, side = _window([sheet.at(name) for item in _of_turn(board) for name in item.at], sheet, layout.size)

    def near(at: XY) -> bool:
        return left - UNIT < at[0] < left + side + UNIT and top - UNIT < at[1] < top + side + UNIT

    seen = tuple(item for item in board.items if any(map(near, sheet.trail(item))))
    drawn = scene(Picture((replace(alone, items=seen),)), players=players, ids=False)
    return (
        f'<svg class="byways cutout" viewBox="{num(left)} {num(top)} {num(side)} {num(side)}" aria-hidden="true">'
        f"{drawn.markup(common(picture, players))}</svg>"
    )


def _of_turn(board: Board) -> list[Item]:
    return [item for item in board.items if item.kind in _TURN]


def _window(turn: Sequence[XY], sheet: Sheet, size: XY) -> tuple[float, float, float]:
    """Return the left, the top and the side of a square about a turn, which stays on the board if it can."""
    xs, ys = zip(*(turn or sheet.places.values()), strict=True)
    side = max(_CELLS * UNIT, max(xs) - min(xs) + 1.6 * UNIT, max(ys) - min(ys) + 1.6 * UNIT)
    left, top = (
        min(max((min(one) + max(one) - side) / 2, 0.0), max(end - side, 0.0))
        for one, end in zip((xs, ys), size, strict=True)
    )
    return left, top, side

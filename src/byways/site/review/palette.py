"""The palette of the board editor: the pieces for a point, in the order of clicks."""

from __future__ import annotations

from dataclasses import dataclass

from byways.cells import CELLS
from byways.draw import fragment
from byways.draw.layout import lay_out
from byways.draw.svg_markup import UNIT
from byways.game import Variant
from byways.kernels import Ints
from byways.position.state import State
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.translatable import joined, say

_MOST = 24  # things: a game of somebody's own might count on and on


@dataclass(frozen=True)
class Thing:
    """A piece for a point, as a page with a board of the game shows it."""

    says: str
    box: str
    markup: str
    """Empty for nothing."""


def palette(variant: Variant) -> list[Thing]:
    """Return the pieces for a point, first none; empty where the game is not set up by pointing."""
    point = _middle(variant)
    return [_thing(variant, vector, point) for vector in _cycle(variant, variant.start(), point)]


def put(variant: Variant, vector: Ints, point: str, number: int) -> Ints | None:
    """Return a vector with thing `number` of the palette on a point, or with nothing if it is there already.

    Return None where the game is not set up by pointing, or has no such point or thing.
    """
    things = _cycle(variant, vector, point)
    if not 0 <= number < len(things):
        return None
    at = CELLS + variant.layout.cells[point]
    return things[0] if things[number][at] == vector[at] else things[number]


def _middle(variant: Variant) -> str:
    names = list(variant.layout.cells) if variant.game.board is not None else []
    return names[len(names) // 2] if names else ""


def _cycle(variant: Variant, vector: Ints, point: str) -> list[Ints]:
    """Return a vector for each piece of the palette on a point, first with nothing there."""
    cells = variant.layout.cells if variant.game.board is not None else {}
    if point not in cells:
        return []
    at = CELLS + cells[point]
    now = vector.copy()
    found = [vector]
    now[at] = 0
    while len(found) <= _MOST:
        after = variant.game.texts.edited(variant, now, point, 1)
        if after is None:
            return []
        if after[at] == 0:
            found[0] = after
            break
        found.append(after)
        now = after
    return found


def _thing(variant: Variant, vector: Ints, point: str) -> Thing:
    picture = variant.game.picture(State(variant, vector))
    items = [item for item in picture.boards[0].items if item.at == (point,) and item.says]
    x, y = lay_out(picture, variant.players).places[0].sheet.at(point)
    box = f"{x - UNIT / 2:g} {y - UNIT / 2:g} {UNIT:g} {UNIT:g}"
    says = phrases.upper(joined([item.says for item in items], ", ")) if items else render(say("Nothing"))
    key = picture.boards[0].key
    players = variant.players
    return Thing(says, box, fragment(items, picture, board=key, players=players) if items else "")

"""Where the engine would play, drawn over the board: the better a turn, the larger its circle."""

from __future__ import annotations

from math import ceil

import msgspec

from byways.draw import fragment
from byways.position.state import State
from byways.rules.picture import Item
from byways.search.answer import Analysis
from byways.site.board.rendering import turn_named
from byways.site.i18n.languages import render
from byways.site.play.page.views import picture_of
from byways.site.play.room import Room
from byways.translatable import listed, marked, say

STEPS = 5
"""So many sizes of circles there are."""
_FADES = 0.2  # a turn that loses so much is not shown
_NAMED = 3  # turns that are named
_PLACED = ("stone", "stack", "tile", "cafe", "display", "wall", "entrance", "exit")
"""The kinds of what a turn puts on a board."""


class Heat(msgspec.Struct, frozen=True):
    """Circles to be drawn over a board, and what they mean."""

    markup: str
    says: str


def heat(room: Room, state: State, analysis: Analysis) -> Heat:
    """Return where the engine would play in a position that it has looked at, with the best turns by name."""
    warm: dict[str, int] = {}
    good = [choice for choice in analysis.choices if analysis.value - choice.value < _FADES]
    for choice in good:
        size = ceil(STEPS * (1 - max(0.0, analysis.value - choice.value) / _FADES))
        for name in _places(state, choice.turn):
            warm[name] = max(size, warm.get(name, 0))
    picture = picture_of(room, state)
    board = str(state.to_move) if len(picture.boards) > 1 else picture.boards[0].key
    items = [Item("heat", (name,), text=str(size)) for name, size in warm.items()]
    markup = fragment(items, picture, board=board, players=state.players) if items else ""
    return Heat(markup, render(_words([turn_named(state.variant.game, choice.turn) for choice in good])))


def _places(state: State, turn: str) -> list[str]:
    """Return the points on which a turn puts something."""
    items = state.variant.game.preview(state, state.actions(turn))
    return list(dict.fromkeys(item.at[0] for item in items if item.kind in _PLACED))


def _words(turns: list[str]) -> str:
    named = turns[:_NAMED]
    if not named:
        return say("The engine has not analysed this position.")
    if len(turns) == 1:
        return say("The engine would play {turn}; every other move is much worse.", turn=named[0])
    template = marked("The larger a circle, the better the move. The best: {turns}.")
    return say(template, turns=listed(named))

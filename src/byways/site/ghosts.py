"""Small answers while somebody points at the board: what would be there, and why something is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from byways.draw import fragment
from byways.errors import IllegalTurnError
from byways.site.look import Viewer
from byways.site.rooms import Room


def ghost(room: Room, viewer: Viewer, actions: Sequence[int]) -> str:
    """The markup of what legal actions would put on the board; empty where the game shows nothing beforehand."""
    state = room.state.view(viewer.player)
    game = state.variant.game
    items = game.preview(state, tuple(actions))
    picture = game.picture(state)
    board = viewer.player if len(picture.boards) > 1 and viewer.player else picture.boards[0].key
    return fragment(items, picture, board=board, players=state.players) if items else ""


def refusal(room: Room, viewer: Viewer, clicks: Sequence[str]) -> str:
    """Why the turn that these clicks spell is not legal, in a sentence; empty where it is."""
    state = room.state.view(viewer.player)
    try:
        state.actions(state.variant.game.texts.spell(clicks))
    except IllegalTurnError as error:
        return str(error)
    return ""

"""Small answers while somebody points at the board: what would be there, and why something is not possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from byways.draw import fragment
from byways.errors import IllegalTurnError, UnreadableTurnError
from byways.site.look import Viewer
from byways.site.room import Room


def ghost(room: Room, viewer: Viewer, actions: Sequence[int]) -> str:
    """The markup of what legal actions would put on the board; empty where the game shows nothing beforehand."""
    state = room.state.view(viewer.player)
    game = state.variant.game
    items = game.preview(state, tuple(actions))
    picture = game.picture(state)
    board = viewer.player if len(picture.boards) > 1 and viewer.player else picture.boards[0].key
    return fragment(items, picture, board=board, players=state.players) if items else ""


def verdict(room: Room, viewer: Viewer, clicks: Sequence[str]) -> dict[str, Any]:
    """What is to be said of clicks that follow no offer: `why` they make no legal turn, or its `actions` where they do,
    such as two cells pointed at in another order."""
    state = room.state.view(viewer.player)
    try:
        return {"actions": list(state.actions(state.variant.game.texts.spell(clicks)))}
    except UnreadableTurnError:
        return {"why": f"{clicks[-1]} cannot be chosen now"}
    except IllegalTurnError as error:
        return {"why": str(error)}

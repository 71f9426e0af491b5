"""Small answers while somebody points at the board: what would be there, and why something is not possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from byways.draw import fragment
from byways.errors import IllegalTurnError
from byways.site import words
from byways.site.look import Viewer
from byways.site.room import Room
from byways.site.tongue import refused
from byways.site.turns import meant
from byways.state import State


def ghost(room: Room, viewer: Viewer, actions: Sequence[int]) -> str:
    """The markup of what legal actions would put on the board; empty where the game shows nothing beforehand.

    What the actions before the last would show is on the board already: an end of the turn is no news.
    """
    return ghost_of(room.state.view(viewer.player), viewer.player, actions)


def ghost_of(state: State, player: str | None, actions: Sequence[int]) -> str:
    """As `ghost`, of a state as the player to move sees it; empty where the actions are not legal."""
    if state.follow(actions) is None:
        return ""
    game = state.variant.game
    items = game.preview(state, tuple(actions))
    if len(actions) > 1 and items == game.preview(state, tuple(actions[:-1])):
        return ""
    picture = game.picture(state)
    board = player if len(picture.boards) > 1 and player else picture.boards[0].key
    return fragment(items, picture, board=board, players=state.players) if items else ""


def verdict(state: State, clicks: Sequence[str]) -> dict[str, Any]:
    """What is to be said of clicks that follow no offer, in a state as the player to move sees it.

    `why` they are no turn, or the `actions` that they mean after all; of no clicks nothing.
    """
    if not clicks:
        return {}
    try:
        return {"actions": list(meant(state, clicks))}
    except IllegalTurnError as error:
        return {"why": words.sentence(refused(error, state.variant.game))}

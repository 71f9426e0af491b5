"""Small answers while somebody points at the board: what would be there, and why something is not possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from byways.draw import fragment
from byways.errors import IllegalTurnError
from byways.site import words
from byways.site.look import Viewer
from byways.site.room import Room
from byways.site.tongue import refused, told
from byways.site.turns import meant
from byways.state import State

NOTHING = {"markup": ""}


def ghost(room: Room, viewer: Viewer, actions: Sequence[int], *, aloud: bool = False) -> dict[str, str]:
    """What legal actions would put on the board, drawn and, `aloud`, in words; empty where nothing is to be shown.

    What the actions before the last would show is on the board already: an end of the turn is no news.
    """
    return ghost_of(room.state.view(viewer.player), viewer.player, actions, aloud=aloud)


def ghost_of(state: State, player: str | None, actions: Sequence[int], *, aloud: bool = False) -> dict[str, str]:
    """As `ghost`, of a state as the player to move sees it; empty where the actions are not legal."""
    if state.follow(actions) is None:
        return NOTHING
    game = state.variant.game
    items = game.preview(state, tuple(actions))
    if len(actions) > 1 and items == game.preview(state, tuple(actions[:-1])):
        return NOTHING
    picture = game.picture(state)
    keys = [board.key for board in picture.boards]
    board = player if player in keys else keys[0]
    markup = fragment(items, picture, board=board, players=state.players) if items else ""
    return {"markup": markup} | ({"says": told(game, game.foretell(state, tuple(actions)))} if aloud else {})


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

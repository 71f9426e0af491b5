"""Hover previews: what a click would place, and why it is illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from byways.draw import fragment
from byways.errors import IllegalTurnError
from byways.site.i18n import phrases
from byways.site.play.room import Room
from byways.site.play.turn_texts import meant
from byways.site.play.view import Viewer
from byways.state import State
from byways.translatable import text_of

NOTHING = {"markup": ""}


def ghost(room: Room, viewer: Viewer, actions: Sequence[int], *, aloud: bool = False) -> dict[str, str]:
    """Return a preview of legal actions, drawn and, with `aloud`, in words; empty if there is nothing to show.

    Only the last action is previewed: the board already shows the others, and the end of a turn adds nothing.
    """
    return ghost_of(room.timeline.state.view(viewer.player), viewer.player, actions, aloud=aloud)


def ghost_of(state: State, player: str | None, actions: Sequence[int], *, aloud: bool = False) -> dict[str, str]:
    """Return the preview of `ghost` for a state as the player to move sees it; empty if the actions are not legal."""
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
    return {"markup": markup} | (
        {"says": text_of(game.name, game.ui.describe_preview(state, tuple(actions)))} if aloud else {}
    )


def verdict(state: State, clicks: Sequence[str]) -> dict[str, Any]:
    """Judge clicks that match no offer, in a state as the player to move sees it.

    Return `why` they form no legal turn, or the `actions` that they mean after all; {} without clicks.
    """
    if not clicks:
        return {}
    try:
        return {"actions": list(meant(state, clicks))}
    except IllegalTurnError as error:
        return {"why": phrases.sentence(error.sentence)}

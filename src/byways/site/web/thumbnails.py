"""Boards that are only looked at, inlined so that they follow the theme and the board style."""

from __future__ import annotations

import functools
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from starlette.responses import Response

from byways import registry
from byways.draw import Scene, document, png, scene
from byways.errors import GameError
from byways.game import Game, Variant
from byways.position.random_games import middle
from byways.position.state import State
from byways.rules.picture import Picture, Tell
from byways.site.i18n.languages import current_language, render
from byways.site.plug_ins.processes import call_in_plug_in
from byways.site.web.mini_boards import mini_board
from byways.site.web.requests import MissingError

_log = logging.getLogger("byways")

_KEPT = 256  # drawings of positions at which games begin
_WIDE = 800  # pixels, of what is shown with a link
_DAY = {"Cache-Control": "public, max-age=86400"}


@dataclass(frozen=True)
class Thumbnail:
    """A drawing, if there is one."""

    scene: Scene | None
    trouble: str = ""
    """What an author's game has done instead."""


def thumbnail(game: Game) -> Thumbnail | None:
    """Draw the middle of a random game; None if there is nothing to see or drawing fails."""
    try:
        return _thumbnail(game.name)
    except GameError as error:
        return Thumbnail(None, render(error.sentence))


def pixels(game: Game) -> bytes | None:
    """Draw the same as PNG; None if there is nothing to see or drawing fails."""
    try:
        return _pixels(game.name)
    except GameError:
        return None


@functools.cache
def _pixels(game: str) -> bytes | None:
    return pixels_of(_middle(game))


def pixels_of(state: State, tell: Tell = str) -> bytes | None:
    """Draw a position as PNG, for previews of links; None if there is nothing to see. Raises GameError."""
    picture = state.variant.game.picture(state)
    return png(document(picture, theme="light", players=state.players, tell=tell), _WIDE) if picture.boards else None


def answer_with(drawn: bytes | None, headers: Mapping[str, str] = _DAY) -> Response:
    """Return a PNG as an answer. Raises MissingError where there is none."""
    if drawn is None:
        raise MissingError("picture.missing", "there is no picture of this game")
    return Response(drawn, media_type="image/png", headers=dict(headers))


@functools.cache
def _thumbnail(game: str) -> Thumbnail | None:
    try:
        drawn = mini_board(_middle(game))
    except GameError:
        raise
    except Exception:  # a game of somebody's own may do anything; the list of games must not suffer for it
        _log.exception("no picture of %s", game)
        return None
    return Thumbnail(drawn) if drawn else None


def static_board(state: State) -> Scene | None:
    """Draw a position without what is noted about it, in the reader's language; None without a board or in trouble.

    What led to it is marked; positions at which games begin are drawn once.
    """
    try:
        return _draw(state) if state.previous else _kept(state.variant, state.vector.tobytes(), current_language().code)
    except Exception:  # as above
        _log.exception("no picture of %s", state.variant.game.name)
        return None


@functools.lru_cache(maxsize=_KEPT)
def _kept(variant: Variant, position: bytes, language: str) -> Scene | None:
    return _draw(State(variant, np.frombuffer(position, np.int16).copy()))


def _draw(state: State) -> Scene | None:
    boards = tuple(replace(board, notes=()) for board in state.variant.game.picture(state).boards)
    return scene(Picture(boards), players=state.players, ids=False, tell=render) if boards else None


@functools.cache
def _middle(game: str) -> State:
    found = registry.find(game)
    return call_in_plug_in(found, middle, found.variant())

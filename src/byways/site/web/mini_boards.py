"""Mini boards for cards and lists: boards without texts around them, inlined so that they follow theme and style."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np

from byways import registry
from byways.draw import Scene, scene
from byways.position.state import State
from byways.rules.options import Value
from byways.rules.picture import Picture
from byways.rules.state_vector import NOBODY, TO_MOVE

_KEPT = 512  # drawings


def mini_board(state: State, sheet: str = "") -> Scene | None:
    """Draw a position as spectators know it; of several boards, the one of the player `sheet` or else the first.

    What led to it is not marked, so equal positions are drawn once. Returns None for a game without a board.
    """
    seen = state.view(None)
    return _drawn(state.game, tuple(state.variant.options.items()), seen.vector.tobytes(), sheet)


@functools.lru_cache(maxsize=_KEPT)
def _drawn(game: str, options: tuple[tuple[str, Value], ...], position: bytes, sheet: str) -> Scene | None:
    variant = registry.find(game).variant(dict(options))
    vector = np.frombuffer(position, np.int16).copy()
    if vector[TO_MOVE] == NOBODY and variant.costly_end:
        vector[TO_MOVE] = 0  # only a worker may count such an end, and nobody shall wait for its marks here
    picture = variant.game.picture(State(variant, vector))
    if not picture.boards:
        return None
    board = next((board for board in picture.boards if board.key == sheet), picture.boards[0])
    plain = replace(board, labels=(), title="", notes=())
    return scene(Picture((plain,)), players=variant.players, ids=False)

"""Pictures of a Stroll board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from byways.game import Variant
from byways.games.stroll.board import CELLS, EMPTY, NEAR, ROUND, own_words, stone_seen
from byways.games.stroll.paths.best_paths import BUDGET, claimed, longest
from byways.games.stroll.wording import paths_told
from byways.kernels import Ints
from byways.rules.picture import Item, Picture
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.translatable import Catalogue, joined, marked

TEXTS = Catalogue("stroll")
say, say_many = TEXTS.say, TEXTS.say_many

STONES = (say("white stone"), say("black stone"))
PATHS = (marked("white path of {length}"), marked("black path of {length}"))
MISSED = (marked("white could have claimed {length}"), marked("black could have claimed {length}"))
Line = tuple[str, str, str]
"""The owner and the two ends of a connection."""


def picture(state: Position) -> Picture:
    """Draw stones, connections, the last turn, and the paths.

    The paths are those claimed, as far as this state shows them, and, when the game is over, those that decided it.
    """
    variant = state.variant
    vector = state.vector
    items = [*sights(variant, vector)]
    items += _paths(state)
    items += _last_turn(state)
    items += stones(variant, vector)
    return Picture((variant.layout.board(items),), _notes(state))


def preview(state: Position, actions: tuple[int, ...]) -> tuple[Item, ...]:
    """Draw the stones at the pointer with the connections that they make and (text "cut") cut; or the path so far."""
    variant = state.variant
    before = state.vector
    placed = _cells(state, actions)
    names = tuple(variant.layout.names[cell] for cell in placed)
    owner = state.players[before[TO_MOVE]] if placed else ""
    if _claiming(state):
        return (Item("path", names, owner, ghost=True),) if placed else ()
    made, cut = _changes(state, placed)
    ghosts = [Item("stone", (name,), owner, ghost=True) for name in names]
    ghosts += [Item("sight", (a, b), side, ghost=True) for side, a, b in made]
    ghosts += [Item("sight", (a, b), side, "cut", ghost=True) for side, a, b in cut]
    return tuple(ghosts)


def describe_preview(state: Position, actions: tuple[int, ...]) -> str:
    """Say which connections the stones would make, and which they would cut."""
    if _claiming(state):
        return ""
    made, cut = _changes(state, _cells(state, actions))
    made_said = say_many(
        "{count} new connection: {lines}", "{count} new connections: {lines}", len(made), lines=_told(made)
    )
    cut_said = say_many(
        "{count} connection cut: {lines}", "{count} connections cut: {lines}", len(cut), lines=_told(cut)
    )
    return joined([made_said if made else "", cut_said if cut else ""], "; ")


def sights(variant: Variant, vector: Ints) -> Iterator[Item]:
    """Return the connections as items."""
    return (Item("sight", (a, b), owner) for owner, a, b in _connections(variant, vector))


def stones(variant: Variant, vector: Ints) -> Iterator[Item]:
    """Return the stones as items."""
    for name, stone in zip(variant.layout.names, vector[CELLS : own_words(variant.geometry)], strict=True):
        if stone != EMPTY:
            yield Item("stone", (name,), variant.players[stone - 1], says=STONES[stone - 1])


def _cells(state: Position, actions: Sequence[int]) -> list[int]:
    """Return the cells among some actions."""
    return [action for action in actions if action < len(state.variant.layout.names)]


def _claiming(state: Position) -> bool:
    return bool(state.vector[own_words(state.variant.geometry) + ROUND] > 0)


def _changes(state: Position, placed: Sequence[int]) -> tuple[list[Line], list[Line]]:
    """Return the connections that stones of the player to move on some cells would make, and those they would cut."""
    before, after = state.vector, state.vector.copy()
    after[[CELLS + cell for cell in placed]] = before[TO_MOVE] + 1
    old = set(_connections(state.variant, before))
    new = set(_connections(state.variant, after))
    return sorted(new - old), sorted(old - new)


def _told(lines: Sequence[Line]) -> str:
    """Connections by their owner and their ends."""
    return joined((say("{player} {line}", player=say(side), line=f"{a}-{b}") for side, a, b in lines), ", ")


def _connections(variant: Variant, vector: Ints) -> Iterator[Line]:
    """Yield the pairs that see each other, each once, from the stone that is earlier in row-major order."""
    geometry = variant.geometry
    names = variant.layout.names
    for cell in np.flatnonzero(vector[CELLS : own_words(geometry)]).tolist():
        for d in range(4, 8):
            at = stone_seen(geometry, vector, cell, d)
            near = at == geometry[NEAR + 8 * cell + d]
            if at >= 0 and not near and vector[CELLS + at] == vector[CELLS + cell]:
                yield variant.players[vector[CELLS + cell] - 1], names[cell], names[at]


def _last_turn(state: Position) -> Iterator[Item]:
    """Yield an arrow from the first stone of the last turn to the second."""
    if state.turn is not None and ">" in state.turn and state.previous is not None:
        first, second = state.turn.split(">")
        owner = state.previous.to_move or ""
        yield Item("move", (first, second), owner)
        yield from (Item("last", (name,), owner) for name in (first, second))


def _paths(state: Position) -> Iterator[Item]:
    """Yield the claimed paths; when the game is over, those that decided it, and the best where others were claimed."""
    over = state.vector[TO_MOVE] == NOBODY
    told = paths_told(state) if over else [claimed(state.variant, state.vector, player) for player in range(2)]
    for player, paths, says, missed in zip(state.players, told, PATHS, MISSED, strict=True):
        for path in paths:
            yield Item("path", path.stones, player, str(path.length), says=say(says, length=path.length))
        if over and state.variant.options["ending"] == "claim" and paths:
            best, _ = longest(state, player, BUDGET)
            if best.length > paths[0].length:
                could = say(missed, length=best.length)
                yield Item("path", best.stones, player, str(best.length), says=could, ghost=True)


def _notes(state: Position) -> tuple[str, ...]:
    """Describe what is claimed and still hidden."""
    vector = state.vector
    claiming = vector[own_words(state.variant.geometry) + ROUND] > 0 and vector[PART] == 0
    if claiming and vector[TO_MOVE] == 1 and state.turn == "?":
        return (say("White has claimed a path. It stays hidden until Black has claimed one too."),)
    return ()

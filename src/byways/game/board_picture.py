"""Default pictures: pieces by owner, what the last turn did, what an action would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from byways.cells import CELLS
from byways.kernels import Ints
from byways.rules.picture import Board, Item, Label, Picture, Point
from byways.rules.position import Position
from byways.translatable import say_many

if TYPE_CHECKING:
    from byways.game import Counter, Game


def picture(game: Game, state: Position) -> Picture:
    """Draw the board with its pieces and the last turn; without a board, the counters as stacks of chips."""
    if game.board is None:
        return _counters(game, state)
    layout = state.variant.layout
    last = () if state.previous is None else changes(game, state, state.previous.vector, state.vector)
    marks = (replace(item, kind="last", says="") if item.kind == "stone" else item for item in last)
    items = (*_pieces(game, state), *marks)
    edges = layout.edges(state.players) if game.board.edges else ()
    board = layout.board(items, edges)
    notes = (f"{word.name}: {' '.join(map(str, values))}" for word, values in _shown(game, state))
    return Picture((board,), tuple(notes))


def preview(game: Game, state: Position, actions: tuple[int, ...]) -> tuple[Item, ...]:
    """Draw what actions would put on the board, or take from it."""
    if game.board is None:
        return ()
    after = state.variant.apply_all(state.vector, actions)
    return tuple(replace(item, ghost=True, says="") for item in changes(game, state, state.vector, after))


def changes(game: Game, state: Position, before: Ints, after: Ints) -> Iterator[Item]:
    """Yield what a turn did to the cells: pieces that came, moved, changed hands or were taken."""
    names = state.variant.layout.names
    left = [i for i in range(len(names)) if before[CELLS + i] and not after[CELLS + i]]
    came = [i for i in range(len(names)) if after[CELLS + i] and before[CELLS + i] != after[CELLS + i]]
    moved = len(left) == len(came) == 1 and before[CELLS + left[0]] == after[CELLS + came[0]]
    for cell in came:
        now = game.piece(after[CELLS + cell])
        then = before[CELLS + cell]
        kind = "flip" if then and not moved else now.kind
        yield Item(kind, (names[cell],), now.owner, says=now.says)
        if moved and then:
            yield Item("capture", (names[cell],), game.piece(then).owner)
    if moved:
        yield Item("move", (names[left[0]], names[came[0]]), game.piece(after[CELLS + came[0]]).owner)
    else:
        yield from (Item("capture", (names[cell],), game.piece(before[CELLS + cell]).owner) for cell in left)


def _pieces(game: Game, state: Position) -> Iterator[Item]:
    for name, value in zip(state.variant.layout.names, state.vector[CELLS:], strict=False):
        if value:
            piece = game.piece(value)
            yield Item(piece.kind, (name,), piece.owner, says=piece.says)


def _shown(game: Game, state: Position) -> Iterator[tuple[Counter, list[int]]]:
    """Yield the counters that people see, with their numbers."""
    at = CELLS + len(state.variant.layout.names)
    for word, count in game.counted(state.variant.options):
        if word.shown:
            yield word, state.vector[at : at + count].tolist()
        at += count


def _counters(game: Game, state: Position) -> Picture:
    """Draw a sheet for each player with a stack of chips for each counter; a shared one is on the mover's."""
    shown = list(_shown(game, state))
    mover = state.players.index(state.to_move) if state.to_move in state.players else -1
    points = tuple(Point(word.name, column, 0) for column, (word, _) in enumerate(shown))
    labels = tuple(Label(point.name, point.x, -0.95) for point in points)
    boards = []
    for player, name in enumerate(state.players):
        held = [values[player] if word.each else values[0] if player == mover else 0 for word, values in shown]
        chips = tuple(
            Item("stack", (point.name,), name, str(value), say_many("{count} chip", "{count} chips", value))
            for point, value in zip(points, held, strict=True)
            if value > 0
        )
        boards.append(Board("cells", points, labels, items=chips, key=name, title=name))
    return Picture(tuple(boards))

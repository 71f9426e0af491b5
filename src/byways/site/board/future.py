"""Turns to come, drawn on the board before they are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from byways.draw import fragment
from byways.picture import Item, Picture
from byways.state import State


def steps(before: Picture, after: Picture, number: str = "") -> Iterator[Item]:
    """Yield the stones that a turn places, or else its arrow, with the turn's number; without one, where it leads."""
    taken = {item.at for item in before.boards[0].items if item.kind == "stone"}
    placed = [item for item in after.boards[0].items if item.kind == "stone" and item.at not in taken]
    moves = [item for item in after.boards[0].items if item.kind == "move"]
    yield from (Item("move", move.at, move.owner, ghost=True) for move in moves)
    ends = slice(None if number else -1, None)
    yield from (Item("step", item.at[ends], item.owner, number, ghost=True) for item in placed or moves)


def drawn(state: State, turn: str, pictures: tuple[Picture, Picture], label: str) -> str:
    """Return the markup of one turn over the position before it, its stones or its arrow labelled.

    The pictures are those before and after it.
    """
    return over(state, turn, pictures[0], tuple(steps(*pictures, label)))


def over(state: State, turn: str, picture: Picture, steps: Sequence[Item]) -> str:
    """Return the markup of a turn's side effects and of steps over a picture; a way used twice shows both numbers."""
    shown: dict[tuple[str, tuple[str, ...]], Item] = {}
    for item in steps:
        same = shown.get((item.kind, item.at))
        shown[item.kind, item.at] = replace(same, text=f"{same.text} · {item.text}") if same and item.text else item
    others = [item for item in state.variant.game.preview(state, state.actions(turn)) if ("step", item.at) not in shown]
    board = str(state.to_move) if len(picture.boards) > 1 else picture.boards[0].key
    items = (*others, *shown.values())
    return fragment(items, picture, board=board, players=state.players) if items else ""

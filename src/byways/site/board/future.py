"""Turns to come, drawn on the board before they are played."""

from __future__ import annotations

from collections.abc import Iterator

from byways.picture import Item, Picture


def steps(before: Picture, after: Picture, number: str = "") -> Iterator[Item]:
    """Yield the stones that a turn places, or else its arrow, with the turn's number; without one, where it leads."""
    taken = {item.at for item in before.boards[0].items if item.kind == "stone"}
    placed = [item for item in after.boards[0].items if item.kind == "stone" and item.at not in taken]
    moves = [item for item in after.boards[0].items if item.kind == "move"]
    yield from (Item("move", move.at, move.owner, ghost=True) for move in moves)
    ends = slice(None if number else -1, None)
    yield from (Item("step", item.at[ends], item.owner, number, ghost=True) for item in placed or moves)

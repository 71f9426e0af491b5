"""Turns to come, drawn on the board before they are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from byways.draw import fragment
from byways.position.state import State
from byways.rules.picture import Board, Item, Picture, with_items
from byways.translatable import say

_PIECES = ("stone", "stack")
_BUILT = ("move", "tile", "cafe", "dot", "display", "wall", "doored", "entrance", "exit")
"""What turns put on boards besides pieces. Everything else that a preview draws is what would come of that."""
PlannedTurn: TypeAlias = tuple[State, Sequence[int]]
"""The actions of a turn, perhaps only its first ones, and the state in which they are planned."""


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


@dataclass(frozen=True)
class Planned:
    """Turns that are planned, none of them played: they lie as numbered ghosts over the present position."""

    present: Picture
    turns: Sequence[PlannedTurn]

    @property
    def picture(self) -> Picture:
        """The present with the ghosts of all turns."""
        if not self.turns:
            return self.present
        return with_items(self.present, planned(self.turns), self._board)

    def markup(self, already: int | None = None) -> str:
        """Return what the turns put over the present; only the rest where `already` actions of the last one are there.

        The turns before it are there as well, then.
        """
        state, actions = self.turns[-1]
        there = () if already is None else planned((*self.turns[:-1], (state, actions[:already])))
        items = [item for item in planned(self.turns) if item not in there]
        return fragment(items, self.present, board=self._board, players=state.players) if items else ""

    @property
    def _board(self) -> str:
        keys = [board.key for board in self.present.boards]
        return next((key for key in keys if key == self.turns[-1][0].to_move), keys[0])


def planned(turns: Iterable[PlannedTurn]) -> tuple[Item, ...]:
    """Return planned turns as ghosts that bear their numbers, to lie over the picture of the present position.

    What they would flip, capture or cut is left as it is: none of them has been played.
    """
    shown: dict[tuple[str, tuple[str, ...]], Item] = {}
    standing: set[str] = set()
    for number, (state, actions) in enumerate(turns, 1):
        standing |= {item.at[0] for board in _boards(state) for item in board.items if item.kind in _PIECES}
        for item in _ghosts(state, actions, str(number), standing):
            same = shown.get((item.kind, item.at))
            both = same.text if same and same.text else ""
            shown[item.kind, item.at] = replace(item, text=" · ".join(filter(None, (both, item.text))))
    return tuple(shown.values())


def _boards(state: State) -> Sequence[Board]:
    return state.variant.game.picture(state).boards


def _ghosts(state: State, actions: Sequence[int], number: str, standing: set[str]) -> Iterator[Item]:
    """Yield what a turn would put on the board, and along which ways; its pieces, if any, bear its number."""
    if not actions:
        return
    game = state.variant.game
    says = say("planned, number {number}", number=number)
    put = [item for item in game.preview(state, tuple(actions)) if item.kind in (*_PIECES, *_BUILT)]
    pieces = [item for item in put if item.kind in _PIECES]
    yield from (replace(item, ghost=True, says=says) for item in put if item not in pieces)
    yield from _ways(state, actions, standing)
    yield from (Item("step", item.at[-1:], item.owner, number, says, ghost=True) for item in pieces or put[:1])


def _ways(state: State, actions: Sequence[int], standing: set[str]) -> Iterator[Item]:
    """Yield an arrow for each action that takes a piece from one point to another."""
    vector = state.vector
    for action in actions:
        way = tuple(click for click in state.variant.clicks(vector, action) if click in state.variant.layout.names)
        if len(way) > 1 and way[0] in standing:
            yield Item("move", way, str(state.to_move), ghost=True)
        vector = state.variant.apply(vector, action)

"""The longest paths of both sides of a board, searched for together: what `byways solve stroll` shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from byways.games.stroll.board import SIZE
from byways.games.stroll.hunt import Hunt
from byways.games.stroll.picture import sights, stones
from byways.picture import Item, Picture, square_board

if TYPE_CHECKING:
    from byways.state import State

SLICE = 0.25  # seconds of one side's search before the other's turn


class Paths:
    """Both sides' longest paths on a board, full or not; claims do not matter."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.hunts = {player: Hunt(state, player) for player in state.players}

    @property
    def done(self) -> bool:
        """Whether both paths are proved to be the longest."""
        return all(hunt.proved for hunt in self.hunts.values())

    def run(
        self,
        *,
        seconds: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[str], None] = lambda said: None,
    ) -> bool:
        """Search until both are proved, the time is over, or `stop()`; return whether all is proved.

        `report` is told how far it is.
        """
        began = time.perf_counter()

        def left() -> float:
            return SLICE if seconds is None else min(SLICE, seconds - (time.perf_counter() - began))

        while not self.done:
            for hunt in self.hunts.values():
                hunt.run(seconds=max(left(), 0.0), stop=stop, report=lambda hunt: report(self._so_far()))
            if stop() or left() <= 0:
                break
        return self.done

    def _so_far(self) -> str:
        found = (f"{player} {self._length(player)}" for player in self.hunts)
        return f"{', '.join(found)} ({sum(hunt.steps for hunt in self.hunts.values()):,} steps)"

    def _length(self, player: str) -> str:
        hunt = self.hunts[player]
        return f"{hunt.length}" if hunt.proved else f"{hunt.length} to {hunt.bound}"

    def text(self) -> str:
        """A line for each side."""
        lines = []
        for player, hunt in self.hunts.items():
            said = "" if hunt.proved else f" found, and none exceeds {hunt.bound}"
            lines.append(f"{player}: {hunt.length}{said}: {str(hunt.path) or 'no stones'}")
        return "\n".join(lines)

    def facts(self) -> dict[str, object]:
        """For JSON."""
        return {
            "paths": {
                player: {
                    "length": hunt.length,
                    "bound": hunt.bound,
                    "proved": hunt.proved,
                    "path": list(hunt.path.stones),
                    "steps": hunt.steps,
                    "seconds": round(hunt.seconds, 3),
                }
                for player, hunt in self.hunts.items()
            }
        }

    def picture(self) -> Picture:
        """The board with the paths found."""
        variant, vector = self._state.variant, self._state.vector
        items = [*sights(variant, vector)]
        for player, hunt in self.hunts.items():
            says = f"{player} path of {hunt.length}" + ("" if hunt.proved else f", none exceeds {hunt.bound}")
            items.append(Item("path", hunt.path.stones, player, self._length(player), says=says))
        items += stones(variant, vector)
        board = square_board(int(variant.geometry[SIZE]), "cells", [item for item in items if item.at])
        return Picture((board,))

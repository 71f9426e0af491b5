"""The turns of a position, by machine code: each as its actions and where they lead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from byways.game import Variant
from byways.kernels import Ints, compiled
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.rules.turn_completion import complete_turn


@dataclass(frozen=True)
class Successor:
    """A legal turn, and where it leads."""

    actions: tuple[int, ...]
    after: Ints


class Moves:
    """The turns of a variant, by machine code."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._legal, self._apply = compiled(variant.kernels.legal_actions), compiled(variant.kernels.apply)

    def every(self, vector: Ints) -> list[Successor]:
        """Return the legal turns, one for each position: a pair of stones in either order counts once."""
        found: dict[bytes, Successor] = {}
        open_turns: list[Successor] = [Successor((), vector.copy())]
        while open_turns:
            begun = open_turns.pop()
            for action in reversed(self._actions(begun.after)):
                turn = Successor((*begun.actions, action), self._play(begun.after, action))
                if turn.after[PART] > 0:
                    open_turns.append(turn)
                else:
                    found.setdefault(turn.after.tobytes(), turn)
        return sorted(found.values(), key=lambda turn: turn.actions)

    def after(self, vector: Ints, actions: tuple[int, ...]) -> Ints | None:
        """Return the state after the actions of one turn; None where they are not legal."""
        state = vector.copy()
        for i, action in enumerate(actions):
            if (i > 0 and state[PART] == 0) or action not in self._actions(state):
                return None
            state = self._play(state, action)
        return state if state[PART] == 0 else None

    def any_reply_ends(self, vector: Ints) -> bool:
        """Return whether the game is over, or the first of the replies ends it: a quick look that spares a search."""
        if vector[TO_MOVE] != NOBODY:
            first = vector.copy()  # machine code takes no read-only array
            _, vector = complete_turn(self._play, first, lambda state: self._actions(state)[0])
        return bool(vector[TO_MOVE] == NOBODY)

    def _actions(self, vector: Ints) -> list[int]:
        out = np.empty(self.variant.num_actions, dtype=np.int16)
        count: int = self._legal(self.variant.geometry, vector, out)
        actions: list[int] = out[:count].tolist()
        return actions

    def _play(self, vector: Ints, action: int) -> Ints:
        after = vector.copy()
        self._apply(self.variant.geometry, after, action)
        return after

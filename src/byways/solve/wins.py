"""Forced wins within a number of the player's own turns, and the turns of a position by machine code.

`byways.solve.dfpn` asks whether a player wins at all; this asks how soon, which is what a puzzle "win in three turns"
says. It looks at every line of play to a fixed depth, depth first, and remembers positions: that is enough for the few
turns before an end, and it is simple enough to be believed. The opponent's last turn counts too: where a goal must be
held until the opponent has moved, a turn wins only if no reply undoes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from byways.game import Variant
from byways.kernels import Bits, Ints, Reals, Rows, States, Wide, compiled, entry_point, helper, kernel
from byways.kernels.signatures import Apply, Key, LegalActions, Outcome
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.rules.turn_completion import complete_turn

LOST, WON, UNKNOWN = 0, 1, -1

# A row of the stack.
COUNT, AT, LEFT = 0, 1, 2  # actions; the next to be tried; the player's turns that are not finished yet
FRAME = 3

NODES = 0  # positions entered
COUNTERS = 1

_ONE = np.uint64(1)
_MIX = np.array([(0x9E3779B97F4A7C15 * (left + 1)) % 2**64 for left in range(64)], dtype=np.uint64)


class WinRules(NamedTuple):
    """The kernels of a game that the search calls."""

    legal_actions: LegalActions
    apply: Apply
    outcome: Outcome
    key: Key


class WinStack(NamedTuple):
    """The rows of the search: row i belongs to the i-th action below the first position."""

    states: States
    moves: States
    frames: Rows
    killers: Wide
    """The action that settled each row last."""


@kernel
def win_in(
    rules: WinRules, geometry: Ints, player: int, turns: int, budget: int, stack: WinStack, table: Bits, counters: Wide
) -> int:
    """Return WON if `player` wins from states[0] by at most `turns` turns of their own, LOST if not, or UNKNOWN.

    It is UNKNOWN after `budget` positions, or where the stack is too short. In the turn of states[0] nothing has been
    done, or something. `table` remembers positions; its length is a power of two.
    """
    states = stack.states
    moves = stack.moves
    frames = stack.frames
    values = np.empty(2, dtype=np.float64)
    keys = np.zeros(states.shape[0], dtype=np.uint64)
    stop = counters[NODES] + budget
    frames[0, LEFT] = turns
    row = 0
    fresh = True
    found = UNKNOWN
    while True:
        state = states[row]
        frame = frames[row]
        if fresh:
            if counters[NODES] >= stop or row + 1 == states.shape[0]:
                return UNKNOWN
            counters[NODES] += 1
            found = _at_once(rules.outcome, geometry, state, player, int(frame[LEFT]), values)
            if found == UNKNOWN:
                keys[row] = (rules.key(geometry, state) ^ _MIX[frame[LEFT] & 63]) | _ONE
                found = _remembered(table, keys[row])
            if found == UNKNOWN:
                frame[COUNT] = _list(rules.legal_actions, geometry, state, moves[row], int(stack.killers[row]))
                frame[AT] = 0
        else:
            settled = found == (WON if state[TO_MOVE] == player else LOST)
            if settled:
                stack.killers[row] = moves[row, frame[AT] - 1]
            if settled or frame[AT] == frame[COUNT]:
                table[_slot(table, keys[row])] = keys[row] ^ _ONE ^ np.uint64(found)
            else:
                found = UNKNOWN
        if found == UNKNOWN:
            below = states[row + 1]
            below[:] = state
            rules.apply(geometry, below, int(moves[row, frame[AT]]))
            frame[AT] += 1
            ends = below[PART] == 0 or below[TO_MOVE] != state[TO_MOVE]
            frames[row + 1, LEFT] = frame[LEFT] - int(ends and state[TO_MOVE] == player)
            row = row + 1
            fresh = True
        elif row == 0:
            return found
        else:
            row = row - 1
            fresh = False


@helper
def _at_once(outcome: Outcome, geometry: Ints, state: Ints, player: int, left: int, values: Reals) -> int:
    """Return what is clear of a position before any turn is tried."""
    if state[TO_MOVE] == NOBODY:
        outcome(geometry, state, values)
        return WON if values[player] == 1.0 else LOST
    return LOST if state[TO_MOVE] == player and left == 0 else UNKNOWN


@helper
def _slot(table: Bits, wanted: np.uint64) -> int:
    """Return the index at which the table keeps a key, whose lowest bit is set; there it holds what was found."""
    return int(np.int64((wanted >> _ONE) & np.uint64(table.size - 1)))


@helper
def _remembered(table: Bits, wanted: np.uint64) -> int:
    """Return what was found of a position before."""
    kept = table[_slot(table, wanted)]
    return int(np.int64(kept & _ONE)) if kept | _ONE == wanted else UNKNOWN


@helper
def _list(legal_actions: LegalActions, geometry: Ints, state: Ints, moves: Ints, first: int) -> int:
    """Write the legal actions, `first` before all others if it is one of them; return how many there are."""
    count: int = legal_actions(geometry, state, moves)
    for i in range(1, count):
        if moves[i] == first:
            moves[i], moves[0] = moves[0], moves[i]
            break
    return count


class Wins:
    """The question for one player of a variant of two players without dice; its memory serves many positions."""

    def __init__(self, variant: Variant, player: int, *, bits: int = 18, interpreted: bool = False) -> None:
        self.variant = variant
        self.player = player
        rows = 64
        self._states = np.zeros((rows, variant.width), dtype=np.int16)
        self._moves = np.zeros((rows, variant.num_actions), dtype=np.int16)
        self._frames = np.zeros((rows, FRAME), dtype=np.int64)
        self._killers = np.full(rows, -1, dtype=np.int64)
        self._table = np.zeros(1 << bits, dtype=np.uint64)
        self._book = np.zeros(COUNTERS, dtype=np.int64)
        rules = (getattr(variant.kernels, name) for name in WinRules._fields)
        self._rules = WinRules(*(rule if interpreted else compiled(rule) for rule in rules))
        self._search = win_in if interpreted else entry_point(win_in)

    @property
    def nodes(self) -> int:
        """Positions entered so far."""
        return int(self._book[NODES])

    def within(self, vector: Ints, turns: int, budget: int = 1 << 40) -> bool | None:
        """Return whether the player wins within so many own turns; None if the budget of positions is used up.

        `vector` is a state at the beginning of anybody's turn.
        """
        self._states[0] = vector
        stack = WinStack(self._states, self._moves, self._frames, self._killers)
        found = self._search(
            self._rules, self.variant.geometry, self.player, turns, budget, stack, self._table, self._book
        )
        return None if found == UNKNOWN else found == WON

    def soonest(self, vector: Ints, most: int, budget: int = 1 << 40) -> int | None:
        """Return the fewest turns in which the player wins, 1 to `most`; 0: in none; None: the budget is used up."""
        for turns in range(1, most + 1):
            found = self.within(vector, turns, budget)
            if found is not False:
                return turns if found else None
        return 0


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

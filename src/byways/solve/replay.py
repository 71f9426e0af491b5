"""The independent check of a proof: play a strategy by the game's own rules against every reply.

Nothing here knows of the search that found the strategy. A strategy is a *script*: the actions of one player's turns,
in the order in which this replay comes to ask for them. It goes through all positions depth first, the opponent's
actions in ascending order, and passes over a position it has already been through, in whichever image by a symmetry
that keeps the players. Where the player can end the game as promised by one or two actions of a turn, nothing is asked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from byways.kernels import Bits, Ints, Reals, Rows, States, Wide, helper, kernel
from byways.kernels.signatures import Apply, Key, LegalActions, Outcome, Symmetry
from byways.rules.state_vector import NOBODY, PART, TO_MOVE

# Why the replay stopped.
DONE = 0  # the promise is kept in every line of play
ASKS = 1  # the script has no turn for the position in row counters[ROW]
ILLEGAL = 2  # the script's next action is not legal
BROKEN = 3  # a game ended otherwise than promised
ENDLESS = 4  # a position came again, or there is no room to go deeper
FULL = 5  # half of `seen` is in use
PAUSED = 6  # the budget of positions is used up
KNOWN = 7  # (inside only) the position was gone through before

ROW = 0  # the row to go on with; -1: done
READ = 1  # actions of the script that were played
POSITIONS = 2  # different ones where the player is to move, or the opponent
REPLIES = 3  # actions of the opponent that were tried
ENDS = 4  # ends of games that were reached, those at once left out
ENTERED = 5  # 1: the row was entered before, and its next action is due
COUNTERS = 6

COUNT, AT = 0, 1  # of a row: how many actions of the opponent there are, and the next to be tried
FRAME = 2

_NONE = np.uint64(0)
_ONE = np.uint64(1)


class ReplayRules(NamedTuple):
    """The kernels of a game that the replay calls."""

    legal_actions: LegalActions
    apply: Apply
    outcome: Outcome
    key: Key
    symmetry: Symmetry


class ReplayStack(NamedTuple):
    """The rows of the replay: row i belongs to the i-th step below the first position."""

    states: States
    moves: States
    """The opponent's actions in each position."""
    frames: Rows
    keys: Bits


class Scratch(NamedTuple):
    """Arrays in which turns are tried."""

    tries: States
    lists: States
    values: Reals


@kernel
def replay(
    rules: ReplayRules,
    geometry: Ints,
    player: int,
    promise: float,
    budget: int,
    stack: ReplayStack,
    seen: Bits,
    script: Ints,
    counters: Wide,
) -> int:
    """Go on from counters[ROW] with a script; return why it stopped.

    `seen` is a set of keys by open addressing, a power of two long.
    """
    width = stack.states.shape[1]
    num_actions = stack.moves.shape[1]
    image = np.empty(width, dtype=np.int16)
    actions = np.empty(num_actions, dtype=np.int16)
    room = Scratch(
        np.empty((2, width), dtype=np.int16),
        np.empty((2, num_actions), dtype=np.int16),
        np.empty(2, dtype=np.float64),
    )
    row = int(counters[ROW])
    stop = counters[POSITIONS] + budget
    status = DONE
    while row >= 0 and status == DONE:
        state = stack.states[row]
        frame = stack.frames[row]
        if counters[ENTERED] == 1 and frame[AT] == frame[COUNT]:
            row -= 1
        elif counters[ENTERED] == 1:
            status = _reply(rules.apply, geometry, stack, row, counters)
            row += int(status == DONE)
        elif state[TO_MOVE] == NOBODY:
            status = _end(rules.outcome, geometry, state, player, promise, room.values, counters)
            row -= int(status == DONE)
        else:
            stack.keys[row] = _NONE
            if state[PART] == 0:
                stack.keys[row] = one_key(rules.key, rules.symmetry, geometry, state, image, actions)
                status = _arrive(stack.keys, row, seen, promise, stop, counters)
            if status == KNOWN:
                row = row - 1
                status = DONE
                counters[ENTERED] = 1
            elif status == DONE:
                asks = state[TO_MOVE] == player and not ends_at_once(rules, geometry, state, player, promise, room)
                status = _enter(rules, geometry, player, asks, stack, row, seen, script, counters)
                row += int(asks and status == DONE)
    counters[ROW] = row
    return status


@helper
def _enter(
    rules: ReplayRules, geometry: Ints, player: int, asks: bool, stack: ReplayStack, row: int, seen: Bits, script: Ints,
    counters: Wide,
) -> int:  # fmt: skip
    """Begin with a position: play the script's turn if it is asked, or list the opponent's actions."""
    state = stack.states[row]
    frame = stack.frames[row]
    frame[COUNT] = frame[AT] = 0
    if asks:
        status = _play_turn(rules, geometry, stack, row, script, counters)
        if status != DONE:
            return status
    elif state[TO_MOVE] != player:
        frame[COUNT] = rules.legal_actions(geometry, state, stack.moves[row])
    if stack.keys[row] != _NONE:
        put(seen, stack.keys[row])
        counters[POSITIONS] += 1
    counters[ENTERED] = int(not asks)
    return DONE


@helper
def _reply(apply: Apply, geometry: Ints, stack: ReplayStack, row: int, counters: Wide) -> int:
    """Play the opponent's next action from a row into the one below."""
    states = stack.states
    frame = stack.frames[row]
    if row + 1 == states.shape[0]:
        return ENDLESS
    states[row + 1] = states[row]
    apply(geometry, states[row + 1], int(stack.moves[row, frame[AT]]))
    frame[AT] += 1
    counters[REPLIES] += 1
    counters[ENTERED] = 0
    return DONE


@helper
def _end(
    outcome: Outcome, geometry: Ints, state: Ints, player: int, promise: float, values: Reals, counters: Wide
) -> int:
    """Return the status after the end of a game."""
    outcome(geometry, state, values)
    if values[player] < promise:
        return BROKEN
    counters[ENDS] += 1
    counters[ENTERED] = 1
    return DONE


@helper
def _arrive(keys: Bits, row: int, seen: Bits, promise: float, stop: int, counters: Wide) -> int:
    """Return the status at a position where a turn begins, before it is gone through; DONE: go through it."""
    if promise > 0.5 and _is_above(keys, row):
        return ENDLESS
    if _is_in(seen, keys[row]):
        return KNOWN
    if counters[POSITIONS] >= stop:
        return PAUSED
    return FULL if 2 * counters[POSITIONS] >= seen.size else DONE


@helper
def one_key(key: Key, symmetry: Symmetry, geometry: Ints, state: Ints, image: Ints, actions: Ints) -> np.uint64:
    """Return the least key of the images by the symmetries that keep the players; never 0."""
    least: np.uint64 = key(geometry, state)
    for index in range(1, symmetry(geometry, state, 0, image, actions)):
        symmetry(geometry, state, index, image, actions)
        if image[TO_MOVE] == state[TO_MOVE]:
            least = min(least, key(geometry, image))
    return least if least != _NONE else _ONE


@helper
def _is_above(keys: Bits, row: int) -> bool:
    """Return whether the position of a row is on the way to it already."""
    for above in range(row):
        if keys[above] == keys[row]:
            return True
    return False


@helper
def _slot(seen: Bits, found: np.uint64) -> int:
    """Return the index of a key in the set, or of the place where it would go."""
    at = int(np.int64(found & np.uint64(seen.size - 1)))
    while seen[at] != _NONE and seen[at] != found:
        at = (at + 1) % seen.size
    return at


@helper
def _is_in(seen: Bits, found: np.uint64) -> bool:
    return bool(seen[_slot(seen, found)] == found)


@helper
def put(seen: Bits, found: np.uint64) -> None:
    """Add a key to the set, in which there must be room."""
    seen[_slot(seen, found)] = found


@kernel
def put_all(old: Bits, seen: Bits) -> None:
    """Add all keys of a set to one with more room."""
    for found in old:
        if found != _NONE:
            put(seen, found)


@helper
def _play_turn(rules: ReplayRules, geometry: Ints, stack: ReplayStack, row: int, script: Ints, counters: Wide) -> int:
    """Play the script's next turn from a row into the one below; every action of it must be legal."""
    if row + 1 == stack.states.shape[0]:
        return ENDLESS
    state = stack.states[row + 1]
    legal = stack.moves[row]
    read = int(counters[READ])
    state[:] = stack.states[row]
    begun = False
    while not begun or (state[PART] > 0 and state[TO_MOVE] != NOBODY):
        if read == script.size:
            return ASKS
        action = int(script[read])
        is_legal = False
        for i in range(rules.legal_actions(geometry, state, legal)):
            is_legal = is_legal or legal[i] == action
        if not is_legal:
            return ILLEGAL
        rules.apply(geometry, state, action)
        read += 1
        begun = True
    counters[READ] = read
    return DONE


@helper
def ends_at_once(rules: ReplayRules, geometry: Ints, state: Ints, player: int, promise: float, room: Scratch) -> bool:
    """Return whether one or two actions of the player's present turn end the game as promised."""
    first = room.tries[0]
    second = room.tries[1]
    now = room.lists[0]
    then = room.lists[1]
    for i in range(rules.legal_actions(geometry, state, now)):
        _copy(state, first)
        rules.apply(geometry, first, int(now[i]))
        if _ended(rules.outcome, geometry, first, player, promise, room.values):
            return True
        if first[PART] > 0:
            for j in range(rules.legal_actions(geometry, first, then)):
                _copy(first, second)
                rules.apply(geometry, second, int(then[j]))
                if _ended(rules.outcome, geometry, second, player, promise, room.values):
                    return True
    return False


@helper
def _copy(state: Ints, to: Ints) -> None:
    """Copy a state; copying arrays at once would look first whether they overlap."""
    for i in range(state.size):
        to[i] = state[i]


@helper
def _ended(outcome: Outcome, geometry: Ints, state: Ints, player: int, promise: float, values: Reals) -> bool:
    """Return whether the game is over as promised."""
    if state[TO_MOVE] != NOBODY:
        return False
    outcome(geometry, state, values)
    return bool(values[player] >= promise)

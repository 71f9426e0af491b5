"""The independent check of a proof: play a strategy by the game's own rules against every reply.

Nothing here knows of the search that found the strategy. A strategy is a *script*: the actions of one player's turns,
in the order in which this replay comes to ask for them. It goes through all positions depth first, the opponent's
actions in ascending order, and passes over a position it has already been through, in whichever image by a symmetry
that keeps the players. Where the player can end the game as promised by one or two actions of a turn, nothing is asked.
"""

from __future__ import annotations

import numpy as np

from byways.kernels import Bits, Ints, Reals, Rows, States, Wide, helper, kernel
from byways.kernels.signatures import Apply, Key, LegalActions, Outcome, Symmetry
from byways.rules.state_vector import NOBODY, PART, TO_MOVE

# Why the replay stopped.
DONE = 0  # the promise is kept in every line of play
ASKS = 1  # the script has no turn for the position in row book[ROW]
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
BOOK = 6

COUNT, AT = 0, 1  # of a row: how many actions of the opponent there are, and the next to be tried
FRAME = 2

_NONE = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def replay(
    legal_actions: LegalActions,
    apply: Apply,
    outcome: Outcome,
    key: Key,
    symmetry: Symmetry,
    geometry: Ints,
    player: int,
    promise: float,
    budget: int,
    states: States,
    moves: States,
    frames: Rows,
    keys: Bits,
    seen: Bits,
    script: Ints,
    length: int,
    book: Wide,
) -> int:
    """Go on from book[ROW] with a script of `length` actions; return why it stopped.

    Row i of `states`, `moves`, `frames` and `keys` belongs to the i-th step below the first position: its state, the
    opponent's actions there, and its key. `seen` is a set of keys by open addressing, a power of two long.
    """
    image = np.empty(states.shape[1], dtype=np.int16)
    actions = np.empty(moves.shape[1], dtype=np.int16)
    values = np.empty(2, dtype=np.float64)
    tries = np.empty((2, states.shape[1]), dtype=np.int16)
    lists = np.empty((2, moves.shape[1]), dtype=np.int16)
    row = int(book[ROW])
    stop = book[POSITIONS] + budget
    status = DONE
    while row >= 0 and status == DONE:
        state = states[row]
        frame = frames[row]
        if book[ENTERED] == 1 and frame[AT] == frame[COUNT]:
            row -= 1
        elif book[ENTERED] == 1:
            status = _reply(apply, geometry, states, row, moves[row], frame, book)
            row += int(status == DONE)
        elif state[TO_MOVE] == NOBODY:
            status = _end(outcome, geometry, state, player, promise, values, book)
            row -= int(status == DONE)
        else:
            keys[row] = _NONE
            if state[PART] == 0:
                keys[row] = one_key(key, symmetry, geometry, state, image, actions)
                status = _arrive(keys, row, seen, promise, stop, book)
            if status == KNOWN:
                row = row - 1
                status = DONE
                book[ENTERED] = 1
            elif status == DONE:
                asks = state[TO_MOVE] == player and not ends_at_once(
                    legal_actions, apply, outcome, geometry, state, player, promise, tries, lists, values
                )
                status = _enter(
                    legal_actions, apply, geometry, player, asks, states, row, moves[row], frame, keys, seen, script,
                    length, book,
                )  # fmt: skip
                row += int(asks and status == DONE)
    book[ROW] = row
    return status


@helper
def _enter(
    legal_actions: LegalActions,
    apply: Apply,
    geometry: Ints,
    player: int,
    asks: bool,
    states: States,
    row: int,
    moves: Ints,
    frame: Wide,
    keys: Bits,
    seen: Bits,
    script: Ints,
    length: int,
    book: Wide,
) -> int:
    """Begin with a position: play the script's turn if it is asked, or list the opponent's actions."""
    state = states[row]
    frame[COUNT] = frame[AT] = 0
    if asks:
        status = _play_turn(legal_actions, apply, geometry, states, row, moves, script, length, book)
        if status != DONE:
            return status
    elif state[TO_MOVE] != player:
        frame[COUNT] = legal_actions(geometry, state, moves)
    if keys[row] != _NONE:
        put(seen, keys[row])
        book[POSITIONS] += 1
    book[ENTERED] = int(not asks)
    return DONE


@helper
def _reply(apply: Apply, geometry: Ints, states: States, row: int, moves: Ints, frame: Wide, book: Wide) -> int:
    """Play the opponent's next action from a row into the one below."""
    if row + 1 == states.shape[0]:
        return ENDLESS
    states[row + 1] = states[row]
    apply(geometry, states[row + 1], int(moves[frame[AT]]))
    frame[AT] += 1
    book[REPLIES] += 1
    book[ENTERED] = 0
    return DONE


@helper
def _end(outcome: Outcome, geometry: Ints, state: Ints, player: int, promise: float, values: Reals, book: Wide) -> int:
    """Return the status after the end of a game."""
    outcome(geometry, state, values)
    if values[player] < promise:
        return BROKEN
    book[ENDS] += 1
    book[ENTERED] = 1
    return DONE


@helper
def _arrive(keys: Bits, row: int, seen: Bits, promise: float, stop: int, book: Wide) -> int:
    """Return the status at a position where a turn begins, before it is gone through; DONE: go through it."""
    if promise > 0.5 and _is_above(keys, row):
        return ENDLESS
    if _is_in(seen, keys[row]):
        return KNOWN
    if book[POSITIONS] >= stop:
        return PAUSED
    return FULL if 2 * book[POSITIONS] >= seen.size else DONE


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
def _play_turn(
    legal_actions: LegalActions,
    apply: Apply,
    geometry: Ints,
    states: States,
    row: int,
    legal: Ints,
    script: Ints,
    length: int,
    book: Wide,
) -> int:
    """Play the script's next turn from a row into the one below; every action of it must be legal."""
    if row + 1 == states.shape[0]:
        return ENDLESS
    state = states[row + 1]
    read = int(book[READ])
    state[:] = states[row]
    begun = False
    while not begun or (state[PART] > 0 and state[TO_MOVE] != NOBODY):
        if read == length:
            return ASKS
        action = int(script[read])
        is_legal = False
        for i in range(legal_actions(geometry, state, legal)):
            is_legal = is_legal or legal[i] == action
        if not is_legal:
            return ILLEGAL
        apply(geometry, state, action)
        read += 1
        begun = True
    book[READ] = read
    return DONE


@helper
def ends_at_once(
    legal_actions: LegalActions,
    apply: Apply,
    outcome: Outcome,
    geometry: Ints,
    state: Ints,
    player: int,
    promise: float,
    tries: States,
    lists: States,
    values: Reals,
) -> bool:
    """Return whether one or two actions of the player's present turn end the game as promised."""
    first = tries[0]
    second = tries[1]
    then = lists[1]
    for i in range(legal_actions(geometry, state, lists[0])):
        _copy(state, first)
        apply(geometry, first, int(lists[0, i]))
        if _ended(outcome, geometry, first, player, promise, values):
            return True
        if first[PART] > 0:
            for j in range(legal_actions(geometry, first, then)):
                _copy(first, second)
                apply(geometry, second, int(then[j]))
                if _ended(outcome, geometry, second, player, promise, values):
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

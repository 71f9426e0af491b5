"""Alpha-beta search (Knuth and Moore, Artificial Intelligence 6, 1975) for two-player games without dice.

Principal variation search (Marsland and Campbell, 1982) with a transposition table, the history heuristic
(Schaeffer, 1989), late move reductions, and a quiescence search over what a game calls forcing. The stack is an array
of rows, so a search can be left after some nodes, to look at the clock, and be taken up again.

Values are whole numbers for the player to move: WON minus the actions to the end for a proved win, its negative for a
loss, 0 for a draw, and the game's evaluation within ±EVALUATED between.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from byways.kernels import Bits, Ints, Reals, Rows, States, Wide, always_inline, helper, kernel
from byways.kernels.signatures import Apply, Evaluate, Key, LegalActions, Order, Outcome
from byways.rules.repetition import repeats
from byways.rules.state_vector import NOBODY, PART, QUIET, TO_MOVE

WON = 1_000_000
DECIDED = WON - 10_000  # values beyond are proved
EVALUATED = 100_000
INFINITE = 2_000_000

# A row of the stack.
COUNT = 0  # actions to try
AT = 1  # the next of them
ALPHA, BETA = 2, 3
BEST = 4  # value so far
CHOSEN = 5  # its action
DEPTH = 6  # actions still to look ahead; 0 or less: only forcing ones
FLOOR = 7  # alpha when the row was entered
LINE = 8  # keys in `line` before the row's position
TRIED = 9  # the action being looked at
STAGE = 10  # how its subtree is searched: FULL, SCOUT or REDUCED
PLAYER = 11  # for whom the row's values are
FRAME = 12
FULL, SCOUT, REDUCED = 0, 1, 2

# What lasts between calls.
ROW = 0  # the row to go on with; -1: the search is done
VALUE = 1  # of the root when it is done
NODES = 2
DEEPEST = 3
FRESH = 4  # 1: the row was just entered and is to be looked at first
COUNTERS = 5

# Parts of the search, as bits: what is left out shows what it is worth. Without scouting nothing is reduced either.
PARTS = {"scouting": 1, "reductions": 2, "history": 4}
SCOUTING, REDUCTIONS, HISTORY = PARTS.values()
ALL = sum(PARTS.values())

EXACT, LOWER, UPPER = 1, 2, 3  # bounds in the table
FADING = 8  # by which history is divided from depth to depth
_NO_ACTION = -1
_UNLIKE = np.uint64(0)  # in place of a key that is not needed
_INDEX = 0xFFFFF  # of an action in a row: machine code that sees it is not negative need not count from the end
_REDUCE_AFTER = 4  # actions of a row that are searched to the full depth
_DEEPEST_QUIET = 8  # forcing actions in a row
# How actions are ordered: the table's, then by the game's own word and by history.
_FIRST, _BY_ORDER, _MOST_HISTORY = 1 << 40, 1 << 10, 1 << 18


class SearchRules(NamedTuple):
    """The kernels of a game that the search calls."""

    legal_actions: LegalActions
    apply: Apply
    outcome: Outcome
    key: Key
    evaluate: Evaluate
    order: Order
    forcing: LegalActions


class SearchStack(NamedTuple):
    """The arrays of a search. Row i of `states`, `moves`, `order_scores` and `frames` belongs to the i-th action."""

    states: States
    moves: States
    order_scores: Rows
    """How promising each of the actions in `moves` is."""
    frames: Rows
    counters: Wide
    line: Bits
    """The keys of the positions since the last irreversible turn, with room behind."""
    hashes: Bits
    """The key of each row's position."""
    table: Bits
    """The transposition table, twice a power of two long: each key is followed by its entry."""
    history: Wide
    """A number for each player and action."""
    values: Reals


@kernel
def search(rules: SearchRules, geometry: Ints, repetition: int, budget: int, parts: int, stack: SearchStack) -> None:
    """Search on from counters[ROW] until the root has its value or `budget` nodes were looked at.

    `parts` are those of PARTS that it makes use of. The caller enters row 0 with its window and depth.
    """
    counters = stack.counters
    stop = counters[NODES] + budget
    row = int(counters[ROW])
    while row >= 0:
        frame = stack.frames[row]
        if counters[FRESH] == 1:
            if counters[NODES] >= stop:
                break
            counters[NODES] += 1
            counters[DEEPEST] = max(counters[DEEPEST], row)
            counters[FRESH] = 0
            value = _look(rules, stack, geometry, repetition, row)
            if value != INFINITE:
                frame[BEST] = value
                frame[AT] = frame[COUNT] = 0
        if frame[AT] < frame[COUNT] and frame[BEST] < frame[BETA]:
            _enter_child(rules, stack, geometry, parts, row)
            row += 1
            counters[FRESH] = 1
            continue
        if frame[TRIED] != _NO_ACTION and frame[DEPTH] > 0:
            _remember(stack, row, parts)
        if row == 0:
            counters[VALUE] = frame[BEST]
            row = -1
            break
        row -= 1
        _take_up(stack, row)
        if counters[FRESH] == 1:
            row += 1
    counters[ROW] = row


@always_inline
def _look(rules: SearchRules, stack: SearchStack, geometry: Ints, repetition: int, row: int) -> int:
    """Return the value of a position just entered if it needs no search, or INFINITE with the actions in its row."""
    state = stack.states[row]
    frame = stack.frames[row]
    values = stack.values
    player = int(frame[PLAYER])
    if state[TO_MOVE] == NOBODY:
        rules.outcome(geometry, state, values)
        return _final(values[player], row)
    repeatable = repetition > 0 and state[PART] == 0
    hashed = _UNLIKE
    if frame[DEPTH] > 0 or (repeatable and state[QUIET] > 0):  # else no table has it, and it cannot come again
        hashed = rules.key(geometry, state)
    stack.hashes[row] = hashed
    if repeatable:
        last = int(frame[LINE])
        stack.line[last] = hashed
        frame[LINE] = last + 1
        if row > 0 and repeats(stack.line, last, int(state[QUIET]), repetition):
            return 0
    best = _NO_ACTION
    if frame[DEPTH] > 0:
        slot = find(stack.table, hashed)
        if slot >= 0:
            entry = entry_at(stack.table, slot)
            best = action_of(entry)
            value = _from_table(_value_of(entry), row)
            if row > 0 and (_depth_of(entry) >= frame[DEPTH] or abs(value) > DECIDED):
                bound = _bound_of(entry)
                if (
                    bound == EXACT
                    or (bound == LOWER and value >= frame[BETA])
                    or (bound == UPPER and value <= frame[ALPHA])
                ):
                    return value
        count = rules.legal_actions(geometry, state, stack.moves[row])
    else:
        guess = 0
        if rules.evaluate(geometry, state, values) != 0:
            guess = int((values[player] - 0.5) * 2 * EVALUATED)
        if guess >= frame[BETA] or frame[DEPTH] <= -_DEEPEST_QUIET:
            return guess
        count = rules.forcing(geometry, state, stack.moves[row])
        if count == 0:
            return guess
        frame[BEST] = guess
        frame[ALPHA] = max(frame[ALPHA], guess)
    if row + 1 >= stack.states.shape[0]:
        return max(int(frame[BEST]), -EVALUATED)
    _rank(rules, stack, geometry, row, count, best)
    frame[COUNT] = count
    return INFINITE


@always_inline
def _rank(rules: SearchRules, stack: SearchStack, geometry: Ints, row: int, count: int, best: int) -> None:
    """Say how promising each of a row's actions is; `best` is the table's."""
    order_scores = stack.order_scores[row]
    moves = stack.moves[row]
    history = stack.history
    if count == 1:
        order_scores[0] = 0
        return
    rules.order(geometry, stack.states[row], moves, count, order_scores)
    first = int(stack.frames[row, PLAYER]) * (history.size // 2)
    for i in range(count):
        action = int(moves[i])
        order_scores[i] = order_scores[i] * _BY_ORDER + history[first + action]
        if action == best:
            order_scores[i] += _FIRST


@helper
def _final(value: float, row: int) -> int:
    """Return the value of a finished game for a player, the sooner the better or worse."""
    if value == 0.5:
        return 0
    return WON - row if value > 0.5 else row - WON


@always_inline
def _enter_child(rules: SearchRules, stack: SearchStack, geometry: Ints, parts: int, row: int) -> None:
    """Play the most promising action left and prepare its row: the first with the whole window, others to refute."""
    states = stack.states
    moves = stack.moves
    order_scores = stack.order_scores
    frame = stack.frames[row]
    at = int(frame[AT]) & _INDEX
    best = at
    most = order_scores[row, at]
    for i in range(at + 1, frame[COUNT]):
        if order_scores[row, i] > most:
            best = i
            most = order_scores[row, i]
    moves[row, at], moves[row, best] = moves[row, best], moves[row, at]
    order_scores[row, at], order_scores[row, best] = order_scores[row, best], order_scores[row, at]
    frame[TRIED] = moves[row, at]
    for i in range(states.shape[1]):  # plain copying of the rows would look first whether they overlap
        states[row + 1, i] = states[row, i]
    rules.apply(geometry, states[row + 1], int(frame[TRIED]))
    frame[STAGE] = FULL
    if at > 0 and frame[DEPTH] > 0 and parts & SCOUTING:
        reduced = parts & REDUCTIONS and at >= _REDUCE_AFTER and frame[DEPTH] >= 3
        frame[STAGE] = REDUCED if reduced else SCOUT
    _prepare(stack, row)


@always_inline
def _prepare(stack: SearchStack, row: int) -> None:
    """Write the child's row for the stage at which its parent looks at it."""
    frame = stack.frames[row]
    child = stack.frames[row + 1]
    alpha = int(frame[ALPHA])
    beta = int(frame[BETA]) if frame[STAGE] == FULL else alpha + 1
    mover = int(stack.states[row + 1, TO_MOVE])
    player = int(frame[PLAYER])
    child[PLAYER] = player if mover == NOBODY else mover
    turned = child[PLAYER] != player
    child[ALPHA], child[BETA] = (-beta, -alpha) if turned else (alpha, beta)
    child[DEPTH] = frame[DEPTH] - (2 if frame[STAGE] == REDUCED else 1)
    child[LINE] = frame[LINE]
    child[BEST] = -INFINITE
    child[FLOOR] = child[ALPHA]
    child[COUNT] = child[AT] = 0
    child[CHOSEN] = child[TRIED] = _NO_ACTION


@always_inline
def _take_up(stack: SearchStack, row: int) -> None:
    """Take the value of the row below into this one, or have it looked at again where it was refuted too quickly."""
    frame = stack.frames[row]
    child = stack.frames[row + 1]
    value = int(child[BEST]) if child[PLAYER] == frame[PLAYER] else -int(child[BEST])
    if frame[STAGE] != FULL and value > frame[ALPHA]:
        again = frame[STAGE] == REDUCED or value < frame[BETA]
        if again:
            frame[STAGE] = SCOUT if frame[STAGE] == REDUCED else FULL
            _prepare(stack, row)
            stack.counters[FRESH] = 1
            return
    frame[AT] += 1
    if value > frame[BEST]:
        frame[BEST] = value
        frame[CHOSEN] = frame[TRIED]
    frame[ALPHA] = max(frame[ALPHA], value)


@always_inline
def _remember(stack: SearchStack, row: int, parts: int) -> None:
    """Keep what was found in a row whose actions were searched."""
    hashed = stack.hashes[row]
    frame = stack.frames[row]
    table = stack.table
    history = stack.history
    best = int(frame[BEST])
    chosen = int(frame[CHOSEN])
    depth = int(frame[DEPTH])
    if best >= frame[BETA] and chosen >= 0 and parts & HISTORY:
        at = frame[PLAYER] * (history.size // 2) + chosen
        history[at] = min(history[at] + depth * depth, _MOST_HISTORY)
    bound = EXACT
    if best >= frame[BETA]:
        bound = LOWER
    elif best <= frame[FLOOR]:
        bound = UPPER
    slot = _home(table, hashed)
    if table[slot] != hashed and table[slot + 1] != 0 and _depth_of(entry_at(table, slot)) > depth:
        slot ^= 2  # the deeper of two neighbours stays
    table[slot] = hashed
    table[slot + 1] = np.uint64(_packed(_to_table(best, row), bound, depth, chosen))


@helper
def _home(table: Bits, hashed: np.uint64) -> np.int64:
    """Return the index at which the table keeps a position's key, or, by exclusive or with 2, its neighbour."""
    return np.int64(hashed & np.uint64(table.size // 2 - 1)) * 2  # int() would leave it unsigned in machine code


@helper
def find(table: Bits, hashed: np.uint64) -> np.int64:
    """Return the index of a position's key in the table, or -1; its entry is behind it."""
    slot = _home(table, hashed)
    if table[slot] == hashed:
        return slot
    if table[slot ^ 2] == hashed:
        return slot ^ 2
    return np.int64(-1)


@helper
def entry_at(table: Bits, slot: int | np.int64) -> int:
    """Return the entry behind a key."""
    return int(np.int64(table[slot + 1]))


@helper
def _packed(value: int, bound: int, depth: int, action: int) -> int:
    """Return an entry of the table in one word, never 0."""
    return ((value + INFINITE) << 32) | (bound << 28) | (min(depth, 255) << 20) | (action + 1)


@helper
def _value_of(entry: int) -> int:
    return (entry >> 32) - INFINITE


@helper
def _bound_of(entry: int) -> int:
    return (entry >> 28) & 15


@helper
def _depth_of(entry: int) -> int:
    return (entry >> 20) & 255


@helper
def action_of(entry: int) -> int:
    """Return the action of an entry of the table, or -1."""
    return (entry & 0xFFFFF) - 1


@helper
def _to_table(value: int, row: int) -> int:
    """Proved values count from the position in the table, not from the root."""
    if value > DECIDED:
        return value + row
    return value - row if value < -DECIDED else value


@helper
def _from_table(value: int, row: int) -> int:
    if value > DECIDED:
        return value - row
    return value + row if value < -DECIDED else value

"""Counting sequences of turns: the classical check of a game's rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from byways.errors import OptionError
from byways.kernels import Bits, Ints, Kernel, States, Wide, compiled, entry_point, kernel
from byways.kernels.notice import announce
from byways.kernels.signatures import Apply, Key, LegalActions
from byways.position.state import State
from byways.rules.repetition import repeats
from byways.rules.state_vector import NOBODY, PART, QUIET, TO_MOVE
from byways.translatable import say

_WORTH_COMPILING = 5_000  # sequences; below, loading machine code takes longer than counting
_DEEP, _PAUSED = -1, -2
_STRIDE = 200_000  # actions between two moments in which Python hears of an interrupt
DEEPEST = 1_000
"""Turns that may be counted; the tables grow with them."""


class Counted(NamedTuple):
    """The kernels by which turns are counted."""

    legal_actions: LegalActions
    count_actions: LegalActions
    apply: Apply
    key: Key


class Stack(NamedTuple):
    """The present sequence; row i belongs to its i-th action."""

    states: States
    moves: States
    """The legal actions."""
    counts: Wide
    """Their number."""
    at: Wide
    """The next of them."""
    played: Wide
    """Whole turns before the row."""
    keys: Wide
    """Keys in `line` before the row's turn, its own position included."""
    chosen: Wide
    """The action that led to the row."""
    line: Bits
    """The keys of the positions since the last irreversible turn, with room behind them."""


def perft(state: State, depth: int) -> int:
    """Count the sequences of `depth` canonical turns from a state; turns of chance count like any other.

    Raises OptionError for a depth that is not a whole number from 0 to DEEPEST.
    """
    if isinstance(depth, bool) or not isinstance(depth, int | np.integer) or not 0 <= depth <= DEEPEST:
        raise OptionError(
            "option.value",
            "option {option}: {value!r} is not allowed; it must be {allowed}",
            option="depth",
            value=depth,
            allowed=say("a whole number from {low} to {high}", low=0, high=DEEPEST),
        )
    if depth == 0:
        return 1
    turns = perft_by(count_turns, state, 1)
    if depth == 1:
        return turns
    if turns**depth <= _WORTH_COMPILING:
        return perft_by(count_turns, state, depth)
    announce(state.variant.game.title, (count_turns, *_rules(state)[1]))
    return perft_by(compiled(count_turns), state, depth)


def perft_by(count: Kernel, state: State, depth: int) -> int:
    """Count as `perft` does, by `count_turns`, interpreted or compiled as given."""
    variant = state.variant
    of = variant.game.rules
    start, rules = _rules(state)
    if count is not count_turns:
        machine: Any = map(compiled, rules)
        rules = Counted(*machine)
        count = entry_point(count_turns)
    rows = 4 * depth
    while True:
        stack = _stack(state, start, rows)
        how = np.array([depth, variant.repetition, of.commuting, 0, 0, of.single], dtype=np.int64)
        found = _PAUSED
        while found == _PAUSED:
            found = int(count(rules, variant.geometry, how, stack))
        if found != _DEEP:
            return found
        rows *= 2


def _stack(state: State, start: Ints, rows: int) -> Stack:
    states = np.zeros((rows, start.size), dtype=np.int16)
    states[0] = start
    moves = np.zeros((rows, state.variant.num_actions), dtype=np.int16)
    line = np.array([*state.line, *([0] * rows)], dtype=np.uint64)
    counts, at, played, keys, chosen = np.zeros((5, rows), dtype=np.int64)
    return Stack(states, moves, counts, at, played, keys, chosen, line)


def _rules(state: State) -> tuple[Ints, Counted]:
    """Return the vector from which to count, and the kernels: in the form of proofs where the game has one."""
    variant = state.variant
    vector = state.vector.copy()
    form = variant.game.form(variant.options)
    if form is None or variant.repetition or vector[PART] != 0:
        k = variant.kernels
        return vector, Counted(k.legal_actions, k.legal_actions, k.apply, k.key)
    packed = np.zeros(form.width(variant.geometry), dtype=np.int16)
    form.pack(variant.geometry, vector, packed)
    return packed, Counted(form.legal_actions, form.count_actions or form.legal_actions, form.apply, form.key)


@kernel
def count_turns(rules: Counted, geometry: Ints, how: Wide, stack: Stack) -> int:
    """Count by depth-first search.

    `how` holds the depth, the repetitions that draw, whether actions of a turn commute, where to go on (the row and
    what was counted before), and whether every action is a turn: then the last turns are counted, not played.
    Returns _DEEP when the rows do not suffice, _PAUSED when there is more to count.
    """
    depth = how[0]
    repetition = how[1]
    commuting = how[2]
    row = int(how[3])
    total = int(how[4])
    single = how[5]
    states, moves, counts, at, played, keys, chosen, line = stack
    rows = states.shape[0]
    if at[0] == 0:
        keys[0] = line.size - rows
        counts[0] = rules.legal_actions(geometry, states[0], moves[0])
        if single and depth == 1:
            return int(counts[0])
    steps = 0
    while row >= 0:
        steps += 1
        if steps > _STRIDE:
            how[3] = row
            how[4] = total
            return _PAUSED
        if at[row] == counts[row]:
            row -= 1
            continue
        if row + 1 == rows:
            return _DEEP
        action = int(moves[row, at[row]])
        at[row] += 1
        if commuting and states[row, PART] > 0 and action <= chosen[row]:
            continue
        child = states[row + 1]
        child[:] = states[row]
        rules.apply(geometry, child, action)
        whole = child[PART] == 0
        played[row + 1] = played[row] + int(whole)
        if played[row + 1] == depth or child[TO_MOVE] == NOBODY:
            total += int(played[row + 1] == depth)
            continue
        keys[row + 1] = keys[row]
        if repetition > 0 and whole:
            line[keys[row]] = rules.key(geometry, child)
            keys[row + 1] += 1
            if repeats(line, int(keys[row]), int(child[QUIET]), repetition):
                continue
        if single and played[row + 1] + 1 == depth:
            total += rules.count_actions(geometry, child, moves[row + 1])
            continue
        row += 1
        chosen[row] = action
        at[row] = 0
        counts[row] = rules.legal_actions(geometry, child, moves[row])
    return total

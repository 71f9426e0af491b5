"""The compiled passes over the rows of a batch. Each row is one game; no row depends on another.

A pass takes the rows from `first` to `last` - 1, so that threads can share them out. Arrays have a row, or a word, for
each game; `streams` has two generators a game, for its dice and for its sampler; `keys` holds a line of positions for
each game, `kept` how many they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from byways.kernels import (
    Bits,
    Flags,
    Ints,
    Mask,
    Planes,
    Reals,
    Stack,
    States,
    Table,
    Wide,
    always_inline,
    helper,
    kernel,
)
from byways.kernels.rng import draw
from byways.kernels.signatures import (
    Chances,
    Key,
    LegalActions,
    Mask as LegalMask,
    Observe,
    Outcome,
    Pack,
    RuleKernels,
    Symmetry,
)
from byways.rules.repetition import repeats
from byways.rules.state_vector import CHANCE, NOBODY, PART, QUIET, REASON as REASON_WORD, TO_MOVE, WINNER, finish
from byways.search.random_game import random_action, roll_action

STEP, BEGIN, ADOPT, LOOK = range(4)
"""Tasks: play actions in the chosen games; begin these anew; take them as they are for new games; look at them."""
TASK, AUTORESET, ROLLING, SWAP, REPETITION, REASON, UNIFORM, SAMPLING, OBSERVING, SETTINGS = range(10)
"""The words of `settings`: the task, whether finished games begin anew, whether dice roll by themselves, the action
`swap` or -1, how many repetitions end a game and the reason of that, whether the random player is uniform, whether to
sample and to observe."""


class BatchRules(NamedTuple):
    """The kernels of a game that a batch calls."""

    rules: RuleKernels
    mask: LegalMask
    observe: Observe


class Rows(NamedTuple):
    """Arrays with a row, or a word, for each game."""

    states: States
    actions: Wide
    chosen: Flags
    """Which games a task is for."""
    legal: Mask
    movers: Wide
    rewards: Planes
    done: Flags
    lengths: Wide
    swapped: Flags
    streams: Bits
    keys: Bits
    kept: Wide
    drawn: Wide
    observations: Stack
    last_observations: Stack


class Scratch(NamedTuple):
    """Arrays in which a thread works."""

    out: Ints
    weights: Wide
    values: Reals
    seen: Planes


@kernel
def advance(
    rules: BatchRules, settings: Wide, geometry: Ints, start: Ints, places: Wide, rows: Rows, first: int, last: int
) -> None:
    """Carry out a task for some rows, then write for each what there is to see and to do."""
    task = settings[TASK]
    num_actions = rows.legal.shape[1]
    line = rows.keys.size // rows.kept.size
    room = Scratch(
        np.empty(num_actions, dtype=np.int16),
        np.empty(num_actions, dtype=np.int64),
        np.empty(rows.rewards.shape[1], dtype=np.float64),
        np.empty((rows.observations.shape[1], places.size), dtype=np.float32),
    )
    for i in range(first, last):
        if task != STEP and not rows.chosen[i]:
            continue
        state = rows.states[i]
        dice = rows.streams[2 * i : 2 * i + 1]
        past = rows.keys[line * i : line * (i + 1)]
        count = rows.kept[i : i + 1]
        anew = carry_out(rules, settings, geometry, places, rows, i, room)
        if anew:
            begin(rules.rules.key, settings, geometry, start, state, past, count)
            rows.swapped[i] = False
        if anew or task == LOOK:
            roll_dice(rules.rules, settings, geometry, state, room, dice, past, count)
        player = int(state[TO_MOVE])
        rows.movers[i] = 1 - player if rows.swapped[i] and player >= 0 else player
        list_and_sample(rules, settings, geometry, rows, i, room)
        if settings[OBSERVING] == 1:
            show(rules.observe, geometry, state, max(player, 0), places, room.seen, rows.observations[i])


@always_inline
def carry_out(
    rules: BatchRules, settings: Wide, geometry: Ints, places: Wide, rows: Rows, i: int, room: Scratch
) -> bool:
    """Play the row's action if that is the task, with what it brings; return whether the game begins anew."""
    task = settings[TASK]
    reset = settings[AUTORESET] == 1
    line = rows.keys.size // rows.kept.size
    state = rows.states[i]
    past = rows.keys[line * i : line * (i + 1)]
    count = rows.kept[i : i + 1]
    before = int(state[TO_MOVE])
    anew = task in (BEGIN, ADOPT)
    played = task == STEP and rows.chosen[i]
    if task == STEP or anew:
        rows.rewards[i, :] = 0.0
    if played and before != NOBODY:
        rows.lengths[i] = (0 if rows.done[i] else rows.lengths[i]) + int(before != CHANCE)
        rows.swapped[i] ^= rows.actions[i] == settings[SWAP]
        play(rules.rules, settings, geometry, state, int(rows.actions[i]), past, count)
        roll_dice(rules.rules, settings, geometry, state, room, rows.streams[2 * i : 2 * i + 1], past, count)
        rows.done[i] = state[TO_MOVE] == NOBODY
        anew = rows.done[i] and reset
        if rows.done[i]:
            reward(rules.rules.outcome, geometry, state, room.values, rows.swapped[i], rows.rewards[i])
        if anew:
            show(rules.observe, geometry, state, max(before, 0), places, room.seen, rows.last_observations[i])
    elif anew or (played and reset):
        anew = True
        rows.lengths[i] = 0
        rows.done[i] = False
    return bool(anew)


@always_inline
def list_and_sample(rules: BatchRules, settings: Wide, geometry: Ints, rows: Rows, i: int, room: Scratch) -> None:
    """Write the mask of a row's legal actions, and draw one of them if they are to be sampled."""
    state = rows.states[i]
    legal = rows.legal[i]
    sampling = settings[SAMPLING] == 1
    rng = rows.streams[2 * i + 1 : 2 * i + 2]
    listed = -1 if sampling and settings[UNIFORM] == 0 else rules.mask(geometry, state, legal)
    if listed < 0:
        listed = rules.rules.legal_actions(geometry, state, room.out)
        write_mask(room.out, listed, legal)
        if sampling:
            rows.drawn[i] = sample(rules.rules, geometry, state, room.out, listed, room.weights, rng)
    elif sampling:
        rows.drawn[i] = nth(legal, draw(rng, listed)) if listed > 0 else -1
    if state[TO_MOVE] == NOBODY:
        legal[:] = True  # any action is passed over, and a softmax over the mask stays finite


@helper
def begin(key: Key, settings: Wide, geometry: Ints, start: Ints, state: Ints, past: Bits, kept: Wide) -> None:
    """Begin a game at its start, or where it is if that is the task; its line of positions has one then."""
    if settings[TASK] != ADOPT:
        state[:] = start
    kept[0] = 0
    if settings[REPETITION] > 0:
        past[0] = key(geometry, state)
        kept[0] = 1


@helper
def play(rules: RuleKernels, settings: Wide, geometry: Ints, state: Ints, action: int, past: Bits, kept: Wide) -> None:
    """Play a legal action; end the game where a position has come too often."""
    rules.apply(geometry, state, action)
    if settings[REPETITION] == 0 or state[PART] != 0 or state[TO_MOVE] == NOBODY:
        return
    at = min(int(kept[0]), past.size - 1) if state[QUIET] != 0 else 0
    past[at] = rules.key(geometry, state)
    kept[0] = at + 1
    if repeats(past, at, at, int(settings[REPETITION])):
        finish(state, int(settings[REASON]), -1)


@helper
def roll_dice(
    rules: RuleKernels, settings: Wide, geometry: Ints, state: Ints, room: Scratch, dice: Bits, past: Bits, kept: Wide
) -> None:
    """Roll the dice by their weights until a player is to move, if they are to roll by themselves."""
    while settings[ROLLING] == 1 and state[TO_MOVE] == CHANCE:
        count = rules.legal_actions(geometry, state, room.out)
        action = roll_action(rules.chances, geometry, state, room.out, count, room.weights, dice)
        play(rules, settings, geometry, state, action, past, kept)


@helper
def reward(
    outcome: Outcome, geometry: Ints, state: Ints, values: Reals, swapped: bool, rewards: NDArray[np.float32]
) -> None:
    """Write what a finished game brings those who began as its players, from -1 (lost) to 1 (won)."""
    outcome(geometry, state, values)
    for player in range(values.size):
        rewards[1 - player if swapped else player] = 2.0 * values[player] - 1.0


@helper
def write_mask(out: Ints, count: int, legal: Flags) -> None:
    """Write the mask of the actions listed in `out`."""
    legal[:] = False
    for k in range(count):
        legal[out[k]] = True


@helper
def nth(legal: Flags, n: int) -> int:
    """Return the legal action with n others before it."""
    action = -1
    while n >= 0:
        action += 1
        n -= int(legal[action])
    return action


@helper
def sample(rules: RuleKernels, geometry: Ints, state: Ints, out: Ints, count: int, weights: Wide, rng: Bits) -> int:
    """Draw the random player's action, or by their weights what dice show; -1 where the game is over."""
    if state[TO_MOVE] == NOBODY:
        return -1
    return random_action(rules.chances, rules.choose, geometry, state, out, count, weights, rng)


@helper
def show(
    observe: Observe, geometry: Ints, state: Ints, player: int, places: Wide, seen: Planes, observation: Planes
) -> None:
    """Write what a player sees. `places` are those of the cells in a square; empty where it has no other places.

    Where it has, the last plane says which of its places are cells; the other places stay as they are, which is zero.
    """
    if places.size == 0:
        observation[:, :] = 0.0
        observe(geometry, state, player, observation)
        return
    seen[:, :] = 0.0
    observe(geometry, state, player, seen[:-1])
    seen[-1, :] = 1.0
    for plane in range(seen.shape[0]):
        words = seen[plane]
        shown = observation[plane]
        for cell in range(places.size):
            shown[np.uint64(places[cell])] = words[cell]


@kernel
def look(
    observe: Observe,
    geometry: Ints,
    states: States,
    players: Wide,
    places: Wide,
    observations: Stack,
    first: int,
    last: int,
) -> None:
    """Write what players see of states, for some rows."""
    seen = np.empty((observations.shape[1], places.size), dtype=np.float32)
    for i in range(first, last):
        show(observe, geometry, states[i], int(players[i]), places, seen, observations[i])


@kernel
def weigh(
    legal_actions: LegalActions,
    chances: Chances,
    geometry: Ints,
    states: States,
    probabilities: Table,
    first: int,
    last: int,
) -> None:
    """Write how likely dice show what, for some rows; zeros where none are to be rolled."""
    out = np.empty(probabilities.shape[1], dtype=np.int16)
    weights = np.empty(probabilities.shape[1], dtype=np.int64)
    for i in range(first, last):
        probabilities[i, :] = 0.0
        if states[i, TO_MOVE] == CHANCE:
            count = legal_actions(geometry, states[i], out)
            chances(geometry, states[i], weights[:count])
            total = weights[:count].sum()
            for k in range(count):
                probabilities[i, out[k]] = weights[k] / total


@kernel
def mirror(
    symmetry: Symmetry,
    geometry: Ints,
    states: States,
    indices: Wide,
    images: States,
    actions: States,
    first: int,
    last: int,
) -> None:
    """Write the images of states under symmetries, and of all actions, for some rows."""
    for i in range(first, last):
        symmetry(geometry, states[i], int(indices[i]), images[i], actions[i])


@kernel
def convert(pack: Pack, geometry: Ints, states: States, others: States, first: int, last: int) -> None:
    """Write states in another form, for some rows."""
    for i in range(first, last):
        others[i, :] = 0
        pack(geometry, states[i], others[i])


@kernel
def first_unlike(low: Ints, high: Ints, states: States) -> int:
    """Return the first row that no position of the game looks like; -1 where there is none.

    One has a word out of its range, an end while a player is to move, or a turn that goes on after the end.
    """
    for i in range(states.shape[0]):
        fits = True
        for k in range(low.size):  # without a way out, so that the words are compared side by side
            fits &= (low[k] <= states[i, k]) & (states[i, k] <= high[k])
        over = states[i, TO_MOVE] == NOBODY
        if not fits or (states[i, PART] != 0 if over else states[i, REASON_WORD] != 0 or states[i, WINNER] != 0):
            return i
    return -1


@kernel
def first_illegal(actions: Wide, legal: Mask, movers: Wide, chosen: Flags) -> int:
    """Return the first chosen game that goes on and whose action is not legal; -1 where there is none."""
    for i in range(actions.size):
        action = actions[i]
        if chosen[i] and movers[i] != NOBODY and (action < 0 or action >= legal.shape[1] or not legal[i, action]):
            return i
    return -1

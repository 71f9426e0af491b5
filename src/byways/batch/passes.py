"""The compiled passes over the rows of a batch. Each row is one game; no row depends on another.

A pass takes the rows from `first` to `last` - 1, so that threads can share them out. Arrays have a row, or a word, for
each game; `streams` has two generators a game, for its dice and for its sampler; `keys` holds a line of positions for
each game, `kept` how many they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from byways.kernels import Bits, Flags, Ints, Mask, Planes, Reals, Stack, States, Table, Wide, helper, kernel
from byways.kernels.rng import draw
from byways.kernels.signatures import Apply, Chances, Choose, Key, LegalActions, Observe, Outcome, Pack, Symmetry
from byways.kernels.signatures import Mask as LegalMask
from byways.rules.repetition import repeats
from byways.rules.state_vector import CHANCE, NOBODY, PART, QUIET, TO_MOVE, WINNER, finish
from byways.rules.state_vector import REASON as REASON_WORD
from byways.search.random_game import random_action, roll_action

STEP, BEGIN, ADOPT, LOOK = range(4)
"""Tasks: play actions in the chosen games; begin these anew; take them as they are for new games; look at them."""
TASK, AUTORESET, ROLLING, SWAP, REPETITION, REASON, UNIFORM, SAMPLING, OBSERVING, SETTINGS = range(10)
"""The words of `settings`: the task, whether finished games begin anew, whether dice roll by themselves, the action
`swap` or -1, how many repetitions end a game and the reason of that, whether the random player is uniform, whether to
sample and to observe."""


@kernel
def advance(
    legal_actions: LegalActions,
    apply: Apply,
    outcome: Outcome,
    chances: Chances,
    choose: Choose,
    key: Key,
    mask: LegalMask,
    observe: Observe,
    settings: Wide,
    geometry: Ints,
    start: Ints,
    states: States,
    actions: Wide,
    chosen: Flags,
    legal: Mask,
    movers: Wide,
    rewards: Planes,
    done: Flags,
    lengths: Wide,
    swapped: Flags,
    streams: Bits,
    keys: Bits,
    kept: Wide,
    drawn: Wide,
    places: Wide,
    observations: Stack,
    last_observations: Stack,
    first: int,
    last: int,
) -> None:
    """Carry out a task for some rows, then write for each what there is to see and to do."""
    task = settings[TASK]
    reset = settings[AUTORESET] == 1
    line = keys.size // kept.size
    out = np.empty(legal.shape[1], dtype=np.int16)
    weights = np.empty(legal.shape[1], dtype=np.int64)
    values = np.empty(rewards.shape[1], dtype=np.float64)
    seen = np.empty((observations.shape[1], places.size), dtype=np.float32)
    for i in range(first, last):
        if task != STEP and not chosen[i]:
            continue
        state = states[i]
        dice = streams[2 * i : 2 * i + 1]
        past = keys[line * i : line * (i + 1)]
        count = kept[i : i + 1]
        before = int(state[TO_MOVE])
        anew = task in (BEGIN, ADOPT)
        played = task == STEP and chosen[i]
        if task == STEP or anew:
            rewards[i, :] = 0.0
        if played and before != NOBODY:
            lengths[i] = (0 if done[i] else lengths[i]) + int(before != CHANCE)
            swapped[i] ^= actions[i] == settings[SWAP]
            play(apply, key, settings, geometry, state, int(actions[i]), past, count)
            roll_dice(legal_actions, apply, chances, key, settings, geometry, state, out, weights, dice, past, count)
            done[i] = state[TO_MOVE] == NOBODY
            anew = done[i] and reset
            if done[i]:
                reward(outcome, geometry, state, values, swapped[i], rewards[i])
            if anew:
                show(observe, geometry, state, max(before, 0), places, seen, last_observations[i])
        elif anew or (played and reset):
            anew = True
            lengths[i] = 0
            done[i] = False
        if anew:
            begin(key, settings, geometry, start, state, past, count)
            swapped[i] = False
        if anew or task == LOOK:
            roll_dice(legal_actions, apply, chances, key, settings, geometry, state, out, weights, dice, past, count)
        player = int(state[TO_MOVE])
        movers[i] = 1 - player if swapped[i] and player >= 0 else player
        rng = streams[2 * i + 1 : 2 * i + 2]
        by_list = settings[SAMPLING] == 1 and settings[UNIFORM] == 0
        listed = -1 if by_list else mask(geometry, state, legal[i])
        if listed < 0:
            listed = legal_actions(geometry, state, out)
            write_mask(out, listed, legal[i])
            if settings[SAMPLING] == 1:
                drawn[i] = sample(chances, choose, geometry, state, out, listed, weights, rng)
        elif settings[SAMPLING] == 1:
            drawn[i] = nth(legal[i], draw(rng, listed)) if listed > 0 else -1
        if player == NOBODY:
            legal[i, :] = True  # any action is passed over, and a softmax over the mask stays finite
        if settings[OBSERVING] == 1:
            show(observe, geometry, state, max(int(state[TO_MOVE]), 0), places, seen, observations[i])


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
def play(
    apply: Apply, key: Key, settings: Wide, geometry: Ints, state: Ints, action: int, past: Bits, kept: Wide
) -> None:
    """Play a legal action; end the game where a position has come too often."""
    apply(geometry, state, action)
    if settings[REPETITION] == 0 or state[PART] != 0 or state[TO_MOVE] == NOBODY:
        return
    at = min(int(kept[0]), past.size - 1) if state[QUIET] != 0 else 0
    past[at] = key(geometry, state)
    kept[0] = at + 1
    if repeats(past, at, at, int(settings[REPETITION])):
        finish(state, int(settings[REASON]), -1)


@helper
def roll_dice(
    legal_actions: LegalActions,
    apply: Apply,
    chances: Chances,
    key: Key,
    settings: Wide,
    geometry: Ints,
    state: Ints,
    out: Ints,
    weights: Wide,
    dice: Bits,
    past: Bits,
    kept: Wide,
) -> None:
    """Roll the dice by their weights until a player is to move, if they are to roll by themselves."""
    while settings[ROLLING] == 1 and state[TO_MOVE] == CHANCE:
        count = legal_actions(geometry, state, out)
        action = roll_action(chances, geometry, state, out, count, weights, dice)
        play(apply, key, settings, geometry, state, action, past, kept)


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
def sample(
    chances: Chances, choose: Choose, geometry: Ints, state: Ints, out: Ints, count: int, weights: Wide, rng: Bits
) -> int:
    """Draw the random player's action, or by their weights what dice show; -1 where the game is over."""
    if state[TO_MOVE] == NOBODY:
        return -1
    return random_action(chances, choose, geometry, state, out, count, weights, rng)


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

    One has a word out of its range, an end while somebody is to move, or a turn that goes on after the end.
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

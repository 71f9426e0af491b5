"""Random games of Stride, faster than action by action: jumps are sampled, not listed, and what is known is kept.

Beside the state there is `sites`: the hexes where White has stacks, those where Black has, for every hex its place in
its list, and the two lengths. Its parts begin at 0, hexes, 2 * hexes and 3 * hexes.
"""

from __future__ import annotations

import numpy as np

from byways.games.stride.rules import (
    ARRIVAL,
    CELLS,
    GOAL,
    HEXES,
    JUMPS,
    MASK,
    NO_MOVE,
    REPEATED,
    REPETITION,
    SIDE,
    WORDS,
    colour,
    goal,
    index,
    legal_actions,
    may_jump,
)
from byways.kernels import Bits, Ints, Reals, Wide, helper, kernel
from byways.kernels.rng import below, draw, following
from byways.rules.defaults import LONGEST_GAME, outcome
from byways.rules.state_vector import AGE, LATER, NOBODY, QUIET, TO_MOVE, finish, mark_quiet

_TRIES = 64  # samples before the jumps are listed; about one in nine is legal
_NOWHERE, _SEVERAL = -1, -2  # no hex


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play a random game to its end; repetitions are counted from this position on, or from the last capture."""
    if state[TO_MOVE] != NOBODY:
        _play_on(geometry, state, rng)
    outcome(geometry, state, values)
    return 1


@helper
def _play_on(geometry: Ints, state: Ints, rng: Bits) -> None:
    """Play a random game to its end."""
    hexes = int(geometry[HEXES])
    side = int(geometry[SIDE])
    repetition = int(geometry[REPETITION])
    sites = _list_sites(state, hexes)
    keys = np.empty(LONGEST_GAME if repetition > 0 else 1, dtype=np.int64)
    keys[0] = 0
    last = 0  # the place of the present position among the keys
    total = 0  # its key, less the key of the position that is first there
    threat = _threat(geometry, state, 1 - int(state[TO_MOVE]))
    word = rng[0]  # of the generator, written back at the end
    for _ in range(LONGEST_GAME - 1):
        player = int(state[TO_MOVE])
        count = int(sites[3 * hexes + player])
        action = -1
        for _ in range(_TRIES if count > 0 else 0):
            word = following(word)
            pick = index(below(word, 6 * count))
            cell = index(sites[index(player * hexes) + pick // 6])
            d = pick % 6
            if may_jump(geometry, state, cell, d, player):
                action = 6 * cell + d
                break
        if action == -1:
            rng[0] = word
            action = _listed_action(geometry, state, count, rng)
            word = rng[0]
        if action == -1:
            finish(state, NO_MOVE, 1 - player)
            break
        start = action // 6
        behind = int(geometry[JUMPS + 2 * action + 1]) - CELLS
        captured = _jump(state, sites, hexes, start, behind)
        if captured:
            state[QUIET] = 0
        else:
            mark_quiet(state)
        state[TO_MOVE] = 1 - player
        state[AGE] += int(state[AGE] < LATER)
        if threat not in (_NOWHERE, behind):
            finish(state, GOAL, 1 - player)
            break
        threat = behind if 0 <= behind - goal(geometry, player) < side else _NOWHERE
        if threat != _NOWHERE and geometry[ARRIVAL] == 1:
            finish(state, GOAL, player)
            break
        if captured:
            keys[0] = last = total = 0
        elif repetition > 0:
            last += 1
            total = (total + colour(player) * (int(WORDS[behind]) - int(WORDS[start]))) & MASK
            keys[last] = total
            if _occurrences(keys, last) >= repetition:
                finish(state, REPEATED, -1)
                break
    rng[0] = word


@helper
def _listed_action(geometry: Ints, state: Ints, count: int, rng: Bits) -> int:
    """Draw a legal action uniformly for a player with `count` stacks; -1 if there is none."""
    out = np.empty(6 * count, dtype=np.int16)
    found = legal_actions(geometry, state, out)
    return int(out[draw(rng, found)]) if found > 0 else -1


@helper
def _jump(state: Ints, sites: Ints, hexes: int, start: int, behind: int) -> bool:
    """Let the player to move jump; return whether that captured."""
    player = int(state[TO_MOVE])
    sign = colour(player)
    landing = sign * int(state[CELLS + behind])
    if landing < 0:
        _remove(sites, hexes, 1 - player, behind)
        state[CELLS + behind] = 0
    if landing <= 0:
        _add(sites, hexes, player, behind)
    if state[CELLS + start] == sign:
        _remove(sites, hexes, player, start)
    state[CELLS + start] -= sign
    state[CELLS + behind] += sign
    return landing < 0


@helper
def _list_sites(state: Ints, hexes: int) -> Ints:
    sites = np.empty(3 * hexes + 2, dtype=np.int16)
    sites[3 * hexes :] = 0
    for cell in range(hexes):
        if state[CELLS + cell] != 0:
            _add(sites, hexes, int(state[CELLS + cell] < 0), cell)
    return sites


@helper
def _add(sites: Ints, hexes: int, player: int, cell: int) -> None:
    count = int(sites[3 * hexes + player])
    sites[player * hexes + count] = cell
    sites[2 * hexes + cell] = count
    sites[3 * hexes + player] = count + 1


@helper
def _remove(sites: Ints, hexes: int, player: int, cell: int) -> None:
    """Remove an entry; the last of the list takes its place."""
    count = int(sites[3 * hexes + player]) - 1
    last = int(sites[player * hexes + count])
    place = int(sites[2 * hexes + cell])
    sites[player * hexes + place] = last
    sites[2 * hexes + last] = place
    sites[3 * hexes + player] = count


@helper
def _occurrences(keys: Wide, last: int) -> int:
    """Count how often the last key occurs; only every second key has the same player to move."""
    same = 1
    for i in range(last - 2, -1, -2):
        same += int(keys[i] == keys[last])
    return same


@helper
def _threat(geometry: Ints, state: Ints, player: int) -> int:
    """Return the hex of the goal row that holds a stack of the player's, or _NOWHERE, or _SEVERAL."""
    found = _NOWHERE
    for cell in range(goal(geometry, player), goal(geometry, player) + int(geometry[SIDE])):
        if colour(player) * int(state[CELLS + cell]) > 0:
            found = cell if found == _NOWHERE else _SEVERAL
    return found

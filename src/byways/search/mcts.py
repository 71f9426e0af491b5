"""Monte Carlo tree search for any game, one compiled search for all of them: rules come as first-class functions.

It knows chance nodes, any number of players, turns of several actions, and draws by repetition along the line from the
root. With all parameters at their defaults it is plain UCT (Kocsis and Szepesvári, 2006) with whole random games at the
leaves; each parameter turns on one of the refinements named at `byways.search.engines.Mcts`.
"""

from __future__ import annotations

import math

import numpy as np

from byways.kernels import Bits, Ints, Reals, Rows, States, Table, Wide, helper, kernel, part
from byways.kernels.signatures import (
    Apply,
    Chances,
    Choose,
    Evaluate,
    Key,
    LegalActions,
    Order,
    Outcome,
    Playout,
    PlayoutTrace,
)
from byways.rules.repetition import repeats
from byways.rules.state_vector import CHANCE, NOBODY, PART, QUIET, TO_MOVE
from byways.search.random_game import random_game, roll
from byways.search.search_tree import (
    ACTION,
    DRAWN,
    FIRST,
    HEARD,
    MOVER,
    OWNER,
    PROOF,
    ROOT,
    RUMOUR,
    SQUARES,
    TOTAL,
    VISITS,
    WIDTH,
    expand,
    settle_proof,
)

EXPLORATION, RAVE, LEAF, WIDEN, SOLVE = range(5)  # words of `parameters`, the fields of `engines.Mcts`

# Bits of `book`, which carries what must last from one chunk of simulations to the next.
USED, FULL, DEEPEST, DONE, DRAWN_HERE = 0, 1, 2, 3, 4
BOOK = 5

_DEEPEST = 1_024  # actions below the root
_TRACE = 4_096  # actions of a playout that are heard of


@kernel
def simulate(
    legal_actions: LegalActions,
    apply: Apply,
    outcome: Outcome,
    chances: Chances,
    choose: Choose,
    key: Key,
    playout: Playout,
    playout_trace: PlayoutTrace,
    evaluate: Evaluate,
    order: Order,
    geometry: Ints,
    root: Ints,
    counts: Wide,
    line: Bits,
    parameters: Reals,
    ints: States,
    longs: Rows,
    reals: Table,
    book: Wide,
    simulations: int,
    rng: Bits,
) -> None:
    """Run simulations from the position `root` into the tree, fewer if the root gets proved.

    `counts` holds the game's actions, the repetitions that draw, and the players; `line` the keys of the positions
    since the last irreversible turn, the root's last; `parameters` the values of `engines.Mcts`. When the nodes run out
    the tree stops growing (book[FULL]) and simulations go on in it.
    """
    num_actions = int(counts[0])
    repetition = int(counts[1])
    players = int(counts[2])
    state = root.copy()
    path = np.empty(_DEEPEST + 1, dtype=np.int64)
    out = np.empty(num_actions, dtype=np.int16)
    promise = np.empty(num_actions, dtype=np.int64)
    values = np.empty(players, dtype=np.float64)
    guess = np.empty(players, dtype=np.float64)
    keys = np.empty(line.size + _DEEPEST + 1, dtype=np.uint64)
    keys[: line.size] = line
    trace = np.empty(2 * _TRACE if parameters[RAVE] > 0 else 2, dtype=np.int16)
    marks = np.zeros(players * num_actions if parameters[RAVE] > 0 else 1, dtype=np.int64)
    for simulation in range(simulations):
        if ints[ROOT, PROOF] != 0:
            book[DONE] = 1
            return
        state[:] = root
        depth = _descend(
            legal_actions, apply, chances, key, order, geometry, state, repetition, line.size, keys, parameters, ints,
            longs, reals, book, path, out, promise, rng,
        )  # fmt: skip
        node = int(path[depth])
        heard = 0
        if ints[node, PROOF] != 0:
            _proved_values(int(ints[node, PROOF]), values)
        elif book[DRAWN_HERE] == 1 or state[TO_MOVE] == NOBODY:
            _end(outcome, geometry, state, book[DRAWN_HERE] == 1, parameters, ints, node, values)
        else:
            heard = _play_out(
                legal_actions, apply, outcome, chances, choose, key, playout, playout_trace, evaluate, geometry, state,
                num_actions, repetition, parameters, guess, values, trace, rng,
            )  # fmt: skip
        _back_up(ints, longs, reals, path, depth, values, parameters)
        if parameters[RAVE] > 0:
            _spread(ints, longs, reals, path, depth, values, trace, heard, marks, num_actions, simulation + 1)


@helper
def _descend(
    legal_actions: LegalActions,
    apply: Apply,
    chances: Chances,
    key: Key,
    order: Order,
    geometry: Ints,
    state: Ints,
    repetition: int,
    seen: int,
    keys: Bits,
    parameters: Reals,
    ints: States,
    longs: Rows,
    reals: Table,
    book: Wide,
    path: Wide,
    out: Ints,
    promise: Wide,
    rng: Bits,
) -> int:
    """Go down the tree to a leaf, playing in `state` and growing a leaf visited before; return the depth reached.

    `path` gets the nodes; book[DRAWN_HERE] whether the leaf is a draw by repetition; keys[:seen] are the line's.
    """
    book[DRAWN_HERE] = 0
    node = ROOT
    depth = 0
    path[0] = ROOT
    while depth < _DEEPEST and state[TO_MOVE] != NOBODY and ints[node, PROOF] == 0:
        if longs[node, FIRST] == 0:
            if longs[node, VISITS] == 0 and node != ROOT:
                break
            used = expand(
                legal_actions, order, geometry, state, ints, longs, reals, node, int(book[USED]),
                parameters[WIDEN] > 0, out, promise, rng,
            )  # fmt: skip
            if used == book[USED]:
                book[FULL] = 1
                break
            book[USED] = used
        if ints[node, MOVER] == CHANCE:
            count = int(longs[node, WIDTH])
            chances(geometry, state, promise[:count])
            node = int(longs[node, FIRST]) + roll(promise, count, rng)
        else:
            node = _select(ints, longs, reals, node, parameters)
        apply(geometry, state, int(ints[node, ACTION]))
        ints[node, MOVER] = state[TO_MOVE]
        depth += 1
        path[depth] = node
        if repetition > 0 and state[PART] == 0 and state[TO_MOVE] != NOBODY:
            keys[seen] = key(geometry, state)
            if repeats(keys, seen, int(state[QUIET]), repetition):
                book[DRAWN_HERE] = 1
                break
            seen += 1
    book[DEEPEST] = max(book[DEEPEST], depth)
    return depth


@helper
def _select(ints: States, longs: Rows, reals: Table, node: int, parameters: Reals) -> int:
    """Return the child with the highest bound: UCB1 on its mean, mixed with what is heard of it; unknown ones first."""
    visits = longs[node, VISITS]
    log = math.log(visits + 1.0)
    player = int(ints[node, MOVER])
    first = int(longs[node, FIRST])
    width = int(longs[node, WIDTH])
    if parameters[WIDEN] > 0:
        width = min(width, int(parameters[WIDEN] * math.sqrt(float(visits))) + 2)
    best = first
    highest = -1e9
    for child in range(first, first + width):
        n = longs[child, VISITS]
        proof = int(ints[child, PROOF])
        if proof != 0 and proof != DRAWN and proof != 1 + player:
            value = -1e6 - n  # a proved loss, only where there is nothing else
        else:
            heard = longs[child, HEARD]
            if n == 0 and heard == 0:
                return child
            value = reals[child, TOTAL] / n if n > 0 else 0.0
            if heard > 0:
                weight = math.sqrt(parameters[RAVE] / (3.0 * n + parameters[RAVE])) if n > 0 else 1.0
                value += weight * (reals[child, RUMOUR] / heard - value)
            if parameters[EXPLORATION] > 0:
                value += parameters[EXPLORATION] * math.sqrt(log / max(n, 1))
        if value > highest:
            best = child
            highest = value
    return best


@part
def _end(
    outcome: Outcome,
    geometry: Ints,
    state: Ints,
    drawn: bool,
    parameters: Reals,
    ints: States,
    node: int,
    values: Reals,
) -> None:
    """Value a leaf where the game is over, or drawn by repetition, which the state does not show."""
    exact = True
    if drawn:
        values[:] = 0.5
    else:
        exact = bool(outcome(geometry, state, values) >= 0)
    if parameters[SOLVE] > 0 and exact:
        ints[node, PROOF] = _proof_of(values)


@helper
def _proof_of(values: Reals) -> int:
    """Return the proof that a finished game of two amounts to; 0 for other numbers of players."""
    if values.size != 2:
        return 0
    if values[0] == values[1]:
        return DRAWN
    return 1 if values[0] > values[1] else 2


@helper
def _proved_values(proof: int, values: Reals) -> None:
    for player in range(values.size):
        values[player] = 0.5 if proof == DRAWN else float(int(proof == 1 + player))


@helper
def _play_out(
    legal_actions: LegalActions,
    apply: Apply,
    outcome: Outcome,
    chances: Chances,
    choose: Choose,
    key: Key,
    playout: Playout,
    playout_trace: PlayoutTrace,
    evaluate: Evaluate,
    geometry: Ints,
    state: Ints,
    num_actions: int,
    repetition: int,
    parameters: Reals,
    guess: Reals,
    values: Reals,
    trace: Ints,
    rng: Bits,
) -> int:
    """Value a leaf by its evaluation, a random game, or some of both; return how many actions `trace` then holds."""
    if parameters[LEAF] > 0:
        opinion = int(evaluate(geometry, state, guess))
        if opinion == 0:
            guess[:] = 0.5
        if opinion == 2 or parameters[LEAF] >= 1:
            values[:] = guess
            return 0
    heard = -1
    if parameters[RAVE] > 0:
        heard = int(playout_trace(geometry, state, rng, values, trace))
    if heard < 0:
        heard = 0
        if playout(geometry, state, rng, values) == 0:
            random_game(
                legal_actions, apply, outcome, chances, choose, key, geometry, state, num_actions, repetition,
                rng, values,
            )  # fmt: skip
    if parameters[LEAF] > 0:
        for player in range(values.size):
            values[player] += parameters[LEAF] * (guess[player] - values[player])
    return heard


@helper
def _back_up(ints: States, longs: Rows, reals: Table, path: Wide, depth: int, values: Reals, parameters: Reals) -> None:
    """Tell every node of the path what came of it."""
    for i in range(depth, -1, -1):
        node = int(path[i])
        longs[node, VISITS] += 1
        value = values[ints[node, OWNER]]
        reals[node, TOTAL] += value
        reals[node, SQUARES] += value * value
        if i < depth and parameters[SOLVE] > 0 and ints[node, PROOF] == 0 and ints[path[i + 1], PROOF] != 0:
            settle_proof(ints, longs, node)


@helper
def _spread(
    ints: States,
    longs: Rows,
    reals: Table,
    path: Wide,
    depth: int,
    values: Reals,
    trace: Ints,
    heard: int,
    marks: Wide,
    num_actions: int,
    stamp: int,
) -> None:
    """Credit all moves as first: a child hears of a simulation in which its player took its action later on."""
    for i in range(heard):
        marks[trace[2 * i] * num_actions + trace[2 * i + 1]] = stamp
    for i in range(depth - 1, -1, -1):
        node = int(path[i])
        player = int(ints[node, MOVER])
        if player < 0:
            continue
        marks[player * num_actions + ints[path[i + 1], ACTION]] = stamp
        value = values[player]
        first = int(longs[node, FIRST])
        for child in range(first, first + int(longs[node, WIDTH])):
            hit = int(marks[player * num_actions + ints[child, ACTION]] == stamp)  # a branch would be hard to foretell
            longs[child, HEARD] += hit
            reals[child, RUMOUR] += hit * value

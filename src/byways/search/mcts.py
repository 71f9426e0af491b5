"""Monte Carlo tree search for any game, one compiled search for all of them: rules come as first-class functions.

It knows chance nodes, any number of players, turns of several actions, and draws by repetition along the line from the
root. With all parameters at their defaults it is plain UCT (Kocsis and Szepesvári, 2006) with whole random games at the
leaves; each parameter turns on one of the refinements named at `byways.search.engines.Mcts`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from byways.kernels import Bits, Ints, Reals, Wide, always_inline, helper, kernel
from byways.kernels.signatures import BoardArrays, Evaluate, Order, Playout, PlayoutTrace, RuleKernels
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
    Tree,
    expand,
    settle_proof,
    shuffle,
    sort,
)

EXPLORATION, RAVE, LEAF, WIDEN, SOLVE = range(5)  # words of `parameters`, the fields of `engines.Mcts`

# Bits of `counters`, which carries what must last from one chunk of simulations to the next.
USED, FULL, DEEPEST, DONE, DRAWN_HERE, PLAYERS = 0, 1, 2, 3, 4, 5
COUNTERS = 6

_DEEPEST = 1_024  # actions below the root
_TRACE = 4_096  # actions of a playout that are heard of


class Kernels(NamedTuple):
    """The kernels of a game that the search calls."""

    rules: RuleKernels
    playout: Playout
    playout_trace: PlayoutTrace
    evaluate: Evaluate
    order: Order


class Work(NamedTuple):
    """Arrays in which a simulation works."""

    path: Wide
    """The nodes from the root on."""
    keys: Bits
    """Of the positions since the last irreversible turn before the root, and of those below it."""
    out: Ints
    order_scores: Wide
    values: Reals
    guess: Reals
    trace: Ints
    """(player, action) of what was played after the leaf."""
    marks: Wide
    """For each player and action the number of the last simulation in which the player took it."""


@helper
def _room(board: BoardArrays, players: int, line: Bits, rave: bool) -> Work:
    return Work(
        np.empty(_DEEPEST + 1, dtype=np.int64),
        np.empty(line.size + _DEEPEST + 1, dtype=np.uint64),
        np.empty(board.num_actions, dtype=np.int16),
        np.empty(board.num_actions, dtype=np.int64),
        np.empty(players, dtype=np.float64),
        np.empty(players, dtype=np.float64),
        np.empty(2 * _TRACE if rave else 2, dtype=np.int16),
        np.zeros(players * board.num_actions if rave else 1, dtype=np.int64),
    )


@kernel
def simulate(
    kernels: Kernels,
    board: BoardArrays,
    root: Ints,
    line: Bits,
    parameters: Reals,
    tree: Tree,
    counters: Wide,
    simulations: int,
    rng: Bits,
) -> None:
    """Run simulations from the position `root` into the tree, fewer if the root gets proved.

    `line` holds the keys of the positions since the last irreversible turn, the root's last; `parameters` the values of
    `engines.Mcts`. When the nodes run out the tree stops growing (counters[FULL]) and simulations go on in it.
    """
    rave = parameters[RAVE] > 0
    state = root.copy()
    work = _room(board, int(counters[PLAYERS]), line, rave)
    work.keys[: line.size] = line
    for simulation in range(simulations):
        if tree.ints[ROOT, PROOF] != 0:
            counters[DONE] = 1
            return
        state[:] = root
        depth = _descend(kernels, board, state, line.size, parameters, tree, counters, work, rng)
        node = int(work.path[depth])
        heard = 0
        if tree.ints[node, PROOF] != 0:
            _proved_values(int(tree.ints[node, PROOF]), work.values)
        elif counters[DRAWN_HERE] == 1 or state[TO_MOVE] == NOBODY:
            exact = _end(kernels, board, state, counters[DRAWN_HERE] == 1, work.values)
            if parameters[SOLVE] > 0 and exact:
                tree.ints[node, PROOF] = _proof_of(work.values)
        else:
            heard = _play_out(kernels, board, state, parameters, work, rng)
        _back_up(tree, work, depth, parameters[SOLVE] > 0)
        if rave:
            _spread(tree, work, depth, heard, board.num_actions, simulation + 1)


@helper
def _descend(
    kernels: Kernels,
    board: BoardArrays,
    state: Ints,
    seen: int,
    parameters: Reals,
    tree: Tree,
    counters: Wide,
    work: Work,
    rng: Bits,
) -> int:
    """Go down the tree to a leaf, playing in `state` and growing a leaf visited before; return the depth reached.

    The path gets the nodes; counters[DRAWN_HERE] whether the leaf is a draw by repetition; keys[:seen] are the line's.
    """
    ints = tree.ints
    longs = tree.longs
    geometry = board.geometry
    counters[DRAWN_HERE] = 0
    node = ROOT
    depth = 0
    work.path[0] = ROOT
    while depth < _DEEPEST and state[TO_MOVE] != NOBODY and ints[node, PROOF] == 0:
        if longs[node, FIRST] == 0:
            if longs[node, VISITS] == 0 and node != ROOT:
                break
            if not _grow(kernels, board, state, tree, node, counters, work, parameters[WIDEN] > 0, rng):
                counters[FULL] = 1
                break
        if ints[node, MOVER] == CHANCE:
            count = int(longs[node, WIDTH])
            kernels.rules.chances(geometry, state, work.order_scores[:count])
            node = int(longs[node, FIRST]) + roll(work.order_scores, count, rng)
        else:
            node = _select(tree, node, parameters)
        kernels.rules.apply(geometry, state, int(ints[node, ACTION]))
        ints[node, MOVER] = state[TO_MOVE]
        depth += 1
        work.path[depth] = node
        if board.repetition > 0 and state[PART] == 0 and state[TO_MOVE] != NOBODY:
            work.keys[seen] = kernels.rules.key(geometry, state)
            if repeats(work.keys, seen, int(state[QUIET]), board.repetition):
                counters[DRAWN_HERE] = 1
                break
            seen += 1
    counters[DEEPEST] = max(counters[DEEPEST], depth)
    return depth


@helper
def _grow(
    kernels: Kernels,
    board: BoardArrays,
    state: Ints,
    tree: Tree,
    node: int,
    counters: Wide,
    work: Work,
    ordered: bool,
    rng: Bits,
) -> bool:
    """Give a node its children, the more promising ones first if they are `ordered`; return whether there was room."""
    count = int(kernels.rules.legal_actions(board.geometry, state, work.out))
    used = int(counters[USED])
    if count == 0 or used + count > tree.ints.shape[0]:
        return False
    chooser = int(state[TO_MOVE])
    work.order_scores[:count] = 0
    if chooser >= 0:  # chance actions keep the order of their weights
        shuffle(work.out, count, rng)
        if ordered:
            kernels.order(board.geometry, state, work.out, count, work.order_scores)
            sort(work.out, work.order_scores, count)
    counters[USED] = expand(tree, node, used, chooser, work.out, count)
    return True


@helper
def _select(tree: Tree, node: int, parameters: Reals) -> int:
    """Return the child with the highest bound: UCB1 on its mean, mixed with what is heard of it; unknown ones first."""
    ints = tree.ints
    longs = tree.longs
    reals = tree.reals
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


@always_inline
def _end(kernels: Kernels, board: BoardArrays, state: Ints, drawn: bool, values: Reals) -> bool:
    """Value a leaf where the game is over, or drawn by repetition; return whether the value is exact."""
    if drawn:
        values[:] = 0.5
        return True
    return bool(kernels.rules.outcome(board.geometry, state, values) >= 0)


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
def _play_out(kernels: Kernels, board: BoardArrays, state: Ints, parameters: Reals, work: Work, rng: Bits) -> int:
    """Value a leaf by its evaluation, a random game, or some of both; return how many actions the trace then holds."""
    geometry = board.geometry
    values = work.values
    guess = work.guess
    if parameters[LEAF] > 0:
        opinion = int(kernels.evaluate(geometry, state, guess))
        if opinion == 0:
            guess[:] = 0.5
        if opinion == 2 or parameters[LEAF] >= 1:
            values[:] = guess
            return 0
    heard = -1
    if parameters[RAVE] > 0:
        heard = int(kernels.playout_trace(geometry, state, rng, values, work.trace))
    if heard < 0:
        heard = 0
        if kernels.playout(geometry, state, rng, values) == 0:
            random_game(kernels.rules, board, state, rng, values)
    if parameters[LEAF] > 0:
        for player in range(values.size):
            values[player] += parameters[LEAF] * (guess[player] - values[player])
    return heard


@helper
def _back_up(tree: Tree, work: Work, depth: int, solve: bool) -> None:
    """Add the values of a simulation to every node of its path, and prove those that it proves."""
    ints = tree.ints
    longs = tree.longs
    reals = tree.reals
    path = work.path
    for i in range(depth, -1, -1):
        node = int(path[i])
        longs[node, VISITS] += 1
        value = work.values[ints[node, OWNER]]
        reals[node, TOTAL] += value
        reals[node, SQUARES] += value * value
        if i < depth and solve and ints[node, PROOF] == 0 and ints[path[i + 1], PROOF] != 0:
            settle_proof(tree, node)


@helper
def _spread(tree: Tree, work: Work, depth: int, heard: int, num_actions: int, stamp: int) -> None:
    """Credit all moves as first: a child hears of a simulation in which its player took its action later on."""
    ints = tree.ints
    longs = tree.longs
    reals = tree.reals
    path = work.path
    trace = work.trace
    marks = work.marks
    for i in range(heard):
        marks[trace[2 * i] * num_actions + trace[2 * i + 1]] = stamp
    for i in range(depth - 1, -1, -1):
        node = int(path[i])
        player = int(ints[node, MOVER])
        if player < 0:
            continue
        marks[player * num_actions + ints[path[i + 1], ACTION]] = stamp
        value = work.values[player]
        first = int(longs[node, FIRST])
        for child in range(first, first + int(longs[node, WIDTH])):
            hit = int(marks[player * num_actions + ints[child, ACTION]] == stamp)  # a branch would be hard to foretell
            longs[child, HEARD] += hit
            reals[child, RUMOUR] += hit * value

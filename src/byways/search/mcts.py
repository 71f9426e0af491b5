"""Monte Carlo tree search for any game: UCT (Kocsis and Szepesvári, ECML 2006) with whole random games at the leaves.

One compiled search serves every game, for the rules come as first-class functions. It knows chance nodes, any number
of players, turns of several actions, and draws by repetition along the line from the root.
"""

from __future__ import annotations

import math

import numpy as np

from byways import defaults
from byways.header import CHANCE, NOBODY, PART, QUIET, TO_MOVE
from byways.kernels import Ints, Kernel, Reals, Wide, Words, helper, kernel
from byways.repetition import repeats
from byways.search.random_game import RULES, random_game, roll
from byways.search.tree import ROOT, expand

TREE = "Ints, Ints, Ints, Wide, Wide, Wide, Reals"
_DEEPEST = 4_096  # actions below the root

# Words of `book`, which carries what must last from one chunk of simulations to the next.
USED, FULL, DEEPEST = 0, 1, 2
BOOK = 3


@kernel(
    f"void({RULES}, Kernel('{defaults.PLAYOUT}'), Ints, Ints, int64, int64, Words, int64, {TREE}, Wide, "
    "int64, float64, Words)"
)
def simulate(
    legal_actions: Kernel,
    apply: Kernel,
    outcome: Kernel,
    chances: Kernel,
    choose: Kernel,
    key: Kernel,
    playout: Kernel,
    geometry: Ints,
    root: Ints,
    num_actions: int,
    repetition: int,
    line: Words,
    players: int,
    action: Ints,
    mover: Ints,
    owner: Ints,
    first: Wide,
    width: Wide,
    visits: Wide,
    total: Reals,
    book: Wide,
    simulations: int,
    exploration: float,
    rng: Words,
) -> None:
    """Run simulations from the position `root` into the tree.

    `line` holds the keys of the positions since the last irreversible turn, the root's last. When the nodes run out
    the tree stops growing (book[FULL]) and simulations go on in it.
    """
    state = root.copy()
    out = np.empty(num_actions, dtype=np.int16)
    weights = np.empty(num_actions, dtype=np.int64)
    values = np.empty(players, dtype=np.float64)
    path = np.empty(_DEEPEST + 1, dtype=np.int64)
    keys = np.empty(line.size + _DEEPEST + 1, dtype=np.uint64)
    keys[: line.size] = line
    for _ in range(simulations):
        state[:] = root
        node, depth, seen = ROOT, 0, line.size
        path[0] = ROOT
        drawn = False
        while depth < _DEEPEST and state[TO_MOVE] != NOBODY:
            if first[node] == 0:
                if visits[node] == 0 and node != ROOT:
                    break
                used = expand(
                    legal_actions, geometry, state, action, mover, owner, first, width, visits, total, node,
                    int(book[USED]), out, rng,
                )  # fmt: skip
                if used == book[USED]:
                    book[FULL] = 1
                    break
                book[USED] = used
            if mover[node] == CHANCE:
                count = int(width[node])
                chances(geometry, state, weights[:count])
                node = int(first[node]) + roll(weights, count, rng)
            else:
                node = _select(first, width, visits, total, node, exploration)
            apply(geometry, state, int(action[node]))
            mover[node] = state[TO_MOVE]
            depth += 1
            path[depth] = node
            if repetition > 0 and state[PART] == 0 and state[TO_MOVE] != NOBODY:
                keys[seen] = key(geometry, state)
                drawn = repeats(keys, seen, int(state[QUIET]), repetition)
                seen += 1
                if drawn:
                    break
        if drawn:
            values[:] = 0.5
        elif state[TO_MOVE] == NOBODY:
            outcome(geometry, state, values)
        elif playout(geometry, state, rng, values) == 0:
            random_game(
                legal_actions, apply, outcome, chances, choose, key, geometry, state, num_actions, repetition, rng,
                values,
            )  # fmt: skip
        book[DEEPEST] = max(book[DEEPEST], depth)
        for i in range(depth + 1):
            visits[path[i]] += 1
            total[path[i]] += values[owner[path[i]]]


@helper
def _select(first: Wide, width: Wide, visits: Wide, total: Reals, node: int, exploration: float) -> int:
    """The first unvisited child, else the one with the highest upper confidence bound (UCB1)."""
    log = math.log(visits[node] + 1.0)
    best = int(first[node])
    highest = -1.0
    for child in range(first[node], first[node] + width[node]):
        n = visits[child]
        if n == 0:
            return child
        bound = total[child] / n + exploration * math.sqrt(log / n)
        if bound > highest:
            best, highest = child, bound
    return best

"""The arrays that hold a search tree, and how nodes come to be.

A node is a row of three arrays; the root is row 0. The children of a node are side by side, the more promising ones
first where the game says how promising they are, otherwise in random order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from byways.kernels import Bits, Ints, Rows, States, Table, Wide, helper
from byways.kernels.rng import draw

ROOT = 0

# Columns of `ints`.
ACTION = 0  # that led to the node
MOVER = 1  # who acts there: a player, CHANCE or NOBODY
OWNER = 2  # the player who chose the action (player 0 where chance did)
PROOF = 3  # 0; or 1 + the player who wins from here whatever the others do; or DRAWN
INTS = 4
# Columns of `longs`.
FIRST = 0  # the first child, or 0 while there are none
WIDTH = 1  # how many children
VISITS = 2  # simulations that went through the node
HEARD = 3  # simulations that played the action later on (all moves as first)
LONGS = 4
# Columns of `reals`, all for the owner.
TOTAL = 0  # sum of the values of the visits
RUMOUR = 1  # sum of the values of what was heard
SQUARES = 2  # sum of the squares of the values of the visits
REALS = 3

DRAWN = 100
MEGABYTES = 256.0
"""What the memory of a search may grow to."""
BYTES_A_NODE = 2 * INTS + 8 * (LONGS + REALS)


class Tree(NamedTuple):
    """A search tree with room for a fixed number of nodes."""

    ints: States
    longs: Rows
    reals: Table

    @classmethod
    def with_memory(cls, megabytes: float) -> Tree:
        """Return an empty tree that takes at most so much memory."""
        nodes = max(1_000, int(megabytes * 2**20 / BYTES_A_NODE))
        return cls(
            np.zeros((nodes, INTS), dtype=np.int16), np.zeros((nodes, LONGS), dtype=np.int64), np.zeros((nodes, REALS))
        )

    def plant(self, mover: int) -> None:
        """Begin a new tree: a lone root where `mover` acts."""
        self.ints[ROOT] = 0
        self.longs[ROOT] = 0
        self.reals[ROOT] = 0.0
        self.ints[ROOT, ACTION] = -1
        self.ints[ROOT, MOVER] = mover

    def children(self, node: int) -> range:
        """Return the children of a node."""
        first, width = self.longs[node, :2]
        return range(int(first), int(first + width))

    def visits(self, node: int) -> int:
        """Return the number of simulations through a node."""
        return int(self.longs[node, VISITS])

    def value(self, node: int) -> float:
        """Return the value of a visited node for the player who chose its action: proved, or the mean so far."""
        proof = int(self.ints[node, PROOF])
        if proof:
            return 0.5 if proof == DRAWN else float(proof == 1 + self.ints[node, OWNER])
        return float(self.reals[node, TOTAL] / self.longs[node, VISITS])

    def spread(self, node: int) -> float:
        """Return the standard error of a visited node's value.

        As if it had also been seen to win once and to lose once (Agresti and Coull, 1998): few visits say little, even
        where they agree.
        """
        if self.ints[node, PROOF]:
            return 0.0
        visits = self.visits(node)
        mean = (self.reals[node, TOTAL] + 1) / (visits + 2)
        variance = (self.reals[node, SQUARES] + 1) / (visits + 2) - mean * mean
        return float(np.sqrt(variance / (visits + 2)))


@helper
def shuffle(out: Ints, count: int, rng: Bits) -> None:
    """Put actions in a random order."""
    for i in range(count):
        j = i + draw(rng, count - i)
        out[i], out[j] = out[j], out[i]


@helper
def expand(tree: Tree, node: int, used: int, chooser: int, out: Ints, count: int) -> int:
    """Give a node a child for each of `count` actions in `out`, which `chooser` chooses; return the nodes in use."""
    tree.longs[node, FIRST] = used
    tree.longs[node, WIDTH] = count
    for i in range(count):
        child = used + i
        tree.ints[child, ACTION] = out[i]
        tree.ints[child, MOVER] = 0
        tree.ints[child, OWNER] = max(chooser, 0)
        tree.ints[child, PROOF] = 0
        for column in range(LONGS):
            tree.longs[child, column] = 0
        for column in range(REALS):
            tree.reals[child, column] = 0.0
    return used + count


@helper
def sort(out: Ints, order_scores: Wide, count: int) -> None:
    """Shell's sort, the most promising first; the same interpreted and compiled, unlike library sorts of equals."""
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            action = out[i]
            worth = order_scores[i]
            j = i
            while j >= gap and order_scores[j - gap] < worth:
                out[j], order_scores[j] = out[j - gap], order_scores[j - gap]
                j -= gap
            out[j] = action
            order_scores[j] = worth
        gap //= 2


@helper
def settle_proof(tree: Tree, node: int) -> None:
    """Prove a node from its children where they suffice: MCTS-Solver (Winands, Björnsson and Saito, 2008).

    For two players. A chance node is proved when all its children are proved alike.
    """
    ints = tree.ints
    mover = int(ints[node, MOVER])
    first = int(tree.longs[node, FIRST])
    unlike = False
    unknown = False
    drawn = False
    found = int(ints[first, PROOF])
    for child in range(first, first + int(tree.longs[node, WIDTH])):
        proof = int(ints[child, PROOF])
        if mover >= 0 and proof == 1 + mover:
            ints[node, PROOF] = proof
            return
        unknown |= proof == 0
        drawn |= proof == DRAWN
        unlike |= proof != found
    if unknown or (mover < 0 and unlike):
        return
    if mover < 0:
        ints[node, PROOF] = found
    else:
        ints[node, PROOF] = DRAWN if drawn else 2 - mover

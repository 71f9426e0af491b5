"""The arrays that hold a search tree, and how nodes come and go.

A node is an index; the root is 0. The children of a node stand side by side in random order, so that the first
unvisited one is a random one. All arrays have one entry a node:

    action  the action that led to the node
    mover   who acts there: a player, CHANCE or NOBODY
    first   the first child, or 0 while there are none
    width   how many children
    visits  simulations that went through the node
    total   the sum of their values for `owner`
    owner   the player who chose the action (player 0 where chance did)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from byways.header import TO_MOVE
from byways.kernels import Ints, Kernel, Reals, Wide, Words, helper
from byways.rng import draw

BYTES_A_NODE = 3 * 2 + 3 * 8 + 8
ROOT = 0


@dataclass
class Tree:
    """A search tree with room for a fixed number of nodes."""

    action: Ints
    mover: Ints
    owner: Ints
    first: Wide
    width: Wide
    visits: Wide
    total: Reals

    @classmethod
    def with_memory(cls, megabytes: float) -> Tree:
        """An empty tree that takes at most so much memory."""
        nodes = max(1_000, int(megabytes * 2**20 / BYTES_A_NODE))
        action, mover, owner = (np.zeros(nodes, dtype=np.int16) for _ in range(3))
        first, width, visits = (np.zeros(nodes, dtype=np.int64) for _ in range(3))
        return cls(action, mover, owner, first, width, visits, np.zeros(nodes))

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Wide, Wide, Wide, Reals]:
        """The arrays in the order in which kernels take them."""
        return self.action, self.mover, self.owner, self.first, self.width, self.visits, self.total

    def plant(self, mover: int) -> None:
        """Begin a new tree: a lone root where `mover` acts."""
        self.action[ROOT], self.mover[ROOT], self.owner[ROOT] = -1, mover, 0
        self.first[ROOT] = self.width[ROOT] = self.visits[ROOT] = 0
        self.total[ROOT] = 0.0

    def children(self, node: int) -> range:
        """The children of a node."""
        return range(int(self.first[node]), int(self.first[node] + self.width[node]))

    def value(self, node: int) -> float:
        """The mean value of a visited node for the player who chose its action."""
        return float(self.total[node] / self.visits[node])


@helper
def expand(
    legal_actions: Kernel,
    geometry: Ints,
    state: Ints,
    action: Ints,
    mover: Ints,
    owner: Ints,
    first: Wide,
    width: Wide,
    visits: Wide,
    total: Reals,
    node: int,
    used: int,
    out: Ints,
    rng: Words,
) -> int:
    """Give a node its children, in random order unless chance moves; return how many nodes are in use, the same where
    the room does not suffice."""
    count = int(legal_actions(geometry, state, out))
    if count == 0 or used + count > action.size:
        return used
    chooser = int(state[TO_MOVE])
    first[node] = used
    width[node] = count
    for i in range(count):
        if chooser >= 0:  # chance actions keep the order of their weights
            j = i + draw(rng, count - i)
            out[i], out[j] = out[j], out[i]
        child = used + i
        action[child] = out[i]
        mover[child] = 0
        owner[child] = max(chooser, 0)
        first[child] = 0
        width[child] = 0
        visits[child] = 0
        total[child] = 0.0
    return used + count

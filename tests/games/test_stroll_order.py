"""In what order Stroll's engine looks at stones, against adding up the weights of a stone by their names."""

import math

import numpy as np
import pytest

import byways
from byways.games.stroll.board import CELLS
from byways.games.stroll.hints import PREFERRED, WEIGHTS
from byways.games.stroll.lines import phase_shares
from byways.games.stroll.order import order
from byways.games.stroll.preferences import A_STONE, describe_stone, mark_taken
from byways.games.stroll.rules import is_free
from byways.header import PART, TO_MOVE
from byways.search.montecarlo import MonteCarlo
from byways.search.tree import ACTION, LOGIT, ROOT, SHARE, Tree
from games.stroll_boards import some_vectors

AXES = {(0, 1): "straight", (1, 0): "straight", (1, 1): "diagonal", (1, -1): "diagonal"}
ENDS = ("edge", "own", "enemy")


def board_of(variant, vector):
    size = variant.options["size"]
    return vector[CELLS : CELLS + size * size].reshape(size, size).tolist()


def first_in(board, row, column, down, right, player):
    """What is seen in a direction, and how many steps away."""
    size, steps = len(board), 1
    while 0 <= (r := row + down * steps) < size and 0 <= (c := column + right * steps) < size:
        if board[r][c]:
            return ("own" if board[r][c] == player + 1 else "enemy"), steps
        steps += 1
    return "edge", steps


def ninths(size, steps):
    return min(max(math.floor(10 * steps / size + 0.5), 1), 9)


def names_of(variant, vector, cell):
    """What is known of a stone of the player to move, by name."""
    board, player, size = board_of(variant, vector), int(vector[TO_MOVE]), variant.options["size"]
    row, column = divmod(cell, size)
    seen = []
    for (down, right), axis in AXES.items():
        one, near = first_in(board, row, column, down, right, player)
        two, far = first_in(board, row, column, -down, -right, player)
        seen += [one, two]
        yield f"{one} {axis} {ninths(size, near)}"
        yield f"{two} {axis} {ninths(size, far)}"
        yield f"{' and '.join(sorted((one, two), key=ENDS.index))} {axis} {ninths(size, near + far)}"
    for whose in ("own", "enemy"):
        yield f"sees {min(seen.count(whose), 5)} {whose}"
    after = vector.copy()
    after[CELLS + cell] = player + 1
    free = [sum(is_free(variant.geometry, v, c) for c in range(size * size)) for v in (vector, after)]
    yield f"takes {free[0] - free[1]}"


@pytest.mark.parametrize("size", [5, 8])
def test_a_stone_is_known_by_what_it_sees_stands_between_and_takes(size):
    for variant, vector in some_vectors(size=size, games=2):
        taken = np.zeros(size * size, dtype=np.int64)
        free = mark_taken(variant.geometry, vector, taken)
        cells = [cell for cell in range(size * size) if is_free(variant.geometry, vector, cell)]
        assert (free, np.flatnonzero(taken == 0).tolist()) == (len(cells), cells)
        if vector[TO_MOVE] < 0:
            continue
        for cell in variant.legal_actions(vector):
            found = np.zeros(A_STONE, dtype=np.int64)
            describe_stone(variant.geometry, vector, taken, cell, int(vector[TO_MOVE]), found)
            assert sorted(PREFERRED[3 * f] for f in found) == sorted(
                f"first: {name} late" for name in names_of(variant, vector, cell)
            )


def promises(variant, vector):
    legal = np.array(variant.legal_actions(vector), dtype=np.int16)
    scores = np.zeros(legal.size, dtype=np.int64)
    order(variant.geometry, vector.copy(), legal, legal.size, scores)
    return dict(zip(legal.tolist(), scores.tolist(), strict=True))


def test_promises_are_sums_of_weights_below_the_best():
    for variant, vector in some_vectors(size=6, games=2):
        if vector[TO_MOVE] < 0:
            continue
        shares = np.zeros(3)
        phase_shares(sum(is_free(variant.geometry, vector, cell) for cell in range(36)), 36, shares)
        stone = "second" if vector[PART] else "first"

        def weight(name, stone=stone, shares=shares):
            phases = zip(shares, ("late", "middle", "early"), strict=True)
            return sum(share * WEIGHTS[f"{stone}: {name} {phase}"] for share, phase in phases)

        found = promises(variant, vector)
        sums = {cell: sum(weight(name) for name in names_of(variant, vector, cell)) for cell in found}
        highest = max(sums.values())
        for cell, promise in found.items():  # weights are blended to whole thousandths, 15 of them
            assert promise == pytest.approx(max(1000 - (highest - sums[cell]) / 10, 0), abs=2.6)
        assert max(found.values()) == 1000


def test_a_swap_promises_all_and_claims_promise_alike():
    swap = byways.start("stroll", size=6, swap=True).play("c3>c5")
    assert promises(swap.variant, swap.vector)[swap.actions("swap")[0]] == 1000
    claims = byways.start("stroll", size=5, ending="claim", position=FULL)
    assert set(promises(claims.variant, claims.vector).values()) == {1000}


FULL = """
   a b c d e
 1 . . O . X
 2 . X . . .
 3 O . . . O
 4 . X . X .
 5 . . O . .
"""


def test_children_get_their_shares_by_what_is_promised():
    state = byways.start("stroll", size=6).play("c3>c5").play("e2>e6")
    search = MonteCarlo(state, knobs={"puct": 0.7}, seed=1, tree=Tree.with_memory(1))
    search.run(simulations=60)
    tree, found = search.tree, promises(state.variant, state.vector)
    actions = [int(tree.ints[child, ACTION]) for child in tree.children(ROOT)]
    shares = [float(tree.reals[child, SHARE]) for child in tree.children(ROOT)]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    for action, share in zip(actions, shares, strict=True):
        assert share == pytest.approx(shares[0] * math.exp((found[action] - found[actions[0]]) / LOGIT))
    visited = [tree.visits(child) > 0 for child in tree.children(ROOT)]
    assert visited == sorted(visited, reverse=True), "those not visited stand behind all others"

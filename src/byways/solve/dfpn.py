"""Depth-first proof-number search (Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications, 2002).

It answers one question about a position of a two-player game without dice: does a player, the *claimant*, win
whatever the opponent does? (Whether somebody at least draws is the question whether the other wins.) A position's
*proof number* is how many positions at least must still be proved to prove the claim there, its *disproof number* how
many must be disproved to disprove it. The search always goes on where the smallest number is, leaves a subtree only
when its numbers have grown past a sibling's by a quarter (Pawlewicz and Lew, Improving Depth-First PN-Search: 1 + ε
Trick, 2007), and keeps all numbers in a table of bounded size.

The stack is an array of rows, so the search can be left after some positions and be taken up again; from the table
alone it finds its way back too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from byways.kernels import Bits, Ints, Reals, Rows, States, Wide, always_inline, helper, kernel
from byways.kernels.signatures import Apply, Estimate, Key, LegalActions, Order, Outcome, Symmetry
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.solve.proof_table import LARGEST, bucket, disproof_of, find, proof_of, store, work_of

INFINITE = LARGEST  # the number of what is impossible; the other number is then 0
MOST = INFINITE - 1  # numbers that are not settled stop here

# A row of the stack.
COUNT = 0  # actions
AT = 1  # the action being looked at
PROOF_LIMIT, DISPROOF_LIMIT = 2, 3  # the row is left when a number reaches its limit
CLAIMS = 4  # 1: the claimant moves here
BEGAN = 5  # counters[NODES] when the row was entered
WORTH = 6  # positions that earlier visits looked at
REPEATED = 7  # the first row whose position came again below, where that was taken as no proof; else NEVER
FRAME = 8
NEVER = 1 << 30

# What lasts between calls.
ROW = 0  # the row to go on with; -1: the claim is settled
NODES = 1  # positions entered
FRESH = 2  # 1: the row was just entered
DEEPEST = 3
PROOF, DISPROOF = 4, 5  # of the root when it was last left
STORED = 6  # table entries in use
CUT = 7  # 1: the claim is not proved, but only because the stack had no room to go deeper
COUNTERS = 8

# What the search is about: words of `how`.
CLAIMANT = 0  # a player
COMMUTING = 1  # 1: the actions of one turn make the same turn in any order
CYCLIC = 2  # 1: positions can come again; on the way to a win none has to
WEAK = 3  # 1: weak proof numbers, for games in which many orders of play lead to one position
HOW = 4


class ProofRules(NamedTuple):
    """The kernels of a game that the search calls."""

    legal_actions: LegalActions
    apply: Apply
    outcome: Outcome
    key: Key
    symmetry: Symmetry
    order: Order
    estimate: Estimate


class ProofStack(NamedTuple):
    """The rows of the search: row i belongs to the i-th action below the root."""

    states: States
    moves: States
    """The actions of each position."""
    proofs: Rows
    """The proof number of what each action leads to."""
    disproofs: Rows
    frames: Rows
    keys: Bits


class Work(NamedTuple):
    """Arrays whose contents are of no use before or after a call."""

    children: States
    """A row for each action, and one more."""
    named: Bits
    actions: Ints
    order_scores: Wide
    values: Reals


@kernel
def prove(
    rules: ProofRules,
    geometry: Ints,
    how: Wide,
    budget: int,
    stack: ProofStack,
    table: Bits,
    counters: Wide,
    work: Work,
) -> None:
    """Search on from counters[ROW] until the claim is settled at the root or `budget` positions were entered.

    The caller enters row 0.
    """
    frames = stack.frames
    images = int(rules.symmetry(geometry, stack.states[0], 0, work.children[-1], work.actions))
    stop = counters[NODES] + budget
    row = int(counters[ROW])
    while row >= 0:
        frame = frames[row]
        if counters[FRESH] == 1:
            if counters[NODES] >= stop:
                break
            counters[FRESH] = 0
            counters[NODES] += 1
            counters[DEEPEST] = max(counters[DEEPEST], row)
            _enter(rules, images, geometry, how, stack, table, row, int(counters[NODES]), work)
        count = int(frame[COUNT])
        proof, disproof = totals(stack.proofs[row], stack.disproofs[row], count, frame[CLAIMS] == 1, how[WEAK] == 1)
        if proof >= frame[PROOF_LIMIT] or disproof >= frame[DISPROOF_LIMIT]:
            row = _leave(stack, table, counters, row, proof, disproof)
        else:
            _go_down(rules, geometry, how, stack, row, proof, disproof)
            row += 1
            counters[FRESH] = 1
    counters[ROW] = row


@always_inline
def _leave(stack: ProofStack, table: Bits, counters: Wide, row: int, proof: int, disproof: int) -> int:
    """Keep a row's numbers in the table and in the row above; return that row, -1 above the root."""
    frames = stack.frames
    frame = frames[row]
    if disproof != 0 or frame[REPEATED] >= row:  # else it is no disproof by any other way to this position
        work = int(frame[WORTH]) + int(counters[NODES]) - int(frame[BEGAN]) + 1
        counters[STORED] += store(table, stack.keys[row], proof, disproof, work)
    if row == 0:
        counters[PROOF] = proof
        counters[DISPROOF] = disproof
        counters[CUT] = int(disproof == 0 and frame[REPEATED] < 0)
        return -1
    at = int(frames[row - 1, AT])
    stack.proofs[row - 1, at] = proof
    stack.disproofs[row - 1, at] = disproof
    frames[row - 1, REPEATED] = min(frames[row - 1, REPEATED], frame[REPEATED])
    return row - 1


@helper
def _enter(
    rules: ProofRules,
    images: int,
    geometry: Ints,
    how: Wide,
    stack: ProofStack,
    table: Bits,
    row: int,
    nodes: int,
    work: Work,
) -> None:
    """List the row's actions, the most promising first, with the numbers of what they lead to.

    An action that settles the row is left alone in it.
    """
    frame = stack.frames[row]
    state = stack.states[row]
    out = stack.moves[row]
    proofs = stack.proofs
    disproofs = stack.disproofs
    claims = state[TO_MOVE] == how[CLAIMANT]
    hashed = canonical(rules.key, rules.symmetry, images, geometry, how, state, work.children[-1], work.actions)
    stack.keys[row] = hashed
    slot = find(table, hashed)
    frame[CLAIMS] = int(claims)
    frame[BEGAN] = nodes
    frame[WORTH] = 0 if slot < 0 else work_of(table[slot + 1])
    frame[REPEATED] = NEVER
    count = int(rules.legal_actions(geometry, state, out))
    if row + 1 == stack.states.shape[0]:
        frame[REPEATED] = -1  # no room to go deeper: the claim is not proved on this way, and that is all that is known
        frame[COUNT] = 1
        proofs[row, 0] = INFINITE
        disproofs[row, 0] = 0
        return
    if how[COMMUTING] == 1 and state[PART] > 0 and row > 0:
        count = _drop_until(out, count, int(stack.moves[row - 1, stack.frames[row - 1, AT]]))
    rules.order(geometry, state, out, count, work.order_scores)
    _sort(out, work.order_scores, count)
    _make_children(rules, images, geometry, how, stack, row, count, table, work)
    for i in range(count):
        proof, disproof = _numbers(rules, geometry, how, stack, row, i, table, work)
        if (claims and proof == 0) or (not claims and disproof == 0):
            out[0] = out[i]
            proofs[row, 0] = proof
            disproofs[row, 0] = disproof
            count = 1
            break
        proofs[row, i] = proof
        disproofs[row, i] = disproof
    frame[COUNT] = count


@helper
def _make_children(
    rules: ProofRules,
    images: int,
    geometry: Ints,
    how: Wide,
    stack: ProofStack,
    row: int,
    count: int,
    table: Bits,
    work: Work,
) -> None:
    """Play each of a row's actions, name what they lead to, and have the table's entries for it at hand.

    The memory is asked for all of them together: it takes longer to answer than all else takes. Its answers are put
    into `order_scores`, which is not read. Where the game is over the name is the row's own.
    """
    children = work.children
    named = work.named
    for i in range(count):
        children[i, :] = stack.states[row]
        rules.apply(geometry, children[i], int(stack.moves[row, i]))
        named[i] = stack.keys[row]
        if children[i, TO_MOVE] != NOBODY:
            named[i] = canonical(
                rules.key, rules.symmetry, images, geometry, how, children[i], children[-1], work.actions
            )
    for i in range(count):
        work.order_scores[i] = np.int64(table[bucket(table, named[i])])


@helper
def _numbers(
    rules: ProofRules, geometry: Ints, how: Wide, stack: ProofStack, row: int, child: int, table: Bits, work: Work
) -> tuple[int, int]:
    """Return the proof and disproof numbers of a child of a row, by its end, the table or the game itself."""
    state = work.children[child]
    hashed = work.named[child]
    values = work.values
    claimant = int(how[CLAIMANT])
    if state[TO_MOVE] == NOBODY:
        rules.outcome(geometry, state, values)
        return (0, INFINITE) if values[claimant] > 0.5 else (INFINITE, 0)
    if how[CYCLIC] == 1:
        frame = stack.frames[row]
        for above in range(row, -1, -1):
            if stack.keys[above] == hashed:
                frame[REPEATED] = min(frame[REPEATED], above)
                return INFINITE, 0
    slot = find(table, hashed)
    if slot >= 0:
        return proof_of(table[slot + 1]), disproof_of(table[slot + 1])
    winner = rules.estimate(geometry, state, work.order_scores)
    if winner > 0:
        return (0, INFINITE) if winner == claimant + 1 else (INFINITE, 0)
    return int(work.order_scores[claimant]), int(work.order_scores[1 - claimant])


@helper
def canonical(
    key: Key, symmetry: Symmetry, images: int, geometry: Ints, how: Wide, state: Ints, image: Ints, actions: Ints
) -> np.uint64:
    """Return one key for all images of a position by symmetries that keep the players, and so the claim.

    In the middle of a turn whose actions commute the position's own key is returned: only some actions are looked at
    there, and which depends on their numbers.
    """
    least: np.uint64 = key(geometry, state)
    if how[COMMUTING] == 1 and state[PART] > 0:
        return least
    for i in range(1, images):
        symmetry(geometry, state, i, image, actions)
        if image[TO_MOVE] == state[TO_MOVE]:
            least = min(least, key(geometry, image))
    return least


@helper
def _drop_until(out: Ints, count: int, action: int) -> int:
    """Keep only the actions above one; return how many there are."""
    kept = 0
    for i in range(count):
        if out[i] > action:
            out[kept] = out[i]
            kept += 1
    return kept


@helper
def _sort(out: Ints, order_scores: Wide, count: int) -> None:
    """Put the most promising actions first; equals keep their order."""
    for i in range(1, count):
        action = out[i]
        worth = order_scores[i]
        j = i
        while j > 0 and order_scores[j - 1] < worth:
            out[j], order_scores[j] = out[j - 1], order_scores[j - 1]
            j -= 1
        out[j] = action
        order_scores[j] = worth


@helper
def totals(proofs: Wide, disproofs: Wide, count: int, claims: bool, weak: bool) -> tuple[int, int]:
    """Compute a position's proof and disproof number from those of what `count` actions lead to.

    The side that chooses needs one action: its number is the least. The other must see to all: the sum, or, where many
    orders of play lead to the same positions and would be added up again and again, the greatest and one for each other
    (Ueda, Hashimoto, Hashimoto and Iida, Weak Proof-Number Search, 2008).
    """
    least = INFINITE
    total = 0
    most = 0
    still = 0
    for i in range(count):
        one, other = (int(proofs[i]), int(disproofs[i])) if claims else (int(disproofs[i]), int(proofs[i]))
        least = min(least, one)
        total += other
        most = max(most, other)
        still += int(other > 0)
    rest = most + still - 1 if weak and still > 0 else total
    rest = INFINITE if least == 0 else min(rest, MOST)
    return (least, rest) if claims else (rest, least)


@helper
def _go_down(
    rules: ProofRules, geometry: Ints, how: Wide, stack: ProofStack, row: int, proof: int, disproof: int
) -> None:
    """Enter the most promising child, with limits that bring the search back when another looks better."""
    states = stack.states
    frames = stack.frames
    proofs = stack.proofs
    disproofs = stack.disproofs
    frame = frames[row]
    claims = frame[CLAIMS] == 1
    chosen = 0
    second = INFINITE
    still = 0
    least = INFINITE + 1
    for i in range(frame[COUNT]):
        one, other = (proofs[row, i], disproofs[row, i]) if claims else (disproofs[row, i], proofs[row, i])
        still += int(other > 0)
        if one < least:
            chosen = i
            second = least
            least = one
        else:
            second = min(second, one)
    frame[AT] = chosen
    states[row + 1] = states[row]
    rules.apply(geometry, states[row + 1], int(stack.moves[row, chosen]))
    other = int(disproofs[row, chosen]) if claims else int(proofs[row, chosen])
    rest = still - 1 if how[WEAK] == 1 else (disproof if claims else proof) - other
    limit = int(frame[PROOF_LIMIT] if claims else frame[DISPROOF_LIMIT])
    other_limit = int(frame[DISPROOF_LIMIT] if claims else frame[PROOF_LIMIT])
    limit = min(limit, int(second) + int(second) // 4 + 1)
    other_limit = max(other_limit - rest, other + 1)
    below = frames[row + 1]
    below[PROOF_LIMIT], below[DISPROOF_LIMIT] = (limit, other_limit) if claims else (other_limit, limit)

"""Legs of the shoppers' path: shortest walks between places, and which of them score most together.

Two legs that meet at a place, their *hub*, share a space only where both are equally far from it, since both are
shortest walks from there. So the best pair is found by dynamic programming over pairs of spaces, one distance from the
hub after the other. A third leg is searched depth-first: only spaces that the others may use too make a difference to
them, and a branch is left when even sharing at its best would not help.
"""

from __future__ import annotations

import numpy as np

from byways.games.longway.space_sets import MOST_CELLS, first, grow
from byways.kernels import Wide, helper

# What there is to know of a sheet, as an int64 vector of FACTS words, each a set of spaces.
OPEN_EAST, OPEN_SOUTH = 0, 1  # with an open border on that side
GAIN, LOSS = 2, 3  # displays, empty spaces
FACTS = 4

# A leg is an int64 vector of LEG words: by distance from its hub, the spaces on its shortest walks; then its length.
LENGTH = MOST_CELLS
LEG = MOST_CELLS + 1

# A table is an int64 vector of TABLE words. MOST_CELLS * u + v: the most that two legs score from u and v outwards, u
# and v at the same distance from the hub; TAIL + v: the most that the longer one scores from v outwards.
TAIL = MOST_CELLS * MOST_CELLS
TABLE = TAIL + MOST_CELLS

LEAST = -1_000  # below any score


@helper
def around(facts: Wide, cell: int) -> int:
    """Return the spaces one step from a space."""
    return grow(int(facts[OPEN_EAST]), int(facts[OPEN_SOUTH]), 1 << cell)


@helper
def worth(facts: Wide, cell: int) -> int:
    """Return what a space adds to the score: 1, 0 or -1."""
    return ((int(facts[GAIN]) >> cell) & 1) - ((int(facts[LOSS]) >> cell) & 1)


@helper
def spread(facts: Wide, hub: int, layers: Wide) -> int:
    """Write the spaces at every distance from the hub; return all of them. `layers` has LEG words."""
    east = int(facts[OPEN_EAST])
    south = int(facts[OPEN_SOUTH])
    reached = edge = hub
    steps = 0
    while edge > 0:
        layers[steps] = edge
        steps += 1
        edge = grow(east, south, edge) & ~reached
        reached |= edge
    return reached


@helper
def distance(layers: Wide, place: int) -> int:
    """Return the distance of the nearest of some spaces that can be reached."""
    steps = 0
    while int(layers[steps]) & place == 0:
        steps += 1
    return steps


@helper
def shortest(facts: Wide, hub: int, far: int, leg: Wide) -> None:
    """Write the leg from `hub` to `far`, sets of spaces of which any may be where it begins and ends."""
    east = int(facts[OPEN_EAST])
    south = int(facts[OPEN_SOUTH])
    spread(facts, hub, leg)
    length = distance(leg, far)
    leg[length] &= far
    for step in range(length - 1, -1, -1):
        leg[step] &= grow(east, south, int(leg[step + 1]))
    leg[LENGTH] = length


@helper
def onward(facts: Wide, leg: Wide, step: int, cell: int) -> int:
    """Return the set of spaces where the leg may go on, outwards, from a space at distance `step`."""
    return around(facts, cell) & int(leg[step + 1]) if step < leg[LENGTH] else 0


@helper
def all_of(leg: Wide) -> int:
    """Return all spaces that the leg may use."""
    cells = 0
    for step in range(int(leg[LENGTH]) + 1):
        cells |= int(leg[step])
    return cells


@helper
def count_walks(facts: Wide, hub: int, far: int) -> int:
    """Count the shortest walks between two places."""
    leg = np.empty(LEG, dtype=np.int64)
    ways = np.empty(MOST_CELLS, dtype=np.int64)
    shortest(facts, hub, far, leg)
    total = 0
    for step in range(int(leg[LENGTH]), -1, -1):
        total = 0
        cells = int(leg[step])
        while cells > 0:
            cell = first(cells)
            cells &= cells - 1
            ahead = onward(facts, leg, step, cell)
            ways[cell] = int(step == leg[LENGTH])
            while ahead > 0:
                ways[cell] += ways[first(ahead)]
                ahead &= ahead - 1
            total += int(ways[cell])
    return total


@helper
def best_of(values: Wide, at: int, cells: int) -> int:
    """Return the space, of a set that is not empty, whose value, kept from `at`, is greatest."""
    best = first(cells)
    while cells > 0:
        cell = first(cells)
        cells &= cells - 1
        if values[at + cell] > values[at + best]:
            best = cell
    return best


@helper
def best_entry(table: Wide, cells_a: int, cells_b: int) -> int:
    """Return the index of the greatest entry for a space of each set; the sets must not be empty."""
    best = MOST_CELLS * first(cells_a) + first(cells_b)
    while cells_a > 0:
        entry = best_of(table, MOST_CELLS * first(cells_a), cells_b) + MOST_CELLS * first(cells_a)
        cells_a &= cells_a - 1
        if table[entry] > table[best]:
            best = entry
    return best


@helper
def score_tail(facts: Wide, leg: Wide, step: int, table: Wide) -> None:
    """Fill the table's tail for the leg's spaces at one distance, those further out being done."""
    cells = int(leg[step])
    while cells > 0:
        cell = first(cells)
        cells &= cells - 1
        ahead = onward(facts, leg, step, cell)
        table[TAIL + cell] = worth(facts, cell) + (table[TAIL + best_of(table, TAIL, ahead)] if ahead > 0 else 0)


@helper
def score_pair(facts: Wide, a: Wide, b: Wide, table: Wide) -> int:
    """Return the highest score of two legs from one hub together and fill the table; `a` must not be the longer one."""
    for step in range(int(b[LENGTH]), int(a[LENGTH]), -1):
        score_tail(facts, b, step, table)
    for step in range(int(a[LENGTH]), -1, -1):
        cells_a = int(a[step])
        while cells_a > 0:
            u = first(cells_a)
            cells_a &= cells_a - 1
            ahead_a = onward(facts, a, step, u)
            worth_u = worth(facts, u)
            cells_b = int(b[step])
            while cells_b > 0:
                v = first(cells_b)
                cells_b &= cells_b - 1
                ahead_b = onward(facts, b, step, v)
                value = worth_u if u == v else worth_u + worth(facts, v)
                if ahead_a > 0:
                    value += int(table[best_entry(table, ahead_a, ahead_b)])
                elif ahead_b > 0:
                    value += int(table[TAIL + best_of(table, TAIL, ahead_b)])
                table[MOST_CELLS * u + v] = value
    return int(table[best_entry(table, int(a[0]), int(b[0]))])


@helper
def trace_pair(facts: Wide, a: Wide, b: Wide, table: Wide, route_a: Wide, route_b: Wide) -> None:
    """Write the two best walks, from the hub outwards, after `score_pair`."""
    entry = best_entry(table, int(a[0]), int(b[0]))
    for step in range(int(b[LENGTH]) + 1):
        if step <= a[LENGTH]:
            u = entry // MOST_CELLS
            v = entry % MOST_CELLS
            route_a[step] = u
            route_b[step] = v
            if step < a[LENGTH]:
                entry = best_entry(table, onward(facts, a, step, u), onward(facts, b, step, v))
        else:
            last = int(route_b[step - 1])
            route_b[step] = best_of(table, TAIL, onward(facts, b, step - 1, last))


@helper
def best_third(facts: Wide, leg: Wide, a: Wide, b: Wide, table: Wide, route: Wide) -> None:
    """Write to `route`, by distance from its hub, the walk of `leg` that scores most together with the pair a, b.

    `rest` is what the leg scores at best from a space inwards. The share of the others is bounded by letting them use
    every display of this leg as if it were their own, and its empty spaces for nothing.
    """
    length = int(leg[LENGTH])
    shared = all_of(leg) & (all_of(a) | all_of(b)) & int(facts[GAIN] | facts[LOSS])
    left = facts.copy()  # what the leg leaves to the others
    left[LOSS] = facts[LOSS] & ~shared
    most_others = score_pair(left, a, b, table)
    rest = np.empty(MOST_CELLS, dtype=np.int64)
    mixes = np.empty(MOST_CELLS, dtype=np.int64)
    inward = np.empty(MOST_CELLS, dtype=np.int64)
    look_inward(facts, leg, shared, rest, mixes, inward)
    trail = np.empty(LEG, dtype=np.int64)
    waiting = np.empty(LEG, dtype=np.int64)
    sums = np.zeros(LEG, dtype=np.int64)  # of the trail before a step
    taken = np.zeros(LEG, dtype=np.int64)
    best = LEAST
    step = length
    waiting[step] = leg[step]
    while step <= length:
        if waiting[step] == 0:
            step += 1
            continue
        cell = best_of(rest, 0, int(waiting[step]))
        waiting[step] &= ~(1 << cell)
        trail[step] = cell
        total = int(sums[step] + rest[cell])
        if total + most_others <= best:
            waiting[step] = 0  # the others that wait here promise no more
        elif mixes[cell] > 0:
            step -= 1
            waiting[step] = inward[cell]
            sums[step] = sums[step + 1] + worth(facts, cell)
            taken[step] = taken[step + 1] | (shared & (1 << cell))
        else:
            left[GAIN], left[LOSS] = facts[GAIN] & ~taken[step], facts[LOSS] & ~taken[step]
            total += score_pair(left, a, b, table)
            if total > best:
                best = total
                for i in range(length, -1, -1):
                    route[i] = trail[i] if i >= step else best_of(rest, 0, int(inward[route[i + 1]]))


@helper
def look_inward(facts: Wide, leg: Wide, shared: int, rest: Wide, mixes: Wide, inward: Wide) -> None:
    """Write for each space of a leg its best rest inwards, whether that may use a shared space, and where it may go."""
    for step in range(int(leg[LENGTH]) + 1):
        cells = int(leg[step])
        while cells > 0:
            cell = first(cells)
            cells &= cells - 1
            near = around(facts, cell) & int(leg[step - 1]) if step > 0 else 0
            inward[cell] = near
            rest[cell] = worth(facts, cell) + (rest[best_of(rest, 0, near)] if near > 0 else 0)
            mixes[cell] = (shared >> cell) & 1
            while near > 0:
                mixes[cell] |= mixes[first(near)]
                near &= near - 1

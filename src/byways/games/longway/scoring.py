"""The shoppers' path over a sheet and its score, exactly.

From the entrance the path goes to the nearest cafeteria that can be reached, on to the other one, on to the exit. Each
leg is a shortest walk; of all that are, also of equally near cafeterias, those are taken that score most together.
"""

from __future__ import annotations

import numpy as np

from byways.games.longway.grid import gate_cell
from byways.games.longway.legs import (
    FACTS,
    GAIN,
    LEAST,
    LEG,
    LENGTH,
    LOSS,
    OPEN_EAST,
    OPEN_SOUTH,
    TABLE,
    best_third,
    count_walks,
    distance,
    score_pair,
    shortest,
    spread,
    trace_pair,
    worth,
)
from byways.games.longway.sheet import (
    CAFES,
    ENTRANCE,
    EXIT,
    FREE,
    SETS,
    SHOWING,
    gather,
    is_shut,
    open_east,
    open_south,
)
from byways.games.longway.space_sets import MOST_CELLS
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, Wide, helper, kernel

BREAK = -1  # after each leg of a walk, and from its end on
WALK = 3 * (MOST_CELLS + 1)


@kernel
def score(geometry: Ints, state: Ints, sheet: int, walk: Ints) -> int:
    """Return the score of a sheet; write the spaces of a best path, or only BREAKs, to the WALK words of `walk`."""
    sets = np.empty(SETS, dtype=np.int64)
    gather(geometry, state, sheet, sets)
    return score_sets(geometry, sets, int(state[sheet + ENTRANCE]), int(state[sheet + EXIT]), walk)


@helper
def score_sets(geometry: Ints, sets: Wide, gate_in: int, gate_out: int, walk: Ints) -> int:
    """Return the score as `score` does, from a sheet's sets and its gates, each 1 + the index of an outer side."""
    facts = np.empty(FACTS, dtype=np.int64)
    clear_walk(walk)
    if gate_in == 0 or is_shut(geometry, sets, gate_in) or is_shut(geometry, sets, gate_out):  # 0: not known in a view
        return 0
    state_facts(geometry, sets, facts)
    start, end = 1 << gate_cell(geometry, gate_in), 1 << gate_cell(geometry, gate_out)
    layers = np.empty(LEG, dtype=np.int64)
    reached = spread(facts, start, layers)
    if reached & end == 0:
        return 0
    cafeteria = int(sets[CAFES]) & reached
    other = int(sets[CAFES + 1]) & reached
    if cafeteria > 0 and other > 0:
        nearer = distance(layers, cafeteria) - distance(layers, other)
        return better_tour(facts, start, cafeteria, other, nearer, end, walk)
    hub = cafeteria | other
    return best_legs(facts, hub if hub > 0 else start, start, end, 0, 0, walk)


@helper
def state_facts(geometry: Ints, sets: Wide, facts: Wide) -> None:
    """Write the facts of a sheet that the legs need to `facts`."""
    facts[OPEN_EAST], facts[OPEN_SOUTH] = open_east(geometry, sets), open_south(geometry, sets)
    facts[GAIN], facts[LOSS] = 0, sets[FREE]
    for symbol in range(1, FACES + 1):
        facts[GAIN] |= sets[SHOWING + symbol]


@helper
def better_tour(facts: Wide, start: int, one: int, other: int, nearer: int, end: int, walk: Ints) -> int:
    """Return the score of the best path by two cafeterias: `one` first if `nearer` < 0, `other` if > 0, else either."""
    best = LEAST
    tour = np.empty(WALK, dtype=np.int16)
    for _ in range(2):
        if nearer <= 0:
            found = best_tour(facts, start, one, other, end, tour)
            if found > best:
                best = found
                copy_walk(tour, walk)
        one, other, nearer = other, one, -nearer
    return best


@helper
def copy_walk(source: Ints, target: Ints) -> None:
    """Copy a walk word by word: slices would take seconds more to compile."""
    for i in range(WALK):
        target[i] = source[i]


@helper
def clear_walk(walk: Ints) -> None:
    """Write BREAKs."""
    for i in range(WALK):
        walk[i] = BREAK


@helper
def best_tour(facts: Wide, start: int, near: int, far: int, end: int, walk: Ints) -> int:
    """Return the score of the best path by two cafeterias in this order.

    The pair of legs may meet at either cafeteria, as a path reads both ways; the leg left over has fewer walks.
    """
    backwards = count_walks(facts, near, start) > count_walks(facts, far, end)
    if backwards:
        start, near, far, end = end, far, near, start
    clear_walk(walk)
    found = best_legs(facts, far, near, end, near, start, walk)
    if backwards:
        turn_round(walk)
    return found


@helper
def best_legs(facts: Wide, hub: int, far_a: int, far_b: int, hub_c: int, far_c: int, walk: Ints) -> int:
    """Return the score of a best path, and the path: from far_c to hub_c, from far_a to the hub, from the hub to far_b.

    Without cafeterias far_a is the hub, with one far_c is empty; then there is no such leg.
    """
    a = np.empty(LEG, dtype=np.int64)
    b = np.empty(LEG, dtype=np.int64)
    table = np.empty(TABLE, dtype=np.int64)
    shortest(facts, hub, far_a, a)
    shortest(facts, hub, far_b, b)
    swapped = a[LENGTH] > b[LENGTH]
    short, long = (b, a) if swapped else (a, b)
    left = facts.copy()  # what the third leg leaves to the others
    n = 0
    total = 0
    if far_c > 0:
        c = np.empty(LEG, dtype=np.int64)
        route = np.empty(LEG, dtype=np.int64)
        shortest(facts, hub_c, far_c, c)
        best_third(facts, c, short, long, table, route)
        for step in range(c[LENGTH] + 1):
            total += worth(facts, int(route[step]))
            left[GAIN] &= ~(1 << int(route[step]))
            left[LOSS] &= ~(1 << int(route[step]))
        n = write_leg(walk, n, route, int(c[LENGTH]), True)
    total += score_pair(left, short, long, table)
    route_short = np.empty(LEG, dtype=np.int64)
    route_long = np.empty(LEG, dtype=np.int64)
    trace_pair(left, short, long, table, route_short, route_long)
    route_a, route_b = (route_long, route_short) if swapped else (route_short, route_long)
    if far_a != hub:
        n = write_leg(walk, n, route_a, int(a[LENGTH]), True)
    write_leg(walk, n, route_b, int(b[LENGTH]), False)
    return total


@helper
def write_leg(walk: Ints, n: int, route: Wide, length: int, towards: bool) -> int:
    """Append a route, which goes outwards from its hub, to a walk of n words, if wanted towards the hub."""
    for step in range(length + 1):
        walk[n + step] = route[length - step if towards else step]
    return n + length + 2  # a BREAK stands there


@helper
def turn_round(walk: Ints) -> None:
    """Let a walk go from its end to its start."""
    end = walk.size
    while walk[end - 1] == BREAK:
        end -= 1
    for i in range(end // 2):
        walk[i], walk[end - 1 - i] = walk[end - 1 - i], walk[i]

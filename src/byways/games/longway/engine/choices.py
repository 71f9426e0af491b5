"""The promising turns of the player to move in any state: in the set-up, with dice on the table, or amid a turn."""

from __future__ import annotations

import numpy as np

from byways.games.longway.actions import SIDE
from byways.games.longway.engine.best_turns import WORST, add_bonuses, add_displays, best_turns, consider
from byways.games.longway.engine.compact_sheet import (
    IN,
    OUT,
    SKETCH,
    copy_sketch,
    exact_score,
    forget_turn,
    note,
    take_sketch,
)
from byways.games.longway.engine.features import FEATURES, SCRATCH
from byways.games.longway.engine.value_network import HIDDEN, value
from byways.games.longway.layout import AT, DARK, LIGHT, PLAYING, own_sheet, spaces_of
from byways.games.longway.scoring import WALK
from byways.games.longway.sheet import OUTER, STOPPED
from byways.header import PART, TO_MOVE
from byways.kernels import Grid, Ints, Reals, Wide, helper, kernel


@kernel
def read_sheet(geometry: Ints, state: Ints, player: int, sketch: Wide) -> int:
    """Write the sketch of a player's own sheet; return its score as it is, 0 before its gates are chosen."""
    take_sketch(state, own_sheet(geometry, player), sketch)
    if sketch[IN] == 0 or sketch[OUT] == 0:
        return 0
    return exact_score(sketch, np.empty(WALK, dtype=np.int16))


@kernel
def foresee(geometry: Ints, state: Ints, sheet: int, net: Reals, sketch: Wide) -> float:
    """Write the sketch of a sheet and return the final score to expect of it; the exact one if its player has stopped.

    Of a sheet whose gates are not known the forecast is that of an empty one with gates far apart.
    """
    take_sketch(state, sheet, sketch)
    if sketch[IN] == 0 or sketch[OUT] == 0:
        sketch[IN], sketch[OUT] = 1, len(OUTER)
    if state[sheet + STOPPED] > 0:
        return float(exact_score(sketch, np.empty(WALK, dtype=np.int16)))
    scratch = np.empty(SCRATCH, dtype=np.int64)
    return value(geometry, net, sketch, scratch, np.empty(FEATURES), np.empty(HIDDEN))


@kernel
def promising(geometry: Ints, state: Ints, net: Reals, breadth: int, values: Reals, rows: Grid) -> None:
    """Write the most promising turns that draw something, or what completes the present one, as `best_turns` does."""
    sketch = np.empty(SKETCH, dtype=np.int64)
    take_sketch(state, own_sheet(geometry, int(state[TO_MOVE])), sketch)
    light, dark, part = int(state[LIGHT]), int(state[DARK]), int(state[PART])
    if part == 0 and state[PLAYING] == 1:
        best_turns(geometry, net, sketch, light, dark, breadth, values, rows)
        return
    values[:] = WORST
    scratch, work = np.empty(SCRATCH, dtype=np.int64), np.empty(FEATURES + HIDDEN)
    if state[PLAYING] == 0:
        add_gates(geometry, net, sketch, values, rows, scratch, work)
        return
    winning, winners = np.full(breadth, WORST), np.empty((breadth, SKETCH), dtype=np.int64)
    if part == 1:
        spaces = spaces_of(geometry, light, int(state[AT]) - 1)
        add_displays(geometry, net, sketch, spaces, light, dark, values, rows, winning, winners, scratch, work)
    else:
        winning[0] = 0.0
        copy_sketch(sketch, winners[0])
    add_bonuses(geometry, net, winning, winners, values, rows, scratch, work)


@helper
def add_gates(geometry: Ints, net: Reals, sketch: Wide, values: Reals, rows: Grid, scratch: Wide, work: Reals) -> None:
    """Consider each entrance, unless it is chosen already, with each exit."""
    chosen = int(sketch[IN])
    for entrance in range(1, len(OUTER) + 1):
        if chosen not in (0, entrance):
            continue
        for way_out in range(1, len(OUTER) + 1):
            if way_out != entrance:
                forget_turn(sketch)
                if chosen == 0:
                    note(sketch, SIDE + entrance - 1)
                note(sketch, SIDE + way_out - 1)
                sketch[IN], sketch[OUT] = entrance, way_out
                consider(geometry, net, sketch, values, rows, scratch, work)

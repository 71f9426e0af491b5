"""The promising turns of the player to move in any state: in the set-up, with dice on the table, or amid a turn."""

from __future__ import annotations

import numpy as np

from byways.games.longway.engine.best_turns import (
    WORST,
    Best,
    Room,
    add_bonuses,
    add_displays,
    best_turns,
    consider,
    make_room,
    none_yet,
)
from byways.games.longway.engine.compact_sheet import (
    COMPACT_WORDS,
    IN,
    OUT,
    copy_compact,
    exact_score,
    forget_turn,
    note,
    write_compact,
)
from byways.games.longway.engine.features import FEATURES, SCRATCH
from byways.games.longway.engine.value_network import HIDDEN, value
from byways.games.longway.grid import count_gates
from byways.games.longway.layout import AT, DARK, LIGHT, PLAYING, own_sheet, spaces_of
from byways.games.longway.scoring import WALK
from byways.games.longway.sheet import STOPPED
from byways.kernels import Ints, Reals, Rows, Wide, helper, kernel
from byways.rules.state_vector import PART, TO_MOVE


@kernel
def read_sheet(geometry: Ints, state: Ints, player: int, compact: Wide) -> int:
    """Write a player's own sheet as a compact sheet; return its score as it is, 0 before its gates are chosen."""
    write_compact(geometry, state, own_sheet(geometry, player), compact)
    if compact[IN] == 0 or compact[OUT] == 0:
        return 0
    return exact_score(geometry, compact, np.empty(WALK, dtype=np.int16))


@kernel
def foresee(geometry: Ints, state: Ints, sheet: int, net: Reals, compact: Wide) -> float:
    """Write a compact sheet and return the final score to expect of it; the exact one if its player has stopped.

    Of a sheet whose gates are not known the forecast is that of an empty one with gates far apart.
    """
    write_compact(geometry, state, sheet, compact)
    if compact[IN] == 0 or compact[OUT] == 0:
        compact[IN], compact[OUT] = 1, count_gates(geometry)
    if state[sheet + STOPPED] > 0:
        return float(exact_score(geometry, compact, np.empty(WALK, dtype=np.int16)))
    scratch = np.empty(SCRATCH, dtype=np.int64)
    return value(geometry, net, compact, scratch, np.empty(FEATURES), np.empty(HIDDEN))


@kernel
def promising(geometry: Ints, state: Ints, net: Reals, breadth: int, values: Reals, rows: Rows) -> None:
    """Write the most promising turns that draw something, or what completes the present one, as `best_turns` does."""
    compact = np.empty(COMPACT_WORDS, dtype=np.int64)
    write_compact(geometry, state, own_sheet(geometry, int(state[TO_MOVE])), compact)
    light = int(state[LIGHT])
    dark = int(state[DARK])
    part = int(state[PART])
    best = Best(values, rows)
    if part == 0 and state[PLAYING] == 1:
        best_turns(geometry, net, compact, light, dark, breadth, best)
        return
    values[:] = WORST
    room = make_room()
    if state[PLAYING] == 0:
        add_gates(geometry, net, compact, best, room)
        return
    winning = none_yet(breadth)
    if part == 1:
        spaces = spaces_of(geometry, light, int(state[AT]) - 1)
        add_displays(geometry, net, compact, spaces, light, dark, best, winning, room)
    else:
        winning.values[0] = 0.0
        copy_compact(compact, winning.rows[0])
    add_bonuses(geometry, net, winning, best, room)


@helper
def add_gates(geometry: Ints, net: Reals, compact: Wide, best: Best, room: Room) -> None:
    """Consider each entrance, unless it is chosen already, with each exit."""
    scratch, work = room
    values, rows = best
    chosen = int(compact[IN])
    for entrance in range(1, count_gates(geometry) + 1):
        if chosen not in (0, entrance):
            continue
        for way_out in range(1, count_gates(geometry) + 1):
            if way_out != entrance:
                forget_turn(compact)
                if chosen == 0:
                    note(compact, entrance - 1)
                note(compact, way_out - 1)
                compact[IN] = entrance
                compact[OUT] = way_out
                consider(geometry, net, compact, values, rows, scratch, work)

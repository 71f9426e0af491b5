"""What may be done and what it does, as kernels: the setup, tiles, displays, bonuses, cafeterias, stopping."""

from __future__ import annotations

import numpy as np

from byways.games.longway.actions import (
    CAFE,
    DARK_SHOWS,
    DOOR,
    LIGHT_SHOWS,
    REROLL_DARK,
    REROLL_LIGHT,
    ROLL,
    SHOW,
    STOP,
    TAKE_COINS,
    TILE,
    WALL,
    begins,
)
from byways.games.longway.grid import EAST, SOUTH, all_cells, count_cells, count_gates, gate_cell, gate_side
from byways.games.longway.layout import (
    ACTIVE,
    AT,
    DARK,
    LIGHT,
    PLAYING,
    corners_that_fit,
    own_sheet,
    spaces_of,
    walls_of,
)
from byways.games.longway.rounds import end_of_choice, reroll, show_dice
from byways.games.longway.sheet import (
    CAFES,
    CAFETERIAS,
    COINS,
    ENTRANCE,
    EXIT,
    FREE,
    MOST_CAFETERIAS,
    SETS,
    STOPPED,
    TILED,
    WALLS,
    WHAT,
    displays_at,
    draw_cafeteria,
    draw_doorway,
    draw_wall,
    earns_bonus,
    gather,
    is_shut,
    shut_east,
    shut_south,
)
from byways.games.longway.space_sets import COLUMNS, LAST_COLUMN, first
from byways.games.longway.tiles import FACES
from byways.kernels import Bits, Ints, Wide, helper, kernel
from byways.kernels.rng import draw
from byways.rules.state_vector import CHANCE, NOBODY, PART, TO_MOVE, next_turn


@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the legal actions: of the dice, in the set-up, or on the sheet of the player to move."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        return 0
    if player == CHANCE:
        return legal_dice(geometry, state, out)
    if state[PLAYING] == 0:
        return legal_sides(geometry, state, own_sheet(geometry, player), out)
    sets = np.empty(SETS, dtype=np.int64)
    gather(geometry, state, own_sheet(geometry, player), sets)
    if state[PART] == 0:
        return legal_choices(geometry, state, sets, player, out)
    if state[PART] == 1:
        return legal_displays(geometry, state, out)
    return legal_bonuses(geometry, state, own_sheet(geometry, player), sets, out)


@helper
def fill(out: Ints, low: int, many: int) -> int:
    """Write so many actions from `low` on."""
    for i in range(many):
        out[i] = low + i
    return many


@helper
def legal_dice(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the faces of both dice, or of the one that is rerolled."""
    if state[LIGHT] > 0:
        return fill(out, begins(geometry, DARK_SHOWS), FACES)
    if state[DARK] > 0:
        return fill(out, begins(geometry, LIGHT_SHOWS), FACES)
    return fill(out, begins(geometry, ROLL), FACES * FACES)


@helper
def legal_sides(geometry: Ints, state: Ints, sheet: int, out: Ints) -> int:
    """List the outer sides for the entrance, then the others for the exit."""
    n = 0
    for i in range(count_gates(geometry)):
        if i + 1 != state[sheet + ENTRANCE]:
            out[n] = i
            n += 1
    return n


@helper
def legal_choices(geometry: Ints, state: Ints, sets: Wide, player: int, out: Ints) -> int:
    """List tiles, cafeterias, stop, and rerolls for the active player with coins."""
    free = int(sets[FREE])
    light = int(state[LIGHT])
    sheet = own_sheet(geometry, player)
    tile = begins(geometry, TILE)
    cafe = begins(geometry, CAFE)
    n = 0
    corners = corners_that_fit(geometry, light, free)
    while corners > 0:
        out[n] = tile + first(corners)
        corners &= corners - 1
        n += 1
    if state[sheet + CAFETERIAS] < MOST_CAFETERIAS:
        east = lying(free)
        south = standing(free)
        for cell in range(count_cells(geometry)):
            if (east >> cell) & 1:
                out[n] = cafe + 2 * cell
                n += 1
            if (south >> cell) & 1:
                out[n] = cafe + 2 * cell + 1
                n += 1
    out[n] = begins(geometry, STOP)
    n += 1
    if state[ACTIVE] == player and state[sheet + COINS] > 0:
        out[n], out[n + 1] = begins(geometry, REROLL_LIGHT), begins(geometry, REROLL_DARK)
        n += 2
    return n


@helper
def lying(free: int) -> int:
    """Return the left spaces of pairs of empty spaces side by side."""
    return free & (free >> 1) & ~LAST_COLUMN


@helper
def standing(free: int) -> int:
    """Return the upper spaces of pairs of empty spaces one above the other."""
    return free & (free >> COLUMNS)


@helper
def legal_displays(geometry: Ints, state: Ints, out: Ints) -> int:
    """List either die's symbol on any space of the new tile."""
    light, dark = int(state[LIGHT]), int(state[DARK])
    low, high = min(light, dark), max(light, dark)
    spaces = spaces_of(geometry, light, int(state[AT]) - 1)
    n = 0
    while spaces > 0:
        show = begins(geometry, SHOW) + FACES * first(spaces) - 1
        out[n] = show + low
        n += 1
        if high > low:
            out[n] = show + high
            n += 1
        spaces &= spaces - 1
    return n


@helper
def legal_bonuses(geometry: Ints, state: Ints, sheet: int, sets: Wide, out: Ints) -> int:
    """List walls, doorways and coins."""
    places = np.empty(8, dtype=np.int64)
    for side in range(4):
        places[side] = places_for_wall(geometry, sets, side)
        places[4 + side] = places_for_door(geometry, state, sheet, sets, side)
    wall = begins(geometry, WALL)
    n = 0
    for kind in range(2):
        for i in range(4 * count_cells(geometry)):
            if (places[4 * kind + i % 4] >> (i // 4)) & 1:
                out[n] = wall + i
                n += 1
        wall = begins(geometry, DOOR)
    out[n] = begins(geometry, TAKE_COINS)
    return n + 1


@helper
def places_for_wall(geometry: Ints, sets: Wide, side: int) -> int:
    """Return the spaces on whose side a wall may be drawn: all but cafeterias, if there is none yet (decision G4)."""
    return all_cells(geometry) & ~(int(sets[WALLS + side]) | int(sets[CAFES]) | int(sets[CAFES + 1]))


@helper
def places_for_door(geometry: Ints, state: Ints, sheet: int, sets: Wide, side: int) -> int:
    """Return the spaces by whose name and side a doorway may be cut on a sheet."""
    return doorway_places(geometry, sets, int(state[sheet + ENTRANCE]), int(state[sheet + EXIT]), side)


@helper
def doorway_places(geometry: Ints, sets: Wide, entrance: int, way_out: int, side: int) -> int:
    """Return the spaces with a shut border on that side; outer sides only of a walled-up entrance or exit."""
    places = 0
    if side == EAST:
        places = shut_east(sets)
    elif side == SOUTH:
        places = shut_south(geometry, sets)
    for gate in (entrance, way_out):
        if gate > 0 and gate_side(geometry, gate) == side and is_shut(geometry, sets, gate):
            places |= 1 << gate_cell(geometry, gate)
    return places


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Play a legal action in place."""
    if action >= begins(geometry, ROLL):
        show_dice(geometry, state, action)
        next_turn(state, int(state[ACTIVE]))
        return
    player = int(state[TO_MOVE])
    sheet = own_sheet(geometry, player)
    if action in (begins(geometry, REROLL_LIGHT), begins(geometry, REROLL_DARK)):
        reroll(geometry, state, player, action)
        return
    if draws_on(geometry, state, sheet, action):
        state[PART] += 1
    else:
        end_of_choice(geometry, state, player)


@helper
def draws_on(geometry: Ints, state: Ints, sheet: int, action: int) -> bool:
    """Draw what the action says on the player's own sheet; return whether the turn goes on."""
    if action < begins(geometry, TILE):
        gate = ENTRANCE if state[PART] == 0 else EXIT
        state[sheet + gate] = 1 + action
        return gate == ENTRANCE
    if action < begins(geometry, CAFE):
        state[AT] = 1 + action - begins(geometry, TILE)
        draw_tile(geometry, state, sheet)
        return True
    if action < begins(geometry, STOP):
        i = action - begins(geometry, CAFE)
        draw_cafeteria(state, sheet, i // 2, i // 2 + (COLUMNS if i % 2 else 1))
    elif action == begins(geometry, STOP):
        state[sheet + STOPPED] = 1
    elif action < begins(geometry, WALL):
        i = action - begins(geometry, SHOW)
        return draw_display(geometry, state, sheet, i // FACES, i % FACES + 1)
    elif action < begins(geometry, DOOR):
        i = action - begins(geometry, WALL)
        draw_wall(geometry, state, sheet, i // 4, i % 4)
    elif action < begins(geometry, TAKE_COINS):
        i = action - begins(geometry, DOOR)
        draw_doorway(geometry, state, sheet, i // 4, i % 4)
    else:
        state[sheet + COINS] += 2
    return False


@helper
def draw_tile(geometry: Ints, state: Ints, sheet: int) -> None:
    """Draw the rolled tile at AT: its spaces and its walls."""
    light = int(state[LIGHT])
    dark = int(state[DARK])
    corner = int(state[AT]) - 1
    spaces = spaces_of(geometry, light, corner)
    what = TILED + first(spaces)
    while spaces > 0:
        state[sheet + WHAT + first(spaces)] = what
        spaces &= spaces - 1
    for side in range(4):
        walls = walls_of(geometry, light, dark, side) << corner
        while walls > 0:
            draw_wall(geometry, state, sheet, first(walls), side)
            walls &= walls - 1


@helper
def draw_display(geometry: Ints, state: Ints, sheet: int, cell: int, symbol: int) -> bool:
    """Draw a display; return whether a bonus is due. The new tile's walls are there; all other displays are older."""
    state[displays_at(geometry, sheet) + cell] = symbol
    return earns_bonus(geometry, state, sheet, cell, symbol)


@kernel
def choose(geometry: Ints, state: Ints, legal: Ints, count: int, rng: Bits) -> int:
    """Choose a tile whenever one fits, else a cafeteria, else stop; each equally likely, and no rerolls."""
    if state[PLAYING] == 0 or state[PART] > 0:
        return int(legal[draw(rng, count)])
    cafe = begins(geometry, CAFE)
    stop = begins(geometry, STOP)
    tiles_that_fit = 0
    choices = 0
    for i in range(count):
        tiles_that_fit += int(legal[i] < cafe)
        choices += int(legal[i] < stop)
    if choices == 0:
        return stop
    return int(legal[draw(rng, tiles_that_fit if tiles_that_fit > 0 else choices)])

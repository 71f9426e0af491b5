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
    SIDE,
    STOP,
    TAKE_COINS,
    TILE,
    WALL,
)
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
    DISPLAY,
    EAST,
    ENTRANCE,
    EXIT,
    FREE,
    MOST_CAFETERIAS,
    OUTER,
    OUTER_CELL,
    OUTER_SIDE,
    SETS,
    SOUTH,
    STOPPED,
    TILED,
    WALLS,
    WHAT,
    draw_cafeteria,
    draw_doorway,
    draw_wall,
    gather,
    is_shut,
    shut_east,
    shut_south,
    wins_bonus,
)
from byways.games.longway.space_sets import ALL, CELLS, LAST_COLUMN, SIZE, first
from byways.games.longway.tiles import FACES
from byways.header import CHANCE, NOBODY, PART, TO_MOVE, next_turn
from byways.kernels import Bits, Ints, Wide, helper, kernel
from byways.rng import draw


@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    """List the legal actions: of the dice, in the set-up, or on the sheet of the player to move."""
    player = int(state[TO_MOVE])
    if player == NOBODY:
        return 0
    if player == CHANCE:
        return legal_dice(state, out)
    if state[PLAYING] == 0:
        return legal_sides(state, own_sheet(geometry, player), out)
    sets = np.empty(SETS, dtype=np.int64)
    gather(state, own_sheet(geometry, player), sets)
    if state[PART] == 0:
        return legal_choices(geometry, state, sets, player, out)
    if state[PART] == 1:
        return legal_displays(geometry, state, out)
    return legal_bonuses(state, own_sheet(geometry, player), sets, out)


@helper
def fill(out: Ints, low: int, high: int) -> int:
    """Write the actions from `low` to `high` - 1."""
    for action in range(low, high):
        out[action - low] = action
    return high - low


@helper
def legal_dice(state: Ints, out: Ints) -> int:
    """List the faces of both dice, or of the one that is rerolled."""
    if state[LIGHT] > 0:
        return fill(out, DARK_SHOWS, DARK_SHOWS + FACES)
    if state[DARK] > 0:
        return fill(out, LIGHT_SHOWS, LIGHT_SHOWS + FACES)
    return fill(out, ROLL, ROLL + FACES * FACES)


@helper
def legal_sides(state: Ints, sheet: int, out: Ints) -> int:
    """List the outer sides for the entrance, then the others for the exit."""
    n = 0
    for i in range(len(OUTER)):
        if i + 1 != state[sheet + ENTRANCE]:
            out[n] = SIDE + i
            n += 1
    return n


@helper
def legal_choices(geometry: Ints, state: Ints, sets: Wide, player: int, out: Ints) -> int:
    """List tiles, cafeterias, stop, and rerolls for the active player with coins."""
    free, light = int(sets[FREE]), int(state[LIGHT])
    sheet = own_sheet(geometry, player)
    n = 0
    corners = corners_that_fit(geometry, light, free)
    while corners > 0:
        out[n] = TILE + first(corners)
        corners &= corners - 1
        n += 1
    if state[sheet + CAFETERIAS] < MOST_CAFETERIAS:
        east, south = lying(free), standing(free)
        for cell in range(CELLS):
            if (east >> cell) & 1:
                out[n] = CAFE + 2 * cell
                n += 1
            if (south >> cell) & 1:
                out[n] = CAFE + 2 * cell + 1
                n += 1
    out[n] = STOP
    n += 1
    if state[ACTIVE] == player and state[sheet + COINS] > 0:
        out[n], out[n + 1] = REROLL_LIGHT, REROLL_DARK
        n += 2
    return n


@helper
def lying(free: int) -> int:
    """Return the left spaces of pairs of empty spaces side by side."""
    return free & (free >> 1) & ~LAST_COLUMN


@helper
def standing(free: int) -> int:
    """Return the upper spaces of pairs of empty spaces one above the other."""
    return free & (free >> SIZE)


@helper
def legal_displays(geometry: Ints, state: Ints, out: Ints) -> int:
    """List either die's symbol on any space of the new tile."""
    light, dark = int(state[LIGHT]), int(state[DARK])
    low, high = min(light, dark), max(light, dark)
    spaces = spaces_of(geometry, light, int(state[AT]) - 1)
    n = 0
    while spaces > 0:
        show = SHOW + FACES * first(spaces) - 1
        out[n] = show + low
        n += 1
        if high > low:
            out[n] = show + high
            n += 1
        spaces &= spaces - 1
    return n


@helper
def legal_bonuses(state: Ints, sheet: int, sets: Wide, out: Ints) -> int:
    """List walls, doorways and coins."""
    places = np.empty(8, dtype=np.int64)
    for side in range(4):
        places[side] = places_for_wall(sets, side)
        places[4 + side] = places_for_door(state, sheet, sets, side)
    n = 0
    for i in range(8 * CELLS):
        kind, cell, side = i // (4 * CELLS), i // 4 % CELLS, i % 4
        if (places[4 * kind + side] >> cell) & 1:
            out[n] = WALL + i
            n += 1
    out[n] = TAKE_COINS
    return n + 1


@helper
def places_for_wall(sets: Wide, side: int) -> int:
    """Return the spaces on whose side a wall may be drawn: all but cafeterias, if there is none yet (decision G4)."""
    return ALL & ~(int(sets[WALLS + side]) | int(sets[CAFES]) | int(sets[CAFES + 1]))


@helper
def places_for_door(state: Ints, sheet: int, sets: Wide, side: int) -> int:
    """Return the spaces by whose name and side a doorway may be cut on a sheet."""
    return doorway_places(sets, int(state[sheet + ENTRANCE]), int(state[sheet + EXIT]), side)


@helper
def doorway_places(sets: Wide, entrance: int, way_out: int, side: int) -> int:
    """Return the spaces with a shut border on that side; outer sides only of a walled-up entrance or exit."""
    places = 0
    if side == EAST:
        places = shut_east(sets)
    elif side == SOUTH:
        places = shut_south(sets)
    for outer in (entrance, way_out):
        if outer > 0 and OUTER_SIDE[outer - 1] == side and is_shut(sets, outer):
            places |= 1 << OUTER_CELL[outer - 1]
    return places


@kernel
def apply(geometry: Ints, state: Ints, action: int) -> None:
    """Play a legal action in place."""
    if action >= ROLL:
        show_dice(state, action)
        next_turn(state, int(state[ACTIVE]))
        return
    player = int(state[TO_MOVE])
    sheet = own_sheet(geometry, player)
    if action in (REROLL_LIGHT, REROLL_DARK):
        reroll(geometry, state, player, action)
        return
    if draws_on(geometry, state, sheet, action):
        state[PART] += 1
    else:
        end_of_choice(geometry, state, player)


@helper
def draws_on(geometry: Ints, state: Ints, sheet: int, action: int) -> bool:
    """Draw what the action says on the player's own sheet; return whether the turn goes on."""
    if action < TILE:
        gate = ENTRANCE if state[PART] == 0 else EXIT
        state[sheet + gate] = 1 + action - SIDE
        return gate == ENTRANCE
    if action < CAFE:
        state[AT] = 1 + action - TILE
        draw_tile(geometry, state, sheet)
        return True
    if action < STOP:
        cell = (action - CAFE) // 2
        draw_cafeteria(state, sheet, cell, cell + (SIZE if (action - CAFE) % 2 else 1))
    elif action == STOP:
        state[sheet + STOPPED] = 1
    elif action < WALL:
        return draw_display(state, sheet, (action - SHOW) // FACES, (action - SHOW) % FACES + 1)
    elif action < DOOR:
        draw_wall(state, sheet, (action - WALL) // 4, (action - WALL) % 4)
    elif action < TAKE_COINS:
        draw_doorway(state, sheet, (action - DOOR) // 4, (action - DOOR) % 4)
    else:
        state[sheet + COINS] += 2
    return False


@helper
def draw_tile(geometry: Ints, state: Ints, sheet: int) -> None:
    """Draw the rolled tile at AT: its spaces and its walls."""
    light, dark, corner = int(state[LIGHT]), int(state[DARK]), int(state[AT]) - 1
    spaces = spaces_of(geometry, light, corner)
    what = TILED + first(spaces)
    while spaces > 0:
        state[sheet + WHAT + first(spaces)] = what
        spaces &= spaces - 1
    for side in range(4):
        walls = walls_of(geometry, light, dark, side) << corner
        while walls > 0:
            draw_wall(state, sheet, first(walls), side)
            walls &= walls - 1


@helper
def draw_display(state: Ints, sheet: int, cell: int, symbol: int) -> bool:
    """Draw a display; return whether a bonus is due. The new tile's walls are there; all other displays are older."""
    sets = np.empty(SETS, dtype=np.int64)
    gather(state, sheet, sets)
    state[sheet + DISPLAY + cell] = symbol
    return wins_bonus(sets, cell, symbol)


@kernel
def choose(geometry: Ints, state: Ints, legal: Ints, count: int, rng: Bits) -> int:
    """Choose a tile whenever one fits, else a cafeteria, else stop; each equally likely, and no rerolls."""
    if state[PLAYING] == 0 or state[PART] > 0:
        return int(legal[draw(rng, count)])
    tiles_that_fit = 0
    choices = 0
    for i in range(count):
        tiles_that_fit += int(legal[i] < CAFE)
        choices += int(legal[i] < STOP)
    if choices == 0:
        return STOP
    return int(legal[draw(rng, tiles_that_fit if tiles_that_fit > 0 else choices)])

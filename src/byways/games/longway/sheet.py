"""A player's sheet: its words in a state vector, the sets of spaces that rules ask for, and what is drawn on it.

A sheet is kept twice where several people play: as all have seen it, and as its player has drawn it in the present
round. Both are blocks of `sheet_words` words; functions take the offset of the one they mean as `sheet`. A block is
a few numbers, then three words for each space of the grid: what is on it, its display, its walls.
"""

from __future__ import annotations

from byways.games.longway.grid import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    all_cells,
    count_cells,
    gate_cell,
    gate_side,
    upper_cells,
)
from byways.games.longway.space_sets import COLUMNS, LAST_COLUMN, MOST_CELLS, grow
from byways.kernels import Ints, Wide, helper

COINS = 0
CAFETERIAS = 1  # how many are drawn
ENTRANCE = 2  # 1 + the index of an outer side, or 0 before it is chosen
EXIT = 3
STOPPED = 4
WHAT = 5  # a word for each space

# What is on a space. Tiles and cafeterias are named by their first space, so the order of turns leaves no trace.
EMPTY = 0
TILED = 1  # 1 + the first space of the tile
WALLED = TILED + MOST_CELLS  # nothing but walls drawn as a bonus
DINING = WALLED + 1  # DINING + the first space of the cafeteria

DOORWAY = 4  # marks have bit s for a wall on side s of the space, bit DOORWAY + s for its doorway

MOST_CAFETERIAS = 2

# A sheet as sets of spaces, in an int64 vector of SETS words.
FREE = 0  # empty spaces
SHOWING = 0  # SHOWING + symbol, 1 to 6: spaces with that display
CAFES = 7  # two sets: the spaces of the first and the second cafeteria
WALLS = 9  # WALLS + side: spaces with a wall on that side
DOORS = 13  # DOORS + side: those whose wall has a doorway
SETS = 17


@helper
def sheet_words(geometry: Ints) -> int:
    """Return the number of words of a sheet."""
    return WHAT + 3 * count_cells(geometry)


@helper
def displays_at(geometry: Ints, sheet: int) -> int:
    """Return the offset of a word for each space: 0, or the symbol of the display on it."""
    return sheet + WHAT + count_cells(geometry)


@helper
def marks_at(geometry: Ints, sheet: int) -> int:
    """Return the offset of a word for each space: the marks of its walls."""
    return sheet + WHAT + 2 * count_cells(geometry)


def by_space(sheet: Ints) -> tuple[Ints, Ints, Ints]:
    """Return what is on each space, its display and its marks, as views of a sheet's words."""
    whats, displays, marks = sheet[WHAT:].reshape(3, -1)
    return whats, displays, marks


@helper
def gather(geometry: Ints, state: Ints, sheet: int, sets: Wide) -> None:
    """Write the sheet's SETS sets."""
    cells = count_cells(geometry)
    whats = sheet + WHAT
    displays = displays_at(geometry, sheet)
    marks_of = marks_at(geometry, sheet)
    for i in range(SETS):
        sets[i] = 0
    first_cafeteria = EMPTY
    free = 0
    north = east = south = west = 0  # sets in variables are faster than in an array
    north_door = east_door = south_door = west_door = 0
    for cell in range(cells):
        what = int(state[whats + cell])
        bit = 1 << cell
        if what == EMPTY:
            free |= bit
            continue
        symbol = int(state[displays + cell])
        if symbol > 0:
            sets[SHOWING + symbol] |= bit
        if what >= DINING:
            if first_cafeteria == EMPTY:
                first_cafeteria = what
            sets[CAFES + int(what != first_cafeteria)] |= bit
        marks = int(state[marks_of + cell])
        north |= (marks & 1) << cell
        east |= (marks >> 1 & 1) << cell
        south |= (marks >> 2 & 1) << cell
        west |= (marks >> 3 & 1) << cell
        if marks >> DOORWAY != 0:
            north_door |= (marks >> 4 & 1) << cell
            east_door |= (marks >> 5 & 1) << cell
            south_door |= (marks >> 6 & 1) << cell
            west_door |= (marks >> 7 & 1) << cell
    sets[FREE] = free
    sets[WALLS] = north
    sets[WALLS + 1] = east
    sets[WALLS + 2] = south
    sets[WALLS + 3] = west
    sets[DOORS] = north_door
    sets[DOORS + 1] = east_door
    sets[DOORS + 2] = south_door
    sets[DOORS + 3] = west_door


@helper
def free_spaces(geometry: Ints, state: Ints, sheet: int) -> int:
    """Return the set of the sheet's empty spaces."""
    free = 0
    for row in range(0, count_cells(geometry), COLUMNS):
        for cell in range(row, row + COLUMNS):  # a loop of constant length is unrolled
            free |= int(state[sheet + WHAT + cell] == EMPTY) << cell
    return free


@helper
def solid(sets: Wide, side: int) -> int:
    """Return the spaces with a wall without a doorway on that side."""
    return int(sets[WALLS + side]) & ~int(sets[DOORS + side])


@helper
def shut_east(sets: Wide) -> int:
    """Return the spaces whose border with the next space to the east is shut."""
    return (solid(sets, EAST) | (solid(sets, WEST) >> 1)) & ~LAST_COLUMN


@helper
def shut_south(geometry: Ints, sets: Wide) -> int:
    """Return the spaces whose border with the next space to the south is shut."""
    return (solid(sets, SOUTH) | (solid(sets, NORTH) >> COLUMNS)) & upper_cells(geometry)


@helper
def open_east(geometry: Ints, sets: Wide) -> int:
    """Return the spaces whose border with the next space to the east is open."""
    return all_cells(geometry) & ~LAST_COLUMN & ~shut_east(sets)


@helper
def open_south(geometry: Ints, sets: Wide) -> int:
    """Return the spaces whose border with the next space to the south is open."""
    return upper_cells(geometry) & ~shut_south(geometry, sets)


@helper
def is_shut(geometry: Ints, sets: Wide, gate: int) -> bool:
    """Return whether there is a wall without a doorway on an outer side, given as 1 + its index."""
    return bool((solid(sets, gate_side(geometry, gate)) >> gate_cell(geometry, gate)) & 1)


@helper
def wins_bonus(geometry: Ints, sets: Wide, cell: int, symbol: int) -> bool:
    """Return whether a display of `symbol` on `cell` has a cafeteria or its like across an open border."""
    welcome = int(sets[CAFES]) | int(sets[CAFES + 1]) | int(sets[SHOWING + symbol])
    return (grow(open_east(geometry, sets), open_south(geometry, sets), 1 << cell) & welcome) != 0


@helper
def draw_wall(geometry: Ints, state: Ints, sheet: int, cell: int, side: int) -> None:
    """Draw a wall without a doorway."""
    state[marks_at(geometry, sheet) + cell] |= 1 << side
    if state[sheet + WHAT + cell] == EMPTY:
        state[sheet + WHAT + cell] = WALLED


@helper
def cut(state: Ints, marks: int, side: int) -> None:
    """Cut a doorway through the wall on one side of the space whose marks are the word `marks`, if there is one."""
    if (int(state[marks]) >> side) & 1:
        state[marks] |= 1 << (DOORWAY + side)


@helper
def beyond(geometry: Ints, cell: int, side: int) -> int:
    """Return the space beyond a side of a space, or -1 beyond an outer side."""
    if side == NORTH:
        return cell - COLUMNS if cell >= COLUMNS else -1
    if side == SOUTH:
        return cell + COLUMNS if cell + COLUMNS < count_cells(geometry) else -1
    if side == EAST:
        return cell + 1 if cell % COLUMNS < COLUMNS - 1 else -1
    return cell - 1 if cell % COLUMNS > 0 else -1


@helper
def is_wall(state: Ints, marks: int, side: int) -> bool:
    """Return whether by its marks, the word `marks`, a space has a wall without a doorway on that side."""
    return bool(((int(state[marks]) >> side) & (1 | 1 << DOORWAY)) == 1)


@helper
def earns_bonus(geometry: Ints, state: Ints, sheet: int, cell: int, symbol: int) -> bool:
    """Return what `wins_bonus` does, of a sheet whose sets are not gathered yet: a few words tell it."""
    displays = displays_at(geometry, sheet)
    marks = marks_at(geometry, sheet)
    for side in range(4):
        there = beyond(geometry, cell, side)
        if there < 0 or (state[displays + there] != symbol and state[sheet + WHAT + there] < DINING):
            continue
        if not is_wall(state, marks + cell, side) and not is_wall(state, marks + there, (side + 2) % 4):
            return True
    return False


@helper
def draw_doorway(geometry: Ints, state: Ints, sheet: int, cell: int, side: int) -> None:
    """Cut a doorway through the walls on a border or on an outer side."""
    marks = marks_at(geometry, sheet)
    cut(state, marks + cell, side)
    there = beyond(geometry, cell, side)
    if there >= 0:
        cut(state, marks + there, (side + 2) % 4)


@helper
def draw_cafeteria(state: Ints, sheet: int, cell: int, other: int) -> None:
    """Draw a cafeteria on two neighbouring empty spaces, the first of them first."""
    state[sheet + WHAT + cell] = DINING + cell
    state[sheet + WHAT + other] = DINING + cell
    state[sheet + CAFETERIAS] += 1

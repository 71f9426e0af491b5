"""A player's sheet: its words in a state vector, the sets of spaces that rules ask for, and what is drawn on it.

A sheet is kept twice where several people play: as all have seen it, and as its player has drawn it in the present
round. Both are blocks of SHEET words; functions take the offset of the one they mean as `sheet`.
"""

from __future__ import annotations

from byways.boards.shapes import square
from byways.games.longway.space_sets import ALL, CELLS, LAST_COLUMN, LAST_ROW, SIZE, grow
from byways.kernels import Ints, Wide, helper

COINS = 0
CAFETERIAS = 1  # how many are drawn
ENTRANCE = 2  # 1 + an index into OUTER, or 0 before it is chosen
EXIT = 3
STOPPED = 4
WHAT = 5  # a word for each space
DISPLAY = WHAT + CELLS  # 0, or the symbol of the display on the space
MARKS = DISPLAY + CELLS  # bit s: a wall on side s of the space; bit 4 + s: with a doorway
SHEET = MARKS + CELLS

# What is on a space. Tiles and cafeterias are named by their first space, so the order of turns leaves no trace.
EMPTY = 0
TILED = 1  # 1 + the first space of the tile
WALLED = TILED + CELLS  # nothing but walls drawn as a bonus
DINING = WALLED + 1  # DINING + the first space of the cafeteria

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = "NESW"
STEPS = (-SIZE, 1, SIZE, -1)
DOORWAY = 4

MOST_CAFETERIAS = 2

BOARD = square(SIZE)
NAMES = BOARD.names


def _is_outer(cell: int, side: int) -> bool:
    row, column = divmod(cell, SIZE)
    return (row == 0, column == SIZE - 1, row == SIZE - 1, column == 0)[side]


# The outer sides in board order, and the space and the side of each.
OUTER = tuple((cell, side) for cell in range(CELLS) for side in range(4) if _is_outer(cell, side))
OUTER_CELL = tuple(cell for cell, _ in OUTER)
OUTER_SIDE = tuple(side for _, side in OUTER)

# A sheet as sets of spaces, in an int64 vector of SETS words.
FREE = 0  # empty spaces
SHOWING = 0  # SHOWING + symbol, 1 to 6: spaces with that display
CAFES = 7  # two sets: the spaces of the first and the second cafeteria
WALLS = 9  # WALLS + side: spaces with a wall on that side
DOORS = 13  # DOORS + side: those whose wall has a doorway
SETS = 17


@helper
def gather(state: Ints, sheet: int, sets: Wide) -> None:
    """Write the sheet's SETS sets."""
    for i in range(SETS):
        sets[i] = 0
    first_cafeteria = EMPTY
    free = 0
    north = east = south = west = 0  # sets in variables are faster than in an array
    north_door = east_door = south_door = west_door = 0
    for cell in range(CELLS):
        what, bit = int(state[sheet + WHAT + cell]), 1 << cell
        if what == EMPTY:
            free |= bit
            continue
        symbol = int(state[sheet + DISPLAY + cell])
        if symbol > 0:
            sets[SHOWING + symbol] |= bit
        if what >= DINING:
            if first_cafeteria == EMPTY:
                first_cafeteria = what
            sets[CAFES + int(what != first_cafeteria)] |= bit
        marks = int(state[sheet + MARKS + cell])
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
    sets[WALLS], sets[WALLS + 1], sets[WALLS + 2], sets[WALLS + 3] = north, east, south, west
    sets[DOORS], sets[DOORS + 1], sets[DOORS + 2], sets[DOORS + 3] = north_door, east_door, south_door, west_door


@helper
def free_spaces(state: Ints, sheet: int) -> int:
    """Return the set of the sheet's empty spaces."""
    free = 0
    for cell in range(CELLS):
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
def shut_south(sets: Wide) -> int:
    """Return the spaces whose border with the next space to the south is shut."""
    return (solid(sets, SOUTH) | (solid(sets, NORTH) >> SIZE)) & ~LAST_ROW


@helper
def open_east(sets: Wide) -> int:
    """Return the spaces whose border with the next space to the east is open."""
    return ALL & ~LAST_COLUMN & ~shut_east(sets)


@helper
def open_south(sets: Wide) -> int:
    """Return the spaces whose border with the next space to the south is open."""
    return ALL & ~LAST_ROW & ~shut_south(sets)


@helper
def is_shut(sets: Wide, outer: int) -> bool:
    """Return whether a wall without a doorway stands on an outer side, given as 1 + its index in OUTER."""
    return bool((solid(sets, OUTER_SIDE[outer - 1]) >> OUTER_CELL[outer - 1]) & 1)


@helper
def wins_bonus(sets: Wide, cell: int, symbol: int) -> bool:
    """Return whether a display of `symbol` on `cell` has a cafeteria or its like across an open border."""
    welcome = int(sets[CAFES]) | int(sets[CAFES + 1]) | int(sets[SHOWING + symbol])
    return (grow(open_east(sets), open_south(sets), 1 << cell) & welcome) != 0


@helper
def draw_wall(state: Ints, sheet: int, cell: int, side: int) -> None:
    """Draw a wall without a doorway."""
    state[sheet + MARKS + cell] |= 1 << side
    if state[sheet + WHAT + cell] == EMPTY:
        state[sheet + WHAT + cell] = WALLED


@helper
def cut(state: Ints, sheet: int, cell: int, side: int) -> None:
    """Cut a doorway through the wall on one side of a space, if there is one."""
    if (int(state[sheet + MARKS + cell]) >> side) & 1:
        state[sheet + MARKS + cell] |= 1 << (DOORWAY + side)


@helper
def beyond(cell: int, side: int) -> int:
    """Return the space beyond a border, which its space to the west or north names, or -1 beyond an outer side."""
    if side == EAST and cell % SIZE < SIZE - 1:
        return cell + 1
    if side == SOUTH and cell + SIZE < CELLS:
        return cell + SIZE
    return -1


@helper
def draw_doorway(state: Ints, sheet: int, cell: int, side: int) -> None:
    """Cut a doorway through the walls on a border or on an outer side."""
    cut(state, sheet, cell, side)
    there = beyond(cell, side)
    if there >= 0:
        cut(state, sheet, there, (side + 2) % 4)


@helper
def draw_cafeteria(state: Ints, sheet: int, cell: int, other: int) -> None:
    """Draw a cafeteria on two neighbouring empty spaces, the first of them first."""
    state[sheet + WHAT + cell] = DINING + cell
    state[sheet + WHAT + other] = DINING + cell
    state[sheet + CAFETERIAS] += 1

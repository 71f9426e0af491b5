"""Where things are kept: the geometry vector with the tiles, and the state vector with the round and the sheets.

A state is the header, a few words of the round, and each player's sheet as all have seen it. With several players there
follows each player's own sheet, with what was drawn on it in the present round: it takes effect when everybody still in
has acted. Between rounds, and for everybody who has not acted yet, the two are equal.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from byways.games.longway import tiles
from byways.games.longway.bits import SET_WORDS, first, read_set
from byways.games.longway.sheet import SHEET
from byways.games.longway.tiles import FACES
from byways.header import GEOMETRY, HEADER
from byways.kernels import Ints, helper
from byways.options import Value

PLAYERS = GEOMETRY
OWN = GEOMETRY + 1  # the offset of the first player's own sheet
TILES = GEOMETRY + 2  # the words of the tile set (`TileSet.words`): corners, spaces, walls
SPACES = TILES + FACES * SET_WORDS
LAYOUTS = SPACES + FACES * SET_WORDS

PLAYING = HEADER  # 0 while entrances and exits are chosen
ACTIVE = HEADER + 1  # whose dice these are
LIGHT = HEADER + 2  # 0: to be rolled
DARK = HEADER + 3
AT = HEADER + 4  # 1 + where the box of the tile lies that the present turn has placed; 0 otherwise
SEEN = HEADER + 5  # the offset of the first player's sheet as all have seen it

SCORE = 1  # the only reason


def geometry(options: Mapping[str, Value]) -> Ints:
    """The constant vector for a number of players and a set of tiles. Raises OptionError for a bad file of tiles."""
    players = int(options["players"])
    own = SEEN if players == 1 else SEEN + players * SHEET
    return np.array([0, players, own, *tiles.load(str(options["tiles"])).words], dtype=np.int16)


def width(geometry: Ints) -> int:
    """The length of a state vector."""
    return int(geometry[OWN]) + int(geometry[PLAYERS]) * SHEET


@helper
def seen_sheet(player: int) -> int:
    """Where a player's sheet begins as all have seen it."""
    return SEEN + player * SHEET


@helper
def own_sheet(geometry: Ints, player: int) -> int:
    """Where a player's sheet begins with what was drawn in the present round."""
    return int(geometry[OWN]) + player * SHEET


@helper
def spaces_of(geometry: Ints, light: int, corner: int) -> int:
    """The spaces of a tile whose box has its top left at `corner`; 0 where the box leaves the grid."""
    if (read_set(geometry, TILES + SET_WORDS * (light - 1)) >> corner) & 1 == 0:
        return 0
    return read_set(geometry, SPACES + SET_WORDS * (light - 1)) << corner


@helper
def corners_that_fit(geometry: Ints, light: int, free: int) -> int:
    """Where the box of a tile may have its top left if its spaces must be in the set `free`."""
    corners = read_set(geometry, TILES + SET_WORDS * (light - 1))
    spaces = read_set(geometry, SPACES + SET_WORDS * (light - 1))
    while spaces > 0:
        corners &= free >> first(spaces)
        spaces &= spaces - 1
    return corners


@helper
def walls_of(geometry: Ints, light: int, dark: int, side: int) -> int:
    """The spaces of a tile with a wall on that side, its box at a1."""
    return read_set(geometry, LAYOUTS + SET_WORDS * (4 * (FACES * (light - 1) + dark - 1) + side))

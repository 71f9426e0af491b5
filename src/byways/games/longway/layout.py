"""The layout of the vectors: the geometry with the tiles, and the state with the round and the sheets.

A state is the header, a few words of the round, and each player's sheet as all have seen it. With several players there
follows each player's own sheet, with what was drawn on it in the present round: it takes effect when everybody still in
has acted. Between rounds, and for everybody who has not acted yet, the two are equal.
"""

from __future__ import annotations

from collections.abc import Mapping

from byways.games.longway import tiles
from byways.games.longway.actions import KINDS, starts
from byways.games.longway.grid import OWN, STARTS, cells_of, gate_words, outer_sides
from byways.games.longway.sheet import DINING, DOORWAY, EMPTY, MOST_CAFETERIAS, WHAT, sheet_words
from byways.games.longway.space_sets import SET_WORDS, first, read_set
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, helper
from byways.rules.options import Value
from byways.rules.state_vector import HEADER
from byways.turns import OPTIONS

PLAYERS = OPTIONS
TILES = STARTS + KINDS  # the words of the tile set (`TileSet.words`): corners, spaces, walls
SPACES = TILES + FACES * SET_WORDS
LAYOUTS = SPACES + FACES * SET_WORDS

PLAYING = HEADER  # 0 while entrances and exits are chosen
ACTIVE = HEADER + 1  # whose dice these are
LIGHT = HEADER + 2  # 0: to be rolled
DARK = HEADER + 3
AT = HEADER + 4  # 1 + where the box of the tile lies that the present turn has placed; 0 otherwise
ROUND_WORDS = 5
SEEN = HEADER + ROUND_WORDS  # the offset of the first player's sheet as all have seen it

SCORE = 1  # the only reason


def numbers(options: Mapping[str, Value]) -> list[int]:
    """Return the game's numbers, from OWN on: where the own sheets begin, the grid, actions, tiles.

    Raises OptionError for a bad tile file.
    """
    players = int(options["players"])
    rows = int(options["rows"])
    own = SEEN if players == 1 else SEEN + players * _sheet_words(options)
    tile_words = tiles.load(str(options["tiles"])).words(rows)
    return [own, *gate_words(rows), *starts(rows)[:KINDS], *tile_words]


def _sheet_words(options: Mapping[str, Value]) -> int:
    return WHAT + 3 * cells_of(options)


def words_of_sheets(options: Mapping[str, Value]) -> int:
    """Return how many words of a state each player's sheets take: one as all have seen it, and one's own."""
    return _sheet_words(options) * (1 if int(options["players"]) == 1 else 2)


def longest(options: Mapping[str, Value]) -> int:
    """Return how many actions a game has at most.

    A player chooses an entrance and an exit, draws tiles until no space is left, each with a display, a bonus and two
    rerolls for the coins of one, then cafeterias, and stops.
    """
    least = min(len(shape.spaces) for shape in tiles.load(str(options["tiles"])).shapes)
    return int(options["players"]) * (5 * (cells_of(options) // least) + MOST_CAFETERIAS + 3)


def ranges(options: Mapping[str, Value]) -> list[tuple[int, int]]:
    """Return the least and the greatest number of each word behind the header."""
    players = int(options["players"])
    cells = cells_of(options)
    gates = (0, len(outer_sides(int(options["rows"]))))
    facts = [(0, 32_767), (0, MOST_CAFETERIAS), gates, gates, (0, 1)]
    spaces = [*[(EMPTY, DINING + cells - 1)] * cells, *[(0, FACES)] * cells, *[(0, (1 << 2 * DOORWAY) - 1)] * cells]
    of_round = [(0, 1), (0, players - 1), (0, FACES), (0, FACES), (0, cells)]
    return of_round + (facts + spaces) * players * (1 if players == 1 else 2)


@helper
def seen_sheet(geometry: Ints, player: int) -> int:
    """Return the offset of a player's sheet as all players have seen it."""
    return SEEN + player * sheet_words(geometry)


@helper
def own_sheet(geometry: Ints, player: int) -> int:
    """Return the offset of a player's sheet with what was drawn in the present round."""
    return int(geometry[OWN]) + player * sheet_words(geometry)


def tile_sets(geometry: Ints) -> list[int]:
    """Return the tiles as `TileSet.sets` has them."""
    return [read_set(geometry, at) for at in range(SPACES, SPACES + SET_WORDS * FACES * (1 + 4 * FACES), SET_WORDS)]


@helper
def tile_spaces(geometry: Ints, light: int) -> int:
    """Return the spaces of a tile whose box begins at a1."""
    return read_set(geometry, SPACES + SET_WORDS * (light - 1))


@helper
def spaces_of(geometry: Ints, light: int, corner: int) -> int:
    """Return the spaces of a tile whose box has its top left at `corner`; 0 if the box leaves the grid."""
    if (read_set(geometry, TILES + SET_WORDS * (light - 1)) >> corner) & 1 == 0:
        return 0
    return tile_spaces(geometry, light) << corner


@helper
def corners_that_fit(geometry: Ints, light: int, free: int) -> int:
    """Return the set of top left corners for a tile's box such that its spaces lie in the set `free`."""
    corners = read_set(geometry, TILES + SET_WORDS * (light - 1))
    spaces = tile_spaces(geometry, light)
    while spaces > 0:
        corners &= free >> first(spaces)
        spaces &= spaces - 1
    return corners


@helper
def walls_of(geometry: Ints, light: int, dark: int, side: int) -> int:
    """Return the spaces of a tile with a wall on that side, its box at a1."""
    return read_set(geometry, LAYOUTS + SET_WORDS * (4 * (FACES * (light - 1) + dark - 1) + side))

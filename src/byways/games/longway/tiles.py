"""Sets of 36 tiles: read from a TOML file, checked, and named by a hash of what they are.

[shape.1]                 # one table for each light die, 1 to 6
cells = ["##", "#."]      # the shape, top row first
walls = ["a1N b1S", …]    # six strings, one for each dark die; a1 is the top left of the box
"""

from __future__ import annotations

import functools
import hashlib
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

import numpy as np

from byways.errors import OptionError
from byways.games.longway.grid import SIDES, USUAL_ROWS
from byways.games.longway.space_sets import COLUMNS, words_of
from byways.rules.boards import layout
from byways.translatable import Catalogue

say = Catalogue("longway").say

FACES = 6
LARGEST = 65_536  # bytes
SHIPPED = "byways"
_WALL = re.compile(r"([a-z])([1-9][0-9]?)(.+)")

Place = tuple[int, int]  # row and column within the box, from 0


@dataclass(frozen=True)
class Shape:
    """The six tiles of one light die."""

    spaces: tuple[Place, ...]
    """In row-major order."""
    layouts: tuple[tuple[tuple[Place, int], ...], ...]
    """For each dark die the walls, as (space, index in SIDES), in board order."""

    @property
    def rows(self) -> int:
        """The height of the box."""
        return 1 + max(row for row, _ in self.spaces)

    @property
    def columns(self) -> int:
        """The width of the box."""
        return 1 + max(column for _, column in self.spaces)


@dataclass(frozen=True)
class TileSet:
    """The 36 tiles: `shapes[light - 1].layouts[dark - 1]`."""

    name: str
    shapes: tuple[Shape, ...]

    def words(self, rows: int) -> list[int]:
        """Return the tiles as sets of spaces of a grid with so many rows, for a geometry vector.

        For each light die where the box may have its top left; then `sets`. Each set takes SET_WORDS words.
        """
        return [word for cells in (*corners(self.sets, rows), *self.sets) for word in words_of(cells)]

    @property
    def sets(self) -> list[int]:
        """The tiles as sets of spaces, their boxes at a1.

        For each light die the spaces of the tile; for each tile and side the spaces with a wall there.
        """
        sets: list[Iterable[Place]] = [shape.spaces for shape in self.shapes]
        layouts = (layout for shape in self.shapes for layout in shape.layouts)
        sets += [[space for space, s in layout if s == side] for layout in layouts for side in range(len(SIDES))]
        return [sum(1 << COLUMNS * row + column for row, column in places) for places in sets]

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change with the tiles, not with the file's layout or the grid."""
        return hash_of(self.sets)


def corners(sets: Sequence[int], rows: int) -> list[int]:
    """Return for each light die where on a grid with so many rows a tile's box may have its top left."""
    found = []
    for spaces in sets[:FACES]:
        cells = [cell for cell in range(spaces.bit_length()) if spaces >> cell & 1]
        down = max(cell // COLUMNS for cell in cells)
        right = max(cell % COLUMNS for cell in cells)
        places = product(range(rows - down), range(COLUMNS - right))
        found.append(sum(1 << COLUMNS * row + column for row, column in places))
    return found


def hash_of(sets: Sequence[int]) -> str:
    """Return the hash of the tiles with these sets (`TileSet.sets`); it is of words of 13 bits on the usual grid."""
    whole = [*corners(sets, USUAL_ROWS), *sets]
    words = [cells >> 13 * i & (1 << 13) - 1 for cells in whole for i in range(4)]
    return hashlib.sha256(np.array(words, dtype="<i2").tobytes()).hexdigest()[:12]


def load(path: str) -> TileSet:
    """Load the tiles in a file, or for an empty path those that Byways ships.

    Raises OptionError, which names the table and the entry at fault.
    """
    if not path:
        return _shipped()
    return parse(_read(path), Path(path).stem)


@functools.cache
def _shipped() -> TileSet:
    return parse(resources.files(__package__).joinpath("tiles.toml").read_bytes(), SHIPPED)


def _read(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        _refuse("", "the file {path!r} cannot be read ({reason})", path=path[:200], reason=reason)
    if len(content) > LARGEST:
        _refuse("", "the file {path!r} has more than {limit} bytes", path=path[:200], limit=LARGEST)
    return content


def parse(content: bytes, name: str) -> TileSet:
    """Parse the tiles in the content of a file. Raises OptionError."""
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # decoding errors of both kinds are ValueErrors
        _refuse("", "the file is not TOML ({reason})", reason=str(error)[:200])
    tables = data.get("shape")
    expected = [str(light) for light in range(1, FACES + 1)]
    if not isinstance(tables, dict) or sorted(tables) != expected:
        _refuse("", "expected six tables, shape.1 to shape.6")
    return TileSet(name, tuple(_read_shape(f"shape.{light}", tables[light]) for light in expected))


def _read_shape(table: str, data: Any) -> Shape:
    if not isinstance(data, dict):
        _refuse(table, "expected a table with cells and walls")
    spaces = _read_cells(f"{table}, cells", data.get("cells"))
    walls = data.get("walls")
    if not _are_texts(walls) or len(walls) != FACES:
        _refuse(f"{table}, walls", "expected six strings, one for each dark die")
    layouts = (_read_walls(f"{table}, entry {dark}", spaces, text) for dark, text in enumerate(walls, 1))
    return Shape(spaces, tuple(layouts))


def _read_cells(where: str, rows: Any) -> tuple[Place, ...]:
    if not _are_texts(rows) or not rows or not rows[0]:
        _refuse(where, "expected strings, one for each row of the shape")
    if len(rows) > USUAL_ROWS or len(rows[0]) > COLUMNS:
        _refuse(where, "the box is larger than 7 by 7")
    for number, row in enumerate(rows, 1):
        if set(row) - set("#."):
            _refuse(where, "row {number} may hold only # and .", number=number)
        if len(row) != len(rows[0]):
            _refuse(where, "row {number} is not as long as row 1", number=number)
        if "#" not in row:
            _refuse(where, "row {number} is empty", number=number)
    for column, letter in zip(zip(*rows, strict=True), layout.LETTERS, strict=False):
        if "#" not in column:
            _refuse(where, "column {letter} is empty", letter=letter)
    spaces = tuple((i, j) for i, row in enumerate(rows) for j, mark in enumerate(row) if mark == "#")
    if not is_connected(spaces):
        _refuse(where, "the shape is in several pieces")
    return spaces


def is_connected(spaces: Sequence[Place]) -> bool:
    """Return whether one can step from each space to each other, side by side."""
    reached = {spaces[0]}
    edge = [spaces[0]]
    while edge:
        row, column = edge.pop()
        near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & set(spaces)
        edge += near - reached
        reached |= near
    return len(reached) == len(spaces)


def _read_walls(where: str, spaces: tuple[Place, ...], text: str) -> tuple[tuple[Place, int], ...]:
    walls: list[tuple[Place, int]] = []
    for word in text.split():
        found = _WALL.fullmatch(word)
        if found is None:
            _refuse(where, "{word!r} is not a wall; expected a space and a side, such as a1N", word=word[:20])
        space = (int(found[2]) - 1, layout.LETTERS.index(found[1]))
        side = found[3][:20]
        if side not in tuple(SIDES):
            _refuse(where, "{word}: there is no side {side!r}; the sides are N, E, S and W", word=word[:20], side=side)
        if space not in spaces:
            _refuse(where, "{word}: {space} is not on the tile", word=word, space=word[:-1])
        if (space, SIDES.index(side)) in walls:
            _refuse(where, "the wall {word} is named twice", word=word)
        walls.append((space, SIDES.index(side)))
    return tuple(sorted(walls))


def _are_texts(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _refuse(where: str, template: str, **fields: Any) -> NoReturn:
    prefix = "tiles: {where}: " if where else "tiles: "
    raise OptionError(
        "tiles.file",
        say(
            prefix + template,
            option="tiles",
            allowed="a file of six shapes with six wall layouts each",
            where=where,
            **fields,
        ),
    )

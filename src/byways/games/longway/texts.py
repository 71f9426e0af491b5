"""Turns of The Long Way as text, and what a person points at."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence

from byways.errors import IllegalTurnError, UnreadableTurnError
from byways.game import Variant
from byways.games.longway import positions, refusals
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
    kinds,
)
from byways.games.longway.grid import (
    NAMES,
    NORTH,
    ROWS,
    SIDES,
    STEPS,
    WEST,
    house,
    outer_sides,
)
from byways.games.longway.layout import LIGHT, PLAYING
from byways.games.longway.space_sets import COLUMNS, MOST_CELLS
from byways.games.longway.tiles import FACES
from byways.kernels import Ints
from byways.rules.position import Position
from byways.rules.state_vector import CHANCE, PART, TO_MOVE
from byways.rules.texts import Texts, read_cell
from byways.translatable import Catalogue

say = Catalogue("longway").say

_CELL, _DIE = r"([a-z]\d+)", r"(\d+)"
_WALL = _CELL + r"\s*([a-z])"
_SETUP = re.compile(rf"setup\s*{_WALL}\s+{_WALL}")
_ROLL = re.compile(rf"roll\s*{_DIE}\s*-\s*{_DIE}")
_ONE_DIE = re.compile(rf"(light|dark)\s*{_DIE}")
_REROLL = re.compile(r"reroll\s*(light|dark)")
_CAFE = re.compile(rf"cafe\s*{_CELL}\s+{_CELL}")
_TILE = re.compile(rf"tile\s*{_CELL}\s+{_CELL}\s*=\s*{_DIE}(?:\s+(?:(wall|door)\s*{_WALL}|(coins)))?")


_WORDS = {
    STOP: "stop",
    REROLL_LIGHT: "reroll light",
    REROLL_DARK: "reroll dark",
    WALL: "wall",
    DOOR: "door",
    TAKE_COINS: "coins",
    LIGHT_SHOWS: "light",
    DARK_SHOWS: "dark",
}


class LongWayTexts(Texts):
    """Turns such as `tile c3 d3=5 wall e4W`."""

    def parse(self, state: Position, text: str) -> tuple[int, ...]:
        geometry = state.variant.geometry
        if text == "stop":
            return (begins(geometry, STOP),)
        if found := _SETUP.fullmatch(text):
            return _outer_side(geometry, found[1], found[2]), _outer_side(geometry, found[3], found[4])
        if found := _ROLL.fullmatch(text):
            return (begins(geometry, ROLL) + FACES * (_die(found[1]) - 1) + _die(found[2]) - 1,)
        if found := _ONE_DIE.fullmatch(text):
            return (begins(geometry, LIGHT_SHOWS if found[1] == "light" else DARK_SHOWS) + _die(found[2]) - 1,)
        if found := _REROLL.fullmatch(text):
            return (begins(geometry, REROLL_LIGHT if found[1] == "light" else REROLL_DARK),)
        if found := _CAFE.fullmatch(text):
            return (_cafeteria(geometry, found[1], found[2]),)
        if found := _TILE.fullmatch(text):
            return _tile(geometry, found)
        raise UnreadableTurnError(
            "longway.turn",
            say(
                "{text!r} is not a move; expected {example}",
                text=text[:40],
                example=refusals.expected(geometry, state.vector),
            ),
        )

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        written = tokens(int(variant.options["rows"]))
        words = [written[action] for action in actions]
        if actions and actions[0] < begins(variant.geometry, TILE) and state[PART] == 0:
            words.insert(0, "setup")
        return " ".join(words)

    def refusal(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        return refusals.refusal(state, actions)

    def body(self, variant: Variant, state: Ints) -> list[str]:
        return positions.body(variant, state)

    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        return positions.read_body(variant, lines)

    def check(self, variant: Variant, state: Ints) -> None:
        positions.check(variant, state)

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        return {"players": positions.count_players(lines)}

    same_clicks = True

    def clicks(self, variant: Variant, state: Ints, action: int) -> tuple[str, ...]:
        rows = int(variant.options["rows"])
        kind, i = kinds(rows)[action]
        if kind == SHOW:
            cell, symbol = divmod(i, FACES)
            return NAMES[cell], f"symbol {symbol + 1}"
        if kind == TILE:
            return (NAMES[i],)
        if kind == ROLL:
            light, dark = divmod(i, FACES)
            return f"light {light + 1}", f"dark {dark + 1}"
        words = tokens(rows)[action]
        together = kind in (REROLL_LIGHT, REROLL_DARK, LIGHT_SHOWS, DARK_SHOWS)  # one button, not two clicks
        return (words,) if together else tuple(words.split())

    def spell(self, clicks: Sequence[str]) -> str:
        text = re.sub(r" symbol (?=\d)", "=", " ".join(clicks))
        text = re.sub(r"light (\d) dark (\d)", r"roll \1-\2", text)
        if text[:2] not in NAMES:
            return text
        return f"{'tile' if clicks[0] in NAMES else 'setup'} {text}"

    def other_clicks(self, variant: Variant, state: Ints, action: int) -> Iterable[tuple[str, ...]]:
        if kinds(int(variant.options["rows"]))[action][0] == CAFE:
            word, one, other = self.clicks(variant, state, action)
            yield word, other, one

    def meant(self, state: Position, clicks: Sequence[str]) -> tuple[int, ...]:
        """Return the tile whose box begins at the first space, with a display on the second; its symbol comes later."""
        if not state.vector[PLAYING] or not all(click in NAMES for click in clicks) or len(clicks) > 2:
            return super().meant(state, clicks)
        cells = [NAMES.index(click) for click in clicks]
        geometry = state.variant.geometry
        shown = [begins(geometry, SHOW) + FACES * cell + int(state.vector[LIGHT]) - 1 for cell in cells[1:]]
        return begins(geometry, TILE) + cells[0], *shown

    def turns(self, state: Position) -> Iterator[tuple[str, tuple[int, ...]]]:
        vector = state.vector
        if vector[TO_MOVE] == CHANCE or not vector[PLAYING]:
            yield from super().turns(state)
            return
        written = tokens(int(state.variant.options["rows"]))
        cafe = begins(state.variant.geometry, CAFE)
        for action in state.variant.legal_actions(vector):
            if action < cafe:
                yield from _turns_with(state.variant, written, vector, action)
            else:
                yield written[action], (action,)


def _turns_with(
    variant: Variant, written: tuple[str, ...], state: Ints, tile: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield every turn that places the tile at one place; bonuses do not depend on the display: they are made once."""
    placed = variant.apply(state, tile)
    bonuses: list[tuple[str, int]] = []
    for show in variant.legal_actions(placed):
        shown = variant.apply(placed, show)
        text = f"{written[tile]} {written[show]}"
        if shown[PART] == 0:
            yield text, (tile, show)
            continue
        bonuses = bonuses or [(f" {written[bonus]}", bonus) for bonus in variant.legal_actions(shown)]
        for words, bonus in bonuses:
            yield text + words, (tile, show, bonus)


@functools.cache
def tokens(rows: int) -> tuple[str, ...]:
    """Return for every action on a grid with so many rows the part of a turn's text that it is."""
    sides = outer_sides(rows)
    return tuple(_side_name(*sides[i]) if kind < TILE else _token(kind, i) for kind, i in kinds(rows))


def _side_name(cell: int, side: int) -> str:
    return NAMES[cell] + SIDES[side]


def _token(kind: int, i: int) -> str:
    if kind == TILE:
        return f"tile {NAMES[i]}"
    if kind == CAFE:
        cell, down = divmod(i, 2)  # the last space has none beyond it, and such a cafeteria is never legal
        return f"cafe {NAMES[cell]} {NAMES[(cell + (COLUMNS if down else 1)) % MOST_CELLS]}"
    if kind == SHOW:
        cell, symbol = divmod(i, FACES)
        return f"{NAMES[cell]}={symbol + 1}"
    if kind == ROLL:
        light, dark = divmod(i, FACES)
        return f"roll {light + 1}-{dark + 1}"
    if kind in (WALL, DOOR):
        return f"{_WORDS[kind]} {_side_name(*divmod(i, len(SIDES)))}"
    return f"{_WORDS[kind]} {i + 1}" if kind in (LIGHT_SHOWS, DARK_SHOWS) else _WORDS[kind]


def _tile(geometry: Ints, found: re.Match[str]) -> tuple[int, ...]:
    corner = _cell(geometry, found[1])
    display = _cell(geometry, found[2])
    placed = begins(geometry, TILE) + corner, begins(geometry, SHOW) + FACES * display + _die(found[3]) - 1
    if found[7]:
        return (*placed, begins(geometry, TAKE_COINS))
    if not found[4]:
        return placed
    cell, side = _side(geometry, found[5], found[6])
    if found[4] == "door" and side in (NORTH, WEST) and (cell, side) not in outer_sides(int(geometry[ROWS])):
        cell = cell + STEPS[side]
        side = (side + 2) % len(SIDES)
    return (*placed, begins(geometry, WALL if found[4] == "wall" else DOOR) + len(SIDES) * cell + side)


def _cell(geometry: Ints, name: str) -> int:
    return read_cell(house(int(geometry[ROWS])), name)


def _cafeteria(geometry: Ints, one: str, other: str) -> int:
    cell, second = sorted((_cell(geometry, one), _cell(geometry, other)))
    if second == cell + COLUMNS:
        return begins(geometry, CAFE) + 2 * cell + 1
    if second == cell + 1 and second % COLUMNS:
        return begins(geometry, CAFE) + 2 * cell
    raise IllegalTurnError(
        "longway.cafe.apart",
        say("{one} and {other} are not next to each other, as a cafeteria's two spaces are", one=one, other=other),
    )


def _side(geometry: Ints, name: str, letter: str) -> tuple[int, int]:
    cell = _cell(geometry, name)
    if letter.upper() not in SIDES:
        raise UnreadableTurnError(
            "longway.side", say("{side!r} is not a side; expected N, E, S or W, as in {cell}N", side=letter, cell=name)
        )
    return cell, SIDES.index(letter.upper())


def _outer_side(geometry: Ints, name: str, letter: str) -> int:
    side = _side(geometry, name, letter)
    sides = outer_sides(int(geometry[ROWS]))
    if side not in sides:
        raise IllegalTurnError(
            "longway.setup.inner",
            say("{side} is not an outer side of the grid, where entrances and exits are", side=name + letter.upper()),
        )
    return sides.index(side)


def _die(text: str) -> int:
    if text not in tuple("123456"):
        raise UnreadableTurnError("longway.die", say("{number} is not on a die; expected 1 to 6", number=text[:20]))
    return int(text)

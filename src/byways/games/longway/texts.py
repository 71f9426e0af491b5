"""Turns of The Long Way as text, and what a person points at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from byways.errors import IllegalTurnError, UnreadableTurnError
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
    SIDE,
    STOP,
    TAKE_COINS,
    TILE,
    WALL,
)
from byways.games.longway.layout import LIGHT, PLAYING
from byways.games.longway.sheet import BOARD, NAMES, NORTH, OUTER, SIDES, STEPS, WEST
from byways.games.longway.space_sets import SIZE
from byways.games.longway.tiles import FACES
from byways.header import CHANCE, PART, TO_MOVE
from byways.kernels import Ints
from byways.texts import Texts, read_cell

if TYPE_CHECKING:
    from byways.game import Variant
    from byways.state import State

_CELL, _DIE = r"([a-z]\d+)", r"(\d+)"
_WALL = _CELL + r"\s*([a-z])"
_SETUP = re.compile(rf"setup\s*{_WALL}\s+{_WALL}")
_ROLL = re.compile(rf"roll\s*{_DIE}\s*-\s*{_DIE}")
_ONE_DIE = re.compile(rf"(light|dark)\s*{_DIE}")
_REROLL = re.compile(r"reroll\s*(light|dark)")
_CAFE = re.compile(rf"cafe\s*{_CELL}\s+{_CELL}")
_TILE = re.compile(rf"tile\s*{_CELL}\s+{_CELL}\s*=\s*{_DIE}(?:\s+(?:(wall|door)\s*{_WALL}|(coins)))?")


class LongWayTexts(Texts):
    """Turns such as `tile c3 d3=5 wall e4W`."""

    def parse(self, state: State, text: str) -> tuple[int, ...]:
        if text == "stop":
            return (STOP,)
        if found := _SETUP.fullmatch(text):
            return _outer_side(found[1], found[2]), _outer_side(found[3], found[4])
        if found := _ROLL.fullmatch(text):
            return (ROLL + FACES * (_die(found[1]) - 1) + _die(found[2]) - 1,)
        if found := _ONE_DIE.fullmatch(text):
            return ((LIGHT_SHOWS if found[1] == "light" else DARK_SHOWS) + _die(found[2]) - 1,)
        if found := _REROLL.fullmatch(text):
            return (REROLL_LIGHT if found[1] == "light" else REROLL_DARK,)
        if found := _CAFE.fullmatch(text):
            return (_cafeteria(found[1], found[2]),)
        if found := _TILE.fullmatch(text):
            return _tile(found)
        raise UnreadableTurnError(
            "longway.turn",
            "{text!r} is not a turn; expected {example}",
            text=text[:40],
            example=refusals.expected(state.vector),
        )

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        words = [token(action) for action in actions]
        if actions and actions[0] < TILE and state[PART] == 0:
            words.insert(0, "setup")
        return " ".join(words)

    def refusal(self, state: State, actions: Sequence[int]) -> IllegalTurnError:
        return refusals.refusal(state, actions)

    def body(self, variant: Variant, state: Ints) -> list[str]:
        return positions.body(variant, state)

    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        return positions.read_body(variant, lines)

    def check(self, variant: Variant, state: Ints) -> None:
        positions.check(variant, state)

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        return {"players": positions.count_players(lines)}

    def clicks(self, variant: Variant, state: Ints, action: int) -> tuple[str, ...]:
        if SHOW <= action < WALL:
            cell, symbol = divmod(action - SHOW, FACES)
            return NAMES[cell], f"symbol {symbol + 1}"
        if TILE <= action < CAFE:
            return (NAMES[action - TILE],)
        if ROLL <= action < LIGHT_SHOWS:
            light, dark = divmod(action - ROLL, FACES)
            return f"light {light + 1}", f"dark {dark + 1}"
        words = token(action)
        together = action in (REROLL_LIGHT, REROLL_DARK) or action >= LIGHT_SHOWS  # one button, not two clicks
        return (words,) if together else tuple(words.split())

    def spell(self, clicks: Sequence[str]) -> str:
        text = re.sub(r" symbol (?=\d)", "=", " ".join(clicks))
        text = re.sub(r"light (\d) dark (\d)", r"roll \1-\2", text)
        if text[:2] not in NAMES:
            return text
        return f"{'tile' if clicks[0] in NAMES else 'setup'} {text}"

    def other_clicks(self, variant: Variant, state: Ints, action: int) -> Iterable[tuple[str, ...]]:
        if CAFE <= action < STOP:
            word, one, other = self.clicks(variant, state, action)
            yield word, other, one

    def meant(self, state: State, clicks: Sequence[str]) -> tuple[int, ...]:
        """Return the tile whose box begins at the first space, with a display on the second; its symbol comes later."""
        if not state.vector[PLAYING] or not all(click in NAMES for click in clicks) or len(clicks) > 2:
            return super().meant(state, clicks)
        cells = [NAMES.index(click) for click in clicks]
        shown = [SHOW + FACES * cell + int(state.vector[LIGHT]) - 1 for cell in cells[1:]]
        return TILE + cells[0], *shown

    def turns(self, state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
        vector = state.vector
        if vector[TO_MOVE] == CHANCE or not vector[PLAYING]:
            yield from super().turns(state)
            return
        for action in state.variant.legal_actions(vector):
            if TILE <= action < CAFE:
                yield from _turns_with(state.variant, vector, action)
            else:
                yield token(action), (action,)


def _turns_with(variant: Variant, state: Ints, tile: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield every turn that places the tile at one place; bonuses do not depend on the display: they are made once."""
    placed = variant.apply(state, tile)
    bonuses: list[tuple[str, int]] = []
    for show in variant.legal_actions(placed):
        shown = variant.apply(placed, show)
        text = f"{token(tile)} {token(show)}"
        if shown[PART] == 0:
            yield text, (tile, show)
            continue
        bonuses = bonuses or [(f" {token(bonus)}", bonus) for bonus in variant.legal_actions(shown)]
        for words, bonus in bonuses:
            yield text + words, (tile, show, bonus)


def token(action: int) -> str:
    """Return the part of a turn's text that is one action."""
    if action < TILE:
        cell, side = OUTER[action - SIDE]
        return NAMES[cell] + SIDES[side]
    if action < CAFE:
        return f"tile {NAMES[action - TILE]}"
    if action < STOP:
        cell, down = divmod(action - CAFE, 2)
        return f"cafe {NAMES[cell]} {NAMES[cell + (SIZE if down else 1)]}"
    if action < SHOW:
        return ("stop", "reroll light", "reroll dark")[action - STOP]
    if action < WALL:
        cell, symbol = divmod(action - SHOW, FACES)
        return f"{NAMES[cell]}={symbol + 1}"
    if action < TAKE_COINS:
        cell, side = divmod((action - WALL) % (DOOR - WALL), len(SIDES))
        return f"{'wall' if action < DOOR else 'door'} {NAMES[cell]}{SIDES[side]}"
    if action < ROLL:
        return "coins"
    if action < LIGHT_SHOWS:
        light, dark = divmod(action - ROLL, FACES)
        return f"roll {light + 1}-{dark + 1}"
    return f"light {action - LIGHT_SHOWS + 1}" if action < DARK_SHOWS else f"dark {action - DARK_SHOWS + 1}"


def _tile(found: re.Match[str]) -> tuple[int, ...]:
    placed = (TILE + read_cell(BOARD, found[1]), SHOW + FACES * read_cell(BOARD, found[2]) + _die(found[3]) - 1)
    if found[7]:
        return (*placed, TAKE_COINS)
    if not found[4]:
        return placed
    cell, side = _side(found[5], found[6])
    if found[4] == "door" and side in (NORTH, WEST) and (cell, side) not in OUTER:
        cell, side = cell + STEPS[side], (side + 2) % len(SIDES)
    return (*placed, (WALL if found[4] == "wall" else DOOR) + len(SIDES) * cell + side)


def _cafeteria(one: str, other: str) -> int:
    cell, second = sorted((read_cell(BOARD, one), read_cell(BOARD, other)))
    if second == cell + SIZE:
        return CAFE + 2 * cell + 1
    if second == cell + 1 and second % SIZE:
        return CAFE + 2 * cell
    raise IllegalTurnError(
        "longway.cafe.apart",
        "{one} and {other} are not next to each other, as a cafeteria's two spaces are",
        one=one,
        other=other,
    )


def _side(name: str, letter: str) -> tuple[int, int]:
    cell = read_cell(BOARD, name)
    if letter.upper() not in SIDES:
        raise UnreadableTurnError(
            "longway.side", "{side!r} is not a side; expected N, E, S or W, as in {cell}N", side=letter, cell=name
        )
    return cell, SIDES.index(letter.upper())


def _outer_side(name: str, letter: str) -> int:
    side = _side(name, letter)
    if side not in OUTER:
        raise IllegalTurnError(
            "longway.setup.inner",
            "{side} is not an outer side of the grid, where entrances and exits are",
            side=name + letter.upper(),
        )
    return SIDE + OUTER.index(side)


def _die(text: str) -> int:
    if text not in tuple("123456"):
        raise UnreadableTurnError("longway.die", "{number} is not on a die; expected 1 to 6", number=text[:20])
    return int(text)

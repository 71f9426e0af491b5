"""Pictures of The Long Way: a sheet for each player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from byways.game import Variant
from byways.game.board_reading import BoardSlice
from byways.games.longway.actions import CAFE, STOP, TILE, begins
from byways.games.longway.grid import NAMES, ROWS, SIDES, USUAL_ROWS, gate_cell, gate_side, house
from byways.games.longway.layout import ACTIVE, DARK, LIGHT, PLAYING, own_sheet, tile_spaces, walls_of
from byways.games.longway.result import walk_of, walk_on
from byways.games.longway.sheet import (
    COINS,
    DINING,
    DOORWAY,
    EMPTY,
    ENTRANCE,
    EXIT,
    STOPPED,
    TILED,
    WALLED,
    WHAT,
    by_space,
    sheet_words,
)
from byways.kernels import Ints
from byways.rules.picture import Board, Handout, Item, Picture
from byways.rules.position import Position
from byways.rules.side_panel import signed
from byways.rules.state_vector import CHANCE, NOBODY, PART, TO_MOVE
from byways.translatable import Catalogue, joined, marked

TEXTS = Catalogue("longway")
say, capital = TEXTS.say, TEXTS.capital


def sheets(variant: Variant) -> tuple[BoardSlice, ...]:
    """Return the players' sheets as boards to be read: the word of a space says what is on it, as `sheet.WHAT` does."""
    players = variant.players
    layout = house(int(variant.geometry[ROWS]))
    return tuple(
        BoardSlice(layout, own_sheet(variant.geometry, player) + WHAT, name, f"{name} " if len(players) > 1 else "")
        for player, name in enumerate(players)
    )


SYMBOLS = (
    marked("seat"),
    marked("loveseat"),
    marked("sofa"),
    marked("dining table"),
    marked("desk set"),
    marked("den set"),
)
DISPLAYS = tuple(say("display {number}, {name}", number=i, name=say(name)) for i, name in enumerate(SYMBOLS, 1))
WALLS = (
    say("wall on the north side"),
    say("wall on the east side"),
    say("wall on the south side"),
    say("wall on the west side"),
)
DOORWAYS = (
    say("doorway on the north side"),
    say("doorway on the east side"),
    say("doorway on the south side"),
    say("doorway on the west side"),
)
GAP = "________"
"""Where something is to be written on paper."""
DICE = ("?", "⚀ 1", "⚁ 2", "⚂ 3", "⚃ 4", "⚄ 5", "⚅ 6")


def picture(state: Position) -> Picture:
    """Draw every player's own sheet, the present round included; views hide what others drew in it."""
    boards = tuple(_board(state, player) for player in range(len(state.players)))
    return Picture(boards, _round_notes(state))


def preview(state: Position, actions: tuple[int, ...]) -> tuple[Item, ...]:
    """Draw what the actions would add to the mover's sheet, and the shopper's path as it would then be."""
    player = int(state.vector[TO_MOVE])
    if player < 0:
        return ()
    geometry = state.variant.geometry
    after = state.variant.apply_all(state.vector, actions)
    owner = state.players[player]
    at = own_sheet(geometry, player)
    before = set(_items(geometry, _sheet(geometry, state.vector, player), owner))
    new = [item for item in _items(geometry, _sheet(geometry, after, player), owner) if item not in before]
    if after[PLAYING]:
        new += path_items(walk_on(geometry, after, at)[1], owner)
    return tuple(replace(item, ghost=True) for item in new)


def _sheet(geometry: Ints, vector: Ints, player: int) -> Ints:
    """Return the words of a player's own sheet."""
    at = own_sheet(geometry, player)
    return vector[at : at + sheet_words(geometry)]


def to_place(state: Position) -> Picture | None:
    """Return the rolled tile while it is still to be placed."""
    geometry = state.variant.geometry
    vector = state.vector
    light, dark = int(vector[LIGHT]), int(vector[DARK])
    if vector[TO_MOVE] < 0 or vector[PART] > 0 or not (light and dark):
        return None
    return lone_tile(geometry, light, dark, state.players[vector[TO_MOVE]])


def lone_tile(geometry: Ints, light: int, dark: int, owner: str) -> Picture:
    """Return a tile by itself."""
    cells = _names(tile_spaces(geometry, light))
    items = [Item("tile", cells, owner, says=say("tile"))]
    for side, letter in enumerate(SIDES):
        walled = _names(walls_of(geometry, light, dark, side))
        items += [Item("wall", (name + letter,), owner, says=WALLS[side]) for name in walled]
    points = tuple(point for point in house(USUAL_ROWS).drawn if point.name in cells)
    return Picture((Board("floor", points, items=tuple(items)),))


def handouts(variant: Variant) -> tuple[Handout, ...]:
    """Return a sheet for every player, and the table of tiles by dice."""
    notes = (joined([say("coins:"), GAP]), joined([say("score:"), GAP]))
    sheet = replace(house(int(variant.geometry[ROWS])).board(), notes=notes)
    sheets = tuple(
        Handout(say("Sheet of {player}", player=say(player)), (Picture((sheet,)),)) for player in variant.players
    )
    rolls = [(light, dark) for light in range(1, 7) for dark in range(1, 7)]
    tiles = tuple(lone_tile(variant.geometry, light, dark, variant.players[0]) for light, dark in rolls)
    captions = tuple(f"{light}-{dark}" for light, dark in rolls)
    return (*sheets, Handout(say("Tiles: light die, dark die"), tiles, 6, captions))


def prompt(state: Position) -> str:
    """Say what is to be done now; the state may lie in the middle of a turn."""
    vector = state.vector
    mover = int(vector[TO_MOVE])
    if mover == NOBODY:
        return ""
    if mover == CHANCE:
        return say("Roll the dice") if not (vector[LIGHT] or vector[DARK]) else say("Roll the die again")
    if not vector[PLAYING]:
        return (say("Choose an outer side for the entrance"), say("Choose an outer side for the exit"))[vector[PART]]
    if vector[PART] > 0:
        return (
            say("Put a display on the new tile: choose a space, then a symbol"),
            say("A bonus: draw a wall, cut a doorway, or take two coins"),
        )[vector[PART] - 1]
    legal = state.legal_actions()
    tile, cafe, stop = (begins(state.variant.geometry, kind) for kind in (TILE, CAFE, STOP))
    if legal[0] < tile or legal[0] > stop:
        return ""
    if legal[0] == stop:
        return say("Nothing fits: stop, or reroll a die") if len(legal) > 1 else say("Nothing fits: stop")
    if legal[0] < cafe:
        return say("Place the tile, draw a cafeteria, or stop")
    return say("The tile fits nowhere: draw a cafeteria, or stop")


def _names(cells: int) -> tuple[str, ...]:
    return tuple(name for cell, name in enumerate(NAMES) if cells >> cell & 1)


def _round_notes(state: Position) -> tuple[str, ...]:
    light, dark = int(state.vector[LIGHT]), int(state.vector[DARK])
    if not state.vector[PLAYING] or state.vector[TO_MOVE] == NOBODY or not (light or dark):
        return ()
    template = marked("light {light}, dark {dark}")
    if len(state.players) > 1:
        template = marked("{player}'s dice: light {light}, dark {dark}")
    active = say(state.players[state.vector[ACTIVE]])
    return (say(template, player=active, light=DICE[light], dark=DICE[dark]),)


def _board(state: Position, player: int) -> Board:
    owner = state.players[player]
    geometry = state.variant.geometry
    sheet = _sheet(geometry, state.vector, player)
    items = [*_items(geometry, sheet, owner), *_last(state, player)]
    worth = ""
    several = len(state.players) > 1
    notes = [say("coins: {count}", count=int(sheet[COINS]))] if several or sheet[COINS] else []
    if sheet[STOPPED]:
        notes.append(say("stopped"))
    if state.vector[PLAYING]:
        points, legs = walk_of(state, player)
        items += [*path_items(legs, owner), *_values(sheet, legs, owner)]
        worth = signed(points)
        if state.vector[TO_MOVE] == NOBODY:
            notes.append(say("score: {points}", points=points))
    return replace(
        house(int(geometry[ROWS])).board(items),
        key=owner if several else "",
        title=capital(owner) if several else "",
        notes=tuple(notes) or ("",),  # a line all the same: a board keeps its size
        worth=worth,
    )


def _items(geometry: Ints, sheet: Ints, owner: str) -> Iterator[Item]:
    """Everything on a sheet, floors first."""
    yield from _floors(sheet, owner)
    for name, what, symbol, marks in zip(NAMES, *(words.tolist() for words in by_space(sheet)), strict=False):
        tiled = TILED <= what < WALLED
        if tiled and not symbol and not marks:
            yield Item("dot", (name,), owner, says=say("floor of a tile"))
        if symbol:
            yield Item("display", (name,), owner, str(symbol), DISPLAYS[symbol - 1])
        for side, letter in enumerate(SIDES):
            if marks >> side & 1:
                doored = marks >> side + DOORWAY & 1
                says = (DOORWAYS if doored else WALLS)[side]
                yield Item("doored" if doored else "wall", (name + letter,), owner, says=says)
    for gate, kind in ((ENTRANCE, say("entrance")), (EXIT, say("exit"))):
        if sheet[gate]:
            at = NAMES[gate_cell(geometry, sheet[gate])] + SIDES[gate_side(geometry, sheet[gate])]
            yield Item(str(kind), (at,), owner, says=kind)


def _floors(sheet: Ints, owner: str) -> Iterator[Item]:
    whats = by_space(sheet)[0].tolist()
    for what in dict.fromkeys(whats):
        cells = tuple(NAMES[cell] for cell, other in enumerate(whats) if other == what)
        if what >= DINING:
            yield Item("cafe", cells, owner, says=say("cafeteria"))
        elif TILED <= what < WALLED:
            yield Item("tile", cells, owner, says=say("tile"))


def path_items(legs: list[list[int]], owner: str) -> Iterator[Item]:
    """Yield a line for each leg, from where the last one ended: perhaps the other space of a cafeteria."""
    came_from: list[int] = []
    for number, leg in enumerate(legs, 1):
        line = leg if came_from in ([], leg[:1]) else came_from + leg
        came_from = leg[-1:]
        if len(line) > 1:
            last = "out" if 1 < number == len(legs) else ""
            yield Item("path", tuple(NAMES[cell] for cell in line), owner, last)


def _values(sheet: Ints, legs: list[list[int]], owner: str) -> Iterator[Item]:
    """Yield what each space of the path counts for, if anything."""
    whats, displays, _ = by_space(sheet)
    for cell in sorted({cell for leg in legs for cell in leg}):
        if displays[cell]:
            yield Item("value", (NAMES[cell],), owner, "+1", say("1 point"))
        elif whats[cell] == EMPTY:
            yield Item("value", (NAMES[cell],), owner, "−1", say("empty, minus 1 point"))


def _last(state: Position, player: int) -> Iterator[Item]:
    """Yield a mark on every space that the player's latest turn changed."""
    geometry = state.variant.geometry
    earlier = state.previous
    now = np.array(by_space(_sheet(geometry, state.vector, player)))
    changed = np.zeros(0, dtype=bool)
    while earlier is not None and not changed.any():
        changed = (np.array(by_space(_sheet(geometry, earlier.vector, player))) != now).any(axis=0)
        earlier = earlier.previous
    for cell in np.flatnonzero(changed):
        yield Item("last", (NAMES[cell],), state.players[player])

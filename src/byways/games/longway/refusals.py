"""Explanations of illegal turns, in words of the rules, and turns in a few words, as lists of turns have them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from byways.errors import IllegalTurnError
from byways.games.longway.actions import (
    CAFE,
    DOOR,
    ROLL,
    SHOW,
    STOP,
    TILE,
    WALL,
    begins,
)
from byways.games.longway.grid import (
    NAMES,
    ROWS,
    SIDES,
    gate_cell,
    gate_side,
    outer_sides,
)
from byways.games.longway.layout import ACTIVE, DARK, LIGHT, PLAYING, own_sheet, spaces_of
from byways.games.longway.picture import SYMBOLS
from byways.games.longway.sheet import (
    CAFETERIAS,
    DINING,
    EMPTY,
    ENTRANCE,
    EXIT,
    FREE,
    MOST_CAFETERIAS,
    SETS,
    WHAT,
    gather,
    marks_at,
    wins_bonus,
)
from byways.games.longway.space_sets import COLUMNS, first
from byways.games.longway.tiles import FACES
from byways.kernels import Ints
from byways.rules.position import Position
from byways.rules.state_vector import CHANCE, TO_MOVE
from byways.translatable import Catalogue, joined, marked

TEXTS = Catalogue("longway")
say, capital = TEXTS.say, TEXTS.capital

WALL_TWICE = (
    marked("{cell} already has a wall on its north side"),
    marked("{cell} already has a wall on its east side"),
    marked("{cell} already has a wall on its south side"),
    marked("{cell} already has a wall on its west side"),
)


def expected(geometry: Ints, state: Ints) -> str:
    """Describe the form of a turn in this state, with an example."""
    if state[TO_MOVE] == CHANCE:
        if state[LIGHT] == state[DARK] == 0:
            return say("the dice, such as roll 3-5")
        return say("the die that is rolled again, such as {turn}", turn="dark 4" if state[LIGHT] else "light 4")
    if not state[PLAYING]:
        return say("an entrance and an exit, such as {turn}", turn=f"setup d1N g{geometry[ROWS]}S")
    return say("a tile, a cafeteria, a reroll or stop, such as tile c3 d3=5 wall e4W, cafe c3 d3, reroll light or stop")


def refusal(state: Position, actions: Sequence[int]) -> IllegalTurnError:
    """Return the error that explains why actions are illegal or do not make a whole turn."""
    vector = state.vector
    choice = actions[0]
    player = int(vector[TO_MOVE])
    geometry = state.variant.geometry
    is_gate = choice < begins(geometry, TILE)
    if player == CHANCE or choice >= begins(geometry, ROLL) or is_gate != (not vector[PLAYING]):
        return _untimely(state)
    sheet = own_sheet(geometry, player)
    if is_gate:
        return IllegalTurnError("longway.setup.same", say("the entrance and the exit must be different sides"))
    if choice < begins(geometry, CAFE):
        return _tile_refusal(state, sheet, actions)
    if choice < begins(geometry, STOP):
        return _cafeteria_refusal(vector, sheet, choice - begins(geometry, CAFE))
    return _reroll_refusal(state, player, sheet)


def _untimely(state: Position) -> IllegalTurnError:
    """Return the error for an action of another stage of the game."""
    template = marked("now {mover} is to move: {expected}")
    if state.vector[TO_MOVE] == CHANCE:
        template = marked("now the dice are rolled for {active}: {expected}")
    return IllegalTurnError(
        "longway.time",
        say(
            template,
            mover=say(str(state.to_move)),
            active=say(state.players[state.vector[ACTIVE]]),
            expected=expected(state.variant.geometry, state.vector),
        ),
    )


def _tile_refusal(state: Position, sheet: int, actions: Sequence[int]) -> IllegalTurnError:
    geometry = state.variant.geometry
    vector = state.vector
    corner = actions[0] - begins(geometry, TILE)
    light, dark = int(vector[LIGHT]), int(vector[DARK])
    spaces = spaces_of(geometry, light, corner)
    if spaces == 0:
        return IllegalTurnError("longway.tile.grid", say("tile {corner} would leave the grid", corner=NAMES[corner]))
    taken = spaces & ~_sets_of(geometry, vector, sheet)[FREE]
    if taken:
        template = marked("tile {corner} would cover {cell}, which is not empty")
        return IllegalTurnError(
            "longway.tile.taken", say(template, corner=NAMES[corner], cell=NAMES[first(int(taken))])
        )
    cell, symbol = divmod(actions[1] - begins(geometry, SHOW), FACES)
    symbol += 1
    if not (spaces >> cell) & 1:
        return IllegalTurnError("longway.display.off", say("{cell} is not on this tile", cell=NAMES[cell]))
    if symbol not in (light, dark):
        return IllegalTurnError(
            "longway.display.symbol",
            say(
                "a display shows one of the dice, {light} or {dark}, not {symbol}",
                light=light,
                dark=dark,
                symbol=symbol,
            ),
        )
    return _bonus_refusal(state, sheet, actions, cell, symbol)


def _bonus_refusal(state: Position, sheet: int, actions: Sequence[int], cell: int, symbol: int) -> IllegalTurnError:
    geometry = state.variant.geometry
    placed = state.variant.apply(state.vector, actions[0])
    if not wins_bonus(geometry, _sets_of(geometry, placed, sheet), cell, symbol):
        return IllegalTurnError("longway.bonus.none", say("no bonus is due"))
    if len(actions) == 2:
        template = marked("a bonus is due: add {example}")
        return IllegalTurnError(
            "longway.bonus.due", say(template, example=say("a wall, a door or coins, such as wall e4W"))
        )
    kind = WALL if actions[2] < begins(geometry, DOOR) else DOOR
    at, side = divmod(actions[2] - begins(geometry, kind), len(SIDES))
    if kind == WALL:
        return _wall_refusal(placed, sheet, at, side)
    return _door_refusal(geometry, placed, sheet, at, side)


def _wall_refusal(state: Ints, sheet: int, cell: int, side: int) -> IllegalTurnError:
    if state[sheet + WHAT + cell] >= DINING:
        return IllegalTurnError(
            "longway.wall.cafe", say("{cell} is a cafeteria, where no wall is drawn", cell=NAMES[cell])
        )
    return IllegalTurnError("longway.wall.twice", say(WALL_TWICE[side], cell=NAMES[cell]))


def _door_refusal(geometry: Ints, state: Ints, sheet: int, cell: int, side: int) -> IllegalTurnError:
    name = side_name(NAMES[cell] + SIDES[side])
    gates = [int(state[sheet + gate]) for gate in (ENTRANCE, EXIT)]
    own = [(gate_cell(geometry, gate), gate_side(geometry, gate)) for gate in gates]
    if (cell, side) in outer_sides(int(geometry[ROWS])) and (cell, side) not in own:
        return IllegalTurnError("longway.door.outer", say("{side} is neither your entrance nor your exit", side=name))
    doored = int(state[marks_at(geometry, sheet) + cell]) >> side & 1
    template = marked("there is no wall on {side}")
    if doored:
        template = marked("the wall on {side} already has a doorway")
    return IllegalTurnError("longway.door.open", say(template, side=name))


def _cafeteria_refusal(state: Ints, sheet: int, choice: int) -> IllegalTurnError:
    if state[sheet + CAFETERIAS] == MOST_CAFETERIAS:
        return IllegalTurnError("longway.cafe.two", say("you have already drawn two cafeterias"))
    cell, down = divmod(choice, 2)
    taken = cell if state[sheet + WHAT + cell] != EMPTY else cell + (COLUMNS if down else 1)
    return IllegalTurnError("longway.cafe.taken", say("{cell} is not empty", cell=NAMES[taken]))


def _reroll_refusal(state: Position, player: int, sheet: int) -> IllegalTurnError:
    active = int(state.vector[ACTIVE])
    if player != active:
        template = marked("only {active}, who rolled the dice, may reroll")
        return IllegalTurnError("longway.reroll.active", say(template, active=say(state.players[active])))
    return IllegalTurnError("longway.reroll.coins", say("you have no coin to reroll a die with"))


def _sets_of(geometry: Ints, state: Ints, sheet: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    sets = np.empty(SETS, dtype=np.int64)
    gather(geometry, state, sheet, sets)
    return sets


_SIDES = {
    "N": marked("{cell} north"),
    "E": marked("{cell} east"),
    "S": marked("{cell} south"),
    "W": marked("{cell} west"),
}

SIDE_NAMES = {
    "N": marked("the north side of {cell}"),
    "E": marked("the east side of {cell}"),
    "S": marked("the south side of {cell}"),
    "W": marked("the west side of {cell}"),
}


def side_name(name: str) -> str:
    """Return the name of a side in words, as sentences have it."""
    return say(SIDE_NAMES[name[-1]], cell=name[:-1])


@lru_cache(maxsize=4_096)  # a list is made anew at every turn
def say_turn(turn: str) -> str:
    """Return a turn in words, such as "Sofa on d3, wall e4 west"; what is hidden stays as it is."""
    match turn.split():
        case "setup", entrance, exit_:
            return say("Entrance {entrance}, exit {exit}", entrance=_side(entrance), exit=_side(exit_))
        case "roll", dice:
            return say("Roll {dice}", dice=dice)
        case "light", face:
            return say("Light {face}", face=face)
        case "dark", face:
            return say("Dark {face}", face=face)
        case "reroll", "light":
            return say("Reroll the light die")
        case "reroll", "dark":
            return say("Reroll the dark die")
        case "cafe", one, other:
            return say("Cafeteria {one}-{other}", one=one, other=other)
        case "tile", _, display, *bonus:
            cell, symbol = display.split("=")
            shown = say("{display} on {cell}", display=capital(SYMBOLS[int(symbol) - 1]), cell=cell)
            return joined([shown, _bonus(bonus)], ", ")
    return turn


def _bonus(words: Sequence[str]) -> str:
    match words:
        case "wall", side:
            return say("wall {side}", side=_side(side))
        case "door", side:
            return say("doorway {side}", side=_side(side))
        case ("coins",):
            return say("2 coins")
    return ""


def _side(name: str) -> str:
    return say(_SIDES[name[-1]], cell=name[:-1])

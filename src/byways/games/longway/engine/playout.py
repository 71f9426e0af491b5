"""Random games of The Long Way: the turns of `rules`, only drawn directly instead of from a list of the legal ones."""

from __future__ import annotations

import numpy as np

from byways.games.longway.actions import CAFE, DOOR, ROLL, SHOW, STOP, TAKE_COINS, TILE, WALL, begins
from byways.games.longway.layout import ACTIVE, AT, DARK, LIGHT, PLAYING, corners_that_fit, own_sheet, spaces_of
from byways.games.longway.result import write_values
from byways.games.longway.rounds import end_of_choice, show_dice
from byways.games.longway.rules import (
    apply,
    choose,
    draws_on,
    legal_actions,
    lying,
    places_for_door,
    places_for_wall,
    standing,
)
from byways.games.longway.sheet import CAFETERIAS, MOST_CAFETERIAS, SETS, free_spaces, gather
from byways.games.longway.space_sets import count, nth
from byways.games.longway.tiles import FACES
from byways.kernels import Bits, Ints, Reals, Wide, helper, kernel
from byways.kernels.rng import draw
from byways.rules.state_vector import CHANCE, NOBODY, PART, TO_MOVE, next_turn
from byways.turns import ACTIONS


@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Play a random game to its end in place; see `SearchKernels.playout`."""
    sets = np.empty(SETS, dtype=np.int64)
    legal = np.empty(geometry[ACTIONS], dtype=np.int16)
    while state[TO_MOVE] != NOBODY:
        if state[TO_MOVE] == CHANCE and state[LIGHT] == 0 and state[DARK] == 0:
            show_dice(geometry, state, begins(geometry, ROLL) + draw(rng, FACES * FACES))
            next_turn(state, int(state[ACTIVE]))
        elif state[TO_MOVE] >= 0 and state[PART] == 0 and state[PLAYING] > 0:
            play_turn(geometry, state, sets, rng)
        else:  # rare: the set-up, a reroll, the rest of a turn
            n = legal_actions(geometry, state, legal)
            apply(geometry, state, choose(geometry, state, legal, n, rng))
    write_values(geometry, state, values)
    return 1


@helper
def play_turn(geometry: Ints, state: Ints, sets: Wide, rng: Bits) -> None:
    """Play a whole random turn of the player to move."""
    player = int(state[TO_MOVE])
    sheet = own_sheet(geometry, player)
    free = free_spaces(geometry, state, sheet)
    goes_on = draws_on(geometry, state, sheet, random_choice(geometry, state, sheet, free, rng))
    if goes_on:
        goes_on = draws_on(geometry, state, sheet, random_display(geometry, state, rng))
    if goes_on:
        gather(geometry, state, sheet, sets)
        draws_on(geometry, state, sheet, random_bonus(geometry, state, sheet, sets, rng))
    end_of_choice(geometry, state, player)


@helper
def random_choice(geometry: Ints, state: Ints, sheet: int, free: int, rng: Bits) -> int:
    """Choose a random tile if one fits, else a cafeteria if there is room, else stop."""
    corners = corners_that_fit(geometry, int(state[LIGHT]), free)
    if corners > 0:
        return begins(geometry, TILE) + nth(corners, draw(rng, count(corners)))
    if state[sheet + CAFETERIAS] == MOST_CAFETERIAS:
        return begins(geometry, STOP)
    east = lying(free)
    south = standing(free)
    pairs = count(east) + count(south)
    if pairs == 0:
        return begins(geometry, STOP)
    i = draw(rng, pairs)
    if i < count(east):
        return begins(geometry, CAFE) + 2 * nth(east, i)
    return begins(geometry, CAFE) + 2 * nth(south, i - count(east)) + 1


@helper
def random_display(geometry: Ints, state: Ints, rng: Bits) -> int:
    """Choose a symbol of either die at random for a space of the new tile; a double has only one symbol."""
    light, dark = int(state[LIGHT]), int(state[DARK])
    spaces = spaces_of(geometry, light, int(state[AT]) - 1)
    cell = nth(spaces, draw(rng, count(spaces)))
    symbol = light if draw(rng, 2) == 0 else dark
    return begins(geometry, SHOW) + FACES * cell + symbol - 1


@helper
def random_bonus(geometry: Ints, state: Ints, sheet: int, sets: Wide, rng: Bits) -> int:
    """Choose a wall, a doorway or coins at random, uniformly among all that are possible."""
    bonuses = 1
    for side in range(4):
        bonuses += count(places_for_wall(geometry, sets, side)) + count(
            places_for_door(geometry, state, sheet, sets, side)
        )
    i = draw(rng, bonuses)
    for side in range(4):
        walls = places_for_wall(geometry, sets, side)
        if i < count(walls):
            return begins(geometry, WALL) + 4 * nth(walls, i) + side
        i -= count(walls)
        doors = places_for_door(geometry, state, sheet, sets, side)
        if i < count(doors):
            return begins(geometry, DOOR) + 4 * nth(doors, i) + side
        i -= count(doors)
    return begins(geometry, TAKE_COINS)

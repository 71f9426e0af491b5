"""The numbering of actions: ascending is the order in which turns are listed."""

from __future__ import annotations

from byways.games.longway.sheet import OUTER
from byways.games.longway.space_sets import CELLS
from byways.games.longway.tiles import FACES

SIDE = 0  # an outer side, by its index in OUTER: the entrance, then the exit
TILE = SIDE + len(OUTER)  # the top left of the rolled tile's box
CAFE = TILE + CELLS  # + 2 * the first space + 0 (the other lies east) or 1 (south)
STOP = CAFE + 2 * CELLS
REROLL_LIGHT = STOP + 1
REROLL_DARK = REROLL_LIGHT + 1
SHOW = REROLL_DARK + 1  # + 6 * space + symbol - 1: the display on the new tile
WALL = SHOW + FACES * CELLS  # + 4 * space + side
DOOR = WALL + 4 * CELLS  # + 4 * space + side; a border by its left or upper space, an outer side by its own
TAKE_COINS = DOOR + 4 * CELLS
ROLL = TAKE_COINS + 1  # + 6 * (light - 1) + dark - 1
LIGHT_SHOWS = ROLL + FACES * FACES  # + die - 1, after a reroll
DARK_SHOWS = LIGHT_SHOWS + FACES
ACTIONS = DARK_SHOWS + FACES

"""The course of a game: dice, who decides next, when choices are shown, and when it is over."""

from __future__ import annotations

from byways.games.longway.actions import DARK_SHOWS, LIGHT_SHOWS, REROLL_LIGHT, ROLL, begins
from byways.games.longway.grid import OWN
from byways.games.longway.layout import (
    ACTIVE,
    AT,
    DARK,
    LIGHT,
    PLAYERS,
    PLAYING,
    SCORE,
    SEEN,
    own_sheet,
    seen_sheet,
)
from byways.games.longway.sheet import COINS, STOPPED, sheet_words
from byways.games.longway.tiles import FACES
from byways.kernels import Ints, helper, kernel
from byways.rules.state_vector import CHANCE, PART, TO_MOVE, finish, next_turn


@helper
def show_dice(geometry: Ints, state: Ints, action: int) -> None:
    """Set the dice to the roll of an action of chance."""
    if action >= begins(geometry, DARK_SHOWS):
        state[DARK] = action - begins(geometry, DARK_SHOWS) + 1
    elif action >= begins(geometry, LIGHT_SHOWS):
        state[LIGHT] = action - begins(geometry, LIGHT_SHOWS) + 1
    else:
        roll = action - begins(geometry, ROLL)
        state[LIGHT] = roll // FACES + 1
        state[DARK] = roll % FACES + 1


@helper
def reroll(geometry: Ints, state: Ints, player: int, action: int) -> None:
    """Let the active player pay for a new roll, which everybody sees."""
    coins = seen_sheet(geometry, player) + COINS
    state[coins] -= 1
    state[own_sheet(geometry, player) + COINS] = state[coins]
    state[LIGHT if action == begins(geometry, REROLL_LIGHT) else DARK] = 0
    next_turn(state, CHANCE)


@helper
def end_of_choice(geometry: Ints, state: Ints, player: int) -> None:
    """Pass the choice to the next clockwise player still in; once all have chosen, everything takes effect together."""
    state[AT] = 0
    players = int(geometry[PLAYERS])
    active = int(state[ACTIVE])
    following = (player + 1) % players
    while following != active:
        if state[seen_sheet(geometry, following) + STOPPED] == 0:
            next_turn(state, following)
            return
        following = (following + 1) % players
    reveal(geometry, state)
    pass_dice(geometry, state)


@helper
def reveal(geometry: Ints, state: Ints) -> None:
    """Make all own sheets seen, where they are others than those seen."""
    if geometry[OWN] == SEEN:
        return
    for player in range(int(geometry[PLAYERS])):
        copy_sheet(geometry, state, own_sheet(geometry, player), seen_sheet(geometry, player))


@helper
def copy_sheet(geometry: Ints, state: Ints, source: int, target: int) -> None:
    """Copy a sheet word by word: slices would take seconds more to compile."""
    for i in range(sheet_words(geometry)):
        state[target + i] = state[source + i]


@helper
def pass_dice(geometry: Ints, state: Ints) -> None:
    """Pass the dice to the next clockwise player still in (decision G5); after the set-up to player 1."""
    players = int(geometry[PLAYERS])
    active = int(state[ACTIVE]) if state[PLAYING] else players - 1
    state[PLAYING] = 1
    state[LIGHT] = 0
    state[DARK] = 0
    for i in range(1, players + 1):
        player = (active + i) % players
        if state[seen_sheet(geometry, player) + STOPPED] == 0:
            state[ACTIVE] = player
            next_turn(state, CHANCE)
            return
    state[ACTIVE] = 0
    finish(state, SCORE, -1)


@kernel
def settle(geometry: Ints, state: Ints) -> None:
    """End the game if everybody has stopped."""
    for player in range(int(geometry[PLAYERS])):
        if state[seen_sheet(geometry, player) + STOPPED] == 0:
            return
    pass_dice(geometry, state)


@kernel
def hide(geometry: Ints, state: Ints, player: int) -> None:
    """Remove what others than `player` (-1: all) have chosen in the present round, as if they had drawn nothing."""
    if geometry[OWN] == SEEN:
        return
    for other in range(int(geometry[PLAYERS])):
        if other != player:
            copy_sheet(geometry, state, seen_sheet(geometry, other), own_sheet(geometry, other))
    if state[TO_MOVE] != player:
        state[PART] = 0
        state[AT] = 0

"""The first words of every state vector, and what every game does with them.

A state is one flat int16 vector: this header, then whatever the game keeps. Searches read the header directly, so its
offsets are part of the contract.
"""

from __future__ import annotations

from byways.kernels import Ints, helper

TO_MOVE = 0  # the player who decides next, from 0; or CHANCE; or NOBODY when the game is over
PART = 1  # actions already taken in the present turn: 0 where a turn begins
AGE = 2  # turns played: FIRST_TURN, SECOND_TURN, or LATER
QUIET = 3  # reversible turns since the last one that cannot be undone on the board (only games with repetition)
REASON = 4  # 0, or 1 + the index of the outcome's reason in `Game.reasons`
WINNER = 5  # 0, or 1 + the player who won
HEADER = 6  # a game's own words begin here

CHANCE, NOBODY = -1, -2
FIRST_TURN, SECOND_TURN, LATER = 0, 1, 2
_MOST_QUIET = 32_000  # the counter stops here rather than overflow

SWAP_ALLOWED = 0  # the first word of every geometry vector: whether the pie rule is on
GEOMETRY = 1  # a game's own geometry begins here


@helper
def next_turn(state: Ints, player: int) -> None:
    """Close the present turn; `player` moves next."""
    state[PART] = 0
    state[TO_MOVE] = player
    if state[AGE] < LATER:
        state[AGE] += 1


@helper
def finish(state: Ints, reason: int, winner: int) -> None:
    """End the game: `reason` counts from 1, `winner` is a player from 0, or -1 for a draw."""
    state[PART] = 0
    state[TO_MOVE] = NOBODY
    state[REASON] = reason
    state[WINNER] = winner + 1


@helper
def mark_quiet(state: Ints) -> None:
    """Mark the turn just played as reversible: its position may recur."""
    if state[QUIET] < _MOST_QUIET:
        state[QUIET] += 1


@helper
def exchange_players(state: Ints) -> None:
    """Exchange the two players in the header, as a symmetry that turns each into the other does."""
    if state[TO_MOVE] >= 0:
        state[TO_MOVE] = 1 - state[TO_MOVE]
    if state[WINNER] > 0:
        state[WINNER] = 3 - state[WINNER]


@helper
def swap_open(geometry: Ints, state: Ints) -> bool:
    """Return whether the player to move may answer the first turn with `swap`."""
    return bool(geometry[SWAP_ALLOWED] == 1 and state[AGE] == SECOND_TURN and state[PART] == 0)


@helper
def swap(state: Ints) -> None:
    """Let the players exchange colours: the board and the colour to move stay, repetitions are counted anew."""
    state[AGE] = LATER
    state[QUIET] = 0

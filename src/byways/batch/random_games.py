"""Random games by the thousand in machine code: who won, why, after how many turns, and where they went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from byways.batch.sharing import cores, share_out
from byways.game import Variant
from byways.kernels import Bits, Mask, Rows, States, Table, Wide, entry_point, kernel
from byways.kernels.rng import seeded
from byways.kernels.signatures import BoardArrays, RuleKernels
from byways.rules.defaults import LONGEST_GAME
from byways.rules.repetition import repeats
from byways.rules.state_vector import CHANCE, NOBODY, PART, QUIET, TO_MOVE, finish
from byways.search.random_game import board_of, random_action, rules_of

AT_ONCE = 1024
"""Games whose arrays are in memory at a time."""
PLIES = 512
"""Turns of a game of which the legal actions are kept one by one; all turns count in its mean."""
FIRST = 8
"""Actions of a game's first turn that are kept."""
REASON_OF, TURNS, SWAPPED, DECISIONS, CHOICES, FACTS = range(6)
"""The columns of `RandomGames.facts`: the reason of the end, players' turns, whether colours were exchanged, decisions
of players, and their legal actions, added up."""


class Played(NamedTuple):
    """Arrays with a row for each game; see `RandomGames`."""

    states: States
    values: Table
    facts: Rows
    choices: States
    first_turns: States
    visited: Mask


class Ends(NamedTuple):
    """Numbers of a game's options."""

    reason: int
    """Why a game ends by repetition."""
    swap: int
    """The action `swap`, or -1."""


@kernel
def play_random_games(
    rules: RuleKernels, board: BoardArrays, ends: Ends, cells: Wide, streams: Bits, games: Played, first: int, last: int
) -> None:
    """Play the random game in some rows of the states, and write the result; no row depends on another.

    A game of LONGEST_GAME actions is left without an end.
    """
    geometry = board.geometry
    repetition = board.repetition
    choices = games.choices
    first_turns = games.first_turns
    out = np.empty(board.num_actions, dtype=np.int16)
    weights = np.empty(board.num_actions, dtype=np.int64)
    keys = np.empty(LONGEST_GAME + 1 if repetition > 0 else 1, dtype=np.uint64)
    for i in range(first, last):
        state = games.states[i]
        fact = games.facts[i]
        rng = streams[i : i + 1]
        seen = games.visited[i]
        kept = played = 0
        if repetition > 0:
            keys[0] = rules.key(geometry, state)
        while state[TO_MOVE] != NOBODY and played < LONGEST_GAME:
            mover = int(state[TO_MOVE])
            count = rules.legal_actions(geometry, state, out)
            action = random_action(rules.chances, rules.choose, geometry, state, out, count, weights, rng)
            if mover != CHANCE:
                turn = fact[TURNS]
                if turn < choices.shape[1] and state[PART] == 0:
                    choices[i, turn] = count
                if turn == 0 and state[PART] < first_turns.shape[1]:
                    first_turns[i, state[PART]] = action
                fact[DECISIONS] += 1
                fact[CHOICES] += count
                fact[SWAPPED] ^= int(action == ends.swap)
            rules.apply(geometry, state, action)
            played += 1
            whole = state[PART] == 0 or state[TO_MOVE] == NOBODY
            if mover != CHANCE and whole:
                fact[TURNS] += 1
            for k in range(cells.size):
                seen[k] |= state[cells[k]] != 0
            if repetition > 0 and state[PART] == 0 and state[TO_MOVE] != NOBODY:
                kept += 1
                keys[kept] = rules.key(geometry, state)
                if repeats(keys, kept, int(state[QUIET]), repetition):
                    finish(state, ends.reason, -1)
        if state[TO_MOVE] == NOBODY:
            fact[REASON_OF] = rules.outcome(geometry, state, games.values[i])


@dataclass(frozen=True)
class RandomGames:
    """Some random games, a row of each array for each of them."""

    variant: Variant
    states: NDArray[np.int16]
    """(games, words): how they ended, as vectors."""
    values: NDArray[np.float64]
    """(games, players): what each colour has, from 0 (lost) to 1 (won), as the kernel `outcome` says."""
    facts: NDArray[np.int64]
    """(games, FACTS): see REASON_OF and what follows it; a reason of 0: the game did not end."""
    choices: NDArray[np.int16]
    """(games, PLIES): the legal actions at the beginning of each player's turn; 0 where there was none."""
    first_turns: NDArray[np.int16]
    """(games, FIRST): the actions of the first turn of a player, −1 behind them."""
    visited: NDArray[np.bool_]
    """(games, cells): whether a cell was occupied at any time, in the order of `variant.reading.words`."""

    def __len__(self) -> int:
        return len(self.states)

    @property
    def reasons(self) -> list[str]:
        """Return why each game ended, in the rules' words; empty for one that did not."""
        names = ("", *self.variant.game.reasons)
        return [names[number] for number in self.facts[:, REASON_OF]]


def random_games(variant: Variant, games: int, seed: int, *, threads: int | None = None) -> Iterator[RandomGames]:
    """Yield random games from the start position, some hundred at a time; game i depends on `seed` and i alone."""
    streams = game_streams(seed, games)
    for begin in range(0, games, AT_ONCE):
        yield _play(variant, streams[begin : begin + AT_ONCE].copy(), cores() if threads is None else threads)


def _play(variant: Variant, streams: NDArray[np.uint64], threads: int) -> RandomGames:
    count = len(streams)
    cells = np.array(list(variant.reading.words.values()), dtype=np.int64)
    reason = 1 + variant.game.reasons.index("repetition") if variant.repetition else 0
    start = variant.start()
    found = RandomGames(
        variant,
        np.tile(start, (count, 1)),
        np.full((count, len(variant.players)), 0.5),
        np.zeros((count, FACTS), dtype=np.int64),
        np.zeros((count, PLIES), dtype=np.int16),
        np.full((count, FIRST), -1, dtype=np.int16),
        np.tile(start[cells] != 0, (count, 1)),
    )
    arrays = Played(found.states, found.values, found.facts, found.choices, found.first_turns, found.visited)
    given = (rules_of(variant), board_of(variant), Ends(reason, variant.swap_action), cells, streams, arrays)
    share_out(entry_point(play_random_games), given, count, threads)
    return found


def game_streams(seed: int, count: int) -> NDArray[np.uint64]:
    """Return `count` generators, all different: SplitMix64 from a start that the seed gives."""
    z: NDArray[np.uint64] = seeded(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    z[z == 0] = 1
    return z

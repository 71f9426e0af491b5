"""Random games by the thousand in machine code: who won, why, after how many turns, and where they went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from byways.batch.sharing import cores, share_out
from byways.batch.streams import game_streams
from byways.game import Variant
from byways.kernels import Bits, Ints, Mask, Rows, States, Table, Wide, entry_point, kernel
from byways.kernels.signatures import Apply, Chances, Choose, Key, LegalActions, Outcome
from byways.rules.defaults import LONGEST_GAME
from byways.rules.repetition import repeats
from byways.rules.state_vector import CHANCE, NOBODY, PART, QUIET, TO_MOVE, finish
from byways.search.random_game import random_action, rules_of

AT_ONCE = 1024
"""Games whose arrays are in memory at a time."""
PLIES = 512
"""Turns of a game of which the legal actions are kept one by one; all turns count in its mean."""
FIRST = 8
"""Actions of a game's first turn that are kept."""
REASON_OF, TURNS, SWAPPED, DECISIONS, CHOICES, FACTS = range(6)
"""The columns of `RandomGames.facts`: the reason of the end, players' turns, whether colours were exchanged, decisions
of players, and their legal actions, added up."""


@kernel
def play_random_games(
    legal_actions: LegalActions,
    apply: Apply,
    outcome: Outcome,
    chances: Chances,
    choose: Choose,
    key: Key,
    geometry: Ints,
    settings: Wide,
    cells: Wide,
    streams: Bits,
    states: States,
    values: Table,
    facts: Rows,
    choices: States,
    first_turns: States,
    visited: Mask,
    first: int,
    last: int,
) -> None:
    """Play the random game in some rows of `states`, and write what came of it; no row depends on another.

    `settings` holds the number of actions, the repetitions that end a game with their reason, and the action `swap`.
    A game of LONGEST_GAME actions is left without an end.
    """
    num_actions = int(settings[0])
    repetition = int(settings[1])
    reason = int(settings[2])
    swap = settings[3]
    out = np.empty(num_actions, dtype=np.int16)
    weights = np.empty(num_actions, dtype=np.int64)
    keys = np.empty(LONGEST_GAME + 1 if repetition > 0 else 1, dtype=np.uint64)
    for i in range(first, last):
        state = states[i]
        fact = facts[i]
        rng = streams[i : i + 1]
        seen = visited[i]
        kept = played = 0
        if repetition > 0:
            keys[0] = key(geometry, state)
        while state[TO_MOVE] != NOBODY and played < LONGEST_GAME:
            mover = int(state[TO_MOVE])
            count = legal_actions(geometry, state, out)
            action = random_action(chances, choose, geometry, state, out, count, weights, rng)
            if mover != CHANCE:
                turn = fact[TURNS]
                if turn < choices.shape[1] and state[PART] == 0:
                    choices[i, turn] = count
                if turn == 0 and state[PART] < first_turns.shape[1]:
                    first_turns[i, state[PART]] = action
                fact[DECISIONS] += 1
                fact[CHOICES] += count
                fact[SWAPPED] ^= int(action == swap)
            apply(geometry, state, action)
            played += 1
            whole = state[PART] == 0 or state[TO_MOVE] == NOBODY
            if mover != CHANCE and whole:
                fact[TURNS] += 1
            for k in range(cells.size):
                seen[k] |= state[cells[k]] != 0
            if repetition > 0 and state[PART] == 0 and state[TO_MOVE] != NOBODY:
                kept += 1
                keys[kept] = key(geometry, state)
                if repeats(keys, kept, int(state[QUIET]), repetition):
                    finish(state, reason, -1)
        if state[TO_MOVE] == NOBODY:
            fact[REASON_OF] = outcome(geometry, state, values[i])


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
    """(games, cells): whether anything stood on a cell at any time, in the order of `variant.reading.words`."""

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
    settings = np.array([variant.num_actions, variant.repetition, reason, variant.swap_action], dtype=np.int64)
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
    given = (
        *rules_of(variant), variant.geometry, settings, cells, streams, found.states, found.values, found.facts,
        found.choices, found.first_turns, found.visited,
    )  # fmt: skip
    share_out(entry_point(play_random_games), given, count, threads)
    return found

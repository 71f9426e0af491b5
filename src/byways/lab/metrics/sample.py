"""A game as metrics see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from byways.kernels import compiled
from byways.position.perft import count_turns, perft, perft_by
from byways.position.state import State
from byways.records import Record
from byways.records.values import Values, values_of

CHANCE = "chance"
_WORTH_COMPILING = 20_000  # turns counted by a process; below, loading machine code takes longer than counting
_interpreted = 0  # how many this process has counted without
UNFINISHED = "unfinished"
"""The reason of a game that nothing ended."""

Choices: TypeAlias = tuple[Mapping[str, float] | None, ...]
"""For each state but the last, the expected share of the player to move after every legal turn; None where unknown."""


@dataclass(frozen=True)
class GameSample:
    """A game: who played, how it ended, what an engine expected on the way. Ludii calls it a sample."""

    players: tuple[str, ...]
    """In order; the first is the one that moves first."""
    winners: tuple[str, ...] | None
    """Who won or shares the first place; empty for a draw or a lost solo game; None where there is no result."""
    reason: str
    """The rules' reason for the end, else the record's termination ("resignation", "time" …), else UNFINISHED."""
    turns: int
    """How many turns players made; rolls of dice are none."""
    swapped: bool = False
    """Whether the two people exchanged colours by the pie rule."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """By player, where the rules ended a game that counts points; empty where only wins count."""
    values: Values | None = None
    """The first player's expected share in each state, as `byways.records.values_of` returns it."""
    choices: Choices | None = None
    """The values of all legal turns, where they are known."""
    record: Record | None = field(default=None, repr=False, compare=False)
    """The game itself; None where only its end is known, as of a batch of random games."""

    @classmethod
    def of(cls, record: Record, choices: Choices | None = None) -> GameSample:
        """Return the sample of a record, with the values that its comments hold. Raises RecordError for broken ones."""
        states = record.states()
        outcome = None if record.termination else states[-1].outcome
        sample = cls(
            players=record.start.players,
            winners=record.winners,
            reason=record.termination or (outcome.reason if outcome else UNFINISHED),
            turns=sum(state.to_move != CHANCE for state in states[:-1]),
            swapped=states[-1].swapped != record.start.swapped,
            scores=dict(outcome.scores) if outcome and record.start.variant.game.ui.tally else {},
            values=values_of(record),
            choices=choices,
            record=record,
        )
        sample.__dict__["states"] = tuple(states)  # what `states` would replay
        return sample

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every state from the start to the end; empty without a record."""
        return tuple(self.record.states()) if self.record else ()

    @cached_property
    def movers(self) -> tuple[str, ...]:
        """Who made each turn; "chance" for dice."""
        return tuple(str(state.to_move) for state in self.states[:-1])

    @cached_property
    def legal_turns(self) -> tuple[int, ...]:
        """How many legal turns a player had, for each turn that a player made."""
        return tuple(count_legal_turns([state for state in self.states[:-1] if state.to_move != CHANCE]))

    @cached_property
    def actions(self) -> int | None:
        """How many actions players took: stones, steps, parts of turns; None without a record."""
        if not self.states:
            return None
        made = zip(self.states[:-1], self.states[1:], strict=True)
        return sum(_actions(before, after) for before, after in made if before.to_move != CHANCE)

    @cached_property
    def visited(self) -> frozenset[str]:
        """The cells that were occupied at any time, the start included."""
        if not self.states:
            return frozenset()
        words = self.states[0].variant.reading.words
        places = np.fromiter(words.values(), dtype=np.int64)
        stood = np.any([state.vector[places] != 0 for state in self.states], axis=0)
        return frozenset(cell for cell, stands in zip(words, stood, strict=True) if stands)

    @property
    def points(self) -> tuple[float, ...] | None:
        """Each player's points, from 0 to 1; None without a result. See `points_of`."""
        return points_of(self.players, self.winners, self.scores)

    @property
    def first_share(self) -> float | None:
        """The points of the player that moves first (a colour); None without a result, and for a single player."""
        points = self.points
        return points[0] if points is not None and len(points) > 1 else None

    @property
    def first_seat_share(self) -> float | None:
        """The points of the person who moved first, who may have another colour since; None as `first_share`."""
        points = self.points
        if points is None or len(points) < 2:
            return None
        return points[1] if self.swapped else points[0]


def points_of(
    players: tuple[str, ...], winners: tuple[str, ...] | None, scores: Mapping[str, float]
) -> tuple[float, ...] | None:
    """Return the points of each player by rank, 1 for the first to 0 for the last; a shared rank shares the points.

    Winners come first; behind them more than two players are ranked by their scores. Two players have 1, ½ or 0, all
    have ½ without a winner, and a single player has 1 or 0. None where there is no result.
    """
    if winners is None:
        return None
    if len(players) == 1:
        return (float(bool(winners)),)
    if not winners:
        return (0.5,) * len(players)
    ranked_by_score = len(players) > 2
    key = [(player in winners, scores.get(player, 0.0) if ranked_by_score else 0.0) for player in players]
    others = len(players) - 1
    behind = (sum(one > other for other in key) for one in key)
    beside = (sum(one == other for other in key) - 1 for one in key)
    return tuple((lower + equal / 2) / others for lower, equal in zip(behind, beside, strict=True))


def _actions(before: State, after: State) -> int:
    return 1 if before.variant.turn_names is not None else len(before.actions(str(after.turn)))


def count_legal_turns(states: Sequence[State]) -> list[int]:
    """Return how many legal turns each state of a game has.

    Where a turn is one action these are the legal actions; else the turns are counted, not listed: by machine code
    where the game's rules are machine code already, and else once they have become many.
    """
    return [_count(state) for state in states]


def _count(state: State) -> int:
    global _interpreted
    if state.variant.turn_names is not None:
        return len(state.legal_actions())
    if state.variant.rules.compiled or _interpreted >= _WORTH_COMPILING:
        return perft_by(compiled(count_turns), state, 1)
    count = perft(state, 1)
    _interpreted += count
    return count

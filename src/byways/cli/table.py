"""A game at one table: who sits where, who throws the dice, what has been played."""

from __future__ import annotations

import time
from collections.abc import Mapping

from byways.records import Record
from byways.records.tags import tag_of
from byways.rng import seeded
from byways.search.random_game import random_turn
from byways.state import State

HUMAN, ENGINE, RANDOM, DICE = "human", "engine", "random", "dice"
KINDS = (HUMAN, ENGINE, RANDOM)


class CannotUndoError(Exception):
    """The last turn stays; the sentence says why."""


class Table:
    """The state of play, and whoever plays that is no person."""

    def __init__(
        self, state: State, seats: Mapping[str, str], seed: int, engine_seconds: float, level: int | None = None
    ) -> None:
        self.state = state
        self.seats = {player: seats.get(player, HUMAN) for player in state.players}
        self.engine_seconds, self.level = engine_seconds, level
        self._seed = seed
        self._dice, self._chooser = seeded(2 * seed), seeded(2 * seed + 1)  # apart: random players change no dice
        self._before = len(state.turns)  # turns played before anybody sat down here

    @property
    def people(self) -> int:
        """How many seats a person holds."""
        return list(self.seats.values()).count(HUMAN)

    def kind(self, state: State) -> str:
        """What decides next in a state: HUMAN, ENGINE, RANDOM or DICE. After `swap` the two have changed seats."""
        mover = state.to_move
        if mover not in self.seats:
            return DICE
        if "swap" in state.turns[self._before :]:
            mover = next(player for player in state.players if player != mover)
        return self.seats[mover]

    def play(self, turn: str) -> None:
        """Play a person's turn. Raises IllegalTurnError."""
        self.state = self.state.play(turn)

    def advance(self) -> str:
        """Let the dice, an engine or a random player make their turn, and return its text."""
        kind = self.kind(self.state)
        if kind == ENGINE:
            from byways.search.analysis import analyse

            seconds = self.engine_seconds if self.level is None else None
            self.play(str(analyse(self.state, seconds, self.level).best))
        else:
            generator = self._dice if kind == DICE else self._chooser
            self.state = self.state.apply_unchecked(random_turn(self.state, generator))
        return str(self.state.turn)

    def undo(self) -> int:
        """Take turns back until a person is to move again; return how many. Raises CannotUndoError."""
        state = self.state
        while True:
            before = state.previous
            if before is None:
                raise CannotUndoError("there is no turn to take back")
            if before.to_move == "chance":
                raise CannotUndoError("a roll of the dice is not taken back")
            pending = before.variant.game.secret_turns
            if 0 < pending(before) >= pending(state):
                raise CannotUndoError("what has been revealed is not taken back")
            state = before
            if self.kind(state) == HUMAN:
                break
        count = len(self.state.turns) - len(state.turns)
        self.state = state
        return count

    def record(self) -> Record:
        """The game so far."""
        tags = {tag_of(player): kind for player, kind in self.seats.items() if kind != HUMAN}
        if self._before == 0 and self.state.variant.game.dice:
            tags["Seed"] = str(self._seed)
        return Record.from_state(self.state, Date=time.strftime("%Y.%m.%d"), **tags)

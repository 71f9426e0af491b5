"""A game at one table: the state, the seats and the dice."""

from __future__ import annotations

import time
from collections.abc import Mapping

from byways.arena.seeds import generator, seed_of
from byways.position.state import State
from byways.position.undo import take_back
from byways.records import Record
from byways.records.tags import tag_of
from byways.search.random_game import random_move
from byways.workers.call import Abandonable

HUMAN, ENGINE, RANDOM, DICE = "human", "engine", "random", "dice"
KINDS = (HUMAN, ENGINE, RANDOM)


class Table:
    """The state of play, with its engines, random players and dice.

    What is drawn depends on the seed and the number of the move alone: moves taken back are made again alike, and
    random players change no dice.
    """

    def __init__(
        self, state: State, seats: Mapping[str, str], seed: int, engine_seconds: float, level: int | None = None
    ) -> None:
        self.state = state
        self.seats = {player: seats.get(player, HUMAN) for player in state.players}
        self.engine_seconds = engine_seconds
        self.level = level
        self.call = Abandonable()
        self._seed = seed
        self._start = state  # where people sat down here

    @property
    def people(self) -> int:
        """The number of seats held by people."""
        return list(self.seats.values()).count(HUMAN)

    def kind(self, state: State) -> str:
        """Return the kind of the player to move: HUMAN, ENGINE, RANDOM or DICE. `swap` exchanges the seats."""
        mover = state.to_move
        if mover not in self.seats:
            return DICE
        return self.seats[state.seat_of(mover, self._start)]

    def play(self, turn: str) -> None:
        """Play a person's move. Raises IllegalTurnError."""
        self.state = self.call(self.state.play, turn)

    def advance(self) -> str:
        """Let the dice, an engine or a random player make their move, and return its text."""
        kind = self.kind(self.state)
        ply = len(self.state.turns)
        if kind == ENGINE:
            from byways.solve.analysis import analyse

            seconds = self.engine_seconds if self.level is None else None
            seed = seed_of(self._seed, kind, ply)
            self.play(str(analyse(self.state, seconds, self.level, seed=seed, call=self.call).best))
        else:
            self.state = self.call(random_move, self.state, generator(self._seed, kind, ply)).after
        return str(self.state.turn)

    def undo(self) -> int:
        """Take moves back until a person is to move again; return how many. Raises CannotUndoError."""
        played = len(self.state.turns)
        self.state = take_back(self.state, lambda before: self.kind(before) == HUMAN)
        return played - len(self.state.turns)

    def record(self) -> Record:
        """Return the record of the game so far."""
        tags = {tag_of(player): kind for player, kind in self.seats.items() if kind != HUMAN}
        if not self._start.turns and self.state.variant.game.dice:
            tags["Seed"] = str(self._seed)
        return Record.from_state(self.state, Date=time.strftime("%Y.%m.%d"), **tags)

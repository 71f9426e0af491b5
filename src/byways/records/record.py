"""A game record: where a game began, its turns with marks, comments and variations, who played, how it ended."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

from byways.errors import RecordError
from byways.records.limits import LIMITS, Limits
from byways.records.results import Winners, judge, write_result
from byways.records.tags import Claims
from byways.records.tree import Line, Turn
from byways.state import State


@dataclass(frozen=True)
class Record:
    """One recorded game. It is always legal: `from_text`, `from_json`, `from_state` and `Builder` are its makers."""

    start: State
    """Where the game begins."""
    line: Line
    """The game's turns; each may carry marks, comments, and variations that replace it."""
    winners: Winners = None
    """Who won or shares the first place; empty for a draw or a lost solo game; None while the game is not finished."""
    termination: str = ""
    """Why the game ended where the rules did not end it: one of `TERMINATIONS`, else empty."""
    people: Mapping[str, str] = field(default_factory=dict)
    """The names of those who *began* as each player: after `swap` the two have exchanged colours."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """All other tags, such as Date and Seed, in order."""

    @classmethod
    def from_text(cls, text: str, limits: Limits = LIMITS) -> Record:
        """The one game that a text holds. Raises RecordError, with line and column."""
        from byways.records.reader import read_text

        return only(read_text(text, limits))

    @classmethod
    def from_json(cls, text: str | bytes, limits: Limits = LIMITS) -> Record:
        """The one game that a JSON text holds. Raises RecordError, with the path in the document."""
        from byways.records.document import read_json

        return only(read_json(text, limits))

    @classmethod
    def from_state(cls, state: State, **tags: str) -> Record:
        """The turns that led to a state, and tags as in a text: `White="Ada", Date="2026.11.21"`.

        Raises RecordError for a result that contradicts the rules, and for a view whose turns are secret.
        """
        states = _since_the_start(state)
        turns = tuple(Turn(later.turn) for later in states[1:] if later.turn is not None)
        if any(turn.turn == "?" for turn in turns):
            raise RecordError("record.secret", "a view with secret turns makes no record")
        claims = Claims.of(tags, state.players)
        winners = judge(state, claims.winners, claims.termination)
        return cls(states[0], Line(turns=turns), winners, claims.termination, claims.people, claims.tags)

    def to_text(self) -> str:
        """The record in the text format; reading it gives this record again."""
        from byways.records.writer import write

        return write(self)

    def to_json(self) -> str:
        """The record as one JSON object, as `byways.records.schema()` describes it; reading it gives this record."""
        from byways.records.document import write

        return write(self)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.start.game

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns of the game itself, without variations."""
        return tuple(turn.turn for turn in self.line.turns)

    @property
    def result(self) -> str:
        """The result in one word, as the text format writes it: "white", "draw", "*" …"""
        return write_result(self.winners, self.start.players)

    def states(self) -> list[State]:
        """The states of the game from its start to its end; the one at index n is that after n turns."""
        return list(itertools.accumulate(self.turns, State.play, initial=self.start))

    def final(self) -> State:
        """The state after the last turn."""
        return self.states()[-1]


def only(records: list[Record]) -> Record:
    """The one record of a list. Raises RecordError."""
    if len(records) != 1:
        raise RecordError("record.count", "expected one game, found {count}", count=len(records), line=1, column=1)
    return records[0]


def _since_the_start(state: State) -> list[State]:
    states = [state]
    while states[-1].previous is not None:
        states.append(states[-1].previous)
    return states[::-1]

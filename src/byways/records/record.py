"""Game records: a start, turns with marks, comments and variations, the players, the result."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Meta, Struct

from byways.errors import RecordError
from byways.position.state import State
from byways.records.limits import LIMITS, Limits
from byways.records.tags import Claims, Winners, judge, write_result


@dataclass(frozen=True)
class Record:
    """One recorded game. It is always legal: `from_text`, `from_json`, `from_state` and `Builder` are its makers."""

    start: State
    """The state in which the game begins."""
    line: Line
    """The game's turns; each may carry marks, comments, and variations that replace it."""
    winners: Winners = None
    """The winners; empty for a draw or a lost solo game; None while the game is unfinished."""
    termination: str = ""
    """The reason for the end if the rules did not end the game: one of `TERMINATIONS`, else empty."""
    people: Mapping[str, str] = field(default_factory=dict)
    """The names of those who *began* as each player: after `swap` the two have exchanged colours."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """All other tags, such as Date and Seed, in order."""

    @classmethod
    def from_text(cls, text: str, limits: Limits = LIMITS) -> Record:
        """Parse a text that holds exactly one game. Raises RecordError, with line and column."""
        return only(FORMATS["text"].read(text, limits))

    @classmethod
    def from_json(cls, text: str | bytes, limits: Limits = LIMITS) -> Record:
        """Parse a JSON text that holds exactly one game. Raises RecordError, with the path in the document."""
        return only(FORMATS["json"].read(text, limits))

    @classmethod
    def from_state(cls, state: State, **tags: str) -> Record:
        """Return the record of the turns that led to a state, with tags as in a text: `White="Ada", Date="2026.11.21"`.

        Raises RecordError for a result that contradicts the rules, and for a view whose turns are secret.
        """
        states = since_the_start(state)
        turns = tuple(Turn(later.turn) for later in states[1:] if later.turn is not None)
        if any(turn.turn == "?" for turn in turns):
            raise RecordError("record.secret", "a view with secret moves cannot become a record")
        claims = Claims.of(tags, state.players)
        winners = judge(state, claims.winners, claims.termination)
        return cls(states[0], Line(turns=turns), winners, claims.termination, claims.people, claims.tags)

    def to_text(self) -> str:
        """Return the record in the text format; reading it gives an equal record."""
        return FORMATS["text"].write(self)

    def to_json(self) -> str:
        """Return the record as a JSON object; reading it gives an equal record.

        `byways.records.schema()` describes it.
        """
        return FORMATS["json"].write(self)

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
        """The result in one word, as the text format writes it, such as "white", "draw" or "*"."""
        return write_result(self.winners, self.start.players)

    def states(self) -> list[State]:
        """Return the states of the game from its start to its end; index n is the state after n turns."""
        return list(itertools.accumulate(self.turns, State.play, initial=self.start))

    def final(self) -> State:
        """Return the state after the last turn."""
        return self.states()[-1]

    def _repr_html_(self) -> str:
        from byways.draw.notebook import record_html  # a notebook's hooks; nothing else here knows of drawing

        return record_html(self)

    def _repr_svg_(self) -> str:
        from byways.draw.notebook import record_svg

        return record_svg(self)


@dataclass(frozen=True)
class Format:
    """A way to write records down."""

    read: Callable[[Any, Limits], list[Record]]
    """(text, limits) -> the records that a text holds. Raises RecordError."""
    write: Callable[[Record], str]


FORMATS: dict[str, Format] = {}
"""By name: "text" and "json". The package puts them here, because reading makes records."""


def only(records: list[Record]) -> Record:
    """Return the only record of a list. Raises RecordError."""
    if len(records) != 1:
        raise RecordError("record.count", "expected one game, found {count}", count=len(records), line=1, column=1)
    return records[0]


def since_the_start(state: State) -> list[State]:
    """Return the states that led to a state, from where it began, itself the last."""
    states = [state]
    while states[-1].previous is not None:
        states.append(states[-1].previous)
    return states[::-1]


Mark = Annotated[int, Meta(ge=0, le=255)]


class Turn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A turn that was played, or might have been."""

    turn: Annotated[str, Meta(description="The turn's canonical text.")]
    marks: Annotated[
        tuple[Mark, ...], Meta(description="Numeric marks, as $n in the text: 1 good, 2 bad, 3 brilliant, 4 blunder …")
    ] = ()
    comments: Annotated[tuple[str, ...], Meta(description="What is said of the turn.")] = ()
    variations: Annotated[tuple[Line, ...], Meta(description="What might have been played instead.")] = ()


class Line(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Turns one after another."""

    comments: Annotated[tuple[str, ...], Meta(description="What is said before the first turn.")] = ()
    turns: tuple[Turn, ...] = ()

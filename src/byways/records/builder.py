"""Building a record step by step: turns, marks, comments and variations, each judged as it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from byways.errors import RecordError
from byways.position.state import State
from byways.records.limits import LIMITS, Limits
from byways.records.record import Line, Record, Turn
from byways.records.tags import Winners, clean, judge


@dataclass
class _Draft:
    """A turn that may still get marks, comments and variations."""

    turn: str
    marks: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)


@dataclass
class _Strand:
    """A line being built: the game's own, or a variation."""

    state: State
    before: State | None = None  # the last turn
    comments: list[str] = field(default_factory=list)
    drafts: list[_Draft] = field(default_factory=list)

    def line(self) -> Line:
        turns = (Turn(d.turn, tuple(d.marks), tuple(d.comments), tuple(d.variations)) for d in self.drafts)
        return Line(tuple(self.comments), tuple(turns))


class Builder:
    """Keeps a record while a game is read, played or analysed.

    Every method raises RecordError (or IllegalTurnError) where the step is not possible, LimitError where it is one too
    many; the builder stays as it was.
    """

    def __init__(self, start: State, limits: Limits = LIMITS) -> None:
        self.start = start
        self._limits = limits
        self._strands = [_Strand(start)]  # the game's own, then the open variations, each within the one before
        self._turns = 0

    @property
    def state(self) -> State:
        """The state after the last turn of the open line."""
        return self._strands[-1].state

    @property
    def depth(self) -> int:
        """The number of open variations."""
        return len(self._strands) - 1

    def play(self, turn: str) -> None:
        """Add a turn to the open line."""
        self._limits.check("turns", self._turns + 1)
        strand = self._strands[-1]
        after = strand.state.play(turn)
        strand.before = strand.state
        strand.state = after
        strand.drafts.append(_Draft(str(after.turn)))
        self._turns += 1

    def mark(self, mark: int) -> None:
        """Mark the last turn of the open line: 1 good, 2 bad, 3 brilliant, 4 blunder, 5 interesting, 6 dubious, etc."""
        if not 0 <= mark <= 255:
            raise RecordError("record.mark", "a mark is a number from 0 to 255")
        self._last("a mark").marks.append(mark)

    def comment(self, comment: str) -> None:
        """Say something of the last turn of the open line, or before its first. White space around it is dropped."""
        text = clean(comment).strip()
        self._limits.check("comment", len(text))
        strand = self._strands[-1]
        comments = strand.drafts[-1].comments if strand.drafts else strand.comments
        comments += [text] if text else []

    def open(self) -> None:
        """Begin a variation that replaces the last turn of the open line."""
        self._last("a variation")
        self._limits.check("depth", self.depth + 1)
        before = self._strands[-1].before
        assert before is not None
        self._strands.append(_Strand(before))

    def close(self) -> None:
        """End the open variation."""
        if self.depth == 0:
            raise RecordError("record.variation.none", "no variation is open here")
        if not self._strands[-1].drafts:
            raise RecordError("record.variation.empty", "a variation needs a move")
        strand = self._strands.pop()
        self._strands[-1].drafts[-1].variations.append(strand.line())

    def record(
        self,
        winners: Winners = None,
        termination: str = "",
        people: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record:
        """Return the record, once every variation is closed; if the rules end the game, they decide the result."""
        if self.depth:
            raise RecordError("record.variation.open", "a variation is not closed")
        winners = judge(self.state, winners, termination)
        return Record(self.start, self._strands[0].line(), winners, termination, people or {}, tags or {})

    def _last(self, what: str) -> _Draft:
        drafts = self._strands[-1].drafts
        if not drafts:
            raise RecordError("record.before", "{what} needs a move before it", what=what)
        return drafts[-1]

"""A guided first game: positions that teach the rules by doing, as data in a game's folder (lessons.toml).

    [[lesson]]
    title = "Flip two discs"
    text = "White to move. …"
    position = '''
    troll size=6
    …'''
    done = { fewer = { X = 2 } }
    hint = "Look along row 3."
    wrong = "That is legal, but flips too little."
    after = "All runs flip, in all directions."

`done` says what counts; where it names several things, all of them must hold.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from byways.errors import BywaysError, IllegalTurnError
from byways.game import Game
from byways.incoming import without_mark
from byways.position.state import State, start


class LessonGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The condition under which a lesson counts as done."""

    turns: tuple[str, ...] = ()
    """One of these turns is played."""
    like: str = ""
    """The turn's text matches this regular expression as a whole."""
    wins: bool = False
    """The turn wins at once."""
    fewer: dict[str, int] = {}
    """At least so many of these marks vanish from the position's text, such as {X = 2}."""
    more: dict[str, int] = {}
    """At least so many of these marks are added."""
    refused: tuple[str, ...] = ()
    """One of these turns is tried, and the rules refuse it with their reason; no legal turn counts."""

    def met(self, before: State, after: State) -> bool:
        """Return whether a legal turn, which led from one state to the other, is what was asked for."""
        turn = str(after.turn)
        changes = [-self._gained(before, after, mark) >= count for mark, count in self.fewer.items()]
        changes += [self._gained(before, after, mark) >= count for mark, count in self.more.items()]
        return (
            not self.refused
            and (not self.turns or turn in self.turns)
            and (not self.like or re.fullmatch(self.like, turn) is not None)
            and (not self.wins or (after.outcome is not None and before.to_move in after.outcome.winners))
            and all(changes)
        )

    def tried(self, state: State, clicks: Sequence[str], actions: Sequence[int]) -> bool:
        """Return whether what was pointed at, and refused, is a turn that was to be tried.

        `actions` are those it means, perhaps only the first ones of the turn.
        """
        texts = state.variant.game.texts
        wanted = [texts.parse(state, turn)[: len(actions)] for turn in self.refused] if actions else []
        return texts.spell(clicks) in self.refused or tuple(actions) in wanted

    @staticmethod
    def _gained(before: State, after: State, mark: str) -> int:
        return _count(after, mark) - _count(before, mark)


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with a task, and the responses to the turns."""

    title: str
    text: str
    """In plain words; an empty line begins a new paragraph."""
    position: str
    done: LessonGoal
    hint: str
    wrong: str
    """Said of a legal turn that is not what was asked for."""
    after: str
    """Said when it is done."""

    @property
    def paragraphs(self) -> list[str]:
        """The text's paragraphs."""
        return [" ".join(part.split()) for part in self.text.split("\n\n") if part.strip()]


@dataclass(frozen=True)
class LessonResponse:
    """The response to a turn."""

    done: bool
    said: str


class LessonError(BywaysError, ValueError):
    """Raised when a game's lessons cannot be read."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...] = ()


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the game's lessons in order; there may be none. Raises LessonError."""
    return read_lessons(game.lessons)


@functools.cache
def read_lessons(text: str) -> tuple[Lesson, ...]:
    """Parse lessons from TOML. Raises LessonError."""
    try:
        return msgspec.convert(tomllib.loads(without_mark(text)), _File).lesson
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise LessonError("lessons.unreadable", "lessons: {reason}", reason=str(error)) from error


def begin(game: Game, lesson: Lesson) -> State:
    """Return the start of a lesson. Raises PositionError."""
    return start(game.name, position=lesson.position)


def judge(lesson: Lesson, before: State, after: State) -> LessonResponse:
    """Return the response to a legal turn."""
    done = lesson.done.met(before, after)
    return LessonResponse(done, lesson.after if done else lesson.wrong)


def judge_refusal(lesson: Lesson, state: State, clicks: Sequence[str]) -> LessonResponse:
    """Return the response to clicks that the rules refuse, shown beside their reason."""
    try:
        actions: Sequence[int] = state.variant.game.texts.meant(state, clicks)
    except IllegalTurnError:
        actions = ()
    done = lesson.done.tried(state, clicks, actions)
    return LessonResponse(done, lesson.after if done else "")


def _count(state: State, mark: str) -> int:
    """Count the occurrences of a mark on the board, leaving out the heading and the last line."""
    lines = str(state).splitlines()[1:-1]
    return sum(word.rstrip("0123456789") == mark for line in lines for word in line.split())

"""Every error Byways raises.

    BywaysError
    ├── OptionError              a game option that does not exist or has a bad value
    │   └── PositionError        a position= text that cannot be read or cannot arise
    ├── IllegalTurnError         the turn can be read but the rules forbid it
    │   └── UnreadableTurnError  the text is no turn of this game
    ├── CellError                a cell that the board does not have (a KeyError too)
    ├── CannotUndoError          the last turn cannot be taken back
    ├── RecordError              a game record that is broken, with its line and column
    ├── LimitError               input over a named limit
    ├── ProofError               a proof that does not hold or cannot be read
    ├── PlayerError              a program that plays and fails: it hangs, ends, floods its output or answers illegally
    ├── KernelError              a kernel that cannot be compiled, with its file and line
    └── GameError                a mistake in an author's game, with its file and line

Each carries a stable `code`, its `sentence` and the `fields` of that. The sentence is a text of the library's catalogue
(`byways.translatable`), or the text that is given in place of a template, as games do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from byways.translatable import Text


class BywaysError(Exception):
    """An error a person can act on. `str(error)` is one English sentence."""

    always: ClassVar[Mapping[str, Any]] = {}
    """Fields that all errors of a class have."""

    def __init__(self, code: str, template: str, **fields: Any) -> None:
        self.sentence = template if isinstance(template, Text) else Text(template, fields)
        super().__init__(str(self.sentence))
        self.code = code
        self.fields = {**self.always, **self.sentence.fields, **fields}

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, self.sentence, **self.fields), ()


class OptionError(BywaysError, ValueError):
    """A game option is unknown or its value is not allowed; `fields` has `option` and `allowed`."""


class PositionError(OptionError):
    """The text given as `position=` cannot be read or cannot arise; `fields["option"]` is "position"."""

    always: ClassVar[Mapping[str, Any]] = {"option": "position"}


class IllegalTurnError(BywaysError, ValueError):
    """The rules forbid this turn; the sentence gives the reason in words of the rules."""


class UnreadableTurnError(IllegalTurnError):
    """The text is no turn of this game; the sentence says what was expected."""


class CellError(BywaysError, KeyError):
    """The board has no cell of this name."""

    __str__ = Exception.__str__  # KeyError's puts it in quotes


class CannotUndoError(BywaysError):
    """The last turn cannot be taken back; the sentence says why."""


class RecordError(BywaysError, ValueError):
    """A record is broken; `fields` has `line` and `column`, both counted from 1, or for JSON `path`."""


class LimitError(RecordError):
    """Input is larger than a limit, which `fields["limit"]` names."""


class ProofError(BywaysError, ValueError):
    """A proof does not hold, or is none."""


class PlayerError(BywaysError):
    """A program that plays has failed, which costs its game; the sentence says how."""


class KernelError(BywaysError, TypeError):
    """A kernel does what machine code cannot; the cause is the compiler's own report."""


class GameError(BywaysError):
    """An author's game raised an error, or never came to an end; `fields["where"]` names its file and line."""


def brief(error: BaseException) -> str:
    """Describe another program's error in one line: its type and the first line of its message."""
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"

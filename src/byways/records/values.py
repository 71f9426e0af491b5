"""Values in records: what an engine expected of each position, kept in comments.

Written as PGN's readers know commands in comments, `[%value 0.6200]` after a turn is the value of the position that the
turn led to, and in the comments before the first turn that of the start. A value is the first player's expected share
of the game, from 0 (lost) to 1 (won); a draw is a half. The first player is the first of `State.players`, whoever plays
it after the pie rule. Being comments, values survive the text format and JSON, and whatever else a comment says stays.

`with_values` puts them into a record, `values_of` takes them out. Both deal with one value for each of
`record.states()`: that of the start first, then one after each turn; None where the position was not evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from msgspec.structs import replace as replaced

from byways.errors import RecordError
from byways.records.record import Line, Record

Values: TypeAlias = tuple[float | None, ...]
"""The first player's expected share in each state of a game, from 0 to 1; None where it was not evaluated."""

DECIMALS = 4
_COMMAND = re.compile(r"\[%value\s++([^\]\s]++)\s*+\]")


def with_values(record: Record, values: Sequence[float | None]) -> Record:
    """Return the record with values in its comments, in place of those it had; other comments stay.

    `values` has one entry for each of `record.states()`, the start's first; they are rounded to four decimals.
    Raises RecordError where their number is another, or one is not from 0 to 1.
    """
    if len(values) != len(record.line.turns) + 1:
        raise RecordError(
            "record.values",
            "expected {expected} values, of the start and after each move, found {found}",
            expected=len(record.line.turns) + 1,
            found=len(values),
        )
    said = zip(_comments(record), values, strict=True)
    comments = [(*without_values(old), *_written(value, ply)) for ply, (old, value) in enumerate(said)]
    turns = (replaced(turn, comments=new) for turn, new in zip(record.line.turns, comments[1:], strict=True))
    return replace(record, line=Line(comments[0], tuple(turns)))


def values_of(record: Record) -> Values | None:
    """Return the values in a record's comments, one for each of its states; None where there are none.

    Of several values of one position the last counts. Raises RecordError for one that is not from 0 to 1.
    """
    found: list[float | None] = []
    for ply, said in enumerate(_comments(record)):
        texts = [text for comment in said for text in _COMMAND.findall(comment)]
        found.append(_read(texts[-1], ply) if texts else None)
    return None if all(value is None for value in found) else tuple(found)


def without_values(comments: Iterable[str]) -> tuple[str, ...]:
    """Return comments as people read them, without values; those that held nothing else are left out."""
    kept = (_COMMAND.sub("", comment).strip() if "[%value" in comment else comment for comment in comments)
    return tuple(comment for comment in kept if comment)


def only_values(comments: Iterable[str]) -> tuple[str, ...]:
    """Return the values in comments, as comments that hold nothing else."""
    return tuple(found.group() for comment in comments for found in _COMMAND.finditer(comment))


def _comments(record: Record) -> list[tuple[str, ...]]:
    return [record.line.comments, *(turn.comments for turn in record.line.turns)]


def _written(value: float | None, ply: int) -> tuple[str, ...]:
    if value is None:
        return ()
    return (f"[%value {_checked(float(value), str(value), ply):.{DECIMALS}f}]",)


def _read(text: str, ply: int) -> float:
    try:
        return _checked(float(text), text, ply)
    except ValueError:
        raise _refusal(text, ply) from None


def _checked(value: float, text: str, ply: int) -> float:
    if not 0 <= value <= 1:
        raise _refusal(text, ply)
    return value


def _refusal(text: str, ply: int) -> RecordError:
    return RecordError(
        "record.value",
        "the value {value!r} (move {ply}) is not a number from 0 to 1",
        value=text[:40],
        ply=ply,
    )

"""Reads an uploaded record, in a process of its own that may be ended: `python -m byways.site.review.child`.

It reads a line, `Question`, and answers in one, `Answer`, both JSON.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

import msgspec

from byways.errors import BywaysError, RecordError
from byways.records import Limits, Record, read_any
from byways.translatable import say, to_data
from byways.workers.lifetime import end_unread

LIMITS = Limits(size=200_000, games=200, turns=2_000, depth=8, comment=4_000, tags=50, tag=10_000, files=False)
MEGABYTES = 3_000
"""Of address space, most of which machine code and its libraries reserve without using it."""


class Question(msgspec.Struct, frozen=True):
    """A text, and the number of the game in it; None where it has only one."""

    text: str
    number: int | None = None


class Refusal(msgspec.Struct, frozen=True):
    """An error in the text."""

    said: Any
    """As `byways.translatable.to_data` writes it."""
    line: int | None = None
    column: int | None = None


class ReadRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The document of a record, or why there is none."""

    record: msgspec.Raw = msgspec.Raw()
    error: Refusal | None = None


def answer(text: str, number: int | None) -> ReadRecord:
    """Return the document of a record or a position, or the error in it."""
    try:
        found = read_any(text, number, LIMITS)
        record = found if isinstance(found, Record) else Record.from_state(found)
        return ReadRecord(msgspec.Raw(record.to_json().encode()))
    except BywaysError as error:
        place = error.fields if isinstance(error, RecordError) else {}
        return ReadRecord(error=Refusal(to_data(error.sentence), place.get("line"), place.get("column")))
    except (MemoryError, RecursionError):
        return ReadRecord(error=Refusal(to_data(say("the record needs too much memory"))))


def main() -> None:
    """Answer once, politely, within a bound of memory."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    if hasattr(os, "nice"):
        os.nice(5)
    end_unread(sys.stdout.buffer)
    asked = msgspec.json.decode(sys.stdin.buffer.readline(), type=Question)
    sys.stdout.buffer.write(msgspec.json.encode(answer(asked.text, asked.number)) + b"\n")


if __name__ == "__main__":
    main()

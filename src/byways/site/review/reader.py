"""Reading pasted or uploaded records in a child process, within limits of size, memory and time."""

from __future__ import annotations

import asyncio
import subprocess

import msgspec

from byways.errors import PlayerError, RecordError
from byways.records.document import Document
from byways.site.review.child import LIMITS, Question, ReadRecord, Refusal
from byways.site.web.requests import BusyError
from byways.translatable import from_data
from byways.workers.conversation import Conversation
from byways.workers.lifetime import PYTHON

CHILD = (*PYTHON, "-m", "byways.site.review.child")
LONGEST_BODY = 3 * LIMITS.size + 1_000  # bytes: a form writes what is no letter with three
_SECONDS = 30.0  # that reading may take; a big board's end may be counted in it
_MOST_AT_ONCE = 2
_MOST_WAITING = 10


class Reader:
    """Reads records, a few at a time."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._free = asyncio.Semaphore(_MOST_AT_ONCE)
        self._waiting = 0

    async def read(self, text: str, number: int | None = None) -> Document:
        """Return the record in a text, or a record without turns for a position.

        Raises RecordError, with line and column where they are known, and BusyError.
        """
        text = text.replace("\r\n", "\n").encode("utf-8", "replace").decode()
        if len(text.encode()) > LIMITS.size:
            raise RecordError("record.limit.size", "a record has at most {most} bytes here", most=LIMITS.size)
        if not text.strip():
            raise RecordError("record.empty", "paste a record or a position, or choose a file")
        if self._waiting >= _MOST_WAITING:
            raise BusyError("review.busy", "too many records are being read right now; try again in a minute")
        self._waiting += 1
        try:
            async with self._free:
                answer = await self._ask(Question(text, number))
        finally:
            self._waiting -= 1
        if answer.error is not None:
            raise _refusal(answer.error)
        return msgspec.json.decode(answer.record, type=Document)

    async def _ask(self, question: Question) -> ReadRecord:
        child = Conversation(CHILD, errors=subprocess.DEVNULL)
        try:
            return await child.ask(question, ReadRecord, self._seconds)
        except PlayerError as error:
            if error.code == "player.slow":
                raise RecordError(
                    "record.slow", "the record could not be read within {seconds:g} seconds", seconds=self._seconds
                ) from None
            raise RecordError("record.memory", "the record needs too much memory") from None
        finally:
            await child.end()


def _refusal(error: Refusal) -> RecordError:
    """Return the child's error, which names the place itself."""
    place = {"line": error.line, "column": error.column}
    known = {name: value for name, value in place.items() if value is not None}
    return RecordError("record.refused", "{reason}", reason=from_data(error.said), **known)

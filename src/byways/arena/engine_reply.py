"""Answers of the engine protocol (docs/guides/engine.md), as its clients read them."""

from __future__ import annotations

import msgspec

from byways.errors import PlayerError
from byways.incoming import decode_json


class Complaint(msgspec.Struct, frozen=True):
    """What is wrong with one field of a request."""

    message: str
    field: str = ""
    code: str = ""


class EngineReply(msgspec.Struct, frozen=True):
    """The fields of an answer that a player needs; it may have others."""

    id: str | int | None
    done: bool = True
    best: str | None = None
    errors: list[Complaint] = []


def read_reply(line: str, id: str | int) -> EngineReply:
    """Read a line that answers the request with this id. Raises PlayerError, which says what is wrong with the line."""
    try:
        reply: EngineReply = decode_json(line, EngineReply)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _bad("it answered {line!r}, which is no answer: {reason}", line, reason=str(error)) from None
    if reply.errors:
        raise PlayerError("player.refused", "it refused the request: {reason}", reason=reply.errors[0].message[:200])
    if type(reply.id) is not type(id) or reply.id != id:
        raise _bad("it answered {line!r}, whose id is not {id!r}, that of the request", line, id=id)
    return reply


def _bad(template: str, line: str, **fields: object) -> PlayerError:
    return PlayerError("player.answer", template, line=line if len(line) <= 80 else f"{line[:80]}…", **fields)

"""JSON lines to worker processes."""

from __future__ import annotations

from asyncio.subprocess import Process

import msgspec


async def write_line(process: Process, message: object) -> None:
    """Write a message to a process. Raises OSError for one that is gone, whichever event loop runs."""
    assert process.stdin is not None
    try:
        process.stdin.write(msgspec.json.encode(message) + b"\n")
        await process.stdin.drain()
    except RuntimeError as error:  # so says uvloop, where asyncio raises BrokenPipeError
        raise BrokenPipeError(str(error)) from error

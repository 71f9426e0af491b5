"""A proxy that can cut the line between people and their server: by resetting it, or by letting all fall silent."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading

OPEN, SILENT, RESET = "open", "silent", "reset"
_AT_ONCE = struct.pack("ii", 1, 0)  # closing with this sends a reset


class Proxy:
    """Passes bytes on between its own port and a server's, in a thread, until it is closed.

    In a silent cut bytes are swallowed and nothing is closed; a connection of which some were lost stays dead.
    """

    def __init__(self, port: int) -> None:
        self.behind = port
        self.mode = OPEN
        self.delay = 0.0
        """Seconds until a new connection is passed on."""
        self._lines: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        listening = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop
        ).result(10)
        self.port: int = listening.sockets[0].getsockname()[1]
        self._listening = listening

    def cut(self, mode: str) -> None:
        """Cut the line, or mend it with "open"."""
        self.mode = mode
        if mode == RESET:
            self._loop.call_soon_threadsafe(self._reset_all)

    def close(self) -> None:
        """Close everything."""

        def stop() -> None:
            self._listening.close()
            self._reset_all()
            self._loop.call_later(0.1, self._loop.stop)

        self._loop.call_soon_threadsafe(stop)
        self._thread.join(10)

    def _reset_all(self) -> None:
        for line in tuple(self._lines):
            _reset(line)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == RESET:
            _reset(writer)
            return
        self._lines.add(writer)
        other: asyncio.StreamWriter | None = None
        try:
            if self.mode == SILENT:
                await self._swallow(reader)
                return
            await asyncio.sleep(self.delay)
            back, other = await asyncio.open_connection("127.0.0.1", self.behind)
            self._lines.add(other)
            await asyncio.gather(self._pass(reader, other), self._pass(back, writer))
        except OSError:
            pass
        finally:
            for end in (writer, other):
                if end is not None:
                    self._lines.discard(end)
                    end.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if self.mode == SILENT:
                await self._swallow(reader)
                break
            writer.write(data)
            await writer.drain()
        with contextlib.suppress(OSError, RuntimeError):
            writer.write_eof()

    async def _swallow(self, reader: asyncio.StreamReader) -> None:
        """Take all that comes and answer nothing."""
        while await reader.read(65_536):
            pass


def _reset(line: asyncio.StreamWriter) -> None:
    held = line.get_extra_info("socket")
    if held is not None:
        with contextlib.suppress(OSError):
            held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    line.transport.abort()

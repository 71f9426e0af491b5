"""HTTP connections that are closed when a request does not arrive in time; uvicorn waits for ever."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from byways.site.web.rate_limits import network_of

HEAD = 20.0
"""Seconds that the head of a request may take, from the opening of a connection or its first byte."""
BODY = 60.0
"""Seconds that its body may take after that."""
SOON = 2.0
"""Seconds for either, where more than CROWD requests of one address are incomplete."""
CROWD = 32
_incomplete: Counter[str] = Counter()  # by address: connections on which a request is awaited or half there


class PunctualProtocol(HttpToolsProtocol):
    """uvicorn's protocol with these limits: each open connection is a file, of which a server has only so many."""

    _timer: TimerHandle | None = None
    _address = ""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Await the first request."""
        super().connection_made(transport)
        self._address = network_of(self.client[0]) if self.client else ""
        self._await(HEAD)

    def data_received(self, data: bytes) -> None:
        """Await a whole head, even if these are only blank lines, which the parser does not mention."""
        if self._timer is None:
            self._await(HEAD)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Await the head of a request, which may follow another one in the same data."""
        super().on_message_begin()
        if self._timer is None:
            self._await(HEAD)

    def on_headers_complete(self) -> None:
        """Await the body."""
        super().on_headers_complete()
        self._await(BODY)

    def on_message_complete(self) -> None:
        """Await nothing more: the rest is for the site to do."""
        super().on_message_complete()
        self._settle()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the WebSocket, which has heartbeats."""
        self._settle()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Await nothing more."""
        self._settle()
        super().connection_lost(exc)

    def _await(self, seconds: float) -> None:
        self._settle()
        _incomplete[self._address] += 1
        self._timer = self.loop.call_later(min(SOON, seconds), self._check, seconds)

    def _check(self, seconds: float) -> None:
        """Give up if many of the same address are as slow, else once all the time is over."""
        if seconds <= SOON or _incomplete[self._address] > CROWD:
            self._settle()
            self.transport.close()
        else:
            self._timer = self.loop.call_later(seconds - SOON, self._check, 0.0)

    def _settle(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            _incomplete[self._address] -= 1
            if not _incomplete[self._address]:
                del _incomplete[self._address]

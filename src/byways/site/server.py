"""Running the site with uvicorn."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
import threading
import webbrowser

import uvicorn

from byways.errors import BywaysError
from byways.site.app import create_app
from byways.site.operations.open_files import raise_limit
from byways.site.operations.sole_server import claimed
from byways.site.play.editions import RulesReloader
from byways.site.settings import Settings
from byways.site.storage import schema
from byways.site.web.connections import PunctualProtocol
from byways.site.web.live import LONGEST_MESSAGE
from byways.site.web.routing import Services

_log = logging.getLogger("byways")


class PortError(BywaysError):
    """Raised when the server cannot listen on its address."""


def run(settings: Settings, *, browser: bool) -> None:
    """Serve until interrupted, and open a browser where there is one. Raises PortError, StoreError."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    schema.upgrade(settings.database)  # here what is wrong with the database can be said in one line
    raise_limit()
    if "*" in settings.proxies:
        _log.warning(
            "every address is trusted as a proxy: whoever reaches this port may claim to come from any address"
        )
    listening = _listen(settings)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{listening.getsockname()[1]}/"
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=PunctualProtocol,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=3,
        root_path=settings.root_path,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
    )
    server = _Server(config, address, browser, app.state.services)
    with claimed(settings.database), contextlib.suppress(KeyboardInterrupt):  # uvicorn has shut down by then
        server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Prints its address as soon as it can be reached."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool, services: Services) -> None:
        super().__init__(config)
        self.services = services
        self.address = address
        self.browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _collect_seldom()
            if name := self.services[RulesReloader].name:
                self.address += f"new/{name}"
            print(f"Byways is at {self.address} (end with Ctrl-C)", flush=True)  # noqa: T201  this is the program's answer
            if self.browser:
                threading.Thread(target=_open, args=(self.address,), daemon=True).start()


def _collect_seldom() -> None:
    """Look for garbage in cycles seldom, and never among what is there now: each look stopped everybody.

    With 1,000 spectators of 200 games whole looks took up to 390 ms, and the 99th percentile of acknowledgements was
    281 ms; later figures are in `benchmarks/results/crowd.txt`.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def _open(address: str) -> None:
    """Open a browser; a machine without one just keeps serving."""
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else asyncio leaves Nagle on: +40 ms
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise PortError(
            "port.taken",
            "cannot listen on {host} port {port} ({reason}); choose another with --port",
            host=settings.host,
            port=settings.port,
            reason=error.strerror or str(error),
        ) from error
    return listening

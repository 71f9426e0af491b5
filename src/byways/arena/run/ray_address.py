"""Where a Ray cluster's head is, and whether it answers: Ray itself waits a minute, and then ends the process."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from byways.errors import OptionError
from byways.worker_processes import ProcessesError

AUTO = "auto"
"""Joins the Ray that runs here, or starts one."""
LOCAL = "local"
"""Starts one."""
ANSWER_SECONDS = 8.0
"""How long a cluster may take to answer."""
VARIABLE = "RAY_ADDRESS"
"""Names the cluster that "auto" joins, for all that use Ray."""
_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5)  # the preface and empty settings
_FRAME, _SETTINGS = 9, 4  # a frame's head, and its byte 3 in the answer (RFC 9113, 3.4 and 6.5)


def check(address: str) -> None:
    """Raise OptionError for what is no address, and ModuleNotFoundError where Ray is not installed."""
    if address != AUTO:
        _split(address)
    if find_spec("ray") is None:
        raise ModuleNotFoundError("No module named 'ray'", name="ray")


def found(address: str) -> str:
    """Return what Ray calls the cluster that an address means, once it answers: "local" where one must be started.

    Raises ProcessesError for one that does not answer.
    """
    named = os.environ.get(VARIABLE) if address == AUTO else address
    if named:
        _await(*_split(named))
        return named
    with suppress(OSError, OptionError, ProcessesError):
        _await(
            *_split(_note().read_text(encoding="utf-8").strip()), seconds=1.0
        )  # a head that was killed leaves its note
        return AUTO
    return LOCAL


def _split(address: str) -> tuple[str, int]:
    """Return the host and the port of HOST:PORT. Raises OptionError."""
    host, _, port = address.rpartition(":")
    if not host or "/" in address or not port.isdigit() or not 0 < int(port) < 65_536:
        raise OptionError(
            "ray.address", "{address!r} is no address of a Ray cluster: it must be {allowed}",
            option="ray", address=address, allowed='"auto" or HOST:PORT of its head',
        )  # fmt: skip
    return host.strip("[]"), int(port)


def _note() -> Path:
    """Return the file in which `ray start` notes the head's address."""
    return Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir(), "ray", "ray_current_cluster")


def _await(host: str, port: int, seconds: float | None = None) -> None:
    """Return when something at an address speaks as Ray's head does, HTTP/2. Raises ProcessesError."""
    seconds = ANSWER_SECONDS if seconds is None else seconds
    until = time.monotonic() + seconds
    try:
        with socket.create_connection((host, port), timeout=seconds) as connection:
            if os.environ.get("RAY_USE_TLS", "0") != "0":  # a hello in clear would be refused
                return
            connection.settimeout(max(0.1, until - time.monotonic()))
            connection.sendall(_HELLO)
            if _head(connection)[3:4] == bytes([_SETTINGS]):
                return
            reason = "what answers is not Ray"
    except TimeoutError:
        reason = f"no answer within {seconds:g} s"
    except OSError as error:
        reason = error.strerror or str(error)
    raise ProcessesError("ray.silent", "Ray at {address}: {reason}", address=f"{host}:{port}", reason=reason)


def _head(connection: socket.socket) -> bytes:
    """Return the head of the first frame, or as much of it as there is."""
    found = b""
    while len(found) < _FRAME and (some := connection.recv(_FRAME - len(found))):
        found += some
    return found

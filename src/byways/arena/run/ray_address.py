"""Where a Ray cluster's head is, and whether it answers: Ray itself waits a minute, and then ends the process."""

from __future__ import annotations

import os
import re
import socket
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from byways.errors import OptionError
from byways.workers.pool import ProcessesError

AUTO = "auto"
"""Joins the Ray that runs here, or starts one."""
LOCAL = "local"
"""Starts one."""
ANSWER_SECONDS = 8.0
"""How long a cluster may take to answer."""
VARIABLE = "RAY_ADDRESS"
"""Names the cluster that "auto" joins, for all that use Ray."""
_ASKED = "/ray.rpc.NodeInfoGcsService/GetClusterId"
_DATA, _HEADERS, _SETTINGS = 0, 1, 4  # types of frames (RFC 9113, 6)
_FRAME = 9  # the length of a frame's head
_OK = re.compile(rb"([\x20-\x3e]|\x3f[\x80-\xff]*[\x00-\x7f])*\x88", re.DOTALL)
"""A block of headers that begins with ":status: 200", perhaps after sizes of the table (RFC 7541, 6.3, appendix A)."""


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
    """Return when something at an address answers a call as Ray's head does, by gRPC. Raises ProcessesError."""
    seconds = ANSWER_SECONDS if seconds is None else seconds
    until = time.monotonic() + seconds
    try:
        with socket.create_connection((host, port), timeout=seconds) as connection:
            if os.environ.get("RAY_USE_TLS", "0") != "0":  # a call in clear would be refused
                return
            connection.sendall(_call(f"{host}:{port}"))
            if _accepts(connection, until):
                return
            reason = "what answers is not Ray"
    except TimeoutError:
        reason = f"no answer within {seconds:g} s"
    except OSError as error:
        reason = error.strerror or str(error)
    raise ProcessesError("ray.silent", "Ray at {address}: {reason}", address=f"{host}:{port}", reason=reason)


def _call(authority: str) -> bytes:
    """Return the bytes of a call by gRPC: HTTP/2's preface, empty settings, the headers and an empty message."""
    named = ((b"\x04", _ASKED), (b"\x01", authority), (b"\x0f\x10", "application/grpc"), (b"\x00\x02te", "trailers"))
    block = b"\x83\x86" + b"".join(name + bytes([len(text)]) + text.encode() for name, text in named)  # POST, http
    frames = _frame(_SETTINGS, 0, 0, b"") + _frame(_HEADERS, 4, 1, block) + _frame(_DATA, 1, 1, bytes(5))
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frames


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def _accepts(connection: socket.socket, until: float) -> bool:
    """Return whether a call was accepted, which gRPC does by 200 whatever comes of it. Raises TimeoutError."""
    first = True
    while True:
        head = _read(connection, _FRAME, until)
        if len(head) < _FRAME or (first and head[3] != _SETTINGS):
            return False
        payload = _read(connection, int.from_bytes(head[:3], "big"), until)
        if head[3] == _HEADERS:
            return _OK.match(payload) is not None
        first = False


def _read(connection: socket.socket, size: int, until: float) -> bytes:
    """Return so many bytes, or fewer where the connection ends. Raises TimeoutError."""
    found = b""
    while len(found) < size:
        connection.settimeout(max(0.01, until - time.monotonic()))
        some = connection.recv(size - len(found))
        if not some:
            break
        found += some
    return found

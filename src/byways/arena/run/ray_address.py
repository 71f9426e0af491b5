"""Where a Ray cluster's head is, and whether it answers: Ray itself waits a minute, and then ends the process."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from byways.errors import OptionError, PlayerError
from byways.workers.conversation import Conversation
from byways.workers.lifetime import PYTHON
from byways.workers.pool import ProcessesError

AUTO = "auto"
"""Joins the Ray that runs here, or starts one."""
LOCAL = "local"
"""Starts one."""
ANSWER_SECONDS = 8.0
"""How long a cluster may take to answer."""
VARIABLE = "RAY_ADDRESS"
"""Names the cluster that "auto" joins, for all that use Ray."""
LOADING_SECONDS = 60.0
"""How long a process may take to load Ray on a busy machine."""
_ASKING = (*PYTHON, "-c", """
import sys
from ray._raylet import GcsClient
print("loaded", flush=True)
GcsClient(address=sys.argv[1])
print("joined", flush=True)
""")  # fmt: skip


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
        _await(named)
        return named
    with suppress(OSError, OptionError, ProcessesError):
        _await(_note().read_text(encoding="utf-8").strip())  # a head that was killed leaves its note
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


def _await(address: str) -> None:
    """Return when Ray's head at an address has answered a process of its own. Raises OptionError, ProcessesError."""
    reason = f"no answer within {ANSWER_SECONDS:g} s"
    try:
        socket.create_connection(_split(address), timeout=ANSWER_SECONDS).close()
        asking = Conversation([*_ASKING, address], guarded=True, errors=subprocess.DEVNULL)
        try:
            for seconds in (LOADING_SECONDS, ANSWER_SECONDS):
                asking.line(time.monotonic() + seconds)
            return
        finally:
            asking.close(0)
    except TimeoutError:
        pass
    except OSError as error:
        reason = error.strerror or str(error)
    except PlayerError as error:
        reason = reason if error.code == "player.slow" else str(error)
    raise ProcessesError("ray.silent", "Ray at {address}: {reason}", address=address, reason=reason)

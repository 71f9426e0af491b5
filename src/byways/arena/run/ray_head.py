"""A Ray that is started here for one command: its head as a process of its own, all of whose ports are fixed.

`ray.init()` lets the agents choose their ports, and the raylet ends itself when it does not hear of them within 15
seconds, which a busy machine needs for their imports alone. With ports that are given it does not wait for them.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from byways.errors import PlayerError
from byways.workers.conversation import Conversation
from byways.workers.pool import ProcessesError

TRIES = 3
START_SECONDS = 120.0
"""How long one try may take: 11 to 30 s were seen on two busy cores."""
_READY = "Ray runtime started"
_AGENTS = ("dashboard-agent-grpc", "dashboard-agent-listen", "runtime-env-agent", "metrics-export")
_QUIET = ("--include-dashboard=false", "--include-log-monitor=false", "--disable-usage-stats")
_LONGEST = 107 - len("/byways-ray-01234567/r/session_2026-01-01_00-00-00_000000_1234567/sockets/plasma_store")
"""The longest folder in which a head's sockets have a name that the system takes."""


@contextmanager
def head(cores: int) -> Iterator[str]:
    """Start a head with so many cores; yield its address, end it and all below it afterwards. Raises ProcessesError.

    It asks for a token that this command alone knows. Ray reads the environment when it is loaded, so this comes first.
    """
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    reason = ""
    for _ in range(TRIES):
        folder = Path(tempfile.mkdtemp(prefix="byways-ray-", dir=short_folder()))
        port, *agents = _free_ports(1 + len(_AGENTS))
        process = Conversation(_command(_options(folder, cores, port, agents)), guarded=True, errors=subprocess.STDOUT)
        try:
            reason = _trouble(process)
            if not reason:
                yield f"127.0.0.1:{port}"
                return
        finally:
            process.close(0)
            shutil.rmtree(folder, ignore_errors=True)
    raise ProcessesError(
        "ray.start", "Ray did not start in {tries} tries ({reason}): start one by `ray start --head`, or use --jobs",
        tries=TRIES, reason=reason[:200],
    )  # fmt: skip


def short_folder() -> str:
    """Return a folder for a head's files, short enough for its sockets: $RAY_TMPDIR, the usual one, or else /tmp."""
    usual = [os.environ.get("RAY_TMPDIR", ""), tempfile.gettempdir(), "/tmp"]
    return next((path for path in usual if path and os.path.isdir(path) and len(path) <= _LONGEST), usual[-1])


def _options(folder: Path, cores: int, port: int, agents: Sequence[int]) -> list[str]:
    """Return the options of a head that keeps its files in a folder."""
    ports = [f"--{name}-port={number}" for name, number in zip(_AGENTS, agents, strict=True)]
    given = [f"--port={port}", f"--num-cpus={cores}", "--node-ip-address=127.0.0.1", f"--temp-dir={folder / 'r'}"]
    return [*given, *_QUIET, *ports]


def _command(words: Sequence[str]) -> list[str]:
    return [sys.executable, "-c", "from ray.scripts.scripts import main; main()", "start", "--head", "--block", *words]


def _free_ports(count: int) -> list[int]:
    """Return ports that are free now, all different."""
    with ExitStack() as sockets:
        opened = [sockets.enter_context(socket.socket()) for _ in range(count)]
        for one in opened:
            one.bind(("127.0.0.1", 0))
        return [int(one.getsockname()[1]) for one in opened]


def _trouble(process: Conversation) -> str:
    """Wait until a head is up; return why it is not, or nothing."""
    said = ""
    until = time.monotonic() + START_SECONDS
    try:
        while _READY not in (line := process.line(until)):
            said = line.strip() or said
    except PlayerError as error:
        return said or str(error)
    return ""

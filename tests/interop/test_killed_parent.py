"""An engine ends when whoever asked was killed, whatever it is doing."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from broken_hex import ENDLESS, named, rule
from byways import registry

NAME = "hex_that_never_ends"
ASK = {"id": 1, "game": NAME, "simulations": 100}
PARENT = """
import subprocess, sys, time
worker = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
worker.stdin.write(sys.argv[1].encode() + b"\\n")
worker.stdin.flush()
print(worker.pid, flush=True)
time.sleep(600)
"""


def seconds(pid):
    """The processor time of a process; None if it has ended."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as file:
        state, *rest = file.read().rpartition(")")[2].split()
        return None if state == "Z" else (int(rest[10]) + int(rest[11])) / os.sysconf("SC_CLK_TCK")
    return None


def awaited(true, limit, what):
    end = time.monotonic() + limit
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@pytest.mark.torture
@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="processor times are read from /proc")
def test_an_engine_in_a_kernel_that_never_ends(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(named(NAME, rule("apply", ENDLESS)))
    command = [sys.executable, "-c", PARENT, json.dumps(ASK), sys.executable, "-m", "byways.interop.engine", "3600"]
    environment = {**os.environ, registry.VARIABLE: str(file)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as parent:
        worker = int(parent.stdout.readline())
        awaited(lambda: (seconds(worker) or 0) > 8, 120, "it does not loop")  # compiling takes less
        parent.kill()
    try:
        awaited(lambda: seconds(worker) is None, 30, "it still runs")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)

"""A Ray cluster on this machine, one of whose two nodes loses its power: python ray_cluster.py FOLDER NODES WORD …

Plays `byways WORD … --ray …`. Of two nodes one is killed, with all its processes at once, while it plays a game.
Prints JSON: the command's output and errors, its status, and how long all of it took. Run it in a network and a
process namespace of its own (`unshare --net --pid --fork --mount-proc`), because Ray listens on all interfaces. The
exit status is 3 where Ray does not start.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

NOT_STARTED = 3
HEAD = "127.0.0.1:6379"
RAY = (sys.executable, "-m", "ray.scripts.scripts")


def main(folder: Path, nodes: int, words: list[str]) -> None:
    """Play, kill, and say what came of it."""
    began = time.monotonic()
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    os.environ |= {"RAY_TMPDIR": str(folder), "HOME": str(folder), "RAY_AUTH_MODE": "disabled"}
    tries = 3 if nodes == 2 else 1
    start(folder, tries, 7000, "--head", "--port=6379", "--include-dashboard=false", "--disable-usage-stats")
    node = start(folder, tries, 7100, f"--address={HEAD}") if nodes == 2 else None
    up = time.monotonic() - began
    command = [sys.executable, "-m", "byways", *words, "--ray", HEAD]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as byways:
        if node is not None:
            wait_for_game(node, byways)
            node.kill()
            node.wait()
        killed = time.monotonic() - began
        output, errors = byways.communicate()
    found = {"output": output, "errors": errors, "status": byways.returncode, "up": up, "killed": killed}
    print(json.dumps({**found, "seconds": time.monotonic() - began}))


def start(folder: Path, tries: int, port: int, *options: str) -> subprocess.Popen[bytes]:
    """Start a node in a process namespace of its own and wait until it is up; try again on a busy machine.

    Its agents get fixed ports: Ray waits no more than 15 seconds for those that choose.
    """
    agents = ("dashboard-agent-grpc", "dashboard-agent-listen", "runtime-env-agent", "metrics-export")
    ports = [f"--{name}-port={port + number}" for number, name in enumerate(agents)]
    given = ("--node-ip-address=127.0.0.1", "--num-cpus=1", "--include-log-monitor=false", "--block", *ports, *options)
    for attempt in range(tries):
        log = folder / f"node-{port}-{attempt}.txt"
        alone = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
        with log.open("wb") as file:
            node = subprocess.Popen([*alone, *RAY, "start", *given], stdout=file, stderr=subprocess.STDOUT)
        while node.poll() is None:
            if b"Ray runtime started" in log.read_bytes():
                return node
            time.sleep(0.1)
    print(log.read_text()[-2_000:], file=sys.stderr)
    sys.exit(NOT_STARTED)


def wait_for_game(node: subprocess.Popen[bytes], byways: subprocess.Popen[str]) -> None:
    """Return when a worker of the node plays its second chunk at least."""
    seen = 0
    while byways.poll() is None and seen < 5:
        seen += any("ray::_do" in title for title in titles(node.pid))
        time.sleep(0.05)


def titles(above: int) -> list[str]:
    """Return what the processes below one call themselves."""
    parents, found = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                found[entry.name] = (entry / "cmdline").read_bytes().decode(errors="replace")
                parents[entry.name] = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
    below = {str(above)}
    while more := {one for one, parent in parents.items() if parent in below} - below:
        below |= more
    return [found[one] for one in below & found.keys()]


if __name__ == "__main__":
    if shutil.which("ip") is None:
        sys.exit("this needs ip, of the package iproute2")
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])

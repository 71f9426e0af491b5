"""A network between a server and its PostgreSQL that can be cut: packets vanish and nobody is told, as with a cable."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

GAMES = 24
"""More than three times as many as may write at once: all but the first wait for those before them."""
NO_NETWORK = "no network of one's own can be made here (that takes Linux, iproute2 and root)"
NOWHERE = "02:00:00:00:00:99"
HERE, THERE = (f"10.213.{os.getpid() % 250}.{end}" for end in (1, 2))


def ip(*words):
    """Run `ip`; return whether it did as asked."""
    return subprocess.run(["ip", *words], capture_output=True, check=False).returncode == 0


class Network:
    """Two ends: this machine, and a namespace in which other processes run."""

    def __init__(self):
        self.name = f"byways{os.getpid()}"
        self.device = f"bw{os.getpid()}"

    def make(self):
        """Return whether that was possible."""
        if shutil.which("ip") is None or not ip("netns", "add", self.name):
            return False
        inside = ("-n", self.name)
        return all(
            (
                ip("link", "add", self.device, "type", "veth", "peer", "name", "there", "netns", self.name),
                ip("addr", "add", f"{HERE}/30", "dev", self.device),
                ip("link", "set", self.device, "up"),
                ip(*inside, "addr", "add", f"{THERE}/30", "dev", "there"),
                ip(*inside, "link", "set", "there", "up"),
                ip(*inside, "link", "set", "lo", "up"),
            )
        )

    def cut(self):
        """Let both ends send to a card that nobody has."""
        wrong = ("lladdr", NOWHERE, "nud", "permanent")
        assert ip("neigh", "replace", THERE, *wrong, "dev", self.device)
        assert ip("-n", self.name, "neigh", "replace", HERE, *wrong, "dev", "there")

    def mend(self):
        assert ip("neigh", "del", THERE, "dev", self.device)
        assert ip("-n", self.name, "neigh", "del", HERE, "dev", "there")

    def remove(self):
        ip("netns", "del", self.name)
        ip("link", "del", self.device)

    def run(self, module, *arguments):
        """Start a module of these tests at the other end."""
        folder = Path(__file__).parent
        command = ["ip", "netns", "exec", self.name, sys.executable, "-m", module, *arguments]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, **pipes)


@contextmanager
def network():
    """Yield a network, or None where none can be made."""
    made = Network()
    try:
        yield made if made.make() else None
    finally:
        made.remove()


def reachable(postgres):
    """Let a PostgreSQL be reached from the other end; return the address of a new database there."""
    postgres.stop("fast")
    with (postgres.folder / "data" / "pg_hba.conf").open("a") as rules:
        rules.write(f"host all all {THERE}/32 trust\n")
    postgres.hosts = f"127.0.0.1,{HERE}"
    postgres.start()
    return postgres.database().replace("127.0.0.1", HERE)


def told(process):
    """What a process says in its next line."""
    return json.loads(process.stdout.readline())


def tell(process, word):
    process.stdin.write(f"{word}\n")
    process.stdin.flush()

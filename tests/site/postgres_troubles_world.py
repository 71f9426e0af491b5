"""What may go wrong with a PostgreSQL, and somebody who plays on a server that has it."""

import contextlib
import itertools
import json
import shutil
import subprocess
from pathlib import Path

import psycopg
import pytest
from page_facts import turn_body
from site_world import Visitor, until

USER = "visitor"  # who runs PostgreSQL may do everything, also what is forbidden


@contextlib.contextmanager
def read_only(postgres, database):
    """Its owner lets nobody write, as before a move to another machine."""
    postgres.do("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
    try:
        yield
    finally:
        postgres.do("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")


@contextlib.contextmanager
def without_rights(postgres, database):
    rights, name = "INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public", name_of(database)
    postgres.do(f"REVOKE {rights} FROM {USER}", database=name)
    try:
        yield
    finally:
        postgres.do(f"GRANT {rights} TO {USER}", database=name)


@contextlib.contextmanager
def standby(postgres, database):
    """It comes back as one that only follows another, until it takes over."""
    postgres.stop("fast")
    (postgres.folder / "data" / "standby.signal").touch()
    postgres.start()
    try:
        yield
    finally:
        postgres.promote()


@contextlib.contextmanager
def crowded(postgres, database):
    """Others have all connections, and ours were ended."""
    postgres.do(f"ALTER ROLE {USER} CONNECTION LIMIT 0", END_ALL)
    try:
        yield
    finally:
        postgres.do(f"ALTER ROLE {USER} CONNECTION LIMIT -1")


@contextlib.contextmanager
def away(postgres, database):
    postgres.stop("fast")
    try:
        yield
    finally:
        postgres.start()


@contextlib.contextmanager
def full(postgres, database):
    """No file may grow beyond what the one with the events has. It needs no rights, unlike a small disk."""
    if shutil.which("prlimit") is None:
        pytest.skip("there is no prlimit on this machine (on Debian: apt-get install util-linux)")
    name = name_of(database)
    filler = (
        "INSERT INTO events (game_id, number, kind, data, at, key) "
        "SELECT 'long', n, 'turn', '{}', now(), repeat('x', 40) || n FROM generate_series(3, 12000) AS n"
    )
    postgres.do(filler, "VACUUM events", database=name)
    try:
        postgres.do("CHECKPOINT")
        size = postgres.do("SELECT pg_relation_size('events')", database=name)[0][0]
        assert size > 1_100_000, "a file of the log must still fit"
        limit(postgres, size)
        fill(postgres, name)
        yield
    finally:
        limit(postgres, "unlimited")
        postgres.do("DELETE FROM events WHERE game_id = 'long' AND number > 2", database=name)


END_ALL = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{USER}'"
TROUBLES = {
    read_only: ("store.read_only", True),
    without_rights: ("store.read_only", True),
    standby: ("store.read_only", True),
    crowded: ("store.busy", False),
    away: ("store.away", False),
    full: ("store.full", True),
}
"""The code that people's pages get, and whether what is not in memory can be read."""


def name_of(database):
    return database.rpartition("/")[2]


def limit(postgres, size):
    """How long files may become that PostgreSQL's processes write."""
    for process in postgres.processes():
        command = ["prlimit", f"--pid={process}", f"--fsize={size}:unlimited"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **postgres.account)
        assert done.returncode == 0 or not Path(f"/proc/{process}").exists(), done.stderr


def fill(postgres, name):
    """Leave no room for one more turn in the files that may not grow any more."""
    number = itertools.count(20_000)
    turn = (
        "INSERT INTO events (game_id, number, kind, data, at, key) VALUES ('long', %d, 'turn', '{}', now(), 'key %d')"
    )
    with contextlib.suppress(psycopg.Error):
        while True:
            postgres.do(*(turn % (n, n) for n in itertools.islice(number, 10)), database=name)


class Table(Visitor):
    """A browser with a game at one screen, whose requests are answered however the database is."""

    def __init__(self, server):
        super().__init__(server)
        self.api, self.last = self.begin(size="8"), None

    def act(self):
        """The first legal turn; it counts when it is acknowledged, and is the same until then."""
        turn, version = self.state.legal_turns()[0], len(self.state.turns)
        self.last = turn_body(version, list(self.state.actions(turn)), f"key {version}")
        answer = self.again()
        if answer.status_code == 200:
            self.state = self.state.play(turn)
        return answer

    def again(self):
        return self.http.post(f"{self.api}/act", json=self.last)

    def refused(self, most=200):
        """Turns until one is refused, and that answer."""
        for _ in range(most):
            answer = self.act()
            if answer.status_code != 200:
                return answer
        raise AssertionError("nothing was refused")

    def kept(self):
        """Turns until one is acknowledged."""
        until(lambda: self.act().status_code == 200, what="an acknowledgement")

    def turns(self):
        return super().turns(self.api)

    def watch(self):
        return self.live(self.api)


def heard(socket, turns):
    """Wait until a spectator has been told of so many turns."""
    while json.loads(socket.recv(60)).get("view", {}).get("ply") != turns:
        pass


def alive(socket):
    socket.send("{}")
    while json.loads(socket.recv(60))["kind"] != "alive":
        pass


def health(table, part=""):
    answer = table.http.get(f"/health{part}")
    return answer.status_code, answer.json()

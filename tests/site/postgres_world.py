"""A real PostgreSQL for the tests, from Debian's package, in a folder of its own and on a port of its own."""

import itertools
import json
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

NO_POSTGRESQL = "there is no PostgreSQL on this machine (on Debian: apt-get install postgresql)"
_NUMBERS = itertools.count(1)
_WATCH = """
import json, shutil, subprocess, sys
sys.stdin.read()  # it ends when whoever holds the other end is done, or was killed
folder, account, *stop = sys.argv[1:]
quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
subprocess.run(stop, **quiet, **json.loads(account))
shutil.rmtree(folder)
"""


def programs():
    """The folder of initdb and pg_ctl, the newest; None where there is none."""
    on_path = shutil.which("pg_ctl")
    found = [Path(on_path).resolve()] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return found[-1].parent if found else None


def account():
    """Who is to run it: PostgreSQL refuses to be run by root. None where nobody can, as a user without a name."""
    if os.geteuid() != 0:
        named = any(user.pw_uid == os.geteuid() for user in pwd.getpwall())
        return {} if named else None
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    return None


def place(account):
    """A folder that whoever runs it may enter: the usual one for files of a while may lie in one of root's."""
    for folder in (tempfile.gettempdir(), "/var/tmp", "/tmp"):
        if subprocess.run(["test", "-x", folder], cwd="/", check=False, **account).returncode == 0:
            return folder
    return None


class Postgres:
    """A server that runs until it is removed, or until this process is gone: however that was killed, nothing stays."""

    hosts = "127.0.0.1"

    def __init__(self, folder=None, *more):
        """In a new folder, or in one that is there and empty; `more` is for initdb."""
        self.account = account()
        self.folder = folder or Path(tempfile.mkdtemp(prefix="byways-pg-", dir=place(self.account)))
        if self.account:
            os.chown(self.folder, self.account["user"], self.account["group"])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        stop = (programs() / "pg_ctl", "stop", "-w", "-m", "immediate", "-D", self.folder / "data")
        self.watch = subprocess.Popen(
            [sys.executable, "-c", _WATCH, str(self.folder), json.dumps(self.account), *map(str, stop)],
            stdin=subprocess.PIPE,
            start_new_session=True,  # what kills a group of processes must not reach it
            cwd="/",
        )
        kind = ("-U", "byways", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self._call("initdb", "-D", self.folder / "data", *kind, *more)
        self.start()

    def start(self):
        where = f"-p {self.port} -h {self.hosts} -k ''"  # no socket in a folder, whose name may be too long
        options = f"{where} -c fsync=off -c max_connections=200 -c timezone=Asia/Tokyo"
        self._call("pg_ctl", "start", "-w", "-D", self.folder / "data", "-l", self.folder / "log", "-o", options)

    def stop(self, mode="immediate"):
        """By default as a crash would."""
        self._call("pg_ctl", "stop", "-w", "-D", self.folder / "data", "-m", mode)

    def restart(self):
        self.stop()
        self.start()

    def do(self, *commands, database="postgres"):
        """Commands of whoever runs it; gives the last one's rows."""
        there = {"host": "127.0.0.1", "port": self.port, "user": "byways", "dbname": database}
        with psycopg.connect(**there, autocommit=True) as connection:
            for command in commands:
                done = connection.execute(command)
            return done.fetchall() if done.description else []

    def database(self, user="byways"):
        """The address of a new, empty database, which belongs to a user: to the one who may do all, or to a new one."""
        name = f"byways{next(_NUMBERS)}"
        if user != "byways":
            self.do(f"CREATE ROLE {user} LOGIN")
        self.do(f"CREATE DATABASE {name} OWNER {user}")
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def processes(self):
        """The numbers of all its processes, the first that of the one which starts the others."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True, check=False)
        return [first, *map(int, listed.stdout.split())]

    def running(self):
        """Whether it has not ended by itself."""
        status = [str(programs() / "pg_ctl"), "status", "-D", str(self.folder / "data")]
        return subprocess.run(status, cwd="/", stdout=subprocess.DEVNULL, check=False, **self.account).returncode == 0

    def promote(self):
        """End its time as a standby."""
        self._call("pg_ctl", "promote", "-w", "-D", self.folder / "data")

    def remove(self):
        self.watch.stdin.close()
        assert self.watch.wait(90) == 0  # pg_ctl itself waits for a minute

    def _call(self, program, *arguments):
        command = [str(programs() / program), *map(str, arguments)]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
        if program == "pg_ctl":
            quiet["stderr"] = subprocess.DEVNULL  # the server would keep the pipe
        done = subprocess.run(command, cwd=self.folder, **quiet, **self.account)
        assert done.returncode == 0, done.stderr

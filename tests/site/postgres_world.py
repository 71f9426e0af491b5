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
    """Who is to run it: PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    return None


class Postgres:
    """A server that runs until it is removed, or until this process is gone: however that was killed, nothing stays."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="byways-pg-"))
        self.account = account()
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
        self._call(
            "initdb", "-D", self.folder / "data", "-U", "byways", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"
        )
        self.start()

    def start(self):
        options = (
            f"-p {self.port} -h 127.0.0.1 -k {self.folder} -c fsync=off -c max_connections=200 -c timezone=Asia/Tokyo"
        )
        self._call("pg_ctl", "start", "-w", "-D", self.folder / "data", "-l", self.folder / "log", "-o", options)

    def stop(self, mode="immediate"):
        """By default as a crash would."""
        self._call("pg_ctl", "stop", "-w", "-D", self.folder / "data", "-m", mode)

    def restart(self):
        self.stop()
        self.start()

    def database(self):
        """The address of a new, empty database."""
        name = f"byways{next(_NUMBERS)}"
        with psycopg.connect(host="127.0.0.1", port=self.port, user="byways", dbname="postgres", autocommit=True) as c:
            c.execute(f"CREATE DATABASE {name}")
        return f"postgresql://byways@127.0.0.1:{self.port}/{name}"

    def remove(self):
        self.watch.stdin.close()
        assert self.watch.wait(30) == 0

    def _call(self, program, *arguments):
        command = [str(programs() / program), *map(str, arguments)]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
        if program == "pg_ctl":
            quiet["stderr"] = subprocess.DEVNULL  # the server would keep the pipe
        done = subprocess.run(command, cwd=self.folder, **quiet, **self.account)
        assert done.returncode == 0, done.stderr

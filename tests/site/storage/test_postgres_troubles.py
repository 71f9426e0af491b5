"""PostgreSQL in trouble: what was acknowledged stays, people are told in a sentence, and all go on when it is well."""

import contextlib
import html
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import httpx
import psycopg
import pytest
from postgres_troubles_world import (
    END_ALL,
    TROUBLES,
    USER,
    Table,
    alive,
    away,
    crowded,
    fill,
    full,
    health,
    heard,
    name_of,
    read_only,
    standby,
    without_rights,
)
from senders import Sender, compare
from site_world import ADA, Server, in_loop, opened, stored, until
from sqlalchemy import event, text
from sqlalchemy.exc import SQLAlchemyError

from byways.site.i18n.languages import typographic
from byways.site.storage.database import Database
from byways.site.storage.database_errors import SENTENCES
from byways.site.storage.stored_games import Seat


@pytest.fixture(scope="module")
def small():
    """A PostgreSQL that these tests may ill-treat, with a short log of its own."""
    import postgres_world

    if postgres_world.programs() is None or postgres_world.account() is None:
        pytest.skip(postgres_world.NO_POSTGRESQL)
    running = postgres_world.Postgres(None, "--wal-segsize=1")
    yield running
    running.remove()


@pytest.fixture(scope="module")
def served(small, tmp_path_factory):
    """(PostgreSQL, the address of its database, a server on it): all troubles come over the same one."""
    database = small.database(USER)
    in_loop(_more_games)(database)
    with Server(tmp_path_factory.mktemp("server"), database=database) as server:
        yield small, database, server


async def _more_games(database):
    """For each trouble one that no server has in memory, and one to be made long."""
    seats = (Seat("black"), Seat("white", holder=ADA))
    async with opened(database) as store:
        for name in ("long", *(trouble.__name__ for trouble in TROUBLES)):
            await store.create(stored(game_id=name, turns=("b2", "b3"), seats=seats))


ALIKE = (without_rights, standby)
"""Troubles that are told as another one is."""


@pytest.mark.parametrize("trouble", [
    pytest.param(trouble, id=trouble.__name__, marks=pytest.mark.torture if trouble in ALIKE else ())
    for trouble in TROUBLES
])  # fmt: skip
def test_a_trouble_is_said_and_all_go_on_after_it(served, trouble):
    postgres, database, server = served
    code, readable = TROUBLES[trouble]
    table, said = Table(server), len(server.said().splitlines())
    table.kept()
    with table.watch() as socket:
        heard(socket, 1)
        with trouble(postgres, database):
            until(lambda: table.refused().json()["error"]["code"] == code, what=code)
            assert table.refused().json()["error"] == {
                "code": code,
                "message": typographic(SENTENCES[code]),
                "fields": {},
            }
            said_on_pages(table, code, trouble.__name__, readable)
            made = len(table.state.turns)
            assert table.turns() == list(table.state.turns), "nothing is shown that was not acknowledged"
            alive(socket)
            with table.watch() as another:
                heard(another, made)
            until(lambda: health(table)[1]["why"].get("writing", {}).get("code") == code, 60, "bad health")
            until(lambda: health(table)[1]["reading"] == readable, 60, "reading as it is")  # an answer counts for 2 s
            assert health(table)[0] == 503
            assert health(table, "/reading")[0] == (200 if readable else 503)
        table.kept()
        assert table.again().status_code == 200, "sent again it counts once"
        well = {"reading": True, "writing": True, "listening": True, "why": {}}
        until(lambda: health(table) == (200, well), 60, "good health")
        table.kept()
        heard(socket, len(table.state.turns))
    in_loop(compare)(database, {table.api.rpartition("/")[2]: list(table.state.turns)})
    assert len(server.said().splitlines()) - said <= 12, "the log says what changes, not each time what is so"


def said_on_pages(table, code, other, readable):
    """One sentence, in the reader's language; games that are not in memory can be looked at where that is possible."""
    answer = table.http.post("/new/troll", data={"size": "4", "your side": "both"})
    if code == "store.full" and answer.status_code == 303:
        return  # it is not the file with the games that may not grow
    assert answer.status_code == 503
    assert typographic(SENTENCES[code]).lower() in html.unescape(answer.text).lower()
    spanish = table.http.post("/new/troll", data={"size": "4"}, headers={"Accept-Language": "es"}).text
    assert "base de datos" in spanish or "disco" in spanish
    assert table.http.get(f"/play/{other}").status_code == (200 if readable else 503)


@pytest.mark.torture
def test_who_waits_for_a_database_that_does_not_answer_is_served_when_it_does(served):
    postgres, database, server = served
    table = Table(server)
    table.kept()
    stopped = postgres.processes()
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    try:
        table.http.timeout = httpx.Timeout(1.0)
        for _ in range(2):  # a page gives up waiting, and sends the same again
            with pytest.raises(httpx.ReadTimeout):
                table.act()
        table.http.timeout = httpx.Timeout(30.0)
        assert len(table.turns()) == 1
        code = health(table)[1]["why"]["writing"]["code"]
        assert code in {"store.silent", "store.away"}  # a connection does not answer, or a new one is not made in time
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)
    table.kept()
    in_loop(compare)(database, {table.api.rpartition("/")[2]: list(table.state.turns)})


DISK = "byways-disk-"


def sweep():
    """Take away the disks of runs that were killed: their folders are named after the process."""
    for folder in Path(tempfile.gettempdir()).glob(f"{DISK}*"):
        if not Path("/proc", folder.name.removeprefix(DISK).partition("-")[0]).exists():
            subprocess.run(["umount", folder], capture_output=True, check=False)
            with contextlib.suppress(OSError):  # somebody else's
                folder.rmdir()


@pytest.mark.torture
def test_what_a_killed_run_left_is_taken_away():
    ended = subprocess.Popen(["true"])
    ended.wait()
    left, running = (Path(tempfile.mkdtemp(prefix=f"{DISK}{pid}-")) for pid in (ended.pid, os.getpid()))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "none", left], capture_output=True, check=False).returncode == 0
    if mounted:
        (left / "ballast").write_bytes(bytes(10))
    sweep()
    assert not left.exists()
    assert running.exists()
    running.rmdir()


@pytest.fixture
def small_disk(tmp_path):
    """A folder with a disk of its own, which any user may enter."""
    sweep()
    folder = Path(tempfile.mkdtemp(prefix=f"{DISK}{os.getpid()}-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=96m,mode=755", "none", folder], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        folder.rmdir()
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)
    folder.rmdir()


@pytest.mark.torture
def test_a_disk_without_room_loses_nothing(small, small_disk, tmp_path):
    """Where PostgreSQL finds no room for its log it even ends; the server stays, and goes on with it."""
    (small_disk / "pg").mkdir()
    postgres = type(small)(small_disk / "pg", "--wal-segsize=1")
    server = None
    try:
        database = postgres.database()
        in_loop(_more_games)(database)
        server = Server(tmp_path, database=database)
        table = Table(server)
        table.kept()
        with table.watch() as socket:
            use_up(small_disk / "ballast")
            fill(postgres, name_of(database))
            answer = table.refused()
            assert (answer.status_code, answer.json()["error"]["code"]) in {(503, "store.full"), (503, "store.away")}
            made = len(table.state.turns)
            heard(socket, made)
            assert health(table)[0] == 503
            (small_disk / "ballast").unlink()
            if not postgres.running():
                postgres.start()
            table.kept()
            heard(socket, made + 1)
        in_loop(compare)(database, {table.api.rpartition("/")[2]: list(table.state.turns)})
        assert "Traceback" not in server.said()
    finally:
        if server is not None:
            server.kill()
        postgres.stop()
        postgres.remove()


def use_up(ballast):
    """Leave no room on the disk."""
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(65_536))


def harm(postgres, seconds, least=0):
    """End all connections, again and again, for so long and until so many were ended."""
    end, ended = time.monotonic() + seconds, 0
    while time.monotonic() < end or ended < least:
        time.sleep(0.15)
        ended += len(postgres.do(END_ALL))
    return ended


def test_a_connection_that_cannot_be_given_back_is_one_line_in_the_log(small, caplog):
    """As where it ended amid the many rows of one statement: the driver cannot even roll back (a race, forced here)."""

    def broken(*given):
        raise psycopg.OperationalError("sending query failed: cannot exit pipeline mode while busy\nand so on")

    @in_loop
    async def logged(address):
        database = Database(address)
        event.listen(database.engine, "reset", broken)
        with contextlib.suppress(SQLAlchemyError):
            await database.read(lambda connection: connection.execute(text("SELECT 1")))
        event.remove(database.engine, "reset", broken)
        assert await database.read(lambda connection: connection.scalar(text("SELECT 1"))) == 1
        await database.close()

    logged(small.database())
    (record,) = [record for record in caplog.records if "in use" in record.getMessage()]
    assert record.levelname == "WARNING"
    assert record.getMessage().endswith("OperationalError: sending query failed: cannot exit pipeline mode while busy")
    assert record.exc_info is None
    assert not [record for record in caplog.records if record.exc_info]


def test_connections_that_are_ended_at_any_moment_lose_and_double_nothing(served):
    """What was committed when its connection ended, and never answered for, is known again by its key."""
    postgres, database, server = served
    ended, acknowledged = played_during(server, lambda: harm(postgres, 4, 10), 10)
    assert ended >= 10
    assert in_loop(compare)(database, acknowledged) >= 10


@pytest.mark.torture
def test_troubles_without_an_end_lose_and_double_nothing(served):
    postgres, database, server = served

    def torment():
        for _ in range(8):
            for trouble in (read_only, standby, crowded, away, full):
                with trouble(postgres, database):
                    time.sleep(1.0)
                    if trouble in (read_only, full):
                        harm(postgres, 1.0)
                time.sleep(1.0)

    _, acknowledged = played_during(server, torment, 100)
    assert in_loop(compare)(database, acknowledged) >= 100


def played_during(server, work, least):
    """(What `work` gives, the turns that were acknowledged meanwhile and then until there are so many, by game)."""
    senders = [Sender(server, seed) for seed in range(4)]
    for sender in senders:
        sender.start()
    try:
        given = work()
        until(lambda: sum(sender.played for sender in senders) >= least, 300, "so many turns")
    finally:
        for sender in senders:
            sender.stopping.set()
        for sender in senders:
            sender.join(60)
    assert [sender.trouble for sender in senders] == [None] * 4
    assert not any(sender.is_alive() for sender in senders)
    return given, {game: turns for sender in senders for game, turns in sender.acknowledged.items()}

"""Backups, restoring and pruning: nothing is lost on the way, overwritten, or removed that somebody may still need."""

import asyncio
import contextlib
import gzip
import hashlib
import itertools
import json
import os
import random
import resource
import sqlite3
import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from site_world import ADA, BOB, NOW, opened, stored, take_turn, turn_event
from sqlalchemy import Engine, event, select, text

from byways.cli import main
from byways.records.record import Line
from byways.site.daily.attempts import Attempts, Try
from byways.site.operations.backup import BackupError, backup, examine, restore
from byways.site.operations.retention import Pruned, prune, remove
from byways.site.play.chat import Chat
from byways.site.review.review_store import RecordContents, ReviewStore
from byways.site.settings import database_url
from byways.site.storage import schema
from byways.site.storage.analysis_store import AnalysisStore, StoredAnalysis
from byways.site.storage.database_errors import StoreError
from byways.site.storage.deleted_games import DeletedGames
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.game_store import GoneError
from byways.site.storage.practice_store import Done, PracticeStore
from byways.site.storage.stored_games import DailyEntry, Event, Projection, SameTransaction, Seat
from byways.site.storage.tables import metadata

DAY = timedelta(days=1)


async def everything(store):
    """All rows of all tables."""

    def read(connection):
        ordered = {table.name: select(table).order_by(*table.primary_key) for table in metadata.sorted_tables}
        return {name: [dict(row) for row in connection.execute(query).mappings()] for name, query in ordered.items()}

    return await store.read(read)


def plain(rows):
    """Rows without what kinds of databases tell differently: the time zone of moments."""
    return json.loads(json.dumps(rows, default=lambda moment: moment.isoformat()[:19]))


async def fill(store):
    """Something in every table."""
    await store.key("seals")
    seats = (Seat("black", engine=EngineLimits(seconds=1.5)), Seat("white", holder=ADA, name="Adé 🎲 \"'\\"))
    game = stored(turns=("b2", "b3"), seats=seats, edges="closed")
    await store.create(game)
    await store.create(stored(game_id="g2"))
    await store.append("g1", [turn_event(3, "c2", "k9")])
    reviews = ReviewStore(store)
    await reviews.keep_record(
        stored(game_id="g3"), RecordContents(Line(), {"white": "Ada"}, {"Event": "–"}, ("white",), "resignation")
    )
    await AnalysisStore(store).keep("g1", StoredAnalysis(1, "a" * 32, 0.1 + 0.2, {"value": 0.5}))
    await Chat(store).say("g1", "white", BOB, "{}; DROP TABLE games; --", "key")
    await Attempts(store).write(ADA, "troll", "2024-05-06", Try("d5 🎲"), "k1")
    await DeletedGames(store).add(ADA, "g2", NOW)
    await PracticeStore(store).keep(ADA, Done("run 1", 1, "solved", {}, NOW))
    sheet = DailyEntry("longway", "2024-05-06", BOB, 1, "begun", {}, NOW)
    await store.create(stored(game_id="g4"), sheet)
    along = SameTransaction(
        Projection(1, 1, None, None, True, {"end": {"winners": None}}, None),
        [Seat("white", None, BOB, "Bob")],
        entry=replace(sheet, number=2, kind="score", score=9),
    )
    await store.append("g4", [turn_event(1, "b2")], along)


async def utc(url):
    async with opened(url) as store:
        found = await everything(store)
    for rows in found.values():
        for row in rows:
            for name, value in row.items():
                if hasattr(value, "tzinfo") and value.tzinfo is not None:
                    row[name] = value.astimezone(NOW.tzinfo)
    assert all(found.values())
    return plain(found)


async def test_a_backup_carries_a_site_from_one_kind_of_database_to_the_other_and_back(database, tmp_path, postgres):
    async with opened(database) as store:
        await fill(store)
    before = await utc(database)
    places = [database, str(tmp_path / "first"), postgres.database(), str(tmp_path / "last")]
    files = [tmp_path / f"{number}.backup" for number in range(len(places))]
    for here, file, there in zip(places, files, [*places[1:], None], strict=True):
        made = backup(database_url(here), file)
        assert made.rows == {name: len(rows) for name, rows in before.items()}
        assert examine(file) == made
        if there:
            assert restore(database_url(there), file) == made
            assert await utc(there) == before
    assert files[1].read_bytes() == files[3].read_bytes(), "JSON is the same text, and what was null is null"


async def test_a_backup_while_others_write_is_one_moment(database, tmp_path):
    """Every turn that was acknowledged before it began is in it, and no game is in it by half."""
    async with opened(database) as store:
        await store.create(stored())
        done, begun = [], asyncio.Event()

        async def write():
            for i in itertools.count(1, 2):
                await store.append("g1", [turn_event(i, "b2"), turn_event(i + 1, "b3")])
                done.append(i + 1)
                begun.set()

        writing = asyncio.create_task(write())
        await begun.wait()
        least = done[-1]
        made = await asyncio.to_thread(backup, database_url(database), tmp_path / "backup")
        assert not writing.done()
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
    assert made.rows["events"] >= least
    assert made.rows["events"] % 2 == 0


def test_a_backup_overwrites_nothing_and_belongs_to_its_owner(database, tmp_path):
    url = database_url(database)
    schema.upgrade(url)
    file = tmp_path / "backup"
    backup(url, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    with pytest.raises(BackupError, match="backup already exists"):
        backup(url, file)
    assert file.read_bytes() == before
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(BackupError, match="link already exists"):
        backup(url, tmp_path / "link")
    (tmp_path / "other.part").write_text("")
    with pytest.raises(BackupError, match="is in the way"):
        backup(url, tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(("backup", "other"))) == [
        "backup",
        "other.part",
    ]


def test_what_failed_leaves_no_file(tmp_path, monkeypatch):
    (tmp_path / "a.sqlite3").write_text("no database " * 500)
    for path, complaint in (
        ("a.sqlite3", r"the database \S+a.sqlite3 cannot be used: file is not a database"),
        ("b.sqlite3", "there is no database"),
    ):
        with pytest.raises((BackupError, StoreError), match=complaint):
            backup(database_url(str(tmp_path / path)), tmp_path / "backup")
    assert [path.name for path in tmp_path.iterdir()] == ["a.sqlite3"]


async def test_a_database_with_games_is_not_restored_into(database, tmp_path):
    async with opened(database) as store:
        await store.create(stored())
        before = await everything(store)
        backup(database_url(database), tmp_path / "backup")
        with pytest.raises(BackupError, match=r"the database has games already \(1\)"):
            restore(database_url(database), tmp_path / "backup")
        assert await everything(store) == before


def damaged(whole, luck):
    """A backup with one bit changed, anywhere and at all places where it says what it is; and cut off."""
    ends = (*range(100), *range(len(whole) - 200, len(whole)))
    places = [(byte, bit) for byte in ends for bit in range(8)]
    places += [(luck.randrange(len(whole)), luck.randrange(8)) for _ in range(200)]
    for byte, bit in places:
        broken = bytearray(whole)
        broken[byte] ^= 1 << bit
        yield bytes(broken)
    for end in (*range(100), *range(len(whole) - 100, len(whole)), *(luck.randrange(len(whole)) for _ in range(20))):
        yield whole[:end]
    yield whole + b"{}\n"


async def test_every_bit_that_fell_over_and_every_cut_is_noticed_before_anything_is_written(database, tmp_path):
    async with opened(database) as store:
        await fill(store)
    file, target = tmp_path / "backup", tmp_path / "new.sqlite3"
    backup(database_url(database), file)
    schema.upgrade(database_url(str(target)))
    before = target.read_bytes()
    for broken in damaged(file.read_bytes(), random.Random(1)):
        file.write_bytes(broken)
        with pytest.raises(BackupError) as refused:
            restore(database_url(str(target)), file)
        assert "\n" not in str(refused.value)
        assert target.read_bytes() == before


def test_a_file_that_is_no_backup_gets_one_line(tmp_path, capsys):
    with contextlib.closing(sqlite3.connect(tmp_path / "sqlite")) as database:
        database.execute("CREATE TABLE games (id)")
    (tmp_path / "gzip").write_bytes(gzip.compress(b"[]"))
    (tmp_path / "text").write_text('{"byways": "backup", "format": 1, "schema": "0009"}\n')
    (tmp_path / "empty").write_text("")
    for name in ("sqlite", "gzip", "text", "empty"):
        assert main(["restore", str(tmp_path / name), "--database", str(tmp_path / "new")]) == 1
        said = capsys.readouterr().err
        assert said == f"byways: {tmp_path / name} is not a backup that this version of Byways can read\n"
    assert not (tmp_path / "new").exists()


def packed(*lines):
    return gzip.compress("".join(lines).encode(), mtime=0)


def forge(file, content):
    """Write what has the first line of a backup and its digest."""
    file.write_bytes(b"byways backup 2 sha256 %s\n%s" % (hashlib.sha256(content).hexdigest().encode(), content))


def head(rows=1, edition=schema.HEAD):
    return json.dumps({"schema": edition, "rows": {"keys": rows}}) + "\n"


def some(columns, rows, table="keys"):
    return f'{{"table": "{table}", "columns": {json.dumps(columns.split())}, "rows": {rows}}}\n'


KEY = some("name value", '[["k", "v"]]')


@pytest.mark.parametrize("content", [
    b"",
    packed(head(1), KEY)[:-9],
    packed(),
    packed("[" * 100_000),
    packed(head()),
    packed(head(), KEY, KEY),
    packed(head(2), KEY, '{"table": ' + "[" * 100_000),
    packed(head(2), KEY, some("name value", "[[" + "[" * 100_000)),
    packed(head(2), KEY, '{"table": []}'),
    packed(head(2), KEY, some("id", '[["g1"]]', "moves")),
    packed(head(2), KEY, some("game day holder number at", '[["troll", "", "", 1, "noon"]]', "daily")),
    packed(head(2), KEY, some("game day holder number at", '[["troll", "", "", 1, 3]]', "daily")),
    packed(head(2), KEY, some("height", "[[1]]")),
    packed(head(2), KEY, some("name", '[["a", "b"]]')),
    packed(head(2), KEY, some("name", "3")),
    packed(head(2), KEY, some("name value", '[["a", ' + "9" * 50 + "]]")),
    packed(head(2), KEY, some("name", '[["a"]]')),
], ids=map(str, itertools.count()))  # fmt: skip
def test_what_is_no_backup_although_its_digest_is_right_gets_one_line(tmp_path, capsys, content):
    url = database_url(str(tmp_path / "new"))
    schema.upgrade(url)
    forge(tmp_path / "backup", content)
    assert main(["restore", str(tmp_path / "backup"), "--database", str(tmp_path / "new")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("byways: ")
    assert said.count("\n") == 1
    with schema.examining(url) as connection:
        assert connection.execute(text("SELECT count(*) FROM keys")).scalar() == 0


def test_a_newer_backup_is_left_alone(tmp_path):
    forge(tmp_path / "backup", packed(head(0, "9999")))
    with pytest.raises(StoreError, match="the backup was made by a newer Byways"):
        restore(database_url(str(tmp_path / "a.sqlite3")), tmp_path / "backup")


async def test_a_full_disk_loses_nothing_and_leaves_no_half_backup(tmp_path, monkeypatch):
    """The limit on the size of a process's files stands for the size of a disk."""
    url = database_url(str(tmp_path / "a.sqlite3"))
    async with opened(tmp_path / "a.sqlite3") as store:
        await fill(store)
        for number in range(100):
            secret = random.Random(number).randbytes(1_000).hex()
            await ReviewStore(store).keep_record(
                stored(game_id=f"r{number}"), RecordContents(Line(), {"white": secret}, {}, None, "unfinished")
            )
    backup(url, tmp_path / "backup")
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, most[1]))
    try:
        with pytest.raises(BackupError, match=r"again.part cannot be written: File too large"):
            backup(url, tmp_path / "again")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)

    def small(connection, record):
        connection.execute("PRAGMA max_page_count=50")

    event.listen(Engine, "connect", small)
    try:
        with pytest.raises(StoreError, match="new cannot be used: database or disk is full"):
            restore(database_url(str(tmp_path / "new")), tmp_path / "backup")
    finally:
        event.remove(Engine, "connect", small)
    assert {path.name for path in tmp_path.iterdir() if path.suffix == ".part" or path.name == "again"} == set()
    assert restore(database_url(str(tmp_path / "new")), tmp_path / "backup").rows["records"] == 101


async def test_long_work_tells_how_far_it_is(database, tmp_path):
    async with opened(database) as store:
        await store.create(stored())
        await store.append("g1", [turn_event(number, "b2") for number in range(1, 1_001)])
    told = []
    rows = backup(database_url(database), tmp_path / "backup", lambda *far: told.append(far)).rows
    restore(database_url(str(tmp_path / "new")), tmp_path / "backup", lambda *far: told.append(far))
    half = len(told) // 2
    assert half > 5
    assert told[:half] == told[half:] == sorted(told[:half])
    assert told[-1] == (sum(rows.values()), sum(rows.values()))


def test_a_newer_database_is_not_backed_up(database, tmp_path):
    url = database_url(str(database))
    schema.upgrade(url)
    with schema.changing(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"the database was made by a newer Byways \(its schema is 9999\)"):
        backup(url, tmp_path / "backup")
    assert not list(tmp_path.glob("backup*"))


# Pruning


async def test_old_games_are_removed_by_what_became_of_them(database):
    async with opened(database) as store:
        old = [
            stored(game_id="finished", game="whirlwind", size=None, position=None),
            stored(game_id="abandoned", turns=("b2",)),
            stored(game_id="unplayable"),
        ]
        for game in old:
            await store.create(game)
        await store.append("finished", [end_event(1)])
        await ReviewStore(store).keep_record(
            stored(game_id="record"), RecordContents(Line(), {}, {}, None, "unfinished")
        )
        for days, finished, abandoned, removed in (
            (29, 30, 30, Pruned(0, 0, 4)),
            (31, None, None, Pruned(0, 0, 4)),
            (31, 30, None, Pruned(2, 0, 2)),
            (31, None, 30, Pruned(0, 2, 2)),
            (31, 40, 30, Pruned(0, 2, 2)),
            (31, 30, 30, Pruned(2, 2, 0)),
        ):
            ages = [days_of if days_of is None else days_of * DAY for days_of in (finished, abandoned)]
            assert await prune(store, NOW + days * DAY, *ages, dry=True) == removed
        assert (await prune(store, NOW + 31 * DAY, 30 * DAY, None)) == Pruned(2, 0, 2)
        assert [await store.load(name) is None for name in ("finished", "record", "abandoned")] == [True, True, False]
        assert (await prune(store, NOW + 31 * DAY, None, 30 * DAY)) == Pruned(0, 2, 0)
        rows = await everything(store)
        assert not any(rows.values())


def end_event(number):
    return Event(number, "end", {"winners": ["white"], "termination": "resignation", "by": "black"}, NOW)


async def test_a_game_that_goes_on_or_whose_clock_runs_stays(database):
    async with opened(database) as store:
        await store.create(stored(game_id="clock"))
        running = Projection(1, 1, "black", "black", False, None, NOW + 60 * DAY)
        await store.append("clock", [turn_event(1, "b2")], SameTransaction(running))
        await store.create(stored(game_id="late"))
        await store.append("late", [Event(1, "turn", {"turn": "b2"}, NOW + 31 * DAY)])
        assert await prune(store, NOW + 31 * DAY, DAY, DAY) == Pruned(0, 0, 2)
        assert await remove(store, "late", 0) is False
        assert await remove(store, "late", 1) is True


async def test_who_plays_a_removed_game_is_told(rooms, store):
    await store.create(stored())
    room = await rooms.open("g1")
    told = []
    room.watchers.add(lambda: told.append(room.gone is not None))
    await prune(store, NOW + 31 * DAY, None, DAY)
    with pytest.raises(GoneError, match="has been removed"):
        await take_turn(room, 0, list(room.timeline.state.actions("b2")))
    assert told == [True]
    assert await rooms.open("g1") is None


# The commands


def test_the_commands(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BYWAYS_DATA", str(tmp_path / "data"))
    url = database_url(None)
    schema.upgrade(url)

    async def begin():
        async with opened(tmp_path / "data" / "byways.sqlite3") as store:
            await store.create(stored(turns=("b2", "b3")))

    asyncio.run(begin())
    file = str(tmp_path / "backup")

    def say(*words):
        status = main(words)
        out, err = capsys.readouterr()
        assert err.count("\n") <= 1
        return status, out, err

    assert say("backup", file) == (0, f"{file} holds 1 game with 2 events\n", "")
    assert say("backup", file) == (1, "", f"byways: {file} already exists; a backup never overwrites a file\n")
    assert say("restore", file)[0] == 1
    status, out, _ = say("restore", file, "--database", str(tmp_path / "new"), "--json")
    told = json.loads(out)
    assert (status, told["schema"], told["rows"]["events"]) == (0, schema.HEAD, 2)
    assert (
        say("prune", "--abandoned-before", "1", "--dry-run")[1]
        == "would be removed: 0 finished and 1 abandoned game; 0 stay\n"
    )
    assert json.loads(say("prune", "--abandoned-before", "1", "--json")[1]) == {
        "finished": 0,
        "abandoned": 1,
        "kept": 0,
        "daily": 0,
    }
    for words, status in (
        (("prune",), 2),
        (("prune", "--finished-before", "-1"), 2),
        (("prune", "--finished-before", "nan"), 2),
        (("prune", "--finished-before", "1", "--database", str(tmp_path / "no")), 1),
        (("backup", str(tmp_path / "no" / "backup")), 1),
        (("restore", str(tmp_path / "no")), 1),
        (("restore", str(tmp_path)), 1),
        (("backup", file + "2", "--database", "postgresql://127.0.0.1:1/none"), 1),
    ):
        assert say(*words)[0] == status, words
    assert sorted(os.listdir(tmp_path)) == ["backup", "data", "new"]
    assert Path(file).is_file()

"""Backups, restoring and pruning: nothing is lost on the way, overwritten, or removed that somebody may still need."""

import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import random
import sqlite3
import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from site_world import ADA, BOB, NOW, opened, stored, take_turn, turn_event
from sqlalchemy import select, text

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


async def test_a_backup_is_restored_into_either_kind_of_database(database, tmp_path, postgres):
    async with opened(database) as store:
        await fill(store)
    before = await utc(database)
    file = tmp_path / "backup"
    made = backup(database_url(database), file)
    assert made.rows == {name: len(rows) for name, rows in before.items()}
    assert examine(file) == made
    for target in (str(tmp_path / "new.sqlite3"), postgres.database()):
        assert restore(database_url(target), file).rows == made.rows
        assert await utc(target) == before


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
        ("a.sqlite3", "cannot be copied: file is not a database"),
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


async def test_a_damaged_backup_is_refused_and_changes_nothing(database, tmp_path):
    async with opened(database) as store:
        await fill(store)
    file, target = tmp_path / "backup", str(tmp_path / "new.sqlite3")
    backup(database_url(database), file)
    whole = file.read_bytes()
    async with opened(target) as store:
        await store.key("seals")
        before = await everything(store)
        cuts = [whole[:n] for n in (0, 10, len(whole) // 2, len(whole) - 1)]
        text = whole.startswith(b"{")
        changed = whole.replace(b'"b2"', b'"b4"') if text else whole[:4096] + bytes(4096) + whole[8192:]
        more = [whole + b"{}\n"] if text else []
        for broken in (*cuts, changed, *more):
            file.write_bytes(broken)
            with pytest.raises(BackupError):
                restore(database_url(target), file)
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


async def test_every_bit_that_fell_over_and_every_cut_is_noticed_before_anything_is_written(database, tmp_path):
    async with opened(database) as store:
        await fill(store)
    file, target = tmp_path / "backup", tmp_path / "new.sqlite3"
    backup(database_url(database), file)
    for broken in damaged(file.read_bytes(), random.Random(1)):
        file.write_bytes(broken)
        with pytest.raises(BackupError) as refused:
            restore(database_url(str(target)), file)
        assert "\n" not in str(refused.value)
        assert not target.exists()


async def test_a_backup_of_byways_0_1_had_no_digest_and_is_restored(tmp_path):
    async with opened(tmp_path / "a.sqlite3") as store:
        await fill(store)
    with contextlib.closing(sqlite3.connect(tmp_path / "a.sqlite3")) as source:
        source.execute(f"VACUUM INTO '{tmp_path / 'backup'}'")
    restore(database_url(str(tmp_path / "new")), tmp_path / "backup")
    assert await utc(str(tmp_path / "new")) == await utc(str(tmp_path / "a.sqlite3"))


HEAD = json.dumps({"byways": "backup", "format": 1, "schema": schema.HEAD}) + "\n"


@pytest.mark.parametrize("text", [
    "[" * 100_000 + "\n",
    HEAD + '{"table": ' + "[" * 100_000 + "\n",
    HEAD + '{"table": "games", "row": ' + '{"a":' * 100_000 + "\n",
    HEAD + '{"table": []}\n',
    HEAD + '{"table": "games", "row": {"id": "g1", "created": "noon"}}\n',
    HEAD + '{"table": "games", "row": {"height": 1}}\n',
    HEAD + '{"table": "games", "row": 3}\n',
    HEAD + '{"table": "games"}\n',
    HEAD + '{"table": "games", "row": {"id": ' + "9" * 5_000 + "}}\n",
])  # fmt: skip
def test_what_is_no_backup_although_its_sum_is_right_gets_one_line(tmp_path, capsys, text):
    rows = json.dumps({"rows": {"games": 1}, "sha256": hashlib.sha256(text.encode()).hexdigest()}) + "\n"
    (tmp_path / "backup").write_text(text + rows)
    assert main(["restore", str(tmp_path / "backup"), "--database", str(tmp_path / "new")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("byways: ")
    assert said.count("\n") == 1


def test_a_newer_backup_is_left_alone(tmp_path):
    file = tmp_path / "backup"
    head = json.dumps({"byways": "backup", "format": 1, "schema": "9999"}) + "\n"
    file.write_text(head + json.dumps({"rows": {}, "sha256": hashlib.sha256(head.encode()).hexdigest()}) + "\n")
    with pytest.raises(StoreError, match="the backup was made by a newer Byways"):
        restore(database_url(str(tmp_path / "a.sqlite3")), file)


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
    assert (status, told["kind"], told["schema"], told["rows"]["events"]) == (0, "sqlite", schema.HEAD, 2)
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

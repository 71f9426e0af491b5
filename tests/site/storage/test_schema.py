"""Migrations: up and down on filled data, and what is said of databases that cannot be used."""

import sqlite3

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from site_world import ADA, NOW, opened, stored, turn_event

from byways.cli import main
from byways.site.settings import database_url
from byways.site.storage import schema
from byways.site.storage.database_errors import StoreError
from byways.site.storage.stored_games import DailyEntry
from byways.site.storage.tables import metadata

SCRIPTS = ScriptDirectory(str(schema.SCRIPTS))


async def test_the_migrations_make_the_tables_that_the_program_uses(database):
    async with opened(database) as store:
        found = await store.read(lambda c: compare_metadata(MigrationContext.configure(c), metadata))
        assert found == []


def test_the_head_is_the_newest_migration():
    assert SCRIPTS.get_current_head() == schema.HEAD


async def test_every_migration_goes_up_and_down_on_filled_data(database):
    revisions = [script.revision for script in reversed(list(SCRIPTS.walk_revisions()))]
    url = database_url(database)
    async with opened(database) as store:
        await store.create(stored())
        await store.append("g1", [turn_event(1, "b2"), turn_event(2, "b3")])
        kept = await store.load("g1")
        await store.create(
            stored(game_id="g2"), DailyEntry("longway", "2024-05-06", ADA, 1, "begun", {"game": "g2"}, NOW)
        )
        for revision in reversed(revisions[:-1]):
            schema.migrate(url, revision)
        schema.migrate(url, schema.HEAD)
        assert await store.load("g1") == kept
        schema.migrate(url, "base")
        with pytest.raises(StoreError, match=r"no such table|does not exist"):
            await store.load("g1")
        schema.migrate(url, schema.HEAD)
        assert await store.load("g1") is None


async def test_upgrading_again_changes_nothing(database):
    async with opened(database) as store:
        await store.create(stored())
        schema.upgrade(database_url(database))
        assert await store.load("g1") is not None


def make_newer(path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")


def test_a_newer_database_is_left_alone(tmp_path):
    path = tmp_path / "a.sqlite3"
    make_newer(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"made by a newer Byways \(its schema is 9999\)"):
        schema.upgrade(database_url(str(path)))
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("alembic_version",)]
    assert len(path.read_bytes()) == len(before)


def test_what_is_no_database_is_said_in_one_line(tmp_path, capsys):
    garbage = tmp_path / "garbage"
    garbage.write_text("no database " * 500)
    (tmp_path / "folder").mkdir()
    newer = tmp_path / "newer"
    make_newer(newer)
    for path, complaint in (
        (garbage, "file is not a database"),
        (tmp_path / "folder", "unable to open database file"),
        (garbage / "below", "its folder cannot be made"),
        (newer, "newer Byways"),
    ):
        assert main(["serve", "--no-browser", "--port", "0", "--database", str(path)]) == 1
        said, wrong = capsys.readouterr()
        assert (said, wrong.count("\n")) == ("", 1), wrong
        assert complaint in wrong

"""A database with every kind of event, and what its games are."""

import json
import sqlite3
from pathlib import Path

from byways.site.operations.backup import backup, restore
from byways.site.settings import database_url
from byways.site.web.sessions import hash_of

DATA = Path(__file__).parent / "storage" / "data"
SECRETS = {name: name.ljust(22, "-") for name in ("ada", "bob", "carl")}
"""What stands in these people's cookies."""
HOLDERS = {name: hash_of(secret) for name, secret in SECRETS.items()}
NAMES = {holder: name for name, holder in HOLDERS.items()}
EXPECTED = json.loads((DATA / "games.json").read_text())
GAMES = EXPECTED["games"]
"""By their names."""


def write_file(path):
    """Fill a new SQLite file."""
    with sqlite3.connect(path) as database:
        database.executescript((DATA / "games.sql").read_text())
    database.close()


def fill(database, folder):
    """Fill an empty database of either kind; PostgreSQL's by way of a backup, as an owner moves one."""
    if "://" in database:
        write_file(folder / "old.sqlite3")
        backup(database_url(str(folder / "old.sqlite3")), folder / "old.backup")
        restore(database_url(database), folder / "old.backup")
    else:
        write_file(database)

"""Bringing a database to the present schema, by Alembic. It comes before anything else, so nothing is awaited."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from byways.site.storage.database import prepare
from byways.site.storage.database_errors import StoreError, open_error, opening
from byways.site.storage.database_url import read_url

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0009"
SCRIPTS = Path(__file__).parent / "migrations"
_LOCK = 0x6279776179  # the number by which the processes that migrate a PostgreSQL database wait for each other


def upgrade(url: str) -> None:
    """Migrate to the newest schema. Raises StoreError where the database cannot be used, or is newer than that."""
    migrate(url, HEAD)


def migrate(url: str, revision: str) -> None:
    """Go to a revision, up or down ("base" is an empty database). Raises StoreError."""
    with changing(url) as connection:
        if revision_of(connection) != revision:  # Alembic takes a third of a second to load
            move(connection, revision)


@contextmanager
def changing(url: str) -> Iterator[Connection]:
    """Yield a transaction for changing the schema, one process at a time. Raises StoreError."""
    with _connecting(url, byways_write=True) as connection:
        if connection.dialect.name == "postgresql":  # in SQLite a writer is alone anyway
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        yield connection


@contextmanager
def examining(url: str) -> Iterator[Connection]:
    """Yield a transaction that reads everything as of one moment. Raises StoreError."""
    with _connecting(url) as connection:
        yield connection


@contextmanager
def _connecting(url: str, **options: Any) -> Iterator[Connection]:
    parsed = read_url(url)
    with opening(parsed):
        engine = create_engine(parsed)
    prepare(engine)
    try:
        with engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection
    except (SQLAlchemyError, OSError) as error:
        raise open_error(parsed, error) from error
    finally:
        engine.dispose()


def move(connection: Connection, revision: str) -> None:
    """Go to a revision within a transaction. Raises StoreError."""
    from alembic import command
    from alembic.util import CommandError

    here = revision_of(connection) or "base"
    check_known(here, "database")
    check_known(revision, "backup")
    order = _revisions()
    up = order.index(revision) > order.index(here)
    try:
        (command.upgrade if up else command.downgrade)(_config(connection), revision)
    except CommandError as error:
        raise StoreError("store.migrate", "the database cannot be migrated: {reason}", reason=str(error)) from error


def check_known(revision: str, what: str) -> None:
    """Raise StoreError for a revision that is not known here: `what` was made by a newer Byways."""
    if revision != HEAD and revision not in _revisions():
        template = "the {what} was made by a newer Byways (its schema is {revision})"
        raise StoreError("store.newer", template, what=what, revision=revision)


def _revisions() -> list[str]:
    """List all revisions that are known here, in their order."""
    from alembic.script import ScriptDirectory

    return ["base", *sorted(script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions())]


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    return config


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database's schema; None if there is none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()

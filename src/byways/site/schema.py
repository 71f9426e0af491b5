"""Bringing a database to the present schema, by Alembic. It comes before anything else, so nothing is awaited."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from byways.site.store import StoreError, open_error, read_url, writing

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0003"
SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(url: str) -> None:
    """Migrate to the newest schema. Raises StoreError where the database cannot be used, or is newer than that."""
    migrate(url, HEAD)


def migrate(url: str, revision: str) -> None:
    """Go to a revision, up or down ("base" is an empty database). Raises StoreError."""
    parsed = read_url(url)
    if parsed.get_backend_name() == "sqlite":
        parsed = parsed.set(drivername="sqlite")  # the store's driver is for those who await
    engine = create_engine(parsed)
    writing(engine)
    try:
        with engine.connect().execution_options(byways_write=True) as connection, connection.begin():
            if _revision(connection) != revision:  # Alembic takes a third of a second to load
                _migrate(connection, revision)
    except (SQLAlchemyError, OSError) as error:
        raise open_error(parsed, error) from error
    finally:
        engine.dispose()


def _migrate(connection: Connection, revision: str) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    here = _revision(connection)
    known = {script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()}
    if here is not None and here not in known:
        template = "the database was made by a newer Byways (its schema is {revision})"
        raise StoreError("store.newer", template, revision=here)
    order = ["base", *sorted(known)]
    up = order.index(revision) > order.index(here or "base")
    try:
        (command.upgrade if up else command.downgrade)(_config(connection), revision)
    except CommandError as error:
        raise StoreError("store.migrate", "the database cannot be migrated: {reason}", reason=str(error)) from error


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()

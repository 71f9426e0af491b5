"""Bringing a database to the present schema, by Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from byways.site.store import Store, StoreError, open_error

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0001"
_SCRIPTS = Path(__file__).parent / "migrations"


async def upgrade(store: Store) -> None:
    """Migrate to the newest schema. Raises StoreError where the database cannot be used, or is newer than that."""
    try:
        async with store.engine.connect() as connection:
            await connection.execution_options(byways_write=True)
            await connection.run_sync(_upgrade)
            await connection.commit()
    except (SQLAlchemyError, OSError) as error:
        raise open_error(store.engine.url, error) from error


def _upgrade(connection: Connection) -> None:
    if _revision(connection) == HEAD:
        return  # Alembic takes a third of a second to load
    migrate(connection, "head")


def migrate(connection: Connection, revision: str) -> None:
    """Go to a revision, up or down ("base" is an empty database)."""
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = _config(connection)
    here = _revision(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if here is not None and here not in known:
        raise StoreError(
            "store.newer", "the database was made by a newer Byways (its schema is {revision})", revision=here
        )
    order = [None, *sorted(known)]
    target = None if revision == "base" else HEAD if revision == "head" else revision
    try:
        (command.upgrade if order.index(target) >= order.index(here) else command.downgrade)(config, revision)
    except CommandError as error:
        raise StoreError("store.migrate", "the database cannot be migrated: {reason}", reason=str(error)) from error


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS))
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()

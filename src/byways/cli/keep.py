"""`byways backup`, `byways restore` and `byways prune`: maintenance of a server's database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from byways.cli.common import Switch, UsageError, print_json
from byways.translatable import say_many

if TYPE_CHECKING:
    from collections.abc import Callable

    from byways.site.operations.backup import Summary
    from byways.site.operations.retention import Pruned


def backup(file: str, /, *, database: str | None = None, json: Switch = False) -> None:
    """Back up all games of a site to a new file, even while the site is running.

    It is checked, appears only when complete, and overwrites nothing. Keep it as
    safe as the database: it has the keys to the seats of the games. The JSON object
    has file, schema, and rows by table.

    Try:

        byways backup games.backup
        byways backup games.backup --database postgresql://localhost/byways

    Args:
        file: The file to create.
        database: The database URL; by default a file in your data folder.
        json: Print JSON.
    """
    from byways.site.operations.backup import backup as make

    _say(file, "holds", _with_progress(make, database, file), json)


def restore(file: str, /, *, database: str | None = None, json: Switch = False) -> None:
    """Fill an empty database from a backup: all of it, or nothing.

    A database that has games is refused. Any backup can be restored into SQLite or
    PostgreSQL, and one from an older Byways is migrated to the present schema.
    Start the server afterwards. The JSON object has file, schema, and rows by
    table.

    Try:

        byways restore games.backup --database new.sqlite3
        byways restore games.backup --database postgresql://localhost/byways

    Args:
        file: The backup.
        database: The URL of the database to fill; by default a file of your own.
        json: Print JSON.
    """
    from byways.site.operations.backup import restore as fill

    _say(file, "is restored:", _with_progress(fill, database, file), json)


def prune(
    *,
    finished_before: float | None = None,
    abandoned_before: float | None = None,
    dry_run: Switch = False,
    database: str | None = None,
    json: Switch = False,
) -> None:
    """Remove games that have been idle for a number of days.

    Finished and unfinished games are kept for good unless you give their days;
    records uploaded for review count as finished. A game whose clock is running is
    never removed. The site may be running. Results of daily puzzles are removed
    with the finished games. The JSON object has the counts finished, abandoned and
    daily (removed), and kept.

    Try:

        byways prune --abandoned-before 30 --dry-run
        byways prune --finished-before 365 --abandoned-before 30

    Args:
        finished_before: Remove finished games idle for this many days.
        abandoned_before: Remove unfinished games idle for this many days.
        dry_run: Only print how many would be removed.
        database: The database URL; by default a file in your data folder.
        json: Print JSON.
    """
    from dataclasses import asdict

    if finished_before is None and abandoned_before is None:
        raise UsageError("say which games: --finished-before DAYS, --abandoned-before DAYS, or both")
    if not all(days is None or 0 <= days <= 100_000 for days in (finished_before, abandoned_before)):
        raise UsageError("days are between 0 and 100000")
    done = _prune(database, finished_before, abandoned_before, dry_run)
    if json:
        print_json(asdict(done))
        return
    begin = "would be removed: " if dry_run else "removed: "
    abandoned = say_many("{count} abandoned game", "{count} abandoned games", done.abandoned)
    print(f"{begin}{done.finished} finished and {abandoned}; {say_many('{count} stays', '{count} stay', done.kept)}")
    if done.daily:
        print(begin + say_many("{count} result of a daily puzzle", "{count} results of daily puzzles", done.daily))


def _prune(database: str | None, finished: float | None, abandoned: float | None, dry: bool) -> Pruned:
    """Remove a database's games without events for so many days; None keeps all games of that kind."""
    import asyncio
    from datetime import timedelta

    from byways.site.operations.retention import prune as remove
    from byways.site.settings import database_url
    from byways.site.storage import schema
    from byways.site.storage.database_url import read_url
    from byways.site.storage.game_store import Store
    from byways.site.timeline.clocks import now

    url = database_url(database)
    read_url(url, make=False)
    schema.upgrade(url)
    ages = [None if days is None else timedelta(days) for days in (finished, abandoned)]

    async def run() -> Pruned:
        store = Store(url)
        try:
            return await remove(store, now(), *ages, dry=dry)
        finally:
            await store.close()

    return asyncio.run(run())


def _with_progress(work: Callable[..., Summary], database: str | None, file: str) -> Summary:
    from pathlib import Path

    from byways.cli.progress import progress
    from byways.site.settings import database_url

    with progress(file, 100) as show:
        return work(database_url(database), Path(file), lambda done, rows: show(100 * done // rows, file))


def _say(file: str, verb: str, summary: Summary, json: bool) -> None:
    if json:
        print_json({"file": file, "schema": summary.schema, "rows": summary.rows})
    else:
        games = say_many("{count} game", "{count} games", summary.rows.get("games", 0))
        events = say_many("{count} event", "{count} events", summary.rows.get("events", 0))
        print(f"{file} {verb} {games} with {events}")

"""The server's settings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """An SQLAlchemy URL; for PostgreSQL with a driver that can be awaited."""
    engines: int = 2
    """Engine processes at most."""
    compilers: int = 0
    """Processes that compile kernels when the site starts; 0: engines compile when they are asked."""
    root_path: str = ""
    """The path that a proxy takes away from addresses, such as "/byways"; empty for the host itself."""
    proxies: str = ""
    """The addresses of the proxies, with commas between, that are believed when they say for whom they ask; or "*"."""
    edited: str = ""
    """The full path of a game's file that its author is working on: what is saved takes over at once."""

    @classmethod
    def of(
        cls,
        host: str = "127.0.0.1",
        port: int = 8000,
        database: str | None = None,
        root_path: str = "",
        proxies: str = "",
    ) -> Settings:
        """Return settings with a database given as a URL or as the path of an SQLite file.

        Empty means the user's own file.
        """
        cores = os.cpu_count() or 1
        engines = max(2, min(4, cores))  # with one alone a long search would hold up whoever plays
        compilers = min(8, cores)
        return cls(host, port, database_url(database), engines, compilers, clean_path(root_path), proxies=proxies)


def database_url(given: str | None) -> str:
    """Return the full SQLAlchemy URL for a database given by an owner."""
    if not given:
        given = str(data_folder() / "byways.sqlite3")
    scheme, colon, rest = given.partition("://")
    if not colon:
        return f"sqlite:///{Path(given).expanduser().absolute()}"
    return f"{DRIVERS.get(scheme, scheme)}://{rest}"


def clean_path(given: str) -> str:
    """Return a path that begins with a slash and does not end with one; empty for the host itself."""
    inner = given.strip("/")
    return f"/{inner}" if inner else ""


def data_folder() -> Path:
    """Return the folder of the default database: $BYWAYS_DATA, or a folder in the user's data folder."""
    if "BYWAYS_DATA" in os.environ:
        return Path(os.environ["BYWAYS_DATA"])
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "byways"

"""The web site: play in a browser. `serve` runs it; `app.create_app` gives the ASGI application."""

from __future__ import annotations

from dataclasses import replace

from byways.site.settings import Settings


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    browser: bool = True,
    root_path: str = "",
    proxies: str = "",
    edited: str = "",
) -> None:
    """Serve the site until interrupted. Raises BywaysError where the port is taken or the database cannot be used."""
    from byways.site.server import run

    run(replace(Settings.of(host, port, database, root_path, proxies), edited=edited), browser=browser)

"""`byways try`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import Switch, UsageError
from byways.cli.own_game import known_file
from byways.cli.serve import HIGHEST_PORT


def try_game(
    file: str,
    /,
    *,
    port: Annotated[int, Parameter(name=["--port", "-p"])] = 8000,
    database: str | None = None,
    no_browser: Switch = False,
) -> None:
    """Play a game of your own on the site while you work on it.

    Opens the site with the game in the file. Whenever you save the file, or one
    beside it, the next edition of the rules takes over, and the game on the page
    goes on from the same position. Where a move is no longer legal, the page says
    so and goes back to the last one that is; with rules that allow it again it
    comes back, unless another move has been played. A file that cannot be loaded,
    or whose rules fail, is told of with its line, and the edition before stays.

    The games that you play there are kept in a database of their own, for each file.

    Try:

        byways try ridges.py
        byways try ridges.py --port 9000 --no-browser

    Args:
        file: The game's module, a Python file with a GAME.
        port: The port to listen on.
        database: The database URL; by default a file in your data folder.
        no_browser: Do not open a browser.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise UsageError(f"--port must be between 0 and {HIGHEST_PORT}")
    path = known_file(file)
    from byways.registry import module_name
    from byways.site import serve as serve_site
    from byways.site.settings import data_folder

    kept = database or str(data_folder() / f"try-{module_name(str(path))}.sqlite3")
    serve_site(port=port, database=kept, browser=not no_browser, edited=str(path))

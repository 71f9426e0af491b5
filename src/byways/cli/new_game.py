"""`byways new-game`."""

from __future__ import annotations

from byways.cli.common import usage


def new_game(name: str, /, *, like: str = "hex", folder: str = ".") -> None:
    """Begin a game of your own: a module, its tests, and a page of what to change.

    Writes NAME.py, test_NAME.py and NAME.md, which are yours from then on, and
    overwrites nothing. The game begins as one of these:

        hex           stones on a board of hexes, a connection to win by, the pie rule
        breakthrough  pieces that step and capture, an evaluation, fast random games
        connect_four  discs that fall down columns, lines, draws on a full board
        pig           dice, scores, words in place of a board

    Try:

        byways new-game ridges
        byways new-game ridges --like breakthrough --folder games
        byways try ridges.py

    Args:
        name: The new game's id: small letters, with digits and _ behind the first; not the name of an installed module.
        like: The game that it begins as.
        folder: The folder for the files.
    """
    from pathlib import Path

    from byways.starters import write_game

    with usage():
        written = write_game(name, like, Path(folder))
    for path in written:
        print(f"wrote {path}")
    print(f"Now read {written[-1]}, and play: byways try {written[0]}")

"""The words of the commands that make a report or an exploration again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from byways.game import Game


def words_of(
    command: str, game: Game, options: Mapping[str, str], grid: str, values: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return the words with which a command begins: the game, its options, and by `grid` those of several values."""
    words = ["byways", command, game.name]
    for name, value in options.items():
        words += [f"--{name}", value]
    for name, several in values.items():
        words += [grid, f"{name}={','.join(several)}"]
    return words

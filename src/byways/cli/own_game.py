"""Helpers of the commands for a game in a file of one's own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from byways.cli.common import UsageError, usage
from byways.errors import GameError

if TYPE_CHECKING:
    from byways.game import Game, Variant


def known_file(file: str) -> Path:
    """Return the full path of a Python file, which this process and its workers take for a game. Raises UsageError."""
    from byways import registry

    path = Path(file).absolute()
    if path.suffix != ".py":
        raise UsageError(f"{file} is no Python file: the name of a game's module ends with .py")
    if not path.is_file():
        raise UsageError(f"there is no file {file}; byways new-game writes one")
    listed = os.environ.get(registry.VARIABLE, "")
    if str(path) not in listed.split(","):
        os.environ[registry.VARIABLE] = ",".join(filter(None, (listed, str(path))))
    return path


def loaded(path: Path) -> Game:
    """Return the game in a file. Raises GameError, which says in which line it fails."""
    from byways import registry
    from byways.testing import load
    from byways.testing.faults import PATIENCE
    from byways.workers.call import Abandonable

    try:
        game: Game = Abandonable(PATIENCE)(registry.kept_alive, load, path)
    except Exception as error:
        where = registry.reason(error).replace(f"{path}, ", "")
        raise GameError(
            "game.not_loaded", "the game in {file} cannot be loaded: {where}", file=path.name, where=where
        ) from error
    return game


def variant_of(game: Game, given: Mapping[str, str]) -> Variant:
    """Return a game with its options fixed. Raises UsageError."""
    from byways import registry
    from byways.testing.faults import PATIENCE
    from byways.workers.call import Abandonable

    with usage():
        variant: Variant = Abandonable(PATIENCE)(registry.kept_alive, game.variant, given)
    return variant

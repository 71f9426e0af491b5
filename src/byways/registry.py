"""Which games there are: those in `byways.games`, plug-ins, and those registered by hand.

A plug-in is a module with a `GAME`. It is found through the entry point group "byways.games" of an installed package,
or through the environment variable BYWAYS_GAMES, which lists modules or Python files, separated by commas (worker
processes inherit it). One that cannot be loaded is left out with a warning in the log, so that the others go on.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import logging
import os
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from byways.errors import OptionError
from byways.game import Game
from byways.games import BUILT_IN

GROUP = "byways.games"
VARIABLE = "BYWAYS_GAMES"

_registered: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Offer a game in this process. A game of the same id that was registered before gives way; a built-in does not."""
    if game.name in BUILT_IN:
        raise OptionError(
            "game.taken", "the id {option!r} belongs to a game of Byways", option=game.name, allowed="another id"
        )
    _registered[game.name] = game
    return game


def forget(name: str) -> None:
    """Take back `register`."""
    _registered.pop(name, None)


def names() -> tuple[str, ...]:
    """The ids of all games: the built-in ones, then plug-ins by name, then registered ones."""
    return tuple(dict.fromkeys((*BUILT_IN, *sorted(_plug_ins()), *_registered)))


def find(name: str) -> Game:
    """The game with this id. Raises OptionError, which lists the games there are."""
    if name in BUILT_IN:
        return _load(f"byways.games.{name}")
    if name in _registered:
        return _registered[name]
    plug_ins = _plug_ins()
    if name in plug_ins:
        return plug_ins[name]
    allowed = ", ".join(names())
    raise OptionError(
        "game.unknown", "there is no game {name!r}; the games are: {allowed}", option="game", name=name, allowed=allowed
    )


@functools.cache
def _load(module: str) -> Game:
    game: Game = (_from_file(Path(module)) if module.endswith(".py") else importlib.import_module(module)).GAME
    return game


def _from_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _plug_ins() -> dict[str, Game]:
    listed = (module.strip() for module in os.environ.get(VARIABLE, "").split(","))
    found = (*_installed(), *(_listed(module) for module in listed if module))
    return {game.name: game for game in found if game is not None}


@functools.cache
def _installed() -> tuple[Game | None, ...]:
    return tuple(_tried(entry.value, entry.load) for entry in entry_points(group=GROUP))


@functools.cache
def _listed(module: str) -> Game | None:
    return _tried(module, lambda: _load(module))


def _tried(name: str, load: Callable[[], Game]) -> Game | None:
    try:
        game = load()
        if not isinstance(game, Game):
            raise TypeError(f"{type(game).__name__} is no Game")
        return game
    except Exception:  # a plug-in may do anything; the other games must not suffer for it
        logging.getLogger("byways").warning("the game in %s cannot be loaded", name, exc_info=True)
        return None

"""Which games there are: those in `byways.games`, plug-ins, and those registered by hand.

A plug-in is a module with a `GAME`. It is found through the entry point group "byways.games" of an installed package,
or through the environment variable BYWAYS_GAMES, which lists modules or Python files, separated by commas (worker
processes inherit it). One that cannot be loaded, or takes the id of a built-in game, is left out with a warning in the
log (at the level DEBUG with its traceback), so that the others go on.
"""

from __future__ import annotations

import copyreg
import functools
import importlib
import importlib.util
import logging
import os
import sys
import zlib
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from pickle import PicklingError
from traceback import walk_tb
from types import ModuleType

from byways.errors import BywaysError, OptionError, brief
from byways.game import Game
from byways.games import BUILT_IN
from byways.vetting import check

GROUP = "byways.games"
VARIABLE = "BYWAYS_GAMES"

_registered: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Offer a game in this process. A game of the same id that was registered before gives way; a built-in does not.

    Raises OptionError for a game that could not be played, as far as that can be seen.
    """
    _check_id(game)
    _registered[game.name] = game
    return game


def _check_id(game: Game) -> None:
    if game.name in BUILT_IN:
        raise OptionError(
            "game.taken", "the id {option!r} belongs to a game of Byways", option=game.name, allowed="another id"
        )
    check(game)


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
    name = f"byways_game_{zlib.crc32(str(path.resolve()).encode()):08x}_{path.stem}"  # whatever the file is called
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _plug_ins() -> dict[str, Game]:
    listed = (module.strip() for module in os.environ.get(VARIABLE, "").split(","))
    found: dict[str, Game] = {}
    for game in (*_installed(), *(_listed(module) for module in listed if module)):
        if game is not None:
            if found.get(game.name, game) is not game:
                _say_taken(game.name)
            found[game.name] = game
    return found


@functools.cache
def _say_taken(name: str) -> None:
    """Once a process: which of two games is meant."""
    logging.getLogger("byways").warning("two plug-ins have a game called %s; the last one listed counts", name)


@functools.cache
def _installed() -> tuple[Game | None, ...]:
    return tuple(_tried(entry.value, entry.load) for entry in entry_points(group=GROUP))


@functools.cache
def _listed(module: str) -> Game | None:
    return _tried(module, lambda: _load(module))


def _by_name(game: Game) -> tuple[object, ...]:
    """How a game is pickled: it is made of functions, but every process finds it."""
    if find(game.name) is not game:
        raise PicklingError(f"{game.name} is changed: only games that `byways.find` finds are pickled")
    return find, (game.name,)


copyreg.pickle(Game, _by_name)  # type: ignore[arg-type]  # typeshed asks for more than `find` of such functions


def blame(error: BaseException) -> str | None:
    """Where a plug-in failed, if it was one that did: its file, the line, and what it said."""
    files = _files()
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        if frame.f_code.co_filename in files:
            return f"{frame.f_code.co_filename}, line {line}: {brief(error)}"
    return None


def _files() -> set[str | None]:
    """The files of the games that are not Byways' own."""
    games = (*_plug_ins().values(), *_registered.values())
    made = (part.__module__ for game in games for part in (game.kernels.apply, game.picture, type(game.texts)))
    return {sys.modules[name].__file__ for name in made if not name.startswith("byways.") and name in sys.modules}


def _tried(name: str, load: Callable[[], Game]) -> Game | None:
    try:
        game = load()
        if not isinstance(game, Game):
            raise TypeError(f"{type(game).__name__} is no Game")
        _check_id(game)
        return game
    except Exception as error:  # a plug-in may do anything; the other games must not suffer for it
        log = logging.getLogger("byways")
        why = str(error) if isinstance(error, BywaysError) else f"{type(error).__name__}: {error}"
        log.warning("the game in %s cannot be loaded: %s", name, why, exc_info=log.isEnabledFor(logging.DEBUG))
        return None

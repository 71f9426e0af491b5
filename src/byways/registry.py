"""Which games there are: those in `byways.games`, plug-ins, and those registered by hand.

A plug-in is a module with a `GAME`. It is found through the entry point group "byways.games" of an installed package,
or through the environment variable BYWAYS_GAMES, which lists modules or Python files, separated by commas (worker
processes inherit it). One that cannot be loaded, or takes the id of a built-in game, is left out with a warning in the
log (at the level DEBUG with its traceback), so that the others go on. A site loads them into processes of their own:
see `load_plug_ins_by`.
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
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from operator import attrgetter
from pathlib import Path
from pickle import PicklingError
from traceback import walk_tb
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from byways.errors import BywaysError, GameError, OptionError, brief
from byways.game import Game, Variant
from byways.games import BUILT_IN

GROUP = "byways.games"
VARIABLE = "BYWAYS_GAMES"
T = TypeVar("T")

_registered: dict[str, Game] = {}
_not_loaded: list[str] = []  # modules and files of plug-ins


def register(game: Game) -> Game:
    """Offer a game in this process. A game of the same id that was registered before gives way; a built-in does not.

    Raises OptionError for the id of a built-in game.
    """
    _check_id(game)
    _registered[game.name] = game
    return game


def _check_id(game: Game) -> None:
    if game.name in BUILT_IN:
        raise OptionError(
            "game.taken", "the id {option!r} belongs to a game of Byways", option=game.name, allowed="another id"
        )


def forget(name: str) -> None:
    """Take back `register`."""
    _registered.pop(name, None)


def names() -> tuple[str, ...]:
    """Return the ids of all games: the built-in ones, then plug-ins by name, then registered ones."""
    return tuple(dict.fromkeys((*BUILT_IN, *sorted(_plug_ins()), *_registered)))


def find(name: str) -> Game:
    """Return the game with this id. Raises OptionError, which lists the games there are."""
    if name in BUILT_IN:
        return _load(f"byways.games.{name}")
    if name in _registered:
        return _registered[name]
    plug_ins = _plug_ins()
    if name in plug_ins:
        return plug_ins[name]
    allowed = ", ".join(names())
    raise OptionError(
        "game.unknown", "there is no game {name!r}; the games are: {allowed}",
        option="game", name=str(name)[:40], allowed=allowed,
    )  # fmt: skip


def variant_of(game: str | Variant, options: Mapping[str, object]) -> Variant:
    """Return a game, named by its id, with options; or a variant as it is, which takes none. Raises OptionError."""
    if not isinstance(game, Variant):
        return find(game).variant(options)
    if options:
        raise OptionError(
            "game.variant", "a variant has its options already; {option} cannot be given as well",
            option=", ".join(options), allowed="a game's id",
        )  # fmt: skip
    return game


@functools.cache
def _load(module: str) -> Game:
    name, _, attribute = (module, "", "") if module.endswith(".py") else module.partition(":")
    found = _from_file(Path(name)) if name.endswith(".py") else importlib.import_module(name)
    try:
        game: Game = attrgetter(attribute or "GAME")(found)
    except AttributeError:
        raise OptionError(
            "game.none",
            "it has no {option}; its game must be {allowed}",
            option=attribute or "GAME",
            allowed="a byways.game.Game of that name",
        ) from None
    return game


def module_name(listed: str) -> str:
    """Return the name under which a plug-in's module is imported, whatever its file is called."""
    path = Path(listed)
    file = f"byways_game_{zlib.crc32(str(path.resolve()).encode()):08x}_{path.stem}"
    return file if listed.endswith(".py") else listed.partition(":")[0]


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise OptionError("game.no_file", "there is no such file", option=VARIABLE, allowed="Python files and modules")
    name = module_name(str(path))
    folder = [str(path.parent)]  # so that the file may import its neighbours: `from .mygame_playout import playout`
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=folder)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _plug_ins() -> dict[str, Game]:
    found: dict[str, Game] = {}
    for game in map(_tried, _listings()):
        if game is not None:
            if found.get(game.name, game) is not game:
                _say_taken(game.name)
            found[game.name] = game
    return found


@functools.cache
def _say_taken(name: str) -> None:
    """Once a process: which of two games is meant."""
    logging.getLogger("byways").warning("two plug-ins have a game called %s; the last one listed counts", name)


def load_plug_in(module: str) -> Game:
    """Import a plug-in by its module or file. Raises OptionError, TypeError, or whatever its code raises."""
    game = _load(module)
    if not isinstance(game, Game):
        raise TypeError(f"its GAME is {game!r:.40}, which is not a byways.game.Game")
    _check_id(game)
    return game


_loader: Callable[[str], Game] = load_plug_in


def load_plug_ins_by(loader: Callable[[str], Game] = load_plug_in) -> None:
    """Load plug-ins in another way from now on; those loaded before are forgotten."""
    global _loader
    _loader = loader
    _not_loaded.clear()
    _tried.cache_clear()


def _by_name(game: Game) -> tuple[object, ...]:
    """Pickle a game by its name: it is made of functions, but every process finds it."""
    if find(game.name) is not game:
        raise PicklingError(f"{game.name} is changed: only games that `byways.find` finds are pickled")
    return find, (game.name,)


copyreg.pickle(Game, _by_name)  # type: ignore[arg-type]  # typeshed asks for more than `find` of such functions


def kept_alive(function: Callable[..., T], *given: Any) -> T:
    """Call what runs a plug-in's code. Raises GameError where that code would end the process."""
    before = os._exit

    def refuse(status: int) -> NoReturn:
        if is_plug_in(sys._getframe(1).f_code.co_filename):
            raise SystemExit(status)
        before(status)

    os._exit = refuse
    try:
        return function(*given)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:  # which nothing above would take for a mistake of the game
        ends = GameError("game.exits", "the code ends the process ({error})", error=brief(error))
        raise ends.with_traceback(error.__traceback__) from error
    finally:
        os._exit = before


def blame(error: BaseException) -> str | None:
    """Return where a plug-in failed, if it was one that did: its file, the line, and what it said."""
    if isinstance(error, SyntaxError) and error.filename and is_plug_in(error.filename):
        return f"{error.filename}, line {error.lineno}: {brief(error)}"
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        if is_plug_in(frame.f_code.co_filename):
            return f"{frame.f_code.co_filename}, line {line}: {_said(error)}"
    return None


def reason(error: BaseException) -> str:
    """Return why a plug-in cannot be loaded, with its file and line where those are known."""
    return blame(error) or _said(error)


def _said(error: BaseException) -> str:
    return str(error) if isinstance(error, BywaysError) else brief(error)


_OURS = {Path(__file__).resolve().parent}


def _plug_in_places() -> set[Path]:
    """Return the files of plug-ins, and the folders of those that are files or lie in a package."""
    places = {Path(module).resolve().parent for module in _listings() if module.endswith(".py")}
    names = {module_name(module) for module in _listings() if not module.endswith(".py")}
    names |= {name for game in _registered.values() for name in _modules(game)}
    for name in names & sys.modules.keys():
        file = Path(sys.modules[name].__file__ or "").resolve()
        places.add(file.parent if "." in name else file)
    return places


def _modules(game: Game) -> set[str]:
    """Return the modules in which a game was written, as far as its parts tell."""
    groups = (game.rules, game.search, game.solving, game.secrets, game.ui)
    parts = (part for group in groups for part in vars(group).values())
    found = {getattr(part, "__module__", None) or "byways" for part in parts}
    return {name for name in found if name.partition(".")[0] != "byways"} or {game.rules.apply.__module__}


def _listings() -> list[str]:
    """Return the modules and files that are plug-ins, loaded or not."""
    listed = (module.strip() for module in os.environ.get(VARIABLE, "").split(","))
    return [*_entries(), *filter(None, listed)]


def plug_in_files() -> list[Path]:
    """Return the files of the plug-ins that can be found, in the order of the lists, without loading them."""
    found = []
    for listed in _listings():
        try:
            name = listed.partition(":")[0]
            spec = None if listed.endswith(".py") else importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        file = Path(listed if spec is None else spec.origin or "")
        if file.is_file():
            found.append(file)
    return found


@functools.cache
def _entries() -> tuple[str, ...]:
    return tuple(entry.value for entry in entry_points(group=GROUP))


def not_loaded() -> tuple[str, ...]:
    """Return the modules and files of the plug-ins that could not be loaded."""
    listed = _listings()
    return tuple(module for module in _not_loaded if module in listed)


@functools.cache
def _tried(module: str) -> Game | None:
    try:
        return kept_alive(_loader, module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plug-in may do anything; the other games must not suffer for it
        log = logging.getLogger("byways")
        where = (error.fields.get("where") if isinstance(error, GameError) else None) or reason(error)
        why = str(where).removeprefix(f"{Path(module).absolute()}, ")
        _not_loaded.append(module)
        log.warning("the game in %s cannot be loaded: %s", module, why, exc_info=log.isEnabledFor(logging.DEBUG))
        return None


# The last name of the module: another thread may ask for it while the module is being imported, as
# `workers.interrupts` does.
def is_plug_in(file: str) -> bool:
    """Return whether a file belongs to a game that is not Byways' own: it is beside the game's module."""
    if file.startswith("<"):
        return False  # generated code, as a dataclass's __init__, lies in no folder
    path = Path(file).resolve()
    return not _OURS.intersection(path.parents) and not _plug_in_places().isdisjoint((path, path.parent))

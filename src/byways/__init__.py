"""Byways: five board games about paths, to play, study, solve and play-test.

    import byways

    state = byways.start("troll", size=8)
    state = state.play("d5")
    print(state)

Everything is loaded when it is first used, so that `import byways` and `byways --help` stay quick.
"""

from __future__ import annotations

import importlib

from byways.version import __version__ as __version__

TYPE_CHECKING = False  # `typing` takes longer to load than all else before `byways.cli.main` can hear of Ctrl-C

_HOME = {
    "Analysis": "search.answer",
    "Batch": "batch",
    "BywaysError": "errors",
    "CellError": "errors",
    "IllegalTurnError": "errors",
    "LimitError": "errors",
    "OptionError": "errors",
    "PlayerError": "errors",
    "PositionError": "errors",
    "RecordError": "errors",
    "UnreadableTurnError": "errors",
    "Game": "game",
    "Outcome": "position.outcome",
    "Record": "records",
    "Rules": "game",
    "State": "position.state",
    "analyse": "solve.analysis",
    "find": "registry",
    "perft": "position.perft",
    "player": "arena.opponent",
    "random_game": "position.random_games",
    "register": "registry",
    "start": "position.state",
    "states_of": "position.vectors",
    "use_machine_code": "game.rule_calls",
    "vectors_of": "position.vectors",
}

if TYPE_CHECKING:
    from typing import Any

    from byways.arena.opponent import player as player
    from byways.batch import Batch as Batch
    from byways.errors import (
        BywaysError as BywaysError,
        CellError as CellError,
        IllegalTurnError as IllegalTurnError,
        LimitError as LimitError,
        OptionError as OptionError,
        PlayerError as PlayerError,
        PositionError as PositionError,
        RecordError as RecordError,
        UnreadableTurnError as UnreadableTurnError,
    )
    from byways.game import Game as Game, Rules as Rules
    from byways.game.rule_calls import use_machine_code as use_machine_code
    from byways.position.outcome import Outcome as Outcome
    from byways.position.perft import perft as perft
    from byways.position.random_games import random_game as random_game
    from byways.position.state import State as State, start as start
    from byways.position.vectors import states_of as states_of, vectors_of as vectors_of
    from byways.records import Record as Record
    from byways.registry import find as find, names as games, register as register
    from byways.search.answer import Analysis as Analysis
    from byways.solve.analysis import analyse as analyse

__all__ = ["__version__", "games", *_HOME]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def game_names() -> tuple[str, ...]:
    """Return the ids of all games, as `byways.games()`: that package is below the registry, which imports it."""
    return tuple(importlib.import_module("byways.registry").names())


def __getattr__(name: str) -> Any:
    if name == "games":
        return importlib.import_module("byways.games")
    if name not in _HOME:
        raise AttributeError(f"module 'byways' has no attribute {name!r}")
    return getattr(importlib.import_module(f"byways.{_HOME[name]}"), name)

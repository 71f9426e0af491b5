"""Byways: five board games about paths, to play, study, solve and play-test.

    import byways

    state = byways.start("troll", size=8)
    state = state.play("d5")
    print(state)

Everything is loaded when it is first used, so that `import byways` and `byways --help` stay quick.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # `typing` takes longer to load than all else before `byways.cli.main` can hear of Ctrl-C
__version__ = "0.2.0"

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
    "Outcome": "outcome",
    "Record": "records",
    "Rules": "game",
    "State": "state",
    "analyse": "analysis",
    "find": "registry",
    "perft": "turn_count",
    "player": "arena.opponent",
    "random_game": "random_play",
    "register": "registry",
    "start": "state",
    "states_of": "state_vectors",
    "use_machine_code": "game.rule_calls",
    "vectors_of": "state_vectors",
}

if TYPE_CHECKING:
    from typing import Any

    from byways.analysis import analyse as analyse
    from byways.arena.opponent import player as player
    from byways.batch import Batch as Batch
    from byways.errors import (
        BywaysError as BywaysError,
    )
    from byways.errors import (
        CellError as CellError,
    )
    from byways.errors import (
        IllegalTurnError as IllegalTurnError,
    )
    from byways.errors import (
        LimitError as LimitError,
    )
    from byways.errors import (
        OptionError as OptionError,
    )
    from byways.errors import (
        PlayerError as PlayerError,
    )
    from byways.errors import (
        PositionError as PositionError,
    )
    from byways.errors import (
        RecordError as RecordError,
    )
    from byways.errors import (
        UnreadableTurnError as UnreadableTurnError,
    )
    from byways.game import Game as Game
    from byways.game import Rules as Rules
    from byways.game.rule_calls import use_machine_code as use_machine_code
    from byways.outcome import Outcome as Outcome
    from byways.random_play import random_game as random_game
    from byways.records import Record as Record
    from byways.registry import find as find
    from byways.registry import names as games
    from byways.registry import register as register
    from byways.search.answer import Analysis as Analysis
    from byways.state import State as State
    from byways.state import start as start
    from byways.state_vectors import states_of as states_of
    from byways.state_vectors import vectors_of as vectors_of
    from byways.turn_count import perft as perft

__all__ = ["__version__", "games", *_HOME]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def game_names() -> tuple[str, ...]:
    """Return the ids of all games, as `byways.games()`: that package lies below the registry, which imports it."""
    return tuple(importlib.import_module("byways.registry").names())


def __getattr__(name: str) -> Any:
    if name == "games":
        return importlib.import_module("byways.games")
    if name not in _HOME:
        raise AttributeError(f"module 'byways' has no attribute {name!r}")
    return getattr(importlib.import_module(f"byways.{_HOME[name]}"), name)

"""Which kernels engines call, for those who compile or load them beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from byways.kernels import Kernel
from byways.search import alphabeta
from byways.search.engines import AlphaBeta, Engine, Mcts
from byways.search.levels import level_of
from byways.search.mcts import simulate
from byways.search.montecarlo import mcts_kernels

if TYPE_CHECKING:
    from byways.game import Game

_RULES = ("legal_actions", "apply", "outcome", "chances", "choose", "key")
_STATES = ("allows",)  # which states call beside those (`byways.game.rule_calls`)
_MCTS = ("playout", "playout_trace", "evaluate", "order")
_ALPHABETA = ("evaluate", "order", "forcing")


def first_turn(game: Game, level: int | None = None) -> tuple[Kernel, ...]:
    """Return what an engine calls for its first turn, at a level or at full strength."""
    return once(called_by(game, game.engine if level is None else level_of(game.levels_file, level).of(game.engine)))


def later_turns(game: Game) -> tuple[Kernel, ...]:
    """Return what the game's engines call at any level, beside that."""
    rules = (getattr(game.kernels, name) for name in (*_RULES, *_STATES, *_MCTS))
    return once(
        (*called_by(game, game.engine), *called_by(game, Mcts()), *rules, *game.search.extra, *game.rules.extra)
    )


def called_by(game: Game, engine: Engine) -> Iterable[Kernel]:
    """Return what a search by an engine calls."""
    core = engine.core
    rules = tuple(getattr(game.kernels, name) for name in _RULES)
    if isinstance(core, Mcts):
        return (simulate, *rules, *mcts_kernels(game.kernels, core.parameters))
    if isinstance(core, AlphaBeta):
        return (alphabeta.search, *rules, *(getattr(game.kernels, name) for name in _ALPHABETA))
    return engine.kernels


def once(found: Iterable[Kernel]) -> tuple[Kernel, ...]:
    """Return the kernels in their order, each once."""
    return tuple(dict.fromkeys(found))

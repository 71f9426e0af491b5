"""Analysis of a position by an engine: `byways.analyse`."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Integral, Real
from typing import cast

import numpy as np

from byways.errors import OptionError
from byways.game import Game
from byways.kernels import compiled
from byways.kernels.notice import announce
from byways.position.state import State
from byways.search.answer import Analysis, known_answer
from byways.search.driver import Budget, Caller, FixedAnswer, Search, call_directly, drive
from byways.search.engine_kernels import called_by, first_turn
from byways.search.engines import Engine, Resources
from byways.search.levels import level_of
from byways.search.search_tree import MEGABYTES, Tree
from byways.solve.proofs import find

MOST_THREADS = 64


def analyse(
    state: State,
    seconds: float | None = 1.0,
    level: int | None = None,
    *,
    simulations: int | None = None,
    seed: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    report: Callable[[Search], None] = lambda search: None,
    choices: int = 1,
    megabytes: float = MEGABYTES,
    threads: int = 1,
    tree: Tree | None = None,
    engine: Engine | None = None,
    call: Caller = call_directly,
) -> Analysis:
    """Search a position, from what its player to move may know, for some seconds or simulations.

    `level` (1 to 10) limits the simulations, and on the lowest levels what the engine knows, so that it plays weaker.
    With `seed` and `simulations` (and no limit of time) the answer is always the same. `stop` is asked, and `report`
    called, about every 20 ms. `choices` is the number of turns whose value is wanted: a tree search has them anyway,
    alpha-beta spends half of its limits on those that are not the best, and looks once at every turn whatever the
    limits. 0 leaves out all but the best turn and its value, for who only plays: telling the others takes a fifth of a
    quick turn. The search takes at most `megabytes` of memory, or grows in a `tree` that may serve many searches in
    turn; without one a tree search may run in several `threads` (alpha-beta and dice games search in one). `engine`
    searches in place of the game's own. In a game whose secrets bear on how good turns are nothing is searched: the
    turn is a random one, and the answer's `note` says so. A position whose value was proved is not searched, unless a
    level or an engine is given. Without any limit it searches until everything is proved, or `stop()`. `call` makes the
    calls that run the game's rules: a `byways.workers.call.Abandonable` gives up those that never end.
    Raises OptionError.
    """
    if not isinstance(state, State):
        raise OptionError("analyse.state", "{option} must be {allowed}", option="state", allowed="a State of Byways")
    check_amounts(seconds=seconds, megabytes=megabytes)
    _check_counts(simulations=(simulations, None), choices=(choices or 1, None), threads=(threads, MOST_THREADS))
    game = state.variant.game
    own = level is None and engine is None
    ladder = game.levels_file if engine is None else None
    engine = engine or game.engine
    if level is not None:
        strength = level_of(ladder, level)
        engine = strength.of(engine) if state.variant.is_searched else engine
    engine = engine.allowed_in(state.variant)
    budget = Budget(seconds, simulations)
    resources = Resources(seed, choices, megabytes, threads, tree)
    search = call(_known, state, own)
    if search is None:
        announce(game.title, called_by(game, engine), "engine")
        for kernel in engine.kernels:
            compiled(kernel)  # before the clock runs
        seen = state if state.to_move == "chance" else state.view(str(state.to_move))
        search = call(engine.search, seen, budget, resources)
    return cast(Analysis, call(drive(search, stop=stop, report=report, call=call).analysis))


def prepare(game: Game, level: int | None = None) -> None:
    """Load or compile what `analyse` calls for a game, so that its first answer takes no longer than the next."""
    called = first_turn(game, level)
    announce(game.title, called, "engine")
    for kernel in called:
        compiled(kernel)


def _known(state: State, own: bool) -> Search | None:
    """Return the answer that needs no search: where the game is over, or where a proof was kept."""
    if state.to_move is None:
        values = np.zeros(len(state.players))
        state.variant.outcome(state.vector, values)
        return FixedAnswer(Analysis(None, float(values[0]), True, (), (), 0, 0.0, 0))
    proof = find(state) if own and state.variant.is_searched else None
    return FixedAnswer(known_answer(proof.turn, proof.value(str(state.to_move)), proved=True)) if proof else None


def check_amounts(**limits: float | None) -> None:
    """Raise OptionError for what is no amount of time or memory."""
    for name, value in limits.items():
        if value is not None and not (isinstance(value, Real) and 0 < value < math.inf):
            raise OptionError(
                "analyse.limit", "{option} must be {allowed}", option=name, allowed="a number more than 0"
            )


def _check_counts(**limits: tuple[int | None, int | None]) -> None:
    """Raise OptionError for what is no number from 1 to the most that is allowed."""
    for name, (value, most) in limits.items():
        if value is not None and not (isinstance(value, Integral) and 1 <= value <= (most or math.inf)):
            allowed = f"a whole number from 1 to {most}" if most else "a whole number from 1 on"
            raise OptionError("analyse.limit", "{option} must be {allowed}", option=name, allowed=allowed)

"""What a search says of a position: `byways.analyse`, and the form of its answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING, Protocol

import numpy as np

from byways.errors import OptionError
from byways.game import Hints
from byways.kernels import compiled
from byways.proofs.stored import find
from byways.search.levels import level_of
from byways.state import State

if TYPE_CHECKING:
    from byways.search.tree import Tree

MEGABYTES = 256.0
"""What a search's memory may grow to."""
MOST_THREADS = 64


@dataclass(frozen=True)
class Choice:
    """One turn that was looked at."""

    turn: str
    value: float
    """The expected result for the player to move, from 0 (lost) to 1 (won)."""
    visits: int
    proved: bool = False
    """Whether `value` is the true value."""
    spread: float | None = None
    """How uncertain `value` is: the standard error of the simulations' mean, or, of alpha-beta, how far the value moved
    over the last depths. 0 where it is proved; None where the search cannot tell."""
    line: tuple[str, ...] = ()
    """The turns that the search expects, this one first; only of the turns that were looked at most."""


@dataclass(frozen=True)
class Analysis:
    """What is known of a position after a search."""

    best: str | None
    """The best turn found; None where dice are to be rolled or the game is over."""
    value: float
    """The value for the player to move (player 1 where dice are to be rolled), from 0 (lost) to 1 (won)."""
    proved: bool
    """Whether `value` is the true value; otherwise it is an estimate."""
    line: tuple[str, ...]
    """The turns that the search expects, `best` first."""
    choices: tuple[Choice, ...]
    """The turns that were looked at: the best, then by visits."""
    simulations: int
    """Simulations, or positions of a search that counts those."""
    seconds: float
    depth: int
    """How many actions below the position the search reaches."""
    spread: float | None = None
    """How uncertain `value` is: the standard error of the simulations' mean, or, of alpha-beta, how far the value moved
    over the last depths. 0 where it is proved; None where the search cannot tell."""


class Search(Protocol):
    """A search from one state that can be asked at any time."""

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = ...,
        report: Callable[[Search], None] = ...,
    ) -> None:
        """Search until a limit is reached, all is proved, or `stop()` is true."""

    def analysis(self) -> Analysis:
        """What is known now."""


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
    hints: Hints | None = None,
) -> Analysis:
    """Search a position, from what its player to move may know, for some seconds or simulations.

    `level` (1 to 10) limits the simulations, and on the lowest levels what the engine knows, so that it plays weaker.
    With `seed` and `simulations` (and no limit of time) the answer is always the same. `stop` is asked, and `report`
    told, about every 20 ms. Of so many `choices` the value is wanted: a tree search has them anyway, alpha-beta spends
    half of its limits on those that are not the best, and looks once at every turn whatever the limits. The search
    takes at most `megabytes` of memory, or grows in a `tree` that may serve many searches in turn; without one a tree
    search may run in several `threads` (alpha-beta and dice games search in one). `hints` replace the game's own word
    on how to search. A position whose value was proved is not searched, unless a level or hints are given. Without any
    limit it searches until all is proved, or `stop()`.
    Raises OptionError.
    """
    _check_amounts(seconds=seconds, megabytes=megabytes)
    _check_counts(simulations=(simulations, None), choices=(choices, None), threads=(threads, MOST_THREADS))
    game = state.variant.game
    proof = find(state) if level is None and hints is None else None
    hints = hints or game.hints
    if level is not None:
        strength = level_of(hints, level)
        simulations, hints = min(strength.simulations, simulations or strength.simulations), strength.hints(hints)
    if state.to_move is None:
        return _of_finished(state)
    if state.to_move != "chance":
        state = state.view(state.to_move)
    if proof is not None:
        value = proof.value(str(state.to_move))
        line = (proof.turn,)
        return Analysis(proof.turn, value, True, line, (Choice(*line, value, 0, True, 0.0, line),), 0, 0.0, 0, 0.0)
    known = game.known_turn(state)
    if known is not None:
        turn, value = known
        return Analysis(turn, value, False, (turn,), (Choice(turn, value, 0),), 0, 0.0, 0)

    def begin(state: State) -> Search:
        return search_for(state, hints, seed=seed, choices=choices, megabytes=megabytes, threads=threads, tree=tree)

    state = game.stand_in(state)
    search = begin(state) if state.variant.swap_action < 0 else _with_pie(state, begin, seed)
    search.run(seconds=seconds, simulations=simulations, stop=stop, report=report)
    return search.analysis()


def _check_amounts(**limits: float | None) -> None:
    """Raises OptionError for what is no amount of time or memory."""
    for name, value in limits.items():
        if value is not None and not (isinstance(value, Real) and 0 < value < math.inf):
            raise OptionError(
                "analyse.limit", "{option} must be {allowed}", option=name, allowed="a number more than 0"
            )


def _check_counts(**limits: tuple[int | None, int | None]) -> None:
    """Raises OptionError for what is no number from 1 to the most that is allowed."""
    for name, (value, most) in limits.items():
        if value is not None and not (isinstance(value, Integral) and 1 <= value <= (most or math.inf)):
            allowed = f"a whole number from 1 to {most}" if most else "a whole number from 1 on"
            raise OptionError("analyse.limit", "{option} must be {allowed}", option=name, allowed=allowed)


def _with_pie(state: State, begin: Callable[[State], Search], seed: int | None) -> Search:
    from byways.search.pie import asks_for_pie, search_pie  # which has this module's forms of answers

    return search_pie(state, begin, seed) if asks_for_pie(state) else begin(state)


def search_for(
    state: State,
    hints: Hints,
    *,
    seed: int | None = None,
    choices: int = 1,
    megabytes: float = MEGABYTES,
    threads: int = 1,
    tree: Tree | None = None,
) -> Search:
    """The search that the hints ask for."""
    if hints.rivals is not None:
        from byways.search.halving import Halving

        for kernel in hints.kernels:
            compiled(kernel)  # before the clock runs
        return Halving(state, hints.rivals(state, seed))
    if hints.method == "alphabeta" and choices > 1:
        from byways.search.several import Several

        return Several(state, choices, megabytes=megabytes)
    if hints.method == "alphabeta":
        from byways.search.deepening import Deepening

        return Deepening(state, megabytes=megabytes)
    if threads > 1 and tree is None:
        from byways.search.parallel import Parallel

        return Parallel(state, threads=threads, knobs=hints.knobs, seed=seed, megabytes=megabytes)
    from byways.search.montecarlo import MonteCarlo
    from byways.search.tree import Tree

    return MonteCarlo(state, knobs=hints.knobs, seed=seed, tree=tree or Tree.with_memory(megabytes))


def _of_finished(state: State) -> Analysis:
    values = np.zeros(len(state.players))
    state.variant.outcome(state.vector, values)
    return Analysis(None, float(values[0]), True, (), (), 0, 0.0, 0)

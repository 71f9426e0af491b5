"""`byways analyse`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from byways.cli.common import (
    MOST_MEGABYTES,
    File,
    Number,
    Switch,
    UsageError,
    at_most,
    more_than_0,
    state_in,
)


@Parameter(name="*")
@dataclass(frozen=True)
class AnalyseOptions:
    """Which positions are analysed, how long, and what is shown."""

    seconds: float | None = None
    """The time to think about a position; 1 unless another limit is given."""
    simulations: int | None = None
    """The most simulations (alpha-beta: positions, after one look at every turn)."""
    level: int | None = None
    """Think as at this level, from 1 to 10."""
    best: Annotated[int, Parameter(name=["--best", "-b"])] = 5
    """The number of turns to show."""
    ply: int | None = None
    """Analyse the position after this many turns; by default the last one."""
    number: Number = None
    """The number of the game, from 1, in a file with several."""
    review: Switch = False
    """Review the whole game."""
    seed: int | None = None
    """With --simulations, the same seed gives the same answer."""
    memory: float | None = None
    """The memory that the search may use, in MiB; 256 by default."""
    threads: int = 1
    """The number of threads of a tree search; alpha-beta and dice games use one."""
    json: Switch = False
    """Print JSON."""

    def check(self) -> None:
        """Check the numbers. Raises UsageError."""
        from byways.search.levels import LEVELS
        from byways.solve.analysis import MOST_THREADS

        if not 1 <= self.threads <= MOST_THREADS:
            raise UsageError(f"--threads must be between 1 and {MOST_THREADS}")
        more_than_0(best=self.best, seconds=self.seconds, simulations=self.simulations, memory=self.memory)
        if self.level is not None and self.level not in LEVELS:
            raise UsageError(f"--level {self.level}: expected a whole number from 1 to 10")
        at_most(MOST_MEGABYTES, memory=self.memory)

    def look(self) -> Callable[..., Any]:
        """Return what analyses a position so, for a second unless a limit is given."""
        from byways.search.search_tree import MEGABYTES
        from byways.solve.analysis import analyse as search
        from byways.workers.call import Abandonable

        unlimited = self.seconds is None and self.simulations is None and self.level is None
        seconds = 1.0 if unlimited else self.seconds
        limits: dict[str, Any] = {
            "simulations": self.simulations,
            "seed": self.seed,
            "choices": 1 if self.review else self.best,
            "megabytes": self.memory or MEGABYTES,
            "threads": self.threads,
            "call": Abandonable(),
        }
        return lambda state: search(state, seconds, self.level, **limits)


def analyse(file: File, /, *, how: AnalyseOptions = AnalyseOptions()) -> None:
    """Analyse a position: print its value, the best moves and their variations.

    A value is the player's expected result, from 0 % (lost) to 100 % (won), or the
    expected points if a single player collects them. Its spread is the standard
    error of the simulations' mean or, for alpha-beta, how far the value moved over
    the last depths: no interval, the true value is often further away. A value
    called proved is exact.
    With --review every move of a game is analysed and its loss is printed. Rolls
    of dice are analysed only to learn what came of a move.

    The JSON object has game, options, variant (the options that change the
    designer's game), ply, to_move and analysis (best, value, spread, proved,
    line, choices, simulations, seconds, depth). With --review it
    is a list with ply, player, turn, value, loss and analysis of every turn.

    Try:

        byways analyse game.txt
        byways analyse game.txt --ply 12 --seconds 10 --best 3
        byways analyse game.txt --review --seconds 0.5
        byways show game.txt --ply 4 | byways analyse - --level 8 --json

    Args:
        file: A game record or a position; - is the standard input.
        how: How long, and what is shown.
    """
    from byways.cli.analysis_text import review_game, tell_position

    how.check()
    if not how.review:
        tell_position(state_in(file, how.ply, how.number), how.look(), how.best, json=how.json)
        return
    if how.ply is not None:
        raise UsageError("--review reviews the whole game; leave out --ply")
    review_game(file, how.number, how.look(), json=how.json)

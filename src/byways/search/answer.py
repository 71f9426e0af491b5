"""Answers of searches: `Analysis`, and `Choice` for each turn that was looked at."""

from __future__ import annotations

from dataclasses import dataclass

from byways.translatable import marked

UNSEARCHED = marked("Positions of this game are not searched, because it has secrets: engines play a random move.")
"""The note of an answer that was drawn."""


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
    """The search's own spread: the standard error of the simulations' mean, or, of alpha-beta, how far the value moved
    over the last depths. It is no interval of the true value, from which searches err by more. 0 where `value` is
    proved; None where the search cannot tell."""
    line: tuple[str, ...] = ()
    """The turns that the search expects, this one first; only of the turns that were looked at most."""


@dataclass(frozen=True)
class Analysis:
    """The findings of a search of one position."""

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
    """The search's own spread: the standard error of the simulations' mean, or, of alpha-beta, how far the value moved
    over the last depths. It is no interval of the true value, from which searches err by more. 0 where `value` is
    proved; None where the search cannot tell."""
    note: str = ""
    """Why `best` was not searched, in a sentence. `value` is then 0.5, which says nothing, and there are no choices."""

    def _repr_html_(self) -> str:
        from byways.draw.notebook import analysis_html  # a notebook's hooks; nothing else here knows of drawing

        return analysis_html(self)

    def _repr_svg_(self) -> str:
        from byways.draw.notebook import analysis_svg

        return analysis_svg(self)


def answer_of(choices: tuple[Choice, ...], simulations: int, seconds: float, depth: int) -> Analysis:
    """Return the analysis whose best turn is the first choice."""
    best = choices[0]
    facts = simulations, seconds, depth, best.spread
    return Analysis(best.turn, best.value, best.proved, best.line, choices, *facts)


def unsearched_answer(turn: str) -> Analysis:
    """Return the answer of a player who has drawn a turn without a search, because the game has secrets."""
    return Analysis(turn, 0.5, False, (turn,), (), 0, 0.0, 0, note=UNSEARCHED)


def known_answer(turn: str, value: float, *, proved: bool = False) -> Analysis:
    """Return the answer where one turn is known to be best without a search."""
    spread = 0.0 if proved else None
    line = (turn,)
    choice = Choice(turn, value, 0, proved, spread, line if proved else ())
    return Analysis(turn, value, proved, line, (choice,), 0, 0.0, 0, spread)

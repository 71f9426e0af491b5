"""The pie rule in words of people: searches value colours, but the player who swaps sits on the other one from then on.

So the reply to a first turn is searched as if there were no swapping, and `swap` is worth what the other side has. A
first turn is worth no more than the side that the other player will leave: of some turns drawn at random, those that
come nearest to an even game are searched longer and longer (sequential halving; Karnin, Koren and Somekh, 2013).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from byways.kernels.rng import seeded
from byways.rules.options import SWAP
from byways.rules.position import Position
from byways.rules.state_vector import AGE, FIRST_TURN, PART, swap_open
from byways.search.answer import Analysis, Choice, answer_of
from byways.search.driver import Budget, Search, SearchSequence
from byways.search.random_game import random_move

DRAWN = 24
"""How many first turns are compared."""
_FAIR = 0.5
"""The most that a first turn is worth to its player: the reply takes the better side."""
_FIRST_ROUND = 64  # simulations for each turn, where nothing limits the search

Begin = Callable[["Position", Budget], Search]
"""Begins a search of a position without the pie rule."""


def asks_for_pie(state: Position) -> bool:
    """Return whether the pie rule bears on the turn to be played: the first one, or the reply to it."""
    if state.variant.swap_action < 0:
        return False
    first = bool(state.vector[AGE] == FIRST_TURN and state.vector[PART] == 0)
    return first or swap_open_in(state)


def swap_open_in(state: Position) -> bool:
    """Return whether the turn to be played may be `swap`."""
    return swap_open(state.variant.geometry, state.vector)


def without_pie(state: Position) -> Position:
    """Return the same position in a game without the pie rule."""
    return state.recast(state.variant.without_pie)


class PieReply(SearchSequence):
    """The reply to a first turn: staying, or swapping."""

    def __init__(self, state: Position, begin: Begin) -> None:
        self.begin, self.state = begin, without_pie(state)
        self.search: Search | None = None

    @property
    def ready(self) -> bool:
        return self.search is not None and self.search.ready

    def parts(self) -> Iterator[Search]:
        self.search = self.begin(self.state, self.budget)
        yield self.search

    def analysis(self) -> Analysis:
        """Return what the search without swapping says, and the swap beside it."""
        assert self.search is not None
        found = self.search.analysis()
        line = (SWAP.name, *found.line)
        swap = Choice(SWAP.name, 1.0 - found.value, found.simulations, found.proved, found.spread, line)
        if swap.value <= found.value:
            return replace(found, choices=(*found.choices[:1], swap, *found.choices[1:]))
        return replace(found, best=SWAP.name, value=swap.value, line=line, choices=(swap, *found.choices))


class Opening(SearchSequence):
    """The first turn, chosen so that the other player gains least by swapping."""

    def __init__(self, state: Position, begin: Begin, seed: int | None) -> None:
        self.begin = begin
        self._start = without_pie(state)
        self.openings = _drawn(self._start, seed)
        self._drawn = {after.key for after in self.openings}
        self.looks: dict[str, tuple[int, Analysis]] = {}
        """Of each turn the last round it was in, and what was found then."""

    @property
    def ready(self) -> bool:
        return bool(self.looks)

    def parts(self) -> Iterator[Search]:
        rounds = max((len(self.openings) - 1).bit_length(), 1)
        seconds = self.budget.seconds
        simulations = self.budget.simulations
        limited = self.budget != Budget()
        number = 0
        while number < rounds or not (limited or self._known()):
            shares = rounds * len(self.openings)
            most = None if simulations is None else max(simulations // shares, 1)
            each = Budget(None if seconds is None else seconds / shares, most if limited else _FIRST_ROUND << number)
            for state in self.openings:
                search = self.begin(state, each)
                yield search
                self.looks[str(state.turn)] = number, search.analysis()
            self.openings.sort(key=lambda state: -self._worth(str(state.turn)))
            self.openings = self.openings[: (len(self.openings) + 1) // 2]
            number += 1

    def _known(self) -> bool:
        """Return whether there is nothing more to find out."""
        return all(self.looks[str(state.turn)][1].proved for state in self.openings)

    def _worth(self, turn: str) -> float:
        """Return the value of a first turn for its player: the reply takes the better side."""
        _, look = self.looks[turn]
        return min(look.value, 1.0 - look.value)

    def analysis(self) -> Analysis:
        """Return the turns that came farthest first, and among those the ones that leave most."""
        turns = sorted(self.looks, key=lambda turn: (-self.looks[turn][0], -self._worth(turn)))
        choices = tuple(map(self._choice, turns))
        _, look = self.looks[turns[0]]
        found = answer_of(choices, sum(choice.visits for choice in choices), self.seconds, look.depth + 1)
        return found if self._none_is_better(found) else replace(found, proved=False)

    def _none_is_better(self, found: Analysis) -> bool:
        """Return whether it is proved that no first turn, drawn or not, is worth more than the best one found."""
        if found.value == _FAIR:
            return found.proved
        if not all(look.proved for _, look in self.looks.values()):
            return False
        every = {self._start.play(turn).key for turn in self._start.legal_turns()}
        return len(self.looks) == len(self._drawn) and every <= self._drawn

    def _choice(self, turn: str) -> Choice:
        _, look = self.looks[turn]
        reply = (SWAP.name, *look.line) if look.value < 0.5 else look.line
        return Choice(turn, self._worth(turn), look.simulations, look.proved, look.spread, (turn, *reply))


def _drawn(state: Position, seed: int | None) -> list[Position]:
    """Some first turns, as the game's random player would play them: the states after them, each once."""
    rng = seeded(time.time_ns() if seed is None else seed)
    found: dict[int, Position] = {}
    for _ in range(2 * DRAWN):
        after = random_move(state, rng).after
        if after.to_move is not None and len(found) < DRAWN:
            found.setdefault(after.key, after)
    return list(found.values())

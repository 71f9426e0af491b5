"""The pie rule in words of people: searches value colours, but whoever swaps sits on the other one from then on.

So the reply to a first turn is searched as if there were no swapping, and `swap` is worth what the other side has. A
first turn is worth no more than the side that the other player will leave: of some turns drawn at random, those that
come nearest to an even game are searched longer and longer (sequential halving; Karnin, Koren and Somekh, 2013).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from byways.header import AGE, FIRST_TURN, PART, swap_open
from byways.options import SWAP
from byways.rng import seeded
from byways.search.analysis import Analysis, Choice, Search
from byways.search.clock import now
from byways.search.random_game import random_turn
from byways.state import State

DRAWN = 24
"""How many first turns are compared."""
_FIRST_ROUND = 64  # simulations for each turn, where nothing limits the search

Begin = Callable[[State], Search]
"""Begins a search of a position without the pie rule."""


def asks_for_pie(state: State) -> bool:
    """Whether the pie rule bears on the turn to be played: the first one, or the reply to it."""
    if state.variant.swap_action < 0:
        return False
    first = bool(state.vector[AGE] == FIRST_TURN and state.vector[PART] == 0)
    return first or swap_open(state.variant.geometry, state.vector)


def search_pie(state: State, begin: Begin, seed: int | None) -> Search:
    """The search for the first turn or for the reply to it."""
    if swap_open(state.variant.geometry, state.vector):
        return Reply(state, begin)
    opening = Opening(state, begin, seed)
    return opening if opening.rivals else begin(without_pie(state))  # where every first turn ends the game


def without_pie(state: State) -> State:
    """The same position in a game without the pie rule."""
    variant = state.variant
    return State(variant.game.variant({**variant.options, SWAP.name: False}), state.vector.copy())


class Reply:
    """Stay or swap?"""

    def __init__(self, state: State, begin: Begin) -> None:
        self.search = begin(without_pie(state))

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        self.search.run(seconds=seconds, simulations=simulations, stop=stop, report=lambda search: report(self))

    def analysis(self) -> Analysis:
        """What the search without swapping says, and the swap beside it."""
        found = self.search.analysis()
        line = (SWAP.name, *found.line)
        swap = Choice(SWAP.name, 1.0 - found.value, found.simulations, found.proved, found.spread, line)
        if swap.value <= found.value:
            return replace(found, choices=(*found.choices[:1], swap, *found.choices[1:]))
        return replace(found, best=SWAP.name, value=swap.value, line=line, choices=(swap, *found.choices))


class Opening:
    """Which first turn leaves the other player the smallest choice?"""

    def __init__(self, state: State, begin: Begin, seed: int | None) -> None:
        self.begin = begin
        self.rivals = _drawn(without_pie(state), seed)
        self.looks: dict[str, tuple[int, Analysis]] = {}
        """Of each turn the last round it was in, and what was found then."""
        self.seconds = 0.0

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        began = now()
        rounds = max((len(self.rivals) - 1).bit_length(), 1)
        limited = seconds is not None or simulations is not None
        number = 0
        while number < rounds or not (limited or self._known()):
            parts = rounds * len(self.rivals)
            most = None if simulations is None else max(simulations // parts, 1)
            time_each = None if seconds is None else seconds / parts
            for state in self.rivals:
                search = self.begin(state)
                search.run(seconds=time_each, simulations=most if limited else _FIRST_ROUND << number, stop=stop)
                self.looks[str(state.turn)] = number, search.analysis()
                self.seconds = now() - began
                report(self)
                if stop():
                    return
            self.rivals.sort(key=lambda state: -self._worth(str(state.turn)))
            self.rivals = self.rivals[: (len(self.rivals) + 1) // 2]
            number += 1

    def _known(self) -> bool:
        """Whether there is nothing more to find out."""
        return all(self.looks[str(state.turn)][1].proved for state in self.rivals)

    def _worth(self, turn: str) -> float:
        """What a first turn is worth to its player: the reply takes the better side."""
        _, look = self.looks[turn]
        return min(look.value, 1.0 - look.value)

    def analysis(self) -> Analysis:
        """The turns that came farthest first, and among those the ones that leave most."""
        turns = sorted(self.looks, key=lambda turn: (-self.looks[turn][0], -self._worth(turn)))
        choices = tuple(map(self._choice, turns))
        best, (_, look) = choices[0], self.looks[turns[0]]
        visits = sum(choice.visits for choice in choices)
        return Analysis(
            best.turn, best.value, best.proved, best.line, choices, visits, self.seconds, look.depth + 1, best.spread
        )

    def _choice(self, turn: str) -> Choice:
        _, look = self.looks[turn]
        reply = (SWAP.name, *look.line) if look.value < 0.5 else look.line
        return Choice(turn, self._worth(turn), look.simulations, look.proved, look.spread, (turn, *reply))


def _drawn(state: State, seed: int | None) -> list[State]:
    """Some first turns, as the game's random player would play them: the states after them, each once."""
    rng = seeded(time.time_ns() if seed is None else seed)
    found: dict[int, State] = {}
    for _ in range(2 * DRAWN):
        after = state.apply_unchecked(random_turn(state, rng))
        if after.to_move is not None and len(found) < DRAWN:
            found.setdefault(after.key, after)
    return list(found.values())

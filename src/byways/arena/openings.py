"""Openings of a match: random turns after which nobody has won, no two the same up to symmetry."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import numpy as np

from byways.arena.seeds import generator
from byways.errors import OptionError
from byways.game import Variant
from byways.kernels import Bits, Ints
from byways.search.random_game import random_turn
from byways.search.watch import Watch
from byways.state import State

_AT_ONCE = 8
_TRIES = 200
"""Draws in a row that bring nothing new, before the openings are thought to have run out; or five for each found."""


class Openings:
    """The openings of a variant in their order, drawn one after another and never twice.

    They are distinct up to symmetry, unless they may come `again`. A game with dice differs by its dice as well: there
    all openings of a length are kept, and with 0 turns there are as many as are wanted.
    """

    def __init__(self, variant: Variant, turns: int, seed: int, *, grow: bool = False, again: bool = False) -> None:
        """Take openings of so many turns; if `grow`, of one turn more whenever those of a length have run out."""
        self.variant, self.turns, self.grow = variant, turns, grow
        self.again = again or variant.game.dice
        self.exhausted = False
        """Whether there are no others than those that were asked for so far."""
        self._found: list[tuple[str, ...]] = []
        self._making = self._make(seed)

    def __getitem__(self, number: int) -> tuple[str, ...]:
        """Return the turns of an opening by its number. Raises IndexError where they have run out."""
        while len(self._found) <= number:
            following = next(self._making, None)
            if following is None:
                self.exhausted = True
                raise IndexError(number)
            self._found.append(following.turns)
        return self._found[number]

    def __len__(self) -> int:
        """Return how many were drawn so far."""
        return len(self._found)

    def count(self, most: int) -> int:
        """Return how many there are, `most` if there are more, by drawing them."""
        for number in range(len(self._found), most):
            try:
                self[number]
            except IndexError:
                return number
        return most

    def lengths(self, count: int) -> dict[int, int]:
        """Return how many of the first so many openings have how many turns."""
        return dict(sorted(Counter(len(self[number]) for number in range(count)).items()))

    def _make(self, seed: int) -> Iterator[State]:
        """Yield openings until they have run out. Raises OptionError where there is none."""
        watch = Watch()
        for turns in itertools.count(self.turns):
            seen: set[bytes] = set()
            misses = draws = 0
            while misses < max(_TRIES, 5 * len(seen)):
                for opening, key in watch(_draw_some, self.variant, turns, seed, draws):
                    if opening is None or (key in seen and not self.again):
                        misses += 1
                        continue
                    misses = 0
                    seen.add(key)
                    yield opening
                draws += _AT_ONCE
            if not seen:
                if turns > self.turns:
                    return
                raise OptionError(
                    "match.opening", "no opening of {turns} turns leaves a game",
                    option="opening", turns=turns, allowed="fewer turns",
                )  # fmt: skip
            if not self.grow:
                return


def _draw_some(variant: Variant, turns: int, seed: int, first: int) -> list[tuple[State | None, bytes]]:
    """Return the next states after some random turns, each with what it has in common with its images."""
    found = []
    for number in range(first, first + _AT_ONCE):
        state = _draw(variant, turns, generator(seed, "opening", turns, number))
        found.append((state, b"" if state is None else canonical(variant, state.vector)))
    return found


def _draw(variant: Variant, turns: int, rng: Bits) -> State | None:
    """Return the state after some random turns; None where the game is over by then."""
    state = State(variant, variant.start())
    for _ in range(turns):
        if state.to_move is None:
            return None
        state = state.apply_unchecked(random_turn(state, rng))
    return None if state.to_move is None else state


def canonical(variant: Variant, vector: Ints) -> bytes:
    """Return what a position has in common with its images under the game's symmetries: the least of them."""
    image, actions = np.empty_like(vector), np.empty(variant.num_actions, dtype=np.int16)
    symmetry, given = variant.kernels.symmetry, vector.copy()
    count = int(symmetry(variant.geometry, given, 0, image, actions))
    images = [image.tobytes()]
    for index in range(1, count):
        symmetry(variant.geometry, given, index, image, actions)
        images.append(image.tobytes())
    return min(images)

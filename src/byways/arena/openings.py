"""Openings of a match: random turns that do not end the game, no two the same up to symmetry."""

from __future__ import annotations

import itertools
from array import array
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

import numpy as np

from byways.arena.seeds import generator
from byways.errors import OptionError
from byways.game import Variant
from byways.kernels import Ints
from byways.position.state import State
from byways.search.random_game import random_move
from byways.workers.call import Abandonable

_AT_ONCE = 8
_KEPT = 256
"""Openings that are kept as turns; all others are known by a few numbers and drawn again where they are asked for."""
_TRIES = 200
"""Draws in a row that bring nothing new, before the openings are thought to have run out; or five for each found."""


class Openings:
    """The openings of a variant in their order, drawn one after another and never twice.

    They are distinct up to symmetry, unless they may come `again`. A game with dice differs by its dice as well: there
    all openings of a length are kept, and with 0 turns there are as many as are wanted.
    """

    def __init__(self, variant: Variant, turns: int, seed: int, *, grow: bool = False, again: bool = False) -> None:
        """Take openings of so many turns; if `grow`, of one turn more whenever those of a length have run out.

        Raises OptionError for those that would use up the right to swap.
        """
        if turns > 1 and variant.swap_action >= 0:
            raise OptionError(
                "match.swap",
                "after {turns} random moves the right to swap is gone: with the pie rule {option} is {allowed}",
                option="opening", turns=turns, allowed="0 or 1",
            )  # fmt: skip
        self.variant = variant
        self.turns = turns
        self.grow = grow
        self.again = again or variant.game.dice
        self.exhausted = False
        """Whether there are no others than those that were asked for so far."""
        self._seed = seed
        self._draws = array("q")  # the number of the draw of each opening, from which it can be drawn again
        self._lengths = array("H")
        self._latest: dict[int, tuple[str, ...]] = {}
        self._making = self._make()

    def __getitem__(self, number: int) -> tuple[str, ...]:
        """Return the turns of an opening by its number. Raises IndexError where they have run out."""
        while len(self) <= number:
            following = next(self._making, None)
            if following is None:
                self.exhausted = True
                raise IndexError(number)
            draw, opening = following
            self._latest[len(self)] = opening.turns
            self._latest.pop(len(self) - _KEPT, None)
            self._draws.append(draw)
            self._lengths.append(len(opening.turns))
        if number not in self._latest:
            state = _draw(self.variant, self._lengths[number], self._seed, self._draws[number])
            assert state is not None
            return state.turns
        return self._latest[number]

    def __len__(self) -> int:
        """Return how many were drawn so far."""
        return len(self._draws)

    def count(self, most: int) -> int:
        """Return how many there are, `most` if there are more, by drawing them."""
        for number in range(len(self), most):
            try:
                self[number]
            except IndexError:
                return number
        return most

    def lengths(self, count: int) -> dict[int, int]:
        """Return how many of the first so many openings have how many turns."""
        self.count(count)
        return dict(sorted(Counter(self._lengths[:count]).items()))

    def _make(self) -> Iterator[tuple[int, State]]:
        """Yield openings with the numbers of their draws until they run out. Raises OptionError where there is none."""
        call = Abandonable()
        for turns in itertools.count(self.turns):
            seen: set[int] = set()
            misses = draws = 0
            while misses < max(_TRIES, 5 * len(seen)):
                some = call(_draw_some, self.variant, turns, self._seed, draws)
                for draw, (opening, key) in enumerate(some, draws):
                    if opening is None or (key in seen and not self.again):
                        misses += 1
                        continue
                    misses = 0
                    seen.add(key)
                    yield draw, opening
                draws += _AT_ONCE
            if not seen:
                if turns > self.turns:
                    return
                raise OptionError(
                    "match.opening", "no opening of {turns} moves leaves a game",
                    option="opening", turns=turns, allowed="fewer moves",
                )  # fmt: skip
            if not self.grow:
                return


def _draw_some(variant: Variant, turns: int, seed: int, first: int) -> list[tuple[State | None, int]]:
    """Return the next states after some random turns, each with a hash of what it has in common with its images."""
    states = [_draw(variant, turns, seed, number) for number in range(first, first + _AT_ONCE)]
    return [(state, 0 if state is None else _hash(canonical(variant, state.vector))) for state in states]


def _hash(key: bytes) -> int:
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "little")


def _draw(variant: Variant, turns: int, seed: int, number: int) -> State | None:
    """Return the state after some random turns, by the number of the draw; None where the game is over by then."""
    rng = generator(seed, "opening", turns, number)
    state = State(variant, variant.start())
    for _ in range(turns):
        if state.to_move is None:
            return None
        state = random_move(state, rng).after
    return None if state.to_move is None else state


def canonical(variant: Variant, vector: Ints) -> bytes:
    """Return what a position has in common with its images under the game's symmetries: the least of them."""
    image = np.empty_like(vector)
    actions = np.empty(variant.num_actions, dtype=np.int16)
    symmetry = variant.kernels.symmetry
    given = vector.copy()
    count = int(symmetry(variant.geometry, given, 0, image, actions))
    images = [image.tobytes()]
    for index in range(1, count):
        symmetry(variant.geometry, given, index, image, actions)
        images.append(image.tobytes())
    return min(images)

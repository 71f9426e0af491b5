"""Random games as lists of states, on which invariants are tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from byways.game import Variant
from byways.kernels import Ints
from byways.kernels.rng import draw, seeded
from byways.position.state import State
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.search.random_game import random_move

Turns = tuple[tuple[int, ...], ...]
"""The turns of a game, each as its actions."""


@dataclass(frozen=True)
class RandomLine:
    """A game as far as it was played: its states, and the turns between them."""

    states: tuple[State, ...]
    turns: Turns
    said: str = ""
    """What is wrong there."""


class StuckError(AssertionError):
    """Raised where a game goes on, but has no legal action."""


class Recorder:
    """What the random games of this process have come to last, and the game that takes their place, if one does."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self.turns: list[tuple[int, ...]] = []
        self.given: RandomLine | None = None

    @property
    def line(self) -> RandomLine:
        """Return the last game, up to the state that was looked at last."""
        return RandomLine(tuple(self.states), tuple(self.turns))

    def begin(self, state: State) -> None:
        """Note the start of a game."""
        self.states = [state]
        self.turns = []

    def go_on(self, turn: tuple[int, ...], state: State) -> None:
        """Note a turn."""
        self.turns.append(turn)
        self.states.append(state)

    @contextmanager
    def only(self, line: RandomLine) -> Iterator[None]:
        """Let a game take the place of all random ones."""
        self.given = line
        try:
            yield
        finally:
            self.given = None

    def instead(self, variant: Variant) -> Sequence[State] | None:
        """Return the states of the game that takes the place of random ones of a variant."""
        given = self.given
        return given.states if given is not None and given.states[0].variant == variant else None


recorder = Recorder()
"""Of this process, for `byways check`; it is not for several threads at once."""


def random_line(variant: Variant, seed: int, longest: int = 400) -> Iterator[State]:
    """Yield the states of a random game, from the start to the end (or to `longest` turns)."""
    if (given := recorder.instead(variant)) is not None:
        yield from given
        return
    rng = seeded(seed)
    state = State(variant, variant.start())
    recorder.begin(state)
    yield state
    while state.to_move is not None and len(state.turns) < longest:
        try:
            move = random_move(state, rng)
        except IndexError as error:
            if variant.legal_actions(state.vector):
                raise
            raise StuckError(f"no action is legal for {state.to_move}\n{state}") from error
        state = move.after
        recorder.go_on(move.actions, state)
        yield state


def some_states(variant: Variant, games: int = 3, every: int = 7) -> Iterator[State]:
    """Yield states from several random games: the first few, then one in `every`, and the last."""
    if (given := recorder.instead(variant)) is not None:
        yield given[-1]
        return
    for seed in range(games):
        for ply, state in enumerate(random_line(variant, seed)):
            if ply < 3 or (ply + seed) % every == 0 or state.to_move is None:
                yield state


def half_made_turns(variant: Variant) -> Iterator[Ints]:
    """Yield state vectors of random games, in the middle of turns too."""
    rng = seeded(17)
    for start in some_states(variant, games=2):
        vector = start.vector.copy()
        while vector[TO_MOVE] != NOBODY:
            yield vector
            legal = variant.legal_actions(vector)
            vector = variant.apply(vector, legal[draw(rng, len(legal))])
            if vector[PART] == 0:
                break

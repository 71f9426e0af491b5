"""A game with its options fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from byways.errors import GameError
from byways.game.board_reading import BoardReading, reading_of
from byways.game.rule_calls import RuleCalls
from byways.game.turn_names import TurnNames
from byways.kernels import Ints, Reals, compiled
from byways.rules.boards.layout import Layout
from byways.rules.options import SWAP, Value
from byways.rules.state_vector import (
    AGE,
    CHANCE,
    FIRST_TURN,
    HEADER,
    LATER,
    NOBODY,
    PART,
    QUIET,
    REASON,
    TO_MOVE,
    WINNER,
)
from byways.rules.texts import Texts
from byways.search.answer import UNSEARCHED
from byways.turns import ACTIONS, WEIGHTS

if TYPE_CHECKING:
    from byways.game.definition import Game

R = TypeVar("R")
_WORDS = np.iinfo(np.int16)
_MOST_ENDS = 32  # judged ends that a variant keeps


class Variant:
    """A game with its options fixed: everything about it that does not change during play."""

    def __init__(self, game: Game, options: Mapping[str, Value]) -> None:
        self.game = game
        self.options = dict(options)
        self.kernels = game.kernels
        self.geometry = game.geometry(options).copy()
        self.players = game.player_names(options)
        self.width = HEADER + game.words_of_state(options)
        self.num_actions = int(self.geometry[ACTIONS]) + int(bool(options.get(SWAP.name)))
        self.swap_action = self.num_actions - 1 if options.get(SWAP.name) else -1
        """The action `swap`, always the last; -1 where the pie rule is off."""
        self.repetition = int(options.get(game.rules.repetition, 0))
        self._ends: dict[bytes, Any] = {}
        self._ways: dict[int, tuple[tuple[str, ...], ...]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and (self.game, self.options) == (other.game, other.options)

    def __hash__(self) -> int:
        return hash((self.game.name, tuple(self.options.items())))

    def __reduce__(self) -> tuple[object, ...]:
        if self.kernels is not self.game.kernels or not np.array_equal(self.geometry, self.game.geometry(self.options)):
            raise PicklingError(f"{self.game.name} is changed: only variants that `Game.variant` gives are pickled")
        return Variant, (self.game, self.options)

    @cached_property
    def layout(self) -> Layout:
        """Return the board; one without cells in a game without a board."""
        return self.game.layout(self.options)

    @cached_property
    def rules(self) -> RuleCalls:
        """Return the rules as they are best called at present, interpreted or as machine code.

        Machine code takes no read-only arrays.
        """
        mine = self.kernels is not self.game.kernels
        return RuleCalls(self.kernels, self.game.rules.extra, title=self.game.title) if mine else self.game.rule_calls

    @cached_property
    def movers(self) -> tuple[str | None, ...]:
        """Return who decides next by the word TO_MOVE, which is negative for dice and where the game is over."""
        return (*self.players, None, "chance")

    @cached_property
    def turn_names(self) -> TurnNames | None:
        """Return the texts of turns by action; None where they differ by position, or another process writes them."""
        texts = self.game.texts
        if not self.game.rules.single or not isinstance(texts, Texts):
            return None
        blank = self.blank()
        return TurnNames(
            lambda action: SWAP.name if action == self.swap_action else texts.write(self, blank, (action,))
        )

    @cached_property
    def without_pie(self) -> Variant:
        """Return the same game without the pie rule."""
        return self.game.variant({**self.options, SWAP.name: False}) if self.swap_action >= 0 else self

    @cached_property
    def reading(self) -> BoardReading:
        """Return how the boards of a state are read."""
        return reading_of(self)

    @property
    def weight_places(self) -> dict[str, int]:
        """Return the index of each of `SearchKernels.weights` in the geometry."""
        first = int(self.geometry[WEIGHTS])
        return {name: first + i for i, name in enumerate(self.game.search.weights)}

    @property
    def observation_shape(self) -> tuple[int, int]:
        """Return the (planes, words) that the kernel `observe` fills."""
        shape = self.game.observation_shape
        return shape(self.geometry) if shape else (1, self.width)

    @property
    def observation_range(self) -> tuple[float, float]:
        """Return the least and the greatest number that the kernel `observe` writes."""
        return self.game.observation_range or (float(_WORDS.min), float(_WORDS.max))

    @property
    def longest(self) -> int | None:
        """Return how many actions a game has at most, the dice's own aside; None where no bound is known."""
        bound = self.game.rules.longest
        return None if bound is None else bound(self.options) + int(self.swap_action >= 0)

    @cached_property
    def ranges(self) -> tuple[Ints, Ints]:
        """Return the least and the greatest number of each word of a state, (words,) each."""
        game = self.game
        players = len(self.players)
        header = {
            TO_MOVE: (NOBODY, players - 1),
            PART: (0, _WORDS.max),
            AGE: (FIRST_TURN, LATER),
            QUIET: (0, _WORDS.max),
            REASON: (0, len(game.reasons)),
            WINNER: (0, players),
        }
        if game.rules.ranges is not None:
            own = list(game.rules.ranges(self.options))
            if len(own) != self.width - HEADER:
                raise GameError(
                    "game.ranges",
                    "{title}: `ranges` gives {found} pairs; a state has {words} words behind the header",
                    title=game.title,
                    found=len(own),
                    words=self.width - HEADER,
                )
        else:
            cells = len(self.layout.names) if game.ui.texts is None else 0
            own = [(0, len(game.all_pieces))] * cells + [(_WORDS.min, _WORDS.max)] * (self.width - HEADER - cells)
        both = np.ascontiguousarray(np.array([*(header[word] for word in range(HEADER)), *own], dtype=np.int16).T)
        both.flags.writeable = False
        return both[0], both[1]

    @cached_property
    def has_secrets(self) -> bool:
        """Return whether players ever keep something from each other."""
        secrets = self.game.secrets
        return secrets.hide is not None and secrets.kept(self.options)

    @cached_property
    def costly_end(self) -> bool:
        """Return whether judging or showing even a single finished game is worth machine code."""
        return self.game.solving.costly_end(self)

    @property
    def is_searched(self) -> bool:
        """Return whether engines may search what a player sees: not where secrets bear on how good turns are."""
        return not self.has_secrets or self.game.secrets.independent

    @property
    def engine_note(self) -> str:
        """Return the sentence that says why engines do not search it; empty where they do, or an author's own plays."""
        return UNSEARCHED if not self.is_searched and self.game.engine.core.searches else ""

    def clicks(self, state: Ints, action: int) -> tuple[str, ...]:
        """Return what a person points at for a legal action: points, their sides, or words that become buttons."""
        return ("swap",) if action == self.swap_action else self.game.texts.clicks(self, state, action)

    def ways(self, state: Ints, actions: Iterable[int]) -> list[tuple[int, tuple[tuple[str, ...], ...]]]:
        """Return legal actions with all the ways in which a person points at each; pages show the first of them."""
        known = self._ways if self.game.texts.same_clicks else {}
        found = []
        for action in actions:
            ways = known.get(action)
            if ways is None:
                more = () if action == self.swap_action else self.game.texts.other_clicks(self, state, action)
                ways = known[action] = (self.clicks(state, action), *more)
            found.append((action, ways))
        return found

    @cached_property
    def option_texts(self) -> dict[str, str]:
        """Return the options as texts, without those at their defaults, but always the first (the board's size)."""
        every = {option.name: option for option in self.game.options}
        first = next(iter(every), None)
        return {
            name: every[name].write(value)
            for name, value in self.options.items()
            if name == first or value != every[name].default
        }

    @cached_property
    def changed_rules(self) -> dict[str, Value]:
        """Return the options that make this a variant of the game that its designer described; usually none."""
        return {one.name: self.options[one.name] for one in self.game.options if one.changes(self.options[one.name])}

    def blank(self) -> Ints:
        """Return a state vector of zeros."""
        return np.zeros(self.width, dtype=np.int16)

    def start(self) -> Ints:
        """Return the state vector of the start position."""
        state = self.blank()
        self.kernels.setup(self.geometry, state)
        return state

    def legal_actions(self, state: Ints) -> list[int]:
        """Return the legal actions, ascending."""
        found: list[int] = self.legal_array(state if state.flags.writeable else state.copy()).tolist()
        return found

    def legal_array(self, state: Ints) -> Ints:
        """Return the legal actions of a writable vector, ascending."""
        out = np.empty(self.num_actions, dtype=np.int16)
        return out[: self.rules.calls.legal_actions(self.geometry, state, out)]

    def allows(self, state: Ints, action: int) -> bool:
        """Return whether a number is a legal action. Cheap where the game can judge one action alone."""
        if not 0 <= action < self.num_actions:
            return False
        if not state.flags.writeable:
            state = state.copy()
        said = self.rules.calls.allows(self.geometry, state, action)
        return bool(said) if said >= 0 else action in self.legal_actions(state)

    def outcome(self, state: Ints, values: Reals) -> int:
        """Call the kernel `outcome`, as machine code where the game's end is costly."""
        judge = compiled(self.kernels.outcome) if self.costly_end else self.rules.calls.outcome
        reason: int = judge(self.geometry, state.copy(), values)  # machine code takes no read-only arrays
        return reason

    def end_of(self, state: Ints, judge: Callable[[], R]) -> R:
        """Return what `judge` says of a finished game, which is kept for the last of these: it may be costly."""
        words = state.tobytes()
        found: R | None = self._ends.get(words)
        if found is None:
            found = judge()
            if len(self._ends) >= _MOST_ENDS:
                self._ends.clear()
            self._ends[words] = found
        return found

    def apply(self, state: Ints, action: int) -> Ints:
        """Return the state after a legal action, unchecked; `state` itself stays."""
        after = state.copy()
        self.rules.calls.apply(self.geometry, after, action)
        return after

    def apply_all(self, state: Ints, actions: Iterable[int]) -> Ints:
        """Return the state after legal actions one after another, unchecked; `state` itself stays."""
        after = state.copy()
        for action in actions:
            self.rules.calls.apply(self.geometry, after, action)
        return after

    def follow(self, state: Ints, actions: Iterable[int]) -> Ints | None:
        """Return the vector after the actions of one turn, or of its beginning; None where one of them is not legal."""
        after = state.copy()
        for i, action in enumerate(actions):
            if (i > 0 and after[PART] == 0) or not self.allows(after, action):
                return None
            self.rules.calls.apply(self.geometry, after, action)
        return after

    def chances(self, state: Ints) -> list[tuple[int, float]]:
        """Return what dice may show as (action, probability); empty where none are to be rolled."""
        if state[TO_MOVE] != CHANCE:
            return []
        actions = self.legal_actions(state)
        weights = np.zeros(len(actions), dtype=np.int64)
        self.kernels.chances(self.geometry, state, weights)
        return list(zip(actions, (weights / weights.sum()).tolist(), strict=True))

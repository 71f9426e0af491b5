"""`Batch`: many games of one variant as one array, on all cores."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from byways import registry
from byways.batch import inputs, passes
from byways.batch.inputs import refuse, whole
from byways.batch.planes import arrangement
from byways.batch.random_games import game_streams
from byways.batch.sharing import cores, share_out
from byways.batch.state_form import StateForm
from byways.errors import IllegalTurnError
from byways.game import Variant
from byways.kernels import Kernel, compiled, entry_point
from byways.position.state import State
from byways.rules import defaults
from byways.rules.state_vector import NOBODY, TO_MOVE

Numbers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]
S = TypeVar("S", bound=np.generic)

_SHOWN = ("legal", "to_move", "rewards", "done", "lengths", "swapped")
"""The arrays that may be read: each is a read-only view of the batch's own, whose name has a line before it."""
_MADE_ANEW = ("_form", "_advance", "_first_illegal", *_SHOWN)  # what is not pickled
_LINE = 64  # positions that a game's line has room for at first
_CHANCE = ("auto", "manual")


class Batch:
    """Games of one variant, a row of an array each. Finished games begin anew in the same step.

        batch = byways.Batch("troll", 1024, seed=1, size=8)
        while training:
            actions = batch.sample()
            batch.step(actions)
            seen = batch.observe()

    The arrays `legal`, `to_move`, `rewards`, `done`, `lengths`, `swapped`, and what `observe` returns, are read-only
    views of the batch's own, which a step overwrites: copy what you keep.
    """

    legal: Bools
    """(games, actions), bool: the legal actions of the player to move; all where a game is over, which plays none."""
    to_move: Numbers
    """(games,): who decides next, by number; -1 for dice, -2 where the game is over.

    With the pie rule these are the people, as in `rewards`: who swaps plays on with the other's colour.
    """
    rewards: Floats
    """(games, players): in the step that ended a game its results from -1 (lost) to 1 (won), else zeros."""
    done: Bools
    """(games,): whether the last step ended the game."""
    lengths: Numbers
    """(games,): actions played, the dice's own aside; where `done`, those of the game that is over."""
    swapped: Bools
    """(games,): whether the players have exchanged colours by the pie rule."""

    def __init__(
        self,
        game: str | Variant,
        count: int,
        *,
        seed: int | None = None,
        autoreset: bool = True,
        chance: str = "auto",
        threads: int | None = None,
        **options: object,
    ) -> None:
        """Begin `count` games, by the game's id and options or by a variant.

        Game i draws its dice and samples from streams that depend on `seed` and i, never on threads. Without
        `autoreset` finished games stay as they are until `reset`. With `chance="manual"` dice wait for an action too.
        Raises OptionError.
        """
        self.variant = registry.variant_of(game, options)
        self._count = whole("count", count, 1)
        self._threads = cores() if threads is None else whole("threads", threads, 1)
        if chance not in _CHANCE:
            raise refuse("chance", chance, " or ".join(map(repr, _CHANCE)))
        self._settings = np.zeros(passes.SETTINGS, dtype=np.int64)
        self._settings[[passes.AUTORESET, passes.ROLLING]] = bool(autoreset), chance == "auto"
        self._settings[passes.SWAP] = self.variant.swap_action
        self._settings[passes.UNIFORM] = self.variant.kernels.choose is defaults.choose and not self.variant.game.dice
        if self.variant.repetition:
            self._settings[passes.REPETITION] = self.variant.repetition
            self._settings[passes.REASON] = 1 + self.variant.game.reasons.index("repetition")
        self._make_arrays()
        self.reset(seed=secrets.randbits(63) if seed is None else seed)

    def _make_arrays(self) -> None:
        variant = self.variant
        count = self._count
        self._arranged = arrangement(variant)
        self._start = self._form.pack(variant.start()[np.newaxis])[0]
        self._states = np.zeros((count, self._start.size), dtype=np.int16)
        self._legal = np.zeros((count, variant.num_actions), dtype=np.bool_)
        self._to_move = np.zeros(count, dtype=np.int64)
        self._rewards = np.zeros((count, len(variant.players)), dtype=np.float32)
        self._done, self._swapped = np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
        self._lengths = np.zeros(count, dtype=np.int64)
        self._show_arrays()
        self._streams = np.zeros(2 * count, dtype=np.uint64)
        self._keys = np.zeros(count * (_LINE if variant.repetition else 1), dtype=np.uint64)
        self._kept, self._drawn = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        self._seen, self._seen_last = (np.zeros((count, *self._arranged.flat), dtype=np.float32) for _ in range(2))
        self._none, self._all = np.zeros(count, dtype=np.int64), np.ones(count, dtype=np.bool_)
        self._has_drawn = self._has_seen = self._wants_drawn = self._wants_seen = False

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<{self._count} games of {self.variant.game.title}>"

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name not in _MADE_ANEW}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._show_arrays()

    def _show_arrays(self) -> None:
        for name in _SHOWN:
            setattr(self, name, _read_only(getattr(self, f"_{name}")))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in the order of their numbers."""
        return self.variant.players

    @property
    def num_actions(self) -> int:
        """How many actions there are; they are numbered from 0."""
        return self.variant.num_actions

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """What `observe` shows of a game: (planes, rows, columns)."""
        return self._arranged.shape

    def reset(self, mask: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin games anew, all or those that `mask` (one bool a game) chooses, with new streams if there is a seed."""
        chosen = self._all if mask is None else inputs.flags("mask", mask, self._count)
        if seed is not None:
            streams = game_streams(whole("seed", seed, 0), 2 * self._count)
            self._streams[np.repeat(chosen, 2)] = streams[np.repeat(chosen, 2)]
        self._run(passes.BEGIN, chosen)

    def step(self, actions: ArrayLike, mask: ArrayLike | None = None) -> None:
        """Play an action in each game that is not over, or in those of them that `mask` (one bool a game) chooses.

        Games that end begin anew, unless `autoreset` is off. The others stay as they are, and their rewards are 0.
        Raises IllegalTurnError, which names the first game whose action is not legal; then no game has moved.
        """
        given = inputs.numbers("actions", actions, self._count)
        chosen = self._all if mask is None else inputs.flags("mask", mask, self._count)
        wrong = self._first_illegal(given, self._legal, self._to_move, chosen)
        if wrong >= 0:
            template = "action {action} is not legal in game {game} of the batch"
            raise IllegalTurnError("batch.illegal", template, action=int(given[wrong]), game=wrong)
        if self.variant.repetition:
            self._make_room()
        self._run(passes.STEP, chosen, given, sampling=self._wants_drawn, observing=self._wants_seen)
        self._wants_drawn = self._wants_seen = False

    def sample(self) -> Numbers:
        """Return actions for all games as the random player draws them; what dice show by its probability.

        Uniform over the legal ones in most games (`byways.random_game` says where not); -1 where a game is over.
        """
        if not self._has_drawn:
            self._run(passes.LOOK, self._all, sampling=True, observing=self._has_seen)
        self._has_drawn = False
        self._wants_drawn = True
        return self._drawn.copy()

    def observe(
        self, *, vectors: ArrayLike | None = None, players: ArrayLike | None = None, out: Floats | None = None
    ) -> Floats:
        """Return what players see: (games, planes, rows, columns), float32, from the side of the player to move.

        It is written to `out` if that is given, else to an array to be read only, which the next step overwrites.
        `vectors` are states to observe instead of the batch's own, `players` the colours to see each from, by number.
        Where no player is to move the first player's view is shown.
        """
        if vectors is None and players is None and out is None:
            self._wants_seen = True
            if not self._has_seen:
                self._form.show(self._states, self._movers(self._states), self._seen, own=True)
                self._has_seen = True
            return _read_only(self._seen.reshape(self._count, *self.observation_shape))
        states = self._states if vectors is None else self._checked(vectors)
        seats = (
            self._movers(states)
            if players is None
            else inputs.numbers_below("players", players, len(states), len(self.players))
        )
        shape = (len(states), *self.observation_shape)
        shown = np.empty(shape, dtype=np.float32) if out is None else out
        if shown.shape != shape or shown.dtype != np.float32 or not shown.flags.c_contiguous:
            raise refuse("out", getattr(out, "shape", out), f"a contiguous float32 array of the shape {shape}")
        shown[...] = 0.0
        self._form.show(states, seats, shown.reshape(len(states), *self._arranged.flat), own=vectors is None)
        return shown

    @property
    def final_observation(self) -> Floats:
        """What the last mover saw of the end of each game's last run; zeros before. Only with `autoreset`."""
        return _read_only(self._seen_last.reshape(self._count, *self.observation_shape))

    def chances(self) -> NDArray[np.float64]:
        """Return (games, actions): the probability of what dice may show; zeros where none are to be rolled."""
        found = np.zeros((self._count, self.num_actions))
        rules = compiled(self.variant.kernels.legal_actions), compiled(self.variant.kernels.chances)
        self._form.share(passes.weigh, self._count, *rules, self.variant.geometry, self.vectors, found)
        return found

    @property
    def vectors(self) -> NDArray[np.int16]:
        """The states as vectors, (games, words), read-only. Assign to it to set all games; their lines are forgotten.

        Only vectors of this variant have a meaning. Words that none of its positions has are refused by OptionError;
        others that do not go together may lead to anything.
        """
        return _read_only(self._form.unpack(self._states))

    @vectors.setter
    def vectors(self, vectors: ArrayLike) -> None:
        self._states[:] = self._form.pack(self._checked(vectors, self._count))
        self._adopt(self._all)

    def state(self, index: int) -> State:
        """Return one game's position as a state, with what repetitions need, and whether colours were exchanged.

        What led to it is not known: amid a turn of several actions its `begun` is empty, and a turn that is finished
        from there has the text of its last actions alone. Raises OptionError.
        """
        i = self._index(index)
        past = self._line(i)[: self._kept[i]]
        vector = self._form.unpack(self._states[i : i + 1])[0]
        swapped = bool(self._swapped[i])
        return State(self.variant, vector, keys=tuple(map(int, past)), swapped=swapped)

    def set(self, index: int, state: State) -> None:
        """Put a state into the place of a game, with its line of positions. Raises OptionError for another variant."""
        i = self._index(index)
        if not isinstance(state, State) or state.variant != self.variant:
            raise refuse("state", state, f"a state of {self.variant.game.name} with the same options")
        self._states[i] = self._form.pack(state.vector[np.newaxis])[0]
        self._adopt(np.arange(self._count) == i)
        if self.variant.repetition:
            self._make_room(len(state.line))
            self._line(i)[: len(state.line)] = state.line
            self._kept[i] = len(state.line)
        if state.swapped:
            self._swapped[i] = True
            self._to_move[i] = 1 - self._to_move[i] if self._to_move[i] >= 0 else self._to_move[i]

    def copy(self) -> Batch:
        """Return a batch that goes on from here by itself, with the same streams."""
        twin = object.__new__(Batch)
        for name, value in vars(self).items():
            if name not in _SHOWN:
                setattr(twin, name, value.copy() if isinstance(value, np.ndarray) else value)
        twin._show_arrays()
        return twin

    __copy__ = copy

    def symmetries(
        self, indices: ArrayLike, vectors: ArrayLike | None = None
    ) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Return the images of states (the batch's own by default) under symmetries, one for all or one for each.

        That is (images, actions): vectors, and for each the image of every action. There are `symmetry_count`; number 0
        leaves everything as it is. Raises OptionError.
        """
        states = self.vectors if vectors is None else self._checked(vectors)
        chosen = inputs.numbers_below("indices", indices, len(states), self.symmetry_count)
        images = np.zeros_like(states)
        actions = np.zeros((len(states), self.num_actions), dtype=np.int16)
        symmetry = compiled(self.variant.kernels.symmetry)
        self._form.share(passes.mirror, len(states), symmetry, self.variant.geometry, states, chosen, images, actions)
        return images, actions

    @cached_property
    def symmetry_count(self) -> int:
        """How many symmetries the game has, the identity among them."""
        start = self.variant.start()
        image = self.variant.blank()
        actions = np.zeros(self.num_actions, dtype=np.int16)
        return int(self.variant.kernels.symmetry(self.variant.geometry, start, 0, image, actions))

    @cached_property
    def _form(self) -> StateForm:
        return StateForm(self.variant, self._arranged.places, self._threads)

    @cached_property
    def _advance(self) -> Kernel:
        return entry_point(passes.advance)

    @cached_property
    def _first_illegal(self) -> Kernel:
        return entry_point(passes.first_illegal)

    def _run(
        self,
        task: int,
        chosen: Bools,
        actions: Numbers | None = None,
        *,
        sampling: bool = False,
        observing: bool = False,
    ) -> None:
        """Carry out a task for the chosen games."""
        observing = observing and self._form.hide is None
        self._settings[[passes.TASK, passes.SAMPLING, passes.OBSERVING]] = task, sampling, observing
        rows = passes.Rows(
            self._states, self._none if actions is None else actions, chosen, self._legal, self._to_move, self._rewards,
            self._done, self._lengths, self._swapped, self._streams, self._keys, self._kept, self._drawn, self._seen,
            self._seen_last,
        )  # fmt: skip
        given = (self._form.rules, self._settings, self.variant.geometry, self._start, self._arranged.places, rows)
        share_out(self._advance, given, self._count, self._threads)
        self._has_drawn = sampling
        self._has_seen = observing

    def _checked(self, vectors: ArrayLike, rows: int | None = None) -> NDArray[np.int16]:
        """Return states from outside, (rows, words). Raises OptionError for what cannot be positions of the variant."""
        found = inputs.states(vectors, self.variant.width, rows)
        wrong = entry_point(passes.first_unlike)(*self.variant.ranges, found)
        if wrong >= 0:
            raise refuse("vectors", vectors, f"positions of {self.variant.game.name}, and row {wrong} is none")
        return found

    def _adopt(self, chosen: Bools) -> None:
        """Take the vectors of the chosen games for new games."""
        self._run(passes.ADOPT, chosen)
        self._done[chosen] = self._to_move[chosen] == NOBODY

    def _movers(self, states: NDArray[np.int16]) -> Numbers:
        """Return from whose side states are seen."""
        return np.maximum(states[:, TO_MOVE], 0).astype(np.int64)

    def _index(self, index: int) -> int:
        return whole("index", index, 0, self._count - 1)

    def _line(self, index: int) -> NDArray[np.uint64]:
        """Return the room for a game's line of positions."""
        line: NDArray[np.uint64] = self._keys.reshape(self._count, -1)[index]
        return line

    def _make_room(self, least: int = 0) -> None:
        """Give all games longer lines before one is full; dice may add some positions to a step's own."""
        room = self._keys.size // self._count
        needed = max(least, int(self._kept.max())) + _LINE // 2
        if room < needed:
            longer = np.zeros((self._count, max(2 * room, needed)), dtype=np.uint64)
            longer[:, :room] = self._keys.reshape(self._count, room)
            self._keys = longer.reshape(-1)


def _read_only(array: NDArray[S]) -> NDArray[S]:
    view = array.view()
    view.flags.writeable = False
    return view

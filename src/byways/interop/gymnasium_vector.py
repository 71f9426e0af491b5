"""Many games at once as a vector environment of Gymnasium, stepped by `byways.Batch` on all cores."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
from gymnasium import error
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from byways.arena.players import player
from byways.batch import Batch, single
from byways.errors import OptionError
from byways.interop.gymnasium import ILLEGAL, METADATA, check_seat, errors_of_gymnasium, spaces_of
from byways.interop.single_game import HUMAN, check_mode, render
from byways.kernels.rng import seeded
from byways.registry import find
from byways.rules.state_vector import NOBODY, PART

Planes: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int64]
Rewards: TypeAlias = NDArray[np.float64]
Step: TypeAlias = tuple[Planes, Rewards, Bools, Bools, dict[str, Any]]


class BywaysVectorEnv(VectorEnv[Planes, Numbers, NDArray[Any]]):
    """Games of one agent each, `gymnasium.make_vec("byways/Troll-v0", num_envs=1024)`; see `BywaysEnv`.

    By `autoreset_mode` finished games begin anew in the next step, which passes over their actions (NEXT_STEP), in the
    same step, with `final_obs` and `final_info` (SAME_STEP), or by `reset(options={"reset_mask": mask})` (DISABLED).
    `threads` limits the cores. Where the opponent's program fails, all games are over without a result: OpponentError,
    and then ResetNeeded until a `reset` of all. Raises EnvironmentOptionError.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        max_length: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        **options: object,
    ) -> None:
        with errors_of_gymnasium():
            variant = find(game).variant(options)
            self._longest = single.longest(variant, max_length)
            self._batch = Batch(variant, num_envs, seed=0, autoreset=False, threads=threads)
            self._opponents = opponents(opponent)
            self.render_mode = check_mode(render_mode)
            self._asked_seat = check_seat(seat, variant)
            self._mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces_of(variant)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._seats = np.zeros(num_envs, dtype=np.int64)
        self._failed = False
        """Whether the others have failed, which leaves games in which it is not the agent's turn."""
        self._ended, self._illegal = np.ones(num_envs, dtype=np.bool_), np.zeros(num_envs, dtype=np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begin all games anew, or those that `options["reset_mask"]` chooses.

        The seed decides seats, dice and opponents from now on; without one they go on. Raises OpponentError.
        """
        chosen = self._chosen((options or {}).get("reset_mask"))
        if self._failed and not chosen.all():
            raise error.ResetNeeded("an opponent has failed: call reset() for all games")
        first = self._np_random is None
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(1 << 62)) if first or seed is not None else None
        if drawn is not None:
            self._opponents.begin(drawn)
        self._begin(chosen, drawn)
        return self._observe(), self._info()

    def _chosen(self, mask: Any) -> Bools:
        if mask is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise error.Error(f"options['reset_mask'] must be an array of {self.num_envs} bools")
        return mask.copy()

    def _begin(self, chosen: Bools, seed: int | None = None) -> None:
        self._failed = False
        self._ended[chosen] = self._illegal[chosen] = False
        self._batch.reset(chosen, seed=seed)
        while chosen.any():
            drawn = self.np_random.integers(len(self._batch.players), size=self.num_envs)
            self._seats[chosen] = drawn[chosen] if self._asked_seat is None else self._asked_seat
            self._let_others_play(chosen)
            chosen = chosen & self._over  # before the agent had a turn
            if chosen.any():
                self._batch.reset(chosen)

    @property
    def _over(self) -> Bools:
        """Which games have ended by their rules or are broken off."""
        over: Bools = (self._batch.to_move == NOBODY) | (self._batch.lengths >= self._longest)
        return over

    def step(self, actions: ArrayLike) -> Step:
        """Play an action in each game, and let the others play until it is the agent's turn again.

        Raises InvalidAction for what is not in `action_space`, ResetNeeded before `reset` and, if DISABLED, where a
        finished game is stepped, OpponentError.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu" or not self._within(given):
            raise error.InvalidAction(f"expected {self.num_envs} numbers from 0 to {self._batch.num_actions - 1}")
        disabled = self._mode == AutoresetMode.DISABLED
        if self._np_random is None or self._failed or (disabled and self._ended.any()):
            raise error.ResetNeeded("a game is over or has not begun: call reset(), for some with a reset_mask")
        again = self._ended.copy()
        self._illegal = ~again & ~self._batch.legal[self._rows, given]
        rewards = np.where(self._illegal, ILLEGAL, 0.0)
        moving = ~again & ~self._illegal
        if moving.any():
            self._opponents.announce(self._batch)
            self._batch.step(given, moving)
            rewards += self._earned()
            rewards += self._let_others_play(moving)
        terminated = ~again & (self._illegal | (self._batch.to_move == NOBODY))
        truncated = ~again & ~terminated & self._over
        self._ended = terminated | truncated
        if again.any():  # only in the mode NEXT_STEP
            self._begin(again)
        return self._answer(rewards, terminated, truncated)

    def _answer(self, rewards: Rewards, terminated: Bools, truncated: Bools) -> Step:
        ended = terminated | truncated
        seen = self._observe()
        info = self._info()
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            last = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(ended):
                last[i] = seen[i].copy()
            of_the_end = {key: ended.copy() if key.startswith("_") else value for key, value in info.items()}
            self._begin(ended.copy())
            seen = self._observe()
            info = {**self._info(), "final_obs": last, "_final_obs": ended.copy()}
            info |= {"final_info": of_the_end, "_final_info": ended.copy()}
        return seen, rewards, terminated, truncated, info

    def _within(self, actions: NDArray[Any]) -> bool:
        return bool(((actions >= 0) & (actions < self._batch.num_actions)).all())

    def _let_others_play(self, chosen: Bools) -> Rewards:
        """Let all but the agents play in the chosen games; return what that earned the agents."""
        earned = np.zeros(self.num_envs)
        try:
            with errors_of_gymnasium():
                while (waiting := chosen & (self._batch.to_move != self._seats) & ~self._over).any():
                    self._batch.step(self._opponents.actions(self._batch, waiting), waiting)
                    earned += self._earned()
        except BaseException:
            self._failed = True
            raise
        return earned

    def _earned(self) -> Rewards:
        """Return what the last step of the batch brought the agents."""
        return self._batch.rewards[self._rows, self._seats].astype(np.float64)

    def _observe(self) -> Planes:
        """Return what the agents see, in a new array."""
        colours = np.where(self._batch.swapped, 1 - self._seats, self._seats)
        seen = np.empty((self.num_envs, *self._batch.observation_shape), dtype=np.float32)
        return self._batch.observe(players=colours, out=seen)

    def _info(self) -> dict[str, Any]:
        all_of_them = np.ones(self.num_envs, dtype=np.bool_)
        found = {"action_mask": self._mask(), "seat": self._seats.copy(), "illegal": self._illegal.copy()}
        return {**found, **{f"_{key}": all_of_them.copy() for key in found}}

    def _mask(self) -> NDArray[np.int8]:
        mask = self._batch.legal.astype(np.int8)
        mask[self._over | self._illegal] = 1
        return mask

    def action_masks(self) -> Bools:
        """Return (games, actions): the legal actions; all of them where a game is over."""
        return self._mask().astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """End the program that plays against the agents, if it is one."""
        self._opponents.close()

    def render(self) -> Any:
        """Show every game as `render_mode` says: a tuple, None where it prints."""
        states = [self._batch.state(i) for i in range(self.num_envs)]
        shown = tuple(render(state, self.render_mode) for state in states)
        return None if self.render_mode in (None, HUMAN) else shown


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        allowed = ", ".join(one.value for one in AutoresetMode)
        template = "option {option}: {value!r} is not allowed; it must be {allowed}"
        raise OptionError("option.value", template, option="autoreset_mode", value=mode, allowed=allowed) from None


RANDOM = "random"


class Opponents(Protocol):
    """The players who act where it is not the agent's turn."""

    def begin(self, seed: int) -> None:
        """Draw by a seed from now on."""
        ...

    def announce(self, batch: Batch) -> None:
        """Hear that a step comes, after which they will be asked."""
        ...

    def actions(self, batch: Batch, waiting: Bools) -> Numbers:
        """Return an action for each game; those that do not wait are passed over."""
        ...

    def close(self) -> None:
        """End the program that plays, if it is one."""
        ...


def opponents(text: str) -> Opponents:
    """Return the player whom a text names, for many games. Raises OptionError."""
    return AtRandom() if isinstance(text, str) and text.strip() == RANDOM else Thinking(text)


class AtRandom:
    """The games' random player, in machine code."""

    def begin(self, seed: int) -> None:
        """Do nothing: the batch has a seed itself."""

    def announce(self, batch: Batch) -> None:
        """Have the step draw samples in its own pass."""
        batch.sample()

    def actions(self, batch: Batch, waiting: Bools) -> Numbers:
        """Return an action for each game."""
        return batch.sample()

    def close(self) -> None:
        """Do nothing."""


class Thinking:
    """A player who is asked for whole turns, in one game after another."""

    def __init__(self, text: str) -> None:
        self._player = player(text)
        self._left: dict[int, list[int]] = {}  # of turns that have begun, by game
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Draw by a seed from now on."""
        self._rng = seeded(seed)

    def announce(self, batch: Batch) -> None:
        """Do nothing."""

    def actions(self, batch: Batch, waiting: Bools) -> Numbers:
        """Return an action for each game that waits; 0 for the others."""
        found = np.zeros(len(batch), dtype=np.int64)
        parts = batch.vectors[:, PART]
        for i in map(int, np.flatnonzero(waiting)):
            left = self._left.get(i, [])
            if parts[i] == 0 or not left:
                state = batch.state(i)
                after = self._player.choose(state, self._rng)
                left = self._left[i] = list(state.actions(str(after.turn)))
            found[i] = left.pop(0)
        return found

    def close(self) -> None:
        """End the program that plays, if it is one."""
        self._player.close()

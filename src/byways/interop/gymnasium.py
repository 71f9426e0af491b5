"""All games as environments of Gymnasium (Towers et al., 2024), for one agent. Needs the extra `rl`.

    import gymnasium
    import byways.interop.gymnasium

    env = gymnasium.make("byways/Troll-v0", size=6, opponent="level:number=3")
    envs = gymnasium.make_vec("byways/Troll-v0", num_envs=1024, size=6)

Importing this module registers the games. The others at the table are players of `byways match`, named by a text.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import error, spaces
from numpy.typing import NDArray

from byways import registry
from byways.arena.players import player
from byways.batch import inputs
from byways.batch.planes import arrangement
from byways.errors import OptionError, PlayerError
from byways.game import Variant
from byways.interop.single_game import FRAMES, HUMAN, MODES, SingleGame, check_mode, environment_id, render

Planes: TypeAlias = NDArray[np.float32]

ILLEGAL = -1.0
"""The reward of an illegal action, which ends the game."""
METADATA = {"render_modes": list(MODES), "render_fps": FRAMES}


class EnvironmentOptionError(OptionError, error.Error):
    """An option that is unknown or not allowed, as an error of Byways and of Gymnasium."""


class OpponentError(PlayerError, error.Error):
    """The failure of a program that plays against the agent, as an error of Byways and of Gymnasium."""


@contextmanager
def errors_of_gymnasium() -> Iterator[None]:
    """Raise what is wrong with an option, and the failure of an opponent, as an error of Gymnasium's too."""
    try:
        yield
    except OptionError as wrong:
        raise EnvironmentOptionError(wrong.code, wrong.sentence, **wrong.fields) from None
    except PlayerError as failure:
        raise OpponentError(failure.code, failure.sentence, **failure.fields) from failure


def spaces_of(variant: Variant) -> tuple[spaces.Box, spaces.Discrete]:
    """Return the spaces of observations and of actions."""
    low, high = variant.observation_range
    shape = arrangement(variant).shape
    return spaces.Box(low, high, shape, np.float32), spaces.Discrete(variant.num_actions)


def check_seat(seat: int | None, variant: Variant) -> int | None:
    """Return the agent's seat. Raises OptionError for one that there is not."""
    return None if seat is None else inputs.whole("seat", seat, 0, len(variant.players) - 1)


class BywaysEnv(gymnasium.Env[Any, Any]):
    """A game as an environment of one agent, `gymnasium.make("byways/Troll-v0")`.

    The agent sits at `seat`, a player's number from 0; None draws it anew for each game. The reward comes with the end:
    1 for a win, -1 for a loss, 0 for a draw. `info["action_mask"]` is 1 for each legal action. An illegal one loses at
    once: reward -1, `info["illegal"]`. A game is truncated after `max_length` actions of all players; by default where
    it cannot be longer, or after 2,000. Where the opponent's program fails, the game is over without a result:
    OpponentError, and then ResetNeeded until `reset`. Raises EnvironmentOptionError.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        max_length: int = 0,
        **options: object,
    ) -> None:
        with errors_of_gymnasium():
            self.game = SingleGame(game, max_length, **options)
            self.opponent = player(opponent)
            self.render_mode = check_mode(render_mode)
            self._asked_seat = check_seat(seat, self.game.variant)
        self.observation_space, self.action_space = spaces_of(self.game.variant)
        self.seat = self._asked_seat or 0
        """The agent's number in the present game."""
        self._begun = self._illegal = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begin a game anew; the seed decides the seat, dice and opponents from now on. `options` are passed over.

        Raises OpponentError.
        """
        super().reset(seed=seed)
        self._begun = True
        self._illegal = False
        while True:
            self.seat = int(self.np_random.integers(self._people)) if self._asked_seat is None else self._asked_seat
            self.game.begin(int(self.np_random.integers(1 << 62)))
            self._let_others_play()
            if not self.game.over:  # else it was over before the agent had a turn
                break
        self._show()
        return self.game.observe(self.seat), self._info()

    @property
    def _people(self) -> int:
        return len(self.game.variant.players)

    def step(self, action: int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others play until it is the agent's turn again.

        Raises ResetNeeded before `reset` and after the end of a game, InvalidAction for what is not in `action_space`,
        OpponentError.
        """
        if not self._begun or self._illegal or self.game.over:
            raise error.ResetNeeded("the game is over or has not begun: call reset()")
        if not self.action_space.contains(action):
            raise error.InvalidAction(f"{action!r} is no action; {self.action_space} has them all")
        reward = ILLEGAL
        self._illegal = not self.game.state.variant.allows(self.game.state.vector, int(action))
        if not self._illegal:
            self.game.play(int(action))
            self._let_others_play()
            reward = self.game.results()[self.seat]
        self._show()
        terminated = self._illegal or self.game.ended
        return self.game.observe(self.seat), reward, terminated, self.game.over and not terminated, self._info()

    def _let_others_play(self) -> None:
        try:
            with errors_of_gymnasium():
                while not self.game.over and self.game.mover != self.seat:
                    self.game.take(self.opponent.choose(self.game.state, self.game.rng))
        except BaseException:  # it is not the agent's turn, and never will be
            self._begun = False
            raise

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat, "illegal": self._illegal}

    def _mask(self) -> NDArray[np.int8]:
        return np.ones(self.game.variant.num_actions, dtype=np.int8) if self._illegal else self.game.mask()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as sb3-contrib's MaskablePPO asks for them; where the game is over all of them."""
        return self._mask().astype(np.bool_)

    def _show(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    def render(self) -> Any:
        """Show the game as `render_mode` says; see `byways.interop.single_game`."""
        return render(self.game.state, self.render_mode)

    def close(self) -> None:
        """End the program that plays against the agent, if it is one."""
        self.opponent.close()


def register() -> None:
    """Register the games that Gymnasium does not know yet, such as those given to `byways.register` since."""
    for name in registry.names():
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(
                environment_id(name),
                entry_point="byways.interop.gymnasium:BywaysEnv",
                vector_entry_point="byways.interop.gymnasium_vector:BywaysVectorEnv",
                kwargs={"game": name},
            )


register()

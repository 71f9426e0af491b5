"""All games as environments of PettingZoo's AEC API (Terry et al., 2021). Needs the extra `rl`.

    from byways.interop import pettingzoo

    env = pettingzoo.env("troll", size=6, render_mode="ansi")

Agents are people: by `swap` they exchange colours and keep their names. A turn of several actions is as many steps of
the same agent, and dice roll by themselves. An observation is a dict: `observation` are the planes of
docs/guides/batches.md from the agent's own side, `action_mask` is 1 for each legal action, also in `infos`.
"""

from __future__ import annotations

from operator import index
from typing import Any, TypeAlias

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo.utils import AECEnv, wrappers

from byways import registry
from byways.batch.planes import arrangement
from byways.errors import IllegalTurnError
from byways.interop.single_game import FRAMES, HUMAN, MODES, VERSION, SingleGame, check_mode, environment_id, render

Observation: TypeAlias = dict[str, NDArray[Any]]

ILLEGAL = -1.0
"""The reward of an illegal action, which ends the game; the others get 0."""


def env(game: str, *, render_mode: str | None = None, max_length: int = 0, **options: object) -> AECEnv[Any, Any, Any]:
    """Return a game in which an illegal action ends the game with the reward -1. Raises OptionError.

    A game is truncated after `max_length` actions, dice aside; by default where it cannot be longer, or after 2,000.
    """
    raw: Any = raw_env(game, render_mode=render_mode, max_length=max_length, **options)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)
    raw = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(raw)


def raw_env(game: str, *, render_mode: str | None = None, max_length: int = 0, **options: object) -> BywaysAEC:
    """Return a game without wrappers: an illegal action raises IllegalTurnError. Raises OptionError."""
    return BywaysAEC(game, render_mode=render_mode, max_length=max_length, **options)


class BywaysAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]  # pettingzoo has no types
    """A game as an environment: `raw_env`."""

    def __init__(self, game: str, *, render_mode: str | None, max_length: int, **options: object) -> None:
        super().__init__()
        self.game = SingleGame(game, max_length, **options)
        self.render_mode = check_mode(render_mode)
        variant = self.game.variant
        self.metadata = {
            "name": f"byways_{variant.game.name}_v{VERSION}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": FRAMES,
        }
        self.possible_agents = [f"player_{number}" for number in range(len(variant.players))]
        self.agents: list[str] = []
        low, high = variant.observation_range
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, arrangement(variant).shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (variant.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(variant.num_actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent observes."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game anew. The seed decides all dice from now on; without one they fall on."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game.begin(int(self._random.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look()

    def _look(self) -> None:
        """Say who is to move, and what everybody may do."""
        if not self.game.over:
            self.agent_selection = self.possible_agents[self.game.mover]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        if self.render_mode == HUMAN:
            self.render()

    def _mask(self, agent: str) -> NDArray[np.int8]:
        waits = not self.game.over and self._numbers[agent] != self.game.mover
        return np.zeros(self.game.variant.num_actions, dtype=np.int8) if waits else self.game.mask()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and which actions it has now: none if others are to move."""
        return {"observation": self.game.observe(self._numbers[agent]), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move. Raises IllegalTurnError; after the end, ValueError for any but None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(_number(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: self.game.results()[self._numbers[agent]] for agent in self.agents}
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, self.game.ended)
            self.truncations = dict.fromkeys(self.agents, not self.game.ended)
        self._accumulate_rewards()
        self._look()

    def render(self) -> Any:
        """Show the game as `render_mode` says; see `byways.interop.single_game`."""
        return render(self.game.state, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


def _number(action: Any) -> int:
    try:
        return index(action)
    except TypeError:
        raise IllegalTurnError(
            "turn.action", "the rules do not allow the action {action} here", action=str(action)[:40]
        ) from None


def register() -> None:
    """Register the games that PettingZoo does not know yet, where it has a registry (from 1.27 on)."""
    if not hasattr(pettingzoo, "register"):
        return
    for name in registry.names():
        if environment_id(name) not in pettingzoo.aec_registry:
            made_by = "byways.interop.pettingzoo:env"
            pettingzoo.register("aec", environment_id(name), made_by, kwargs={"game": name})


register()

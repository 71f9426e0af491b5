"""Learn Troll by playing it: sb3-contrib's MaskablePPO against the random player, on a CPU in a few minutes.

    pip install "byways[rl]" sb3-contrib
    python examples/train_troll.py --size 4 --steps 240000 --picture curve.svg

It prints what share of the games it wins, first of no training at all; half of them as either player.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import byways.interop.gymnasium  # noqa: F401 (registers the games)

ENVS = 256
GAMES = 512  # of a measurement, as either player


class ManyGames(VecEnv):  # type: ignore[misc]  # sb3 has no types here
    """The games of `gymnasium.make_vec` as stable-baselines3 asks for them."""

    def __init__(self, size: int, seed: int) -> None:
        self.games = gymnasium.make_vec("byways/Troll-v0", num_envs=ENVS, size=size, autoreset_mode="SameStep")
        self.render_mode = None
        super().__init__(ENVS, self.games.single_observation_space, self.games.single_action_space)
        self.first = seed

    def reset(self) -> Any:
        return self.games.reset(seed=self.first)[0]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, terminated, truncated, info = self.games.step(self.actions)
        done = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(ENVS)]
        for i in np.flatnonzero(done):
            infos[i] = {"terminal_observation": info["final_obs"][i], "TimeLimit.truncated": bool(truncated[i])}
        return seen, rewards.astype(np.float32), done, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(getattr(self.games.unwrapped, method_name)(*args, **kwargs))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.games.unwrapped, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games.unwrapped, attr_name)] * ENVS

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * ENVS

    def close(self) -> None:
        self.games.close()


def share_of_wins(model: MaskablePPO, size: int, seed: int) -> float:
    """Return the share of the games against the random player that a model wins, half of them as either player."""
    results: list[float] = []
    for seat in (0, 1):
        games = gymnasium.make_vec("byways/Troll-v0", num_envs=GAMES, size=size, seat=seat)
        seen, info = games.reset(seed=seed)
        first = np.full(GAMES, np.nan)
        while np.isnan(first).any():
            actions, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool), deterministic=True)
            seen, rewards, terminated, _, info = games.step(actions)
            new = terminated & np.isnan(first)
            first[new] = rewards[new]
        results += (first > 0).tolist()
    return float(np.mean(results))


def train(size: int, steps: int, seed: int, rounds: int) -> list[tuple[int, float]]:
    """Train a model and print how it gets on; return (steps, share of wins) before, between and after."""
    torch.set_num_threads(2)
    model = MaskablePPO(
        "MlpPolicy", ManyGames(size, seed), n_steps=32, batch_size=1024, n_epochs=4, ent_coef=0.01, gamma=0.98,
        learning_rate=1e-3, policy_kwargs={"net_arch": [128, 128]}, seed=seed, device="cpu",
    )  # fmt: skip
    began, curve = time.perf_counter(), [(0, share_of_wins(model, size, seed + 1))]
    print(f"{'steps':>9} {'won':>6} {'seconds':>8}")
    for _ in range(rounds):
        print(f"{curve[-1][0]:9,} {curve[-1][1]:6.1%} {time.perf_counter() - began:8.0f}", flush=True)
        model.learn(steps // rounds, reset_num_timesteps=False)
        curve.append((model.num_timesteps, share_of_wins(model, size, seed + 1)))
    print(f"{curve[-1][0]:9,} {curve[-1][1]:6.1%} {time.perf_counter() - began:8.0f}")
    return curve


def picture(curve: Sequence[tuple[int, float]], title: str) -> str:
    """Return a learning curve as an SVG."""
    last = curve[-1][0]
    points = [(60 + 500 * steps / last, 280 - 240 * share) for steps, share in curve]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    rows = "".join(
        f'<path d="M60 {280 - 240 * share}H560" stroke="#8886" /><text x="52" y="{284 - 240 * share}" '
        f'text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" />' for x, y in points)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 330" font-family="sans-serif" font-size="13">'
        f'<title>{title}</title><rect width="600" height="330" fill="#fff" />'
        f'<text x="60" y="24" font-size="15">{title}</text>{rows}'
        f'<g fill="#1b6e53"><polyline points="{line}" fill="none" stroke="#1b6e53" stroke-width="2" />{marks}</g>'
        f'<text x="60" y="302">0</text><text x="560" y="302" text-anchor="end">{last:,} steps</text></svg>\n'
    )


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--steps", type=int, default=240_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10, help="measurements after the first")
    parser.add_argument("--picture", type=Path)
    chosen = parser.parse_args()
    curve = train(chosen.size, chosen.steps, chosen.seed, chosen.rounds)
    if chosen.picture:
        name = f"MaskablePPO against random play, Troll {chosen.size}×{chosen.size}: games won"
        chosen.picture.write_text(picture(curve, name), encoding="utf-8")


if __name__ == "__main__":
    main()

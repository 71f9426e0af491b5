"""Steps a second of the environments that others know: vector and single ones, PettingZoo's, and OpenSpiel's games.

Of the vector environments a step has the agent's action and the opponent's reply; Gymnasium's own `SyncVectorEnv`
steps the same games one by one. OpenSpiel's tic-tac-toe in Python and breakthrough in C++ are played beside ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import open_spiel.python.games  # noqa: F401 (registers python_tic_tac_toe)
import pyspiel

import byways
import byways.interop.gymnasium
import byways.interop.openspiel
from benchmarks.timing import keep, median, rates
from byways.interop.pettingzoo import env

ROUNDS = 5
GAMES = 1024


def vector(game: str, games: int = GAMES, **options: Any) -> Callable[[int], object]:
    """Return a function that makes so many steps, agents' actions drawn at random."""
    envs = gymnasium.make_vec(f"byways/{game}-v0", num_envs=games, **options)
    rng = np.random.default_rng(1)
    mask = envs.reset(seed=1)[1]["action_mask"]

    def play(count: int) -> None:
        nonlocal mask
        for _ in range(max(1, count // games)):
            actions = (mask * rng.random(mask.shape, dtype=np.float32)).argmax(axis=1)
            mask = envs.step(actions)[-1]["action_mask"]

    return play


def pettingzoo(game: str, **options: Any) -> Callable[[int], object]:
    """Return a function that makes so many steps with the usual wrappers."""
    made = env(game, **options)
    rng = np.random.default_rng(1)
    made.reset(seed=1)

    def play(count: int) -> None:
        for _ in range(count):
            if not made.agents:
                made.reset()
            observation, _, terminated, truncated, _ = made.last()
            over = terminated or truncated
            made.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"])))

    return play


def openspiel(name: str) -> Callable[[int], object]:
    """Return a function that plays so many actions of random games."""
    game, rng = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()

    def play(count: int) -> None:
        nonlocal state
        for _ in range(count):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(rng.choice(state.legal_actions()))

    return play


def main() -> None:
    """Measure in turns and keep the table."""
    byways.use_machine_code()
    contenders = {
        f"Gymnasium, {GAMES:,} × Troll 8×8": (vector("Troll"), 200_000),
        "Gymnasium, 16,384 × Troll 8×8": (vector("Troll", 16_384), 400_000),
        f"Gymnasium, {GAMES:,} × Whirlwind 14×14": (vector("Whirlwind"), 50_000),
        f"Gymnasium, {GAMES:,} × Stride side 5": (vector("Stride"), 100_000),
        f"Gymnasium, {GAMES:,} × Stroll 10×10": (vector("Stroll"), 50_000),
        f"Gymnasium, {GAMES:,} × The Long Way": (vector("Longway"), 50_000),
        "Gymnasium, SyncVectorEnv of 64 × Troll 8×8": (vector("Troll", 64, vectorization_mode="sync"), 2_000),
        "PettingZoo, Troll 8×8": (pettingzoo("troll"), 2_000),
        "OpenSpiel, Troll 8×8": (openspiel("python_byways_troll"), 10_000),
        "OpenSpiel, Stride side 5": (openspiel("python_byways_stride"), 10_000),
        "OpenSpiel, its own tic-tac-toe in Python": (openspiel("python_tic_tac_toe"), 10_000),
        "OpenSpiel, its own breakthrough in C++": (openspiel("breakthrough"), 10_000),
    }
    found = rates(contenders, rounds=ROUNDS)
    lines = [f"{'steps per second':<46}{'median':>12}{'best':>12}"]
    lines += [f"{name:<46}{median(values):>12,.0f}{max(values):>12,.0f}" for name, values in found.items()]
    keep("environments", f"Agents' steps; medians of {ROUNDS} rounds in turns", lines)

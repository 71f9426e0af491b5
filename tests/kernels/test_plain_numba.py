"""Kernels as numba compiles them without Byways' own steps: whether a fault is theirs is seen by leaving them out."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import byways
from byways.kernels import compiled
from byways.kernels.rng import seeded
from byways.search.random_game import random_actions

GAMES = {"troll": {"size": 4}, "whirlwind": {"size": 6}, "stride": {"side": 4}, "stroll": {"size": 5}, "longway": {}}


def play(name, code):
    """The actions of a random game, and its end, with kernels as `code` has them."""
    variant = byways.find(name).variant(GAMES[name])
    kernels = variant.kernels
    vector = variant.start()
    trace = np.zeros(200, np.int16)
    rules = [code(kernel) for kernel in (kernels.legal_actions, kernels.apply, kernels.chances, kernels.choose)]
    code(random_actions)(*rules, variant.geometry, vector, variant.num_actions, seeded(3), trace)
    return [*trace.tolist(), *vector.tolist()]


@pytest.mark.slow
def test_random_games_are_the_same_and_nothing_is_kept(tmp_path):
    environment = {**os.environ, "BYWAYS_PLAIN_NUMBA": "1", "BYWAYS_CACHE": str(tmp_path)}
    child = subprocess.run(
        [sys.executable, __file__],
        cwd=Path(__file__).parent,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout.splitlines() == [f"{name} {play(name, lambda kernel: kernel)}" for name in GAMES]
    assert not list(tmp_path.iterdir())


if __name__ == "__main__":
    for game in GAMES:
        print(game, play(game, compiled))

"""Steps of many games at once by pgx and Ludax, run by a Python of their own: `python batch_rivals.py pgx 1024`.

For each line read it prints how many steps a second were made with mask, sampler, reward and reset; pgx observes too.
Nothing of Byways is imported.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

STEPS = 100
Step = Callable[[Any, Any], Any]


def othello() -> tuple[Any, Step]:
    """Return pgx's Othello: how a game begins, and a step that begins finished games anew."""
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("othello")
    step = auto_reset(env.step, env.init)
    return env.init, lambda state, key: step(state, _sampled(state, key), key)


def hex11() -> tuple[Any, Step]:
    """Return Ludax's Hex on 11 cells a side; it has no observations, and a finished game is replaced."""
    from ludax import LudaxEnvironment
    from ludax.games import hex

    env = LudaxEnvironment(game_str=hex)

    def step(state: Any, key: Any) -> Any:
        after = env.step(state, _sampled(state, key))
        over = after.terminated | after.truncated
        return jax.tree_util.tree_map(lambda new, old: jnp.where(over, new, old), env.init(key), after)

    return env.init, step


def _sampled(state: Any, key: Any) -> Any:
    return jax.random.categorical(key, jnp.log(state.legal_action_mask.astype(jnp.float32)))


def main(name: str, count: int) -> None:
    """Measure whenever a line comes."""
    init, one = {"pgx": othello, "ludax": hex11}[name]()
    step = jax.jit(jax.vmap(one))
    key, first = jax.random.split(jax.random.PRNGKey(1))
    state = jax.block_until_ready(jax.jit(jax.vmap(init))(jax.random.split(first, count)))
    keys = jax.jit(lambda key: jax.random.split(key, count + 1))
    for _ in sys.stdin:
        began = time.perf_counter()
        for _ in range(STEPS):
            drawn = keys(key)
            key, state = drawn[0], step(state, drawn[1:])
        jax.block_until_ready(state)
        print(round(STEPS * count / (time.perf_counter() - began)), flush=True)


main(sys.argv[1], int(sys.argv[2]))

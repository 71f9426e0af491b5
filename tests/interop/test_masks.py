"""Masks of games that are over allow all actions, in batches and in all environments alike."""

import importlib

import numpy as np
import pytest

import byways
from byways.interop.single_game import environment_id
from small_games import ONE_OF_EACH

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
importlib.import_module("byways.interop.gymnasium")


@pytest.mark.parametrize("ending", ["rules", "length", "illegal"])
@pytest.mark.parametrize(("game", "options"), ONE_OF_EACH, ids=str)
def test_the_mask_of_a_game_that_is_over_allows_all_actions(game, options, ending):
    most = {"max_length": 2} if ending == "length" else {}
    for play in (of_batch, of_gymnasium, of_vector, of_pettingzoo):
        for going_on, mask in play(game, {**options, **most}, ending):
            assert mask.any()
            assert mask.all() != going_on, play.__name__


def chosen(mask, ending):
    return int(mask.argmin() if ending == "illegal" else mask.argmax())


def of_batch(game, options, ending):
    if ending != "rules":  # a batch breaks nothing off, and refuses illegal actions
        return
    batch = byways.Batch(game, 1, seed=1, autoreset=False, **options)
    while batch.to_move[0] != -2:
        yield True, batch.legal[0]
        batch.step(batch.sample())
    yield False, batch.legal[0]
    batch.step(batch.sample())
    yield False, batch.legal[0]
    again = byways.Batch(game, 1, seed=1, **options)
    again.vectors = batch.vectors
    yield False, again.legal[0]


def of_gymnasium(game, options, ending):
    env = gymnasium.make(environment_id(game), seat=0, **options)
    info, over = env.reset(seed=1)[1], False
    while not over:
        yield True, info["action_mask"]
        *_, terminated, truncated, info = env.step(chosen(info["action_mask"], ending))
        over = terminated or truncated
    yield False, info["action_mask"]
    yield False, env.unwrapped.action_masks()


def of_vector(game, options, ending):
    envs = gymnasium.make_vec(environment_id(game), num_envs=2, seat=0, autoreset_mode="Disabled", **options)
    info, over = envs.reset(seed=1)[1], np.zeros(2, dtype=bool)
    while not over.any():
        yield True, info["action_mask"][0]
        *_, terminated, truncated, info = envs.step([chosen(mask, ending) for mask in info["action_mask"]])
        over = terminated | truncated
    for i in range(2):
        yield not over[i], info["action_mask"][i]
        yield not over[i], envs.unwrapped.action_masks()[i]


def of_pettingzoo(game, options, ending):
    env = importlib.import_module("byways.interop.pettingzoo").env(game, **options)
    env.reset(seed=1)
    raw = env.unwrapped
    while not any(raw.terminations.values()) and not any(raw.truncations.values()):
        mask = env.last()[0]["action_mask"]
        yield True, mask
        env.step(chosen(mask, ending))
    if ending != "illegal":  # a wrapper of PettingZoo's ends the game, which itself goes on
        for agent in raw.agents:
            yield False, env.observe(agent)["action_mask"]

"""Copies: whatever holds a game survives `copy`, `deepcopy`, `pickle` and another process, and plays on as before."""

import copy
import importlib
import pickle
from functools import partial

import numpy as np
import pytest

import byways
from byways.interop.single_game import environment_id
from byways.kernels.rng import seeded
from byways.search.random_game import random_turn
from byways.workers.pool import Pool
from small_games import ONE_OF_EACH

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")
importlib.import_module("byways.interop.gymnasium")

STAGES = ("before", "amid", "after")
MOST = 12  # steps that are played on


def state_of(game, options, stage):
    state, rng = byways.start(game, **options), seeded(3)
    if stage == "after":
        return byways.random_game(game, seed=3, **options)
    for action in random_turn(state, rng)[:1] if stage == "amid" else ():
        state = state.apply(action)  # amid a turn, where a turn has several
    return state


def told_by_state(state):
    rng, found = seeded(5), []
    for _ in range(MOST):
        found.append((state.vector.tobytes(), state.to_move, state.begun, state.turns, state.swapped, state.outcome))
        if state.to_move is None:
            break
        legal = state.legal_actions()
        state = state.apply(int(legal[int(rng[0] % np.uint64(legal.size))]))
        rng += np.uint64(11)
    return found


def record_of(game, options, stage):
    state = state_of(game, options, stage)
    return byways.Record.from_state(state.previous if state.begun else state)


def batch_of(game, options, stage):
    batch = byways.Batch(game, 2, seed=4, autoreset=False, **options)
    for _ in range({"before": 0, "amid": 3, "after": 900}[stage]):
        if (batch.to_move == -2).all():
            break
        batch.step(batch.sample())
    return batch


def told_by_batch(batch):
    found = []
    for _ in range(MOST):
        actions = batch.sample()
        batch.step(actions)
        found += [actions.tobytes(), batch.vectors.tobytes(), batch.legal.tobytes(), batch.rewards.tobytes()]
        found += [batch.observe().tobytes(), batch.done.tobytes(), batch.lengths.tobytes()]
    return found


def environment_of(make, game, options, stage):
    """An environment of Gymnasium, one game or several: not begun, some steps later, or where a game was broken off."""
    most = {"max_length": 3} if stage == "after" else {}
    env = make(environment_id(game), **most, **options)
    if stage != "before":
        env.reset(seed=2)
        steps_of(env)
    return env


def steps_of(env):
    """What an environment shows in the next steps, until it is to be reset."""
    found = []
    for _ in range(2):
        try:
            seen, *more, info = env.step(env.unwrapped.action_masks().argmax(axis=-1))
        except gymnasium.error.ResetNeeded:
            return [*found, "reset"]
        found.append((seen.tobytes(), str(more), info["action_mask"].tobytes()))
    return found


def told_by_environment(env):
    found = steps_of(env)
    return [*found, env.reset(seed=6)[0].tobytes(), *steps_of(env), env.reset()[0].tobytes(), *steps_of(env)]


def pettingzoo_of(game, options, stage):
    most = {"max_length": 2} if stage == "after" else {}
    env = importlib.import_module("byways.interop.pettingzoo").env(game, **most, **options)
    if stage != "before":
        env.reset(seed=2)
        for _ in range(2):
            env.step(int(env.last()[0]["action_mask"].argmax()))
    return env


def told_by_pettingzoo(env):
    found = told_by_state(env.unwrapped.game.state)
    for step in range(4):
        if step == 2 or not env.unwrapped.agents:
            env.reset(seed=6)
        seen, reward, terminated, truncated, _ = env.last()
        found.append((seen["observation"].tobytes(), reward, terminated, truncated, env.agent_selection))
        env.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    return found


def openspiel_of(game, options, stage):
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("byways.interop.openspiel")
    state = pyspiel.load_game(f"python_byways_{game}", options).new_initial_state()
    for _ in range({"before": 0, "amid": 3, "after": 2000}[stage]):
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[0])
    return state


def told_by_openspiel(state):
    found = [str(state)]
    for _ in range(MOST):
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[-1])
        found.append((str(state), state.current_player(), state.returns()))
    return found


PLAYERS = ("random", "beginner", "mirror", "level:number=1", "plain:simulations=5", "full:simulations=5")


def players_of(game, options, stage):
    """Players who have played, and whose generators have moved on; and the state that they are in."""
    state = byways.start(game, **options)
    dice = state.variant.game.dice
    made = [byways.player(text, seed=7) for text in PLAYERS if dice <= (text != "mirror")]
    while state.to_move == "chance":
        state = state.play(state.chances()[0][0])
    for one in made if stage != "before" else ():
        one.choose(state)
    return state, made


def told_by_players(held):
    state, made = held
    return [one.choose(state) for one in made]


def analysis_of(game, options, stage):
    state = state_of(game, options, "before" if stage == "amid" else stage)
    return byways.analyse(state, None, simulations=5, seed=1)


HOLDERS = {
    "State": (state_of, told_by_state),
    "Record": (record_of, lambda record: [record.to_text(), *told_by_state(record.final())]),
    "Analysis": (analysis_of, lambda found: [found]),
    "Batch": (batch_of, told_by_batch),
    "Gymnasium": (partial(environment_of, gymnasium.make), told_by_environment),
    "Gymnasium, a level": (
        partial(environment_of, partial(gymnasium.make, opponent="plain:simulations=3")),
        told_by_environment,
    ),
    "make_vec": (partial(environment_of, partial(gymnasium.make_vec, num_envs=2)), told_by_environment),
    "PettingZoo": (pettingzoo_of, told_by_pettingzoo),
    "OpenSpiel": (openspiel_of, told_by_openspiel),
    "players": (players_of, told_by_players),
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(("game", "options"), ONE_OF_EACH, ids=str)
@pytest.mark.parametrize("holder", HOLDERS)
def test_a_copy_plays_on_identically(holder, game, options, stage):
    make, told = HOLDERS[holder]
    held = make(game, options, stage)
    kept = pickle.dumps(held)
    twins = [pickle.loads(kept), copy.deepcopy(held)]
    expected = told(pickle.loads(kept))
    assert told(copy.copy(pickle.loads(kept))) == expected
    for one in (held, *twins):  # none of them has moved another one
        assert told(one) == expected


def test_another_process_plays_on_identically():
    """All kinds in one process that was spawned: what they say there, of a game of each kind amid it, is said here."""
    held = [
        (kind, pickle.dumps(make("troll", {"size": 4, "swap": True}, "amid"))) for kind, (make, _) in HOLDERS.items()
    ]
    with Pool(1) as pool:
        there = list(pool(_told_there, held, ordered=True))
    assert there == [_told_there(one) for one in held]


def _told_there(held):
    kind, data = held
    return HOLDERS[kind][1](pickle.loads(data))

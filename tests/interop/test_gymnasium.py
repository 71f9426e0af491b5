"""Games as environments of Gymnasium: its own checks, opponents, illegal actions, and many games at once."""

import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import byways
from byways.batch.single import UNBOUNDED
from byways.search.random_game import mean_values
from example_games import examples_registered
from games.stride.stride_positions import shuttle_actions, shuttling

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402 (after the check that it is there)
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics  # noqa: E402

from byways.interop import gymnasium as byways_gymnasium  # noqa: E402

GAMES = [
    ("Troll", {"size": 5}),
    ("Troll", {"size": 4, "swap": True, "seat": 1}),
    ("Troll", {"size": 4, "opponent": "level:number=1"}),
    ("Whirlwind", {"size": 6}),
    ("Stride", {"side": 4}),
    ("Stroll", {"size": 5, "ending": "claim"}),
    ("Longway", {}),
    ("Longway", {"players": 3}),
    ("Hex", {"size": 4}),
    ("Pig", {"goal": 20}),
]
MODES = list(AutoresetMode)
rng = np.random.default_rng(1)


@pytest.fixture(scope="module", autouse=True)
def registered():
    with examples_registered():
        byways_gymnasium.register()
        yield


def make(game, **options):
    return gymnasium.make(f"byways/{game}-v0", **options)


def make_vec(game, num_envs, **options):
    return gymnasium.make_vec(f"byways/{game}-v0", num_envs=num_envs, **options)


def drawn(masks):
    """A legal action for each mask."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in np.atleast_2d(masks)])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_their_check_finds_nothing(game, options, capsys):
    check_env(make(game, **options).unwrapped)


def test_it_can_be_made_without_importing_byways():
    code = (
        "import gymnasium; print(gymnasium.make('byways.interop.gymnasium:byways/Troll-v0', size=4).reset()[0].shape)"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert ran.stdout == "(4, 4, 4)\n", ran.stderr


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_is_played_to_its_end(seat):
    env = make("Troll", size=4, seat=seat)
    observation, info = env.reset(seed=3)
    assert info["seat"] == seat
    assert observation[:2].sum() == seat, "the opponent has begun, or nobody has"
    done, rewards = False, []
    while not done:
        observation, reward, done, truncated, info = env.step(int(drawn(info["action_mask"])[0]))
        rewards.append(reward)
        assert not truncated
    state = env.unwrapped.game.state
    won = {None: 0.0, state.players[seat]: 1.0}.get(state.outcome.winner, -1.0)
    assert rewards == [0.0] * (len(rewards) - 1) + [won]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_the_seat_is_drawn_for_each_game():
    env = make("Troll", size=4)
    seats = [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(20))]
    assert set(seats) == {0, 1}
    assert seats == [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(20))]


def test_a_better_opponent_wins_more():
    env, won = make("Troll", size=4, seat=0, opponent="plain:simulations=100"), 0
    for seed in range(6):
        info, done = env.reset(seed=seed)[1], False
        while not done:
            _, reward, done, _, info = env.step(int(drawn(info["action_mask"])[0]))
        won += reward > 0
    assert won <= 1


@pytest.mark.parametrize("many", [False, True])
def test_programs_play_too_and_end_with_the_environment(many, tmp_path):
    bot = f"process:{shlex.join([sys.executable, str(Path(__file__).parents[2] / 'examples/bots/bot.py')])}"
    env = make_vec("Troll", 2, size=4, opponent=bot) if many else make("Troll", size=4, opponent=bot)
    _, info = env.reset(seed=1)
    for _ in range(2):
        actions = drawn(info["action_mask"])
        *_, info = env.step(actions if many else int(actions[0]))
    env.close()
    env.close()


ANSWERS_ONCE = """
import json, sys
asked = json.loads(sys.stdin.readline())
print(json.dumps({"id": asked["id"], "best": asked["legal"][0]}), flush=True)
sys.stdin.readline()
sys.exit(7)
"""


@pytest.mark.parametrize("mode", [None, *MODES])
def test_the_failure_of_an_opponent_ends_the_episode(mode, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(ANSWERS_ONCE)
    opponent = f"process:limit=20 {shlex.join([sys.executable, '-S', str(bot)])}"
    env = (
        make("Troll", size=4, seat=1, opponent=opponent)
        if mode is None
        else make_vec("Troll", 1, size=4, seat=1, opponent=opponent, autoreset_mode=mode)
    ).unwrapped
    _, info = env.reset(seed=1)
    for _ in range(2):
        action = drawn(info["action_mask"])
        with pytest.raises(byways.PlayerError, match="it ended with status 7") as caught:
            env.step(int(action[0]) if mode is None else action)
        assert isinstance(caught.value, gymnasium.error.Error)
        assert caught.value.code == "player.ended"
        for wrong in range(2):
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(wrong if mode is None else [wrong])
        if mode == AutoresetMode.DISABLED:
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.reset(options={"reset_mask": np.zeros(1, dtype=np.bool_)})
        seen, info = env.reset()
        assert seen[..., :2, :, :].sum() == 1, "the opponent has begun a new game"
    env.close()


@pytest.mark.parametrize("many", [False, True])
def test_an_opponent_that_fails_at_once_is_an_error_of_both(many):
    opponent = f"process:limit=20 {shlex.quote(sys.executable)} -c exit(7)"
    env = make_vec("Troll", 2, seat=1, opponent=opponent) if many else make("Troll", seat=1, opponent=opponent)
    env = env.unwrapped
    for _ in range(2):
        with pytest.raises(byways.PlayerError, match="it ended with status 7") as caught:
            env.reset(seed=1)
        assert isinstance(caught.value, gymnasium.error.Error)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step([0, 1] if many else 0)
    env.close()


def test_illegal_actions_lose():
    env = make("Troll", size=4, seat=0)
    env.reset(seed=1)
    *_, info = env.step(5)
    _, reward, terminated, truncated, info = env.step(5)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert info["action_mask"].all(), "nobody plays any of them now"
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(6)
    envs = make_vec("Troll", 2, size=4, seat=0)
    _, info = envs.reset(seed=1)
    actions = drawn(info["action_mask"])
    actions[1] = np.flatnonzero(info["action_mask"][1] == 0)[0]
    _, rewards, terminated, _, info = envs.step(actions)
    assert rewards.tolist() == [0.0, -1.0]
    assert terminated.tolist() == info["illegal"].tolist() == [False, True]
    for wrong in ([0], [0, 17], [0, -1], [0.5, 1], None):
        with pytest.raises(gymnasium.error.InvalidAction):
            envs.step(wrong)
    for mask in ([True, False], np.array([True]), np.array([1, 0])):
        with pytest.raises(gymnasium.error.Error, match="2 bools"):
            envs.reset(options={"reset_mask": mask})


def test_bad_seeds_and_what_is_no_action_are_errors_of_gymnasiums():
    env = make("Troll", size=4).unwrapped
    for seed in ("abc", 1.5, -1, [1, 2]):
        for one in (env, make_vec("Troll", 2)):
            with pytest.raises(gymnasium.error.Error):
                one.reset(seed=seed)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, 17, 1.5, "a", None):
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(action)
    env.step(int(drawn(env.action_masks())[0]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"size": 3}, "option size: 3 is not allowed"),
        ({"colour": 3}, "colour"),
        ({"opponent": "nobody"}, "there is no player 'nobody'"),
        ({"opponent": None}, 'a player is named by a text such as "random", not by NoneType'),
        ({"opponent": byways.random_game}, "not by function"),
        ({"seat": 2}, "seat: 2 is not allowed; it must be a whole number from 0 to 1"),
        ({"max_length": -1}, "max_length: -1"),
        ({"render_mode": "tv"}, "option render_mode: 'tv' is not allowed"),
    ],
)
def test_bad_arguments_are_errors_of_both(given, said):
    for maker in (make, lambda game, **options: make_vec(game, 2, **options)):
        with pytest.raises(byways.OptionError, match=said) as caught:
            maker("Troll", **given)
        assert isinstance(caught.value, gymnasium.error.Error)
        assert "\n" not in str(caught.value)
    with pytest.raises(byways.OptionError, match="NextStep, SameStep, Disabled"):
        make_vec("Troll", 2, autoreset_mode="sometimes")


def test_the_longest_game_is_truncated():
    """Where repetitions do not count, pieces can go back and forth for ever."""
    env = make("Stride", side=4, repetition=0, seat=0).unwrapped
    env.reset(seed=1)
    env.game.state = shuttling(repetition=0)
    actions = shuttle_actions(env.game.state)

    def back_and_forth(state, rng):
        return state.apply(actions[(UNBOUNDED - env.game.left) % 4])

    env.opponent = byways_gymnasium.player("random").__class__("shuttle", back_and_forth)
    steps, truncated = 0, False
    while not truncated:
        _, reward, terminated, truncated, _ = env.step(actions[2 * steps % 4])
        steps += 1
        assert (reward, terminated) == (0.0, False)
    assert steps == UNBOUNDED // 2


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_many_games_end_and_begin_as_the_mode_says(game, options, mode):
    envs = make_vec(game, 8, autoreset_mode=mode, max_length=40, **options)
    assert envs.metadata["autoreset_mode"] is mode
    seen, info = envs.reset(seed=1)
    ended, ends = np.zeros(8, dtype=bool), 0
    for _ in range(40):
        assert seen in envs.observation_space
        seen, rewards, terminated, truncated, info = envs.step(drawn(info["action_mask"]))
        if mode == AutoresetMode.NEXT_STEP:
            assert not rewards[ended].any(), "this step began them anew"
            assert not (terminated | truncated)[ended].any()
        ended = terminated | truncated
        ends += ended.sum()
        assert not (terminated & truncated).any()
        if mode == AutoresetMode.SAME_STEP and ended.any():
            assert np.array_equal(info["_final_obs"], ended)
            last = np.stack(info["final_obs"][ended])
            assert (last != seen[ended]).any(axis=(1, 2, 3)).all()
            assert info["final_info"]["action_mask"][ended].all()
        if mode == AutoresetMode.DISABLED and ended.any():
            with pytest.raises(gymnasium.error.ResetNeeded):
                envs.step(drawn(info["action_mask"]))
            kept = seen[~ended].copy()
            seen, info = envs.reset(options={"reset_mask": ended})
            assert np.array_equal(seen[~ended], kept), "the others go on"
            ended = np.zeros(8, dtype=bool)
    assert ends > 4


@pytest.mark.parametrize("mode", MODES)
def test_it_answers_as_gymnasiums_own_vectors_do(mode):
    """The same names, shapes and types as `SyncVectorEnv` over single environments."""
    ours = make_vec("Troll", 3, size=4, autoreset_mode=mode)
    theirs = make_vec("Troll", 3, size=4, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode})
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    kinds = []
    for envs in (ours, theirs):
        seen = []
        observation, info = envs.reset(seed=1)
        for _ in range(30):
            seen.append((shapes(observation), shapes(info)))
            observation, *rest, info = envs.step(drawn(info["action_mask"]))
            seen.append([shapes(part) for part in rest])
            done = rest[1] | rest[2]
            if mode == AutoresetMode.DISABLED and done.any():
                observation, begun = envs.reset(options={"reset_mask": done})
                info["action_mask"][done] = begun["action_mask"][done]
        kinds.append({str(one) for one in seen})
    assert kinds[0] == kinds[1]


def shapes(value):
    if isinstance(value, dict):
        return {key: shapes(one) for key, one in sorted(value.items())}
    return value.shape, str(value.dtype)


@pytest.mark.parametrize("mode", MODES[:2])
def test_their_wrappers_work_on_it(mode):
    envs = DictInfoToList(RecordEpisodeStatistics(make_vec("Troll", 4, size=4, autoreset_mode=mode)))
    _, info = envs.reset(seed=1)
    episodes = []
    for _ in range(40):
        *_, info = envs.step(drawn([one["action_mask"] for one in info]))
        episodes += [one["episode"]["r"] for one in info if "episode" in one]
    assert episodes
    assert set(episodes) <= {-1.0, 0.0, 1.0}


def test_seeds_decide_many_games_and_arrays_are_new():
    def played(envs):
        answers = [envs.reset(seed=7)]
        for _ in range(20):
            actions = answers[-1][-1]["action_mask"].argmax(axis=1)
            answers.append(envs.step(actions))
        return answers

    for opponent, count in (("random", 8), ("beginner", 2)):
        one, other = (played(make_vec("Troll", count, size=4, opponent=opponent)) for _ in range(2))
        assert all(map(data_equivalence, one, other)), "what was answered before has not changed since"


def test_many_games_have_the_statistics_of_single_ones():
    variant = byways.find("troll").variant({"size": 4})
    envs = make_vec("Troll", 256, size=4, seat=0)
    _, info = envs.reset(seed=1)
    chosen = np.random.default_rng(2)
    first = np.full(256, np.nan)
    while np.isnan(first).any():
        mask = info["action_mask"]
        _, rewards, terminated, _, info = envs.step((mask * chosen.random(mask.shape)).argmax(axis=1))
        new = terminated & np.isnan(first)
        first[new] = rewards[new]
    expected = 2 * mean_values(variant, variant.start(), 20_000, seed=1)[0] - 1
    assert abs(first.mean() - expected) < 4 * first.std() / 16


def test_many_games_are_shown():
    envs = make_vec("Whirlwind", 2, size=6, render_mode="ansi")
    envs.reset(seed=1)
    shown = envs.render()
    assert len(shown) == 2
    assert "to move" in shown[0]
    assert envs.action_masks().dtype == np.bool_

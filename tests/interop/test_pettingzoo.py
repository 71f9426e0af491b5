"""Games as environments of PettingZoo: its own tests, the longest game, and that games go as in the library."""

import functools
import warnings
from itertools import cycle

import numpy as np
import pytest

import byways
from byways.batch.single import UNBOUNDED
from byways.search.random_game import mean_values
from example_games import examples_registered
from games.stride.stride_positions import shuttle_actions, shuttling
from small_games import SMALL

pettingzoo = pytest.importorskip("pettingzoo")
import gymnasium  # noqa: E402 (after the check that PettingZoo is there)
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from byways.interop import pettingzoo as byways_pettingzoo  # noqa: E402
from byways.interop.pettingzoo import env, raw_env  # noqa: E402

GAMES = [*SMALL, *[("longway", {"players": players}) for players in (1, 2, 6)]]
ON_DICTS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@pytest.fixture(scope="module", autouse=True)
def registered():
    with examples_registered():
        byways_pettingzoo.register()
        yield


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_their_api_test_warns_of_observations_that_are_dicts_and_of_nothing_else(game, options):
    for make in (env, raw_env):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            api_test(make(game, **options), num_cycles=60)
        zeros = {"Observation numpy array is all zeros."} if game == "pig" else set()  # its first state vector
        assert {str(warning.message) for warning in caught} - zeros == ON_DICTS


@pytest.mark.parametrize(("game", "options"), [("troll", {"size": 5}), ("longway", {"players": 2}), ("pig", {})])
def test_seeds_decide_everything(game, options):
    seed_test(functools.partial(env, game, **options), 40)


@pytest.mark.parametrize(("game", "options"), [("whirlwind", {"size": 6}), ("hex", {"size": 4})])
def test_games_are_shown_in_every_way(game, options, capsys):
    def is_svg(shown):
        return shown.startswith("<svg") and shown.rstrip().endswith("</svg>")

    render_test(functools.partial(env, game, **options), custom_tests={"svg": is_svg})
    assert game in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo has a registry from 1.27 on")
def test_it_is_registered_where_there_is_a_registry():
    made = pettingzoo.make("aec", "byways/Troll-v0", size=6, render_mode="ansi")
    made.reset(seed=1)
    assert made.render() == str(byways.start("troll", size=6))
    assert {"byways/Longway-v0", "byways/Hex-v0", "byways/ConnectFour-v0"} <= set(pettingzoo.aec_registry)


def random_games(game, count, seed, **options):
    """The results of the first agent in random games, and how many actions these had."""
    rng, found = np.random.default_rng(seed), []
    made = raw_env(game, **options)
    made.reset(seed=seed)
    for _ in range(count):
        made.reset()
        steps = 0
        while not any(made.terminations.values()):
            mask = made.infos[made.agent_selection]["action_mask"]
            made.step(rng.choice(np.flatnonzero(mask)))
            steps += 1
        found.append((made.rewards["player_0"], steps))
    return np.array(found)


@pytest.mark.parametrize(("game", "options"), [("troll", {"size": 4}), ("hex", {"size": 3}), ("pig", {"goal": 20})])
def test_random_games_have_the_librarys_statistics(game, options):
    variant = byways.find(game).variant(options)
    count = 200
    results, lengths = random_games(game, count, 5, **options).T
    expected = 2 * mean_values(variant, variant.start(), 20_000, seed=1, quick=False)[0] - 1
    assert abs(results.mean() - expected) < 4 * results.std() / np.sqrt(count)
    batch = byways.Batch(variant, 256, seed=3)
    ended = []
    for _ in range(200):
        batch.step(batch.sample())
        ended += batch.lengths[batch.done].tolist()
    slow = max(lengths.std(), 1) / np.sqrt(count) + np.std(ended) / np.sqrt(len(ended))
    assert abs(lengths.mean() - np.mean(ended)) < 4 * slow + 0.02 * np.mean(ended)  # short games end more often


def test_the_longest_game_is_truncated_and_any_may_be_cut_short():
    """Where repetitions do not count, two pieces can go back and forth for ever."""
    made = raw_env("stride", side=4, repetition=0)
    made.reset(seed=1)
    made.game.state = shuttling(repetition=0)
    actions, steps = cycle(shuttle_actions(made.game.state)), 0
    while not any(made.truncations.values()):
        made.step(next(actions))
        steps += 1
    assert steps == UNBOUNDED
    for _ in range(2):
        *_, reward, terminated, truncated, _ = made.last()
        assert (terminated, truncated, reward) == (False, True, 0)
        made.step(None)
    assert not made.agents
    made = begun(max_length=5)
    for _ in range(5):
        assert not any(made.truncations.values())
        made.step(int(np.flatnonzero(made.last()[0]["action_mask"])[0]))
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def begun(make=env, **options):
    made = make("troll", size=4, **options)
    made.reset(seed=1)
    return made


def test_an_illegal_action_loses_one_and_ends_the_game():
    made = begun()
    made.step(5)
    made.step(5)
    assert made.rewards == {"player_0": 0, "player_1": -1.0}
    assert all(made.terminations.values())
    with pytest.raises(AssertionError, match="not in action space"):
        begun().step(99)


def test_without_wrappers_what_cannot_be_played_is_an_error_and_nothing_moves():
    made = begun(raw_env)
    for action in ("b3", 5.0, -1, 16, None):
        with pytest.raises(byways.IllegalTurnError) as caught:
            made.step(action)
        assert str(caught.value) == f"the rules do not allow the action {action} here"
        assert made.agent_selection == "player_0"
    made.step(np.array(5))
    before = str(made.unwrapped.game.state)
    with pytest.raises(byways.IllegalTurnError):
        made.step(5)
    assert (str(made.unwrapped.game.state), made.agent_selection) == (before, "player_1")
    ended = begun(raw_env, max_length=1)
    ended.step(5)
    with pytest.raises(ValueError, match="the only valid action is None"):
        ended.step(6)


def test_who_swaps_plays_on_with_the_others_colour_and_agents_see_no_secrets():
    made = begun(raw_env, swap=True)
    made.step(5)
    assert made.agent_selection == "player_1"
    made.step(made.game.variant.swap_action)
    assert made.agent_selection == "player_0", "Black is to move, who is now the agent that began"
    own_discs = [made.observe(agent)["observation"][0].sum() for agent in ("player_1", "player_0")]
    assert own_discs == [1, 0], "the disc on the board is White's"
    first, second = (env("longway", players=2) for _ in range(2))
    for made, action in ((first, 0), (second, 1)):
        made.reset(seed=1)
        made.step(action)
        assert made.agent_selection == "player_0", "the exit is to come"
    one, other = (made.observe("player_1")["observation"] for made in (first, second))
    assert np.array_equal(one, other)
    one, other = (made.observe("player_0")["observation"] for made in (first, second))
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "go"}, "there is no game 'go'"),
        ({"size": 3}, "option size: 3 is not allowed"),
        ({"colour": 3}, "colour"),
        ({"render_mode": "tv"}, "option render_mode: 'tv' is not allowed; it must be human, ansi, rgb_array, svg"),
        ({"max_length": "long"}, "max_length: 'long' is not allowed; it must be a whole number from 0 on"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence_and_bad_seeds_as_gymnasium_refuses_them(given, said):
    with pytest.raises(byways.OptionError, match=said) as caught:
        env(**{"game": "troll", **given})
    assert "\n" not in str(caught.value)
    for seed in ("abc", 1.5, -1):
        with pytest.raises(gymnasium.error.Error):
            env("troll").reset(seed=seed)

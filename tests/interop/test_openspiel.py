"""Games handed to OpenSpiel: its own checks, and that a game goes as in the library."""

import copy
import pickle
import random
import subprocess
import sys
from itertools import cycle, product

import numpy as np
import pytest

import byways
from example_games import examples_registered
from games.playing import play
from games.stride.stride_positions import shuttle_actions, shuttling
from small_games import SMALL

pyspiel = pytest.importorskip("pyspiel")
from absl import flags  # noqa: E402 (after the check that OpenSpiel is there)
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import exploitability, generate_playthrough, mcts, minimax  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from byways.arena.openspiel_games import OpenSpielGame  # noqa: E402
from byways.batch.single import UNBOUNDED  # noqa: E402
from byways.interop import openspiel  # noqa: E402

GAMES = [*SMALL, ("longway", {}), ("longway", {"players": 2}), ("connect_four", {"rows": 4, "columns": 4})]
QUICK = ["troll(size=4)", "whirlwind(size=6)", "hex(size=3)"]


@pytest.fixture(scope="module", autouse=True)
def registered():
    with examples_registered():
        openspiel.register()
        flags.FLAGS(["pytest"])
        yield


def load(name, options):
    return pyspiel.load_game(f"python_byways_{name}", options)


def test_every_game_is_registered_with_its_options():
    names = pyspiel.registered_names()
    assert {f"python_byways_{name}" for name in byways.games()} <= set(names)
    assert str(pyspiel.load_game("python_byways_troll(size=6)").new_initial_state()) == str(
        byways.start("troll", size=6)
    )
    assert pyspiel.load_game("python_byways_longway(players=6)").num_players() == 6
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    assert (kinds["python_byways_longway"].min_num_players, kinds["python_byways_longway"].max_num_players) == (1, 6)


@pytest.mark.parametrize(
    "wrong", ["troll(size=3)", "troll(edges=open)", "troll(colour=2)", "troll(max_length=-1)", "go"]
)
def test_wrong_parameters_are_an_error_of_openspiels(wrong):
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game(f"python_byways_{wrong}")


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_openspiels_simulations_find_nothing(name, options):
    pyspiel.random_sim_test(load(name, options), 1, True, False)
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name, options))


@pytest.mark.parametrize("game", [*QUICK, "longway(players=2,max_length=30)", "stroll(size=5,ending=claim)"])
def test_playthroughs_can_be_replayed(game, tmp_path):
    first = generate_playthrough.playthrough(f"python_byways_{game}", action_sequence=None, seed=1)
    assert "Apply action" in first
    kept = tmp_path / "playthrough.txt"
    kept.write_text(first, encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(kept))
    assert actual == expected


@pytest.mark.parametrize("game", QUICK)
def test_both_tree_searches_play(game):
    game = pyspiel.load_game(f"python_byways_{game}")
    state = game.new_initial_state()
    found = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 30, 16, True, 1, False).mcts_search(state)
    assert found.best_child().action in state.legal_actions()
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_alpha_beta_proves_a_small_board_and_tiny_ones_can_be_exploited_or_not():
    value, _ = minimax.alpha_beta_search(pyspiel.load_game("python_byways_hex(size=3)"))
    assert value == 1.0, "the first player wins Hex"
    game = pyspiel.load_game("python_byways_troll(size=4,max_length=3)")
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == 0.0, "three discs join nothing"
    late = play(byways.start("connect_four", rows=4, columns=4), *"ababa")
    game = OpenSpielGame(late, {"max_length": 4})
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) > 0.1, "whoever does not block loses"


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_random_games_go_as_in_the_library(name, options):
    choose = random.Random(4)
    for _ in range(2):
        theirs, ours = load(name, options).new_initial_state(), byways.start(name, **options)
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                assert {theirs.action_to_string(action): share for action, share in theirs.chance_outcomes()} == dict(
                    ours.chances()
                )
            else:
                assert ours.players[theirs.current_player() ^ ours.swapped] == ours.to_move
            assert theirs.legal_actions() == ours.legal_actions().tolist()
            action = choose.choice(theirs.legal_actions())
            theirs.apply_action(action)
            ours = ours.apply(action)
        assert ours.outcome is not None
        results = theirs.returns()[::-1] if ours.swapped else theirs.returns()
        if len(results) > 1:
            winners = tuple(
                name for name, result in zip(ours.players, results, strict=True) if result == max(results) > 0
            )
            assert winners == (ours.outcome.winners if len(ours.outcome.winners) == 1 else ())


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_actions_are_written_as_the_library_writes_turns(name, options):
    theirs, ours = load(name, options).new_initial_state(), byways.start(name, **options)
    while not theirs.is_chance_node() and not theirs.is_terminal() and theirs.move_number() < 10:
        texts = [theirs.action_to_string(action) for action in theirs.legal_actions()]
        assert len(set(texts)) == len(texts)
        if not ours.begun and ours.variant.game.rules.single:
            assert texts == ours.legal_turns()
        ours = ours.apply(theirs.legal_actions()[-1])
        theirs.apply_action(theirs.legal_actions()[-1])


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_observers_show_what_batches_show(name, options):
    game = load(name, options)
    observation, recalled = (
        make_observation(game),
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=True)),
    )
    batch = byways.Batch(name, 1, seed=1, autoreset=False, **options)
    theirs = game.new_initial_state()
    seen = set()
    while not batch.done[0]:
        while theirs.is_chance_node():
            vector = batch.vectors[0].tolist()
            outcomes = [theirs.child(action) for action, _ in theirs.chance_outcomes()]
            theirs = next((one for one in outcomes if one.state.vector.tolist() == vector), outcomes[0])
        player = int(batch.to_move[0])
        assert theirs.current_player() == player
        observation.set_from(theirs, player)
        assert np.array_equal(observation.dict["observation"], batch.observe()[0])
        assert np.array_equal(theirs.observation_tensor(player), batch.observe()[0].ravel())
        seen.add(recalled.string_from(theirs, player))
        action = int(batch.sample()[0])
        batch.step([action])
        theirs.apply_action(action)
        if len(seen) == 12:
            break
    assert len(seen) > 5 or batch.done[0]


def test_what_is_no_action_has_no_text_and_who_is_no_player_sees_nothing():
    game = load("troll", {"size": 4})
    observation, state = make_observation(game), game.new_initial_state()
    for action in (17, 999, -1):
        with pytest.raises(pyspiel.SpielError, match=f"there is no action {action}: they are numbers from 0 to 16"):
            state.action_to_string(action)
    for player, look in product((2, -1), (observation.set_from, observation.string_from)):
        with pytest.raises(pyspiel.SpielError, match=f"there is no player {player}: they are numbers from 0 to 1"):
            look(state, player)
    with pytest.raises(pyspiel.SpielError, match="take no parameters"):
        make_observation(game, None, {"colour": 1})


def test_an_action_that_cannot_be_played_is_an_error_of_openspiels_and_nothing_moves():
    state = load("troll", {"size": 4}).new_initial_state()
    state.apply_action(5)
    before = str(state)
    for action, wrong in product((0, 5, 999, -2), (state.apply_action, state.child)):
        with pytest.raises(pyspiel.SpielError, match=f"the rules do not allow the action {action} here"):
            wrong(action)
    assert (str(state), state.move_number()) == (before, 1)
    for length in (0, 3):
        state = load("hex", {"size": 3, "max_length": length}).new_initial_state()
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        before = str(state)
        with pytest.raises(pyspiel.SpielError, match="the game is over"):
            state.apply_action(8)
        assert str(state) == before


def test_a_program_that_uses_it_ends_well():
    """OpenSpiel lets go of what was registered when Python has ended."""
    code = "import pyspiel, byways.interop.openspiel; pyspiel.load_game('python_byways_troll').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0


def test_a_copy_goes_its_own_way_and_who_swaps_plays_on_with_the_other_colour():
    start = load("troll", {"size": 4, "swap": True}).new_initial_state()
    start.apply_action(5)
    assert start.current_player() == 1
    start.apply_action(start.get_game().variant.swap_action)
    assert start.current_player() == 0, "black is to move, who is now the person that began"
    choose = random.Random(1)
    while not start.is_terminal():
        start.apply_action(choose.choice(start.legal_actions()))
    winner = start.state.players.index(start.state.outcome.winner)
    assert start.returns()[1 - winner] == 1.0
    state = load("troll", {"size": 5}).new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) != str(twin)
    assert state.current_player() != twin.current_player()
    assert copy.deepcopy(state.state) is state.state
    game = OpenSpielGame(byways.start("troll", size=4).play("b2"), {"max_length": 9})
    again = pickle.loads(pickle.dumps(game))
    assert (again.first, again.max_game_length()) == (game.first, 9)


def test_a_players_observation_has_no_secrets_of_others():
    state = byways.start("stroll", size=5, ending="claim")
    while state.to_move and not state.legal_turns()[0].startswith("path"):
        state = state.play(state.legal_turns()[0])
    white, black = state.players.index("white"), state.players.index("black")
    claims = [turn for turn in state.legal_turns() if state.play(turn).to_move == "black"][:2]
    seen = [OpenSpielGame(state.play(turn)).new_initial_state() for turn in claims]
    for tell in ("observation_string", "information_state_string"):
        assert len({getattr(one, tell)(white) for one in seen}) == 2
        assert len({getattr(one, tell)(black) for one in seen}) == 1, "black does not know yet what white claims"
    begun = [OpenSpielGame(state.apply(action)).new_initial_state() for action in state.legal_actions()[:2]]
    assert len({one.information_state_string(black) for one in begun}) == 1, "nor what white begins to claim"
    assert len({one.information_state_string(white) for one in begun}) == 2


def test_a_position_that_comes_the_third_time_is_a_draw_and_the_longest_game_another():
    first, *others = shuttle_actions(shuttling()) * 2
    theirs = OpenSpielGame(shuttling().apply(first)).new_initial_state()  # what came before it counts
    for action in others:
        assert not theirs.is_terminal()
        theirs.apply_action(action)
    assert theirs.is_terminal()
    assert theirs.returns() == [0.0, 0.0]
    # Where repetitions do not count, two pieces can go back and forth for ever
    first = shuttling(repetition=0)
    game = OpenSpielGame(first)
    theirs, actions = game.new_initial_state(), cycle(shuttle_actions(first))
    while not theirs.is_terminal():
        theirs.apply_action(next(actions))
    assert theirs.move_number() == game.max_game_length() == UNBOUNDED
    assert theirs.returns() == [0.0, 0.0]
    assert theirs.legal_actions() == []


@pytest.mark.parametrize(("name", "options"), [one for one in GAMES if one[0] not in ("stride", "pig", "hex")])
def test_no_game_is_longer_than_the_rules_say(name, options):
    game = load(name, options)
    assert game.max_game_length() < UNBOUNDED
    assert game.max_game_length() == game.variant.longest

"""Games handed to OpenSpiel, and its search as a player."""

import copy
import random

import pytest

import byways
from byways.arena.match import play_match
from byways.arena.players import player
from byways.header import WINNER
from games.stride.stride_positions import SHUTTLE, shuttling

pyspiel = pytest.importorskip("pyspiel")
from byways.interop.openspiel import OpenSpielGame, best_turn  # noqa: E402 (after the check that OpenSpiel is there)

GAMES = [("troll", {"size": 5}), ("whirlwind", {"size": 6}), ("stride", {"side": 4}), ("stroll", {"size": 5})]
WHITE_TO_WIN = """
 . O . .
 . O . X
 X O . .
 . . . .
 to move: white
"""


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_random_games_go_as_in_byways(name, options):
    first = byways.start(name, **options)
    choose = random.Random(4)
    for _ in range(3):
        theirs, ours = OpenSpielGame(first).new_initial_state(), first
        while not theirs.is_terminal():
            assert ours.players[theirs.current_player()] == ours.to_move
            turn, actions = choose.choice(list(ours.variant.game.texts.turns(ours)))
            for action in actions:
                assert action in theirs.legal_actions()
                assert theirs.current_player() == ours.players.index(ours.to_move)
                theirs.apply_action(action)
            ours = ours.play(turn)
        assert ours.outcome is not None
        winner = ours.outcome.winner
        expected = [0.0, 0.0] if winner is None else [1.0 if side == winner else -1.0 for side in ours.players]
        assert theirs.returns() == expected


def test_whoever_swaps_plays_on_with_the_other_colour():
    start = OpenSpielGame(byways.start("troll", size=4, swap=True)).new_initial_state()
    start.apply_action(5)
    assert start.current_player() == 1
    start.apply_action(start.get_game().variant.swap_action)
    assert start.current_player() == 0, "black is to move, who is now the person that began"
    choose = random.Random(1)
    while not start.is_terminal():
        start.apply_action(choose.choice(start.legal_actions()))
    winner = int(start.place.vector[WINNER]) - 1
    assert start.returns()[1 - winner] == 1.0


def test_a_search_values_the_pie_rule_as_an_even_game():
    """With colours for people a swap would lose nothing, and the first player's best turn would be the strongest."""
    game = OpenSpielGame(byways.start("troll", size=4, swap=True))
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 3_000, 256, True, 1, False)
    found = bot.mcts_search(game.new_initial_state())
    assert found.total_reward / found.explore_count < 0.1


def test_a_players_observation_has_no_secrets_of_others():
    state = byways.start("stroll", size=5, ending="claim")
    while state.to_move and not state.legal_turns()[0].startswith("path"):
        state = state.play(state.legal_turns()[0])
    white, black = state.players.index("white"), state.players.index("black")
    claims = [turn for turn in state.legal_turns() if state.play(turn).to_move == "black"][:2]
    seen = [OpenSpielGame(state.play(turn)).new_initial_state() for turn in claims]
    assert len({one.observation_string(white) for one in seen}) == 2
    assert len({one.observation_string(black) for one in seen}) == 1, "black does not know yet what white claims"


def test_a_copy_goes_its_own_way():
    state = OpenSpielGame(byways.start("troll", size=5)).new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) != str(twin)
    assert state.current_player() != twin.current_player()
    assert copy.deepcopy(state.place) is state.place


def test_a_position_that_comes_the_third_time_is_a_draw():
    ours = shuttling().play(SHUTTLE[0])
    theirs = OpenSpielGame(ours).new_initial_state()  # what came before it counts
    for turn in (SHUTTLE * 2)[1:]:
        assert not theirs.is_terminal()
        for action in ours.actions(turn):
            theirs.apply_action(action)
        ours = ours.play(turn)
    assert ours.outcome.reason == "repetition"
    assert theirs.is_terminal()
    assert theirs.returns() == [0.0, 0.0]


def test_its_search_takes_a_win_in_one():
    state = byways.start("troll", position=WHITE_TO_WIN)
    assert state.write(best_turn(state, 300, 1)) == "b4"


def test_it_begins_where_the_state_is():
    state = byways.start("whirlwind", size=6)
    state = state.play(state.legal_turns()[0])
    for seed in (1, 2):
        turn = state.write(best_turn(state, 20, seed))
        assert state.is_legal(turn)
    assert best_turn(state, 20, 3) == best_turn(state, 20, 3)


def test_it_plays_matches():
    *_, score = play_match("troll", {"size": 4}, "plain:simulations=200", "openspiel:simulations=5", games=4)
    assert score.games == 4
    assert score.wins >= 2


@pytest.mark.parametrize("text", ["openspiel:", "openspiel:seconds=1", "openspiel:simulations=5,seconds=1"])
def test_it_is_limited_by_simulations_only(text):
    with pytest.raises(byways.OptionError):
        player(text)


def test_games_it_cannot_play_are_refused():
    with pytest.raises(byways.OptionError, match="two players"):
        OpenSpielGame(byways.start("longway"))

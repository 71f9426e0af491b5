"""OpenSpiel's search as a player."""

import pytest

import byways
from byways.arena.match import play_match
from byways.arena.players import player
from search.test_mcts import WHITE_TO_WIN

pyspiel = pytest.importorskip("pyspiel")
from byways.arena.openspiel_games import OpenSpielGame, best_turn  # noqa: E402 (after the check that it is there)


def test_a_search_values_the_pie_rule_as_an_even_game():
    """With colours for people a swap would lose nothing, and the first player's best turn would be the strongest."""
    game = OpenSpielGame(byways.start("troll", size=4, swap=True))
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 3_000, 256, True, 1, False)
    found = bot.mcts_search(game.new_initial_state())
    assert found.total_reward / found.explore_count < 0.1


def test_its_search_begins_where_the_state_is_and_takes_a_win_in_one():
    state = byways.start("troll", position=WHITE_TO_WIN)
    assert state.write(best_turn(state, 300, 1)) == "b4"
    state = byways.start("whirlwind", size=6)
    state = state.play(state.legal_turns()[0])
    assert all(state.is_legal(state.write(best_turn(state, 20, seed))) for seed in (1, 2))
    assert best_turn(state, 20, 3) == best_turn(state, 20, 3)


def test_it_plays_matches():
    *_, score = play_match("troll", {"size": 4}, "plain:simulations=200", "openspiel:simulations=5", games=4)
    assert score.games == 4
    assert score.wins >= 2


def test_other_limits_and_games_for_others_than_two_are_refused():
    for text in ("openspiel:", "openspiel:seconds=1", "openspiel:simulations=5,seconds=1"):
        with pytest.raises(byways.OptionError):
            player(text)
    for options in ({}, {"players": 2}):
        with pytest.raises(byways.OptionError, match="two players"):
            best_turn(byways.start("longway", **options), 5, 1)

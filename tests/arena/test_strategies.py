"""Simple strategies: what they play on boards where it can be said by hand."""

import pytest

import byways
from byways.arena.match import play_match
from byways.arena.players import player
from byways.arena.strategies import edge, mirror, stalling
from byways.errors import OptionError
from byways.kernels.rng import seeded
from games.playing import play
from games.stride.stride_positions import SHUTTLE, place, shuttling


def turns(strategy, state, tries=6):
    """The turns that a strategy plays, by different dice."""
    return {strategy(state, seeded(seed)).turn for seed in range(tries)}


def test_mirror_answers_by_the_symmetry_that_makes_the_board_most_symmetric():
    # Colours change places with rows and columns: c2 is the image of b3 in the diagonal, and d5 of e4.
    start = byways.start("troll", size=6)
    state = play(start, "b3")
    assert turns(mirror, state) == {"c2"}
    assert turns(mirror, play(state, "c2", "e4")) == {"d5"}
    assert turns(mirror, byways.start("stride", side=4).play("b2-d2")) == {"f6-d6"}, "half a turn"
    assert len(turns(mirror, start)) > 1, "of nothing any turn"


def test_stalling_goes_back_and_forth():
    state = play(shuttling(), *SHUTTLE[:2])
    assert turns(stalling, state) == {SHUTTLE[2]}
    assert all("," not in turn for turn in turns(stalling, byways.start("whirlwind", size=6).play("c1"))), "one stone"


def test_edge_plays_on_the_edge():
    state = byways.start("troll", size=6)
    legal = {turn for turn in state.legal_turns() if turn[0] in "af" or turn[1:] in ("1", "6")}
    assert turns(edge, state, 12) <= legal
    assert turns(edge, place("b2 c2 d4", "c3 d2 e4")) == {"c2-e2"}, "of b2, d2, d4, e2 and f4 only e2 is on the edge"


@pytest.mark.parametrize("name", ["mirror", "stalling", "edge"])
def test_strategies_play_matches_and_refuse_games_with_dice(name):
    *_, score = play_match("whirlwind", {"size": 6, "swap": True}, name, "random", games=2, seed=3)
    assert score.games == 2
    with pytest.raises(OptionError, match="The Long Way has no player"):
        player(name).choose(byways.start("longway"), seeded(1))

"""Simple strategies: what they play on boards where it can be said by hand."""

import pytest

import byways
from byways.arena.match import play_match
from byways.arena.players import player
from byways.arena.strategies import edge, mirror, stalling
from byways.arena.thinker import CONSIDERED, Variety
from byways.errors import OptionError
from byways.kernels.rng import seeded
from byways.search.answer import Choice, answer_of
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


def test_stalling_goes_back_and_forth_and_edge_plays_on_the_edge():
    state = play(shuttling(), *SHUTTLE[:2])
    assert turns(stalling, state) == {SHUTTLE[2]}
    assert all("," not in turn for turn in turns(stalling, byways.start("whirlwind", size=6).play("c1"))), "one stone"
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


# Players that vary their first turns: among turns that lose little, and only in the first turns


CHOICES = tuple(Choice(turn, value, 10) for turn, value in (("a1", 0.6), ("b1", 0.57), ("c1", 0.5), ("d1", 0.7)))


def test_turns_within_the_loss_are_drawn_and_no_others():
    found = answer_of(CHOICES, 40, 0.0, 1)
    drawn = {Variety(4, 0.05).choose(found, rng := seeded(seed)).turn for seed in range(30)}
    assert drawn == {"a1", "b1", "d1"}
    assert Variety(4, 0.0).choose(answer_of(CHOICES[:3], 30, 0.0, 1), rng).turn == "a1"
    many = answer_of((*CHOICES[:1] * CONSIDERED, CHOICES[3]), 90, 0.0, 1)
    assert {Variety(4).choose(many, seeded(seed)).turn for seed in range(30)} == {"a1"}


def test_only_the_first_turns_of_a_game_vary():
    start = byways.start("troll", size=4)
    one = player("full:simulations=60,vary=1,loss=0.3")
    firsts = [one.decide(start, seeded(seed)) for seed in range(12)]
    assert len({str(first.state.turn) for first in firsts}) > 2
    assert all(0 <= (first.value or 0) <= 1 for first in firsts)
    after = firsts[0].state
    plain = player("full:simulations=60")
    for seed in range(4):
        turns = [str(who.decide(after, seeded(seed)).state.turn) for who in (one, plain)]
        assert turns[0] == turns[1], "from the same seed"


@pytest.mark.parametrize("text", ["level:number=3,vary=-1", "full:simulations=5,vary=1.5", "level:number=3,loss=2"])
def test_other_amounts_are_refused(text):
    with pytest.raises(OptionError, match="this player takes vary=NUMBER"):
        player(text)

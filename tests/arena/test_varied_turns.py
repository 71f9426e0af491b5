"""Players that vary their first turns: among turns that lose little, and only in the first turns."""

import pytest

import byways
from byways.arena.players import player
from byways.arena.thinker import CONSIDERED, Variety
from byways.errors import OptionError
from byways.kernels.rng import seeded
from byways.search.answer import Choice, answer_of

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

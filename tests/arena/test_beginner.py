"""The beginner of matches: what it sees, what it takes, and what it does not walk into."""

from dataclasses import replace

import pytest

import byways
from byways.arena.beginner import beginners_choice
from byways.arena.match import play_match
from byways.kernels import compiled
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.search.random_game import random_turn
from games.stride.stride_positions import place
from games.troll.test_troll_rules import AFTER_D5, EXAMPLE, position

BOARDS = (("troll", {"size": 6}), ("whirlwind", {"size": 8}), ("stride", {"side": 4}), ("stroll", {"size": 6}))


def beginner_eval(state, player):
    return state.variant.game.search.beginner(state.variant.geometry, state.vector, state.players.index(player))


def choices(state, tries=8):
    """The turns that the beginner plays, by different dice."""
    return {str(beginners_choice(state, seeded(seed)).turn) for seed in range(tries)}


@pytest.mark.parametrize(("game", "options"), BOARDS)
def test_the_evaluation_is_the_same_in_machine_code(game, options):
    rng, state = seeded(3), byways.start(game, **options)
    kernel = state.variant.game.search.beginner
    while state.to_move is not None:
        for player in range(2):
            seen = kernel(state.variant.geometry, state.vector, player)
            assert compiled(kernel)(state.variant.geometry, state.vector.copy(), player) == seen
        state = state.apply_unchecked(random_turn(state, rng))


def test_what_the_evaluation_counts():
    troll = position(EXAMPLE)
    assert beginner_eval(troll, "black") == 9 - 64 * 4, (
        "nine discs; from a3 to e3 two cells and, twice, an enemy's disc"
    )
    stride = byways.start("stride")
    assert beginner_eval(stride, "white") == beginner_eval(stride, "black") == 0
    assert beginner_eval(stride.play("b2-d2"), "white") == 2
    stroll = byways.start("stroll", size=7).play("b2>e5")
    assert (beginner_eval(stroll, "white"), beginner_eval(stroll, "black")) == (4, 0)
    whirlwind = byways.start("whirlwind", size=6)
    after = [whirlwind.play(turn) for turn in whirlwind.legal_turns()]
    assert max(beginner_eval(state, "black") for state in after) == beginner_eval(whirlwind, "black") + 1
    assert max(beginner_eval(state, "white") for state in after) == beginner_eval(whirlwind, "white")


def wins(state, turn):
    """Whether a turn wins, at once or whatever the reply."""
    after = state.play(turn)
    ends = [after.outcome] if after.outcome else [after.play(reply).outcome for reply in after.legal_turns()]
    return all(end and end.winner == state.to_move for end in ends)


def test_a_win_is_taken_and_a_loss_by_the_next_turn_is_not_walked_into():
    assert choices(position(AFTER_D5)) <= {"a3", "a5", "b6"}
    state, lost = position(EXAMPLE).play("d5"), set()
    for turn in state.legal_turns():
        ends = [reply.outcome for reply in map(state.play(turn).play, state.play(turn).legal_turns())]
        if any(end and end.winner == "black" for end in ends):
            lost.add(turn)
    assert len(lost) > 20
    assert not choices(state) & lost
    hopeless = place("b2", "g4 f4 c3", to_move="white")
    assert choices(hopeless) <= set(hopeless.legal_turns()), "who is lost plays on"


def test_the_long_ways_beginner_is_the_greedy_player_and_there_is_none_without():
    assert choices(byways.start("longway")) == {"setup a1N g7S"}
    game = byways.find("longway")
    game = replace(game, search=replace(game.search, beginner_turn=None))
    variant = game.variant()
    with pytest.raises(byways.OptionError, match="The Long Way has no beginner"):
        beginners_choice(State(variant, variant.start()), seeded(1))


def test_a_win_that_must_last_for_the_enemys_turn_is_taken():
    rng, state, found = seeded(1), byways.start("stride", side=4), 0
    while found < 3:
        state = state.apply_unchecked(random_turn(state, rng))
        if state.to_move is None:
            state = byways.start("stride", side=4)
        winning = {turn for turn in state.legal_turns() if wins(state, turn)}
        if 0 < len(winning) < len(state.legal_turns()):
            found += 1
            assert choices(state, 4) <= winning


def test_equals_are_equally_likely_and_what_looks_best_is_played():
    state = byways.start("stride", side=4)
    best = max(beginner_eval(state.play(turn), "white") for turn in state.legal_turns())
    found = choices(state, 20)
    assert len(found) > 3
    assert {beginner_eval(state.play(turn), "white") for turn in found} == {best}


@pytest.mark.parametrize(("game", "options"), BOARDS)
def test_the_beginner_beats_whoever_plays_at_random(game, options):
    *_, score = play_match(game, options, "beginner", "random", games=10, seed=2)
    assert score.share >= 0.8

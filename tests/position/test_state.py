"""States outlive pickling and copying, and their turns are taken back."""

import copy
import pickle
import sys
from dataclasses import replace

import pytest

import byways
from byways.errors import CannotUndoError
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.position.undo import take_back
from byways.registry import find
from byways.search.engines import reweighted
from byways.search.random_game import random_turn
from byways.testing import random_line
from games.playing import play
from small_games import ONE_OF_EACH


def alike(one, other):
    """Whether two states are equal, with all that led to them."""
    facts = [(s, s.turns, s.line, s.swapped, s.outcome, s.previous, s.vector.flags.writeable) for s in (one, other)]
    return facts[0] == facts[1] and hash(one) == hash(other)


@pytest.mark.parametrize("take", [lambda s: pickle.loads(pickle.dumps(s)), copy.deepcopy, copy.copy])
@pytest.mark.parametrize(("game", "options"), ONE_OF_EACH)
def test_a_copy_is_the_same_state(game, options, take):
    line = list(random_line(find(game).variant(options), seed=3))
    for state in (line[0], line[len(line) // 2], line[-1]):
        assert alike(take(state), state)
        assert alike(take(state.view(state.players[0])), state.view(state.players[0]))
        assert copy.copy(state) is copy.deepcopy(state) is state, "itself, because it never changes"


def test_a_long_game_is_pickled_too():
    state, rng = byways.start("stride", side=4, repetition=0), seeded(1)
    while len(state.turns) < 2 * sys.getrecursionlimit() and state.to_move is not None:
        state = state.apply_unchecked(random_turn(state, rng))
        if state.to_move is None:
            state = State(state.variant, state.previous.vector.copy(), state.previous, "again")
    assert alike(pickle.loads(pickle.dumps(state)), state)


def test_amid_a_turn_a_state_tells_its_actions_so_far_and_keeps_secrets():
    state = byways.start("longway", players=2)
    state = state.apply(first := int(state.legal_actions()[3]))
    assert (state.begun, state.mover, state.previous.begun) == ((first,), 0, ())
    assert state.view("player 1").begun == (first,)
    assert state.view("player 2").begun == ()
    assert state.view("player 2").turns == state.view(None).turns == ()


def test_a_game_that_was_changed_is_not_taken_for_the_one_of_its_name():
    variant = find("troll").variant({"size": 4})
    other = replace(variant.game, about=replace(variant.game.about, title="Trull")).variant({"size": 4})
    for changed in (reweighted(variant, {"to move": 7}), other):
        state = State(changed, changed.start())
        with pytest.raises(pickle.PicklingError, match="troll is changed"):
            pickle.dumps(state)


@pytest.mark.parametrize(("game", "options"), ONE_OF_EACH)
def test_a_number_of_no_action_has_no_text(game, options):
    state = byways.start(game, **options)
    most = state.variant.num_actions - 1
    for wrong in (-1, most + 1, 99_999):
        with pytest.raises(byways.IllegalTurnError) as caught:
            state.write((wrong,))
        assert str(caught.value) == f"there is no action {wrong}: they are numbers from 0 to {most}"


def after(game, *turns, **options):
    return play(byways.start(game, **options), *turns)


def test_turns_go_back_to_the_last_decision_of_ones_own():
    state = after("troll", "b3", "c2", "b2", size=4)
    assert take_back(state, lambda before: before.to_move == "white").turns == ("b3", "c2")
    assert take_back(state, lambda before: before.to_move == "black").turns == ("b3",)


def test_where_one_has_decided_nothing_there_is_nothing_to_take_back():
    for state in (after("troll", size=4), after("troll", "b3", size=4)):
        with pytest.raises(CannotUndoError, match="no move") as caught:
            take_back(state, lambda before: before.to_move == "black")
        assert caught.value.code == "undo.first"


def test_a_secret_turn_goes_back_until_it_is_revealed_and_a_roll_stays():
    secret = after("longway", "setup d1N g7S", players=2)
    assert take_back(secret, lambda before: before.to_move == "player 1").turns == ()
    with pytest.raises(CannotUndoError, match="revealed"):
        take_back(secret.play("setup a1W g7S"), lambda before: True)
    rolling = after("longway", "setup d1N g7S", players=1)
    assert rolling.to_move == "chance"
    with pytest.raises(CannotUndoError, match="dice"):
        take_back(rolling.play(rolling.chances()[0][0]), lambda before: True)


def test_two_people_exchange_their_seats_by_swap():
    first = after("troll", "b3", size=4, swap=True)
    swapped = first.play("swap")
    assert [first.seat_of(player) for player in first.players] == ["white", "black"]
    assert [swapped.seat_of(player) for player in first.players] == ["black", "white"]
    assert swapped.play("c2").seat_of("white") == "black"
    assert swapped.play("c2").seat_of("white", since=swapped) == "white"
    assert first.seat_of("white", since=swapped) == "black"

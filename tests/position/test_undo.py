"""How far turns are taken back, and who sits where after a swap."""

import pytest

import byways
from byways.errors import CannotUndoError
from byways.position.undo import take_back


def after(game, *turns, **options):
    state = byways.start(game, **options)
    for turn in turns:
        state = state.play(turn)
    return state


def test_turns_go_back_to_the_last_decision_of_ones_own():
    state = after("troll", "b3", "c2", "b2", size=4)
    assert take_back(state, lambda before: before.to_move == "white").turns == ("b3", "c2")
    assert take_back(state, lambda before: before.to_move == "black").turns == ("b3",)


def test_where_one_has_decided_nothing_there_is_nothing_to_take_back():
    for state in (after("troll", size=4), after("troll", "b3", size=4)):
        with pytest.raises(CannotUndoError, match="no move"):
            take_back(state, lambda before: before.to_move == "black")


def test_a_secret_turn_goes_back_until_it_is_revealed():
    secret = after("longway", "setup d1N g7S", players=2)
    assert take_back(secret, lambda before: before.to_move == "player 1").turns == ()
    with pytest.raises(CannotUndoError, match="revealed"):
        take_back(secret.play("setup a1W g7S"), lambda before: True)


def test_a_roll_stays():
    state = after("longway", "setup d1N g7S", players=1)
    assert state.to_move == "chance"
    with pytest.raises(CannotUndoError, match="dice"):
        take_back(state.play(state.chances()[0][0]), lambda before: True)


def test_two_people_exchange_their_seats_by_swap():
    first = after("troll", "b3", size=4, swap=True)
    swapped = first.play("swap")
    assert [first.seat_of(player) for player in first.players] == ["white", "black"]
    assert [swapped.seat_of(player) for player in first.players] == ["black", "white"]
    assert swapped.play("c2").seat_of("white") == "black"
    assert swapped.play("c2").seat_of("white", since=swapped) == "white"
    assert first.seat_of("white", since=swapped) == "black"


def test_why_nothing_is_taken_back_has_a_code():
    with pytest.raises(byways.BywaysError) as caught:
        take_back(after("troll", size=4), lambda before: True)
    assert caught.value.code == "undo.first"

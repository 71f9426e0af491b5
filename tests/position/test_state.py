"""States outlive pickling and copying, as work in several processes asks for."""

import copy
import pickle
import sys
from dataclasses import replace

import pytest

import byways
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.registry import find
from byways.search.engines import reweighted
from byways.search.random_game import random_turn
from byways.testing import random_line

GAMES = [
    ("troll", {"size": 5, "swap": True}),
    ("whirlwind", {"size": 6}),
    ("stride", {"side": 4, "repetition": 2}),
    ("stroll", {"size": 5, "ending": "claim"}),
    ("longway", {"players": 2}),
]


def alike(one, other):
    """Whether two states are equal, with all that led to them."""
    facts = [(s, s.turns, s.line, s.swapped, s.outcome, s.previous, s.vector.flags.writeable) for s in (one, other)]
    return facts[0] == facts[1] and hash(one) == hash(other)


@pytest.mark.parametrize("take", [lambda s: pickle.loads(pickle.dumps(s)), copy.deepcopy, copy.copy])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_copy_is_the_same_state(game, options, take):
    line = list(random_line(find(game).variant(options), seed=3))
    for state in (line[0], line[len(line) // 2], line[-1]):
        assert alike(take(state), state)
        assert alike(take(state.view(state.players[0])), state.view(state.players[0]))


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


def test_copying_gives_the_state_itself_because_it_never_changes():
    state = byways.random_game("troll", size=4)
    assert copy.copy(state) is copy.deepcopy(state) is state


def test_a_game_that_was_changed_is_not_taken_for_the_one_of_its_name():
    variant = find("troll").variant({"size": 4})
    other = replace(variant.game, about=replace(variant.game.about, title="Trull")).variant({"size": 4})
    for changed in (reweighted(variant, {"to move": 7}), other):
        state = State(changed, changed.start())
        with pytest.raises(pickle.PicklingError, match="troll is changed"):
            pickle.dumps(state)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_number_of_no_action_has_no_text(game, options):
    state = byways.start(game, **options)
    most = state.variant.num_actions - 1
    for wrong in (-1, most + 1, 99_999):
        with pytest.raises(byways.IllegalTurnError) as caught:
            state.write((wrong,))
        assert str(caught.value) == f"there is no action {wrong}: they are numbers from 0 to {most}"

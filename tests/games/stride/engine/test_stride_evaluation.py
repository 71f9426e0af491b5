"""What Stride's engine knows: its evaluation, the order of turns, and which turns are loud."""

import numpy as np
import pytest

import byways
from byways.games.stride.engine.evaluation import WEIGHTS, lead
from byways.kernels import compiled
from byways.search.deepening import Deepening
from games.stride.stride_positions import place
from oracles import compare
from oracles.stride import Stride
from oracles.stride_worth import lead as slow_lead, loud
from search.test_alphabeta import deepen


def both_games(side, seed, goal="hold"):
    return compare.both_games(Stride(side, goal=goal), byways.start("stride", side=side, goal=goal), seed)


def white_value(state):
    values = np.zeros(2)
    assert state.variant.kernels.evaluate(state.variant.geometry, state.vector, values) == 1
    return values[0]


def ordered(state):
    """The legal turns, the most promising first."""
    variant = state.variant
    legal = np.array(variant.legal_actions(state.vector), dtype=np.int16)
    scores = np.zeros(len(legal), dtype=np.int64)
    variant.kernels.order(variant.geometry, state.vector, legal, len(legal), scores)
    machine = np.zeros_like(scores)
    compiled(variant.kernels.order)(variant.geometry, state.vector.copy(), legal, len(legal), machine)
    assert scores.tolist() == machine.tolist()
    assert (scores >= 0).all()
    assert (scores <= 1000).all()
    turns = state.legal_turns()
    return [turns[i] for i in sorted(range(len(turns)), key=lambda i: -scores[i])]


def forced(state):
    variant = state.variant
    out, machine = np.zeros((2, variant.num_actions), dtype=np.int16)
    count = variant.kernels.forcing(variant.geometry, state.vector, out)
    assert count == compiled(variant.kernels.forcing)(variant.geometry, state.vector.copy(), machine)
    assert (out == machine).all()
    found = out[:count].tolist()
    assert found == sorted(set(found))
    assert set(found) <= set(variant.legal_actions(state.vector))
    return {str(state.apply_unchecked([action]).turns[-1]) for action in found}


@pytest.mark.parametrize("side", range(4, 9))
def test_the_lead_is_what_counting_hex_by_hex_says(side):
    for state, slow in both_games(side, side):
        assert lead(state.variant.geometry, state.vector) == slow_lead(slow, WEIGHTS), str(state)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("e4 b1 b2", "g4 f4"), ("c4 b1 b2", "g4 f4")),  # pieces ahead
        (("e3 b2 c2", "g7 f7"), ("f3 b2 c2", "g7 f7")),  # rows a, c, e and g lead to row g
        (("c2 d2 a1 b1", "g7 f7"), ("c2 d4 a1 b1", "g7 f7")),  # something to jump over
        (("c2 d2", "g7 f7 d7"), ("c2 d2", "g7 f7 d7", "black")),  # the turn
    ],
)
def test_the_evaluation_prefers(better, worse):
    assert white_value(place(*better)) > white_value(place(*worse))


def test_a_piece_on_its_goal_has_all_but_won_and_a_pile_counts_what_is_buried():
    assert white_value(place("g5 c2", "e4 d4", "black")) == 1
    assert white_value(place("e4 d4", "a2 d2", "white")) == 0
    leads = [lead(s.variant.geometry, s.vector) for s in (place("d3", "a1"), place("d3*4", "a1"))]
    assert leads[1] - leads[0] == 3 * WEIGHTS["buried"]


@pytest.mark.parametrize("side", [4, 7])
def test_symmetric_positions_are_worth_the_same_and_exchanged_colours_exchange_values(side):
    for state, _ in both_games(side, 10 + side):
        variant = state.variant
        image, actions = variant.blank(), np.zeros(variant.num_actions, dtype=np.int16)
        values, seen = np.zeros((2, 2))
        for index in range(4):
            variant.kernels.symmetry(variant.geometry, state.vector, index, image, actions)
            variant.kernels.evaluate(variant.geometry, state.vector, values)
            variant.kernels.evaluate(variant.geometry, image, seen)
            assert seen == pytest.approx(values[::-1] if index >= 2 else values)


@pytest.mark.parametrize(("side", "goal"), [(4, "hold"), (5, "hold"), (8, "hold"), (4, "arrive")])
def test_loud_turns_are_captures_arrivals_and_rescues(side, goal):
    kinds = set()
    for seed in range(3):
        for state, slow in both_games(side, 20 + seed, goal):
            assert forced(state) == loud(slow), str(state)
            kinds.add(bool(loud(slow)))
    assert kinds == {False, True}


def test_captures_come_before_arrivals_before_jumps_forward_before_climbs():
    state = place("e4 f5 c2 d2 b2", "d4 d3 c3 b3 g1")
    turns = ordered(state)
    assert set(turns[:3]) == {"b2-d4", "d2-d4", "f5-d3"}
    assert turns[3] == "e4-g6"
    assert turns[-2:] == ["d2-b2", "e4-c2"]
    assert forced(state) == set(turns[:4])
    arrived = place("d2 c3 c2 b2", "a2 b3 e3 g4 b4")
    assert (ordered(arrived)[0], forced(arrived)) == ("c2-a2", {"c2-a2"}), "only the capture of what has arrived"


def searched(state, turns):
    """What a search that looks so many turns ahead says."""
    search = Deepening(state, megabytes=1)
    deepen(search, turns)
    return search.analysis()


def test_the_engine_arrives_and_rescues_and_is_sure_where_arrival_wins():
    state = place("e4 f5 c2 d2 b2", "d4 d3 c3 b3 g1", goal="arrive")
    assert ordered(state)[0] == "e4-g6"
    for arriving, turns in ((state, 1), (place("e4 f5 a3 b3", "c2 d2 b1"), 3)):
        said = searched(arriving, turns)
        assert (said.best, said.proved) == ("e4-g6", True)
    assert searched(place("e4 f5 c2 d3", "g4 g5").play("e4-g6"), 3).best == "g4-g6"


def test_quiet_search_sees_a_capture_behind_the_last_turn():
    """With one turn to look ahead only the loud turns behind it tell that the piece would be taken."""
    state = place("c2 d2 a3 b3", "g4 f3")
    assert white_value(state.play("c2-e2")) == max(white_value(state.play(turn)) for turn in state.legal_turns())
    assert searched(state, 1).best != "c2-e2"

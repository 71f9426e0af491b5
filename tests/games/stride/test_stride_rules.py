import random

import numpy as np
import pytest

import byways
from byways.rules.state_vector import QUIET
from games.playing import play, refused
from games.stride.stride_positions import SHUTTLE, START, place, shuttling
from oracles.stride import Stride


@pytest.mark.parametrize("side", range(4, 9))
def test_every_set_up_fills_the_second_and_third_rows_and_turns_come_in_board_order(side):
    state = byways.start("stride", side=side)
    names = state.variant.layout.names
    stacks = {name: int(height) for name, height in zip(names, state.vector[-len(names) :], strict=True)}
    assert len(names) == 3 * side * (side - 1) + 1
    assert {name for name, height in stacks.items() if height == 1} == {n for n in names if n[0] in "bc"}
    last_rows = sorted({name[0] for name in names})[-3:-1]
    assert {name for name, height in stacks.items() if height == -1} == {n for n in names if n[0] in last_rows}
    assert len(state.legal_turns()) == 6 * side
    assert state.to_move == "white"
    turns = [[state.variant.layout.cells[name] for name in turn.split("-")] for turn in state.legal_turns()]
    assert turns == sorted(turns)


def test_the_usual_set_up():
    state = byways.start("stride")
    assert str(state) == START
    marks = [mark for line in START.splitlines()[1:-2] for mark in line.split()[1:] if mark in ".OX"]
    assert (len(marks), marks.count("O"), marks.count("X")) == (61, 13, 13)
    assert len(state.legal_turns()) == 30


@pytest.mark.parametrize("over", ["white", "black"])
def test_a_piece_moves_only_by_jumping_over_any_one_neighbour(over):
    white, black = ("d3 d4 d5 b2 c2", "f6") if over == "white" else ("d3 d5 b2 c2", "d4 f6")
    assert refused(place("d3 d5 b2 c2", "f6"), "d3-d5").code == "stride.over"
    assert refused(place(white, black), "d3-d4").code == "stride.jump"
    assert refused(place(white, black), "d3-d6").code == "stride.jump"
    assert place(white, black).is_legal("d3-d5")


def test_forward_jumps_are_free_and_forward_is_up_for_white_and_down_for_black():
    assert place("d3 e3 e4", "a1").legal_turns() == ["d3-f3", "d3-f5"]
    assert place("a1", "d5 c4 c5", "black").legal_turns() == ["d5-b3", "d5-b5"]


@pytest.mark.parametrize("target", ["d5", "b1", "b3", "d1"])
def test_sideways_and_backward_jumps_need_a_capture_or_a_climb(target):
    ring = "c2 c3 d2 d4"
    assert refused(place(f"d3 {ring}", "g7"), f"d3-{target}").code in ("stride.sideways", "stride.backward")
    assert place(f"d3 {ring}", f"g7 {target}").is_legal(f"d3-{target}")
    assert place(f"d3 {ring}", f"g7 {target}*9").is_legal(f"d3-{target}")
    assert place(f"d3 {ring} {target}", "g7").is_legal(f"d3-{target}")


@pytest.mark.parametrize(("height", "there"), [(1, 1), (2, 2), (2, 3), (3, 3)])
def test_a_climb_ends_strictly_higher_than_it_began(height, there):
    state = place(f"d3*{height} d4 d5*{there}", "g7")
    assert state.is_legal("d3-d5")
    lower = place(f"d3*{there + 1} d4 d5*{there}", "g7")
    error = refused(lower, "d3-d5")
    assert error.code == "stride.sideways.level"
    level = there + 1
    sentence = f"d3-d5 goes sideways without raising the piece: it stands at level {level} and would stand at {level}"
    assert str(error) == sentence


def test_the_top_piece_jumps_over_any_stack_which_stays_and_captures_the_whole_one_where_it_lands():
    assert place("d3*5 e3 f3", "a1").is_legal("d3-f3"), "forward onto a lower stack"
    assert place("d3*3 e3 f3*2", "a1").play("d3-f3") == place("d3*2 e3 f3*3", "a1", "black"), "onto the top"
    assert place("d3*2 d4", "d5*4 f5").play("d3-d5") == place("d3 d4 d5", "f5", "black"), "a capture"
    assert place("d3 e3*4", "a1").play("d3-f3") == place("e3*4 f3", "a1", "black"), "over a high stack"


def test_reaching_the_goal_wins_only_after_the_opponents_turn():
    reached = place("e4 f5 a2 b2", "c2 d2 f7").play("e4-g6")
    assert reached.outcome is None
    outcome = reached.play("d2-b2").outcome
    assert outcome == byways.Outcome("white", ("white",), "goal", {"white": 1, "black": -1})
    caught = play(place("e4 f5 c2 d3", "g4 g5"), "e4-g6", "g4-g6")
    assert (caught.outcome, caught.to_move) == (None, "white"), "a piece captured on its goal has not won"
    assert place("g5*2", "e4", "white").outcome.winner == "white", "a stack that is there when its turn comes"
    assert place("g5*2", "e4 d4", "black").outcome is None
    assert place("g5 d4", "a2 e4", "black").outcome.winner == "black"


@pytest.mark.parametrize(
    ("state", "turns", "winner", "reason"),
    [
        (("d4 e4", "c2 b2", "black"), ("c2-a2", "d4-f4"), "black", "goal"),  # on row a
        (("a4", "d4 c3", "black"), ("d4-b2",), "black", "no move"),  # no jump
        (("d3 d4", "d5"), ("d3-d5",), "white", "no move"),  # no piece
        (("g4", "d4 c3", "black"), ("d4-b2",), "white", "goal"),  # which is judged before the lack of moves
    ],
)
def test_games_end_on_goals_and_where_the_player_to_move_has_no_jump(state, turns, winner, reason):
    outcome = play(place(*state), *turns).outcome
    assert (outcome.winner, outcome.reason) == (winner, reason)


@pytest.mark.parametrize("times", [2, 3, 4])
def test_a_position_that_keeps_coming_draws(times):
    state = shuttling(repetition=times)
    for _ in range(times - 1):
        assert state.outcome is None
        state = play(state, *SHUTTLE)
    assert state.outcome == byways.Outcome(None, (), "repetition", {"white": 0, "black": 0})
    assert state.legal_turns() == []


def test_the_third_time_is_the_rule_0_goes_on_and_a_position_read_from_text_has_no_past():
    assert shuttling().options["repetition"] == 3
    assert play(shuttling(), *SHUTTLE * 2).outcome.reason == "repetition"
    assert play(shuttling(repetition=0), *SHUTTLE * 9).outcome is None
    again = byways.start("stride", position=str(play(shuttling(), *SHUTTLE)))
    assert play(again, *SHUTTLE).outcome is None
    assert play(again, *SHUTTLE * 2).outcome.reason == "repetition"


def test_the_same_board_with_the_other_player_to_move_or_an_open_swap_is_another_position():
    assert shuttling().key != shuttling(to_move="black").key
    assert place("d3*2 d4", "g7").key != place("d3 d4*2", "g7").key
    assert place("d3", "g7 a4").key != place("g7 a4", "d3").key
    assert shuttling().key == play(shuttling(), *SHUTTLE).key
    replied = byways.start("stride", swap=True).play("b2-d2")
    assert replied.key != replied.play("swap").key


def test_repetitions_are_counted_anew_after_a_capture_or_a_swap():
    state = play(place("b2 c2 d2", "f6 e6 d6 c3 c4"), "d2-b2", "d6-f6")
    assert (len(state.line), state.vector[QUIET]) == (3, 2)
    captured = state.play("c2-c4")
    assert (len(captured.line), captured.vector[QUIET]) == (1, 0)
    first = str(shuttling(to_move="black")) + "; one turn played; swap open"
    state = byways.start("stride", position=first.replace("stride side=4", "stride side=4 swap=true"))
    swapped = state.play("swap")
    assert len(swapped.line) == 1
    again = ("d6-f6", "d2-b2", "f6-d6", "b2-d2")
    assert play(swapped, *again).outcome is None
    assert play(swapped, *again * 2).outcome.reason == "repetition"


def shuttle_where_possible(state, turns, rng):
    """A turn that takes the player's last one back, or else one that captures nothing and goes backward."""
    undo = "-".join(reversed(state.turns[-2].split("-"))) if len(state.turns) > 1 else ""
    if undo in turns:
        return undo
    steps = {turn: ord(turn.split("-")[1][0]) - ord(turn[0]) for turn in turns}
    back = [turn for turn, step in steps.items() if (step < 0 if state.to_move == "white" else step > 0)]
    quiet = [turn for turn in back if state.play(turn).vector[QUIET] > 0]
    return rng.choice(quiet or turns)


@pytest.mark.parametrize(("side", "repetition"), [(4, 2), (4, 3), (5, 2), (5, 3), (6, 5)])
def test_games_full_of_shuttles_agree_with_the_oracle(side, repetition):
    drawn = 0
    for seed in range(8):
        rng = random.Random(seed)
        oracle, state = Stride(side, repetition), byways.start("stride", side=side, repetition=repetition)
        while state.outcome is None:
            turns = oracle.turns()
            assert state.legal_turns() == turns
            turn = shuttle_where_possible(state, turns, rng)
            state = state.play(turn)
            oracle.play(turn)
        assert (state.outcome.winner, state.outcome.reason) == oracle.result
        drawn += state.outcome.reason == "repetition"
    assert drawn > 0


# Counted by the oracle: tests/oracles/stride.py, depth-first.
def test_perft_stops_at_repetitions():
    free, strict = shuttling(repetition=0), shuttling(repetition=2)
    assert byways.perft(strict, 5) < byways.perft(free, 5)


# The variant in which arriving wins


def test_where_arrival_wins_the_opponent_has_no_turn_to_capture_and_of_two_the_mover_was_first():
    start = place("e4 f5 c2 d3", "g4 g5", goal="arrive")
    arrived = start.play("e4-g6")
    assert arrived.outcome == byways.Outcome("white", ("white",), "goal", {"white": 1, "black": -1})
    assert arrived.variant.game.ui.explain(arrived) == "White wins: a piece has arrived on the far row, on g6."
    assert place("e4 f5 c2 d3", "g4 g6", goal="arrive").play("e4-g6").outcome.winner == "white", "by a capture there"
    assert place("d4 e4", "c2 b2", "black", goal="arrive").play("c2-a2").outcome.winner == "black"
    # Only a position set up by hand can show that
    for to_move in ("white", "black"):
        assert place("g5 d4", "a2 e4", to_move, goal="arrive").outcome.winner == to_move


def test_observations_lie_as_the_board_does():
    """What Black sees is what White sees of the board turned by half with the colours exchanged, turned back."""
    state = place("b2*3 c2 d2", "f6 e6 d6*2", to_move="black")
    variant, k = state.variant, state.variant.kernels
    image, actions = variant.blank(), np.zeros(variant.num_actions, dtype=np.int16)
    k.symmetry(variant.geometry, state.vector, 2, image, actions)
    seen, turned = (np.zeros(variant.observation_shape, dtype=np.float32) for _ in range(2))
    k.observe(variant.geometry, state.vector, 1, seen)
    k.observe(variant.geometry, image, 0, turned)
    assert np.array_equal(seen, turned[:, ::-1])
    own, own_heights, enemy, enemy_heights = seen[:4]
    assert own[variant.layout.cells["f6"]] == 1
    assert (own.sum(), own_heights.sum(), enemy.sum(), enemy_heights.sum()) == (3, 4, 3, 5)
    assert seen[4, :4].tolist() == [1, 1, 1, 1], "black goes down the board"
    assert seen[5, -4:].tolist() == [1, 1, 1, 1]
    assert seen[6].all()


@pytest.mark.parametrize("options", [{"side": 3}, {"side": 9}, {"repetition": 1}, {"repetition": 10}, {"size": 5}])
def test_options(options):
    with pytest.raises(byways.OptionError):
        byways.start("stride", **options)

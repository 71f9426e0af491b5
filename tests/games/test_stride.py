import random

import numpy as np
import pytest

import byways
from byways.boards import hexagon
from byways.header import QUIET
from byways.kernels import compiled
from byways.picture import KINDS
from byways.rng import seeded
from byways.search.random_game import random_game, rules_of
from oracles.compare import play_side_by_side
from oracles.stride import Stride

START = """stride side=5
i     . . . . .
h    X X X X X X
g   X X X X X X X
f  . . . . . . . .
e . . . . . . . . .
d  . . . . . . . . 9
c   O O O O O O O 8
b    O O O O O O 7
a     . . . . . 6
       1 2 3 4 5
to move: white; no turn played"""
SHUTTLE = ("d2-b2", "d6-f6", "b2-d2", "f6-d6")  # back onto an own piece, forward again, by both sides


def place(white, black, to_move="white", side=4, **options):
    """A position from the names of hexes with stacks, such as "b2 c3*2"."""
    marks = {}
    for letter, stacks in (("O", white), ("X", black)):
        for stack in stacks.split():
            name, _, height = stack.partition("*")
            marks[name] = letter + height
    rows = {}
    for name in hexagon.names(side):
        rows.setdefault(name[0], []).append(marks.get(name, "."))
    drawn = "\n".join(" ".join(rows[letter]) for letter in sorted(rows, reverse=True))
    return byways.start("stride", position=f"{drawn}\nto move: {to_move}", **options)


def shuttling(**options):
    return place("b2 c2 d2", "f6 e6 d6", **options)


def play(state, *turns):
    for turn in turns:
        state = state.play(turn)
    return state


def refused(state, turn):
    with pytest.raises(byways.IllegalTurnError) as caught:
        state.play(turn)
    error = caught.value
    assert error.template.format(**error.fields) == str(error)
    return error


def test_the_set_up():
    assert str(byways.start("stride")) == START


@pytest.mark.parametrize("side", range(4, 9))
def test_every_set_up_fills_the_second_and_third_rows(side):
    state = byways.start("stride", side=side)
    names = hexagon.names(side)
    stacks = {name: int(height) for name, height in zip(names, state.vector[-len(names) :], strict=True)}
    assert len(names) == 3 * side * (side - 1) + 1
    assert {name for name, height in stacks.items() if height == 1} == {n for n in names if n[0] in "bc"}
    last_rows = sorted({name[0] for name in names})[-3:-1]
    assert {name for name, height in stacks.items() if height == -1} == {n for n in names if n[0] in last_rows}
    assert len(state.legal_turns()) == 6 * side
    assert state.to_move == "white"


def test_side_5_has_61_hexes_13_pieces_a_side_and_30_opening_turns():
    state = byways.start("stride")
    board = str(state).splitlines()[1:-2]
    marks = [mark for line in board for mark in line.split()[1:] if mark in ".OX"]
    assert (len(marks), marks.count("O"), marks.count("X")) == (61, 13, 13)
    assert len(state.legal_turns()) == 30


def test_turns_come_in_board_order():
    order = {name: cell for cell, name in enumerate(hexagon.names(5))}
    turns = [[order[name] for name in turn.split("-")] for turn in byways.start("stride").legal_turns()]
    assert turns == sorted(turns)


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
    sentence = f"sideways d3-d5 does not raise the piece: it stands at level {level} and would stand at {level}"
    assert str(error) == sentence


def test_forward_onto_a_lower_stack_is_free():
    assert place("d3*5 e3 f3", "a1").is_legal("d3-f3")


def test_only_the_top_piece_moves_and_it_lands_on_top():
    after = place("d3*3 e3 f3*2", "a1").play("d3-f3")
    assert after == place("d3*2 e3 f3*3", "a1", "black")


def test_a_capture_removes_the_whole_stack():
    after = place("d3*2 d4", "d5*4 f5").play("d3-d5")
    assert after == place("d3 d4 d5", "f5", "black")


def test_jumps_go_over_stacks_of_any_height_and_leave_them_alone():
    after = place("d3 e3*4", "a1").play("d3-f3")
    assert after == place("e3*4 f3", "a1", "black")


def test_reaching_the_goal_wins_only_after_the_opponents_turn():
    reached = place("e4 f5 a2 b2", "c2 d2 f7").play("e4-g6")
    assert reached.outcome is None
    outcome = reached.play("d2-b2").outcome
    assert outcome == byways.Outcome("white", ("white",), "goal", {"white": 1, "black": -1})


def test_a_piece_captured_on_its_goal_has_not_won():
    reached = place("e4 f5 c2 d3", "g4 g5").play("e4-g6")
    caught = reached.play("g4-g6")
    assert caught.outcome is None
    assert caught.to_move == "white"


def test_black_wins_on_row_a():
    outcome = place("d4 e4", "c2 b2", "black").play("c2-a2").play("d4-f4").outcome
    assert (outcome.winner, outcome.reason) == ("black", "goal")


def test_a_stack_that_stands_on_its_goal_when_its_turn_comes_has_won():
    assert place("g5*2", "e4", "white").outcome.winner == "white"
    assert place("g5*2", "e4 d4", "black").outcome is None
    assert place("g5 d4", "a2 e4", "black").outcome.winner == "black"


def test_without_a_jump_the_player_to_move_loses():
    state = place("a4", "d4 c3", "black")
    outcome = state.play("d4-b2").outcome
    assert (outcome.winner, outcome.reason) == ("black", "no move")


def test_without_pieces_the_player_to_move_loses():
    outcome = place("d3 d4", "d5").play("d3-d5").outcome
    assert (outcome.winner, outcome.reason) == ("white", "no move")


def test_the_goal_is_judged_before_the_lack_of_moves():
    after = place("g4", "d4 c3", "black").play("d4-b2")
    assert (after.outcome.winner, after.outcome.reason) == ("white", "goal")


@pytest.mark.parametrize("times", [2, 3, 4])
def test_a_position_that_keeps_coming_draws(times):
    state = shuttling(repetition=times)
    for _ in range(times - 1):
        assert state.outcome is None
        state = play(state, *SHUTTLE)
    assert state.outcome == byways.Outcome(None, (), "repetition", {"white": 0, "black": 0})
    assert state.legal_turns() == []


def test_the_third_time_is_the_rule_and_0_goes_on():
    assert shuttling().options["repetition"] == 3
    assert play(shuttling(), *SHUTTLE * 2).outcome.reason == "repetition"
    assert play(shuttling(repetition=0), *SHUTTLE * 9).outcome is None


def test_a_position_read_from_text_has_no_past():
    once = play(shuttling(), *SHUTTLE)
    again = byways.start("stride", position=str(once))
    assert play(again, *SHUTTLE).outcome is None
    assert play(again, *SHUTTLE * 2).outcome.reason == "repetition"


def test_the_same_board_with_the_other_player_to_move_is_another_position():
    assert shuttling().key != shuttling(to_move="black").key
    assert place("d3*2 d4", "g7").key != place("d3 d4*2", "g7").key
    assert place("d3", "g7 a4").key != place("g7 a4", "d3").key
    assert shuttling().key == play(shuttling(), *SHUTTLE).key


def test_a_capture_begins_a_new_line():
    state = play(place("b2 c2 d2", "f6 e6 d6 c3 c4"), "d2-b2", "d6-f6")
    assert (len(state.line), state.vector[QUIET]) == (3, 2)
    captured = state.play("c2-c4")
    assert (len(captured.line), captured.vector[QUIET]) == (1, 0)


@pytest.mark.parametrize(("turn", "code", "sentence"), [
    ("d3-f3", "stride.piece", "d3 holds no piece of yours"),
    ("e6-g6", "stride.piece", "e6 holds no piece of yours"),
    ("b2-d2", "stride.over", "b2-d2 jumps over nothing: c2 is empty"),
    (
        "b2-e5",
        "stride.jump",
        "b2 to e5 is no jump: a jump goes over one neighbouring hex to the hex straight behind it",
    ),
    (
        "b2-b4",
        "stride.sideways",
        "sideways b2-b4 captures nothing and lands on no stack of yours that would raise the piece",
    ),
    (
        "c4-a2",
        "stride.backward",
        "backward c4-a2 captures nothing and lands on no stack of yours that would raise the piece",
    ),
    (
        "d5-b5",
        "stride.backward.level",
        "backward d5-b5 does not raise the piece: it stands at level 2 and would stand at 2",
    ),
])  # fmt: skip
def test_refusals(turn, code, sentence):
    state = place("b2 b3 c4 d5*2 c5 b5", "e6 f6")
    error = refused(state, turn)
    assert (str(error), error.code) == (sentence, code)
    assert not state.is_legal(turn)


@pytest.mark.parametrize(("turn", "sentence"), [
    ("b2-b9", "b9 is off the board; its row goes from b1 to b5"),
    ("f1-f3", "f1 is off the board; its row goes from f3 to f7"),
    ("h5-g5", "h5 is off the board; its rows are a to g"),
    ("b2", "'b2' is no turn; expected the hex of a piece and the hex it jumps to, such as b2-d2"),
    ("b2-d2-f2", "'b2-d2-f2' is no turn; expected the hex of a piece and the hex it jumps to, such as b2-d2"),
    ("pass", "'pass' is no turn; expected the hex of a piece and the hex it jumps to, such as b2-d2"),
])  # fmt: skip
def test_unreadable_turns_say_what_was_expected(turn, sentence):
    state = byways.start("stride", side=4)
    with pytest.raises(byways.UnreadableTurnError) as caught:
        state.play(turn)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("text", ["b2-d2", "B2-D2", " b2 - d2 ", "b2–d2", "b2:d2", "b2xd2", "b2 d2", "b2,d2", "b2d2"])
def test_turns_are_read_leniently_and_written_one_way(text):
    assert byways.start("stride").play(text).turns == ("b2-d2",)


def test_heights_survive_their_text():
    state = place("a1*27 b2*2 c3", "g7*99 f6*10", to_move="black")
    assert byways.start("stride", position=str(state)) == state
    assert "O27" in str(state)
    assert "X99" in str(state)
    marks = str(state).splitlines()[1:-2]
    assert {len(line) - len(line.rstrip()) for line in marks} == {0}


@pytest.mark.parametrize("side", range(4, 9))
def test_rows_lie_half_a_hex_apart(side):
    state = byways.start("stride", side=side)
    rows = [line[2:] for line in str(state).splitlines()[1:-2]]
    starts = [len(row) - len(row.lstrip()) for row in rows]
    assert starts == [abs(row - side + 1) for row in range(2 * side - 1)]


@pytest.mark.parametrize("draw", [
    lambda lines: lines,
    lambda lines: [line.rstrip(" 0123456789").replace(" ", "") for line in lines],
    lambda lines: [line[2:] for line in lines],
    lambda lines: [line.lower() for line in lines],
    lambda lines: [line.replace("O", "w").replace("X", "#").replace(".", "_") for line in lines],
    lambda lines: [line.rstrip(" 0123456789") for line in lines],
], ids=["as written", "without spaces", "without letters", "lower case", "other marks", "without numbers"])  # fmt: skip
@pytest.mark.parametrize("side", [4, 8])
def test_boards_are_read_leniently_and_show_their_side(draw, side):
    written = str(byways.start("stride", side=side)).splitlines()[1:-1]
    state = byways.start("stride", position="\n".join(draw(written)))
    assert state.options["side"] == side
    assert str(state).splitlines()[1:-1] == written


def broken(old, new):
    return START.replace(old, new, 1)


@pytest.mark.parametrize(("text", "sentence"), [
    (broken("d  . ", "d  "), "position: row d has 7 hexes, expected 8"),
    (broken("d  . ", "d  . . "), "position: row d has 9 hexes, expected 8"),
    (broken("e . . . . . . . . .\n", ""), "position: expected 9 rows, found 8"),
    (broken("c   O", "c   Z"), "position: 'Z' is no stack"),
    (broken("c   O", "c   O100"), "position: 'O100' is no stack"),
    (broken("c   O", "c   O0"), "position: 'O0' is no stack"),
    (broken("d  .", "d  .2"), "position: '.2' is no stack"),
])  # fmt: skip
def test_broken_boards_are_refused(text, sentence):
    with pytest.raises(byways.PositionError) as caught:
        byways.start("stride", position=text)
    assert str(caught.value).startswith(sentence)
    assert caught.value.fields["option"] == "position"


def test_more_pieces_than_a_set_are_accepted():
    crowd = place(" ".join(f"{name}*3" for name in hexagon.names(4) if name[0] in "abc"), "e5 f6")
    assert crowd.to_move == "white"


@pytest.mark.parametrize("side", [4, 5, 6])
@pytest.mark.parametrize("seed", range(8))
def test_random_games_agree_with_the_oracle(side, seed):
    play_side_by_side(Stride(side), byways.start("stride", side=side), seed)


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
PERFT = {
    4: [1, 24, 592, 11758, 238534],
    5: [1, 30, 900, 21900, 532970],
    6: [1, 36, 1296, 38880],
    8: [1, 48, 2304],
}


@pytest.mark.parametrize("side", PERFT)
def test_perft(side):
    state = byways.start("stride", side=side)
    assert [byways.perft(state, depth) for depth in range(len(PERFT[side]))] == PERFT[side]


def test_perft_stops_at_repetitions():
    free, strict = shuttling(repetition=0), shuttling(repetition=2)
    assert byways.perft(strict, 5) < byways.perft(free, 5)


def test_the_pie_rule_is_the_reply_to_the_first_turn_only():
    replied = byways.start("stride", swap=True).play("b2-d2")
    assert replied.legal_turns()[-1] == "swap"
    swapped = replied.play("swap")
    assert swapped.to_move == "black"
    assert swapped.swapped
    assert str(swapped).splitlines()[1:-1] == str(replied).splitlines()[1:-1]
    assert not swapped.is_legal("swap")
    assert not replied.play("h5-f5").is_legal("swap")
    assert not byways.start("stride").play("b2-d2").is_legal("swap")


def test_swap_begins_to_count_repetitions_anew():
    first = str(shuttling(to_move="black")) + "; one turn played; swap open"
    state = byways.start("stride", position=first.replace("stride side=4", "stride side=4 swap=true"))
    swapped = state.play("swap")
    assert len(swapped.line) == 1
    again = ("d6-f6", "d2-b2", "f6-d6", "b2-d2")
    assert play(swapped, *again).outcome is None
    assert play(swapped, *again * 2).outcome.reason == "repetition"


def test_an_open_swap_makes_another_position():
    state = byways.start("stride", swap=True).play("b2-d2")
    assert state.key != state.play("swap").key


def test_black_sees_the_board_turned():
    """What Black observes is what White observes of the board turned by half with the colours exchanged."""
    state = place("b2*3 c2 d2", "f6 e6 d6*2", to_move="black")
    variant, k = state.variant, state.variant.kernels
    image, actions = variant.blank(), np.zeros(variant.num_actions, dtype=np.int16)
    k.symmetry(variant.geometry, state.vector, 2, image, actions)
    seen, turned = (np.zeros(variant.observation_shape, dtype=np.float32) for _ in range(2))
    k.observe(variant.geometry, state.vector, 1, seen)
    k.observe(variant.geometry, image, 0, turned)
    assert np.array_equal(seen, turned)
    own, own_heights, enemy, enemy_heights = seen[:4]
    assert (own.sum(), own_heights.sum(), enemy.sum(), enemy_heights.sum()) == (3, 4, 3, 5)
    assert seen[4, -4:].tolist() == [1, 1, 1, 1]
    assert seen[6].all()


def endings(state, games, seed, quick):
    """Of random games: how often each reason came, the mean number of pieces left and of quiet turns at the end."""
    variant, rng, values = state.variant, seeded(seed), np.zeros(2)
    rules, k = rules_of(variant), variant.kernels
    counts, left, quiet = np.zeros(4), np.zeros(games), np.zeros(games)
    for game in range(games):
        vector = state.vector.copy()
        if quick:
            assert compiled(k.playout)(variant.geometry, vector, rng, values) == 1
        else:
            compiled(random_game)(
                *rules, variant.geometry, vector, variant.num_actions, variant.repetition, rng, values
            )
        counts[vector[4]] += 1  # the slow way's repetition has reason -1, which is 3 here
        left[game], quiet[game] = np.abs(vector[6:]).sum(), vector[QUIET]
    return counts / games, left, quiet


STACKS = ("a1*6 a2*6 b2*6", "g7*6 g6*6 f6*6")  # where many games are drawn


@pytest.mark.parametrize(
    "state",
    [
        lambda: byways.start("stride", side=4),
        lambda: byways.start("stride", side=5, swap=True, repetition=2),
        lambda: place(*STACKS),
        lambda: place(*STACKS, repetition=2),
        lambda: place("g5 c3 d3", "b3 f4 f5 g4 e4", "black"),
        lambda: place("g4 g6 c3 d3", "b3 f4 f5 d6 e4", "black"),
    ],
    ids=["side 4", "swap", "stacks", "stacks, repetition 2", "a threat", "two threats"],
)
def test_playouts_end_as_random_games_do(state):
    games = 3_000
    quick, slow = endings(state(), games, 1, True), endings(state(), games, 2, False)
    assert np.allclose(quick[0], slow[0], atol=5 * (0.5 / games) ** 0.5)
    for one, other in zip(quick[1:], slow[1:], strict=True):
        spread = 5 * (one.std() + other.std()) / games**0.5
        assert abs(one.mean() - other.mean()) <= spread


def test_playouts_end_where_the_rules_end_the_game():
    state = byways.start("stride", side=4)
    variant, rng, values = state.variant, seeded(5), np.zeros(2)
    for _ in range(100):
        vector = state.vector.copy()
        compiled(variant.kernels.playout)(variant.geometry, vector, rng, values)
        reason, winner = variant.game.reasons[vector[4] - 1], int(vector[5]) - 1
        if reason == "repetition":
            continue
        judged = vector.copy()
        judged[0] = winner if reason == "goal" else 1 - winner
        variant.kernels.settle(variant.geometry, judged)
        assert np.array_equal(judged, vector)
        assert values[winner] == 1
        assert values.sum() == 1


def test_playouts_are_the_same_interpreted():
    for state in (byways.start("stride", side=4, swap=True), place(*STACKS, repetition=2)):
        variant = state.variant
        plain_rng, machine_rng, plain, machine = seeded(9), seeded(9), np.zeros(2), np.zeros(2)
        for _ in range(6):
            one, other = state.vector.copy(), state.vector.copy()
            variant.kernels.playout(variant.geometry, one, plain_rng, plain)
            compiled(variant.kernels.playout)(variant.geometry, other, machine_rng, machine)
            assert np.array_equal(one, other)
            assert np.array_equal(plain, machine)
            assert plain_rng[0] == machine_rng[0]


def items_of(state, kind):
    (board,) = state.variant.game.picture(state).boards
    names = {point.name for point in board.points}
    assert all(item.kind in KINDS and names.issuperset(item.at) for item in board.items)
    return [item for item in board.items if item.kind == kind]


def test_the_picture_shows_stacks_goals_and_the_last_jump():
    state = place("d3*2 d4", "d5*4 f5").play("d3-d5")
    assert {(item.at, item.owner, item.text) for item in items_of(state, "stack")} == {
        (("d3",), "white", "1"),
        (("d4",), "white", "1"),
        (("d5",), "white", "1"),
        (("f5",), "black", "1"),
    }
    assert {item.at[0][0]: item.owner for item in items_of(state, "goal")} == {"g": "white", "a": "black"}
    assert [item.at for item in items_of(state, "move")] == [("d3", "d5")]
    assert [item.at for item in items_of(state, "last")] == [("d5",)]
    (capture,) = items_of(state, "capture")
    assert (capture.at, capture.owner, capture.says) == (("d5",), "black", "black stack of 4 captured")
    assert items_of(state, "chain") == []


def test_the_picture_of_a_swap_shows_no_jump():
    swapped = byways.start("stride", swap=True).play("b2-d2").play("swap")
    assert items_of(swapped, "move") == []
    assert swapped.variant.game.preview(swapped.previous, (swapped.variant.swap_action,)) == ()


def test_the_winning_piece_is_marked_and_explained():
    won = place("g5*2", "e4 d4", "black").play("e4-c4")
    assert [(item.at, item.owner) for item in items_of(won, "chain")] == [(("g5",), "white")]
    explain = won.variant.game.explain
    assert explain(won) == "White wins: the stack of 2 on g5 reached the far row and outlasted Black's turn."
    assert explain(place("a4", "d4 c3", "black").play("d4-b2")) == "Black wins: White has no legal jump."
    assert explain(place("d3 d4", "d5").play("d3-d5")) == "White wins: Black has no piece left."
    drawn = play(shuttling(), *SHUTTLE * 2)
    assert "same position" in explain(drawn)


def test_the_preview_shows_where_the_piece_lands_and_what_it_takes():
    state = place("d3*2 d4", "d5*4 f5")
    preview = state.variant.game.preview(state, state.actions("d3-d5"))
    assert [(item.kind, item.at, item.owner, item.text, item.ghost) for item in preview] == [
        ("stack", ("d5",), "white", "1", True),
        ("capture", ("d5",), "black", "", True),
    ]


def test_a_jump_is_pointed_at_by_its_two_hexes():
    state = byways.start("stride")
    (action,) = state.actions("b2-d2")
    assert state.variant.clicks(state.vector, action) == ("b2", "d2")
    assert state.variant.game.texts.spell(("b2", "d2")) == "b2-d2"


@pytest.mark.parametrize("options", [{"side": 3}, {"side": 9}, {"repetition": 1}, {"repetition": 10}, {"size": 5}])
def test_options(options):
    with pytest.raises(byways.OptionError):
        byways.start("stride", **options)

import random

import numpy as np
import pytest

import byways
from byways.games.whirlwind.rules import CELLS, CONNECTION, EMPTY
from byways.kernels import compiled
from byways.kernels.rng import seeded
from byways.position.perft import count_turns, perft_by
from byways.rules.state_vector import NOBODY, REASON, TO_MOVE
from byways.search.random_game import random_turn
from games.playing import refused
from games.whirlwind.whirlwind_positions import BOTH_WAYS, TWO_CORNERS, position
from oracles.whirlwind import Whirlwind

# The source's set-up, o white and x black.
DIAGRAM = """
. o . . . . x . . . . o . .
. . . x . . . . o . . . . x
x . . . . o . . . . x . . .
. . o . . . . x . . . . o .
. . . . x . . . . o . . . .
. x . . . . o . . . . x . .
. . . o . . . . x . . . . o
o . . . . x . . . . o . . .
. . x . . . . o . . . . x .
. . . . o . . . . x . . . .
. o . . . . x . . . . o . .
. . . x . . . . o . . . . x
x . . . . o . . . . x . . .
. . o . . . . x . . . . o .
"""
SIZES = range(6, 27, 2)
SETUPS = ("standard", "reversed")


def grid(size, setup="standard"):
    """The start position's cells, 1 for Black and 2 for White."""
    return byways.start("whirlwind", size=size, setup=setup).vector[CELLS:-1].reshape(size, size)


def exchanged(cells):
    return np.array([0, 2, 1])[cells]


# The set-up


@pytest.mark.parametrize("setup", SETUPS)
def test_the_set_up_is_the_sources_diagram(setup):
    state = byways.start("whirlwind", setup=setup)
    drawn = DIAGRAM.upper() if setup == "standard" else DIAGRAM.upper().translate(str.maketrans("OX", "XO"))
    assert [row[3:] for row in str(state).splitlines()[2:-1]] == drawn.split("\n")[1:-1]
    assert state.to_move == "black"


@pytest.mark.parametrize("size", SIZES)
def test_a_quarter_turn_with_colours_exchanged_keeps_the_set_up(size):
    assert np.array_equal(exchanged(np.rot90(grid(size))), grid(size))
    assert np.array_equal(exchanged(grid(size, "reversed")), grid(size))


@pytest.mark.parametrize("size", SIZES)
def test_other_sizes_crop_or_continue_the_diagram_about_its_centre(size):
    margin = abs(14 - size) // 2
    large, small = (grid(14), grid(size)) if size < 14 else (grid(size), grid(14))
    assert np.array_equal(large[margin : margin + len(small), margin : margin + len(small)], small)


# Turns


@pytest.mark.parametrize("setup", SETUPS)
def test_longer_games_with_single_stones_agree_with_the_oracle(setup):
    """By the random player, who places one stone about half of the time; all pairs of cells are asked about too."""
    state = byways.start("whirlwind", size=8, setup=setup)
    oracle, rng, chance = Whirlwind(8, setup), seeded(8), random.Random(8)
    while state.outcome is None:
        turns = oracle.turns()
        if len(state.turns) % 4 < 2:
            assert state.legal_turns() == turns, f"\n{state}"
        for _ in range(30):
            first, second = chance.sample(oracle.points(), 2)
            turn = f"{oracle.name(first)},{oracle.name(second)}"
            canonical = turn if first[::-1] < second[::-1] else ",".join(turn.split(",")[::-1])
            assert state.is_legal(turn) == (canonical in turns), f"{turn} on\n{state}"
        state = state.apply_unchecked(random_turn(state, rng))
        oracle.play(state.turn)
    assert (state.outcome.winner, state.outcome.reason) == oracle.result


@BOTH_WAYS
@pytest.mark.parametrize(("stones", "turns"), [(2, 3180), (1, 316)])
def test_perft_both_ways(way, stones, turns):
    assert perft_by(way(count_turns), byways.start("whirlwind", size=6, stones=stones), 2) == turns


# The variant of one stone a turn


def test_with_one_stone_a_turn_nothing_mends_a_corner():
    state = position(TWO_CORNERS, stones=1)
    assert not state.is_legal("c3")
    assert state.variant.game.ui.prompt(state) == "Place a stone."
    assert state.play("e5").to_move == "white"
    error = refused(state, "c3,d3")
    assert (str(error), error.code) == ("a turn is one stone in this variant, not 2", "whirlwind.single")
    with pytest.raises(byways.UnreadableTurnError, match=r"expected one point, such as e5$"):
        state.play("end")


def test_with_one_stone_a_turn_a_player_may_be_stuck_in_spite_of_the_set_up_and_loses():
    for seed in range(300):
        state, rng = byways.start("whirlwind", size=6, stones=1), seeded(seed)
        while state.outcome is None:
            state = state.apply_unchecked(random_turn(state, rng))
        if state.outcome.reason == "no turn":
            break
    assert state.outcome.reason == "no turn"
    loser = "white" if state.outcome.winner == "black" else "black"
    assert Whirlwind(6, stones=stones_of(state), mover=loser, first_turn=False, most=1).turns() == []


def test_turns_are_listed_by_their_first_stone_and_single_ones_first():
    state = byways.start("whirlwind", size=6).play("c1")
    turns = [
        [state.variant.game.texts.parse(state, name)[0] for name in turn.split(",")] for turn in state.legal_turns()
    ]
    assert turns == sorted(turns)
    assert {len(turn) for turn in turns} == {1, 2}


def test_each_stone_of_a_pair_may_mend_or_break_what_the_other_makes():
    state = position(TWO_CORNERS)
    pairs = ("c3", "d3", "c3,d3", "c3,f6", "e5", "f6", "e5,f6")
    assert [turn for turn in pairs if state.is_legal(turn)] == ["c3,d3", "e5", "f6"]
    assert state.play("c3,d3").to_move == "white"
    white = position(TWO_CORNERS.replace("to move: black", "to move: white"))
    assert white.is_legal("c3"), "stones of different colours may touch at a corner"


def test_blacks_first_turn_is_one_stone_and_whites_may_be_two():
    state = byways.start("whirlwind", size=8)
    assert all("," not in turn for turn in state.legal_turns())
    assert any("," in turn for turn in state.play("c2").legal_turns())
    assert position(str(state)).legal_turns() == state.legal_turns()
    assert "no turn played" in str(state)
    error = refused(state, "c2,d2")
    assert (str(error), error.fields) == ("Black's first turn is exactly one stone", {"player": "Black"})


@pytest.mark.parametrize(
    ("turn", "code", "sentence"),
    [
        ("c3", "whirlwind.corner", "d2 and c3 would touch only at a corner"),
        ("c3,f6", "whirlwind.corner", "d2 and c3 would touch only at a corner"),
        ("f6,e5", "whirlwind.corner", "e5 and f6 would touch only at a corner"),
        ("d2", "turn.occupied", "d2 is occupied"),
        ("b2,a6", "turn.occupied", "a6 is occupied"),
        ("b2,b2", "whirlwind.twice", "both stones cannot go on b2"),
        ("a1,a2,a3", "whirlwind.stones", "a turn is one or two stones, not 3"),
        ("swap", "turn.swap", "swap is possible only with the pie rule, as the reply to the first move"),
    ],
)
def test_refusals(turn, code, sentence):
    error = refused(position(TWO_CORNERS), turn)
    assert (error.code, str(error)) == (code, sentence)


# Ends


def finished(text):
    state = position(text)
    assert state.to_move is None
    assert position(str(state)).outcome == state.outcome
    return state


def test_the_win_is_judged_after_the_whole_turn():
    """Black's c3 and c4 complete the chain together; White's row would need the same points."""
    state = position(
        """
        . . X . . .
        . . X . . .
        O O . O O O
        . . . . . .
        . . X . . .
        . . X . . .
        to move: black
        """
    )
    assert state.outcome is None
    assert state.play("c3").outcome is None
    won = state.play("c4,c3")
    assert won.outcome == byways.Outcome("black", ("black",), "connection", {"black": 1, "white": -1})
    assert won.variant.game.ui.explain(won) == "Black joins top and bottom with a chain of 6 stones, c1 to c6."
    assert not won.is_legal("a1")


def test_white_joins_left_and_right():
    state = finished(
        """
        . . X . . .
        . . X . . .
        O O O O O O
        . . . . . .
        . . X . . .
        . . X . . .
        to move: black
        """
    )
    assert (state.outcome.winner, state.outcome.reason) == ("white", "connection")
    assert state.variant.game.ui.explain(state) == "White joins left and right with a chain of 6 stones, a3 to f3."


# Found by random play from an empty board, which has none of the set-up stones that prevent such positions (W1).
STUCK = {
    "white": """
        O O O O X X
        X O O O X X
        X X O . X X
        O X X . O O
        O O O . X X
        O O X . X X
        to move: white
        """,
    "black": """
        O X X O X O
        O X X O X X
        X X O O O O
        O X O X O X
        . . . . . X
        O O X O . O
        to move: black
        """,
}


def stones_of(state):
    points = [(cell % 6, cell // 6) for cell in range(36)]
    colours = [("", "black", "white")[stone] for stone in state.vector[CELLS:-1]]
    return {own: {p for p, colour in zip(points, colours, strict=True) if colour == own} for own in state.players}


@pytest.mark.parametrize("mover", STUCK)
def test_without_set_up_stones_a_player_may_be_stuck_and_loses(mover):
    state = finished(STUCK[mover])
    other = "white" if mover == "black" else "black"
    assert (state.outcome.winner, state.outcome.reason) == (other, "no turn")
    assert state.variant.game.ui.explain(state).startswith(f"{mover.capitalize()} has no legal move")
    oracle = Whirlwind(6, stones=stones_of(state), mover=mover, first_turn=False)
    assert oracle.turns() == []
    assert not oracle.joins("black")
    assert not oracle.joins("white")


@pytest.mark.parametrize(("mover", "turns"), [("white", ["d6"]), ("black", ["a5", "a5,e6", "e5,e6", "e6"])])
def test_being_stuck_is_the_player_to_moves_alone(mover, turns):
    other = "white" if mover == "black" else "black"
    assert position(STUCK[mover].replace(f"to move: {mover}", f"to move: {other}")).legal_turns() == turns


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("size", SIZES)
def test_with_the_set_up_nobody_is_ever_without_a_turn(size, setup):
    variant = byways.start("whirlwind", size=size, setup=setup).variant
    play, values = compiled(variant.kernels.playout), np.zeros(2)
    for seed in range(200):
        vector = variant.start()
        play(variant.geometry, vector, seeded(seed), values)
        assert (vector[TO_MOVE], vector[REASON]) == (NOBODY, CONNECTION)


@pytest.mark.parametrize("seed", range(5))
def test_nor_when_both_put_off_winning_until_the_board_is_full(seed):
    state, chance = byways.start("whirlwind", size=6), random.Random(seed)
    while state.outcome is None:
        turns = state.legal_turns()
        chance.shuffle(turns)
        following = map(state.play, turns)
        state = next((after for after in following if after.outcome is None), None) or state.play(turns[0])
    assert state.outcome.reason == "connection"
    assert sum(stone == EMPTY for stone in state.vector[CELLS:-1]) < 8


# Positions


def test_a_position_with_a_touch_at_a_corner_cannot_arise():
    with pytest.raises(byways.PositionError) as refused:
        position(TWO_CORNERS.replace("3 . . . .", "3 . . X ."))
    assert str(refused.value) == "position: d2 and c3 touch only at a corner, which no turn may leave"
    assert refused.value.fields["option"] == "position"

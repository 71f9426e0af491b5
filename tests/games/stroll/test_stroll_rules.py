"""Stroll's board phase and its solved ending; the paths themselves are in test_stroll_paths.py."""

import os
import subprocess
import sys

import numpy as np
import pytest

import byways
from byways.game.rule_calls import NEVER, VARIABLE
from byways.games.stroll.observe import (
    BEGUN,
    CLAIMING,
    ENEMY,
    ENEMY_CLAIMED,
    FREE,
    MY_TURN,
    NEXT,
    OWN,
    OWN_CLAIM,
    OWN_CLAIMED,
)
from byways.kernels import compiled
from byways.kernels.rng import seeded
from games.playing import refusal
from games.stroll.stroll_boards import items, kinds, observed, played, position

SOME = """
   a b c d e f g
 1 . . . . . . .
 2 . . . . . . .
 3 . . . . . . .
 4 . . . O . . .
 5 . . . . . . .
 6 . . . . . . .
 7 . . . . . X .
to move: white
"""
FOUR = """
 . . . . .
 . O . O .
 . . . . .
 . O . O .
 . . . . .
"""


def test_a_first_stone_stands_beside_no_stone_in_any_of_8_directions_a_second_one_may():
    """Decision L4."""
    state = position(SOME)
    for cell in ("c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"):
        assert refusal(state, f"{cell}>{cell[0]}1") == f"{cell} has a stone beside it (d4)"
    two_cells_away = {"d2>d1", "b4>a4", "f2>f1", "b6>a6"}
    assert two_cells_away | {"d2>d3", "b2>c3", "g4>e4", "d6>e7"} <= set(state.legal_turns())


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("d4>d1", "d4 is occupied"),
        ("e3>e1", "e3 has a stone beside it (d4)"),
        ("g6>g1", "g6 has a stone beside it (f7)"),
        ("b4>d4", "d4 is occupied"),
        ("b4>f4", "b4>f4 passes d4, which is occupied"),
        ("b2>f6", "b2>f6 passes d4, which is occupied"),
        ("d2>d6", "d2>d6 passes d4, which is occupied"),
        ("b2>c4", "b2>c4 is not a straight line"),
        ("b2>b2", "project the stone at least one step"),
        ("swap", "swap is possible only with the pie rule, as the reply to the first move"),
    ],
)
def test_refusals(turn, sentence):
    assert refusal(position(SOME), turn) == sentence


def test_a_turn_that_is_only_begun_is_not_complete():
    state = position(SOME)
    assert str(state.variant.game.texts.refusal(state, (8,))) == "the turn is not complete: project a stone from b2"


def test_turns_are_listed_in_row_major_order_in_both_directions_even_where_they_lead_to_one_board():
    turns = byways.start("stroll", size=5).legal_turns()
    assert " ".join(turns).startswith("a1>b1 a1>c1 a1>d1 a1>e1 a1>a2 a1>b2 a1>a3 a1>c3 a1>a4 a1>d4 a1>a5 a1>e5 b1>a1 ")
    assert len(turns) == 320  # queen moves on an empty 5×5 board
    state = byways.start("stroll")
    there, back = state.play("c3>c7"), state.play("c7>c3")
    assert str(there) == str(back)
    assert there.turns != back.turns
    assert {"c3>c7", "c7>c3"} <= set(state.legal_turns())


def test_the_board_phase_ends_when_no_first_stone_can_be_placed_and_is_read_back_unsolved():
    state = played("d2>b2 c4>e4", size=5)
    assert {turn[:2] for turn in state.legal_turns()} == {"a4", "a5"}
    over = state.play("a4>a2")
    assert (over.to_move, over.legal_turns()) == (None, [])
    drawn = played("e1>e4 b5>b2", size=5)
    assert str(drawn).endswith("to move: nobody")
    assert position(str(drawn)).outcome == drawn.outcome


def test_the_random_player_chooses_first_the_one_stone_then_the_other_uniformly():
    """One turn is left: two cells for the first stone, with unequal numbers of cells for the second."""
    state = played("d2>b2 c4>e4", size=5)
    chance = {}
    for turn, actions in state.variant.game.texts.turns(state):
        seconds = [other for other in state.legal_turns() if other[:2] == turn[:2]]
        after = state.apply_unchecked(actions)
        assert after.to_move is None
        board = after.vector.tobytes()
        chance[board] = chance.get(board, 0) + 1 / 2 / len(seconds)
    games, met = 20_000, dict.fromkeys(chance, 0)
    rng, values, playout = seeded(1), np.zeros(2), compiled(state.variant.kernels.playout)
    for _ in range(games):
        vector = state.vector.copy()
        assert playout(state.variant.geometry, vector, rng, values) == 1
        met[vector.tobytes()] += 1
    for board, probability in chance.items():
        assert abs(met[board] / games - probability) < 5 * (probability / games) ** 0.5


@pytest.mark.parametrize(
    ("turns", "size", "winner", "scores", "said"),
    [
        ("c2>f5 c6>f6 a6>c4 f3>d1 a1>a3 f1>f2", 6, "white", (13, 11), ""),
        (
            *("a1>c3 d1>b3 e4>d5 a5>a3", 5, "black", (3, 3)),
            (
                "The longest paths are equal, 3; the next decide. Black wins with 3, White has 1. "
                "White: a1 c3 (3); e4 (1). Black: d1 b3 (3); a3 a5 (3)."
            ),
        ),
        ("d2>b2 c4>e4 a4>a2", 5, "white", (3, 3), "White wins with 3, Black has 0."),  # without stones left
        ("e1>e4 b5>b2", 5, None, (4, 4), "All paths are equal, 4, so the game is a draw."),
    ],
)
def test_the_longer_path_wins_and_equal_ones_leave_it_to_the_next(turns, size, winner, scores, said):
    state = played(turns, size=size)
    reason, winners = ("longer path", (winner,)) if winner else ("equal paths", ())
    assert state.outcome == byways.Outcome(winner, winners, reason, dict(zip(("white", "black"), scores, strict=True)))
    assert said in state.variant.game.ui.explain(state)


def test_a_side_without_any_stone_has_no_path():
    assert position(FOUR).outcome == byways.Outcome("white", ("white",), "longer path", {"white": 7, "black": 0})


@pytest.mark.parametrize(
    "broken",
    [
        ". . . . .\n" * 5 + "to move: nobody",
        FOUR + "to move: nobody; over: equal paths",
        "stroll size=5" + FOUR + "white claimed: b2\nto move: black",
        "stroll size=5 ending=claim" + FOUR.replace("O", ".", 1) + "white claimed: b4\nto move: black",
    ],
)
def test_positions_that_contradict_themselves_are_refused(broken):
    with pytest.raises(byways.PositionError):
        position(broken)


def test_the_picture_shows_stones_sight_the_last_turn_and_the_deciding_paths():
    state = played("e1>e4", size=5)
    assert items(state) == {
        *((kind, cell, "white", "") for kind in ("stone", "last") for cell in ("e1", "e4")),
        *((kind, "e1", "e4", "white", "") for kind in ("sight", "move")),
    }
    over = state.play("b5>b2")
    assert {("path", "e1", "e4", "white", "4"), ("path", "b2", "b5", "black", "4")} < items(over)


def test_the_preview_shows_connections_made_and_cut():
    state = played("e1>e5", size=5)
    preview = state.variant.game.preview(state, (12, 14))  # c3>e3
    assert all(item.ghost for item in preview)
    assert kinds(preview) == {
        *(("stone", cell, "black", "") for cell in ("c3", "e3")),
        ("sight", "c3", "e3", "black", ""),
        ("sight", "e1", "e5", "white", "cut"),
    }


def test_a_person_points_at_cells():
    state = byways.start("stroll", size=5)
    assert state.variant.clicks(state.vector, 12) == ("c3",)
    assert state.variant.game.texts.spell(("c3", "e3")) == "c3>e3"
    assert state.variant.game.ui.prompt(state).startswith("Place a stone")
    begun = byways.State(state.variant, state.variant.apply(state.vector, 12))
    assert begun.variant.game.ui.prompt(begun).startswith("Project")
    assert begun.write((14,)) == "e3"
    assert state.write((12,)) == "c3>"


def test_a_learner_sees_stones_and_where_the_next_may_go():
    state = played("e1>e4", size=5)
    planes = observed(state, state.vector, 1)
    assert np.flatnonzero(planes[ENEMY]).tolist() == [4, 19]
    assert not planes[OWN].any()
    assert np.flatnonzero(planes[FREE]).tolist() == [0, 1, 2, 5, 6, 7, 10, 11, 12, 15, 16, 17, 20, 21, 22]
    assert planes[MY_TURN].all()
    assert not planes[[BEGUN, NEXT, OWN_CLAIMED, ENEMY_CLAIMED, OWN_CLAIM, CLAIMING]].any()
    planes = observed(state, state.variant.apply(state.vector, 21), 1)  # b5
    assert np.flatnonzero(planes[BEGUN]).tolist() == [21]
    assert np.flatnonzero(planes[NEXT]).tolist() == [1, 6, 9, 11, 13, 15, 16, 17, 20, 22, 23, 24]


def test_boards_of_the_usual_size_are_judged_shown_and_explained_without_machine_code():
    program = """
import random, sys, byways
state, dice = byways.start("stroll"), random.Random(3)
while state.to_move:
    state = state.play(dice.choice(state.legal_turns()))
game = state.variant.game
assert state.outcome and game.ui.explain(state) and game.picture(state).boards
assert "numba" not in sys.modules
"""
    environment = {**os.environ, VARIABLE: NEVER}  # as in a server; it plays more than a thousand actions
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


def test_big_boards_are_judged_by_machine_code():
    variant = byways.find("stroll").variant({"size": 26})
    assert variant.game.solving.costly_end(variant)
    half = ["." * 13, "O..O..O..O..O", "." * 13] * 8 + ["." * 13, "O..O..O..O..O"]
    mirrored = "\n".join(row + row[::-1].replace("O", "X") for row in half)
    state = position(mirrored)
    assert state.to_move is None
    assert state.outcome.reason == "equal paths"

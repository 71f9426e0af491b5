"""Whirlwind's kernels that engines and learners use, and its picture."""

import numpy as np

from byways.games.whirlwind.rules import CELLS, ENEMY, MOVING, OWN, PENDING, PLANES, SINGLE, UPRIGHT
from byways.rules.state_vector import PART
from games.whirlwind.whirlwind_positions import BOTH_WAYS, TWO_CORNERS, position


def mid_turns(state):
    """The state vectors after each legal first stone of a turn; the pie rule is off."""
    return [state.variant.apply(state.vector, first) for first in state.variant.legal_actions(state.vector)]


def test_a_turn_may_end_after_a_stone_that_stands_alone_only():
    state = position(TWO_CORNERS)
    end = 36
    for vector in mid_turns(state):
        first = (set(np.flatnonzero(vector[CELLS:-1])) - set(np.flatnonzero(state.vector[CELLS:-1]))).pop()
        name = state.write((first,))
        following = state.variant.legal_actions(vector)
        assert vector[PART] == 1
        assert (end in following) == state.is_legal(name)
        pairs = {state.write((first, second)) for second in following if second != end}
        assert pairs == {turn for turn in state.legal_turns() if "," in turn and name in turn.split(",")}


def test_symmetries_carry_the_pending_stone_along():
    state = position(TWO_CORNERS)
    variant, mapped = state.variant, np.zeros(state.variant.num_actions, dtype=np.int16)
    for vector in mid_turns(state):
        for index in range(8):
            image = variant.blank()
            variant.kernels.symmetry(variant.geometry, vector, index, image, mapped)
            assert sorted(mapped[variant.legal_actions(vector)]) == variant.legal_actions(image)


@BOTH_WAYS
def test_what_a_learner_sees(way):
    state = position(TWO_CORNERS)
    variant = state.variant
    vector = variant.apply(state.vector, 0)  # a1
    shape = variant.game.observation_shape(variant.geometry)
    assert shape == (PLANES, 36)
    black, white = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
    way(variant.kernels.observe)(variant.geometry, vector, 0, black)
    way(variant.kernels.observe)(variant.geometry, vector, 1, white)
    assert np.flatnonzero(black[OWN]).tolist() == [0, 9, 20]
    assert np.flatnonzero(black[ENEMY]).tolist() == [30]
    assert np.array_equal(black[OWN], white[ENEMY])
    assert np.flatnonzero(black[PENDING]).tolist() == [0]
    assert (black[UPRIGHT].min(), black[MOVING].min()) == (1, 1)
    assert (white[UPRIGHT].max(), white[MOVING].max()) == (0, 0)
    assert black[SINGLE].max() == 0
    first = np.zeros(shape, dtype=np.float32)
    way(variant.kernels.observe)(variant.geometry, variant.start(), 0, first)
    assert first[SINGLE].min() == 1


# The picture


def items(state, kind):
    (board,) = state.variant.game.picture(state).boards
    return [(item.at, item.owner) for item in board.items if item.kind == kind]


def test_the_picture_marks_the_stones_of_the_last_turn_and_the_winning_chain():
    state = position(TWO_CORNERS).play("d3,c3")
    assert items(state, "last") == [(("c3",), "black"), (("d3",), "black")]
    assert len(items(state, "stone")) == 5
    assert items(state, "chain") == []
    (board,) = state.variant.game.picture(state).boards
    assert [edge.owner for edge in board.edges] == ["black", "black", "white", "white"]
    won = position(
        """
        . . X . . .
        O O O O . .
        . . X O O O
        . . X X . .
        . . . X . .
        . . . X . .
        to move: black
        """
    )
    assert items(won, "chain") == [(("a2", "b2", "c2", "d2", "d3", "e3", "f3"), "white")]


def test_the_preview_shows_where_a_mate_is_needed():
    state = position(TWO_CORNERS)
    preview = state.variant.game.preview
    alone = preview(state, state.actions("e5"))
    assert [(item.kind, item.at, item.ghost) for item in alone] == [("stone", ("e5",), True)]
    c3 = 14
    needed = preview(state, (c3,))
    assert [(item.kind, item.at) for item in needed] == [
        ("stone", ("c3",)),
        ("touch", ("c3", "d2")),
        ("need", ("c2",)),
        ("need", ("d3",)),
    ]
    pair = preview(state, state.actions("c3,d3"))
    assert [(item.kind, item.at) for item in pair] == [("stone", ("c3",)), ("stone", ("d3",))]

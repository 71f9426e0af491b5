"""What a learner sees of The Long Way, plane by plane."""

import numpy as np

from byways.games.longway import observe as planes_of
from byways.games.longway.grid import NAMES
from games.longway.longway_positions import several, solo


def observed(state, player=0):
    """From each plane that is not all 0 to where it is 1 (names of spaces), or to its one value."""
    variant = state.variant
    planes = np.zeros(variant.observation_shape, dtype=np.float32)
    variant.kernels.observe(variant.geometry, state.vector, player, planes)
    shown = {}
    for number, plane in enumerate(planes):
        if number >= planes_of.LIGHT_IS:
            assert len(set(plane.tolist())) == 1
            shown[number] = round(float(plane[0]), 3)
        else:
            assert set(plane.tolist()) <= {0, 1}
            shown[number] = " ".join(NAMES[cell] for cell in np.flatnonzero(plane))
    return {number: seen for number, seen in shown.items() if seen}


def test_the_sheet_the_dice_and_whose_turn_it_is():
    state = solo(
        """
        1n  ---
        1   A5     A     .    @1   : * |
        2    B     .     .    @1
        """,
        dice="2-5",
        coins=3,
    )
    shown = observed(state)
    empty = shown.pop(planes_of.EMPTIES).split()
    assert set(NAMES[:49]) - set(empty) == {"a1", "b1", "d1", "e1", "a2", "d2"}
    assert shown == {
        planes_of.DISPLAYS + 4: "a1",
        planes_of.CAFETERIA: "d1 d2",
        planes_of.WALLED_ON + 0: "a1",
        planes_of.WALLED_ON + 1: "e1",
        planes_of.WALLED_ON + 3: "e1",
        planes_of.DOORED_ON + 3: "e1",
        planes_of.ENTRANCE_ON + 3: "a1",
        planes_of.EXIT_ON + 1: "g7",
        planes_of.LIGHT_IS + 1: 1,
        planes_of.DARK_IS + 4: 1,
        planes_of.COINS_ARE: 0.3,
        planes_of.CAFETERIAS_LEFT: 0.5,
        planes_of.TURN_IS: 1,
        planes_of.ACTIVE_IS: 1,
    }


def test_the_new_tile_is_seen_while_its_display_is_chosen():
    state = solo(dice="1-5")
    placed = state.variant.apply(state.vector, state.actions("tile c3 c3=5")[0])
    assert observed(type(state)(state.variant, placed))[planes_of.NEW_TILE] == "c3 d3"
    assert planes_of.NEW_TILE not in observed(state)


def test_each_player_sees_the_own_sheet():
    state = several(2, "roll 2-5", "tile c3 c3=5")
    first, second = observed(state.view("player 1"), 0), observed(state.view("player 2"), 1)
    assert first[planes_of.DISPLAYS + 4] == "c3"
    assert planes_of.DISPLAYS + 4 not in second
    assert planes_of.DISPLAYS + 4 not in observed(state.view("player 2"), 0)
    assert (first.get(planes_of.TURN_IS), second.get(planes_of.TURN_IS)) == (None, 1)
    assert (first.get(planes_of.ACTIVE_IS), second.get(planes_of.ACTIVE_IS)) == (1, None)
    stopped = several(2, "roll 2-5", "stop", "tile c3 c3=5")
    assert observed(stopped, 0)[planes_of.STOPPED_IS] == 1
    assert planes_of.STOPPED_IS not in observed(stopped, 1)

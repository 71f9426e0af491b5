"""What may be drawn on a sheet of The Long Way: tiles, displays, bonuses, walls, doorways, cafeterias; and stopping."""

import pytest

import byways
from byways.games.longway.refusals import side_name
from games.longway.longway_positions import bonuses, rows, solo
from games.playing import play, refusal


def test_the_setup_is_two_different_outer_sides():
    state = byways.start("longway")
    turns = state.legal_turns()
    assert len(turns) == 28 * 27
    assert turns[:3] == ["setup a1N a1W", "setup a1N b1N", "setup a1N c1N"]
    assert state.is_legal("setup g7E g7S")
    assert refusal(state, "setup d1N d1N") == "the entrance and the exit must be different sides"
    assert refusal(state, "setup d1S g7S") == "d1S is not an outer side of the grid, where entrances and exits are"
    assert state.play("setup d1N g7S").to_move == "chance"


def test_the_tile_lies_with_its_box_at_the_named_space_and_brings_its_walls():
    after = solo(dice="3-3").play("tile c3 c3=3")
    assert rows(after, "3", "3s", "4") == [
        "3    .     .    A3     A     .     .     .",
        "3s                    ---",
        "4    .     .     A |   .     .     .     .",
    ]
    state = solo("1    A", dice="4-5")
    assert state.is_legal("tile a1 b1=4"), "the box begins with a hole, over a space in use"
    assert refusal(state, "tile a1 a1=4") == "a1 is not on this tile"
    assert refusal(state, "tile b1 b2=4 coins") == "no bonus is due"


def test_a_display_shows_either_die_wins_nothing_by_itself_and_a_due_bonus_must_be_taken():
    assert solo(dice="2-5").legal_turns()[:3] == ["tile a1 a1=2", "tile a1 a1=5", "tile b1 b1=2"]
    assert solo(dice="2-2").legal_turns()[:3] == ["tile a1 a1=2", "tile b1 b1=2", "tile c1 c1=2"]
    assert not bonuses(solo(dice="1-5"), "tile c4 c4=5")
    sentence = "a bonus is due: add a wall, a door or coins, such as wall e4W"
    assert refusal(solo("4   A2", dice="2-5"), "tile a5 a5=2") == sentence


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("tile g3 g3=3", "tile g3 would leave the grid"),
        ("tile c7 c7=3", "tile c7 would leave the grid"),
        ("tile c3 c3=3", "tile c3 would cover d3, which is not empty"),
        ("tile d2 d2=3", "tile d2 would cover d3, which is not empty"),
        ("tile e4 e4=3", "tile e4 would cover f4, which is not empty"),
        ("tile a5 a5=3", "tile a5 would cover a6, which is not empty"),
        ("tile a1 b2=3", "b2 is not on this tile"),
        ("tile a1 a1=4", "a display shows one of the dice, 3 or 5, not 4"),
        ("tile a1 a1=3 coins", "no bonus is due"),
    ],
)
def test_tiles_and_displays_that_do_not_fit(turn, sentence):
    state = solo(
        """
        3    .     .     .     A
        4    .     .     .     .     .     * |
        6   @1    @1
        """
    )
    assert refusal(state, turn) == sentence


@pytest.mark.parametrize(
    ("turn", "due"),
    [
        ("tile d4 d4=5", True),  # the same symbol to the north
        ("tile d4 d4=2", True),  # the same symbol to the east
        ("tile d5 d5=2", True),  # a cafeteria, whatever the symbol
        ("tile d6 d6=5", True),
        ("tile e3 e3=5", True),
        ("tile c3 c3=2", False),  # another symbol
        ("tile g4 g4=2", False),  # a tile without a display
        ("tile e5 e5=5", False),  # only corner to corner
        ("tile a1 a1=5", False),
    ],
)
def test_a_bonus_is_due_next_to_a_cafeteria_or_the_same_symbol(turn, due):
    state = solo(
        """
        3    .     .     .    A5
        4    .     .     .     .    B2     C
        5    .     .    @1
        6    .     .    @1
        """,
        dice="2-5",
    )
    assert bool(bonuses(state, turn)) == due
    assert state.is_legal(turn) == (not due)
    assert state.is_legal(f"{turn} coins") == due


def test_a_wall_on_the_border_denies_the_bonus_and_a_doorway_does_not():
    grids = ("4    .     .   |A2", "4    .     .   :A2", "4    .     .    A2 |")
    assert [bool(bonuses(solo(grid, dice="2-5"), "tile b4 b4=2")) for grid in grids] == [False, True, True]
    grid = "4    .     .     .    A2"
    assert not bonuses(solo(grid, dice="2-2"), "tile c4 c4=2"), "the new tile's wall is on the east side"
    assert bonuses(solo(grid, dice="2-3"), "tile c4 c4=2"), "on the south side"


def test_walls_go_on_any_side_without_one_of_any_space_but_a_cafeteria():
    state = solo(
        """
        3n        ---
        3         A2 | | B :
        4                            @1    @1
        """,
        dice="2-5",
    )
    walls = [found.split()[1] for found in bonuses(state, "tile b4 b4=2") if found.startswith("wall")]
    every = [f"{letter}{number}{side}" for number in range(1, 8) for letter in "abcdefg" for side in "NESW"]
    taken = {"b3N", "b3E", "c3W", "c3E", *(f"{space}{side}" for space in ("e4", "f4") for side in "NESW")}
    assert walls == [wall for wall in every if wall not in taken]
    turn = "tile b4 b4=2 wall "
    assert refusal(state, turn + "b3E") == "b3 already has a wall on its east side"
    assert refusal(state, turn + "c3E") == "c3 already has a wall on its east side"  # the doorway is in a wall
    assert refusal(state, turn + "e4N") == "e4 is a cafeteria, where no wall is drawn"
    assert state.is_legal(turn + "e3S")  # towards a cafeteria, but on the other space
    assert state.is_legal(turn + "b4N")  # on the new tile itself


def test_a_wall_may_face_another_and_one_doorway_leads_through_both_but_its_space_is_empty_no_more():
    after = solo("4   A2", dice="2-5").play("tile a5 a5=2 wall d4N").play("roll 2-5")
    assert rows(after, "4") == ["4   A2     .     .     *     .     .     ."]
    assert refusal(after, "tile d4 d4=2") == "tile d4 would cover d4, which is not empty"
    assert refusal(after, "cafe d4 e4") == "d4 is not empty"
    state = solo("4   A2\n6    .     .     .   | B", dice="2-5")
    after = state.play("tile a5 a5=2 wall c6E")
    assert rows(after, "6") == ["6    .     .     * | | C     .     .     ."]
    following = after.play("roll 2-5")
    assert "door c6E" in bonuses(following, "tile a6 a6=2")
    opened = following.play("tile a6 a6=2 door c6E")
    assert rows(opened, "6") == ["6   C2     .     * : : D     .     .     ."]


def test_where_one_of_two_walls_has_a_doorway_the_other_still_blocks_and_can_be_cut():
    state = solo("4   A2\n6    .     .     * : | B", dice="2-5")
    assert "door c6E" in bonuses(state, "tile a5 a5=2")
    after = state.play("tile a5 a5=2 door c6E")
    assert rows(after, "6") == ["6    .     .     * : : C     .     .     ."]
    state = solo("4   A2\n6    .     .     * :   .     .", dice="2-5")
    assert "door c6E" not in bonuses(state, "tile a5 a5=2")
    assert refusal(state, "tile a5 a5=2 door c6E") == "the wall on the east side of c6 already has a doorway"
    shut = play(state, "tile a5 a5=2 wall d6W", "roll 2-5")
    assert "door c6E" in bonuses(shut, "tile a6 a6=2"), "the wall drawn later shuts the border again"
    to_a_cafeteria = solo("4   A2    .     @1    @1   | *", dice="2-5")
    assert "door d4E" in bonuses(to_a_cafeteria, "tile a5 a5=2")


def test_doorways_are_cut_through_shut_borders_and_named_by_the_left_or_upper_space():
    state = solo(
        """
        2n              ---
        2    .   | * |   *
        3n        - -
        3    .     *     .
        4   A2
        """,
        dice="2-5",
    )
    doors = [found.split()[1] for found in bonuses(state, "tile a5 a5=2") if found.startswith("door")]
    assert doors == ["c1S", "a2E", "b2E"]
    turn = "tile a5 a5=2 door "
    assert state.actions(turn + "c2W") == state.actions(turn + "b2E")
    assert state.actions(turn + "c2N") == state.actions(turn + "c1S")
    assert state.play(turn + "c2N").turns[-1] == turn + "c1S"
    assert refusal(state, turn + "e5E") == "there is no wall on the east side of e5"
    assert refusal(state, turn + "b2S") == "there is no wall on the south side of b2"


GATES = """
1n  ---                                 ---
1   A2 |   .     .     .     .     .   | * |
2    B     .
"""


def test_only_the_own_entrance_and_exit_are_cut_open_in_the_outer_wall_by_their_own_side():
    state = solo(GATES, dice="2-5", gates="entrance a1N; exit g1E")
    doors = [found.split()[1] for found in bonuses(state, "tile b1 b1=2") if found.startswith("door")]
    assert doors == []  # the bonus is not due: a wall is on a1's east side
    state = solo(GATES.replace("A2 |", "A2  "), dice="2-5", gates="entrance a1N; exit g1E")
    doors = [found.split()[1] for found in bonuses(state, "tile b1 b1=2") if found.startswith("door")]
    assert doors == ["a1N", "f1E", "g1E"]  # not g1N, which is neither
    turn = "tile b1 b1=2 door "
    assert refusal(state, turn + "g1N") == "the north side of g1 is neither your entrance nor your exit"
    assert rows(state.play(turn + "a1N"), "1n") == ["1n  - -                                 ---"]
    open_gate = solo("1   A2", dice="2-5", gates="entrance a1N; exit g1E")
    assert refusal(open_gate, turn + "a1N") == "there is no wall on the north side of a1"


@pytest.mark.parametrize("side", ["a4W", "d1N", "g4E", "d7S"])
def test_every_outer_side_can_be_walled_up_and_cut_open_once(side):
    state = solo("3   A5\n5   B5", dice="2-5", gates=f"entrance {side}; exit b1N")
    walled = state.play("tile c7 c7=5").play("roll 2-5").play(f"tile a2 a2=5 wall {side}").play("roll 2-5")
    assert f"door {side}" in bonuses(walled, "tile a6 a6=5")
    cut = walled.play(f"tile a6 a6=5 door {side}").play("roll 2-5")
    assert f"door {side}" not in bonuses(cut, "tile a7 a7=5")
    assert refusal(cut, f"tile a7 a7=5 door {side}") == f"the wall on {side_name(side)} already has a doorway"
    before, after = (str(found).replace("---", "- -").replace("|", ":") for found in (walled, cut))
    assert before.count("- -") == after.count("- -")  # no other wall has come or gone
    assert before.count(":") == after.count(":")


def test_a_bonus_wall_or_a_tile_may_cover_the_entrance_and_a_doorway_reopens_it():
    state = solo("2   A2", dice="2-5", gates="entrance a1N; exit g1E")
    covered = state.play("tile a1 a1=2 wall a1N").play("roll 2-5")
    assert "door a1N" in bonuses(covered, "tile a3 a3=2")
    by_a_tile = solo("2   A2", dice="2-1", gates="entrance a1N; exit g1E")
    assert "door a1N" in bonuses(by_a_tile, "tile a1 a1=2")  # cut by the bonus of the very tile that covers it


def test_a_cafeteria_lies_or_stands_on_two_neighbouring_empty_spaces_and_there_are_at_most_two():
    state = solo("1    A     .     .\n2    .     .     B", dice="1-5")
    cafes = [turn for turn in state.legal_turns() if turn.startswith("cafe")]
    assert cafes[:5] == ["cafe b1 c1", "cafe b1 b2", "cafe c1 d1", "cafe d1 e1", "cafe d1 d2"]
    assert len(cafes) == 84 - 2 - 4
    for turn, sentence in (
        ("cafe a1 b1", "a1 is not empty"),
        ("cafe b2 c2", "c2 is not empty"),
        ("cafe d1 e2", "d1 and e2 are not next to each other, as a cafeteria's two spaces are"),
        ("cafe g1 a2", "g1 and a2 are not next to each other, as a cafeteria's two spaces are"),
    ):
        assert refusal(state, turn) == sentence
    assert state.play("cafe b2 b1").turns[-1] == "cafe b1 b2"
    assert rows(state.play("cafe b1 b2"), "1", "2") == [
        "1    A    @1     .     .     .     .     .",
        "2    .    @1     B     .     .     .     .",
    ]
    second = solo("7   @1    @1     .     .     .     .   | *", dice="6-5").play("cafe c7 d7").play("roll 6-5")
    assert not any(turn.startswith("cafe") for turn in second.legal_turns()), "whatever the dice"
    assert refusal(second, "cafe a1 a2") == "you have already drawn two cafeterias"


def test_stop_is_always_legal_final_and_the_only_choice_when_nothing_fits():
    assert "stop" in solo().legal_turns()
    full = "\n".join(f"{row}  " + " ".join(["  A  "] * 7) for row in range(1, 8))
    assert solo(full).legal_turns() == ["stop"]
    rich = solo(full, coins=1)
    assert rich.legal_turns() == ["stop", "reroll light", "reroll dark"]
    stopped = rich.play("stop")
    assert (stopped.to_move, stopped.outcome.reason) == (None, "score")
    assert refusal(stopped, "stop") == "the game is over"

"""Texts of The Long Way: lenient reading, unreadable turns, positions, pointing, and what a player is told."""

import pytest

import byways
from byways.games.longway.grid import SIDES
from byways.games.longway.layout import own_sheet
from byways.games.longway.result import walk_of
from byways.games.longway.sheet import WALLED, by_space
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.registry import find
from byways.search.random_game import random_turn
from games.longway.longway_positions import GATES, TILES, over, rows, several, solo
from games.playing import play, refusal

EXAMPLES = "tile c3 d3=5 wall e4W, cafe c3 d3, reroll light or stop"


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("TILE C3 D3=5", "tile c3 d3=5"),
        ("  tile   c3  d3 = 5 ", "tile c3 d3=5"),
        ("tilec3 d3=5", "tile c3 d3=5"),
        ("tile a5 a5=5 wall E4w", "tile a5 a5=5 wall e4W"),
        ("tile a5 a5=5 WALL e4 W", "tile a5 a5=5 wall e4W"),
        ("tile a5 a5=5 door c6w", "tile a5 a5=5 door b6E"),
        ("tile a5 a5=5  Coins", "tile a5 a5=5 coins"),
        ("cafe d3 c3", "cafe c3 d3"),
        ("Cafe C4 C3", "cafe c3 c4"),
        ("STOP", "stop"),
        ("Reroll  Light", "reroll light"),
    ],
)
def test_turns_are_read_leniently_and_written_canonically(text, turn):
    state = solo("4   A5\n6    .     .   | *", dice="3-5", coins=1)
    assert state.play(text).turns == (turn,)
    assert turn in state.legal_turns()


def test_what_a_player_may_know_is_a_position_at_every_moment():
    state = byways.random_game("longway", seed=1, players=2)
    while state is not None:
        for viewer in (*state.players, None):
            view = state.view(viewer)
            assert (byways.start("longway", position=str(view)).vector == view.vector).all()
        state = state.previous


def test_setups_and_dice_are_read_leniently_but_turns_of_another_time_refused():
    assert byways.start("longway").play("SETUP d1n  G7 s").turns == ("setup d1N g7S",)
    assert solo(dice="?-?").play("Roll 3 - 5").turns == ("roll 3-5",)
    assert solo(dice="?-5").play("LIGHT 3").turns == ("light 3",)
    assert solo(dice="3-?").play("dark3").turns == ("dark 3",)
    assert refusal(byways.start("longway"), "stop") == (
        "now player 1 is to move: an entrance and an exit, such as setup d1N g7S"
    )
    assert refusal(solo(), "setup d1N g7S").startswith("now player 1 is to move: a tile, a cafeteria")
    assert refusal(solo(dice="?-5"), "roll 3-5").endswith("the die that is rolled again, such as light 4")


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        (solo, "tile h3 d3=5", "'h3' is not a cell; expected a letter a–g and a number 1–7, such as d4"),
        (solo, "tile c3 d8=5", "'d8' is not a cell; expected a letter a–g and a number 1–7, such as d4"),
        (solo, "tile c3 d3=7", "7 is not on a die; expected 1 to 6"),
        (solo, "tile c3 d3=5 wall e4x", "'x' is not a side; expected N, E, S or W, as in e4N"),
        (
            solo,
            "tile c3",
            "'tile c3' is not a move; expected a tile, a cafeteria, a reroll or stop, such as " + EXAMPLES,
        ),
        (lambda: byways.start("longway"), "d1N", "expected an entrance and an exit, such as setup d1N g7S"),
        (lambda: solo(dice="?-?"), "3-5", "expected the dice, such as roll 3-5"),
        (lambda: solo(dice="3-?"), "4", "expected the die that is rolled again, such as dark 4"),
    ],
)
def test_unreadable_turns_say_what_was_expected(state, text, sentence):
    with pytest.raises(byways.UnreadableTurnError) as refused:
        state().play(text)
    assert str(refused.value).endswith(sentence)


FULL = """
longway players=2
round: player 2, dice 3-5
player 1: coins 4; entrance a1W; exit g7E
     a     b     c     d     e     f     g
1n  ---
1    A    A5 |   .     .     .     .     .
2    .     .   : B     *     .     .     .
2s                    - -
3    .     .     .     .    @1     .     .
4    .     .     .     .    @1     .     .
5    .     .     .     .     .     .     .
6    .     .     .     .     .     .     .
7    .     .     .     .     .    @2    @2
player 2: coins 0; entrance d1N; exit d7S
     a     b     c     d     e     f     g
1    .     .     .     .     .     .     .
2    .     .     .     .     .     .     .
3    .     .     .     .     .     .     .
4    .     .     .     .     .     .     .
5    .     .     .     .     .     .     .
6    .     .     .     .     .     .     .
7    .     .     .     .     .     .     .
player 2, secret: coins 0; entrance d1N; exit d7S; stopped
     a     b     c     d     e     f     g
1    .     .     .     .     .     .     .
2    .     .     .     .     .     .     .
3    .     .     .     .     .     .     .
4    .     .     .     .     .     .     .
5    .     .     .     .     .     .     .
6    .     .     .     .     .     .     .
7    .     .     .     .     .     .     .
to move: player 1
""".strip()


def test_a_position_holds_everything_and_is_written_as_it_is_read_with_letters_in_board_order():
    state = byways.start("longway", position=FULL)
    assert str(state) == FULL
    assert state.options == {"players": 2, "tiles": "", "rows": 7}
    assert state.play("stop").to_move is None  # player 2 has stopped too
    assert rows(solo("1    Z    q1"), "1") == ["1    A    B1     .     .     .     .     ."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1    A    A5 |", "1    A    .5 |"),  # a display on an empty space
        ("1    A    A5 |", "1    A    A7 |"),
        ("1    A    A5 |", "1    A     . |"),  # a wall on an empty space
        ("3    .     .     .     .    @1", "3    .     .     .     .    @1 |"),  # a wall on a cafeteria
        ("2    .     .   : B     *", "2    .     .   : A     *"),  # a tile in two pieces
        ("2s                    - -\n", ""),  # a space marked * without a wall
        ("4    .     .     .     .    @1", "4    .     .     .     .     . "),  # half a cafeteria
        ("4    .     .     .     .    @1", "4    .     .     .     .    @3"),
        ("coins 4", "coins -1"),
        ("coins 4", "coins many"),
        ("coins 4", "coins 99999"),
        ("entrance a1W; exit g7E", "entrance a1W"),
        ("entrance a1W; exit g7E", "entrance a1W; exit a1W"),
        ("entrance a1W; exit g7E", "entrance a1E; exit g7E"),
        ("round: player 2, dice 3-5", "round: player 3, dice 3-5"),
        ("round: player 2, dice 3-5", "round: player 2, dice ?-5"),  # then chance would move
        ("round: player 2, dice 3-5", "round: player 1, dice 3-5"),  # player 2 has not acted yet
        ("round: player 2, dice 3-5", "round: setup"),
        ("round: player 2, dice 3-5", "round: over"),
        ("round: player 2, dice 3-5\n", ""),
        ("to move: player 1", "to move: player 2"),  # who has acted already
        ("to move: player 1", "to move: chance"),
        ("to move: player 1", "to move: nobody"),
        ("player 2, secret", "player 1, secret"),
        ("player 2, secret", "player 2"),
        ("2    .     .   : B", "1    .     .   : B"),
        ("1n  ---", "1n  --"),
        ("1    A    A5 |", "1     A    A5 |"),  # out of line
        ("player 2: coins 0; entrance d1N; exit d7S", "player 2: coins 0; entrance d1N; exit d7S; stopped"),
    ],
)
def test_positions_that_contradict_themselves_are_refused(old, new):
    assert old in FULL
    with pytest.raises(byways.PositionError):
        byways.start("longway", position=FULL.replace(old, new, 1))


def test_a_position_may_be_indented_and_leave_out_headings_and_blank_rows():
    state = solo()
    text = "\n".join(f"    {line}" for line in str(state).splitlines() if not line.startswith(("longway", "  ")))
    assert byways.start("longway", position=text, tiles=TILES) == state
    short = f"round: player 1, dice 3-5\nplayer 1: coins 0; {GATES}\nto move: player 1"
    assert byways.start("longway", position=short, tiles=TILES) == state


def test_pointing_at_a_turn_step_by_step():
    state = solo("4   A5", dice="3-5", coins=1)
    variant, vector = state.variant, state.vector
    clicks = {}
    turn = state.actions("tile a5 a5=5 wall e4W")
    for action in turn:
        clicks[action] = variant.clicks(vector, action)
        vector = variant.apply(vector, action)
    assert list(clicks.values()) == [("a5",), ("a5", "symbol 5"), ("wall", "e4W")]
    pointed = [click for action in turn for click in clicks[action]]
    assert variant.game.texts.spell(pointed) == "tile a5 a5=5 wall e4W"
    for text, steps in [
        ("tile a5 a5=5 coins", ("coins",)),
        ("cafe c3 d3", ("cafe", "c3", "d3")),
        ("reroll light", ("reroll light",)),
        ("stop", ("stop",)),
    ]:
        last = state.actions(text)[-1]
        assert variant.clicks(vector, last) == steps
    for words in ("stop", "reroll dark", "cafe c3 d3"):
        assert variant.game.texts.spell(words.split()) == words
    assert variant.game.texts.spell(["d1N", "g7S"]) == "setup d1N g7S"
    assert variant.clicks(solo(dice="?-?").vector, solo(dice="?-?").actions("roll 3-5")[0]) == ("light 3", "dark 5")


def test_the_preview_shows_the_tile_with_its_walls():
    state = solo(dice="3-3")
    shown = state.variant.game.preview(state, state.actions("tile c3 c3=3")[:1])
    assert {(item.kind, item.at) for item in shown if item.kind != "path"} == {
        ("tile", ("c3", "d3", "c4")),
        ("dot", ("c3",)),
        ("wall", ("d3S",)),
        ("wall", ("c4E",)),
    }
    assert all(item.ghost for item in shown)


def test_the_preview_shows_the_shopper_s_path_as_it_would_be():
    def path(state, turn):
        items = state.variant.game.preview(state, state.actions(turn))
        return [" ".join(item.at) for item in items if item.kind == "path"]

    state = solo(dice="3-3")
    assert path(state, "tile c3 c3=3") == ["a1 b1 c1 c2 c3 d3 e3 f3 g3 g4 g5 g6 g7"], (
        "past the display, round the walls"
    )
    assert path(state, "stop") == ["a1 b1 c1 d1 e1 f1 g1 g2 g3 g4 g5 g6 g7"]
    assert path(state, "cafe e3 e4") == ["a1 b1 c1 d1 e1 e2 e3", "e3 e4 f4 g4 g5 g6 g7"]
    begun = byways.start("longway")
    assert path(begun, "setup a1N c1N") == ["a1 b1 c1"]
    assert begun.variant.game.preview(begun, begun.actions("setup a1N c1N")[:1])[1:] == (), "there is no exit yet"


def test_the_player_is_told_what_to_do():
    def prompt(state, *actions):
        vector = state.vector
        for action in actions:
            vector = state.variant.apply(vector, action)
        return state.variant.game.ui.prompt(type(state)(state.variant, vector.copy(), state))

    start = byways.start("longway")
    assert prompt(start) == "Choose an outer side for the entrance"
    assert prompt(start, *start.actions("setup d1N g7S")[:1]) == "Choose an outer side for the exit"
    assert prompt(solo(dice="?-?")) == "Roll the dice"
    assert prompt(solo(dice="?-2")) == "Roll the die again"
    state = solo("4   A5")
    assert prompt(state) == "Place the tile, draw a cafeteria, or stop"
    turn = state.actions("tile a5 a5=5 coins")
    assert prompt(state, *turn[:1]).startswith("Put a display on the new tile")
    assert prompt(state, *turn[:2]).startswith("A bonus: draw a wall")
    no_tile = "\n".join(_full_row(number) for number in (1, 3, 5, 7))
    assert prompt(solo(no_tile, dice="3-5")) == "The tile fits nowhere: draw a cafeteria, or stop"
    full = "\n".join(_full_row(number) for number in range(1, 8))
    assert prompt(solo(full)) == "Nothing fits: stop"
    assert prompt(solo(full, coins=1)) == "Nothing fits: stop, or reroll a die"
    assert prompt(over()) == ""


def _full_row(number):
    return f"{number}    " + "     ".join("ABCDEFG"[number - 1] * 7)


def test_the_picture_shows_the_path_its_score_and_the_last_turn():
    board = over("1   A1    A1").variant.game.picture(over("1   A1    A1")).boards[0]
    assert [item.kind for item in board.items].count("path") == 1
    assert board.notes == ("stopped", "score: -9")
    state = solo("4   A2", dice="2-5").play("tile a5 a5=2 wall d4N").play("roll 2-5")
    board = state.variant.game.picture(state).boards[0]
    assert {item.at[0] for item in board.items if item.kind == "last"} == {"a5", "d4"}
    boards = several(2).variant.game.picture(several(2)).boards
    assert [board.key for board in boards] == ["player 1", "player 2"]


def test_the_end_is_explained_and_to_whom_knows_the_score_how_it_comes_about():
    state, shut = over("1   A1    A1"), over("1n  ---\n1    A", gates="entrance a1N; exit g7E")
    explain, explain_to = state.variant.game.ui.explain, state.variant.game.ui.explain_to
    told = "2 displays and 11 empty spaces on the path. Failure. Try again."
    assert (explain(state), explain_to(state, "player 1")) == (f"Player 1 scores -9: {told}", told)
    assert explain(shut).startswith("Player 1 scores 0: no path leads from the entrance to the exit.")
    assert explain_to(shut, "player 1") == "No path leads from the entrance to the exit. Failure. Try again."


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("setup d1N g7S", "Entrance d1 north, exit g7 south"),
        ("tile c3 d3=5", "Desk set on d3"),
        ("tile c3 d3=3 wall e4W", "Sofa on d3, wall e4 west"),
        ("tile c3 d3=1 door d4E", "Seat on d3, doorway d4 east"),
        ("tile c3 d3=1 coins", "Seat on d3, 2 coins"),
        ("cafe c3 d3", "Cafeteria c3-d3"),
        ("reroll dark", "Reroll the dark die"),
        ("light 4", "Light 4"),
        ("?", "?"),
    ],
)
def test_turns_are_told_in_words(turn, said):
    assert byways.start("longway").variant.game.ui.say_turn(turn) == said


GAME = find("longway")


def test_the_shopper_and_the_tile_are_told_and_nothing_before_the_start_and_after_the_end():
    start = byways.start("longway")
    assert GAME.ui.remark(start) == GAME.ui.describe_preview(start, ()) == ""
    assert GAME.ui.remark(byways.random_game("longway", seed=2)) == ""
    state = play(start, "setup a1N c1N", "roll 1-1")
    tiles = [turn for turn in state.legal_turns() if turn.startswith("tile")]
    corners = {turn.split()[1] for turn in tiles}
    assert len(tiles) > len(corners)
    walk = "The shopper would now walk 3 spaces and score -3 points."
    assert GAME.ui.remark(state) == f"{walk} With 1-1 the tile fits in {len(corners)} places."


def test_what_a_tile_would_do_to_the_path_is_told_and_that_there_is_none():
    state = play(byways.start("longway"), "setup a1N c1N", "roll 1-1")
    tile = next(turn for turn in state.legal_turns() if turn.startswith("tile b1 "))
    actions = state.actions(tile)
    assert GAME.ui.describe_preview(state, ()) == "the shopper walks 3 spaces and scores -3 points"
    laid = GAME.ui.describe_preview(state, actions[:1])
    assert laid != GAME.ui.describe_preview(state, ()), "there are fewer empty spaces, or the walls make a longer way"
    points, legs = walk_of(state.play(tile), 0)
    spaces = len({cell for leg in legs for cell in leg})
    told = f"the shopper walks {spaces} spaces and scores {points} points"
    assert GAME.ui.describe_preview(state, tuple(actions)) == told
    vector = state.vector.copy()
    sheet = vector[own_sheet(state.variant.geometry, 0) :]
    whats, _, marks = by_space(sheet)
    whats[0], marks[0] = WALLED, 1 << SIDES.index("N")  # a wall over the entrance
    assert GAME.ui.describe_preview(State(state.variant, vector, state), ()) == "the shopper finds no path and scores 0"


def test_the_score_is_what_the_game_would_count_if_it_ended_now():
    rng = seeded(5)
    state = byways.start("longway", players=2)
    looked = 0
    while state.to_move is not None:
        if state.to_move == "player 1" and GAME.ui.remark(state):
            ended = state
            while ended.to_move is not None:
                stops = "stop" if ended.is_legal("stop") else ended.chances()[0][0]
                ended = ended.play(stops)
            for player, points in ended.outcome.scores.items():
                assert f"{player.capitalize()}'s shopper would now" in GAME.ui.remark(state)
                assert f" {points}" in GAME.ui.remark(state)
            looked += 1
        state = state.apply_unchecked(random_turn(state, rng))
    assert looked > 3


def test_a_single_player_counts_points():
    assert GAME.ui.scale(GAME.variant({"players": 1})) == (-10, 20, "points")
    assert GAME.ui.scale(GAME.variant({"players": 3})) == (0.0, 100.0, "%")
    alone = byways.start("longway").play("setup a1N c1N").play("roll 1-1").play("stop")
    assert alone.outcome.scores == {"player 1": -3}
    low, high, _ = GAME.ui.scale(alone.variant)
    assert low + byways.analyse(alone).value * (high - low) == -3

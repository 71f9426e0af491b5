"""Reading boards, random games, and states as rows of numbers."""

import numpy as np
import pytest

import byways
from byways.errors import CellError, OptionError
from byways.game.board_reading import OFF_BOARD
from byways.game.rule_calls import ALWAYS, NEVER, machine_code_is
from example_games import examples_registered
from games.playing import play
from small_games import ONE_OF_EACH


@pytest.fixture(scope="module", autouse=True)
def registered():
    with examples_registered():
        yield


def test_troll():
    state = byways.start("troll", size=4).play("b2").play("c2")
    assert (state["b2"], state["c2"], state["a1"]) == ("white", "black", None)
    assert list(state.cells)[:5] == ["a1", "b1", "c1", "d1", "a2"]
    assert {cell for cell, player in state.cells.items() if player} == {"b2", "c2"}
    assert state.board.tolist() == [[0, 0, 0, 0], [0, 1, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    with pytest.raises(ValueError, match="read-only"):
        state.board[0, 0] = 1


def test_whirlwind_begins_with_stones():
    state = byways.start("whirlwind", size=14)
    drawn = [line.split()[1:] for line in str(state).splitlines()[2:-1]]
    marks = {None: ".", "black": "X", "white": "O"}
    assert [[marks[state[f"{'abcdefghijklmn'[x]}{y + 1}"]] for x in range(14)] for y in range(14)] == drawn
    assert [[".XO"[word] for word in row] for row in state.board.tolist()] == drawn


def test_stride_lies_in_a_square_and_black_stacks_are_negative():
    state = byways.start("stride", side=4)
    assert state.board.shape == (7, 7)
    assert (state.board == OFF_BOARD).sum() == 49 - 37
    assert state.board[0].tolist() == [OFF_BOARD] * 3 + [0, 0, 0, 0], "row g, at the top, begins with g4"
    assert state.board[6].tolist() == [0, 0, 0, 0] + [OFF_BOARD] * 3
    assert (state["b1"], state["f7"], state["d4"]) == ("white", "black", None)
    state = play(state, "b2-d2", "f5-d5", "d2-f4")
    state = state.play(state.legal_turns()[0])
    for name, player in state.cells.items():
        row, column = "gfedcba".index(name[0]), int(name[1:]) - 1
        word = int(state.board[row, column])
        assert player == {0: None, 1: "white", -1: "black"}[int(np.sign(word))]


def test_stroll():
    state = byways.start("stroll", size=5)
    assert not any(state.cells.values())
    state = state.play(state.legal_turns()[0])
    assert sorted(filter(None, state.cells.values())) == ["white", "white"]
    assert state.board[state.board > 0].tolist() == [1, 1]


def test_the_long_way_has_a_sheet_for_each_player():
    alone = byways.random_game("longway", 1)
    assert list(alone.cells)[:2] == ["a1", "b1"]
    assert alone.board.shape == (7, 7)
    assert set(alone.cells.values()) == {None, "player 1"}
    assert {cell for cell, player in alone.cells.items() if player} == {
        f"{'abcdefg'[x]}{y + 1}" for y, x in zip(*np.nonzero(alone.board), strict=True)
    }
    three = byways.random_game("longway", 2, players=3)
    assert three.board.shape == (21, 7)
    assert three["player 2 c3"] in (None, "player 2")
    assert {three[f"player {p} {c}{r}"] for p in (1, 2, 3) for c in "abcdefg" for r in range(1, 8)} <= {
        None, "player 1", "player 2", "player 3",
    }  # fmt: skip
    assert three["player 3 a1"] == ("player 3" if three.board[14, 0] else None)


def test_what_others_have_drawn_stays_secret_in_a_view():
    state = byways.start("longway", players=2)
    while state.to_move is not None and not any(state.cells.values()):
        state = state.play(state.chances()[0][0] if state.chances() else state.legal_turns()[0])
    hidden = state.view("player 2")
    assert (hidden.board[:7] != state.board[:7]).any() or state.view("player 1").board.tolist() == state.board.tolist()


def test_the_examples():
    state = byways.start("hex", size=3).play("b1")
    assert (state["b1"], state.board.tolist()) == ("black", [[0, 1, 0], [0, 0, 0], [0, 0, 0]])
    state = byways.start("connect_four").play("c").play("c")
    assert (state["c6"], state["c5"], state.board.shape) == ("white", "black", (6, 7))
    state = byways.start("breakthrough", rows=6, columns=4)
    assert (state["a1"], state["d6"], state.board[:, 0].tolist()) == ("black", "white", [2, 2, 0, 0, 1, 1])
    state = byways.start("pig")
    assert (dict(state.cells), state.board.shape) == ({}, (0, 0))
    with pytest.raises(CellError, match="there is no cell 'a1'; the cells are none"):
        state["a1"]


def test_an_unknown_cell_is_a_key_error_in_one_line_and_a_state_no_sequence():
    state = byways.start("troll", size=4)
    for cell in ("z9", "", 3, None, "A1", "player 1 a1"):
        with pytest.raises(KeyError) as caught:
            state[cell]
        assert isinstance(caught.value, CellError)
        assert str(caught.value) == f"there is no cell {cell!r}; the cells are a1 to d4"
    with pytest.raises(TypeError):
        list(state)


GAMES = [*ONE_OF_EACH, ("hex", {"size": 5}), ("pig", {"goal": 20})]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_seed_gives_one_game_interpreted_and_as_machine_code(game, options):
    found = []
    for when in (NEVER, ALWAYS, ALWAYS):
        with machine_code_is(when):
            found.append([byways.random_game(game, seed, **options) for seed in range(4)])
    for one, *others in zip(*found, strict=True):
        assert one.to_move is None
        assert one.outcome is not None
        assert [other.turns for other in others] == [one.turns] * 2
        assert play(byways.start(game, **options), *one.turns) == one
    assert len({state.turns for state in found[0]}) > 1


def test_a_random_game_without_an_end_stops_and_a_seed_is_a_whole_number():
    with machine_code_is(ALWAYS):
        state = byways.random_game("stride", 1, side=4, repetition=0)
    assert state.to_move is None or len(state.turns) > 1_000
    for seed in ("1", 1.5, None, True):
        with pytest.raises(OptionError, match=r"option seed: .* it must be a whole number"):
            byways.random_game("troll", seed)


def test_random_games_are_uniform():
    """Every first turn comes as often as any other, within four standard deviations."""
    with machine_code_is(ALWAYS):
        firsts = [byways.random_game("hex", seed, size=3).turns[0] for seed in range(1_800)]
    counts = [firsts.count(cell) for cell in byways.start("hex", size=3).legal_turns()]
    assert sum(counts) == 1_800
    assert all(abs(count - 200) < 4 * (200 * 8 / 9) ** 0.5 for count in counts)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_states_and_rows_are_the_same(game, options):
    state = byways.random_game(game, 5, **options)
    states = []
    while state is not None:
        states.append(state)
        state = state.previous
    rows = byways.vectors_of(states)
    assert (rows.dtype, rows.shape) == (np.int16, (len(states), states[0].variant.width))
    again = byways.states_of(game, rows, **options)
    assert again == states
    rows[:] = 0
    assert again == states, "they keep copies"
    assert again[-1].play(again[-1].legal_turns()[0]).turns != ()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[1, 2, 3]], r"expected rows of 31 whole numbers, found an array of int64 with the shape \(1, 3\)"),
        ([[1, 2], [3]], "expected rows of 31 words, found rows of different lengths"),
        (np.zeros((2, 31)), "found an array of float64"),
        (np.full((1, 31), 7), "expected positions of troll, found words that no position has"),
        ([[0] * 30 + [70_000]], "found words that no position has"),
    ],
)
def test_rows_of_another_form_are_refused(rows, said):
    with pytest.raises(OptionError, match=said):
        byways.states_of("troll", rows, size=5)


def test_states_of_several_kinds_have_no_common_form():
    with pytest.raises(OptionError, match="expected states of one game with the same options, found states of 2 kinds"):
        byways.vectors_of([byways.start("troll", size=4), byways.start("troll", size=5)])
    with pytest.raises(OptionError, match="found none"):
        byways.vectors_of([])
    with pytest.raises(byways.OptionError, match="found a str"):
        byways.vectors_of([byways.start("troll", size=4), "c3"])

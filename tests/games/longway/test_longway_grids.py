"""The Long Way on grids of five to nine rows: what depends on the grid beside the rules, which meet the oracle."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import byways
from byways.arena.players import player
from byways.games.longway.actions import starts
from byways.games.longway.layout import SEEN
from byways.games.longway.positions import LETTERS
from byways.games.longway.result import marks_of
from byways.games.longway.sheet import SETS, earns_bonus, gather, wins_bonus
from byways.kernels.rng import seeded
from byways.registry import find
from byways.testing import random_line
from games.longway.longway_positions import TILES
from games.playing import refusal

LONGWAY = find("longway")
COLUMNS = "abcdefg"


def grid(rows, **options):
    return byways.start("longway", rows=rows, **options)


def over(rows, row):
    """A finished game of a single player whose path is the top row."""
    text = f"round: over\nplayer 1: coins 0; entrance a1W; exit g1E; stopped\n1   {row}\nto move: nobody; over: score"
    return grid(rows, position=text)


def value_of(state):
    values = np.zeros(1)
    state.variant.kernels.outcome(state.variant.geometry, state.vector, values)
    return values[0]


def test_the_usual_grid_has_seven_rows_and_keeps_its_actions_and_other_numbers_are_refused():
    assert starts(7) == (28, 77, 175, 176, 177, 178, 472, 668, 864, 865, 901, 907, 913)
    for rows in (4, 10, "seven"):
        with pytest.raises(byways.OptionError, match=r"option rows: .* must be a whole number from 5 to 9"):
            grid(rows)


def test_spaces_and_rows_beyond_the_grid_are_refused():
    state = grid(5)
    with pytest.raises(byways.UnreadableTurnError, match="expected a letter a–g and a number 1–5, such as d3"):
        state.play("setup a1N g7S")
    with pytest.raises(byways.UnreadableTurnError, match="such as setup d1N g5S"):
        state.play("enter")
    assert "is not an outer side of the grid" in refusal(grid(9), "setup a1N g7S")
    state = state.play("setup a1N g5S").play("roll 2-1")  # a partition of three rows
    assert state.is_legal("tile g3 g5=1")
    assert refusal(state, "tile g4 g5=1") == "tile g4 would leave the grid"
    shown = str(grid(5).play("setup a1N g5S"))
    assert byways.start("longway", position=shown).options["rows"] == 5
    with pytest.raises(byways.PositionError, match="expected a row of a sheet, found '6"):
        byways.start("longway", position=shown.replace("to move", "6    .     .     .\nto move"))
    with pytest.raises(byways.PositionError, match="expected an outer side after exit"):
        byways.start("longway", position=shown.replace("g5S", "g7S"))


def test_every_space_of_the_largest_grid_can_be_a_tile_of_its_own():
    rows = [
        f"{row + 1}   " + "   ".join(f" {letter} " for letter in LETTERS[7 * row : 7 * row + 7]) for row in range(9)
    ]
    text = "\n".join(
        ["round: over", "player 1: coins 0; entrance a1W; exit g9E; stopped", *rows, "to move: nobody; over: score"]
    )
    state = byways.start("longway", position=text, rows=9)
    assert byways.start("longway", position=str(state)) == state
    assert len(set(state.vector[-189:-126].tolist())) == 63


def test_a_single_players_marks_who_wins_alone_and_what_it_is_worth_go_by_the_rows():
    marks = {5: (4, 6, 9), 6: (5, 8, 10), 7: (6, 9, 12), 8: (7, 10, 14), 9: (8, 12, 15)}
    assert {rows: marks_of(grid(rows).variant) for rows in marks} == marks
    small, usual = (over(rows, "A1    B1    C1    D1    E1    F1    G") for rows in (5, 7))
    assert small.outcome.scores == usual.outcome.scores == {"player 1": 6}
    assert (small.outcome.winner, usual.outcome.winner) == ("player 1", None)
    assert ("You win" in LONGWAY.ui.explain(small), "You win" in LONGWAY.ui.explain(usual)) == (True, False)
    assert (value_of(small), value_of(usual)) == (pytest.approx(16 / 24), pytest.approx(16 / 30))


def test_the_sheet_is_drawn_and_printed_with_its_rows():
    for rows in (5, 9):
        names = [f"{column}{row}" for row in range(1, rows + 1) for column in COLUMNS]
        variant = grid(rows, players=2).variant
        for picture in (LONGWAY.picture(grid(rows)), LONGWAY.ui.handouts(variant)[0].pictures[0]):
            assert [point.name for point in picture.boards[0].points] == names


def test_tiles_have_one_name_on_all_grids_and_a_shape_too_high_fits_nowhere(tmp_path):
    known = LONGWAY.ui.data_hash({"tiles": TILES}).split()[1]
    assert f"tiles: {known}" in str(grid(9, tiles=TILES)).splitlines()
    file = tmp_path / "high.toml"
    lines = Path(TILES).read_text().splitlines()
    at = lines.index("[shape.1]")
    lines[at + 1] = f"cells = {['#'] * 6}"
    lines[at + 2] = f"walls = {['a1N', 'a2N', 'a3N', 'a4N', 'a5N', 'a6N']}"
    file.write_text("\n".join(lines).replace("'", '"'))
    for rows, corners in ((5, 0), (6, 7), (9, 28)):
        state = grid(rows, tiles=str(file)).play(f"setup a1N g{rows}S").play("roll 1-1")
        assert len({turn.split()[1] for turn in state.legal_turns() if turn.startswith("tile")}) == corners


@pytest.mark.parametrize("rows", [5, 7, 9])
def test_a_bonus_is_due_by_the_words_of_a_sheet_where_it_is_by_its_sets(rows):
    variant, sets, due = grid(rows).variant, np.empty(SETS, dtype=np.int64), set()
    for state in list(random_line(variant, rows))[10::7]:
        gather(variant.geometry, state.vector, SEEN, sets)
        for cell, symbol in product(range(7 * rows), range(1, 7)):
            expected = wins_bonus(variant.geometry, sets, cell, symbol)
            assert earns_bonus(variant.geometry, state.vector, SEEN, cell, symbol) == expected
            due.add(expected)
    assert due == {True, False}


def test_engines_play_on_other_grids():
    rng, greedy, full = seeded(1), player("greedy"), player("full:simulations=2")
    assert greedy.choose(grid(9), rng).turn == "setup a1N g9S"
    state = grid(5)
    while state.to_move is not None:
        state = full.choose(state, rng) if state.to_move != "chance" else state.play(state.chances()[0][0])
    assert state.outcome.scores["player 1"] > 0

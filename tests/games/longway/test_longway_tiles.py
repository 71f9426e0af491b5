"""Sets of tiles: the format, what is refused and how it is named, and the set that Byways ships."""

from pathlib import Path

import pytest

import byways
from byways.games.longway import tiles
from byways.games.longway.grid import SIDES
from games.longway.longway_positions import TILES, solo

NO_SIDE = ": there is no side '{}'; the sides are N, E, S and W"
GOOD = Path(TILES).read_text()


def refusal(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(byways.OptionError) as refused:
        byways.start("longway", tiles=str(file))
    assert refused.value.fields["option"] == "tiles"
    return str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[shape.6]", "[shape.7]", "tiles: expected six tables, shape.1 to shape.6"),
        ("[shape.6]", "[form.6]", "tiles: expected six tables, shape.1 to shape.6"),
        ("[shape.1]", "[shape.0]\n[shape.1]", "tiles: expected six tables, shape.1 to shape.6"),
        ('["##", "#."]', '["##", "#"]', "tiles: shape.3, cells: row 2 is not as long as row 1"),
        ('["##", "#."]', '["##", "#.", ".."]', "tiles: shape.3, cells: row 3 is empty"),
        ('["##", "#."]', '["##.", "#.."]', "tiles: shape.3, cells: column c is empty"),
        ('["##", "#."]', '["#.", ".#"]', "tiles: shape.3, cells: the shape is in several pieces"),
        ('["##", "#."]', '["##", "#x"]', "tiles: shape.3, cells: row 2 may hold only # and ."),
        ('["##", "#."]', "[]", "tiles: shape.3, cells: expected strings, one for each row of the shape"),
        ('["##", "#."]', '[""]', "tiles: shape.3, cells: expected strings, one for each row of the shape"),
        ('["##", "#."]', '"##"', "tiles: shape.3, cells: expected strings, one for each row of the shape"),
        ('["##", "#."]', '["########"]', "tiles: shape.3, cells: the box is larger than 7 by 7"),
        ('["##", "#."]', f"{['#'] * 8}", "tiles: shape.3, cells: the box is larger than 7 by 7"),
        ('"a1N a1W"', "", "tiles: shape.3, walls: expected six strings, one for each dark die"),
        ('"a1N a1W"', "6", "tiles: shape.3, walls: expected six strings, one for each dark die"),
        ('"b1S a2E"', '"b1S b2E"', "tiles: shape.3, entry 3: b2E: b2 is not on the tile"),
        ('"b1S a2E"', '"b1S d9E"', "tiles: shape.3, entry 3: d9E: d9 is not on the tile"),
        ('"b1S a2E"', '"b1S a2X"', "tiles: shape.3, entry 3: a2X" + NO_SIDE.format("X")),
        ('"b1S a2E"', '"b1S a2NE"', "tiles: shape.3, entry 3: a2NE" + NO_SIDE.format("NE")),
        ('"b1S a2E"', '"b1S b1S"', "tiles: shape.3, entry 3: the wall b1S is named twice"),
        ('"b1S a2E"', '"b1S, a2E"', "tiles: shape.3, entry 3: b1S," + NO_SIDE.format("S,")),
        (
            '"b1S a2E"',
            '"b1S E"',
            "tiles: shape.3, entry 3: 'E' is not a wall; expected a space and a side, such as a1N",
        ),
    ],
)
def test_a_bad_entry_is_refused_and_named(tmp_path, old, new, sentence):
    assert GOOD.count(old) == 1
    assert refusal(tmp_path, GOOD.replace(old, new)) == sentence


def test_a_file_that_is_no_table_of_tiles_or_cannot_be_read_is_refused(tmp_path):
    assert refusal(tmp_path, "shape = [").startswith("tiles: the file is not TOML (")
    assert refusal(tmp_path, "x = " + "[" * 60_000).startswith("tiles: the file is not TOML (")
    assert refusal(tmp_path, GOOD + "#" * tiles.LARGEST).endswith("has more than 65536 bytes")
    for text in ("shape = 1", "[[shape]]"):
        assert refusal(tmp_path, text) == "tiles: expected six tables, shape.1 to shape.6"
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "latin.toml", "missing.toml", ".", "a\0b"):
        with pytest.raises(byways.OptionError, match=r"is not TOML|tiles: the file .* cannot be read"):
            byways.start("longway", tiles=path)


def test_another_set_is_played_and_named_in_positions_by_its_hash(tmp_path):
    state = solo(dice="6-5")
    assert state.is_legal("tile a4 g7=6")  # four rows of seven, which the shipped set does not have
    found = tiles.load(TILES).hash
    assert f"tiles: {found}" in str(state).splitlines()
    assert byways.start("longway", position=str(state)) == state
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    mine = str(state).replace(TILES, f'"{file}"')
    assert byways.start("longway", position=mine).legal_turns() == state.legal_turns()
    file.write_text(GOOD.replace('"b1S a2E"', '"b1S"'))
    with pytest.raises(byways.PositionError, match=f"has the hash {found}, but the one in .* has the hash"):
        byways.start("longway", position=mine)


def test_the_hash_is_of_the_tiles_and_not_of_the_file_and_records_name_it(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("# the same\n" + GOOD.replace('"b1S a2E"', '"a2E   b1S"'))
    assert tiles.load(str(file)).hash == tiles.load(TILES).hash
    file.write_text(GOOD.replace('"b1S a2E"', '"a2E"'))
    assert tiles.load(str(file)).hash != tiles.load(TILES).hash
    data_hash = byways.start("longway").variant.game.ui.data_hash
    assert data_hash({"tiles": TILES}) == f"longway_tiles {tiles.load(TILES).hash}"
    # Who changes a tile of the shipped set makes a new set and a new name.
    assert data_hash({"tiles": ""}) == f"byways {tiles.load('').hash}" == "byways a6e925a57ce4"


def test_the_shipped_tiles_differ_and_have_no_useless_walls():
    """A second wall on one border within a tile, or one that shuts a space in wholly, would be of no use."""
    shapes = tiles.load("").shapes
    assert len({shape.spaces for shape in shapes}) == 6
    for shape in shapes:
        assert [[side for _, side in layout] for layout in shape.layouts[:4]] == [[0], [2], [3], [1]], "screens"
        assert len(set(shape.layouts)) == 6
        assert 2 <= len(shape.spaces) <= 4
        for layout in shape.layouts:
            assert 1 <= len(layout) <= 5
            for (row, column), side in layout:
                beyond = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)][side]
                assert (beyond, (side + 2) % 4) not in layout
            for space in shape.spaces:
                assert sum(wall == (space, side) for side in range(len(SIDES)) for wall in layout) < 4

"""Text from outside: byte order marks are passed over and names given twice refused, wherever it comes in."""

import io
from importlib import resources

import msgspec
import pytest

import byways
from byways import registry
from byways.arena.programs import read_reply
from byways.errors import GameError, PlayerError, PositionError
from byways.games.longway.tiles import parse
from byways.incoming import decode_json
from byways.interop.engine import lines_of
from byways.interop.request import RequestError, read_request
from byways.learning.lessons import read_lessons
from byways.learning.puzzles import PuzzleFileError, read_puzzle_file
from byways.search.levels import ladder, level_of

MARK = "\ufeff"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a": 1, "a": 1}', "$"),
        ('{"a": {"b": [1, {"c": 1, "d": 2, "\\u0063": 3}]}}', "$.a.b[1]"),
        ('[{}, {"": 1, "": 2}]', "$[1]"),
    ],
)
def test_a_name_given_twice_is_refused_with_its_path(text, path):
    with pytest.raises(msgspec.ValidationError, match="is given twice") as refused:
        decode_json(text)
    assert str(refused.value).endswith(f"at `{path}`")


def test_names_in_different_objects_and_long_numbers_are_no_repetition():
    assert decode_json(b'\xef\xbb\xbf[{"a": 1}, {"a": {"a": 1}}]') == [{"a": 1}, {"a": {"a": 1}}]
    assert decode_json('{"a": 1' + "0" * 5000 + "}", msgspec.Raw)


def test_protocols_refuse_names_given_twice_and_pass_over_a_mark_on_their_first_line_only():
    line = '{"id": 1, "game": "troll", "options": {"size": 4}, "level": 1}'
    assert read_request((MARK + line).encode()) == read_request(line.encode())
    with pytest.raises(RequestError, match="'size' is given twice"):
        read_request(line.replace('"size": 4', '"size": 4, "size": 5').encode())
    with pytest.raises(PlayerError, match="'best' is given twice"):
        read_reply('{"id": 1, "best": "a1", "best": "b1"}', 1)
    lines = io.BytesIO((MARK + "name\n" + MARK + "name\n").encode())
    assert list(lines_of(lines)) == [b"name", MARK.encode() + b"name"]


def test_positions_and_toml_pass_over_marks():
    start = byways.start("troll", size=4)
    assert byways.start("troll", position=MARK + str(start)) == start
    with pytest.raises(PositionError, match="option size is given twice"):
        byways.start("troll", position=str(start).replace("size=4", "size=4 size=4"))
    lessons = registry.find("troll").lessons
    assert read_lessons(MARK + lessons) == read_lessons(lessons)
    tiles = resources.files("byways.games.longway").joinpath("tiles.toml").read_bytes()
    assert parse(MARK.encode() + tiles, "x") == parse(tiles, "x")


def test_an_authors_files_of_puzzles_and_levels_may_begin_with_a_mark_and_are_refused_in_a_sentence(tmp_path):
    mark = "\ufeff".encode()
    puzzles, ladder_file = tmp_path / "puzzles.json", tmp_path / "levels.toml"
    puzzles.write_bytes(mark + b"[]")
    ladder_file.write_bytes(mark + b"[[level]]\nnumber = 1\nsimulations = 8\nplain = true\n")
    assert read_puzzle_file(puzzles) == ()
    assert [rung.simulations for rung in ladder(ladder_file)] == [8]
    assert level_of(ladder_file, 1).simulations == 8
    with pytest.raises(GameError, match=r"^levels\.toml has no level 2$"):
        level_of(ladder_file, 2)
    read_puzzle_file.cache_clear()
    ladder.cache_clear()
    puzzles.write_text('[{"position": "a", "position": "b"}]')
    with pytest.raises(PuzzleFileError, match="cannot be read"):
        read_puzzle_file(puzzles)
    for wrong in ("[[level]", "[[other]]", "[[level]]\nnumber = 1\nunknown = 2", "level = 3"):
        ladder_file.write_text(wrong)
        ladder.cache_clear()
        with pytest.raises(GameError, match=r"^levels\.toml: the levels cannot be read: "):
            ladder(ladder_file)
    ladder.cache_clear()
    read_puzzle_file.cache_clear()

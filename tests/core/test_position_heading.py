"""The heading and the last line of a position's text: read leniently, and in linear time."""

import time

import pytest

import byways
from byways.errors import PositionError
from byways.position import read_options, write_options


@pytest.mark.parametrize(
    "options", [{}, {"a": ""}, {"a": "b c", "d": '"'}, {"tiles": "my\\tiles.toml"}, {"a": "b=c", "e": "  "}]
)
def test_options_are_read_back(options):
    assert read_options(write_options(options)) == options


def test_a_backslash_outside_quotes_is_itself():
    assert read_options(r"tiles=C:\tiles  size=5") == {"tiles": r"C:\tiles", "size": "5"}


def test_any_white_space_separates_a_heading():
    position = byways.start("troll", position="troll\tsize=4\nO...\n....\n....\n....\nTo  move :  black ; swap")
    assert position.options["size"] == 4
    assert position.to_move == "black"


@pytest.mark.parametrize(
    "text",
    [
        'troll size="' + '\\"' * 40_000,
        "troll size=" + '"' * 80_001,
        "troll " + "x" * 90_000,
        "troll\n....\n....\n....\n....\nto move: white" + " " * 90_000 + "!",
        "troll\n....\n....\n....\n....\nto move: " + "white " * 15_000 + "!",
    ],
    ids=["escapes", "quotes", "word", "spaces", "words"],
)
def test_hostile_text_is_refused_in_linear_time(text):
    before = time.process_time()
    with pytest.raises(PositionError):
        byways.start("troll", position=text)
    assert time.process_time() - before < 2  # quadratic reading takes minutes

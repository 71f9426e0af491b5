"""The heading and the last line of a position's text: read leniently, and in linear time."""

import time

import pytest

import byways
from byways.errors import PositionError
from byways.position.notation import read_options, write_options


def test_options_are_read_back_and_any_white_space_separates_them():
    for options in ({}, {"a": ""}, {"a": "b c", "d": '"'}, {"tiles": "my\\tiles.toml"}, {"a": "b=c", "e": "  "}):
        assert read_options(write_options(options)) == options
    assert read_options(r"tiles=C:\tiles  size=5") == {"tiles": r"C:\tiles", "size": "5"}, "a backslash is itself"
    position = byways.start("troll", position="troll\tsize=4\nO...\n....\n....\n....\nTo  move :  black ; swap")
    assert (position.options["size"], position.to_move) == (4, "black")


@pytest.mark.parametrize("game", byways.games())
@pytest.mark.parametrize("text", ["junk", "\njunk\nmore junk", "to move: white", "", "=", "junk junk"])
def test_what_is_no_position_is_said_to_be_none_of_an_option_that_nobody_gave(game, text):
    with pytest.raises(PositionError, match=r"^position: expected ") as error:
        byways.start(game, position=text)
    assert error.value.fields["option"] == "position"


def test_the_line_at_fault_is_named():
    with pytest.raises(PositionError, match=r"a board whose size is a whole number.*, found 'junk' in line 2$"):
        byways.start("troll", position="\njunk")
    with pytest.raises(byways.OptionError, match=r"^option size: 99 is not allowed"):
        byways.start("troll", position="junk", size=99)


@pytest.mark.parametrize("game", byways.games())
@pytest.mark.parametrize("other", byways.games())
def test_a_position_of_another_game_is_refused_as_one(game, other):
    if game != other:
        said = f"^position: its heading names the game '{other}', but this is '{game}'$"
        with pytest.raises(PositionError, match=said):
            byways.start(game, position=str(byways.start(other)))


@pytest.mark.parametrize(
    "text",
    [
        "x" * 50_000 + " " * 40_000,
        'troll size="' + '\\"' * 40_000,
        "troll size=" + '"' * 80_001,
        "troll " + "x" * 90_000,
        "troll\n....\n....\n....\n....\nto move: white" + " " * 90_000 + "!",
        "troll\n....\n....\n....\n....\nto move: " + "white " * 15_000 + "!",
    ],
    ids=["no heading", "escapes", "quotes", "word", "spaces", "words"],
)
def test_hostile_text_is_refused_in_linear_time(text):
    before = time.process_time()
    with pytest.raises(PositionError):
        byways.start("troll", position=text)
    assert time.process_time() - before < 20  # quadratic reading takes minutes

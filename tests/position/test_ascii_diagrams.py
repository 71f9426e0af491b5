"""ASCII diagrams are positions: those of the designers' own posts verbatim, and what else such texts bring along."""

import re
import time
from pathlib import Path

import pytest

import byways
from byways.errors import PositionError, RecordError
from byways.position.notation import read_board
from byways.records import read_any
from byways.rules.state_vector import TO_MOVE

SOURCES = Path(__file__).parent / "source_diagrams"
TROLL = (SOURCES / "troll-1993.txt").read_text(encoding="utf-8")
WHIRLWIND = (SOURCES / "whirlwind-2014.txt").read_text(encoding="utf-8")
BEFORE, AFTER = (part.rstrip() for part in re.split(r"(?<=at d5)\n\n", TROLL))
ROWS = BEFORE.partition("\n\nBlack to play")[0]  # nothing says who is to move
START = WHIRLWIND[WHIRLWIND.index("..") :].partition("\n\n")[0]
AMID = START.replace("x", "o", 1)

BOARD = """
   a b c d e f g h
 1 . . . O . . . .
 2 . . . O . . . .
 3 . X X O . . . .
 4 X O O O X X X .
 5 . O X . O O X X
 6 . . . . . O . .
 7 . . . . . . . .
 8 . . . . . . . .
to move: black"""


def test_the_diagrams_of_trolls_post_are_positions():
    before = byways.start("troll", position=BEFORE)
    assert str(before) == f"troll size=8{BOARD}"
    assert all(before.is_legal(turn) for turn in ("b2", "c2", "h2", "e1", "c7", "d5"))
    after = byways.start("troll", position=AFTER)
    assert str(before.play("d5")) == str(after)
    assert after.to_move == "white"


def test_discs_tell_whose_turn_it_is_where_nothing_else_does():
    assert byways.start("troll", position=ROWS) == byways.start("troll", position=BEFORE)
    one = byways.start("troll", swap=True, position="  . . . . .\n1 . . . . .\n2 . .X. . .\n3 . . . . .\n4 . . . . .")
    assert one.to_move == "black"
    assert one.is_legal("swap")


@pytest.mark.parametrize("text", [START, WHIRLWIND, START.replace("..", ".")], ids=["stuffed", "post", "as it was"])
def test_the_diagram_of_whirlwinds_post_is_the_start(text):
    found = byways.start("whirlwind", position=text)
    assert str(found) == str(byways.start("whirlwind"))
    assert not found.is_legal("b1,c1")  # as the first turn is a single stone


def test_who_is_to_move_is_asked_where_no_stones_tell_it():
    question = '^position: who is to move. Add a line that says it: "to move: black" or "to move: white"$'
    with pytest.raises(PositionError, match=question) as error:
        byways.start("whirlwind", position=AMID)
    assert error.value.code == "position.mover"
    for line in ("to move: white", "White to move", "White to play, and win!", "White's turn"):
        assert byways.start("whirlwind", position=f"{AMID}\n{line}").to_move == "white"


def test_a_board_is_shown_although_nobody_is_to_move_yet_but_of_two_diagrams_none():
    _, board = read_board(byways.find("whirlwind"), AMID)
    assert board[TO_MOVE] == 0
    with pytest.raises(PositionError, match=r"^position: there are 2 diagrams in this text; which one is meant\?"):
        byways.start("troll", position=TROLL)


@pytest.mark.parametrize("quote", ["> ", ">", ">> > "])
def test_quoted_lines_are_read(quote):
    quoted = "\n".join(quote + line for line in BOARD.splitlines()[1:])
    assert byways.start("troll", position=quoted) == byways.start("troll", position=BEFORE)
    assert byways.start("troll", position="\n".join(quote + line for line in ROWS.splitlines())).to_move == "black"


def test_a_legend_says_what_marks_mean_and_a_heading_may_leave_the_size_to_the_board():
    swapped = BEFORE.replace("X", "*").replace("Black to play", "@ = white, * = black\nBlack to play")
    assert byways.start("troll", position=swapped) == byways.start("troll", position=BEFORE)
    with pytest.raises(PositionError, match=r"^position: '\*' is not a piece"):
        byways.start("troll", position=BEFORE.replace("X", "*"))
    assert byways.start("troll", position=f"troll\n{BOARD}") == byways.start("troll", position=BEFORE)
    six = byways.start("troll", size=6)
    assert byways.start("troll", position=f"troll\n{str(six).partition(chr(10))[2]}") == six
    assert byways.start("troll", position="troll") == byways.start("troll")


@pytest.mark.parametrize(
    "marks", [".....\n.X.O.\n.....\n.O.X.\n.....", ". . . . .\n. . X . .\n. O . . .\n" + ". . . . .\n" * 2]
)
def test_what_could_be_a_grid_is_read_as_byways_draws(marks):
    state = byways.start("troll", position=marks)
    assert state.options["size"] == 5
    assert sum(owner is not None for owner in state.cells.values()) == len(re.findall("[XO]", marks))


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (BEFORE, "troll"),
        (ROWS, "troll"),
        (START, "whirlwind"),
        (WHIRLWIND, "whirlwind"),
        (f"Whirlwind, White to move\n{AMID}", "whirlwind"),
        (f"whirlwind\n{AMID}\nto move: white", "whirlwind"),
    ],
)
def test_a_file_with_a_diagram_alone_is_of_the_game_that_it_can_only_be(text, game):
    assert read_any(text).game == game


@pytest.mark.parametrize("text", [AMID, ". . . .\n. X . .\n. . . .\n. . . ."])
def test_which_game_it_is_is_asked_where_it_may_be_several(text):
    with pytest.raises(
        RecordError, match=r"which game is this. Write its name in a line above the board: \w+ or "
    ) as e:
        read_any(text)
    assert (e.value.code, e.value.fields["line"]) == ("record.game", 1)
    assert read_any(f"{text}\nWhite to move", game="whirlwind" if text is AMID else "troll").to_move == "white"


@pytest.mark.parametrize(
    "text",
    [" " * 90_000 + "x", "1" + " " * 90_000 + "x", "." + "x." * 45_000 + "x", "> " * 45_000, "Black" + " " * 90_000],
)
def test_hostile_diagrams_are_refused_in_linear_time(text):
    before = time.process_time()
    with pytest.raises(PositionError):
        byways.start("troll", position=f"{text}\n{text[:9_000]}")
    assert time.process_time() - before < 5

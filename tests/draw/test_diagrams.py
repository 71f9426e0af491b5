"""Diagrams: positions with what is played, tried and refused in them, and those of all rules pages."""

import re

import pytest

from byways.draw.diagrams import DiagramError, figures
from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.games import BUILT_IN
from byways.registry import find

FENCE = re.compile(r"```position\n(.*?)```", re.DOTALL)
PROSE = re.compile(r"^(text|alt): .*(\n[ \t].*)*", re.MULTILINE)
NEEDED = 8

EDGE = """\
troll size=6
   a b c d e f
 1 . . . . . .
 2 . . . . . .
 3 . X X O . .
 4 . . X . . .
 5 . . O . . .
 6 . . . . . .
to move: white
"""


def kinds(figure):
    """What is drawn where, by kind."""
    found = {}
    for board in figure.picture.boards:
        for item in board.items:
            found.setdefault(item.kind, set()).add(item.at)
    return found


def pages(name):
    game = find(name)
    return {"en": game.rules_page, "es": game.translation("es").rules}


@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_are_drawn_by_the_rules_in_every_language_which_differ_in_words_only(name):
    blocks = {language: FENCE.findall(page) for language, page in pages(name).items()}
    assert min(map(len, blocks.values())) >= NEEDED
    drawn = [[figures(find(name), block) for block in found] for found in blocks.values()]
    assert all(figure.text for language in drawn for made in language if len(made) > 1 for figure in made)
    for one, other in zip(*drawn, strict=True):
        assert [figure.state for figure in one] == [figure.state for figure in other]
    assert max(map(len, drawn[0])) >= 5, "a series of figures"
    english, spanish = ([PROSE.sub(r"\1", block) for block in found] for found in blocks.values())
    assert english == spanish


def test_turns_are_played_shown_and_refused_and_leave_their_marks():
    (figure,) = figures(find("troll"), EDGE + "play: a3\n")
    assert figure.state.turns == ("a3",)
    assert kinds(figure)["last"] == {("a3",)}
    assert kinds(figure)["flipped"] == {("b3",), ("c3",)}
    (figure,) = figures(find("troll"), EDGE + "show: a3\nrefuse: f4; f1\n")
    assert figure.state.turns == ()
    assert kinds(figure)["flip"] == {("b3",), ("c3",)}
    assert kinds(figure)["capture"] == {("f4",), ("f1",)}
    assert "not allowed: f4, f1" in figure.describe().lower()
    (figure,) = figures(find("stride"), "stride side=4\nshow: b3-d3\nrefuse: c3-d4\n")
    assert kinds(figure)["move"] == {("b3", "d3"), ("c3", "d4")}
    assert kinds(figure)["capture"] == {("d4",)}
    (figure,) = figures(find("troll"), EDGE + "alt: White can play a3.\n")
    assert figure.describe() == "White can play a3.", "a sentence may stand for the list of pieces"


def test_points_where_no_turn_begins():
    block = "stroll size=5\n. . . . .\n. O . . .\n. . . . .\n. . . . .\n. . . . .\nto move: black\n"
    (figure,) = figures(find("stroll"), block + "closed: a1 c3\nlegal: shown\n")
    assert kinds(figure)["capture"] == {("a1",), ("c3",)}
    assert "d2" in figure.legal
    assert not figure.asked
    with pytest.raises(DiagramError, match="a move can begin on d2"):
        figures(find("stroll"), block + "closed: a1 d2\n")


def test_each_text_completes_a_figure_and_the_next_goes_on_from_there():
    first, second = figures(find("troll"), EDGE + "show: a3\ntext: A try,\n in two lines.\nplay: a3\ntext: Played.\n")
    assert first.text == "A try, in two lines."
    assert "flip" in kinds(first)
    assert second.state.previous == first.state
    assert "flip" not in kinds(second)


def test_a_view_hides_what_others_drew():
    block = "longway players=2\nplay: setup a4W g4E; setup d1N d7S; roll 1-5; tile a3 b3=5\n"
    (all_of_it,) = figures(find("longway"), block)
    (seen,) = figures(find("longway"), block + "view: player 2\n")
    assert "tile" in kinds(all_of_it)
    assert "tile" not in kinds(seen)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("play: f4", IllegalTurnError),
        ("play: z9", UnreadableTurnError),
        ("show: f4", IllegalTurnError),
        *((f"refuse: {turn}", DiagramError) for turn in ("a3", "nonsense")),
        *((line, DiagramError) for line in ("legal: perhaps", "half: a3", "view: player 7", "closed: q1")),
        ("text: One.\nand more", DiagramError),
    ],
)
def test_what_the_rules_do_not_say_is_refused(line, error):
    with pytest.raises(error):
        figures(find("troll"), EDGE + line)
    with pytest.raises(PositionError):  # positions are judged first
        figures(find("troll"), EDGE.replace("to move: white", "to move: nobody; over: connection, white wins"))


def test_of_a_turn_whose_first_part_is_played_it_is_shown_where_it_goes_on():
    (figure,) = figures(find("stroll"), "stroll size=6\nhalf: c3>d3\nlegal: asked\n")
    assert {"d3", "c6", "f6", "a1"} <= figure.legal
    assert not {"c3", "b5", "e4"} & figure.legal
    assert "c3" in figure.describe()

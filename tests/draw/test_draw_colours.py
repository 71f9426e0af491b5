"""The table of colours of boards: legible by WCAG 2.2 AA on every one in every theme, and written as CSS whole."""

import re

import pytest
from contrast import contrast
from contrasts import blocks, weak

from byways import draw
from byways.draw import themes
from byways.draw.colours import BOARD, BOARDS, Colour, board_colours, board_css
from byways.rules.picture import GROUNDS, Board, Item, Picture, Point

THEMES = Colour._fields
FLOORS = [f"floor-{i}" for i in range(1, 7)]
NUMBERED = [f"p{i}" for i in range(1, 7)]
WOOD = [f"{ground}{end}" for ground in ("cells", "crossings", "hexes") for end in ("", "-2")]
PAPER = ["paper", "paper-2"]
GROUND = [*WOOD, *PAPER]
PIECES = [f"{owner}{part}" for owner in ("white", "black") for part in ("-1", "", "-2")]
LINES = ["grid", "border", "ruling"]
LAST_MOVE = ["last", "flipped", "capture", "move"]
FRAME = ["frame", "frame-2"]

# What is read, and marks and paths on their casings, which lie round them on any ground: at least 4.5 to 1.
TEXT = [
    ("soft", "page"), ("ink", "page"), ("neutral-ink", "neutral"),
    *((f"{owner}-ink", f"{owner}{part}") for owner in ("white", "black") for part in ("-1", "", "-2")),
    *(("coordinate", wood) for wood in FRAME), *(("coordinate-paper", paper) for paper in PAPER),
    *(("plan", floor) for floor in (*FLOORS, *PAPER, "cafe")), *(("halo", player) for player in NUMBERED),
    *((mark, "way-halo") for mark in ("way", "black-rim", *NUMBERED)), ("accent", "halo"),
]  # fmt: skip
# Lines that carry meaning: at least 3 to 1. Where there are two colours, one of them is enough: a piece is seen by its
# face or by its rim.
GRAPHICS = [
    *((("border",), ground) for ground in WOOD), *((("grid",), ground) for ground in ("cells", "cells-2")),
    *((("ruling",), paper) for paper in PAPER), *((("plan",), paper) for paper in PAPER),
    *(((face, rim), ground) for face, rim in (("white", "white-rim"), ("black", "black-rim"), ("neutral", "border"))
      for ground in GROUND),
    *(((player, "black-rim"), ground) for player in NUMBERED for ground in GROUND),
    (("bore",), "ivory"), (("ivory",), "ebony"),
    *((("plan",), floor) for floor in FLOORS), *((("legal",), ground) for ground in (*GROUND, *FLOORS)),
    (("legal-rim",), "legal"),
    *((("brass", "brass-rim"), under) for under in (*GROUND, *FLOORS, *PIECES)), (("brass-rim",), "brass"),
    *((("focus",), ground) for ground in (*GROUND, *FLOORS)),
    *((("coordinate-paper",), paper) for paper in PAPER),
    *((("plan",), furniture) for furniture in ("seat", "cushion", "table")),
]  # fmt: skip
ALL = [(theme, board) for theme in THEMES for board in BOARDS]


def test_every_change_is_of_a_colour_that_there_is_and_contrast_is_measured_by_its_definition():
    assert all(changed.keys() <= BOARD.keys() for changed in BOARDS.values())
    tables = (BOARD, *BOARDS.values())
    literals = [literal for table in tables for colour in table.values() for literal in colour]
    assert all(re.fullmatch("#[0-9a-f]{6}([0-9a-f]{2})?", literal) for literal in literals)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_boards_are_legible(theme, board):
    colours = board_colours(theme, board)
    assert weak(colours, TEXT, 4.5) == {}
    assert weak(colours, GRAPHICS, 3) == {}
    # White's and Black's pieces and edges have one shape, so they differ by more than twice of what text needs.
    assert weak(colours, [("white", "black"), ("white-2", "black-2"), ("ivory", "ebony")], 9) == {}


def test_where_one_may_play_is_seen_on_a_crossing_too():
    """The rim parts the mark from the lines on which it lies, and nothing makes either of them fainter."""
    for theme, board in ALL:
        assert weak(board_colours(theme, board), [(("legal", "legal-rim"), line) for line in LINES], 3) == {}
    (rule,) = re.findall(r"\.hint \{(.*?)\}", themes.RULES)
    assert "opacity" not in rule
    assert "$legal-rim" in rule


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("kind", LAST_MOVE)
def test_no_mark_of_the_last_move_is_drawn_in_the_colour_of_danger(kind, ground):
    points = (Point("b2", 1, 1), Point("c3", 2, 2))
    marked = Item(kind, ("b2", "c3") if kind == "move" else ("b2",), "white")
    drawn = draw.scene(Picture((Board(ground, points, items=(marked,)),)), ids=False)
    classes = " ".join(
        re.findall(r'class="([^"]*)"', "".join((*drawn.fragments.values(), *drawn.definitions.values())))
    )
    assert not {"core", "halo"} & set(classes.split())
    assert {"pin", "brass"} & set(classes.split())
    danger = set(re.findall(r"\.([a-z-]+)[^{}]*\{[^{}]*\$accent", themes.RULES))
    assert not {"pin", "brass", "brass-rim"} & danger


@pytest.mark.parametrize("theme", THEMES)
def test_high_contrast_is_higher_than_asked_of_the_other_boards(theme):
    marks = ("grid", "border", "coordinate", "coordinate-paper", "soft", "plan", "accent", "way", "legal", "focus")
    assert weak(board_colours(theme, "contrast"), [(mark, ground) for mark in marks for ground in GROUND], 6) == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("board", ["ink", "contrast"])
def test_boards_of_plain_colours_are_flat(theme, board):
    colours = board_colours(theme, board)
    for name in colours:
        if f"{name}-2" in colours:
            assert colours[name] == colours[f"{name}-2"], name
    assert {colours[name][7:] for name in ("grain", "sun", "dusk", "cast", "shade")} == {"00"}


def test_boards_are_written_whole_for_pages_and_for_what_is_inside_of_one():
    sheet = blocks(board_css())
    base = {f"--board-{name}": colour.css() for name, colour in BOARD.items()}
    assert base.items() <= sheet[":root"].items()
    changed = {f"--board-{name}" for colours in BOARDS.values() for name in colours}
    for board, colours in BOARDS.items():
        whole = {f"--board-{name}": colour.css() for name, colour in (BOARD | colours).items()}
        assert sheet[f".board-{board}"].keys() == changed, "on a page with any other board it has its own colours"
        assert base | sheet[f".board-{board}"] == whole
        if colours:
            assert base | sheet[f":root[data-board={board}]"] == whole


def test_what_is_printed_is_light_paper_whatever_is_chosen():
    always, *screens = board_css().split("@media not print")
    assert blocks(always).keys() == {":root"}
    assert blocks(always)[":root"]["color-scheme"] == "light"
    assert screens
    assert ":root[" not in always, "what is chosen counts on screens only"


def test_who_asks_the_system_for_contrast_has_boards_of_high_contrast():
    """Unless they have chosen another board; it may be asked for in the settings of the page too."""
    unchosen = ":root:not([data-board])"
    written = board_css()
    more = written[written.index("@media(prefers-contrast:more),(forced-colors:active)") :]
    assert more.partition("{")[2].startswith(f"{unchosen}{{--board-")
    assert f"{unchosen}[data-contrast=more]{{" in written

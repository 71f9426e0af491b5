"""The table of colours: legible by WCAG 2.2 AA on pages and boards in every theme, and written as CSS whole."""

import re
from pathlib import Path

import pytest

import byways
from byways.draw.colours import BOARD, BOARDS, MORE_CONTRAST, PAGE, Colour, board_colours, board_css, page_css

THEMES = Colour._fields
FLOORS = [f"floor-{i}" for i in range(1, 5)]
NUMBERED = [f"p{i}" for i in range(1, 7)]
GROUND = ["board", "cell"]

# What is read: at least 4.5 to 1.
TEXT = [
    ("soft", "page"), ("ink", "page"), ("white-rim", "white"), ("white", "black"), ("neutral-ink", "neutral"),
    *(("plan", floor) for floor in (*FLOORS, "sheet", "cafe")), *(("page", player) for player in NUMBERED),
]  # fmt: skip
# Lines and marks that carry meaning: at least 3 to 1. Where there are two colours, one of them is enough: a piece is
# seen by its face or by its rim, a mark by its own colour or by its halo.
GRAPHICS = [
    *((("line",), ground) for ground in GROUND), (("frame",), "page"), (("plan-line",), "sheet"), (("wall",), "sheet"),
    *(((face, rim), ground) for face, rim in (("white", "white-rim"), ("black", "black-rim"), ("neutral", "frame"))
      for ground in (*GROUND, "page")),
    *(((player, "ink"), ground) for player in NUMBERED for ground in GROUND),
    *(((player, "halo"), ground) for player in NUMBERED for ground in GROUND),
    *(((mark, "halo"), ground) for mark in ("accent", "joined", "route")
      for ground in (*GROUND, *FLOORS, "white", "black", "cafe")),
    *(((mark,), "halo") for mark in ("accent", "joined", "route")), (("white-mark",), "white"), (("route",), "page"),
    *((("wall",), floor) for floor in FLOORS), *((("hint",), ground) for ground in (*GROUND, *FLOORS, "sheet")),
    *((("focus",), ground) for ground in (*GROUND, *FLOORS, "sheet", "page")),
    *((("plan",), furniture) for furniture in ("seat", "cushion", "table")),
]  # fmt: skip
PAGE_TEXT = [
    *((ink, on) for ink in ("ink", "soft", "link", "warn", "strong") for on in ("page", "paper")),
    ("on-strong", "strong"),
]
PAGE_GRAPHICS = [(mark, on) for mark in ("edge", "strong", "focus", "soft") for on in ("page", "paper")]
ALL = [(theme, board) for theme in THEMES for board in BOARDS]


def luminance(colour):
    """The relative luminance of WCAG 2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def weak(colours, pairs, least):
    """The pairs whose contrast is less; where there are several inks, the best of them counts."""
    found = {}
    for inks, on in pairs:
        best = max(contrast(colours[ink], colours[on]) for ink in ((inks,) if isinstance(inks, str) else inks))
        if best < least:
            found[inks, on] = round(best, 2)
    return found


def page_colours(theme, changed=()):
    return {name: getattr(colour, theme) for name, colour in (PAGE | dict(changed)).items()}


def test_the_measure_of_contrast_agrees_with_its_definition():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", THEMES)
def test_pages_are_legible(theme):
    assert weak(page_colours(theme), PAGE_TEXT, 4.5) == {}
    assert weak(page_colours(theme), PAGE_GRAPHICS, 3) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_pages_with_more_contrast_have_it(theme):
    colours = page_colours(theme, MORE_CONTRAST)
    assert weak(colours, PAGE_TEXT, 7) == {}
    assert weak(colours, [*PAGE_GRAPHICS, ("line", "page"), ("line", "paper")], 4.5) == {}


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_texts_stand_out_on_boards(theme, board):
    assert weak(board_colours(theme, board), TEXT, 4.5) == {}


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_lines_and_marks_stand_out_on_boards(theme, board):
    assert weak(board_colours(theme, board), GRAPHICS, 3) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_high_contrast_is_higher_than_asked_of_the_other_boards(theme):
    marks = ("line", "frame", "soft", "plan", "wall", "accent", "joined", "hint", "route", "focus")
    assert weak(board_colours(theme, "contrast"), [(mark, "board") for mark in marks], 6) == {}


@pytest.mark.parametrize(("theme", "board"), ALL)
@pytest.mark.parametrize("changed", [{}, MORE_CONTRAST], ids=["usual", "more"])
def test_what_is_of_a_board_but_lies_on_the_page_stands_out(theme, board, changed):
    colours = page_colours(theme, changed) | {
        f"board {name}": colour for name, colour in board_colours(theme, board).items()
    }
    discs = [(("board white", "soft"), "paper"), (("board black", "board black-rim"), "paper")]
    assert weak(colours, discs, 3) == {}
    assert weak(colours, [("board soft", "page"), ("board soft", "paper")], 4.5) == {}


def test_every_change_is_of_a_colour_that_there_is():
    assert MORE_CONTRAST.keys() <= PAGE.keys()
    assert all(changed.keys() <= BOARD.keys() for changed in BOARDS.values())
    tables = (PAGE, MORE_CONTRAST, BOARD, *BOARDS.values())
    literals = [literal for table in tables for colour in table.values() for literal in colour]
    assert all(re.fullmatch("#[0-9a-f]{6}([0-9a-f]{2})?", literal) for literal in literals)


def blocks(sheet):
    """The declarations by selector, whatever the media."""
    found = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"@media[^{]*\{", "", sheet)):
        for selector in selectors.strip().split(","):
            found.setdefault(selector, {}).update(pair.split(":", 1) for pair in body.split(";"))
    return found


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
    for sheet in (board_css(), page_css()):
        always, *screens = sheet.split("@media not print")
        assert blocks(always).keys() == {":root"}
        assert blocks(always)[":root"]["color-scheme"] == "light"
        assert screens
        assert ":root[" not in always, "what is chosen counts on screens only"
    assert blocks(page_css().partition("@media print")[2]) == {
        ":root": {
            "--page": "#ffffff",
            "--paper": "#ffffff",
            "--ink": "#000000",
            "--soft": "#333333",
            "--line": "#999999",
        }
    }


def test_pages_are_light_or_dark_as_was_chosen_or_as_the_system():
    sheet = page_css()
    assert ":root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}" in sheet
    assert blocks(sheet)[":root[data-theme=dark]"] == {"color-scheme": "dark"}
    assert f"--ink:light-dark({PAGE['ink'].light},{PAGE['ink'].dark})" in sheet


STYLES = Path(byways.__file__).parent / "site" / "static" / "styles"


@pytest.mark.parametrize("path", sorted(STYLES.glob("*.css")), ids=lambda path: path.name)
def test_style_sheets_take_their_colours_from_the_table(path):
    text = path.read_text(encoding="utf-8")
    table = {f"--{name}" for name in PAGE} | {f"--board-{name}" for name in BOARD}
    own = set(re.findall(r"(--[\w-]+):", text))
    assert set(re.findall(r"var\((--[\w-]+)", text)) <= table | own
    values = " ".join(re.findall(r":([^;{}]*)[;}]", text))
    assert re.findall(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(", values) == []
    assert ":root" not in text, "layers order the sheets, not repeated selectors"

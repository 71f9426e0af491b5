"""The design tokens of pages: legible by WCAG 2.2 AA in every theme, written as CSS whole, and all that styles use."""

import re
from pathlib import Path

import pytest
from contrasts import blocks, weak

import byways
from byways.draw.colours import BOARD, BOARDS, Colour, board_colours
from byways.draw.page_tokens import MORE_CONTRAST, MOTION, PAGE, SHADOWS, SPACE, TOKENS, TYPE, page_css

THEMES = Colour._fields
GROUNDS = ("room", "room-2", "surface", "sunk")
# What is read: at least 4.5 to 1.
TEXT = [
    *((ink, on) for ink in ("ink", "ink-2", "green", "terra") for on in GROUNDS),
    ("on-go", "go"), ("on-go", "go-2"), ("green", "green-soft"), ("terra", "terra-soft"), ("ink", "green-soft"),
    ("surface", "ink"),
]  # fmt: skip
# Borders of controls, the ring of the focus, and what is filled: at least 3 to 1.
GRAPHICS = [*((mark, on) for mark in ("line-2", "focus", "green") for on in GROUNDS), ("green", "green-soft")]
# As the direction names them, at least so much.
NAMED = {
    "light": [("ink", "surface", 15), ("ink-2", "surface", 6.9), ("ink-2", "room-2", 5.5), ("line-2", "surface", 3.95),
              ("on-go", "go", 7.6), ("green", "surface", 7.6), ("green", "green-soft", 6.3), ("terra", "surface", 5.8),
              ("terra", "terra-soft", 4.75), ("focus", "surface", 5.8)],
    "dark": [("ink", "surface", 13.9), ("ink-2", "surface", 8.1), ("ink-2", "room-2", 9.2), ("line-2", "surface", 4.3),
             ("on-go", "go", 5.3), ("green", "surface", 9.4), ("green", "green-soft", 7), ("terra", "surface", 7.8),
             ("terra", "terra-soft", 6), ("focus", "surface", 8.9)],
}  # fmt: skip


def page_colours(theme, changed=()):
    return {name: getattr(colour, theme)[:7] for name, colour in (PAGE | dict(changed)).items()}


@pytest.mark.parametrize("theme", THEMES)
def test_pages_are_legible_and_more_so_with_more_contrast(theme):
    colours = page_colours(theme)
    assert weak(colours, TEXT, 4.5) == {}
    assert weak(colours, GRAPHICS, 3) == {}
    assert {pair for *pair, least in NAMED[theme] for pair in weak(colours, [tuple(pair)], least)} == set()
    colours = page_colours(theme, MORE_CONTRAST)
    assert weak(colours, TEXT, 7) == {}
    assert weak(colours, [*GRAPHICS, *(("line", on) for on in ("room", "surface"))], 4.5) == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("changed", [{}, MORE_CONTRAST], ids=["usual", "more"])
def test_what_is_of_a_board_but_lies_on_the_page_stands_out(theme, board, changed):
    colours = page_colours(theme, changed) | {
        f"board {name}": colour for name, colour in board_colours(theme, board).items()
    }
    discs = [(("board white", "ink-2"), "surface"), (("board black", "ink-2"), "surface")]
    assert weak(colours, discs, 3) == {}
    assert weak(colours, [("board soft", "room"), ("board soft", "surface")], 4.5) == {}


def test_every_change_is_of_a_colour_that_there_is():
    assert MORE_CONTRAST.keys() <= PAGE.keys()
    literals = [literal for table in (PAGE, MORE_CONTRAST) for colour in table.values() for literal in colour]
    assert all(re.fullmatch("#[0-9a-f]{6}([0-9a-f]{2})?", literal) for literal in literals)


def test_what_is_printed_is_light_paper_whatever_is_chosen():
    always, *screens = page_css().split("@media not print")
    assert blocks(always).keys() == {":root"}
    assert blocks(always)[":root"]["color-scheme"] == "light"
    assert screens
    assert ":root[" not in always, "what is chosen counts on screens only"
    printed = blocks(page_css().partition("@media print")[2])[":root"]
    assert printed["--ink"] == "#000000"
    assert {printed[f"--{ground}"] for ground in GROUNDS} == {"#ffffff"}


def test_pages_are_light_or_dark_as_was_chosen_or_as_the_system():
    sheet = page_css()
    assert ":root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}" in sheet
    assert blocks(sheet)[":root[data-theme=dark]"] == {"color-scheme": "dark"}
    assert f"--ink:light-dark({PAGE['ink'].light},{PAGE['ink'].dark})" in sheet


def test_all_tokens_are_written_and_changed_for_whoever_wants_contrast_or_stillness():
    sheet = blocks(page_css())
    assert {f"--{name}" for name in (*PAGE, *TYPE, *SPACE, *SHADOWS, *MOTION)} <= sheet[":root"].keys()
    more = {f"--{name}": colour.css() for name, colour in MORE_CONTRAST.items()}
    assert sheet[":root[data-contrast=more]"] == sheet[".contrast-more"] == more, "also for parts of a page"
    still = {f"--{name}": "0s" for name in MOTION if name != "ease"}
    assert sheet[":root[data-motion=off]"] == sheet[":root:not([data-motion=on])"] == still


STYLES = Path(byways.__file__).parent / "site" / "static" / "styles"


@pytest.mark.parametrize("path", sorted(STYLES.glob("*.css")), ids=lambda path: path.name)
def test_style_sheets_take_their_colours_from_the_tables(path):
    text = path.read_text(encoding="utf-8")
    table = {f"--{name}" for name in TOKENS} | {f"--board-{name}" for name in BOARD}
    # Lengths that another sheet or script sets.
    elsewhere = {f"--{name}" for name in ("rail", "above", "below", "aside", "roll", "row", "text")}
    own = set(re.findall(r"(--[\w-]+):", text))
    assert set(re.findall(r"var\((--[\w-]+)", text)) <= table | elsewhere | own
    values = " ".join(re.findall(r":([^;{}]*)[;}]", text))
    assert re.findall(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(", values) == []
    assert ":root" not in text, "layers order the sheets, not repeated selectors"

"""Themes are legible and whole: contrast is computed, and every class that a drawing uses has its rule."""

import re
import xml.etree.ElementTree as ET

import pytest
from draw_world import hex_board, square_board, square_edges

from byways import draw
from byways.draw import lettering, themes
from byways.draw.ink import num
from byways.picture import GROUNDS, KINDS, Board, Item, Picture

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
ALL = [(theme, board) for theme in ("light", "dark") for board in themes.BOARDS]


def luminance(colour):
    """The relative luminance of WCAG 2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_of_contrast_agrees_with_its_definition():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_texts_stand_out(theme, board):
    colours = themes.colours(theme, board)
    weak = {(ink, on): contrast(colours[ink], colours[on]) for ink, on in TEXT}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_lines_and_marks_stand_out(theme, board):
    colours = themes.colours(theme, board)
    weak = {(inks, on): max(contrast(colours[ink], colours[on]) for ink in inks) for inks, on in GRAPHICS}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 3} == {}


def test_both_themes_and_all_boards_name_the_same_colours():
    assert themes.LIGHT.keys() == themes.DARK.keys()
    for light, dark in themes.BOARDS.values():
        assert light.keys() == dark.keys() <= themes.LIGHT.keys()
    every = [colour for theme, board in ALL for colour in themes.colours(theme, board).values()]
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in every)


def test_every_colour_is_used_by_a_rule_and_every_rule_finds_its_colour():
    used = set(re.findall(r"\$([a-z0-9-]+)", themes.RULES + themes.CONTROL_RULES))
    assert used == set(themes.LIGHT)


SIDED = ("wall", "doored", "entrance", "exit")


def every_document(**options):
    for ground in GROUNDS:
        items = [
            Item(kind, ("c3E",) if kind in SIDED else ("c3", "c4"), owner, "3", ghost=ghost)
            for kind in KINDS
            for owner in ("white", "player 2", "")
            for ghost in (False, True)
        ]
        edges = square_edges(6, "white", "player 2")
        board = hex_board(4, items) if ground == "hexes" else square_board(6, ground, items, edges)
        plain = Board(ground, board.points, board.labels, items=(Item("path", ("a1", "b2"), "white"),), title="A")
        yield draw.document(Picture((board,), ("Ünïcode",)), legal={"c3", "c4", "c4E"}, **options)
        yield draw.document(Picture((plain,)), **options)


def test_every_class_of_a_shape_has_a_rule():
    styled = set(re.findall(r"\.([a-z0-9-]+)", re.sub(r"\{[^}]*\}", " ", themes.RULES)))
    for text in every_document():
        for element in ET.fromstring(text).iter():
            if element.tag.rpartition("}")[2] in ("path", "circle", "rect", "text"):
                assert set(element.get("class").split()) <= styled


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_file_of_one_theme_has_its_colours_baked_in(theme):
    for text in every_document(theme=theme):
        assert "var(" not in text
        assert "@media" not in text
        assert themes.colours(theme)["page"] in text


def test_a_file_that_follows_the_system_is_light_and_turns_dark():
    light, dark = draw.document(Picture((square_board(4, "cells"),)), theme="auto").split(
        "@media(prefers-color-scheme:dark){"
    )
    assert themes.LIGHT["page"] in light
    assert themes.DARK["page"] not in light
    assert themes.DARK["page"] in dark


def test_drawings_of_several_themes_share_a_page_in_peace():
    picture = Picture((square_board(4, "cells"),))
    for theme, board in (("light", "wood"), ("dark", "paper")):
        text = draw.document(picture, theme=theme, board=board)
        rules = re.search("<style>(.*?)</style>", text)[1]
        name = re.search('<svg [^>]*class="([^"]*)"', text)[1]
        selectors = [one for match in re.findall(r"([^{}]+)\{", rules) for one in match.split(",")]
        assert all(selector.startswith(f".{name} ") for selector in selectors)


def test_the_style_sheet_defines_every_variable_for_every_theme_and_board():
    sheet = draw.css()
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", sheet))
    assert used == {f"--board-{name}" for name in themes.LIGHT}
    blocks = {
        selector: dict(pair.split(":") for pair in match[2].split(";"))
        for match in re.finditer(r"([^{}]+)\{(--board[^}]*)\}", sheet)
        for selector in match[1].strip().split(",")
    }
    light, dark, night = "", '[data-theme="dark"]', ':not([data-theme="light"])'
    for theme, side in ((light, "light"), (dark, "dark"), (night, "dark")):
        base = blocks[f":root{theme}"]
        assert base == {f"--board-{name}": colour for name, colour in themes.colours(side).items()}
        for board, changed in themes.BOARDS.items():
            whole = {f"--board-{name}": colour for name, colour in themes.colours(side, board).items()}
            assert base | blocks[f":root{theme} .board-{board}"] == whole
            if any(changed):
                assert base | blocks[f':root[data-board="{board}"]{theme}'] == whole


def test_a_board_shown_on_a_page_with_another_board_keeps_its_own_colours():
    changed = {name for tables in themes.BOARDS.values() for table in tables for name in table}
    for board in themes.BOARDS:
        block = re.search(rf":root \.board-{board}\{{([^}}]*)\}}", draw.css())[1]
        assert {pair.split(":")[0].removeprefix("--board-") for pair in block.split(";")} == changed


def test_what_is_printed_is_light_paper_whatever_is_chosen():
    sheet = draw.css()
    selector, block = re.search(r"@media print\{([^{]*)\{([^}]*)\}", sheet).groups()
    assert dict(pair.split(":") for pair in block.split(";")) == {f"--board-{n}": c for n, c in themes.LIGHT.items()}
    parts = re.compile(r":root|\[|\.")
    most = max(
        len(parts.findall(other))
        for other in re.findall(r"(:root[^{},]*)[{,]", sheet)
        if " " not in other and other != selector
    )
    assert len(parts.findall(selector)) > most, "nothing that is chosen counts more"


def test_high_contrast_is_higher_than_asked_of_the_others():
    for theme in ("light", "dark"):
        colours = themes.colours(theme, "contrast")
        for ink in ("line", "frame", "soft", "plan", "wall", "accent", "joined", "hint", "route", "focus"):
            assert contrast(colours[ink], colours["board"]) >= 6, (theme, ink)


# Lettering


def test_every_label_of_the_boards_is_drawn_and_not_left_to_a_font():
    boards = [square_board(26, "cells"), hex_board(8)]
    assert all(lettering.drawable(label.text) for board in boards for label in board.labels)


@pytest.mark.parametrize("character", lettering.GLYPHS)
def test_a_glyph_keeps_within_its_width_and_height(character):
    data = lettering.strokes(character, (100, 100), 40, anchor=0)
    right = 100 + lettering.width(character, 40)
    for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", data):
        assert 99 <= float(x) <= right + 1
        assert 72 <= float(y) <= 134


def test_a_text_is_placed_by_its_beginning_middle_or_end():
    starts = [float(lettering.strokes("H", (50, 50), 20, anchor)[1:].partition(" ")[0]) for anchor in (0, 0.5, 1)]
    wide = lettering.width("H", 20)
    assert starts == pytest.approx([50, 50 - wide / 2, 50 - wide])


def test_a_text_that_is_too_long_is_set_smaller_and_one_without_end_is_cut():
    def height(text):
        return float(re.search('stroke-width="([^"]*)"', lettering.words(text, (0, 0), 20, 200))[1])

    assert height("W" * 30) < height("W" * 3) == float(num(20 * lettering.WEIGHT))
    assert lettering.words("x" * 10_000, (0, 0), 20, 200) == lettering.words("x" * 119 + "…", (0, 0), 20, 200)


def test_a_text_with_letters_that_we_do_not_draw_is_left_to_a_font():
    element = ET.fromstring(lettering.words("Łódź <1>", (10, 20), 20, 500, anchor=0))
    assert (element.tag, element.text, element.get("text-anchor")) == ("text", "Łódź <1>", "start")

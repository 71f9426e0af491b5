"""Styles of drawings are whole: every class that a drawing uses has its rule, and every colour of a rule is known."""

import re
import xml.etree.ElementTree as ET

import pytest
from draw_world import hex_board, square_board, square_edges

from byways import draw
from byways.draw import lettering, themes
from byways.draw.colours import BOARD, board_colours, board_css
from byways.draw.svg_markup import num
from byways.rules.picture import GROUNDS, KINDS, Board, Item, Picture

ON_PAGES = {"coin", "coin-rim"}
"""What only pages draw, beside a board."""


def test_every_colour_is_used_by_a_rule_every_rule_finds_its_colour_and_the_sheet_every_variable():
    used = set(re.findall(r"\$([a-z0-9-]+)", themes.RULES + themes.CONTROL_RULES))
    assert used == set(BOARD) - ON_PAGES
    sheet = draw.css()
    set_by_scripts = {"--turn", "--middle"}
    assert (
        set(re.findall(r"var\((--[a-z0-9-]+)\)", sheet))
        == {f"--board-{name}" for name in BOARD if name not in ON_PAGES} | set_by_scripts
    )
    assert sheet.startswith(board_css())


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
            if element.tag.rpartition("}")[2] in ("path", "circle", "rect", "text", "stop"):
                assert set(element.get("class").split()) <= styled


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_file_of_one_theme_has_its_colours_baked_in(theme):
    for text in every_document(theme=theme):
        assert "var(" not in text
        assert "@media" not in text
        assert board_colours(theme)["page"] in text


def test_a_file_that_follows_the_system_is_light_and_turns_dark():
    light, dark = draw.document(Picture((square_board(4, "cells"),)), theme="auto").split(
        "@media(prefers-color-scheme:dark){"
    )
    assert BOARD["page"].light in light
    assert BOARD["page"].dark not in light
    assert BOARD["page"].dark in dark


def test_drawings_of_several_themes_share_a_page_in_peace():
    picture = Picture((square_board(4, "cells"),))
    for theme, board in (("light", "wood"), ("dark", "paper")):
        text = draw.document(picture, theme=theme, board=board)
        rules = re.search("<style>(.*?)</style>", text)[1]
        name = re.search('<svg [^>]*class="([^"]*)"', text)[1]
        selectors = [one for match in re.findall(r"([^{}]+)\{", rules) for one in match.split(",")]
        assert all(selector.startswith(f".{name} ") for selector in selectors)


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


def test_texts_are_placed_set_smaller_cut_or_left_to_a_font():
    starts = [float(lettering.strokes("H", (50, 50), 20, anchor)[1:].partition(" ")[0]) for anchor in (0, 0.5, 1)]
    wide = lettering.width("H", 20)
    assert starts == pytest.approx([50, 50 - wide / 2, 50 - wide])

    def height(text):
        return float(re.search('stroke-width="([^"]*)"', lettering.words(text, (0, 0), 20, 200))[1])

    assert height("W" * 30) < height("W" * 3) == float(num(20 * lettering.WEIGHT))
    assert lettering.words("x" * 10_000, (0, 0), 20, 200) == lettering.words("x" * 119 + "…", (0, 0), 20, 200)
    element = ET.fromstring(lettering.words("Łódź <1>", (10, 20), 20, 500, anchor=0))
    assert (element.tag, element.text, element.get("text-anchor")) == ("text", "Łódź <1>", "start")

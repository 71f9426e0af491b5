"""Every kind of piece looks its own way, on every ground."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from math import hypot

import pytest
from draw_world import SVG, board_of, item_of, parsed, spelled_out, square_board, square_edges

from byways import draw
from byways.draw import kinds
from byways.rules.picture import GROUNDS, KINDS, Item, Picture


def test_every_kind_has_its_look_and_only_gates_open_the_rim():
    assert set(kinds.DRAWERS) == set(KINDS)
    assert {layer for layer, _ in kinds.DRAWERS.values()} <= set(kinds.LAYERS)
    closed = draw.scene(Picture((board_of("plan"),)))
    opened = draw.scene(Picture((board_of("plan", Item("entrance", ("c1N",)), Item("exit", ("g7S",))),)))
    holes = [scene.fragments["board.ground"].split('class="plan"')[1].count("M") for scene in (closed, opened)]
    assert holes == [4, 6]


@pytest.mark.parametrize("ghost", [False, True], ids=["there", "ghost"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_adds_one_well_formed_group_in_its_own_layer(kind, ground, ghost):
    item = item_of(kind, ghost=ghost)
    bare, drawn = (draw.scene(Picture((board_of(ground, *items),))) for items in ((), (item,)))
    new = draw.changes(bare, drawn)
    new.pop("board.ground", None)  # which an entrance opens
    new = {key: markup for key, markup in new.items() if key not in drawn.definitions}
    assert list(new) == [f"{kinds.layer(item)}.{item.at[0]}"]
    (group,) = parsed(new.popitem()[1]).iter(f"{SVG}g").__next__()
    assert group.get("class").split() == [kind, "white", *["ghost"] * ghost]
    assert len(group) > 0


@pytest.mark.parametrize("kind", ["stone", "stack", "goal", "flip"])
def test_numbered_players_pieces_differ_by_shape_and_white_and_black_have_one_style(kind):
    shapes = {}
    for owner in ("white", "black", *(f"player {i}" for i in range(1, 7))):
        at = Item(kind, ("c3",), owner, "1")
        markup = spelled_out(draw.fragment([at], Picture((board_of("cells", at),))).rpartition("</defs>")[2])
        plain = re.sub(r' fill="[^"]*"|-(white|black)', "", markup)
        shapes[owner] = re.sub(r'class="[^"]*"', lambda names: "sign" * ("sign" in names[0]), plain)
    assert shapes["white"] == shapes["black"]
    assert len(set(shapes.values())) == 7


def test_the_owners_edges_differ_by_pattern_and_the_marks_by_shape():
    edges = draw.scene(Picture((board_of("cells", edges=square_edges(7, "white", "black")),))).fragments
    assert ["hatch" in edges[edge] for edge in ("edges.0", "edges.2")] == [True, False]
    marks = ("last", "flipped", "flip", "capture", "need")
    drawn = [spelled_out(draw.fragment([Item(kind, ("c3",))], Picture((board_of("cells"),)))) for kind in marks]
    assert len({re.sub(r'(class|stroke-width)="[^"]*"', "", markup) for markup in drawn}) == len(marks)


def test_a_stack_shows_its_layers_and_from_two_its_height():
    def faces_and_numerals(height):
        markup = spelled_out(
            draw.scene(Picture((board_of("hexes", Item("stack", ("c3",), "black", height)),))).fragments["pieces.c3"]
        )
        return markup.count('class="body"') / 2, markup.count('class="words"')  # each piece has a side

    assert [faces_and_numerals(height) for height in ("1", "2", "4", "12")] == [(1, 0), (2, 1), (4, 1), (4, 1)]


def test_a_step_is_a_piece_to_come_or_stands_where_an_arrow_sets_out():
    def drawn(*at):
        step = Item("step", at, "white", "2")
        return draw.fragment([step], Picture((board_of("hexes"),)), players=("white", "black"))

    assert drawn("c3").count("broken") == 1
    assert drawn("c3").count(">2</text>") == 1
    ways = [("c3", "c5"), ("c5", "c3"), ("c3", "e5"), ("e5", "c3"), ("c4", "c6"), ("c3", "a3")]
    assert len({re.search(r'd="M(\S+ \S+)h', drawn(*way))[1] for way in ways}) == len(ways), "each has its own place"


def test_a_ghostly_path_is_broken_and_a_cut_sight_crossed_out():
    def drawn(kind, ghost=False, text=""):
        at = [Item("stone", (name,), "white") for name in ("c3", "c5")]
        item = Item(kind, ("c3", "c5"), "white", text, ghost=ghost)
        return draw.fragment([item], Picture((board_of("cells", *at),)))

    assert "broken" in drawn("path", ghost=True)
    assert "broken" not in drawn("path")
    assert "core" in drawn("sight", text="cut")
    assert "core" not in drawn("sight")


def test_texts_of_paths_stand_on_the_board_and_apart():
    """Paths that cross, and one of a single piece in each corner and at each edge."""

    def spots(*ways):
        names = sorted({name for way in ways for name in way})
        stones = [Item("stone", (name,), "white") for name in names]
        paths = [Item("path", way, "white", str(9 + i)) for i, way in enumerate(ways)]
        drawn = draw.scene(Picture((square_board(7, "cells", [*stones, *paths]),))).fragments
        plates = re.findall(r'class="face" d="M(\S+) (\S+?)h(\S+?)a(\S+)', "".join(drawn.values()))
        return [(float(x) + float(wide) / 2, float(y) + float(r), float(r)) for x, y, wide, r in plates]

    middle, *_ = spots(("d4",))
    for at in ("a1", "d1", "g1", "g4", "g7", "d7", "a7", "a4"):
        ((x, y, r),) = spots((at,))
        assert max(abs(x - middle[0] + 50), abs(y - middle[1] + 50)) + r <= 350, at
    for ways in ([("a1", "g7"), ("a7", "g1")], [("a1", "g7"), ("e2", "e5")], [("d4",), ("d5",)], [("a4",)] * 3):
        here = [(x, y) for x, y, _ in spots(*ways)]
        assert len(here) == len(ways)
        assert all(hypot(a[0] - b[0], a[1] - b[1]) > 60 for a, b in combinations(here, 2)), ways


def test_two_walls_on_one_border_leave_a_slit_and_walls_of_one_space_meet_flush():
    def box(side, *others):
        sheet = Picture((board_of("plan", *(Item("wall", (name,)) for name in (side, *others))),))
        data = ET.fromstring(draw.scene(sheet).fragments[f"walls.{side}"])[0][0].get("d")
        numbers = [float(text) for text in re.findall(r"-?[\d.]+", data)]
        return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])

    left, right = box("c3E", "d3W"), box("d3W", "c3E")
    assert left[2] < right[0]
    corner, across = box("c3E", "c3S"), box("c3S", "c3E")
    assert corner[3] == across[3]
    assert corner[2] == across[2]
    assert box("c3E")[3] == box("c4E", "c3E")[1]  # and walls in one line join


def test_a_winning_chain_reaches_its_owners_edges_and_no_others():
    def ends(*at):
        board = board_of("cells", Item("chain", at, "white"), edges=square_edges(7, "white", "black"))
        core = ET.fromstring(draw.scene(Picture((board,))).fragments[f"lines.{at[0]}"])[0][1].get("d")
        return core.count("L") + 1 - len(at)

    assert ends(*(f"d{row}" for row in range(1, 8))) == 2
    assert ends("d1", "d2") == 1
    assert ends("a4", "b4") == 0

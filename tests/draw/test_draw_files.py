"""Drawings in files are well formed, safe, and the same every time, as SVG and as PNG, and as those of `golden/`."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from draw_world import GAMES, SVG, board_of, item_of, parsed, random_states, square_edges
from golden import DRAWINGS, FOLDER, lines

import byways
from byways import draw
from byways.errors import OptionError
from byways.rules.picture import GROUNDS, KINDS, Edge, Label, Picture

SHAPES = {"svg", "defs", "use", "g", "path", "circle", "rect", "linearGradient", "radialGradient", "stop", "symbol"}


def all_samples():
    """A picture of every kind on every ground, and the ends of random games."""
    for ground in GROUNDS:
        items = [item_of(kind, owner) for kind in KINDS for owner in ("white", "black", "")]
        edges = () if ground == "hexes" else square_edges(7, "white", "black")
        yield draw.document(Picture((board_of(ground, *items, edges=edges),), ("a note",)))
    for game, options in GAMES:
        *_, state = random_states(game, options)
        yield draw.svg(state, legal=True)


def test_a_file_needs_nothing_from_outside_and_runs_nothing():
    for text in all_samples():
        root = ET.fromstring(text)
        assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {*SHAPES, "title", "desc", "style"}
        for element in root.iter():
            assert element.get("href", "#").startswith("#")
            assert not [name for name in element.attrib if name[-5:] == "}href" or name[:2] == "on" or name == "style"]
        assert not re.search(r"url\((?!#)|@import|javascript:|http(?!://www\.w3\.org/2000/svg\")", text)


def test_a_file_says_what_it_shows_as_wide_as_asked():
    state = byways.start("troll", size=6).play("c3").play("c4")
    root = ET.fromstring(draw.svg(state))
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Troll, after 2 moves, white to move"
    assert root.find(f"{SVG}desc").text == "White disc: c3; black disc: c4."
    root = ET.fromstring(draw.svg(byways.start("stride"), width=600))
    _, _, wide, high = (float(number) for number in root.get("viewBox").split())
    assert root.get("width") == "600"
    assert float(root.get("height")) == pytest.approx(600 * high / wide, abs=0.06)


def test_everything_lies_inside_the_view_box():
    for text in all_samples():
        root = ET.fromstring(text)
        _, _, wide, high = (float(number) for number in root.get("viewBox").split())
        drawn = text.partition("</defs>")[2]
        starts = re.findall(r'M(-?[\d.]+) (-?[\d.]+)|<use href="[^"]*" x="(-?[\d.]+)" y="(-?[\d.]+)"', drawn)
        starts = [[number for number in start if number] for start in starts]
        assert len(starts) > 20
        assert all(-1 <= float(x) <= wide + 1 and -1 <= float(y) <= high + 1 for x, y in starts)


def test_widths_that_no_drawing_has_and_unknown_themes_are_refused():
    state = byways.start("stride")
    for width in (-3, 0, 2.5, True, "wide"):
        with pytest.raises(OptionError, match=f"^width must be a whole number from 1 on, and is {width!r}$"):
            draw.svg(state, width=width)
    for width in (0, -5, 100_000):
        with pytest.raises(OptionError, match="1 … 8192 pixels wide"):
            draw.png(draw.svg(state), width)
    for options, allowed in (({"theme": "pink"}, "light, dark, auto"), ({"board": "lava"}, "paper, wood, slate")):
        with pytest.raises(OptionError, match=allowed):
            draw.svg(state, **options)


def test_notebooks_show_the_same_drawing_and_players_only_what_they_may_know():
    state = byways.start("troll").play("d5")
    assert state._repr_svg_() == draw.svg(state)
    state = byways.start("longway", players=2).play("setup d1N g7S")
    shown = ['class="entrance' in draw.svg(state, player=player) for player in state.players]
    assert shown == [True, False]


HOSTILE = "<script>alert('&\"')</script>]]>\x00\x1b\ud800"
TAMED = "<script>alert('&\"')</script>]]>\ufffd\ufffd\ufffd"


@pytest.mark.parametrize("ground", GROUNDS)
def test_hostile_texts_stay_texts(ground):
    items = [replace(item_of(kind, HOSTILE), text=HOSTILE, says=HOSTILE) for kind in KINDS]
    board = board_of(ground, *items, edges=(Edge(HOSTILE, ((0, 0), (0, 0))),))
    points = tuple(replace(point, name=HOSTILE if point.name == "b2" else point.name) for point in board.points)
    board = replace(
        board, points=points, labels=(Label(HOSTILE, 0, -1),), key=HOSTILE, title=HOSTILE * 9, notes=(HOSTILE,)
    )
    file = ET.fromstring(draw.document(Picture((board,), (HOSTILE,)), title=HOSTILE).encode())
    assert file.find(f"{SVG}title").text == TAMED
    root = parsed(draw.scene(Picture((board,)), interactive=True, legal={HOSTILE}).markup())
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {*SHAPES, "text"}
    (control,) = [element for element in root.iter() if element.get("data-point") == TAMED]
    assert control.get("data-board") == TAMED
    assert TAMED in "".join(root.itertext())


def test_the_same_state_is_drawn_the_same_whatever_the_hash_seed():
    program = (
        "import byways; from byways import draw\n"
        "drawing = draw.svg(byways.random_game('longway', 3, players=2).previous, legal=True)\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    command = [sys.executable, "-c", f"{program}import sys; sys.stdout.buffer.write(drawing.encode())"]
    there = subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    here = {}
    exec(program, here)
    assert there.decode() == here["drawing"]


# PNG


@pytest.mark.parametrize("width", [1, 320, 1000])
def test_a_png_is_as_wide_as_asked(width):
    data = draw.png(draw.svg(byways.start("troll", size=4)), width)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == width
    assert int.from_bytes(data[20:24], "big") == width  # Troll's board is square


def test_letters_are_drawn_without_any_font():
    labels, blank = board_of("cells"), replace(board_of("cells"), labels=(Label(" ", -1, -1), Label(" ", 7, 7)))
    lettered, bare = (draw.document(Picture((board,))) for board in (labels, blank))
    assert "<text" not in lettered
    assert draw.png(lettered, 320) != draw.png(bare, 320)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_the_kept_one(name):
    kept = FOLDER.joinpath(name).read_text(encoding="utf-8").splitlines()
    assert lines(DRAWINGS[name]()) == kept, "if it is meant to look so: python tests/draw/golden.py"


def test_no_other_drawing_is_kept():
    assert {path.name for path in FOLDER.iterdir()} == set(DRAWINGS)

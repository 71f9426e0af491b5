"""Drawings are well formed, safe, the same every time, and in pieces that change only where the picture does."""

import hashlib
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest

import byways
from byways import draw
from byways.draw import kinds
from byways.errors import OptionError
from byways.picture import GROUNDS, KINDS, Edge, Item, Label, Picture, hex_board, square_board, square_edges
from byways.rng import seeded
from byways.search.random_game import random_turn

SVG = "{http://www.w3.org/2000/svg}"
AT = {
    "move": ("c3", "c5"), "sight": ("c3", "c5"), "chain": ("c3", "c4"), "path": ("c3", "c4", "c5"),
    "tile": ("c3", "c4"), "cafe": ("c3", "c4"), "wall": ("c3E",), "doored": ("c3E",),
    "entrance": ("c1N",), "exit": ("c1N",),
}  # fmt: skip
TEXT = {"stack": "3", "step": "2", "display": "4", "path": "17"}
GAMES = [
    ("troll", {"size": 6}), ("whirlwind", {"size": 6}), ("stride", {"side": 4}), ("stroll", {"size": 6}),
    ("longway", {}), ("longway", {"players": 3}),
]  # fmt: skip


def board_of(ground, *items, edges=()):
    return hex_board(4, items, edges) if ground == "hexes" else square_board(7, ground, items, edges)


def item_of(kind, owner="white", ghost=False):
    return Item(kind, AT.get(kind, ("c3",)), owner, TEXT.get(kind, ""), says=f"{owner} {kind}", ghost=ghost)


def parsed(markup):
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


def random_states(game, options, seed=1, turns=60):
    """The states of a random game, the start first."""
    state, rng = byways.start(game, **options), seeded(seed)
    yield state
    while state.to_move is not None and len(state.turns) < turns:
        state = state.apply_unchecked(random_turn(state, rng))
        yield state


def scene_of(state, **options):
    return draw.scene(state.variant.game.picture(state), players=state.players, **options)


# Every kind, on every ground


def test_every_kind_has_its_look_and_no_other_has():
    assert set(kinds.DRAWERS) == set(KINDS)
    assert {layer for layer, _ in kinds.DRAWERS.values()} <= set(kinds.LAYERS)


@pytest.mark.parametrize("ghost", [False, True], ids=["there", "ghost"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_adds_one_well_formed_group_in_its_own_layer(kind, ground, ghost):
    item = item_of(kind, ghost=ghost)
    bare, drawn = (draw.scene(Picture((board_of(ground, *items),))) for items in ((), (item,)))
    new = draw.changes(bare, drawn)
    new.pop("board.ground", None)  # which an entrance opens
    assert list(new) == [f"{kinds.layer(item)}.{item.at[0]}"]
    (group,) = parsed(new.popitem()[1]).iter(f"{SVG}g").__next__()
    assert group.get("class").split() == [kind, "white", *["ghost"] * ghost]
    assert len(group) > 0


@pytest.mark.parametrize("kind", ["stone", "stack", "goal", "flip"])
def test_the_owners_pieces_differ_by_shape(kind):
    shapes = set()
    for owner in ("white", "black", *(f"player {i}" for i in range(1, 7))):
        at = Item(kind, ("c3",), owner, "1")
        markup = draw.fragment([at], Picture((board_of("cells", at),)))
        shapes.add(re.sub(r'class="[^"]*"', lambda names: "sign" * ("sign" in names[0]), markup))
    assert len(shapes) == 8


def test_the_owners_edges_differ_by_pattern():
    edges = draw.scene(Picture((board_of("cells", edges=square_edges(7, "white", "black")),))).fragments
    assert "hatch" in edges["edges.0"]
    assert "hatch" not in edges["edges.2"]


def test_the_marks_differ_by_shape():
    marks = ("last", "flipped", "flip", "capture", "need")
    drawn = [draw.fragment([Item(kind, ("c3",))], Picture((board_of("cells"),))) for kind in marks]
    assert len({re.sub(r'(class|stroke-width)="[^"]*"', "", markup) for markup in drawn}) == len(marks)


def test_a_stack_shows_its_layers_and_from_two_its_height():
    def faces_and_numerals(height):
        markup = draw.fragment([Item("stack", ("c3",), "black", height)], Picture((board_of("hexes"),)))
        return markup.count('class="face"'), markup.count('class="letters"')

    assert [faces_and_numerals(height) for height in ("1", "2", "4", "12")] == [(1, 0), (2, 1), (4, 1), (5, 1)]


def test_a_step_is_a_piece_to_come_or_stands_where_an_arrow_sets_out():
    def drawn(*at, owner="white"):
        step = Item("step", at, owner, "2")
        return draw.fragment([step], Picture((board_of("hexes"),)), players=("white", "black"))

    assert drawn("c3").count("broken") == 1
    assert drawn("c3").count("sign") == 1
    assert drawn("c3", owner="black").count("sign") == 0
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


def test_only_an_entrance_and_an_exit_open_the_rim():
    closed = draw.scene(Picture((board_of("plan"),)))
    opened = draw.scene(Picture((board_of("plan", Item("entrance", ("c1N",)), Item("exit", ("g7S",))),)))
    holes = [scene.fragments["board.ground"].split('class="plan"')[1].count("M") for scene in (closed, opened)]
    assert holes == [4, 6]


# Scenes in pieces


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_changes_turn_one_scene_into_the_next(game, options):
    before = None
    for state in random_states(game, options):
        after = scene_of(state, interactive=True)
        if before is not None:
            patched = dict(before.fragments)
            for key, markup in draw.changes(before, after).items():
                patched.pop(key) if markup is None else patched.update({key: markup})
            assert patched == after.fragments
            assert before.view_box == after.view_box
            assert before.layers == after.layers
        before = after


def test_a_turn_of_troll_changes_only_what_it_touches():
    before = byways.start("troll", size=6).play("c3").play("c4")
    after = before.play("c5")
    assert set(draw.changes(scene_of(before, interactive=True), scene_of(after, interactive=True))) == {
        "pieces.c4", "pieces.c5", "marks.c4", "marks.c5", "controls.c4", "controls.c5",
    }  # fmt: skip


def test_nothing_changes_where_nothing_happens():
    state = byways.start("troll").play("d5")
    assert draw.changes(scene_of(state), scene_of(state)) == {}


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_every_piece_of_a_scene_is_one_group_with_its_id_in_its_layer(game, options):
    for scene in (scene_of(state, interactive=True, prefix="x-") for state in [*random_states(game, options)][-2:]):
        root = parsed(scene.markup())
        assert [layer.get("id") for layer in root] == list(scene.layers)
        ids = {piece.get("id"): layer.get("id") for layer in root for piece in layer}
        assert ids == {key: draw.layer_of(key) for key in scene.fragments}
        assert all(key.startswith("x-") for key in ids)


def test_ghosts_are_flagged_and_lie_in_no_layer_of_the_scene():
    state = byways.start("troll", size=6).play("c3").play("c4")
    picture = state.variant.game.picture(state)
    ghosts = parsed(draw.fragment(state.variant.game.preview(state, state.actions("c5")), picture))
    assert sorted(group.get("class") for group in ghosts) == ["flip white ghost", "stone white ghost"]
    assert "ghost" not in draw.scene(picture).markup().replace('id="ghost" class="layer ghosts"', "")


def test_a_ghost_of_several_boards_lies_on_its_own():
    boards = tuple(replace(board_of("plan"), key=key) for key in ("player 1", "player 2"))
    here, there = (draw.fragment([Item("last", ("a1",))], Picture(boards), board=board.key) for board in boards)
    assert here != there
    with pytest.raises(KeyError):
        draw.fragment([], Picture(boards), board="player 3")


# Controls


def controls_of(scene):
    return [element for element in parsed(scene.markup()).iter(f"{SVG}g") if element.get("data-point")]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_every_point_has_a_control_that_says_what_is_there(game, options):
    *_, state = random_states(game, options, turns=12)
    picture = state.variant.game.picture(state)
    scene = scene_of(state, interactive=True)
    controls = {(c.get("data-board") or "", c.get("data-point")): c for c in controls_of(scene)}
    assert list(controls) == [(board.key, point.name) for board in picture.boards for point in board.points]
    assert [(point["board"], point["name"]) for point in scene.points] == list(controls)
    for board in picture.boards:
        said = {name for item in board.items for name in item.at if item.says}
        for point in board.points:
            control = controls[board.key, point.name]
            assert (control.get("role"), control.get("tabindex")) == ("button", "-1")
            assert control.get("aria-label").endswith(", empty") == (point.name not in said)


def test_a_label_is_the_points_name_and_everything_on_it():
    items = (
        Item("stone", ("c3",), says="white stone"),
        Item("last", ("c3",), says="placed last"),
        Item("last", ("c4",)),
    )
    labels = {c.get("data-point"): c.get("aria-label") for c in
              controls_of(draw.scene(Picture((board_of("cells", *items),)), interactive=True))}  # fmt: skip
    assert (labels["c3"], labels["c4"]) == ("c3, white stone, placed last", "c4, empty")


def test_a_control_tells_whether_it_may_be_chosen():
    scene = draw.scene(Picture((board_of("cells"),)), interactive=True, legal={"c3"})
    legal, other = scene.fragments["controls.c3"], scene.fragments["controls.c4"]
    assert 'class="point legal"' in legal
    assert "aria-disabled" not in legal
    assert 'aria-disabled="true"' in other
    assert 'class="hint"' in legal
    assert 'class="hint"' in other  # the style sheet shows it when the page makes the control legal
    unsaid = draw.scene(Picture((board_of("cells"),)), interactive=True).fragments["controls.c3"]
    assert "aria-disabled" not in unsaid
    assert "legal" not in unsaid


def test_sides_are_controls_where_they_are_wanted_or_legal():
    walls = (Item("wall", ("c3E",), says="wall"),)
    scene = draw.scene(Picture((board_of("plan", *walls),)), interactive=True, legal={"c3E"}, sides={"a1N", "nowhere"})
    names = [c.get("data-point") for c in controls_of(scene)]
    assert names[49:] == ["a1N", "c3E"]
    assert 'aria-label="c3 east side, wall"' in scene.fragments["controls.c3E"]


def test_legal_points_of_several_boards_are_named_by_board():
    boards = tuple(replace(board_of("plan"), key=key) for key in ("player 1", "player 2"))
    scene = draw.scene(Picture(boards), interactive=True, legal={"player 2": {"c3"}})
    assert [control.key for control in scene.controls if control.legal] == ["controls-2.c3"]


def area_of(control):
    """The area of a control's hit path, which is made of straight lines."""
    x = y = 0.0
    corners = []
    for command, numbers in re.findall(r"([MLlhvz])([^MLlhvz]*)", control.find(f"{SVG}path[@class='hit']").get("d")):
        values = [float(text) for text in re.findall(r"-?[\d.]+", numbers)]
        if command in "ML":
            x, y = values
        elif command != "z":
            x += values[0] if command in "lh" else 0
            y += values[-1] if command in "lv" else 0
        corners.append((x, y))
    turned = [*corners[1:], corners[0]]
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, turned, strict=True))) / 2


@pytest.mark.parametrize(("ground", "area"), [("cells", 1), ("crossings", 1), ("plan", 1), ("hexes", 3**0.5 / 2)])
def test_hit_areas_tile_the_board(ground, area):
    controls = controls_of(draw.scene(Picture((board_of(ground),)), interactive=True))
    assert [area_of(control) for control in controls] == pytest.approx([area * 100**2] * len(controls), rel=0.005)


def test_a_sides_hit_area_is_wider_where_it_has_the_border_for_itself():
    def area(side, *sides):
        scene = draw.scene(Picture((board_of("plan"),)), interactive=True, sides=(side, *sides))
        return area_of(next(c for c in controls_of(scene) if c.get("data-point") == side))

    assert area("c3E") == 2 * area("c3E", "d3W")


# Files


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
        assert {e.tag for e in root.iter()} <= {
            SVG + tag for tag in ("svg", "title", "desc", "style", "g", "path", "circle", "rect")
        }
        for element in root.iter():
            assert not [name for name in element.attrib if "href" in name or name.startswith("on") or name == "style"]
        assert not re.search(r"url\(|@import|javascript:|http(?!://www\.w3\.org/2000/svg\")", text)


def test_a_file_says_what_it_shows():
    state = byways.start("troll", size=6).play("c3").play("c4")
    root = ET.fromstring(draw.svg(state))
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Troll, after 2 turns, white to move"
    assert root.find(f"{SVG}desc").text == "White disc: c3; black disc: c4."


def test_everything_lies_inside_the_view_box():
    for text in all_samples():
        root = ET.fromstring(text)
        _, _, wide, high = (float(number) for number in root.get("viewBox").split())
        starts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", text)
        assert len(starts) > 20
        assert all(-1 <= float(x) <= wide + 1 and -1 <= float(y) <= high + 1 for x, y in starts)


def test_a_width_is_in_pixels_and_keeps_the_proportions():
    root = ET.fromstring(draw.svg(byways.start("stride"), width=600))
    _, _, wide, high = (float(number) for number in root.get("viewBox").split())
    assert root.get("width") == "600"
    assert float(root.get("height")) == pytest.approx(600 * high / wide, abs=0.06)


def test_notebooks_show_the_same_drawing():
    state = byways.start("troll").play("d5")
    assert state._repr_svg_() == draw.svg(state)


def test_a_player_is_shown_only_what_that_player_may_know():
    state = byways.start("longway", players=2).play("setup d1N g7S")
    assert 'class="entrance' in draw.svg(state, player="player 1")
    assert 'class="entrance' not in draw.svg(state, player="player 2")


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
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "g", "path", "circle", "rect", "text"}
    (control,) = [element for element in root.iter() if element.get("data-point") == TAMED]
    assert control.get("data-board") == TAMED
    assert TAMED in "".join(root.itertext())


def test_the_same_state_is_drawn_the_same_whatever_the_hash_seed():
    program = (
        "import byways; from byways import draw; from byways.rng import seeded\n"
        "from byways.search.random_game import random_turn\n"
        "state, rng = byways.start('longway', players=2), seeded(3)\n"
        "for _ in range(30): state = state.apply_unchecked(random_turn(state, rng))\n"
        "import hashlib; print(hashlib.sha256(draw.svg(state, legal=True).encode()).hexdigest())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1
    assert len(prints.pop().strip()) == 2 * hashlib.sha256().digest_size


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


@pytest.mark.parametrize("width", [0, -5, 100_000])
def test_a_png_of_an_absurd_width_is_refused(width):
    with pytest.raises(OptionError, match="1 … 8192 pixels wide"):
        draw.png(draw.svg(byways.start("troll", size=4)), width)


@pytest.mark.parametrize(
    ("options", "allowed"), [({"theme": "pink"}, "light, dark, auto"), ({"board": "lava"}, "paper, wood, slate")]
)
def test_an_unknown_theme_is_refused_with_those_there_are(options, allowed):
    with pytest.raises(OptionError, match=allowed):
        draw.svg(byways.start("troll"), **options)

"""What can be pointed at in a drawing: points and sides, with names, and as large as they can be."""

import re
from dataclasses import replace

import pytest
from draw_world import GAMES, SVG, board_of, controls_of, random_states, scene_of

from byways import draw
from byways.rules.picture import Item, Picture


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
    hints = scene.fragments["hints.legal"]
    assert [hint_of(piece) in hints for piece in (legal, other)] == [True, False]
    assert hint_of(other)  # for a page that makes the control legal
    unsaid = draw.scene(Picture((board_of("cells"),)), interactive=True).fragments["controls.c3"]
    assert "aria-disabled" not in unsaid
    assert "legal" not in unsaid


def hint_of(control):
    return re.search(r'data-hint="([^"]+)"', control)[1]


def test_a_hint_is_a_dot_where_nothing_stands_a_ring_about_a_piece_and_a_bar_along_a_side():
    stones = (Item("stone", ("c3",), says="white stone"),)
    scene = draw.scene(Picture((board_of("plan", *stones),)), interactive=True, sides={"c3E"})
    dot, ring, bar = (hint_of(scene.fragments[f"controls.{name}"]) for name in ("c4", "c3", "c3E"))
    assert [len(re.findall("[MLz]", hint)) for hint in (dot, ring, bar)] == [2, 4, 5]
    inner, outer = sorted(float(radius) for radius in set(re.findall(r"a([\d.]+)", ring)))
    assert outer - inner == 5
    assert "a" not in bar


def test_sides_are_controls_where_they_are_wanted_or_legal_and_points_of_several_boards_named_by_board():
    walls, legal = (Item("wall", ("c3E",), says="wall"),), {"c3E"}
    scene = draw.scene(Picture((board_of("plan", *walls),)), interactive=True, legal=legal, sides={"a1N", "nowhere"})
    names = [c.get("data-point") for c in controls_of(scene)]
    assert names[49:] == ["a1N", "c3E"]
    assert 'aria-label="c3 east side, wall"' in scene.fragments["controls.c3E"]
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

"""Sides and corners of every board, and two games that are written with them."""

import re
from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from examples import hex

from byways.cells import BOTTOM, HEXAGON_SIDES, LEFT, RIGHT, TOP, corners, sides
from byways.game import Cells, Game, Rules
from byways.game.definition import About
from byways.kernels import compiled
from byways.rules.boards.shapes import Crossings, Grid, Hexagon, Paper, Rhombus
from byways.starters.kinds import STARTERS
from byways.testing import random_line
from rules.boards.havannah import BRIDGE, FORK, FULL, GAME, RING, apply

CLOCKWISE = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
"""The corners of a hexagon in coordinates (up, right, their sum reversed), clockwise from the upper left."""


def geometry_of(board):
    about = About(name="board", title="Board", designer="-", summary="-")
    rules = Rules(allows=hex.allows, apply=hex.apply, judge=hex.judge, single=True)
    game = Game(about=about, players=("a", "b"), reasons=("c",), board=board, actions=Cells(), rules=rules)
    return game.variant().geometry, game.layout({})


def where(layout, side):
    """For each cell of a hexagon its coordinates, from the picture."""
    middle = layout.points[layout.cells[f"{'abcdefghijklm'[side - 1]}{side}"]]
    found = []
    for x, y in layout.points:
        up = round((middle[1] - y) / 3**0.5 * 2)
        right = round(x - middle[0] - up / 2)
        found.append((up, right, -up - right))
    return found


@pytest.mark.parametrize("side", [1, 2, 3, 5, 10])
def test_a_hexagon_has_six_sides_and_six_corners_in_clockwise_order(side):
    geometry, layout = geometry_of(Hexagon(side))
    far = side - 1
    edges = ((0, far), (2, -far), (1, far), (0, -far), (2, far), (1, -far))  # (coordinate, value), from the top
    for cell, place in enumerate(where(layout, side)):
        on = [HEXAGON_SIDES[i] for i, (axis, value) in enumerate(edges) if place[axis] == value]
        assert sides(geometry, cell) & sum(HEXAGON_SIDES) == sum(on), layout.names[cell]
        assert bool(sides(geometry, cell) & LEFT) == any(one in HEXAGON_SIDES[4:] for one in on)
        assert bool(sides(geometry, cell) & RIGHT) == any(one in HEXAGON_SIDES[1:3] for one in on)
        at = sum(1 << i for i, corner in enumerate(CLOCKWISE) if tuple(far * c for c in corner) == place)
        assert corners(geometry, cell) == at, layout.names[cell]
    assert Counter(corners(geometry, cell) for cell in range(len(layout.names)))[0] == len(layout.names) - (
        6 if side > 1 else 1
    )


@pytest.mark.parametrize(
    "board", [Grid(1, 1), Grid(1, 4), Grid(3, 5), Crossings(4, 4), Paper(5, 2), Rhombus(1), Rhombus(4)]
)
def test_a_board_with_four_sides_has_four_corners(board):
    geometry, layout = geometry_of(board)
    high, wide = len(layout.rows), len(layout.rows[0])
    for cell in range(high * wide):
        row, column = divmod(cell, wide)
        top, bottom, left, right = row == 0, row == high - 1, column == 0, column == wide - 1
        assert sides(geometry, cell) == TOP * top + BOTTOM * bottom + LEFT * left + RIGHT * right
        assert corners(geometry, cell) == (
            (top and left) + 2 * (top and right) + 8 * (bottom and right) + 16 * (bottom and left)
        )


def ended(places, stones, player):
    """How a game of Havannah has ended for a player, by coordinates and other algorithms than the game's: a set."""
    far = max(map(max, places))
    mine = {place for place, owner in zip(places, stones, strict=True) if owner == player}
    board, found, left = set(places), set(), set(mine)
    while left:
        chain = spread({left.pop()}, mine)
        left -= chain
        extremes = [[i for i in range(3) if abs(place[i]) == far] for place in chain]
        if sum(len(on) == 2 for on in extremes) >= 2:
            found.add(BRIDGE)
        if len({(on[0], place[on[0]]) for on, place in zip(extremes, chain, strict=True) if len(on) == 1}) >= 3:
            found.add(FORK)
        for place in board:  # can one walk off the board from here without a step onto the chain?
            way = spread({place}, (board - chain) | {place})
            if all(max(map(abs, one)) < far for one in way):
                found.add(RING)
    return found


def stones_of(state):
    return [int(one) for one in state.vector[-len(state.variant.layout.names) :]]


def spread(begun, among):
    reached, rim = set(begun), list(begun)
    while rim:
        x, y, z = rim.pop()
        for dx, dy, dz in CLOCKWISE:
            near = x + dx, y + dy, z + dz
            if near in among and near not in reached:
                reached.add(near)
                rim.append(near)
    return reached


@pytest.mark.parametrize("seeds", [12, pytest.param(40, marks=pytest.mark.torture)])
def test_havannah_ends_as_an_oracle_with_coordinates_of_its_own_says(seeds):
    machine, reasons = compiled(apply), Counter()
    for side, seed in product((2, 3, 4, 5), range(seeds)):
        variant = GAME.variant({"side": side})
        places = where(variant.layout, side)
        states = list(random_line(variant, seed))
        for before, after in pairwise(states):
            vector = before.vector.copy()
            machine(variant.geometry, vector, int(before.actions(after.turn)[0]))
            assert np.array_equal(vector, after.vector)
        last = states[-1]
        stones = stones_of(last)
        for player in (1, 2):
            assert not ended(places, stones_of(states[-2]), player)
        winner = {"white": 1, "black": 2}.get(last.outcome.winner or "")
        reason = ("", "bridge", "fork", "ring", "full").index(last.outcome.reason)
        reasons[reason] += 1
        if winner is None:
            assert reason == FULL
            assert all(stones)
            assert not ended(places, stones, 1) | ended(places, stones, 2)
        else:
            assert reason in ended(places, stones, winner)
    assert min(reasons[reason] for reason in (BRIDGE, FORK, RING)) > 0, reasons


def test_hex_on_a_hexagon_as_the_template_proposes_it_is_won_by_somebody_in_every_game():
    starter = STARTERS["hex"]
    (proposed,) = (how for what, how in starter.changes if what == "Another board")
    line = re.search(r"`(Hexagon\(.*?\))`", proposed).group(1)
    source = starter.file.read_text().replace("Rhombus", "Hexagon")
    source = (
        re.sub(r"Hexagon\(\"size\", edges=True\)", line, source).replace("3, 19", "3, 13").replace('"hex"', '"hexhex"')
    )
    space = {"__name__": "hexhex"}
    exec(compile(source, str(starter.file), "exec"), space)
    game, won = space["GAME"], Counter()
    for size in (3, 4, 6):
        for seed in range(30):
            *_, last = random_line(game.variant({"size": size, "swap": False}), seed)
            won[size, last.outcome.winner] += 1
    assert set(won) == {(size, player) for size in (3, 4, 6) for player in ("black", "white")}
    edges = game.layout({"size": 4}).edges(("black", "white"))
    assert [len(edge.line) for edge in edges] == [4, 4, 7, 7]

"""The shoppers' path: the exact score against every combination of shortest walks, and the rules' sentences on it."""

import random
import re
from itertools import pairwise

import numpy as np
import pytest

import byways
from byways.games.longway import scoring
from byways.games.longway.grid import NAMES, outer_sides
from byways.games.longway.layout import SEEN
from byways.games.longway.result import walk_of
from byways.games.longway.scoring import WALK
from byways.games.longway.sheet import DINING, ENTRANCE, EXIT, TILED, WALLED, by_space, displays_at, sheet_words
from byways.kernels import compiled
from games.longway.longway_positions import over, score
from oracles.longway import Sheet, step

SIDES = "NESW"


def random_sheet(rng, rows):
    """A sheet for the oracle and the same as words: few walls, so that many walks tie."""
    sheet, words = Sheet(rows), np.zeros(sheet_words(geometry_of(rows)), dtype=np.int16)
    whats, displays, marks = by_space(words)
    used, wall = rng.random(), rng.choice([0.0, 0.03, 0.08, 0.15, 0.25])
    for _ in range(rng.choice([0, 1, 2, 2, 2])):
        space, side = rng.choice(sheet.spaces), rng.choice("ES")
        pair = [space, step(space, side)]
        if sheet.can_tile(pair):
            sheet.cafeterias.append(pair)
            sheet.used.update(pair)
            for x, y in pair:
                whats[7 * y + x] = DINING + 7 * space[1] + space[0]
    for i, space in enumerate(sheet.spaces):
        if space in sheet.used:
            continue
        if rng.random() < used:
            sheet.used.add(space)
            whats[i] = TILED + i
            if rng.random() < 0.6:
                sheet.displays[space] = displays[i] = rng.randint(1, 6)
        for s, side in enumerate(SIDES):
            if rng.random() < wall:
                sheet.draw_wall(space, side)
                sheet.walls[space, side] = rng.random() < 0.2
                marks[i] |= 1 << s | sheet.walls[space, side] << 4 + s
                whats[i] = whats[i] or WALLED
    outer = outer_sides(rows)
    one, other = rng.sample(range(len(outer)), 2)
    words[ENTRANCE], words[EXIT] = 1 + one, 1 + other
    sheet.entrance, sheet.exit = (((outer[i][0] % 7, outer[i][0] // 7), SIDES[outer[i][1]]) for i in (one, other))
    return sheet, words


def geometry_of(rows):
    return byways.start("longway", rows=rows).variant.geometry


@pytest.mark.parametrize(
    ("seed", "rows"),
    [*((seed, 7) for seed in range(3)), (8, 5), (9, 9)]
    + [pytest.param(seed, 7, marks=pytest.mark.torture) for seed in range(3, 8)],
)
def test_scores_are_the_best_of_all_combinations_of_shortest_walks(seed, rows):
    rng, geometry = random.Random(seed), geometry_of(rows)
    for number in range(150):
        sheet, words = random_sheet(rng, rows)
        expected = sheet.score(most=20_000)
        if expected is None:
            continue
        walk = np.zeros(WALK, dtype=np.int16)
        assert compiled(scoring.score)(geometry, words, 0, walk) == expected
        assert_is_best_path(sheet, walk, expected)
        if number % 10 == 0:
            plain = np.zeros(WALK, dtype=np.int16)
            assert scoring.score(geometry, words, 0, plain) == expected
            assert plain.tolist() == walk.tolist()


def assert_is_best_path(sheet, walk, expected):
    """The walk's legs are shortest walks by the cafeterias, and its spaces are worth the score."""
    legs = [[]]
    for cell in walk.tolist():
        if cell >= 0:
            legs[-1].append((cell % 7, cell // 7))
        elif legs[-1]:
            legs.append([])
    legs.pop()
    if not legs:
        assert expected == 0
        return
    assert sum(map(sheet.worth, set().union(*legs))) == expected
    dining = [pair for leg in legs[:-1] for pair in sheet.cafeterias if leg[-1] in pair]
    stops = [[sheet.entrance[0]], *dining, [sheet.exit[0]]]
    assert len(stops) == len(legs) + 1
    for leg, start, goal in zip(legs, stops[:-1], stops[1:], strict=True):
        assert all(after in sheet.near(before) for before, after in pairwise(leg))
        assert leg[0] in start
        assert leg[-1] in goal
        steps = sheet.distances(goal)
        assert len(leg) - 1 == min(steps[space] for space in start)


def legs(grid, gates):
    """The legs of the path as names of spaces."""
    return [" ".join(NAMES[cell] for cell in leg) for leg in walk_of(over(grid, gates), 0)[1]]


def test_without_cafeterias_the_path_leads_from_entrance_to_exit_and_of_tied_walks_the_best_counts():
    grid, gates = "1   A4    A1    A2     A    A3", "entrance a1W; exit g1E"
    assert (legs(grid, gates), score(grid, gates)) == (["a1 b1 c1 d1 e1 f1 g1"], 4 - 2)
    grid, gates = "1    .     A     .\n2   B1    B1     B     .     .     .     .", "entrance a1N; exit g2E"
    assert (legs(grid, gates), score(grid, gates)) == (["a1 a2 b2 c2 d2 e2 f2 g2"], 2 - 5)
    assert score("1   A1", "entrance a1N; exit a1W") == 1, "a path of one space"
    assert score("", "entrance a1N; exit a1W") == -1
    assert score("", "entrance a1N; exit g7S") == -13


def test_the_way_leads_through_doorways_but_not_where_one_of_two_walls_has_none():
    grid = """
    1    A     A : : A
    2    A     A     A
    """
    short, long = ["a1 b1 c1"], ["a1 a2 b2 c2 c1"]
    assert legs(grid, "entrance a1N; exit c1N") == short
    for shut in (": |", "| :", "| |", "|  ", "  |"):
        found = legs(grid.replace(": :", shut), "entrance a1N; exit c1N")
        assert [len(leg) for leg in found] == [len(long[0])]
        assert found != short


def test_an_exit_that_cannot_be_reached_scores_0_until_a_doorway_is_cut():
    grid = "1   A1 |\n1s  ---"
    assert legs(grid, "entrance a1N; exit g1E") == []
    assert score(grid, "entrance a1N; exit g1E") == 0
    assert score(grid, "entrance a1N; exit a1W") == 1
    over_it = "1n  ---         - -\n1   A1    B1    C1"
    assert score(over_it, "entrance a1N; exit c1N") == score(over_it, "entrance c1N; exit a1N") == 0
    assert score(over_it, "entrance a1W; exit c1N") == 3
    assert score(over_it.replace("---", "- -"), "entrance a1N; exit c1N") == 3


CORRIDOR = """
2n  ---   ---   ---   ---   ---   ---   ---
2    *     *     *     *     *     *     *
"""


def test_the_path_goes_by_a_cafeteria_and_leaves_it_from_either_space():
    grid = "1    .     .    @1    @1" + CORRIDOR
    assert legs(grid, "entrance a1N; exit g1E") == ["a1 b1 c1", "d1 e1 f1 g1"]
    assert legs(grid, "entrance g1N; exit f1N") == ["g1 f1 e1 d1", "d1 e1 f1"]
    right_into_it = "1   @1    @1    A1" + CORRIDOR
    assert legs(right_into_it, "entrance a1N; exit c1N") == ["a1", "b1 c1"]


def test_the_nearest_cafeteria_comes_first_and_a_space_on_two_legs_counts_once():
    grid = "1    .    @1    @1     .    A1    @2    @2" + CORRIDOR
    assert legs(grid, "entrance d1N; exit g1E") == ["d1 c1", "c1 d1 e1 f1", "g1"]
    assert score(grid, "entrance d1N; exit g1E") == 1 - 1
    assert legs(grid, "entrance e1N; exit a1W") == ["e1 f1", "f1 e1 d1 c1", "b1 a1"]
    assert score(grid, "entrance e1N; exit a1W") == 1 - 2


def test_a_cafeteria_that_cannot_be_reached_is_skipped_and_ties_are_chosen_jointly():
    grid = """
    1    .    @1    @1     .     .     .     .
    6s                          ---   ---
    6    .     .     .     .     *     *     .
    7    .     .     .     * |  @2    @2   | *
    """
    assert legs(grid, "entrance a1N; exit d1N") == ["a1 b1", "c1 d1"]
    opened = grid.replace("* |", "* :")
    assert len(legs(opened, "entrance a1N; exit d1N")) == 3
    # Both ways to the cafeteria pass a display; the way on takes the one at a2 anyway
    grid = """
    1    A    A1
    2   A1    @1    @1
    3n        ---
    3    A     *
    """
    assert legs(grid, "entrance a1N; exit a3W") == ["a1 b1 b2", "b2 a2 a3"]
    assert score(grid, "entrance a1N; exit a3W") == 2


@pytest.mark.parametrize("column", ["c", "e"])
def test_equally_near_cafeterias_are_visited_in_the_better_order(column):
    lines = ["1    .    @1    @1     .    @2    @2     ."]
    lines += [f"{row}" + " " * (15 if column == "c" else 27) + " A1" for row in range(2, 8)]
    assert score("\n".join(lines), "entrance d1N; exit d7S") == 6 - 2


def test_the_example_on_the_rules_page_is_what_it_says():
    game = byways.start("longway").variant.game
    state = byways.start(
        "longway", position=re.search(r"```position\n(round: over.*?)```", game.rules_page, re.DOTALL)[1]
    )
    assert state.outcome.scores == {"player 1": 12}
    assert "12 displays and 0 empty spaces" in game.ui.explain(state)
    points, walks = walk_of(state, 0)
    assert [NAMES[walk[-1]] for walk in walks[:2]] == ["g4", "b7"]
    on_path = {NAMES[cell] for walk in walks for cell in walk}
    displays = {
        name for i, name in enumerate(NAMES[:49]) if state.vector[displays_at(state.variant.geometry, SEEN) + i]
    }
    assert displays - on_path == {"b3", "g5"}
    assert len(displays & on_path) == points

"""The customers' path: the exact score against every combination of shortest walks, and the rules' sentences on it."""

import random
from itertools import pairwise

import numpy as np
import pytest

from byways.games.longway.scoring import WALK, score
from byways.games.longway.sheet import DINING, DISPLAY, ENTRANCE, EXIT, MARKS, OUTER, SHEET, TILED, WALLED, WHAT
from byways.kernels import compiled
from oracles.longway import SPACES, Sheet, step

SIDES = "NESW"


def random_sheet(rng):
    """A sheet for the oracle and the same as words: few walls, so that many walks tie."""
    sheet, words = Sheet(), np.zeros(SHEET, dtype=np.int16)
    used, wall = rng.random(), rng.choice([0.0, 0.03, 0.08, 0.15, 0.25])
    for _ in range(rng.choice([0, 1, 2, 2, 2])):
        space, side = rng.choice(SPACES), rng.choice("ES")
        pair = [space, step(space, side)]
        if sheet.can_tile(pair):
            sheet.cafeterias.append(pair)
            sheet.used.update(pair)
            for x, y in pair:
                words[WHAT + 7 * y + x] = DINING + 7 * space[1] + space[0]
    for i, space in enumerate(SPACES):
        if space in sheet.used:
            continue
        if rng.random() < used:
            sheet.used.add(space)
            words[WHAT + i] = TILED + i
            if rng.random() < 0.6:
                sheet.displays[space] = words[DISPLAY + i] = rng.randint(1, 6)
        for s, side in enumerate(SIDES):
            if rng.random() < wall:
                sheet.draw_wall(space, side)
                sheet.walls[space, side] = rng.random() < 0.2
                words[MARKS + i] |= 1 << s | sheet.walls[space, side] << 4 + s
                words[WHAT + i] = words[WHAT + i] or WALLED
    one, other = rng.sample(range(len(OUTER)), 2)
    words[ENTRANCE], words[EXIT] = 1 + one, 1 + other
    sheet.entrance, sheet.exit = (((OUTER[i][0] % 7, OUTER[i][0] // 7), SIDES[OUTER[i][1]]) for i in (one, other))
    return sheet, words


@pytest.mark.parametrize("seed", range(8))
def test_scores_are_the_best_of_all_combinations_of_shortest_walks(seed):
    rng = random.Random(seed)
    for number in range(150):
        sheet, words = random_sheet(rng)
        expected = sheet.score(most=20_000)
        if expected is None:
            continue
        walk = np.zeros(WALK, dtype=np.int16)
        assert compiled(score)(words, 0, walk) == expected
        assert_is_best_path(sheet, walk, expected)
        if number % 10 == 0:
            plain = np.zeros(WALK, dtype=np.int16)
            assert score(words, 0, plain) == expected
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

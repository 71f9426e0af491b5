"""Stroll's paths: what counts, what crosses, and the solver against a search that tries everything."""

import itertools
import random

import numpy as np
import pytest

import byways
from byways.games.stroll.paths.best_paths import Path, best_claim, deciding, longest, series
from byways.games.stroll.paths.further_paths import (
    BOUND,
    REPORT,
    STONES,
    best_series,
    branch,
    first_choice,
    longest_path,
)
from byways.games.stroll.paths.longest_path import OUT_OF_BUDGET, new_search, next_path, read_path
from byways.games.stroll.paths.sight_lines import crosses, sight, write_line
from byways.kernels import compiled
from byways.kernels.rng import seeded
from byways.rules.state_vector import HEADER, NOBODY, TO_MOVE
from games.stroll.paths.test_stroll_resumable_search import full_state
from games.stroll.stroll_boards import CORNER, CROSS, played, position
from oracles.stroll import STEPS, Stroll, length, passed


def best(board, player="white"):
    path, bound = longest(position(board), player)
    assert path.length == bound
    return path


def test_a_path_counts_its_stones_and_the_cells_between():
    board = " O . . O .\n . . . . .\n . . . . .\n . . . O .\n . . . . .\n"
    assert best(board) == Path(("a1", "d1", "d4"), 7)  # 3 stones and 2 + 2 cells; a1–d4 would be as long
    assert best(" . . . . .\n . O . . .\n" + " . . . . .\n" * 3) == Path(("b2",), 1)


def test_paths_do_not_cross_themselves_and_end_at_stones_of_either_colour_or_beside_one():
    assert best(CROSS).length == 7  # a3-e3-c1-c5 would be 11
    assert best(CROSS, "black").length == 6
    assert best(CORNER) == Path(("a1", "d4", "d1"), 7)  # a1-d4-d1-a4 would be 10, and cross at a corner of cells
    for mark in "OX":
        board = f" O . {mark} . O\n . . . . .\n" + " . . . . .\n" * 3
        assert best(board).length == (5 if mark == "O" else 1)
    adjacent = " O O . . .\n . O . . .\n" + " . . . . .\n" * 3
    assert [path.length for path in series(position(adjacent), "white")] == [1, 1, 1]
    two_may_cross = " O X . . O\n X . . . X\n . . . . .\n . . . . .\n O . X . O\n"
    assert sorted(map(str, series(position(two_may_cross), "white"))) == ["a1 e5", "e1 a5"]


def test_the_first_path_is_chosen_so_that_the_second_is_long_and_the_first_difference_decides():
    """e5-e2-a6 can go on to a4 or to c6; only with the latter two stones are left that see each other."""
    state = played("a4>c6 c1>a1 d4>e5 f2>f3 a6>e2", size=6)
    assert [(str(path), path.length) for path in series(state, "white")] == [("e5 e2 a6 c6", 10), ("a4 d4", 4)]
    white, black = deciding(played("a1>c3 d1>b3 e4>d5 a5>a3", size=5))
    assert ([path.length for path in white], [path.length for path in black]) == ([3, 1], [3, 3])
    white, black = deciding(played("d2>b2 c4>e4 a4>a2", size=5))
    assert ([path.length for path in white], [path.length for path in black]) == ([3, 3], [3])


def test_the_best_claim_uses_no_stone_of_earlier_claims():
    state = position(CROSS, ending="claim")
    assert best_claim(state) == "path e3 c1 c5"
    state = state.play("path c1 e3").play("path b2 d4")
    assert state.is_legal(best_claim(state))
    assert best_claim(state) in ("path a3", "path c5")
    assert best_claim(state.play("path a3")) == best_claim(state.play("path a3"), budget=100) == "path e1 b4"


LINES = [
    (start, step, steps)
    for start in itertools.product(range(6), repeat=2)
    for step in STEPS
    for steps in range(2, 6)
    if all(0 <= a + b * steps < 6 for a, b in zip(start, step, strict=True))
]


def test_lines_cross_where_they_share_a_point_that_is_no_end():
    rng = random.Random(1)
    table = np.zeros((2, 5), dtype=np.int64)
    found = {False: 0, True: 0}
    for _ in range(5_000):
        pair = rng.sample(LINES, 2)
        for index, ((x, y), (dx, dy), steps) in enumerate(pair):
            write_line(6, 6 * y + x, 6 * (y + dy * steps) + x + dx * steps, table, index)
        points = [passed(*line) for line in pair]
        parallel = pair[0][1] in (pair[1][1], tuple(-x for x in pair[1][1]))
        if parallel and points[0] & points[1]:
            continue  # that cannot be with only empty cells between
        found[crosses(table, 0, 1)] += 1
        assert crosses(table, 0, 1) == crosses(table, 1, 0) == bool(points[0] & points[1]), pair
    assert min(found.values()) > 500


def random_board(rng, size, white, black=2):
    """Stones thrown on a board, as (oracle, state vector, geometry); many more lines cross than in play."""
    variant = byways.find("stroll").variant({"size": size})
    oracle, vector = Stroll(size), variant.blank()
    for cell in rng.sample(range(size * size), white + black):
        mark = 1 if len(oracle.stones) < white else 2
        oracle.stones[cell % size, cell // size] = ("white", "black")[mark - 1]
        vector[HEADER + cell] = mark
    return oracle, vector, variant.geometry


def full_board(rng, size):
    """The end of a random game."""
    oracle, variant = Stroll(size), byways.find("stroll").variant({"size": size})
    vector = variant.blank()
    while firsts := oracle.firsts():
        first = rng.choice(firsts)
        second = rng.choice(oracle.seconds(first))
        for x, y in (first, second):
            oracle.stones[x, y] = oracle.mover
            vector[HEADER + size * y + x] = 1 + (oracle.mover == "black")
        oracle.mover = "black" if oracle.mover == "white" else "white"
    return oracle, vector, variant.geometry


def boards(count):
    rng = random.Random(7)
    for _ in range(count):
        yield full_board(rng, rng.choice((5, 6, 7)))
        yield random_board(rng, rng.choice((5, 6, 7)), rng.randint(3, 9))


BOTH_WAYS = (lambda kernel: kernel, compiled)


def nowhere(size):
    """No cell is barred."""
    return np.zeros(size * size, dtype=np.int16)


def solved(geometry, vector, mark, solve):
    """The lengths of a best series, each path checked to be one."""
    size = int(geometry[1])
    out = np.zeros(2 * size * size, dtype=np.int16)
    count = solve(geometry, vector, mark, nowhere(size), 1_000, out)
    numbers, places = out.reshape(2, -1)
    paths = []
    for number in range(1, count + 1):
        cells = sorted(np.flatnonzero(numbers == number).tolist(), key=lambda cell: places[cell])
        paths.append(tuple((cell % size, cell // size) for cell in cells))
    return paths


def test_series_agree_with_trying_everything():
    for oracle, vector, geometry in boards(150):
        for mark, side in ((1, "white"), (2, "black")):
            paths = solved(geometry, vector, mark, best_series)
            assert solved(geometry, vector, mark, compiled(best_series)) == paths
            stones = frozenset(cell for cell, colour in oracle.stones.items() if colour == side)
            every = set(oracle.paths(side, stones))
            assert [length(path) for path in paths] == oracle.series(side)
            assert all(path in every for path in paths)
            assert sorted(cell for path in paths for cell in path) == sorted(stones)


def test_where_only_stones_count_series_and_longest_paths_agree_with_trying_everything():
    game = byways.find("stroll")
    for oracle, vector, _ in boards(60):
        oracle.length = len
        geometry = game.variant({"size": oracle.size, "counting": "stones"}).geometry
        out, report = np.zeros(oracle.size**2, dtype=np.int16), np.zeros(REPORT, dtype=np.int64)
        for mark, side in ((1, "white"), (2, "black")):
            expected = oracle.series(side)
            for way in BOTH_WAYS:
                assert list(map(len, solved(geometry, vector, mark, way(best_series)))) == expected
                for budget in (0, 1_000_000):  # few stones in words; any number in tables
                    found = way(longest_path)(geometry, vector, mark, nowhere(oracle.size), budget, out, report)
                    assert found == expected[0]


def test_the_longest_path_agrees_with_trying_everything_and_budgets_bound_it():
    for oracle, vector, geometry in boards(100):
        out, report = np.zeros(oracle.size**2, dtype=np.int16), np.zeros(REPORT, dtype=np.int64)
        most = oracle.longest("white")
        for solve in (way(longest_path) for way in BOTH_WAYS):
            assert solve(geometry, vector, 1, nowhere(oracle.size), 0, out, report) == most == report[BOUND]
            cells = [(cell % oracle.size, cell // oracle.size) for cell in out[: report[STONES]].tolist()]
            assert length(cells) == most
            for budget in (1, 2, 5, 20):
                found = solve(geometry, vector, 1, nowhere(oracle.size), budget, out, report)
                assert found <= most <= report[BOUND]


def test_the_comparison_agrees_with_both_series():
    judge = byways.find("stroll").kernels.outcome
    results, rng = [], random.Random(3)
    for _ in range(300):
        stones = rng.randint(2, 6)
        oracle, vector, geometry = rng.choice((full_board(rng, 5), random_board(rng, 5, stones, stones)))
        oracle.compare(oracle.series("white"), oracle.series("black"))
        vector[TO_MOVE] = NOBODY
        for way in BOTH_WAYS:
            values = np.zeros(2)
            reason = way(judge)(geometry, vector, values)
            winner = {(1.0, 0.0): "white", (0.0, 1.0): "black", (0.5, 0.5): None}[tuple(values)]
            assert (winner, ("longer path", "equal paths")[reason - 1]) == oracle.result
        results.append(winner)
    assert min(results.count(winner) for winner in ("white", "black", None)) > 10


def test_on_a_full_size_board_the_longer_of_both_longest_paths_wins():
    results = []
    for seed in range(40):
        state = full_state(10, seed)
        lengths = [longest(state, player)[0].length for player in state.players]
        winner = state.outcome.winner
        if lengths[0] != lengths[1]:
            assert winner == state.players[lengths.index(max(lengths))]
        results.append(winner)
    assert min(results.count(winner) for winner in ("white", "black")) > 5


def searching(geometry, vector):
    stones, roads, clashes = sight(geometry, vector, 1)
    return stones, roads, clashes, *new_search(roads, clashes, np.zeros(stones.size, dtype=np.int64))


def test_every_path_is_met_once_in_one_direction():
    for oracle, vector, geometry in boards(40):
        stones, roads, clashes, work, counters = searching(geometry, vector)
        none, out, met = np.empty((0, stones.size), dtype=np.int64), np.zeros(stones.size, dtype=np.int64), []
        while next_path(roads, clashes, work, counters, none, 1, 0) > 0:
            cells = stones[out[: read_path(work, counters, out)]].tolist()
            met.append(tuple((cell % oracle.size, cell // oracle.size) for cell in cells))
        white = [cell for cell, colour in oracle.stones.items() if colour == "white"]
        every = set(oracle.paths("white", white))
        assert len(met) == len({frozenset((path, path[::-1])) for path in every})
        assert {*met, *(path[::-1] for path in met)} == every


def test_a_search_that_ran_out_of_budget_goes_on_where_it_was():
    for _, vector, geometry in boards(30):
        runs = []
        for step in (0, 1):
            stones, roads, clashes, work, counters = searching(geometry, vector)
            none, budget, lengths = np.empty((0, stones.size), dtype=np.int64), step, []
            while (found := next_path(roads, clashes, work, counters, none, 2, budget)) != 0:
                if found == OUT_OF_BUDGET:
                    budget += 1
                else:
                    lengths.append(found)
            runs.append(lengths)
            assert next_path(roads, clashes, work, counters, none, 2, 0) == 0  # what is over stays so
        assert runs[0] == runs[1]


def group_of(oracle, stone):
    """The stones of one colour that see each other, perhaps over others."""
    connections = oracle.connections(oracle.stones[stone])
    group, new = set(), {stone}
    while new:
        group |= new
        new = {other for cell in new for other in connections[cell]} - group
    return group


def test_no_choice_of_a_longest_path_is_lost():
    """What the longest paths of one group of stones leave, where no other leaves more."""
    several = 0
    for oracle, vector, geometry in boards(300):
        stones, roads, clashes = sight(geometry, vector, 1)
        most = oracle.longest("white")
        left = branch(roads, clashes, first_choice(stones, nowhere(oracle.size)), 1, most)[:, : stones.size] == 0
        cells = [(cell % oracle.size, cell // oracle.size) for cell in stones.tolist()]
        found = [frozenset(itertools.compress(cells, row)) for row in left]
        group = group_of(oracle, next(cell for cell in cells if cell not in found[0]))
        paths = [path for path in oracle.paths("white", cells) if length(path) == most and path[0] in group]
        rests = {frozenset(cells) - set(path) for path in paths}
        assert len(found) == len(set(found))
        assert set(found) == {rest for rest in rests if not any(rest < other for other in rests)}
        several += len(found) > 1
    assert several > 30


@pytest.mark.parametrize("spacing", [2, 3])
def test_regular_boards_where_one_path_takes_every_stone_in_countless_orders(spacing):
    rows = [["."] * 20 for _ in range(20)]
    for row, column in itertools.product(range(0, 20, spacing), range(0, 10, spacing)):
        rows[row][column], rows[row][19 - column] = "O", "X"
    state = position("\n".join(map(" ".join, rows)))
    assert state.outcome.reason == "equal paths"
    (path,) = series(state, "white")
    assert path.length == (99 if spacing == 2 else 82)


def test_random_boards_have_paths_as_long_as_the_rules_say():
    """Decision L1: over random full boards the longest path averages 14 on 8×8 and 21–22 on 10×10."""
    for size, low, high in ((8, 13.5, 15), (10, 21, 23.5)):
        variant = byways.find("stroll").variant({"size": size})
        rng, values = seeded(1), np.zeros(2)
        out, report = np.zeros(size * size, dtype=np.int16), np.zeros(REPORT, dtype=np.int64)
        lengths = []
        for _ in range(1_000):
            vector = variant.start()
            compiled(variant.kernels.playout)(variant.geometry, vector, rng, values)
            lengths.append(compiled(longest_path)(variant.geometry, vector, 1, nowhere(size), 0, out, report))
        assert low < np.mean(lengths) < high

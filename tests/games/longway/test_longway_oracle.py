"""The Long Way against slow rules written another way, in random games of one to three players."""

import random
from copy import deepcopy
from itertools import product

import pytest

import byways
from oracles.longway import LongWay, Tiles


def pick(turns, rng):
    """A turn of a random kind, so that stops, cafeterias, rerolls, doors and coins are not drowned by walls."""
    kinds = {}
    for turn in turns:
        words = turn.split()
        kinds.setdefault((words[0], *words[3:4]), []).append(turn)
    weights = {("stop",): 0.1, ("cafe",): 0.5, ("tile", "coins"): 3}
    chosen = rng.choices(list(kinds), [weights.get(kind[:2], 1) for kind in kinds])[0]
    return rng.choice(kinds[chosen])


GAMES = [*((1, 7, seed) for seed in range(4)), (2, 7, 1), (3, 7, 3), (1, 5, 1), (1, 8, 4), (2, 9, 6)]
MORE = [*((1, 7, seed) for seed in range(4, 12)), (2, 7, 2), (3, 7, 4), (1, 6, 2), (2, 5, 3), (1, 9, 5)]


@pytest.mark.parametrize(
    ("players", "rows", "seed"), [*GAMES, *(pytest.param(*one, marks=pytest.mark.torture) for one in MORE)]
)
def test_random_games_agree_with_the_oracle(players, rows, seed):
    rng = random.Random(seed)
    oracle, state = LongWay(players, rows=rows), byways.start("longway", players=players, rows=rows)
    while True:
        assert state.to_move == oracle.mover
        turns = oracle.turns()
        assert state.legal_turns() == turns, f"\n{state}"
        if not turns:
            break
        turn = pick(turns, rng)
        state = state.play(turn)
        oracle.play(turn)
        for player, sheet in oracle.shown.items():
            assert f"{player}: coins {sheet.coins};" in str(state) or not oracle.playing
    assert state.outcome.scores == oracle.result


@pytest.mark.parametrize("rows", [5, 7, 9])
def test_perft_of_the_setup_and_the_first_round(rows):
    """On an empty sheet no bonus is due, so turns can be counted by hand: on seven rows 85 are a cafeteria or stop."""
    state = byways.start("longway", rows=rows)
    sides = 2 * (7 + rows)
    assert [byways.perft(state, depth) for depth in range(3)] == [1, sides * (sides - 1), sides * (sides - 1) * 36]
    ready = state.play(f"setup d1N g{rows}S")
    tiles = Tiles()
    choices = 0
    for light, dark in product(range(1, 7), repeat=2):
        spaces, _ = tiles.tile(light, dark)
        wide, high = (1 + max(space[axis] for space in spaces) for axis in (0, 1))
        places = (8 - wide) * (rows + 1 - high)
        choices += places * len(spaces) * (1 if light == dark else 2) + 6 * rows + 7 * (rows - 1) + 1
    assert [byways.perft(ready, depth) for depth in range(4)] == [1, 36, choices, 36 * (choices - 36)]


@pytest.mark.parametrize(("players", "seed"), [(1, 1), pytest.param(2, 3, marks=pytest.mark.torture)])
def test_perft_near_the_end_is_the_oracles_count(players, seed):
    """Chance, rerolls, bonuses, secret choices and the end all occur within three turns."""
    rng = random.Random(seed)
    oracle, state = LongWay(players), byways.start("longway", players=players)
    while not (
        oracle.mover != "chance" and any("reroll" in turn for turn in oracle.turns()) and len(oracle.turns()) < 40
    ):
        turn = pick(oracle.turns(), rng)
        state = state.play(turn)
        oracle.play(turn)
    counts = [count(oracle, depth) for depth in range(4)]
    assert counts[3] > 400
    assert [byways.perft(state, depth) for depth in range(4)] == counts


def count(oracle, depth):
    if depth < 2:
        return len(oracle.turns()) if depth else 1
    total = 0
    for turn in oracle.turns():
        after = deepcopy(oracle)
        after.play(turn)
        total += count(after, depth - 1)
    return total

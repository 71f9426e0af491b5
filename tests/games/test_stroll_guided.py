"""Stroll's guided games: each turn the best of some candidates."""

import numpy as np
import pytest

import byways
from byways.games.stroll.board import CELLS, EMPTY, FIRST, own_words
from byways.games.stroll.guided import draw_turn, guided
from byways.games.stroll.hints import PHASES, weights
from byways.games.stroll.lines import board_worth, count_free, phase_shares, worths
from byways.games.stroll.playout import list_free, playout
from byways.header import NOBODY, TO_MOVE
from byways.kernels import compiled
from byways.rng import seeded
from byways.search.montecarlo import MonteCarlo
from byways.search.tree import TOTAL
from games.stroll_boards import some_vectors


def with_weights(variant, **given):
    """The geometry with other weights."""
    geometry = variant.geometry.copy()
    for name, weight in given.items():
        geometry[weights(geometry)[name]] = weight
    return geometry


def play(kernel, geometry, vector, seed):
    """The last position of a game, and what it is worth."""
    last, values = vector.copy(), np.zeros(2)
    assert kernel(geometry, last, seeded(seed), values) == 1
    return last.tolist(), values.tolist()


def unfinished(**given):
    return [(variant, vector) for variant, vector in some_vectors(**given) if vector[TO_MOVE] != NOBODY]


def test_a_guided_game_is_the_same_by_either_code():
    for variant, vector in unfinished(games=2):
        assert play(guided, variant.geometry, vector, 3) == play(compiled(guided), variant.geometry, vector, 3)


def test_with_one_candidate_a_guided_game_is_the_random_game():
    for variant, vector in unfinished():
        geometry = with_weights(variant, candidates=1)
        assert play(compiled(guided), geometry, vector, 5) == play(compiled(playout), geometry, vector, 5)


def merits(variant, geometry, vector):
    """What each turn, by its stones, adds to the board's worth to its player, and for being the last."""
    size, player = variant.options["size"], int(vector[TO_MOVE])
    shares = np.zeros(PHASES)
    phase_shares(count_free(geometry, vector), size * size, shares)
    table = worths(geometry, shares)
    before, found = board_worth(geometry, vector, table), {}
    begun = int(vector[own_words(geometry) + FIRST]) - 1
    for one in [begun] if begun >= 0 else variant.legal_actions(vector):
        middle = vector if begun >= 0 else variant.apply(vector, one)
        for two in variant.legal_actions(middle):
            after = variant.apply(middle, two)
            gain = (board_worth(geometry, after, table) - before) * (1 - 2 * player)
            found[one, two] = gain + (int(geometry[weights(geometry)["last"]]) if after[TO_MOVE] == NOBODY else 0)
    return table, found


@pytest.mark.parametrize("last", [0, 5_000])
def test_of_many_candidates_the_turn_that_adds_most_is_played(last):
    for variant, vector in unfinished(size=6, games=1):
        geometry = with_weights(variant, candidates=3_000, last=last)
        table, found = merits(variant, geometry, vector)
        free, at = np.zeros(36, dtype=np.int64), np.zeros(36, dtype=np.int64)
        count = list_free(geometry, vector, free, at)
        before = vector.copy()
        turn = draw_turn(geometry, vector, seeded(1), free, count, table)
        assert found[turn] == max(found.values())
        assert vector.tolist() == before.tolist()


def test_guided_games_leave_no_cell_free_and_claims_to_the_slow_way():
    for variant, vector in unfinished(swap=True, games=2):
        last, values = play(guided, variant.geometry, vector, 1)
        after = np.array(last, dtype=np.int16)
        assert after[TO_MOVE] == NOBODY
        assert count_free(variant.geometry, after) == 0
        assert sum(values) == 1
        cells = slice(CELLS, own_words(variant.geometry))
        assert all(after[cells][vector[cells] != EMPTY] == vector[cells][vector[cells] != EMPTY])
    claims = byways.find("stroll").variant({"size": 6, "ending": "claim"})
    assert guided(claims.geometry, claims.start(), seeded(1), np.zeros(2)) == 0


def total(guided, candidates):
    """What a search with games from all its leaves adds up at its root."""
    state = byways.start("stroll", size=6)
    geometry = state.variant.geometry
    geometry[weights(geometry)["playouts"]], geometry[weights(geometry)["candidates"]] = 100, candidates
    search = MonteCarlo(state, knobs={"guided": guided}, seed=1)
    search.run(simulations=200)
    return search.tree.reals[0, TOTAL]


def test_a_search_plays_guided_games_only_where_it_is_told_to():
    assert total(0, 6) == total(0, 1) == total(1, 1) != total(1, 6)

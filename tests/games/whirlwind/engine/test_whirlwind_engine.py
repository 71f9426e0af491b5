"""How Whirlwind is searched."""

import pytest

import byways
from byways.kernels.rng import seeded
from byways.search.driver import Budget, drive
from byways.search.engines import Mcts, Resources
from byways.search.random_game import random_turn
from byways.search.search_tree import ROOT, Tree

TREE = Tree.with_memory(32)


def near_the_end(seed, size=8):
    """A random position whose player to move can win at once, with those turns; or None if the game has none."""
    state, rng = byways.start("whirlwind", size=size), seeded(seed)
    while state.to_move is not None:
        before, state = state, state.apply_unchecked(random_turn(state, rng))
    wins = [turn for turn in before.legal_turns() if before.play(turn).outcome]
    return before, wins


def best(state, simulations, seed=1, engine=None):
    return byways.analyse(state, None, simulations=simulations, seed=seed, tree=TREE, engine=engine)


@pytest.mark.parametrize("seed", range(5))
def test_it_takes_a_win_where_few_turns_win(seed):
    state, wins = near_the_end(seed)
    assert wins
    found = best(state, 4_000)
    assert found.best in wins
    assert found.value > 0.9


def test_pairs_are_searched_stone_by_stone_and_memory_is_bounded_by_an_option():
    state = byways.start("whirlwind", size=14)
    state = state.play(state.legal_turns()[0])
    assert len(state.legal_turns()) > 3_000
    search = state.variant.game.engine.search(state, resources=Resources(seed=1, tree=TREE))
    drive(search, Budget(simulations=2_000))
    assert len(search.tree.children(ROOT)) <= 14 * 14 + 2
    assert all(len(search.tree.children(node)) <= 14 * 14 + 2 for node in range(int(search.counters[0])))
    state = byways.start("whirlwind", size=8)
    search = state.variant.game.engine.search(state, resources=Resources(seed=1, megabytes=1))
    drive(search, Budget(simulations=20_000))
    tree = search.tree
    assert tree.ints.nbytes + tree.longs.nbytes + tree.reals.nbytes <= 2**20
    assert search.simulations == 20_000
    assert state.is_legal(search.analysis().best)


def test_it_looks_deeper_than_the_plain_search_and_beats_it():
    state = byways.start("whirlwind", size=14)
    assert best(state, 3_000).depth > best(state, 3_000, engine=Mcts()).depth + 2
    won = sum(_wins(seat, opening) for opening in range(4) for seat in (0, 1))
    assert won >= 7


def _wins(seat, opening):
    state, rng = byways.start("whirlwind", size=10), seeded(opening)
    for _ in range(2):
        state = state.apply_unchecked(random_turn(state, rng))
    engine = state.players[seat]
    while state.to_move is not None:
        ours = state.to_move == engine
        turn = best(state, 500, seed=opening, engine=None if ours else Mcts()).best
        state = state.play(turn)
    return state.outcome.winner == engine

"""What Stroll's engine knows: the evaluation, the order of stones, traced random games, and ends judged in a hurry."""

import time

import numpy as np
import pytest

import byways
from byways.games.stroll.board import CELLS, own_words
from byways.games.stroll.engine.evaluation import evaluate, order, stand_in
from byways.games.stroll.engine.line_features import board_worth, count_free, phase_shares, stone_worth, worths
from byways.games.stroll.engine.playout import playout, playout_trace
from byways.games.stroll.engine.weights import KINDS, PHASES, PLAYOUTS, WEIGHTS, weight
from byways.games.stroll.rules import is_free
from byways.kernels import compiled
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.rules.state_vector import TO_MOVE
from byways.search.driver import Budget, drive
from byways.search.engines import Mcts
from byways.search.montecarlo import MonteCarlo
from byways.search.random_game import random_turn
from byways.search.search_tree import TOTAL
from games.stroll.paths.test_stroll_resumable_search import full_state
from games.stroll.stroll_boards import CROSS, position, some_vectors


def value(variant, vector, kernel=evaluate):
    values = np.zeros(2)
    assert kernel(variant.geometry, vector.copy(), values) in (1, 2)
    assert values.sum() == pytest.approx(1)
    assert values.min() >= 0
    return values


def promises(variant, vector, kernel=order):
    out = np.empty(variant.num_actions, dtype=np.int16)
    count = variant.kernels.legal_actions(variant.geometry, vector.copy(), out)
    scores = np.zeros(count, dtype=np.int64)
    kernel(variant.geometry, vector.copy(), out, count, scores)
    return dict(zip(out[:count].tolist(), scores.tolist(), strict=True))


def colours_exchanged(variant, vector):
    other = vector.copy()
    stones = other[CELLS : own_words(variant.geometry)]
    stones[stones > 0] = 3 - stones[stones > 0]
    if other[TO_MOVE] >= 0:
        other[TO_MOVE] = 1 - other[TO_MOVE]
    return other


def test_evaluation_and_order_are_the_same_by_either_code_and_for_exchanged_colours():
    for variant, vector in some_vectors(swap=True):
        assert value(variant, vector).tolist() == value(variant, vector, compiled(evaluate)).tolist()
        assert promises(variant, vector) == promises(variant, vector, compiled(order))
    for variant, vector in some_vectors():
        other = colours_exchanged(variant, vector)
        assert value(variant, vector) == pytest.approx(value(variant, other)[::-1])
        assert promises(variant, vector) == promises(variant, other)


def test_mirrored_boards_look_alike():
    for variant, vector in some_vectors(games=2):
        for index in range(8):
            image, actions = vector.copy(), np.zeros(variant.num_actions, dtype=np.int16)
            variant.kernels.symmetry(variant.geometry, vector.copy(), index, image, actions)
            assert value(variant, vector) == pytest.approx(value(variant, image))
            seen = promises(variant, image)
            assert seen == {actions[action]: score for action, score in promises(variant, vector).items()}


def test_a_longer_path_the_move_links_and_cuts_are_worth_more():
    empty = byways.start("stroll", size=6)
    assert value(empty.variant, empty.vector)[0] > 0.5
    ahead = empty.play("a1>a6").play("c3>d3")
    assert value(ahead.variant, ahead.vector)[0] > 0.6
    behind = empty.play("c3>d3").play("a1>a6")
    assert value(behind.variant, behind.vector)[0] < value(ahead.variant, ahead.vector)[0]
    state = byways.start("stroll", size=8).play("a1>h1").play("a8>h8")
    seen = {state.variant.layout.names[cell]: score for cell, score in promises(state.variant, state.vector).items()}
    assert seen["d8"] > seen["b3"]  # d8 cuts Black's line
    assert seen["a5"] > seen["b5"]  # a5 sees a1
    assert seen["d1"] <= seen["d8"]  # between White's own stones nothing is won


def some_table(variant):
    """Worths by kind and steps that cannot be mistaken for one another, none where two stones touch."""
    size = variant.options["size"]
    table = np.array([[10**kind * steps for steps in range(size + 1)] for kind in range(KINDS)])
    table[2:, 1] = 0
    return table


def slow_worth(state, table):
    """The worth of the stretches to White, stone by stone, by coordinates."""
    size = state.variant.options["size"]
    board = state.vector[CELLS : CELLS + size * size].reshape(size, size)
    twice = 0
    for row, column in np.argwhere(board > 0).tolist():
        sign = 1 if board[row, column] == 1 else -1
        for down, right in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
            steps, diagonal = 1, int(down != 0 and right != 0)
            while True:
                r, c = row + down * steps, column + right * steps
                if not (0 <= r < size and 0 <= c < size):
                    twice += 2 * sign * table[diagonal, steps - 1]
                    break
                if board[r, c]:
                    twice += sign * table[2 + diagonal, steps] if board[r, c] == board[row, column] else 0
                    break
                steps += 1
    return twice // 2


def test_the_board_is_worth_what_the_table_says_of_its_stretches_and_a_stone_what_it_adds():
    for variant, vector in some_vectors():
        state, table = State(variant, vector), some_table(variant)
        assert board_worth(variant.geometry, vector, table) == slow_worth(state, table)
    for variant, vector in some_vectors(games=3):
        if vector[TO_MOVE] < 0:
            continue
        table, player = some_table(variant), int(vector[TO_MOVE])
        before = board_worth(variant.geometry, vector, table)
        for cell in variant.legal_actions(vector):
            after = vector.copy()
            after[CELLS + cell] = player + 1
            gain = board_worth(variant.geometry, after, table) - before
            assert stone_worth(variant.geometry, vector, cell, player, table) == gain * (1 - 2 * player)


def test_phases_go_by_the_cells_left_for_a_first_stone():
    for size in (5, 8):
        for variant, vector in some_vectors(size=size, games=3):
            free = count_free(variant.geometry, vector)
            assert free == sum(is_free(variant.geometry, vector, cell) for cell in range(size * size))
            shares = np.zeros(PHASES)
            phase_shares(free, size * size, shares)
            assert shares.sum() == pytest.approx(1)
            assert shares.min() >= -1e-12
            assert shares[0] == (1 if free == 0 else pytest.approx(max(0, 1 - free / size**2 / 0.12)))


@pytest.mark.parametrize(
    ("size", "half", "more", "classes"), [(5, 2, 3, (4, 6)), (10, 5, 6, (5, 6)), (26, 13, 16, (5, 6))]
)
def test_lengths_count_in_proportion_to_the_board(size, half, more, classes):
    variant = byways.find("stroll").variant({"size": size})
    shares = np.array([0.0, 0.0, 1.0])
    table = worths(variant.geometry, shares)
    assert table[:, 0].tolist() == [0] * KINDS
    assert table[2:, 1].tolist() == [0, 0]
    assert table[0, half] == WEIGHTS[f"open straight {classes[0]} early"]
    assert table[3, more] == WEIGHTS[f"diagonal {classes[1]} early"]


def test_a_random_game_is_asked_only_where_few_first_stones_are_left():
    said = set()
    for variant, vector in some_vectors():
        free = count_free(variant.geometry, vector)
        opinion = evaluate(variant.geometry, vector.copy(), np.zeros(2))
        assert opinion == (2 if free > weight(variant.geometry, PLAYOUTS) else 1)
        said.add(opinion)
    assert said == {1, 2}


@pytest.mark.parametrize(("playouts", "asked"), [(0, False), (100, True)])
def test_a_search_takes_an_evaluation_that_needs_no_random_game_at_its_word(playouts, asked):
    state = byways.start("stroll")
    geometry = state.variant.geometry
    geometry[state.variant.weight_places["playouts"]] = playouts
    search = MonteCarlo(state, Mcts(leaf=0.5).parameters, seed=1)
    drive(search, Budget(simulations=1))
    child = next(node for node in search.tree.children(0) if search.tree.visits(node))
    after = state.variant.apply(state.vector, int(search.tree.ints[child, 0]))
    guess = value(state.variant, after)[0]
    assert (search.tree.reals[child, TOTAL] != pytest.approx(guess)) == asked


def test_promises_stay_within_bounds_a_swap_is_looked_at_and_every_weight_has_its_place():
    for variant, vector in some_vectors(swap=True):
        seen = promises(variant, vector, variant.kernels.order)
        assert all(0 <= score <= 1000 for score in seen.values())
        assert seen.get(variant.swap_action, 1000) == 1000
    variant = position(CROSS).variant
    assert {name: int(variant.geometry[at]) for name, at in variant.weight_places.items()} == {**WEIGHTS, "hurry": 0}


@pytest.mark.parametrize("machine", [False, True])
def test_a_traced_game_is_the_random_game_and_can_be_played_again(machine):
    play, trace_it = (compiled(playout), compiled(playout_trace)) if machine else (playout, playout_trace)
    for variant, vector in some_vectors(swap=True, games=3):
        one, two = vector.copy(), vector.copy()
        values, others = np.zeros(2), np.zeros(2)
        trace = np.zeros(400, dtype=np.int16)
        play(variant.geometry, one, seeded(9), values)
        heard = trace_it(variant.geometry, two, seeded(9), others, trace)
        assert one.tolist() == two.tolist()
        assert values.tolist() == others.tolist()
        again = vector
        for player, action in trace[: 2 * heard].reshape(-1, 2).tolist():
            assert again[TO_MOVE] == player
            assert action in variant.legal_actions(again)
            again = variant.apply(again, action)
        assert again[CELLS:].tolist() == two[CELLS:].tolist()


def test_a_trace_that_is_full_is_left_at_that():
    variant = byways.find("stroll").variant({"size": 6})
    trace, values = np.zeros(6, dtype=np.int16), np.zeros(2)
    assert playout_trace(variant.geometry, variant.start(), seeded(1), values, trace) == 3
    claims = byways.find("stroll").variant({"size": 6, "ending": "claim"})
    assert playout_trace(claims.geometry, claims.start(), seeded(1), values, trace) == -1


def test_engines_judge_the_ends_of_big_boards_in_a_hurry():
    state = full_state(26, 3)
    other = stand_in(state)
    values = np.zeros(2)
    judge = compiled(state.variant.kernels.outcome)
    judge(other.variant.geometry, other.vector.copy(), values)
    began = time.process_time()
    assert judge(other.variant.geometry, other.vector.copy(), values) == -1
    assert time.process_time() - began < 10
    assert sorted(values.tolist()) in ([0.0, 1.0], [0.5, 0.5])
    assert state.variant.geometry[-1] == 0
    assert stand_in(full_state(16, 3)).variant.geometry[-1] == 0


def test_an_end_in_a_hurry_is_the_true_one_where_it_is_soon_found():
    for seed in range(20):
        state = full_state(10, seed)
        hurried, exact = np.zeros(2), np.zeros(2)
        geometry = state.variant.geometry.copy()
        geometry[-1] = 400
        judge = compiled(state.variant.kernels.outcome)
        assert judge(geometry, state.vector.copy(), hurried) == -1
        judge(state.variant.geometry, state.vector.copy(), exact)
        assert hurried.tolist() in (exact.tolist(), [0.5, 0.5])


def nearly_over(size, seed, turns):
    """A state of a random game in which few turns are left."""
    variant = byways.find("stroll").variant({"size": size})
    state, rng = State(variant, variant.start()), seeded(seed)
    while len(state.legal_turns()) > turns:
        state = state.apply_unchecked(random_turn(state, rng))
    assert state.to_move is not None
    return state


def test_the_best_turn_near_the_end_is_proved_but_not_where_ends_are_judged_in_a_hurry():
    for size, proved in ((6, True), (18, False)):
        assert byways.analyse(nearly_over(size, 3, 20), None, simulations=3_000, seed=1).proved == proved

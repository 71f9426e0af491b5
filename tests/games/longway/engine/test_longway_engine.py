"""The engine of The Long Way: its view of a sheet against the rules, its kernels both ways, and how it plays."""

import importlib

import numpy as np
import pytest

import byways
import longway_learning
from byways.arena.match import play_solo
from byways.arena.players import player
from byways.games.longway.engine import best_turns, compact_sheet, policy, value_network
from byways.games.longway.engine.choices import foresee, promising, read_sheet
from byways.games.longway.engine.features import FEATURES, LEGS, OPEN_TO_IT, SCRATCH, STEPS, WORN, likely_path
from byways.games.longway.engine.greedy import NO_PATH, best_now, points_now
from byways.games.longway.engine.rollouts import SCORES, Rollouts, candidates, worth_of
from byways.games.longway.layout import SEEN
from byways.games.longway.result import walk_of
from byways.games.longway.rules import places_for_door
from byways.games.longway.sheet import CAFES, FREE, SETS
from byways.interop import warm
from byways.kernels import compiled
from byways.kernels.rng import seeded
from byways.search.driver import drive
from byways.search.sequential_halving import HalvingSearch
from byways.testing import random_line
from games.longway.engine.test_longway_playout import full_but
from games.longway.longway_positions import TILES, several, solo
from longway_learning import blame, learn, train

NET = value_network.weights().copy()


def variant(players=1):
    return byways.start("longway", players=players, tiles=TILES).variant


def decisions(games, players=1, tiles=TILES, rows=7):
    """States of random games in which a player has dice to act on."""
    start = byways.start("longway", players=players, tiles=tiles, rows=rows).variant
    for seed in range(games):
        for state in random_line(start, seed):
            if state.to_move not in (None, "chance") and len(state.turns) > players:
                yield state


def compact_of(state, player=0):
    found = np.zeros(compact_sheet.COMPACT_WORDS, dtype=np.int64)
    points = read_sheet(state.variant.geometry, state.vector, player, found)
    return found, points


def after_turn(state, actions):
    vector = state.vector
    for action in actions:
        vector = state.variant.apply(vector, action)
    return vector


# --- the view of a sheet --------------------------------------------------------------------------------------------


def test_a_compact_sheet_has_the_exact_score_of_its_sheet():
    for state in (*decisions(4), *decisions(1, rows=5), *decisions(1, rows=9)):
        assert compact_of(state)[1] == walk_of(state, 0)[0]


def test_every_candidate_is_a_legal_turn_that_leaves_the_compact_sheet_it_holds():
    seen = set()
    for state in [*list(decisions(6))[::3], *decisions(1, rows=5), *list(decisions(1, rows=9))[::2], solo(coins=1)]:
        for candidate in candidates(state.variant.geometry, state.vector.copy(), 0, NET):
            text = state.write(candidate.actions)
            assert state.is_legal(text)
            seen.add(text.split()[-2] if len(candidate.actions) == 3 else text.split()[0])
            if "reroll" in text:
                continue
            after = after_turn(state, candidate.actions)
            again = np.zeros(compact_sheet.COMPACT_WORDS, dtype=np.int64)
            read_sheet(state.variant.geometry, after, 0, again)
            again[CAFES : CAFES + 2].sort()  # which cafeteria is called the first does not matter
            candidate.compact[CAFES : CAFES + 2].sort()
            assert np.array_equal(again[: compact_sheet.MADE], candidate.compact[: compact_sheet.MADE]), text
    assert {"tile", "cafe", "stop", "wall", "door", "reroll"} <= seen


def test_candidates_of_the_set_up_are_pairs_of_gates_and_amid_a_turn_complete_it():
    start = byways.start("longway", tiles=TILES)
    for candidate in candidates(start.variant.geometry, start.vector.copy(), 0, NET):
        assert start.is_legal(start.write(candidate.actions))
        assert len(candidate.actions) == 2
    state = next(found for found in decisions(9) if any(len(a) == 3 for _, a in found.variant.game.texts.turns(found)))
    whole = {actions for _, actions in state.variant.game.texts.turns(state)}
    longest = max(whole, key=len)
    for taken in (1, 2):
        vector = after_turn(state, longest[:taken])
        found = candidates(state.variant.geometry, vector, 0, NET)
        assert found
        assert {longest[:taken] + candidate.actions for candidate in found} <= whole


def test_the_likely_path_is_a_walk_of_shortest_legs():
    """Its legs are as long as those of the exact path, it can be walked, and it is part of what may be walked."""
    checked = 0
    for state in (*decisions(12), *decisions(3, rows=9)):
        found, _ = compact_of(state)
        scratch = np.zeros(SCRATCH, dtype=np.int64)
        _, legs = walk_of(state, 0)
        assert likely_path(state.variant.geometry, found, scratch) == bool(legs)
        if not legs:
            continue
        lengths = [len(leg) - 1 for leg in legs]
        mine = [int(scratch[STEPS + i]) for i in range(int(scratch[LEGS]) + 1)]
        assert len(mine) == len(lengths)
        assert mine[0] == lengths[0]  # the next legs depend on which of equally near cafeterias comes first
        worn = int(scratch[WORN])
        assert worn & ~int(scratch[OPEN_TO_IT]) == 0
        assert worn.bit_count() <= sum(mine) + len(mine)
        checked += len(mine) > 1
    assert checked > 10


def test_doorways_are_where_the_rules_allow_them():
    for state in decisions(8):
        found, _ = compact_of(state)
        for side in range(4):
            ruled = places_for_door(state.variant.geometry, state.vector, SEEN, found[:SETS], side)
            assert best_turns.places_for_doorway(state.variant.geometry, found, side) == ruled


# --- the network ----------------------------------------------------------------------------------------------------


def test_the_value_is_that_of_a_layer_of_leaky_rectifiers():
    features = np.random.default_rng(1).normal(size=FEATURES)
    first = NET[: value_network.OUTPUT].reshape(FEATURES, value_network.HIDDEN)
    inner = features @ first
    inner = np.where(inner < 0, value_network.LEAK * inner, inner)
    expected = inner @ NET[value_network.OUTPUT : value_network.BIAS] + NET[value_network.BIAS]
    hidden = np.empty(value_network.HIDDEN)
    assert value_network.predict(NET, features, hidden) == pytest.approx(expected)
    assert hidden == pytest.approx(inner)


def test_blame_is_the_slope_of_the_value():
    features, hidden = np.random.default_rng(2).normal(size=FEATURES), np.empty(value_network.HIDDEN)
    slope = np.zeros(value_network.WEIGHTS)
    before = value_network.predict(NET, features, hidden)
    blame(NET, features, hidden, 1.0, slope)
    for i in range(0, value_network.WEIGHTS, 7):
        moved = NET.copy()
        moved[i] += 1e-5
        more = value_network.predict(moved, features, np.empty(value_network.HIDDEN)) - before
        assert more / 1e-5 == pytest.approx(slope[i], abs=1e-3)


@pytest.mark.torture
def test_learning_raises_the_score():
    means = [mean for _, _, mean in train(variant(), 1000, seed=1)]
    assert means[-1] > means[0] + 1.0


def test_pauses_change_nothing_in_what_is_learnt(monkeypatch):
    monkeypatch.setattr(longway_learning, "_BATCH", 20)
    (*_, (played, whole, _)), told = train(variant(), 30, seed=1), train(variant(), 30, seed=1, marks=(7, 25, 99))
    pauses = []
    for games, net, _ in told:
        pauses.append(games)
        paused = net.copy()
    assert (played, pauses) == (30, [7, 20, 25, 30])
    assert np.array_equal(whole, paused)


# --- both ways ------------------------------------------------------------------------------------------------------


def late(state):
    return int(compact_of(state)[0][FREE]).bit_count() <= 9


def test_kernels_say_the_same_interpreted_and_compiled():
    state = next(found for found in decisions(1) if late(found))
    geometry, vector = state.variant.geometry, state.vector.copy()
    values = [np.empty(6), np.empty(6)]
    rows = [np.zeros((6, compact_sheet.COMPACT_WORDS), dtype=np.int64) for _ in range(2)]
    for way, kernel in enumerate((promising, compiled(promising))):
        kernel(geometry, vector, NET, 2, values[way], rows[way])
    assert values[0] == pytest.approx(values[1])
    held = values[0] > best_turns.WORST
    assert held.any()
    assert np.array_equal(rows[0][held], rows[1][held])

    plan = np.array([0, 2, 0, 0], dtype=np.int64)
    row = rows[0][int(values[0].argmax())]
    assert policy.expect(geometry, NET, row, plan) == pytest.approx(compiled(policy.expect)(geometry, NET, row, plan))

    plans, still = np.array([plan, [1, 0, 0, 0]]), np.arange(2)
    worth = np.arange(70.0)
    told = []
    for kernel in (policy.try_out, compiled(policy.try_out)):
        sums, visits = np.zeros(2), np.zeros(2, dtype=np.int64)
        tried = policy.Tried(rows[0][:2].copy(), plans, sums, visits)
        kernel(geometry, NET, tried, still, 0, 4, 11, 1, worth)
        told.append((list(sums), list(visits)))
    assert told[0] == told[1]
    assert told[0][1] == [2, 2]

    held = [np.zeros(compact_sheet.COMPACT_WORDS, dtype=np.int64) for _ in range(2)]
    assert foresee(geometry, vector, SEEN, NET, held[0]) == pytest.approx(
        compiled(foresee)(geometry, vector, SEEN, NET, held[1])
    )
    turn = [np.zeros(3, dtype=np.int16) for _ in range(2)]
    assert best_now(geometry, vector, seeded(4), turn[0]) == compiled(best_now)(geometry, vector, seeded(4), turn[1])
    assert np.array_equal(*turn)


def test_learning_is_the_same_interpreted_and_compiled():
    tiny = byways.start("longway", tiles=TILES).variant
    told = []
    for kernel in (learn, compiled(learn)):
        net, moments = np.zeros(value_network.WEIGHTS), np.zeros((2, value_network.WEIGHTS))
        net[value_network.BIAS] = -50.0  # it expects so little that it stops at once
        scores = np.zeros(2, dtype=np.int64)
        kernel(tiny.geometry, net, moments, 0, 2, 0.01, seeded(3), scores)
        told.append((net, scores))
    assert told[0][0] == pytest.approx(told[1][0])
    assert list(told[0][1]) == list(told[1][1])


# --- greedy ---------------------------------------------------------------------------------------------------------


def test_the_greedy_player_takes_a_turn_of_the_best_score():
    rng = seeded(1)
    checked = 0
    for state in list(decisions(4))[::4]:
        geometry, scores = state.variant.geometry, {}
        for text, actions in state.variant.game.texts.turns(state):
            if text.split()[0] in ("tile", "cafe"):
                vector = after_turn(state, actions)
                scores[text] = points_now(geometry, vector, SEEN)
        best = max(scores.values(), default=2 * NO_PATH)
        chosen = state.write(state.variant.game.search.beginner_turn(state, rng))
        if best < points_now(geometry, state.vector, SEEN):
            assert chosen == ("reroll light" if "reroll light" in state.legal_turns() else "stop")
        else:
            assert scores[chosen] == best
            checked += 1
    assert checked > 5


def test_the_greedy_player_begins_in_opposite_corners_and_other_games_have_none():
    start = byways.start("longway", tiles=TILES)
    assert start.write(start.variant.game.search.beginner_turn(start, seeded(1))) == "setup a1N g7S"
    with pytest.raises(byways.OptionError, match="Troll has no greedy player"):
        player("greedy").choose(byways.start("troll"), seeded(1))


# --- the search -----------------------------------------------------------------------------------------------------


def test_with_a_seed_and_simulations_the_answer_is_always_the_same():
    state = next(iter(decisions(1)))
    one, two = (byways.analyse(state, None, simulations=120, seed=5) for _ in range(2))
    assert (one.choices, one.simulations) == (two.choices, two.simulations)
    assert one.simulations == 120


def test_the_search_is_worth_more_than_greed():
    found = list(play_solo("longway", {}, "full:simulations=24", games=3))
    greedy = list(play_solo("longway", {}, "greedy", games=60))
    assert np.mean(found) > np.mean(greedy) + 2


def test_the_search_stops_when_told_and_before_a_roll_has_a_value_but_no_turn():
    search = HalvingSearch(solo(), Rollouts(solo(), seed=1))
    drive(search, stop=lambda: search.simulations >= 100)
    assert 100 <= search.simulations < 1000
    found = byways.analyse(solo(dice="?-?"), None, simulations=100, seed=1)
    assert found.best is None
    assert 0.3 < found.value < 0.9


def test_a_turn_that_ends_the_game_is_valued_by_its_score():
    """The tile fills the sheet, so nothing can come after it; stop is worth the score as it is."""
    state = solo(full_but("g6", "g7"), dice="2-5", gates="entrance a1W; exit c1N")
    found = {choice.turn: choice for choice in byways.analyse(state, None, simulations=3000, seed=1).choices}
    assert walk_of(state, 0)[0] == 0
    assert found["stop"].value == pytest.approx(10 / 30, abs=0.001)


def test_displays_on_the_path_are_preferred():
    """Everything is drawn but b1 and g7, and only b1 lies on the path from a1 to c1."""
    state = solo(full_but("b1", "g7"), dice="2-5", gates="entrance a1W; exit c1N")
    found = byways.analyse(state, None, simulations=500, seed=1)
    assert found.best.startswith("tile b1 b1=")
    assert found.value > 10.9 / 30


def test_the_worth_of_a_score_grows_and_is_a_chance_among_several():
    for players in (1, 2, 4):
        state = next(iter(decisions(1, players)))
        worth = worth_of(state.variant, state.vector.copy(), 0, NET)
        assert (np.diff(worth) >= 0).all()
        assert 0 <= worth[0] <= worth[-1] <= 1
        assert worth.shape == SCORES.shape


def test_one_more_than_a_player_who_has_stopped_is_all_that_counts():
    """Player 2 has stopped with nothing drawn, so that every score above theirs is worth nearly the same."""
    state = several(2, "roll 1-1", "tile a1 a1=1", "stop", "roll 2-5")
    theirs = walk_of(state, 1)[0]
    worth = dict(zip(SCORES.tolist(), worth_of(state.variant, state.vector.copy(), 0, NET), strict=True))
    assert worth[theirs - 1] < 0.01 < 0.49 < worth[theirs] < 0.51 < 0.99 < worth[theirs + 1] < worth[theirs + 5]


@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_with_others(players):
    state = byways.start("longway", players=players)
    rng = seeded(1)
    full, chance = player("full:simulations=40"), player("random")
    while state.to_move is not None:
        state = (full if state.to_move == "player 1" else chance).choose(state, rng)
    assert state.outcome.winner == "player 1"


def test_all_that_the_engine_runs_is_compiled_beforehand(monkeypatch):
    called = set()
    for module in ("rollouts", "greedy"):
        module = importlib.import_module(f"byways.games.longway.engine.{module}")
        monkeypatch.setattr(module, "compiled", lambda kernel: called.add(kernel) or compiled(kernel))
    state = several(2, "roll 1-1")
    byways.analyse(state, None, simulations=100, seed=1)
    state.variant.game.search.beginner_turn(state, seeded(1))
    assert called == {*state.variant.game.engine.kernels, *state.variant.game.search.extra} <= set(warm.kernels())

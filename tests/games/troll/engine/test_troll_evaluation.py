"""What Troll's engine knows: its evaluation on every size, and the searches that rest on it."""

import numpy as np
import pytest

import byways
from byways.games.troll.engine import tactics, tactics8
from byways.games.troll.engine.evaluation import DEEP, DIAGONAL, FULL, NAMES, evaluate, see
from byways.kernels import compiled
from byways.search.deepening import Deepening
from byways.search.driver import Budget, drive
from games.playing import play
from oracles import compare
from oracles.troll import Troll
from oracles.troll_worth import sights as slow_sights, tactics as slow_tactics

VARIANTS = [{"edges": "capture"}, {"edges": "closed"}, {"joins": "diagonal"}]


def both_games(size, seed, **options):
    """The states of a random game that goes on, beside the oracle's."""
    whole = compare.both_games(Troll(size, **options), byways.start("troll", size=size, **options), seed)
    return ((state, slow) for state, slow in whole if state.to_move)


def played(turns, **options):
    return play(byways.start("troll", **options), *turns.split())


def value(state):
    """Of a position, for White."""
    values = np.zeros(2)
    assert evaluate(state.variant.geometry, state.vector, values) == 1
    return values[0]


def sights(state, machine=see):
    row = np.zeros(len(NAMES), dtype=np.int64)
    wins = machine(state.variant.geometry, state.vector.copy(), row)
    return wins, dict(zip(NAMES, row / FULL, strict=True))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("size", [4, 7, 8, 9, 20])
def test_the_engine_sees_what_playing_every_turn_out_shows(size, options):
    met = set()
    for i, (state, slow) in enumerate(both_games(size, size, **options)):
        if i % (1 + size * size // (16 if size < 20 else 5)) == 0 or (size < 9 and slow_tactics(slow, slow.mover)[0]):
            wins, seen = sights(state)
            assert wins == slow_tactics(slow, slow.mover)[0], str(state)
            assert seen == slow_sights(slow, DEEP), str(state)
            assert (wins, seen) == sights(state, compiled(see)), str(state)
            met.add(bool(wins))
    assert met == {False, True} or size > 8


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("size", range(4, 9))
def test_bitboards_see_what_cells_see(size, options):
    met = np.zeros(3, dtype=np.int64)
    for state, _ in both_games(size, 50, **options):
        for player in range(2):
            few, many = np.zeros((2, 3), dtype=np.int64)
            tactics8.look(state.variant.geometry, state.vector, player, few)
            tactics.look(state.variant.geometry, state.vector, player, many)
            assert few.tolist() == many.tolist(), str(state)
            met += few
    assert met.all()


@pytest.mark.parametrize("size", [5, 8, 11])
def test_symmetric_positions_are_worth_the_same_and_exchanged_colours_exchange_values(size):
    machine = compiled(evaluate)
    for state, _ in both_games(size, 3):
        variant = state.variant
        image, actions = variant.blank(), np.zeros(variant.num_actions, dtype=np.int16)
        values, seen = np.zeros((2, 2))
        machine(variant.geometry, state.vector.copy(), values)
        for index in range(8):
            variant.kernels.symmetry(variant.geometry, state.vector, index, image, actions)
            machine(variant.geometry, image, seen)
            assert seen == pytest.approx(values[::-1] if index & 1 else values)


def test_wins_at_once_and_threats_are_seen():
    almost = played("b1 a2 b2 c2 b3 a3", size=4)  # b4 joins the rows, and flips nothing
    assert (value(almost), value(almost.play("b4"))) == (pytest.approx(0.99), 1)
    said = byways.analyse(almost, simulations=1_000)
    assert (said.best, said.value, said.proved) == ("b4", 1.0, True)
    threatened, safe = played("c1 a2 c2 a3 c3 a4 c4", size=5), played("c1 a2 c2 a3 c3 a4 d3", size=5)
    assert (sights(threatened)[1]["threat"], sights(safe)[1]["threat"]) == (1, 0)
    assert value(threatened) > value(safe)
    assert value(threatened) > 0.5


def test_the_weights_stand_in_the_geometry_by_their_names():
    variant = byways.find("troll").variant({"size": 9})
    places = variant.weight_places
    assert list(places) == [*NAMES, *(DIAGONAL + name for name in NAMES)]
    assert sorted(places.values())[-1] == len(variant.geometry) - 1
    for joins, counts in (("orthogonal", "captures"), ("diagonal", DIAGONAL + "captures")):
        state = played("d4 e4 e5", size=9, joins=joins)
        assert sights(state)[1]["captures"] > 0
        for name in ("captures", DIAGONAL + "captures"):
            heavier = state.variant.geometry.copy()
            heavier[places[name]] += 1_000
            values = np.zeros(2)
            evaluate(heavier, state.vector, values)
            assert (values[0] != value(state)) == (name == counts)


def test_a_search_proves_what_the_rules_say_and_no_more():
    """On 4×4 with few turns left: the whole tree by the oracle, against what alpha-beta calls proved."""
    told = 0
    for seed in range(6):
        for i, (state, slow) in enumerate(both_games(4, 80 + seed)):
            if i >= 9:
                search = Deepening(state, megabytes=1)
                drive(search, Budget(simulations=20_000))
                said = search.analysis()
                if said.proved:
                    assert said.value == best_result(slow), str(state)
                    told += 1
    assert told > 5


def best_result(slow):
    """What the oracle's player to move can reach, from 0 to 1."""
    from copy import deepcopy

    best = 0.0
    for turn in slow.turns():
        after = deepcopy(slow)
        after.play(turn)
        if after.result:
            best = max(best, {None: 0.5, slow.mover: 1.0}.get(after.result[0], 0.0))
        else:
            best = max(best, 1 - best_result(after))
        if best == 1:
            break
    return best

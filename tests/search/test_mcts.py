import time
from dataclasses import fields

import numpy as np
import pytest

import byways
from byways.kernels.rng import seeded
from byways.search import mcts, montecarlo
from byways.search.driver import Budget, drive
from byways.search.engines import Mcts
from byways.search.mcts import FULL
from byways.search.montecarlo import MonteCarlo
from byways.search.random_game import random_turn
from byways.search.search_tree import ROOT, Tree
from byways.testing import random_line

WHITE_TO_WIN = """
 . O . .
 . O . X
 X O . .
 . . . .
 to move: white
"""

PLAIN = Mcts()


def analyse(*given, engine=PLAIN, **limits):
    """By tree search, whatever the game's own engine is."""
    return byways.analyse(*given, engine=engine, **limits)


def troll(text, **options):
    return byways.start("troll", position=text, **options)


def test_it_takes_a_win_in_one_which_is_proved_without_the_solver_too():
    found = analyse(troll(WHITE_TO_WIN), None, simulations=400, seed=1)
    assert (found.best, found.value, found.proved, found.spread) == ("b4", 1.0, True, 0.0)
    assert found.line[0] == "b4"
    assert [choice.turn for choice in found.choices if choice.proved] == ["b4"]
    assert not analyse(troll(WHITE_TO_WIN.replace("white", "black")), None, simulations=400, seed=1).proved


def test_it_stops_the_opponents_win_in_one_and_chooses_no_proved_loss():
    state = troll(WHITE_TO_WIN.replace("to move: white", "to move: black"))
    safe = [turn for turn in state.legal_turns() if not _loses_at_once(state.play(turn))]
    assert 0 < len(safe) < len(state.legal_turns())
    assert analyse(state, None, simulations=4_000, seed=1).best in safe
    search = MonteCarlo(state, Mcts(solve=1.0).parameters, seed=1, tree=Tree.with_memory(16))
    drive(search, Budget(simulations=3_000))
    choices = {choice.turn: choice for choice in search.analysis().choices}
    lost = {turn for turn in state.legal_turns() if _loses_at_once(state.play(turn))}
    assert all(choices[turn].proved and choices[turn].value == 0 for turn in lost)
    assert search.analysis().best not in lost


def _loses_at_once(state):
    return any(state.play(reply).outcome for reply in state.legal_turns())


def test_the_same_seed_gives_the_same_answer_and_the_state_is_left_alone():
    state = byways.start("troll", size=6)
    before = state.vector.copy()
    first, second = (analyse(state, None, simulations=700, seed=9) for _ in range(2))
    assert first.choices == second.choices
    assert analyse(state, None, simulations=700, seed=10).choices != first.choices
    assert np.array_equal(state.vector, before)


def test_counts_add_up():
    search = MonteCarlo(byways.start("troll", size=5), PLAIN.parameters, seed=3, tree=Tree.with_memory(8))
    drive(search, Budget(simulations=500))
    tree = search.tree
    assert tree.visits(ROOT) == search.simulations == 500
    inner = [node for node in range(int(search.counters[0])) if tree.children(node)]
    assert all(
        tree.visits(node) - 1 <= sum(tree.visits(child) for child in tree.children(node)) <= tree.visits(node)
        for node in inner
    )
    assert sum(choice.visits for choice in search.analysis().choices) == 500
    assert all(0 <= choice.value <= 1 for choice in search.analysis().choices)


def test_a_full_tree_stops_growing_and_the_search_goes_on():
    state = byways.start("troll", size=8)
    search = MonteCarlo(state, PLAIN.parameters, seed=1, tree=Tree.with_memory(0.1))
    drive(search, Budget(simulations=3_000))
    assert search.counters[FULL] == 1
    assert search.counters[0] <= len(search.tree.ints)
    assert search.simulations == 3_000
    assert state.is_legal(search.analysis().best)


def test_time_and_cancel_are_kept():
    state = byways.start("troll", size=8)
    analyse(state, None, simulations=10)  # the machine code is there now
    began = time.perf_counter()
    analyse(state, 0.2)
    assert time.perf_counter() - began > 0.15
    asked = []
    analyse(state, 6_000, stop=lambda: bool(asked.append(1)) or len(asked) > 3)
    assert len(asked) == 4


def test_levels_search_more_as_they_rise():
    state = byways.start("troll", size=5)
    counts = [analyse(state, None, level=level, seed=1).simulations for level in (1, 2, 5)]
    assert counts == sorted(counts)
    assert counts[0] < counts[2]
    with pytest.raises(byways.OptionError, match="from 1 to 10"):
        analyse(state, level=11)


def test_a_proved_value_has_no_spread_and_a_finished_game_is_proved():
    analysis = analyse(troll(WHITE_TO_WIN), None, simulations=20_000, seed=1, engine=Mcts(solve=1.0))
    assert (analysis.proved, analysis.value, analysis.spread) == (True, 1.0, 0.0)
    analysis = analyse(troll(WHITE_TO_WIN).play("b4"))
    assert (analysis.best, analysis.value, analysis.proved) == (None, 1.0, True)


@pytest.mark.slow
def test_it_beats_random_play():
    """At least 57 of 60 games, colours alternating, with 200 simulations a turn."""
    rng = seeded(2)
    won = sum(_beats_random(byways.start("troll", size=6), seat, rng, seed) for seed in range(30) for seat in (0, 1))
    assert won >= 57


def _beats_random(state, seat, rng, seed):
    tree = Tree.with_memory(16)
    for _ in range(2_000):
        if state.to_move is None:
            break
        if state.to_move == state.players[seat]:
            state = state.play(analyse(state, None, simulations=200, seed=seed, tree=tree).best)
        else:
            state = state.apply_unchecked(random_turn(state, rng))
    return state.outcome is not None and state.outcome.winner == state.players[seat]


ALL_ON = Mcts(rave=300.0, leaf=0.3, widen=2.0, solve=1.0)


@pytest.mark.parametrize("engine", [PLAIN, ALL_ON], ids=["plain", "all"])
@pytest.mark.parametrize(("game", "options"), [("troll", {"size": 4}), ("stride", {"side": 4}), ("longway", {})])
def test_interpreted_and_compiled_searches_grow_the_same_tree(game, options, engine, monkeypatch):
    state = byways.start(game, **options)
    machine = MonteCarlo(state, engine.parameters, seed=4, tree=Tree.with_memory(1))
    drive(machine, Budget(simulations=25))
    for name in ("montecarlo.compiled", "montecarlo.entry_point", "random_game.compiled"):
        monkeypatch.setattr(f"byways.search.{name}", lambda kernel: kernel)
    plain = MonteCarlo(state, engine.parameters, seed=4, tree=Tree.with_memory(1))
    drive(plain, Budget(simulations=25))
    assert np.array_equal(plain.tree.ints, machine.tree.ints)
    assert np.array_equal(plain.tree.longs, machine.tree.longs)
    assert np.allclose(plain.tree.reals, machine.tree.reals)


def test_the_solver_proves_small_boards():
    """Troll on 4×4 is a win for White (alpha-beta agrees: tests/search/test_alphabeta.py)."""
    search = MonteCarlo(byways.start("troll", size=4), Mcts(solve=1.0).parameters, seed=2, tree=Tree.with_memory(128))
    drive(search, Budget(simulations=400_000))
    analysis = search.analysis()
    assert (analysis.proved, analysis.value) == (True, 1.0)
    assert search.simulations < 400_000


@pytest.mark.parametrize("seed", range(8))
def test_of_turns_visited_equally_often_the_most_valuable_is_the_best(seed):
    found = analyse(byways.start("troll", size=6), None, simulations=4, seed=seed, engine=Mcts())
    equals = [choice.value for choice in found.choices if choice.visits == found.choices[0].visits]
    assert found.value == max(equals)


def test_parameters_stand_where_the_search_reads_them():
    names = [field.name.upper() for field in fields(Mcts)]
    assert [getattr(mcts, name) for name in names] == list(range(len(names)))


def test_each_turn_comes_with_its_spread_and_the_best_with_their_lines():
    state = byways.start("whirlwind", size=6)
    analysis = analyse(state, None, simulations=4_000, seed=2)
    assert analysis.spread == analysis.choices[0].spread
    assert all(0 < choice.spread <= 0.5 for choice in analysis.choices)
    often, seldom = analysis.choices[0], analysis.choices[-1]
    assert often.visits > 5 * seldom.visits
    assert often.spread < seldom.spread
    for choice in analysis.choices[:5]:
        assert choice.line[0] == choice.turn
        after = state
        for turn in choice.line:
            after = after.play(turn)


def test_the_spread_says_how_far_values_of_other_searches_lie_apart():
    state = byways.start("troll", size=5)
    found = [analyse(state, None, simulations=300, seed=seed) for seed in range(60)]
    roots = np.array([sum(c.value * c.visits for c in a.choices) / 300 for a in found])
    expected = np.mean([c.spread * np.sqrt(c.visits) for a in found for c in a.choices[:1]]) / np.sqrt(300)
    assert expected / 2 < roots.std() < expected * 2


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("seconds", value) for value in (0, -1.0, float("nan"), float("inf"), "1")),
        *(("simulations", value) for value in (0, -5, 1.5, "9", float("inf"))),
        *(("choices", value) for value in (-3, 1.5)),
        *(("level", value) for value in (0, 11, 1.5, True)),
        *(("megabytes", value) for value in (0, float("nan"))),
        *(("threads", value) for value in (0, -1, 65, 1.5)),
    ],
)
def test_limits_that_are_none_are_refused(option, value):
    with pytest.raises(byways.OptionError, match=f"{option} must be a ") as refused:
        byways.analyse(byways.start("troll", size=5), **{option: value})
    assert refused.value.fields["option"] == option


@pytest.mark.parametrize("threads", [1, 2])
def test_loading_machine_code_takes_nothing_from_the_time_of_a_search(monkeypatch, threads):
    at_hand = montecarlo.compiled

    def slow(kernel):
        time.sleep(0.1)  # eleven of them take longer than the search
        return at_hand(kernel)

    monkeypatch.setattr(montecarlo, "compiled", slow)
    found = analyse(byways.start("troll", size=5), 0.3, threads=threads)
    assert found.simulations > 10


def test_an_ending_that_is_not_counted_exactly_proves_nothing():
    """On boards of more than 16 cells a side Stroll's stand-in takes the paths that are soon found."""
    *_, state, end = random_line(byways.find("stroll").variant({"size": 18}), 1)
    assert end.to_move is None
    found = analyse(state, None, simulations=20, seed=1, engine=state.variant.game.engine.with_core(PLAIN))
    assert not found.proved
    assert not any(choice.proved for choice in found.choices)

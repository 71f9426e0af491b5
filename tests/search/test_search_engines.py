"""Engines as values, and the pie rule that every one of them plays by."""

import pickle
from dataclasses import replace
from unittest.mock import ANY

import pytest

import byways
from byways.kernels.rng import seeded
from byways.search.driver import Budget, drive
from byways.search.engines import (
    AlphaBeta,
    Capped,
    Halving,
    KnownEnding,
    Mcts,
    Pie,
    Resources,
    Surrogate,
    Weighted,
    tuned,
)
from byways.search.levels import Level
from byways.search.random_game import random_turn
from example_games import examples_registered
from games.stroll.stroll_boards import CROSS
from games.stroll.test_stroll_claims import claiming


def known(state):
    return None


def searched(engine, state, simulations, seed=1):
    return drive(engine.search(state, Budget(simulations=simulations), Resources(seed=seed, megabytes=8))).analysis()


@pytest.mark.parametrize("game", byways.games())
def test_an_engine_prints_compares_and_is_sent_to_other_processes(game):
    engine = byways.find(game).engine
    again = pickle.loads(pickle.dumps(engine))
    assert (again, hash(again), repr(again)) == (engine, hash(engine), repr(engine))
    assert again != Capped(9, then=engine)


def test_an_engine_prints_as_it_is_written():
    assert repr(AlphaBeta()) == "AlphaBeta()"
    assert repr(Mcts(rave=500.0, exploration=0.0)) == "Mcts(exploration=0.0, rave=500.0)"
    assert repr(KnownEnding(known, then=Mcts())) == "KnownEnding(known, then=Mcts())"
    assert repr(byways.find("longway").engine) == "Halving(Rollouts)"
    level = Level(10, plain=True).of(byways.find("stroll").engine).with_pie()
    of_stroll = "Pie(then=KnownEnding(known_turn, then=Surrogate(stand_in, then=Mcts())))"
    assert repr(level) == f"Capped(simulations=10, then={of_stroll})"


def test_the_innermost_part_is_the_core_and_tuning_makes_another_engine():
    engine = KnownEnding(known, then=Surrogate(known, then=Mcts(solve=1.0)))
    assert engine.core == Mcts(solve=1.0)
    assert engine.with_core(AlphaBeta()) == KnownEnding(known, then=Surrogate(known, then=AlphaBeta()))
    assert engine.with_core(AlphaBeta()).core == AlphaBeta()
    assert Capped(3, then=Halving(known)).weaker(400) == Capped(3, then=Halving(known, learnt=400))
    with pytest.raises(byways.OptionError, match="keeps nothing"):
        engine.weaker(400)
    engine = KnownEnding(known, then=Mcts(leaf=0.3))
    assert tuned(engine, {"leaf": 0.5}) == KnownEnding(known, then=Mcts(leaf=0.5))
    assert tuned(engine, {"tempo": 7.4, "solve": 1.0}) == KnownEnding(
        known, then=Weighted((("tempo", 7),), then=Mcts(leaf=0.3, solve=1.0))
    )


def test_other_weights_are_seen_by_the_search_alone_also_where_another_state_is_searched():
    state = byways.start("stride", side=4)
    places = state.variant.weight_places
    before, name = state.variant.geometry.copy(), next(iter(places))
    search = Weighted(((name, 77),), then=AlphaBeta()).search(state)
    assert search.variant.geometry[places[name]] == 77
    assert state.variant.geometry.tolist() == before.tolist()
    state = byways.start("stroll", size=6, ending="claim")  # which is searched as Stroll without claims
    name = next(iter(state.variant.weight_places))
    search = tuned(state.variant.game.engine, {name: 77}).search(state)
    assert search.variant.options["ending"] == "solve"
    assert search.variant.geometry[search.variant.weight_places[name]] == 77


def test_what_is_neither_a_parameter_nor_a_weight_is_refused_and_only_states_are_analysed():
    for core, name in ((AlphaBeta(), "rave"), (AlphaBeta(), "bravery"), (Mcts(), "bravery")):
        with pytest.raises(byways.OptionError, match=f"there is no weight '{name}'"):
            tuned(core, {name: 3}).search(byways.start("troll"))
    for wrong in ("x", None, 7):
        with pytest.raises(byways.OptionError, match=r"^state must be a State of Byways$"):
            byways.analyse(wrong, simulations=1)


def test_what_is_known_is_not_searched():
    state = claiming(CROSS)
    engine = state.variant.game.engine
    search = engine.search(state)
    assert search.done
    assert search.analysis().best == engine.known(state)[0]
    assert Capped(3, then=engine).known(state) == engine.known(state)


@pytest.mark.parametrize("engine", [Mcts(), Mcts(solve=1.0), AlphaBeta(), Capped(4_000, then=Mcts())], ids=repr)
def test_every_engine_plays_by_the_pie_rule(engine):
    """A tree search that took `swap` for a turn valued this start at 0.61; whoever begins has a half at most."""
    state = byways.start("troll", size=4, swap=True)
    found = searched(engine, state, 4_000)
    assert found.value <= 0.5
    assert found.value == byways.analyse(state, None, simulations=4_000, seed=1, engine=engine).value
    assert searched(engine, state.play("b1"), 4_000).value >= 0.5


def test_a_raw_engine_values_the_start_as_an_analysis_does():
    state = byways.start("troll", size=4, swap=True)
    assert searched(AlphaBeta(), state, 2_000).value == pytest.approx(0.31, abs=0.01)
    assert searched(AlphaBeta(), state, 2_000).value == byways.analyse(state, None, simulations=2_000, seed=1).value
    assert searched(Mcts(), state, 2_000) == replace(searched(Pie(then=Mcts()), state, 2_000), seconds=ANY)
    naive = Mcts().begin(state, Budget(simulations=2_000), Resources(seed=1, megabytes=8))
    assert drive(naive).analysis().value == pytest.approx(0.61, abs=0.01), "`swap` as a turn that changes nothing"


@pytest.mark.parametrize("simulations", [10, 3_000])
def test_a_cap_is_shared_out_by_an_opening(simulations):
    state = byways.start("troll", size=6, swap=True)
    engine = Capped(simulations, then=Mcts())
    found = searched(engine, state, None)
    assert found.simulations <= max(simulations, 200)
    assert replace(found, seconds=0.0) == replace(searched(Pie(then=engine).then, state, None), seconds=0.0)


@pytest.mark.parametrize(
    ("game", "options"), [("troll", {"size": 5}), ("whirlwind", {"size": 8}), ("longway", {}), ("stride", {"side": 4})]
)
def test_who_only_plays_gets_the_same_turn_without_the_others(game, options):
    state, rng = byways.start(game, **options), seeded(3)
    while state.to_move == "chance" or len(state.turns) < 3:
        state = state.apply_unchecked(random_turn(state, rng))
    told, brief = (byways.analyse(state, None, simulations=300, seed=1, **how) for how in ({}, {"choices": 0}))
    assert [choice.turn for choice in brief.choices] == [told.best]
    for name in ("best", "value", "proved", "simulations"):
        assert getattr(brief, name) == getattr(told, name)


@pytest.mark.parametrize(
    ("game", "options", "value"),
    [("hex", {"size": 5}, 0.0), ("connect_four", {}, 1.0), ("whirlwind", {"size": 6}, 1.0)],
)
def test_the_default_engine_proves_an_ending(game, options, value):
    with examples_registered():
        state = byways.start(game, **options)
        for turn in byways.random_game(game, seed=3, **options).turns[:-6]:
            state = state.play(turn)
        found = byways.analyse(state, None, simulations=200_000, seed=1)
    assert (found.proved, found.value) == (True, value)
    assert found.simulations < 100_000

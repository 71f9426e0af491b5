"""Searching in several threads."""

import time

import numpy as np
import pytest

import byways
from byways.rules.state_vector import TO_MOVE
from byways.search.driver import Budget, drive
from byways.search.engines import Mcts, Resources
from byways.search.parallel import Parallel, add
from byways.search.search_tree import ACTION, ROOT, VISITS, Tree
from search.test_mcts import WHITE_TO_WIN

THREADS = 3


def searched(state, simulations=500, megabytes=24):
    search = Parallel(state, Mcts().parameters, threads=THREADS, seed=1, megabytes=megabytes)
    drive(search, Budget(simulations=simulations))
    return search


def test_every_thread_does_its_share_and_a_turn_has_the_visits_of_all():
    search = searched(byways.start("troll", size=6), simulations=500)
    assert [one.simulations for one in search.searches] == [167, 167, 166]
    assert search.simulations == search.analysis().simulations == 500
    assert not np.array_equal(search.searches[0].tree.longs, search.searches[1].tree.longs), "they search differently"
    apart = [{choice.turn: choice for choice in one.analysis().choices} for one in search.searches]
    for choice in search.analysis().choices:
        seen = [choices[choice.turn] for choices in apart if choice.turn in choices]
        assert choice.visits == sum(one.visits for one in seen)
        assert choice.value == pytest.approx(sum(one.value * one.visits for one in seen) / choice.visits)
    assert search.analysis() == search.analysis()


def test_the_same_seed_gives_the_same_answer_and_turns_of_several_actions_are_added_up():
    state = byways.start("troll", size=6)
    first, second = (
        byways.analyse(state, None, simulations=700, seed=9, threads=2, megabytes=16).choices for _ in range(2)
    )
    assert first == second
    state = byways.start("whirlwind", size=6)
    search = searched(state.play(state.legal_turns()[0]), simulations=900)
    analysis = search.analysis()
    assert sum(choice.visits for choice in analysis.choices) <= 900
    assert sum(len(choice.turn.split(",")) == 2 for choice in analysis.choices) > 10
    assert search.total.tree.visits(ROOT) == 900


@pytest.mark.parametrize("game", ["troll", "longway"])
def test_the_total_is_the_same_interpreted_and_compiled(game):
    search = searched(byways.start(game), simulations=300)
    search.analysis()
    machine, plain = search.total.tree, Tree.with_memory(3)
    plain.plant(int(search.total.root[TO_MOVE]))
    room, spot = np.empty((2, len(plain.ints)), np.int64), np.empty(search.total.variant.num_actions, np.int64)
    used = 1
    for one in search.searches:
        used = add(one.tree, plain, used, room, spot)
    assert used > 60
    for left, right in ((machine.ints, plain.ints), (machine.longs, plain.longs), (machine.reals, plain.reals)):
        assert np.array_equal(left[:used], right[:used])


def test_where_the_total_has_no_more_room_its_upper_part_is_right():
    state = byways.start("troll", size=8)
    search = searched(state, simulations=3_000, megabytes=0.5)
    search.analysis()
    tree = search.total.tree
    assert max(int(one.counters[0]) for one in search.searches) > len(tree.ints)
    for child in tree.children(ROOT):
        action = tree.ints[child, ACTION]
        of_all = [
            one.tree.longs[node, VISITS]
            for one in search.searches
            for node in one.tree.children(ROOT)
            if one.tree.ints[node, ACTION] == action
        ]
        assert tree.visits(child) == sum(of_all)


def test_a_proof_of_one_thread_is_a_proof():
    state = byways.start("troll", position=WHITE_TO_WIN)
    search = Mcts(solve=1.0).search(state, resources=Resources(seed=1, threads=2, megabytes=8))
    drive(search, Budget(simulations=100_000))
    analysis = search.analysis()
    assert (analysis.best, analysis.value, analysis.proved) == ("b4", 1.0, True)
    assert search.simulations < 100_000


def test_an_interrupted_search_can_be_driven_on(monkeypatch):
    search = Parallel(byways.start("troll"), Mcts().parameters, threads=2, seed=1, megabytes=8)
    late, step = search._workers[1], search.searches[1].step

    def slow(*given):
        time.sleep(0.05)
        return step(*given)

    def interrupted(patience=None):
        monkeypatch.undo()
        raise KeyboardInterrupt

    search.searches[1].step = slow
    monkeypatch.setattr(late, "answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        drive(search, Budget(simulations=500))
    before = search.analysis().simulations
    assert [one.simulations for one in search.searches] == [before // 2, before // 2]
    assert drive(search, Budget(simulations=300)).analysis().simulations == before + 300


def test_time_and_cancel_are_kept():
    state = byways.start("troll")
    asked = []
    search = Parallel(state, Mcts().parameters, threads=2, seed=1, megabytes=8)
    drive(search, Budget(seconds=60), stop=lambda: bool(asked.append(1)) or len(asked) > 3)
    assert search.seconds < 30
    assert state.is_legal(search.analysis().best)

"""The one loop that drives all searches: limits, steps, stopping and reports."""

import statistics
import time
from itertools import pairwise

import pytest

import byways
from byways.errors import KernelError
from byways.games.stroll.paths.both_sides import Paths
from byways.search import driver
from byways.search.answer import Analysis
from byways.search.driver import Budget, FixedAnswer, Search, SearchSequence, Stepwise, drive
from byways.search.engines import AlphaBeta, Resources
from byways.solve.prover import Prover
from byways.workers.call import Abandonable


class Work(Stepwise):
    """Work of a fixed amount; every unit takes some time."""

    def __init__(self, amount, needs=0, pause=0.0):
        self.amount, self.needs, self.pause, self.steps = amount, needs, pause, []

    @property
    def used(self):
        return sum(self.steps)

    def step(self, simulations, spent=0.0):
        time.sleep(self.pause)
        self.steps.append(min(simulations, self.amount - self.used))
        return self.steps[-1]

    @property
    def ready(self):
        return self.used >= self.needs

    @property
    def done(self):
        return self.used >= self.amount


def test_it_ends_when_nothing_is_left_but_not_before_there_is_an_answer():
    assert drive(Work(1_000)).used == 1_000
    work = drive(Work(1_000), Budget(simulations=77))
    assert work.used == 77, "simulations are kept exactly"
    assert drive(work, Budget(simulations=3)).used == 80, "a search can be driven on"
    work = drive(Work(1_000, needs=300), Budget(simulations=10), stop=lambda: True)
    assert 300 <= work.used < 1_000


@pytest.fixture
def timed(monkeypatch):
    """Make work whose units take 0.1 ms each."""
    clock = [0.0]
    monkeypatch.setattr(driver, "now", lambda: clock[0])

    class Timed(Work):
        def step(self, simulations, spent=0.0):
            clock[0] += 0.0001 * simulations
            return super().step(simulations, spent)

    return Timed


def test_steps_grow_until_they_last_as_long_as_they_should_and_reports_come_when_there_is_an_answer(timed):
    work = drive(timed(100_000), Budget(seconds=1.0))
    assert work.steps[:4] == [1, 4, 16, 64]
    assert max(work.steps) in (199, 200)
    assert work.seconds == pytest.approx(1.0, abs=0.01)
    told = []
    drive(timed(1_000, needs=300), report=lambda work: told.append(work.used))
    assert told
    assert min(told) >= 300


@pytest.mark.parametrize("budget", [Budget(seconds=0.05), Budget(simulations=10)])
def test_steps_are_as_long_as_ever_when_the_budget_is_spent_before_there_is_an_answer(timed, budget):
    work = drive(timed(100_000, needs=20_000), budget)
    assert 20_000 <= work.used < 20_400
    assert len(work.steps) < 150


def test_an_interrupted_search_can_be_driven_on():
    work = Work(1_000)

    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        drive(work, report=interrupt)
    assert 0 < work.used < 1_000
    assert drive(work).used == 1_000


def test_the_stricter_of_two_budgets_and_shares_of_one():
    for one, other, both in (
        (Budget(), Budget(2.0), Budget(2.0)),
        (Budget(3.0, 10), Budget(2.0, 20), Budget(2.0, 10)),
        (Budget(simulations=4), Budget(seconds=1.0), Budget(1.0, 4)),
    ):
        assert one & other == other & one == both
    assert Budget(2.0, 10).part(0.5) == Budget(1.0, 5)
    assert Budget(simulations=3).part(0.1) == Budget(simulations=1), "one simulation at least"
    assert Budget(2.0, 10).spent(1.0, 2) == 0.5
    assert Budget().spent(1e9, 10**9) == 0.0


class Looks(Work, Search):
    def analysis(self):
        return Analysis(None, 0.5, False, (), (), self.used, self.seconds, 0)


class Both(SearchSequence):
    """Two searches, one after another."""

    def __init__(self):
        self.searches = [Looks(1_000), Looks(1_000)]
        self.finished = 0

    @property
    def ready(self):
        return self.finished > 0

    def parts(self):
        for search in self.searches:
            search.budget = self.budget.part(0.5)
            yield search
            self.finished += 1

    def analysis(self):
        return self.searches[0].analysis()


def test_the_parts_of_a_relay_share_its_budget_and_it_ends_between_them_too():
    relay = drive(Both(), Budget(simulations=100))
    assert [search.used for search in relay.searches] == [50, 50]
    assert relay.seconds == sum(search.seconds for search in relay.searches)
    relay = drive(Both(), stop=lambda: True)
    assert (relay.finished, relay.searches[1].used) == (1, 0)
    found = Looks(0).analysis()
    assert drive(FixedAnswer(found)).analysis() is found, "what is settled needs no step"


class Looping(Both):
    """A relay whose own code does not come to its end."""

    def parts(self):
        yield from super().parts()
        while True:
            time.sleep(0.01)


def test_the_code_between_the_parts_of_a_relay_is_watched_too():
    relay = Looping()
    with pytest.raises(KernelError, match=r"test_driver\.py, line \d+, in parts"):
        drive(relay, Budget(simulations=100), call=Abandonable(patience=0.2))
    assert relay.finished == 2


def begin(game):
    state = byways.start(game)
    return state.variant.game.engine.search(state, resources=Resources(seed=1, megabytes=32))


LONG = {
    **{game: lambda game=game: begin(game) for game in byways.games()},
    "pie": lambda: byways.find("whirlwind").engine.search(byways.start("whirlwind", swap=True)),
    "two threads": lambda: byways.find("whirlwind").engine.search(
        byways.start("whirlwind"), resources=Resources(seed=1, threads=2, megabytes=32)
    ),
    "several turns": lambda: AlphaBeta().search(byways.start("stride"), resources=Resources(choices=5)),
}


@pytest.mark.parametrize("name", LONG)
def test_a_stop_is_heard_soon(name):
    """By processor time, which other programs take nothing of; the aim is 50 ms."""
    search, looks = LONG[name](), []

    def stop():
        looks.append(time.process_time())
        return len(looks) > 40

    drive(search, Budget(seconds=60), stop=stop)
    waits = [after - before for before, after in pairwise(looks)]
    assert statistics.median(waits) < 0.2


def test_a_proof_hears_a_stop_and_goes_on_from_there():
    prover = Prover(byways.start("troll", size=4).variant, 0, megabytes=1)
    start = prover.variant.start()
    assert prover.prove(start, stop=lambda: True) is None
    before = prover.nodes
    assert prover.prove(start) is True
    assert prover.nodes > before


def test_both_sides_paths_are_driven_alike():
    state = byways.start("stroll", size=6)
    for _ in range(6):
        state = state.play(state.legal_turns()[0])
    paths = drive(Paths(state))
    assert paths.done
    assert set(paths.facts()["paths"]) == set(state.players)

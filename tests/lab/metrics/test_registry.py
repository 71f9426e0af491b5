"""The registry: what every metric says of itself, and that it keeps to it on random games."""

import math
import random
import re

import pytest

import byways
from byways.errors import OptionError
from byways.kernels.rng import seeded
from byways.lab.metrics import METRICS, Accumulator, GameSample, find, measure
from byways.lab.metrics.metric import Kind
from byways.lab.metrics.registry import FUNCTIONS, GROUPS, chosen
from byways.records import Record, with_values
from byways.search.random_game import random_turn

NAMED_BY_THE_DESIGN = (
    *("AdvantageP1", "Balance", "Completion", "Drawishness", "Timeouts", "DurationTurns", "BranchingFactor"),
    *("DecisionMoves", "BoardCoverage", "GameTreeComplexity"),
)


def random_samples(game, count, **options):
    """Random games with random values and random values of all turns."""
    for seed in range(count):
        generator, dice, state = random.Random(seed), seeded(seed), byways.start(game, **options)
        while state.to_move is not None:
            state = state.apply_unchecked(random_turn(state, dice))
        record = Record.from_state(state)
        record = with_values(
            record, [None if generator.random() < 0.1 else generator.random() for _ in record.states()]
        )
        choices = tuple({str(n): generator.random() for n in range(1 + seed)} for _ in record.turns)
        yield GameSample.of(record, choices)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_metric_says_what_it_is(metric):
    about = metric.about
    assert re.fullmatch(r"[A-Z][A-Za-z0-9]+", about.name)
    assert about.group in GROUPS
    assert about.definition.endswith(".")
    assert 1 <= len(re.findall(r"[.:](?= |$)", about.definition)) <= 4
    assert about.low < about.high
    assert about.unit
    if "Ludii" in about.source:
        path = r"Evaluation/src/metrics/[\w/]+\.java at commit [0-9a-f]{12}, as described( and as coded|; )"
        assert re.search(path, about.source)
    assert (metric.aggregate is not None) == (about.kind in (Kind.WHOLE, Kind.TABLE))


def test_names_are_used_once_and_found_in_any_case():
    names = [metric.name for metric in METRICS]
    assert len(set(map(str.lower, names))) == len(names)
    assert set(names) == set(FUNCTIONS)
    assert set(NAMED_BY_THE_DESIGN) <= set(names)
    assert find(" advantagep1 ").name == "AdvantageP1"
    assert [metric.name for metric in chosen(("Drama", "Balance"))] == ["Balance", "Drama"]
    assert chosen(()) == METRICS
    with pytest.raises(OptionError, match="there is no metric 'Fun'; the metrics are: FirstPlayerEdge, AdvantageP1"):
        chosen(("Fun",))


@pytest.mark.parametrize(
    ("game", "options"), [("troll", {"size": 4}), ("stride", {"side": 4}), ("longway", {"players": 2})]
)
def test_figures_keep_to_their_ranges(game, options):
    samples = list(random_samples(game, 3, **options))
    for figure in measure(samples, METRICS):
        low, high = figure.metric.about.low, figure.metric.about.high
        assert 0 <= figure.n <= 3
        shown = [figure.value, *(figure.quartiles or ()), *(figure.interval or ()), *(row.value for row in figure.rows)]
        assert all(low - 1e-9 <= value <= high + 1e-9 for value in shown if value is not None), figure
        if figure.n and figure.metric.about.kind is not Kind.TABLE:
            assert math.isfinite(figure.value)
            assert figure.interval is None or figure.interval.low - 1e-9 <= figure.value <= figure.interval.high + 1e-9


def test_every_metric_has_a_value_of_some_game():
    played = [*random_samples("troll", 3, size=4), *random_samples("longway", 2, players=2)]
    swapped = Record.from_text('[Game "troll"] [Options "size=4 swap=true"] b3 swap *')
    without = [figure.metric.name for figure in measure([*played, GameSample.of(swapped)], METRICS) if figure.n == 0]
    assert without == []


def test_figures_are_gathered_game_by_game():
    samples = list(random_samples("troll", 4, size=4))
    accumulator = Accumulator(METRICS)
    for sample in samples:
        accumulator.add(sample)
    assert accumulator.figures() == measure(iter(samples), METRICS)
    assert accumulator.values(find("DurationTurns")) == tuple(sample.turns for sample in samples)
    assert [figure.n for figure in measure([], METRICS)] == [0] * len(METRICS)

"""Metrics of choices and of calibration, by hand."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from shared_games import figure, value

from byways.lab.metrics import GameSample
from byways.lab.metrics.course import brier, clarity_narrowness, clarity_variance, effective_turns, forecasts

WON = GameSample(("white", "black"), ("white",), "connection", 2, values=(0.5, 0.75, None))
CHOICES = ({"a1": 0.9, "a2": 0.5, "a3": 0.4, "a4": 0.2}, None, {"b1": 0.3, "b2": 0.28})


def near(expected):
    return pytest.approx(expected, abs=1e-12)


def test_choices_by_hand_and_where_all_turns_are_alike():
    (sample,) = [replace(WON, choices=CHOICES)]
    # The means are 0.5 and 0.29; three quarters of the way to the best lie 0.8 and 0.2975: one of four, one of two.
    assert value("ClarityNarrowness", [sample]) == near((1 / 4 + 1 / 2) / 2)
    # Squares of 0.4, 0, -0.1, -0.3 and of 0.01, -0.01.
    assert value("ClarityVariance", [sample]) == near((0.26 / 4 + 0.0002 / 2) / 2)
    assert value("GoodTurns", [sample]) == near((2 / 4 + 0) / 2)
    assert value("EffectiveTurns", [sample]) == near((1 / 4 + 2 / 2) / 2)
    assert value("EffectiveTurns", [sample], loss=0.4) == near((2 / 4 + 2 / 2) / 2)
    assert figure("GoodTurns", [WON, replace(WON, choices=(None, None))]).n == 0
    alike = ({"a1": 0.3, "a2": 0.3, "a3": 0.3},)
    assert clarity_narrowness(alike) == effective_turns(alike, 0) == 1
    assert clarity_variance(alike) == 0


def test_brier_by_hand_and_certainty_in_the_last_bin():
    assert value("Brier", [WON]) == near((0.25 + 0.0625) / 2)
    assert value("Brier", [WON, replace(WON, winners=("black",))]) == near((0.3125 / 2 + 0.8125 / 2) / 2)
    assert value("Brier", [replace(WON, winners=())]) == near(0.0625 / 2)
    assert brier((0.5, 0.5, 0.5), 0.0) == 0.25
    assert forecasts((1.0, 0.0, 0.5), 0.5) == ((0, 0.0, 0.5), (9, 1.0, 0.5))


def test_reliability_by_hand():
    games = [
        replace(WON, values=(0.52, 0.58, 0.95, 1.0)),  # won
        replace(WON, values=(0.55, 0.1, None, 0.0), winners=("black",)),
        replace(WON, values=(0.97, 0.97, 0.97, 1.0)),
    ]
    assert forecasts(games[0].values, 1.0) == (
        (5, near(0.55), 1.0),  # two positions of one game count as one
        (9, near(0.95), 1.0),
    )
    rows = figure("Reliability", games).rows
    assert [(row.label, row.value, row.n) for row in rows] == [("0.10", 0, 1), ("0.55", 0.5, 2), ("0.96", 1, 2)]
    assert all(row.interval.covers(row.value) for row in rows)
    # Off by 0.1 in one game, by 1.1 less 1 in two, by 1.92 less 2 in two; over the five games in bins.
    assert value("CalibrationError", games) == near((0.1 + 0.1 + 0.08) / 5)


@given(
    st.lists(st.integers(0, 10_000).map(lambda n: n / 10_000), min_size=2, max_size=20),
    st.sampled_from((0.0, 0.5, 1.0)),
)
def test_every_value_is_in_one_bin(values, share):
    found = forecasts(values, share)
    assert [one.bin for one in found] == sorted({one.bin for one in found})
    assert all(0 <= one.bin <= 9 and one.bin / 10 - 1e-9 <= one.value <= (one.bin + 1) / 10 + 1e-9 for one in found)
    assert 0 <= brier(values, share) <= 1

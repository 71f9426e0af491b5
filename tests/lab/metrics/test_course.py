"""Metrics of a game's course on a series of values made by hand, and what holds of every series."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from shared_games import figure, value

from byways.lab.metrics import GameSample, Settings, course
from byways.records import Record, with_values

SERIES = (0.5, 0.4, 0.3, 0.6, 0.55, 0.95, 1.0)
"""Six turns; White plays the first. The changes are -0.1, -0.1, 0.3, -0.05, 0.4, 0.05."""
WON = GameSample(("white", "black"), ("white",), "connection", 6, values=SERIES)
LOST = replace(WON, winners=("black",))
DRAWN = replace(WON, winners=())


def near(expected):
    return pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("sample", "mean", "median", "largest"),
    [
        (WON, 0.6 / 6, 0, 0.4),  # White was 0.2 and 0.4 behind
        (LOST, (0.2 + 0.1 + 0.9) / 6, 0.05, 0.9),  # Black was 0.2, 0.1 and 0.9 behind; the middle two are 0 and 0.1
        (DRAWN, (0.1 + 0.2 + 0.1 + 0.05 + 0.45) / 6, 0.1, 0.45),  # how far the leader was above a half
    ],
)
def test_drama_by_hand(sample, mean, median, largest):
    assert value("Drama", [sample]) == near(mean)
    assert value("DramaMedian", [sample]) == near(median)
    assert value("DramaMax", [sample]) == near(largest)


def test_lead_changes_by_hand():
    # Nobody, Black, Black, White, White, White lead before the six turns: two changes.
    assert value("LeadChange", [WON]) == near(2 / 6)
    # Beyond 0.05, Black leads from 0.4 on and White from 0.6 on: after three turns.
    assert course.lead_changes(SERIES, 0.05) == [3]
    assert (value("LeadChanges", [WON]), value("LastLeadChange", [WON])) == (1, 0.5)
    # Beyond 0.15, Black leads from 0.3 on and White from 0.95 on.
    assert value("LastLeadChange", [WON]) < value("LastLeadChange", [WON], error=0.15) == near(5 / 6)
    assert value("LeadChanges", [WON], error=0.4) == 0, "only White ever leads by that much"
    noisy = [replace(WON, values=(0.5, 0.53, 0.48, 0.52, 0.46, 0.55, 0.45))]
    assert value("LeadChanges", noisy) == value("LastLeadChange", noisy) == 0, "noise is within the error"
    assert value("LeadChange", noisy) == near(5 / 6), "Ludii's counts every one"


def test_when_a_game_is_decided_by_hand():
    assert (value("DecidedTurn", [WON]), value("DecidedAt", [WON])) == (5, near(5 / 6))
    assert value("DecidedTurn", [WON], decided=0.55) == 3, "0.6 and 0.55 are enough then, from after the third turn"
    assert value("DecidedTurn", [LOST]) == 6, "with the last turn, since 0.05 came before it"
    assert figure("DecidedTurn", [DRAWN]).n == 0
    early = replace(WON, values=(0.9, None, 0.95, 1, None, None, None))
    assert value("DecidedTurn", [early]) == 0


def test_decisiveness_and_stability_by_hand():
    assert value("DecisivenessThreshold", [WON]) == near(0.7)  # Black at 1 - 0.3
    assert value("DecisivenessMoves", [WON]) == near(1 / 6)  # White above 0.7 before the last turn alone
    equal = replace(WON, values=(0.25, 0.75, 0.875, 1.0))
    assert value("DecisivenessMoves", [equal]) == near(1 / 3), "as much as Black expected is not above it"
    assert value("DecisivenessThreshold", [LOST]) == near(0.95)
    assert value("DecisivenessMoves", [LOST]) == 0  # Black never above 0.95
    assert figure("DecisivenessMoves", [DRAWN]).n == figure("DecisivenessThreshold", [DRAWN]).n == 0
    # The mean of the six is 0.55; the squares of -0.05, -0.15, -0.25, 0.05, 0, 0.4 add up to 0.25.
    assert value("Stability", [WON]) == near(0.25 / 6)


def test_swings_by_hand_and_those_of_the_players_of_a_record():
    movers = (0, 1, 0, 1, 0, 1)
    # For whoever moves: -0.1, 0.1, 0.3, 0.05, 0.4, -0.05.
    assert course.killer_turns(SERIES, movers, 0.2) == near(2 / 6)
    assert course.killer_turns(SERIES, movers, 0.1) == near(3 / 6), "0.4 - 0.3 counts as 0.1"
    assert value("SurpriseTurns", [WON]) == near(2 / 6)
    assert value("Surprise", [WON]) == near(1 / 6)
    rolled = (0, 1, -1, 1, 0, 1)  # the third is a roll of dice
    assert course.killer_turns(SERIES, rolled, 0.2) == near(1 / 5)
    assert course.surprise_turns(SERIES, 0.2) == near(2 / 6), "dice surprise, too"
    record = Record.from_text('[Game "troll"] [Options "size=4"] b3 a2 c3 *')
    sample = GameSample.of(with_values(record, (0.5, 0.7, 0.3, 0.4)))  # White gains 0.2, Black 0.4, White 0.1
    assert value("KillerTurns", [sample]) == near(2 / 3)
    assert figure("KillerTurns", [WON]).n == 0, "who moved is not known"


def test_unknown_values_are_left_out():
    holes = replace(WON, values=(None, 0.4, None, 0.6, 0.55, 0.95, None))
    assert value("Drama", [holes]) == near(0.2 / 4)
    assert value("Surprise", [holes]) == near((0.05 + 0.4) / 2)
    assert value("LeadChanges", [holes]) == 1
    nothing = replace(WON, values=(None,) * 6 + (1.0,))
    three = replace(WON, players=("a", "b", "c"), winners=("a",))
    unfinished = replace(WON, winners=None)
    for name in ("Drama", "LeadChange", "Brier", "DecidedTurn", "Surprise"):
        assert figure(name, [nothing, three, replace(WON, values=None)]).n == 0
    assert [figure(name, [unfinished]).n for name in ("Drama", "Brier", "LeadChange")] == [0, 0, 1]


series = st.lists(st.none() | st.integers(0, 100).map(lambda n: n / 100), min_size=3, max_size=30).filter(
    lambda values: any(value is not None for value in values[:-1])
)
results = st.sampled_from((0.0, 0.5, 1.0))


@given(series, results)
def test_metrics_do_not_depend_on_who_is_called_the_first_player(values, share):
    other = [None if value is None else 1 - value for value in values]
    assert course.drama(values, share) == near(course.drama(other, 1 - share))
    assert course.lead_changes(values, 0.123) == course.lead_changes(other, 0.123)
    assert course.stability(values) == near(course.stability(other))
    assert course.decided(values, share, 0.895) == course.decided(other, 1 - share, 0.895)
    assert course.surprise(values) == (None if course.surprise(other) is None else near(course.surprise(other)))


@given(
    series, results, st.tuples(st.floats(0, 0.5), st.floats(0, 0.5)), st.tuples(st.floats(0.5, 1), st.floats(0.5, 1))
)
def test_a_larger_error_or_a_higher_threshold_finds_no_more_lead_changes_and_no_earlier_decision(
    values, share, errors, thresholds
):
    small, large = sorted(errors)
    assert len(course.lead_changes(values, large)) <= len(course.lead_changes(values, small))
    low, high = sorted(thresholds)
    if share != 0.5:
        assert course.decided(values, share, low) <= course.decided(values, share, high) <= len(values) - 1
    assert min(course.drama(values, share)) >= 0


def test_settings_out_of_range_are_refused():
    for settings in ({"error": 0.6}, {"swing": -1}, {"decided": 0.4}, {"loss": float("nan")}):
        with pytest.raises(ValueError, match=f"{next(iter(settings))} must be from"):
            Settings(**settings)

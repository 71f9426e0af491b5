"""What computes each metric, by its name; what each is, in words, is in definitions.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from byways.lab.metrics import board, calibration, choices, course, length, outcome, tables
from byways.lab.metrics.course import Values
from byways.lab.metrics.metric import Aggregate, Settings
from byways.lab.metrics.sample import GameSample


class Computed(NamedTuple):
    """How a metric is computed."""

    function: Callable[..., Any]
    """A game's value; it takes things of a sample, and settings."""
    takes: str = ""
    """Their names, in order; empty for the sample itself."""
    aggregate: Aggregate | None = None
    """What the games' values are together; None for their mean."""

    def per_game(self, sample: GameSample, settings: Settings) -> Any:
        """Return a game's value; None where it lacks something that the function takes."""
        if not self.takes:
            return self.function(sample)
        given = []
        for name in self.takes.split():
            if (value := _argument(name, sample, settings)) is None:
                return None
            given.append(value)
        return self.function(*given)


def _argument(name: str, sample: GameSample, settings: Settings) -> Any:
    """Return something of a sample, or a setting. Games for other than two have no values."""
    if name == "values":
        known = sample.values is not None and len(sample.players) == 2 and course.known(sample.values[:-1])
        return sample.values if known else None
    if name == "share":
        return sample.first_share
    if name == "choices":
        return sample.choices
    return sample if name == "sample" else getattr(settings, name)


def _mean_drama(values: Values, share: float) -> float:
    found = course.drama(values, share)
    return sum(found) / len(found)


def _median_drama(values: Values, share: float) -> float | None:
    return length.median(course.drama(values, share))


def _most_drama(values: Values, share: float) -> float:
    return max(course.drama(values, share))


def _decided_at(values: Values, share: float, threshold: float) -> float | None:
    turns = course.decided(values, share, threshold)
    return None if turns is None else turns / (len(values) - 1)


def _lead_changes(values: Values, error: float) -> int:
    return len(course.lead_changes(values, error))


def _killer_turns(values: Values, sample: GameSample, swing: float) -> float | None:
    movers = [sample.players.index(mover) if mover in sample.players else -1 for mover in sample.movers]
    return course.killer_turns(values, movers, swing) if movers else None


FUNCTIONS: Mapping[str, Computed] = {
    "FirstPlayerEdge": Computed(outcome.first_player_edge),
    "AdvantageP1": Computed(outcome.advantage_p1),
    "FirstColourShare": Computed(outcome.first_colour_share),
    "Balance": Computed(outcome.points_by_seat, aggregate=outcome.balance),
    "OutcomeUniformity": Computed(outcome.points_by_seat, aggregate=outcome.outcome_uniformity),
    "Completion": Computed(outcome.completion),
    "Drawishness": Computed(outcome.drawishness),
    "Timeouts": Computed(outcome.timeouts),
    "Swaps": Computed(outcome.swaps),
    "Reasons": Computed(outcome.reason, aggregate=tables.label_shares),
    "Score": Computed(outcome.score),
    "ScoreMargin": Computed(outcome.score_margin),
    "DurationTurns": Computed(length.duration_turns),
    "DurationTurnsNotTimeouts": Computed(length.duration_turns_with_result),
    "DurationTurnsStdDev": Computed(length.duration_turns, aggregate=length.standard_deviation),
    "ShortestWin": Computed(length.turns_to_win, aggregate=min),
    "DurationActions": Computed(length.duration_actions),
    "BranchingFactor": Computed(length.branching_factor),
    "BranchingFactorMedian": Computed(length.branching_factor_median),
    "BranchingFactorMax": Computed(length.branching_factor_max),
    "DecisionMoves": Computed(length.decision_moves),
    "GameTreeComplexity": Computed(length.game_tree_complexity),
    "BranchingByPly": Computed(length.legal_turns, aggregate=tables.by_ply),
    "BoardCoverage": Computed(board.board_coverage),
    "VisitedCells": Computed(board.visited_cells, aggregate=tables.cell_shares),
    "FirstTurns": Computed(board.first_turn, aggregate=tables.label_shares),
    "WinnersCells": Computed(board.winners_cells, aggregate=tables.cell_shares),
    "DecidedTurn": Computed(course.decided, "values share decided"),
    "DecidedAt": Computed(_decided_at, "values share decided"),
    "Drama": Computed(_mean_drama, "values share"),
    "DramaMedian": Computed(_median_drama, "values share"),
    "DramaMax": Computed(_most_drama, "values share"),
    "LeadChange": Computed(course.lead_change, "values"),
    "LeadChanges": Computed(_lead_changes, "values error"),
    "LastLeadChange": Computed(course.last_lead_change, "values error"),
    "KillerTurns": Computed(_killer_turns, "values sample swing"),
    "SurpriseTurns": Computed(course.surprise_turns, "values swing"),
    "Surprise": Computed(course.surprise, "values"),
    "Stability": Computed(course.stability, "values"),
    "DecisivenessThreshold": Computed(course.decisiveness_threshold, "values share"),
    "DecisivenessMoves": Computed(course.decisiveness_moves, "values share"),
    "ClarityNarrowness": Computed(choices.clarity_narrowness, "choices"),
    "ClarityVariance": Computed(choices.clarity_variance, "choices"),
    "GoodTurns": Computed(choices.good_turns, "choices"),
    "EffectiveTurns": Computed(choices.effective_turns, "choices loss"),
    "Brier": Computed(calibration.brier, "values share"),
    "CalibrationError": Computed(calibration.forecasts, "values share", calibration.calibration_error),
    "Reliability": Computed(calibration.forecasts, "values share", tables.reliability),
}

"""What computes each metric, by its name: a function of a trial, and of the games' values where not their mean counts.

What each is, in words, stands in definitions.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from byways.lab.metrics import board, calibration, choices, course, length, outcome, tables
from byways.lab.metrics.course import Values
from byways.lab.metrics.metric import Of, Over, Settings
from byways.lab.metrics.trial import Trial

Functions: TypeAlias = tuple[Of, Over | None]


def _of(of: Callable[[Trial], Any], over: Over | None = None) -> Functions:
    return lambda trial, settings: of(trial), over


def _of_values(of: Callable[[Values, Settings], Any], over: Over | None = None) -> Functions:
    """Return a metric of values; games for other than two have none, and games without values."""

    def game(trial: Trial, settings: Settings) -> Any:
        if len(trial.players) != 2 or trial.values is None or not course.known(trial.values[:-1]):
            return None
        return of(trial.values, settings)

    return game, over


def _of_result(of: Callable[[Values, float, Settings], Any], over: Over | None = None) -> Functions:
    """Return a metric of values and of what the first player got in the end; games without a result have none."""

    def game(trial: Trial, settings: Settings) -> Any:
        share = trial.first_share
        if share is None:
            return None
        of_values, _ = _of_values(lambda values, settings: of(values, share, settings))
        return of_values(trial, settings)

    return game, over


def _of_choices(of: Callable[[choices.Choices, Settings], Any]) -> Functions:
    return lambda trial, settings: None if trial.choices is None else of(trial.choices, settings), None


def _killer_turns(trial: Trial, settings: Settings) -> Any:
    if not trial.movers:
        return None
    movers = [trial.players.index(mover) if mover in trial.players else -1 for mover in trial.movers]
    of_values, _ = _of_values(lambda values, settings: course.killer_turns(values, movers, settings.swing))
    return of_values(trial, settings)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _decided_at(values: Values, share: float, settings: Settings) -> float | None:
    turns = course.decided(values, share, settings.decided)
    return None if turns is None else turns / (len(values) - 1)


OF_TRIALS: dict[str, Functions] = {
    "FirstPlayerEdge": _of(outcome.first_player_edge),
    "AdvantageP1": _of(outcome.advantage_p1),
    "FirstColourShare": _of(outcome.first_colour_share),
    "Balance": _of(outcome.points_by_seat, outcome.balance),
    "OutcomeUniformity": _of(outcome.points_by_seat, outcome.outcome_uniformity),
    "Completion": _of(outcome.completion),
    "Drawishness": _of(outcome.drawishness),
    "Timeouts": _of(outcome.timeouts),
    "Swaps": _of(outcome.swaps),
    "Reasons": _of(outcome.reason, tables.label_shares),
    "Score": _of(outcome.score),
    "ScoreMargin": _of(outcome.score_margin),
    "DurationTurns": _of(length.duration_turns),
    "DurationTurnsNotTimeouts": _of(length.duration_turns_with_result),
    "DurationTurnsStdDev": _of(length.duration_turns, length.standard_deviation),
    "ShortestWin": _of(length.turns_to_win, min),
    "DurationActions": _of(length.duration_actions),
    "BranchingFactor": _of(length.branching_factor),
    "BranchingFactorMedian": _of(length.branching_factor_median),
    "BranchingFactorMax": _of(length.branching_factor_max),
    "DecisionMoves": _of(length.decision_moves),
    "GameTreeComplexity": _of(length.game_tree_complexity),
    "BranchingByPly": _of(length.legal_turns, tables.by_ply),
    "BoardCoverage": _of(board.board_coverage),
    "VisitedCells": _of(board.visited_cells, tables.cell_shares),
    "FirstTurns": _of(board.first_turn, tables.label_shares),
    "WinnersCells": _of(board.winners_cells, tables.cell_shares),
}
OF_EVALUATIONS: dict[str, Functions] = {
    "DecidedTurn": _of_result(lambda values, share, s: course.decided(values, share, s.decided)),
    "DecidedAt": _of_result(_decided_at),
    "Drama": _of_result(lambda values, share, s: _mean(course.drama(values, share))),
    "DramaMedian": _of_result(lambda values, share, s: length.median(course.drama(values, share))),
    "DramaMax": _of_result(lambda values, share, s: max(course.drama(values, share))),
    "LeadChange": _of_values(lambda values, s: course.lead_change(values)),
    "LeadChanges": _of_values(lambda values, s: len(course.lead_changes(values, s.error))),
    "LastLeadChange": _of_values(lambda values, s: course.last_lead_change(values, s.error)),
    "KillerTurns": (_killer_turns, None),
    "SurpriseTurns": _of_values(lambda values, s: course.surprise_turns(values, s.swing)),
    "Surprise": _of_values(lambda values, s: course.surprise(values)),
    "Stability": _of_values(lambda values, s: course.stability(values)),
    "DecisivenessThreshold": _of_result(lambda values, share, s: course.decisiveness_threshold(values, share)),
    "DecisivenessMoves": _of_result(lambda values, share, s: course.decisiveness_moves(values, share)),
    "ClarityNarrowness": _of_choices(lambda turns, s: choices.clarity_narrowness(turns)),
    "ClarityVariance": _of_choices(lambda turns, s: choices.clarity_variance(turns)),
    "GoodTurns": _of_choices(lambda turns, s: choices.good_turns(turns)),
    "EffectiveTurns": _of_choices(lambda turns, s: choices.effective_turns(turns, s.loss)),
    "Brier": _of_result(lambda values, share, s: calibration.brier(values, share)),
    "CalibrationError": _of_result(
        lambda values, share, s: calibration.forecasts(values, share), calibration.calibration_error
    ),
    "Reliability": _of_result(lambda values, share, s: calibration.forecasts(values, share), tables.reliability),
}
FUNCTIONS = OF_TRIALS | OF_EVALUATIONS

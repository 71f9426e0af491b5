"""All metrics: their definitions from definitions.toml, with the functions that compute them."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from byways.errors import OptionError
from byways.game import Game
from byways.game.events import SHARE, Event
from byways.lab.metrics import course, games
from byways.lab.metrics.course import Values
from byways.lab.metrics.metric import Aggregate, Definition, Kind, Metric, Settings
from byways.lab.metrics.sample import GameSample

GROUPS = {
    "outcome": "How games end",
    "length": "How long they are, and how much there is to choose from",
    "board": "Where they are played",
    "course": "How they go, by an engine's values",
    "choices": "What there is to choose from, by the values of all moves",
    "calibration": "How well the values foretold the results",
}


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


def _of_drama(of: Callable[[Sequence[float]], float | None]) -> Callable[[Values, float], float | None]:
    """Return a metric that is a figure of all values of a game's drama."""
    return lambda values, share: of(course.drama(values, share))


def _killer_turns(values: Values, sample: GameSample, swing: float) -> float | None:
    movers = [sample.players.index(mover) if mover in sample.players else -1 for mover in sample.movers]
    return course.killer_turns(values, movers, swing) if movers else None


FUNCTIONS: Mapping[str, Computed] = {
    "FirstPlayerEdge": Computed(games.first_player_edge),
    "AdvantageP1": Computed(games.advantage_p1),
    "FirstColourShare": Computed(games.first_colour_share),
    "Balance": Computed(games.points_by_seat, aggregate=games.balance),
    "OutcomeUniformity": Computed(games.points_by_seat, aggregate=games.outcome_uniformity),
    "Completion": Computed(games.completion),
    "Drawishness": Computed(games.drawishness),
    "Timeouts": Computed(games.timeouts),
    "Swaps": Computed(games.swaps),
    "Reasons": Computed(games.reason, aggregate=games.label_shares),
    "Score": Computed(games.score),
    "ScoreMargin": Computed(games.score_margin),
    "DurationTurns": Computed(games.duration_turns),
    "DurationTurnsNotTimeouts": Computed(games.duration_turns_with_result),
    "DurationTurnsStdDev": Computed(games.duration_turns, aggregate=games.standard_deviation),
    "ShortestWin": Computed(games.turns_to_win, aggregate=min),
    "DurationActions": Computed(games.duration_actions),
    "BranchingFactor": Computed(games.branching_factor),
    "BranchingFactorMedian": Computed(games.branching_factor_median),
    "BranchingFactorMax": Computed(games.branching_factor_max),
    "DecisionMoves": Computed(games.decision_moves),
    "GameTreeComplexity": Computed(games.game_tree_complexity),
    "BranchingByPly": Computed(games.legal_turns, aggregate=games.by_ply),
    "BoardCoverage": Computed(games.board_coverage),
    "VisitedCells": Computed(games.visited_cells, aggregate=games.cell_shares),
    "FirstTurns": Computed(games.first_turn, aggregate=games.label_shares),
    "WinnersCells": Computed(games.winners_cells, aggregate=games.cell_shares),
    "DecidedTurn": Computed(course.decided, "values share decided"),
    "DecidedAt": Computed(course.decided_at, "values share decided"),
    "Drama": Computed(_of_drama(course.mean), "values share"),
    "DramaMedian": Computed(_of_drama(games.median), "values share"),
    "DramaMax": Computed(_of_drama(max), "values share"),
    "LeadChange": Computed(course.lead_change, "values"),
    "LeadChanges": Computed(lambda values, error: len(course.lead_changes(values, error)), "values error"),
    "LastLeadChange": Computed(course.last_lead_change, "values error"),
    "KillerTurns": Computed(_killer_turns, "values sample swing"),
    "SurpriseTurns": Computed(course.surprise_turns, "values swing"),
    "Surprise": Computed(course.surprise, "values"),
    "Stability": Computed(course.stability, "values"),
    "DecisivenessThreshold": Computed(course.decisiveness_threshold, "values share"),
    "DecisivenessMoves": Computed(course.decisiveness_moves, "values share"),
    "ClarityNarrowness": Computed(course.clarity_narrowness, "choices"),
    "ClarityVariance": Computed(course.clarity_variance, "choices"),
    "GoodTurns": Computed(course.good_turns, "choices"),
    "EffectiveTurns": Computed(course.effective_turns, "choices loss"),
    "Brier": Computed(course.brier, "values share"),
    "CalibrationError": Computed(course.forecasts, "values share", course.calibration_error),
    "Reliability": Computed(course.forecasts, "values share", course.reliability),
}


def _read() -> tuple[Metric, ...]:
    text = files("byways.lab.metrics").joinpath("definitions.toml").read_text(encoding="utf-8")
    definitions = msgspec.convert(tomllib.loads(text)["metric"], list[Definition])
    computed = ((definition, FUNCTIONS[definition.name]) for definition in definitions)
    return tuple(Metric(definition, one.per_game, one.aggregate) for definition, one in computed)


METRICS = _read()
"""In the order in which they are shown."""
_BY_NAME = {metric.name.lower(): metric for metric in METRICS}


def find(name: str) -> Metric:
    """Return the metric with a name, in any case. Raises OptionError."""
    metric = _BY_NAME.get(name.strip().lower())
    if metric is None:
        raise OptionError(
            "metrics.unknown",
            "there is no metric {option!r}; the metrics are: {allowed}",
            option=name[:40],
            allowed=", ".join(metric.name for metric in METRICS),
        )
    return metric


def chosen(names: Iterable[str]) -> tuple[Metric, ...]:
    """Return the metrics with some names, in the order of `METRICS`; all of them without names. Raises OptionError."""
    wanted = {find(name).name for name in names}
    return tuple(metric for metric in METRICS if metric.name in wanted) if wanted else METRICS


GROUP = "events"


def event_metrics(game: Game) -> tuple[Metric, ...]:
    """Return a metric for each event of a game: the mean over games of what `Event.of_game` counts."""
    return tuple(Metric(_definition(game, event), partial(_of, event)) for event in game.events)


def _of(event: Event, sample: GameSample, settings: Settings) -> float | None:
    return event.of_game(sample.states) if sample.states else None


def _definition(game: Game, event: Event) -> Definition:
    how = {
        "mean": "The mean over the moves of a game.",
        "sum": "The sum over the moves of a game.",
        "most": "The most in a game.",
        "end": "At the end of a game.",
    }[event.over]
    unit = event.measured_in
    high = 1.0 if unit == SHARE else math.inf
    says = f"{event.says} {how}"
    kind = Kind.SHARE if event.over == "end" and unit == SHARE else Kind.MEAN
    return Definition(event.name, GROUP, kind, unit, 0.0, high, says, f"{game.title}, an event that the game names")


_AS = {
    Kind.SHARE: "mean, Wilson's interval",
    Kind.MEAN: "mean, Student's interval",
    Kind.WHOLE: "all games together",
    Kind.TABLE: "table",
}


def catalogue() -> str:
    """Return all metrics as Markdown tables, one for each group, with a line feed at the end."""
    return "\n".join(_group(group, title) for group, title in GROUPS.items())


def _group(group: str, title: str) -> str:
    rows = (_row(metric.about) for metric in METRICS if metric.about.group == group)
    head = ("| metric | definition | unit, range | figure | source |", "|---|---|---|---|---|")
    return "\n".join((f"### {title}", "", *head, *rows, ""))


def _row(about: Definition) -> str:
    cells = (f"`{about.name}`", about.definition, f"{about.unit}, {spread(about)}", _AS[about.kind], about.source)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def spread(about: Definition) -> str:
    """Return a metric's range, such as "0 to 1" or "from 0"."""
    if about.high == math.inf:
        return "any" if about.low == -math.inf else f"from {_number(about.low)}"
    return f"{_number(about.low)} to {_number(about.high)}"


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")

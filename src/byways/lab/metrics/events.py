"""The events that a game names, as metrics."""

from __future__ import annotations

import math
from functools import partial

from byways.game import Game
from byways.game.events import SHARE, Event
from byways.lab.metrics.metric import Definition, Kind, Metric, Settings
from byways.lab.metrics.sample import GameSample

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

"""What a run would be, before it is played: its games, its time, and what it could show."""

from __future__ import annotations

import time
from dataclasses import dataclass

from byways.arena.run import WorkerPlan, close_players, play_task
from byways.arena.schedule import Schedule
from byways.statistics.power import detectable, half_width


@dataclass(frozen=True)
class Estimate:
    """What a run would be."""

    games: int
    pairing_games: int
    """Games of each pairing in each variant."""
    seconds: float
    """Altogether, with so many jobs on as many cores."""
    detectable: float
    """How far from ½ a share must be so that a pairing shows it with a probability of 80 %."""
    half_width: float
    """Of a pairing's 95 % interval."""


def estimate(schedule: Schedule, plan: WorkerPlan, jobs: int) -> Estimate:
    """Play a game of each pairing in each variant, after one to warm up, and tell from that. Raises OptionError."""
    each = schedule.numbers * schedule.seatings
    alone = any(len(variant.players) == 1 for variant in schedule.variants)
    compared = schedule.numbers if alone else each  # alone, players are compared once for each dice
    try:
        play_task(plan, schedule[0])
        begun = time.perf_counter()
        for first in range(0, schedule.round, schedule.seatings):
            play_task(plan, schedule[first])
        seconds = time.perf_counter() - begun
    finally:
        close_players()
    return Estimate(len(schedule), each, seconds * each / jobs, detectable(compared), half_width(compared))

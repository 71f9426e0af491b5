"""Luck against skill: players of several strengths meet the same dice alone, and their scores' variance is split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np

from byways.arena.game import Conditions
from byways.arena.run import Runner, plan_of, play_run
from byways.arena.run_store import RunStore
from byways.arena.schedule import GameLimits, RuleSet, Schedule
from byways.game import Variant
from byways.lab.report.figures import EVENTS, Figure
from byways.lab.report.parts import Part, manifest
from byways.statistics.bootstrap import bootstrap_by_game
from byways.statistics.intervals import mean_interval
from byways.statistics.moments import Moments, components

SOURCE = "same dice"
_LEAST = 3  # throws of all dice, below which there is nothing to split


def can_split(variant: Variant) -> bool:
    """Return whether a variant is a game of dice with scores for a single player."""
    return variant.game.dice and len(variant.players) == 1 and variant.game.ui.tally is not None


def _share(place: int, table: Sequence[Sequence[float]]) -> float:
    return components(table).shares[place]


class SameDice(Part):
    """Each player once with each throw of all dice; the dice of a turn depend on the throw and the turn alone."""

    name = "luck and skill"

    def __init__(self, variant: Variant, players: Mapping[str, str], dice: int, seed: int) -> None:
        """Take the players by what figures call them, from the weakest, and the throws of all dice for each of them."""
        self._rules = RuleSet(variant.game.name, dict(variant.options))
        self._names, self._players, self._dice, self._seed = tuple(players), tuple(players.values()), dice, seed
        self._scores: dict[int, list[float]] = {}
        self.games = dice * len(players)

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the games; yield how many are played. Raises RunError."""
        pairings = [(number,) for number in range(len(self._players))]
        schedule = Schedule([self._rules], pairings, GameLimits(self._dice, 0, self._seed))
        plan = plan_of(schedule, self._players, Conditions(self._seed))
        with closing(RunStore(folder and folder / "same-dice")) as store:
            store.describe(manifest(self._rules, self._seed, players=self._players, games=self._dice))
            with closing(play_run(plan, schedule, store, run)) as results:
                for done, result in enumerate(results, 1):
                    number = schedule.place(result.index)[0]
                    self._scores.setdefault(number, []).append(float(result.scores[0]))
                    yield done

    def figures(self) -> Iterator[Figure]:
        """Yield each player's mean score, and the shares of the variance."""
        table = [scores for scores in self._scores.values() if len(scores) == len(self._players)]
        if len(table) < _LEAST:
            return
        for player, scores in zip(self._names, zip(*table, strict=True), strict=True):
            estimate = mean_interval(Moments.of(scores))
            yield self._line("ScoreOnSameDice", player, estimate.value, *estimate.interval, len(table), "points")
        for place, label in enumerate(("dice", "players", "rest")):
            rng = np.random.default_rng(self._seed)
            value, (low, high) = bootstrap_by_game(table, partial(_share, place), rng)
            yield self._line("ScoreVariance", label, value, max(0.0, low), min(1.0, high), len(table), "share")

    def _line(self, name: str, label: str, value: float, low: float, high: float, n: int, unit: str) -> Figure:
        return Figure(EVENTS, name, label, value, low, high, n, unit, SOURCE)

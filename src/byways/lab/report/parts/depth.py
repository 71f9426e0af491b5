"""Depth: what doubling the search gains, and how many levels there are between random and strong play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from byways.arena.game import Conditions
from byways.arena.match import Match
from byways.arena.run import Runner, plan_of, play_openings
from byways.arena.run_store import RunStore
from byways.arena.schedule import GameLimits, RuleSet, Schedule
from byways.arena.score import Score, score_of
from byways.arena.strategies import STRATEGIES, can_play
from byways.game import Variant
from byways.lab.metrics.metric import Row
from byways.lab.report.facts import Played
from byways.lab.report.figures import DEPTH, SIMPLE, Figure, rows
from byways.lab.report.parts import Part, manifest
from byways.lab.report.plan import Ladder
from byways.statistics.distributions import normal_quantile
from byways.statistics.intervals import Interval, design_effect

LEVEL = (0.60, 0.675, 0.75)
"""The shares that a level scores against the next lower one: at least, in the middle, at most."""
_EVERY = 3  # rungs of the ladder, of which the beginner meets one


class Distance(NamedTuple):
    """How far apart the ends of a ladder are, in log-odds of the score, and the variance of that."""

    odds: float
    variance: float

    def levels(self, share: float) -> tuple[float, Interval]:
        """Return how many steps that score so much fit between, with the 95 % interval."""
        step = log_odds(share)
        half = normal_quantile(0.95) * math.sqrt(self.variance)
        return self.odds / step, Interval((self.odds - half) / step, (self.odds + half) / step)


def log_odds(share: float) -> float:
    """Return log(p / (1 − p))."""
    return math.log(share / (1 - share))


def distance(steps: Sequence[Score]) -> Distance:
    """Return the distance of a ladder's ends from the scores of each rung against the one below.

    On a chain, Bradley and Terry's maximum likelihood is the log-odds of each step; they are added up. Half a point is
    added for either side (Haldane and Anscombe), so that a step that was always won counts as a finite one, and the
    distance is rather too small; the variance is multiplied by the design effect of pairs.
    """
    odds = variance = 0.0
    for step in steps:
        won, lost = step.share * step.games + 0.5, (1 - step.share) * step.games + 0.5
        pairs = [half_points / 2 for half_points, count in enumerate(step.pairs) for _ in range(count)]
        odds += math.log(won / lost)
        variance += (1 / won + 1 / lost) * (design_effect(pairs) if pairs else 1.0)
    return Distance(odds, variance)


class Depth(Part):
    """A ladder from random play over doubling simulations, and a beginner who meets some of its rungs.

    Neighbours meet from openings of random turns, each from both sides; alone, on the same dice.
    """

    name = "depth"

    def __init__(self, variant: Variant, ladder: Ladder, seed: int) -> None:
        """Take the rungs and the games of each match; nothing is played before `play`."""
        self._ladder = ladder
        self._seed = seed
        self._players = ["random", *(f"full:simulations={rung}" for rung in ladder.rungs)]
        self._titles = ["random", *map(str, ladder.rungs)]
        self._steps = len(ladder.rungs)
        self._pairings = [(number + 1, number) for number in range(self._steps)]
        if _has_beginner(variant):
            self._players.append("beginner")
            self._pairings += [(self._steps + 1, number) for number in range(0, self._steps + 1, _EVERY)]
        self._rules = RuleSet(variant.game.name, dict(variant.options))
        self._seats = len(variant.players)
        self._scores = [Score() for _ in self._pairings]
        self.games = ladder.games * len(self._pairings)

    @property
    def source(self) -> str:
        """The source of its figures."""
        return f"ladder to {self._ladder.rungs[-1]:,} simulations"

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the matches; yield how many games are played. Raises RunError."""
        schedule = Schedule([self._rules], self._pairings, GameLimits(self._ladder.games, None, self._seed))
        done = 0
        with closing(RunStore(folder and folder / self.name)) as store:
            played = {"players": self._players, "pairings": self._pairings, "games": self._ladder.games}
            store.describe(manifest(self._rules, self._seed, **played))
            plan = plan_of(schedule, self._players, Conditions(self._seed))
            with closing(play_openings(plan, schedule, store, run)) as openings:
                for pair in openings:
                    _, _, pairing, _ = schedule.place(pair[0][0].index)
                    self._scores[pairing] += score_of(pair, self._seats)
                    done += len(pair)
                    yield done

    def figures(self) -> Iterator[Figure]:
        """Yield the gain of each doubling, the number of levels, and the beginner's scores."""
        steps = self._scores[: self._steps]
        gains = (
            self._row(f"{self._titles[number]} to {self._titles[number + 1]}", score)
            for number, score in enumerate(steps)
            if number
        )
        yield from rows("DoublingGain", gains, "share", self.source, DEPTH)
        yield from rows("RandomAgainst", [self._row(self._titles[1], steps[0], lost=True)], "share", self.source, DEPTH)
        found = distance(steps)
        n = sum(step.games for step in steps)
        for share in LEVEL:
            value, (low, high) = found.levels(share)
            label = "" if share == LEVEL[1] else f"of {100 * share:g} %"
            yield Figure(DEPTH, "Levels6075", label, value, low, high, n, "levels", self.source)
        beginner = (
            self._row(self._titles[other], score)
            for (_, other), score in zip(self._pairings[self._steps :], self._scores[self._steps :], strict=True)
        )
        yield from rows("BeginnerShare", beginner, "share", self.source, DEPTH)

    def _row(self, label: str, score: Score, *, lost: bool = False) -> Row:
        low, high = score.interval
        if lost:
            return Row(label, 1 - score.share, score.games, Interval(1 - high, 1 - low))
        return Row(label, score.share, score.games, Interval(low, high))

    def played(self) -> Played:
        """Return how many games were played between whom."""
        return Played(
            source=self.source,
            games=sum(score.games for score in self._scores),
            repeated=sum(score.repeated for score in self._scores),
            unfinished=sum(score.unfinished for score in self._scores),
        )


def _has_beginner(variant: Variant) -> bool:
    """Return whether the game has a beginner: a greedy player, or two players without dice."""
    if variant.game.search.beginner_turn is not None:
        return True
    return len(variant.players) == 2 and not variant.game.dice


class SimpleStrategies(Part):
    """Matches of each strategy with some opponents, every opening from both sides."""

    name = "simple strategies"

    def __init__(self, variant: Variant, opponents: Mapping[str, str], games: int, seed: int) -> None:
        """Take the opponents as players, by the source that figures name, and the games of each match."""
        self._rules = RuleSet(variant.game.name, dict(variant.options))
        self._each = games
        self._seed = seed
        self._pairings = [(name, source) for name in STRATEGIES for source in opponents] if can_play(variant) else []
        self._opponents = opponents
        self.games = games * len(self._pairings)
        self._scores: dict[tuple[str, str], Score] = {}

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the matches; yield how many games are played. Raises RunError."""
        for number, (name, source) in enumerate(self._pairings):
            match = Match(self._rules, name, self._opponents[source], limits=GameLimits(self._each, None, self._seed))
            with closing(RunStore(folder and folder / f"{name}-{source.replace(' ', '-')}")) as store:
                store.describe(match.manifest())
                for score in match.play(store, run):
                    self._scores[name, source] = score
                    yield number * self._each + match.counted_games
            yield (number + 1) * self._each

    def figures(self) -> Iterator[Figure]:
        """Yield each strategy's share of the points against each opponent."""
        for (name, source), score in self._scores.items():
            if score.games:
                low, high = score.interval
                yield Figure(SIMPLE, "StrategyShare", name, score.share, low, high, score.games, "share", source)

"""A whole exploration: which rule sets of a grid come nearest to the goals, measured on games of their own."""

from __future__ import annotations

import itertools
import math
import shlex
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from byways import __version__
from byways.arena.exports import TIMES
from byways.arena.game import Conditions
from byways.arena.run import Runner, plan_of
from byways.arena.run.estimate import estimate
from byways.arena.run.fingerprint import stamp
from byways.arena.schedule import Rules
from byways.arena.seeds import seed_of
from byways.arena.varied_turns import varied
from byways.errors import OptionError
from byways.explore.goals import Goal
from byways.explore.halving import Play, Round, Sample, halve, misses, rounds_of
from byways.explore.pareto import front, surely_dominates
from byways.explore.playing import Played, play_level, play_random
from byways.game import Game
from byways.position import write_options
from byways.report.command import words_of
from byways.report.parts.self_play import self_play
from byways.statistics.intervals import Interval, bonferroni

MOST = 256
"""Rule sets of a grid."""
LEVEL = 0.95
"""How sure all intervals together are."""
ROUNDS = "rounds"
"""The folder, within that of an exploration, of the games that were played for it."""
T = TypeVar("T")
Progress = tuple[Round, int, int]
"""A round, how many games of it were played, and how many there are."""


@dataclass
class Exploration:
    """Rule sets of one game, the goals, and how much is played."""

    game: Game
    options: Mapping[str, str]
    """Those that all rule sets have, as they were given."""
    vary: Mapping[str, Sequence[str]]
    """The values of the others, by the option's name."""
    goals: tuple[Goal, ...]
    level: int
    games: int
    """Of each rule set in the last round."""
    keep: int
    seed: int
    levels_only: bool = False
    mixed: bool = False
    """Whether machines may play that differ in version or arithmetic."""
    played: list[list[int]] = field(default_factory=list)
    """Which rule sets, by number, played each round."""
    samples: Sequence[Sample] = ()
    """Of those of the last round."""
    apart: list[Played] = field(default_factory=list)
    times: dict[str, float] = field(default_factory=dict)
    """The seconds of each round, by a clock."""

    def __post_init__(self) -> None:
        """Make the grid. Raises OptionError."""
        names = list(self.vary)
        self.choices = [dict(zip(names, values, strict=True)) for values in itertools.product(*self.vary.values())]
        if not 2 <= len(self.choices) <= MOST:
            raise OptionError(
                "explore.grid", "an exploration has {allowed} rule sets, not {count}",
                option="vary", allowed=f"2 to {MOST}", count=len(self.choices),
            )  # fmt: skip
        self.variants = [self.game.variant({**self.options, **choice}) for choice in self.choices]
        if len(set(self.variants)) < len(self.variants):
            raise OptionError(
                "explore.same", "--{option} names a rule set twice", option="vary", allowed="different values"
            )
        self.rules = [Rules(self.game.name, dict(variant.options)) for variant in self.variants]
        self.rounds = rounds_of(len(self.variants), self.keep, self.games, levels_only=self.levels_only)

    @property
    def player(self) -> str:
        """Who plays all games that are not random; without dice, who varies the first turns, so that games differ."""
        level = f"level:number={self.level}"
        return level if self.game.dice else varied(level)

    @property
    def strength(self) -> str:
        """How these games are called, as in reports."""
        return f"level {self.level}"

    @property
    def command(self) -> str:
        """The command that makes this exploration again."""
        words = words_of("explore", self.game, self.options, "--vary", self.vary)
        for goal in self.goals:
            words += ["--target", goal.text]
        words += ["--level", str(self.level), "--games", str(self.games), "--keep", str(self.keep)]
        words += ["--levels-only"] * self.levels_only + ["--seed", str(self.seed), "-o", "FOLDER"]
        return shlex.join(words)

    @property
    def confidence(self) -> float:
        """The level of each interval, with which all of them hold together (Bonferroni)."""
        return bonferroni(LEVEL, self.rounds[-1].rule_sets * len(self.goals))

    def manifest(self) -> dict[str, object]:
        """Return all that the games depend on."""
        return {"kind": "explore", "byways": __version__, "command": self.command, **stamp(self.mixed)}

    def name(self, number: int) -> str:
        """Return what tells a rule set from the others, such as "size=4 edges=closed"."""
        return write_options(self.choices[number])

    def seconds(self, jobs: int) -> float:
        """Return how long the rounds of levels would take. Raises OptionError.

        A game of each rule set is played to know that, and one before.
        """
        schedule = self_play(self.rules, 1, self.seed)
        all_once = estimate(schedule, plan_of(schedule, [self.player], Conditions(self.seed)), jobs).seconds
        return all_once * sum(one.rule_sets * one.games for one in self.rounds if not one.random) / len(self.rules)

    def make(self, folder: Path | None, run: Runner) -> Iterator[Progress]:
        """Play all rounds; yield how far they are. Raises RunError, and OptionError for a goal without any values."""
        self.times = {}
        self.played, self.samples = yield from halve(self.rounds, self.goals, self._play(folder, run))

    def _play(self, folder: Path | None, run: Runner) -> Play[Progress]:
        metrics = [goal.metric for goal in self.goals]

        def play(one: Round, left: Sequence[int]) -> Generator[Progress, None, Sequence[Sample]]:
            begun, total = time.perf_counter(), one.games * len(left)
            seed = seed_of(self.seed, "explore", one.number)
            if one.random:
                playing = play_random([self.variants[i] for i in left], metrics, one.games, seed)
                samples = yield from _told(playing, one, total)
            else:
                schedule = self_play([self.rules[i] for i in left], one.games, seed)
                manifest = {**self.manifest(), "round": one.number, "rule_sets": [self.name(i) for i in left]}
                where = folder and folder / ROUNDS / str(one.number)
                samples, self.apart = yield from _told(
                    play_level(schedule, metrics, self.player, where, run, manifest), one, total
                )
                self._check(samples)
            self.times[f"seconds of round {one.number}"] = round(time.perf_counter() - begun, 3)
            return samples

        return play

    def _check(self, samples: Sequence[Sample]) -> None:
        """Check that games of the level have values of all goals. Raises OptionError."""
        for goal in self.goals:
            if not any(sample.n(goal.metric) for sample in samples):
                raise OptionError(
                    "explore.empty", "no game of {player} has a value of {name}; choose another goal",
                    option="target", allowed="", player=self.strength, name=goal.metric.name,
                )  # fmt: skip

    def facts(self) -> dict[str, Any]:
        """Return the exploration as JSON has it; what a clock has measured stands under `TIMES` alone."""
        last = self.played[-1]
        return {
            "byways": __version__,
            "game": self.game.name,
            "title": self.game.title,
            "command": self.command,
            "seed": self.seed,
            "strength": self.strength,
            "player": self.player,
            "confidence": LEVEL,
            "confidence_of_each": self.confidence,
            "goals": [
                {
                    "name": goal.name,
                    "metric": goal.metric.name,
                    "unit": goal.metric.about.unit,
                    "wanted": goal.wanted,
                    "definition": goal.metric.about.definition,
                    "source": goal.metric.about.source,
                }
                for goal in self.goals
            ],
            "rounds": [
                {
                    "games": "random" if one.random else self.strength,
                    "of_each": one.games,
                    "rule_sets": [self.name(i) for i in left],
                    "kept": [self.name(i) for i in following],
                }
                for one, left, following in zip(self.rounds, self.played, [*self.played[1:], last], strict=True)
            ],
            "rule_sets": self._survivors(),
            TIMES: self.times,
        }

    def _survivors(self) -> list[dict[str, Any]]:
        """Return the figures of the last round: those on the front first, then by number."""
        last = self.played[-1]
        told = misses(self.goals, self.samples)
        best = front(told)
        ranges = [[self._miss(goal, sample) for goal in self.goals] for sample in self.samples]
        found = []
        for place, (number, sample, apart) in enumerate(zip(last, self.samples, self.apart, strict=True)):
            worse_than = [
                self.name(last[other])
                for other in range(len(last))
                if other != place and surely_dominates(ranges[other], ranges[place])
            ]
            found.append(
                {
                    "name": self.name(number),
                    "options": self.variants[number].options,
                    "repeated": apart.repeated,
                    "unfinished": apart.unfinished,
                    "front": place in best,
                    "shown_worse_than": worse_than,
                    "figures": [self._figure(goal, sample) for goal in self.goals],
                }
            )
        return sorted(found, key=lambda one: not one["front"])

    def _figure(self, goal: Goal, sample: Sample) -> dict[str, Any]:
        value, interval = sample.mean(goal.metric), sample.interval(goal.metric, self.confidence)
        low, high = self._miss(goal, sample)
        known = math.isfinite(low) and math.isfinite(high)
        return {
            "goal": goal.name,
            "metric": goal.metric.name,
            "n": sample.n(goal.metric),
            "value": value,
            "low": interval and interval.low,
            "high": interval and interval.high,
            "miss": None if value is None else goal.miss(value),
            "miss_low": low if known else None,
            "miss_high": high if known else None,
        }

    def _miss(self, goal: Goal, sample: Sample) -> Interval:
        """Return from what to what a rule set may miss a goal; all where nothing varied, from which nothing follows."""
        interval = sample.interval(goal.metric, self.confidence)
        return Interval(-math.inf, math.inf) if interval is None else goal.miss_interval(interval)


def _told(playing: Generator[int, None, T], one: Round, total: int) -> Generator[Progress, None, T]:
    """Yield the progress of a round whose games are counted; return what it returns."""
    try:
        while True:
            yield one, next(playing), total
    except StopIteration as end:
        found: T = end.value
        return found
    finally:
        playing.close()

"""A whole exploration: which rule sets of a grid come nearest to the goals, measured on games of their own."""

from __future__ import annotations

import itertools
import math
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from byways.arena.exports import write_json, write_page, write_table
from byways.arena.game import Conditions, GameResult
from byways.arena.run import Runner, estimate, plan_of
from byways.arena.run.fingerprint import stamp
from byways.arena.run_store import RunStore
from byways.arena.schedule import RuleSet
from byways.arena.seeds import seed_of
from byways.arena.thinker import varied
from byways.errors import OptionError
from byways.game import Game
from byways.lab.explore.facts import ExploreFacts, GoalFacts, GoalFigure, Round, RuleSetFacts
from byways.lab.explore.goals import Goal
from byways.lab.explore.page import page
from byways.lab.explore.racing import LEVEL, Entrant, Race
from byways.lab.metrics import Accumulator, GameSample
from byways.lab.report.parts.self_play import games_of, self_play
from byways.lab.report.report import words_of
from byways.position.notation import write_options
from byways.version import __version__

MOST = 256
"""Rule sets of a grid."""
EACH = 200
"""Games of each rule set, on average, unless a budget is given."""
ROUNDS = "rounds"
"""The folder, within that of an exploration, of the games that were played for it."""
Progress = tuple[int, int]
"""How many games were played, and how many there are at most."""
PAGE, DATA, TABLE = "explore.html", "explore.json", "explore.csv"
FILES = (PAGE, DATA, TABLE)
COLUMNS = (
    *("rule set", "best", "worse than", "goal", "metric"),
    *("value", "low", "high", "n", "miss", "miss low", "miss high"),
)


@dataclass
class Apart:
    """Games of one rule set, over all batches, that do not count."""

    repeated: int = 0
    unfinished: int = 0
    seen: set[int] = field(default_factory=set)
    """The keys of all games, by which one is known that an earlier batch had."""

    def take(self, result: GameResult, sample: GameSample | None, games: Accumulator) -> None:
        """Count a game, and add it to the games that count; without a sample its batch had the same game before."""
        if sample is None or result.key in self.seen:
            self.repeated += 1
            return
        self.seen.add(result.key)
        self.unfinished += sample.winners is None
        games.add(sample)


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
    seed: int
    batch: int = 50
    """Games of each rule set between two looks."""
    budget: int | None = None
    """Games altogether, at most; None: so many that `EACH` are played of each rule set that stays in the race."""
    tolerances: Sequence[float | None] = ()
    """Of each goal; None: the goal's own."""
    mixed: bool = False
    """Whether machines may play that differ in version or arithmetic."""
    rounds: list[Round] = field(default_factory=list)
    """Which rule sets played each round, and which were left out after it."""
    apart: list[Apart] = field(default_factory=list)
    """Of each rule set."""
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
        self.rules = [RuleSet(self.game.name, dict(variant.options)) for variant in self.variants]
        self.games = EACH * len(self.variants) if self.budget is None else self.budget
        if self.batch * len(self.variants) > self.games:
            raise OptionError(
                "explore.budget", "{count} rule sets take a budget of {allowed} games: a batch of {batch} each",
                option="budget", allowed=f"{self.batch * len(self.variants)} or more", count=len(self.variants),
                batch=self.batch,
            )  # fmt: skip
        self.race = self._race()

    def _race(self) -> Race:
        return Race(len(self.variants), self.goals, self.tolerances or [None] * len(self.goals))

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
        return shlex.join([*self._words(), "--budget", str(self.games), "-o", "FOLDER"])

    def _words(self) -> list[str]:
        words = words_of("explore", self.game, self.options, "--vary", self.vary)
        for goal in self.goals:
            words += ["--target", goal.text]
        for goal, tolerance in zip(self.goals, self.tolerances, strict=False):
            words += [] if tolerance is None else ["--tolerance", f"{goal.name}={tolerance}"]
        return [*words, "--level", str(self.level), "--batch", str(self.batch), "--seed", str(self.seed)]

    def manifest(self) -> dict[str, object]:
        """Return all that the games depend on; a larger budget goes on with them."""
        return {"kind": "explore", "byways": __version__, "command": shlex.join(self._words()), **stamp(self.mixed)}

    def name(self, number: int) -> str:
        """Return what tells a rule set from the others, such as "size=4 edges=closed"."""
        return write_options(self.choices[number])

    def seconds(self, jobs: int) -> float:
        """Return how long the whole budget would take. Raises OptionError.

        A game of each rule set is played to know that, and one before.
        """
        schedule = self_play(self.rules, 1, self.seed)
        all_once = estimate(schedule, plan_of(schedule, [self.player], Conditions(self.seed)), jobs).seconds
        return all_once * self.games / len(self.rules)

    def make(self, folder: Path | None, run: Runner) -> Iterator[Progress]:
        """Play the race; yield how far it is. Raises RunError, and OptionError for a goal without any values."""
        self.race = self._race()
        self.rounds = []
        self.times = {}
        self.apart = [Apart() for _ in self.rules]
        while left := self.race.ask(self.batch, self.games):
            begun = time.perf_counter()
            yield from self._play(left, folder, run)
            if not self.rounds:
                self._check()
            dropped = self.race.drop()
            self.rounds.append(Round(self.batch, tuple(map(self.name, left)), tuple(map(self.name, dropped))))
            self.times[f"seconds of round {len(self.rounds)}"] = round(time.perf_counter() - begun, 3)

    def _play(self, left: Sequence[int], folder: Path | None, run: Runner) -> Iterator[Progress]:
        """Play a batch of each rule set that is left, and tell the race; yield how far that is."""
        number = len(self.rounds) + 1
        schedule = self_play([self.rules[i] for i in left], self.batch, seed_of(self.seed, "explore", number))
        before = self.race.games
        gathered = [Accumulator([goal.metric for goal in self.goals]) for _ in left]
        with closing(RunStore(folder and folder / ROUNDS / str(number))) as store:
            store.describe({**self.manifest(), "round": number, "rule_sets": [self.name(i) for i in left]})
            with closing(games_of(schedule, self.player, store, run)) as games:
                for done, (result, sample) in enumerate(games, 1):
                    _, place, _, _ = schedule.place(result.index)
                    self.apart[left[place]].take(result, sample, gathered[place])
                    yield before + done, self.games
        for i, one in zip(left, gathered, strict=True):
            self.race.tell(i, {goal.metric.name: one.values(goal.metric) for goal in self.goals}, self.batch)

    def _check(self) -> None:
        """Check that games of the level have values of all goals. Raises OptionError."""
        for goal in self.goals:
            if not any(entrant.n(goal.metric) for entrant in self.race.entrants):
                raise OptionError(
                    "explore.empty", "no game of {player} has a value of {name}; choose another goal",
                    option="target", allowed="", player=self.strength, name=goal.metric.name,
                )  # fmt: skip

    def facts(self) -> ExploreFacts:
        """Return the exploration; what a clock has measured is in `times` alone."""
        return ExploreFacts(
            byways=__version__,
            game=self.game.name,
            title=self.game.title,
            command=self.command,
            seed=self.seed,
            strength=self.strength,
            player=self.player,
            confidence=LEVEL,
            budget=self.games,
            games=self.race.games,
            goals=tuple(map(_goal, self.goals, self.race.tolerances)),
            rounds=tuple(self.rounds),
            rule_sets=tuple(self._ranked()),
            times=self.times,
        )

    def _ranked(self) -> list[RuleSetFacts]:
        """Return the figures of all rule sets: the best first, then what is not told apart, then what was dropped."""
        best = self.race.best()
        found = [
            RuleSetFacts(
                name=self.name(entrant.number),
                options=dict(self.variants[entrant.number].options),
                games=entrant.games,
                confidence_of_each=self.race.level(entrant.looks),
                repeated=self.apart[entrant.number].repeated,
                unfinished=self.apart[entrant.number].unfinished,
                best=entrant.number in best,
                worse_than=None if entrant.beaten_by is None else self.name(entrant.beaten_by),
                figures=tuple(self._measured(goal, entrant) for goal in self.goals),
            )
            for entrant in self.race.entrants
        ]
        return sorted(found, key=lambda one: (not one.best, one.worse_than is not None))

    def _measured(self, goal: Goal, entrant: Entrant) -> GoalFigure:
        """Return a rule set's mean and miss, with the intervals of the last look at it."""
        level = self.race.level(entrant.looks)
        value = entrant.mean(goal.metric)
        interval = entrant.interval(goal.metric, level)
        low, high = entrant.missed(goal, level).interval
        known = math.isfinite(low) and math.isfinite(high)
        return GoalFigure(
            goal=goal.name,
            metric=goal.metric.name,
            n=entrant.n(goal.metric),
            value=value,
            low=interval and interval.low,
            high=interval and interval.high,
            miss=None if value is None else goal.miss(value),
            miss_low=low if known else None,
            miss_high=high if known else None,
        )


def _goal(goal: Goal, tolerance: float | None) -> GoalFacts:
    about = goal.metric.about
    return GoalFacts(
        goal.name, about.name, about.unit, goal.wanted, goal.open, tolerance or 0.0, about.definition, about.source
    )


def write(folder: Path, facts: ExploreFacts) -> None:
    """Write an exploration's files into its folder. Raises RunError."""
    write_json(folder / DATA, facts)
    write_page(folder / PAGE, page(facts))
    names = [name.replace(" ", "_") for name in COLUMNS]
    rows = (
        (one.name, one.best, one.worse_than, *(getattr(figure, name) for name in names[3:]))
        for one in facts.rule_sets
        for figure in one.figures
    )
    write_table(folder / TABLE, COLUMNS, rows)

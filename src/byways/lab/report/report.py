"""A whole report: one rule set or several side by side, as data that two runs of one seed have in common."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from byways.arena.exports import finished, to_json, write_json, write_page, write_table
from byways.arena.run import Runner
from byways.arena.run.fingerprint import stamp
from byways.arena.run_store import RunStore
from byways.errors import OptionError
from byways.game import Game, Variant
from byways.lab.report.compare import differences
from byways.lab.report.facts import Example, ReportFacts, RuleSetFacts, definitions
from byways.lab.report.figures import SECTIONS, Figure
from byways.lab.report.page import page
from byways.lab.report.parts import Part
from byways.lab.report.parts.by_size import BySize
from byways.lab.report.parts.depth import Depth, SimpleStrategies
from byways.lab.report.parts.first_turns import FirstTurns
from byways.lab.report.parts.random_games import RandomGames, RulesInPlay
from byways.lab.report.parts.same_dice import SameDice, can_split
from byways.lab.report.parts.self_play import PieRule, SecondEngine, SelfPlay
from byways.lab.report.plan import ReportPlan, plan_for
from byways.lab.report.proved import of_others, of_variant
from byways.position.notation import write_options
from byways.position.state import State
from byways.solve.analysis import analyse
from byways.version import __version__

MOST_RULE_SETS = 8
PAGE, DATA, TABLE = "report.html", "report.json", "report.csv"
FILES = (PAGE, DATA, TABLE)
COLUMNS = ("rule set", "section", "name", "label", "value", "low", "high", "n", "unit", "source")
GAMES = "games"
"""The folder, within that of a report, of the games that were played for it."""


@dataclass
class Report:
    """Reports on rule sets of one game, the first of which the others are compared with."""

    game: Game
    options: Mapping[str, str]
    """As they were given."""
    compare: Mapping[str, Sequence[str]]
    """Values of options to be compared, by the option's name."""
    seed: int
    quick: bool
    rule_sets: list[RuleSetReport] = field(default_factory=list)
    mixed: bool = False
    """Whether machines may play that differ in version or arithmetic."""

    @property
    def command(self) -> str:
        """The command that makes this report again."""
        words = words_of("report", self.game, self.options, "--compare", self.compare)
        words += ["--quick"] * self.quick + ["--seed", str(self.seed), "-o", "FOLDER"]
        return shlex.join(words)

    def variants(self) -> list[Variant]:
        """Return the rule sets. Raises OptionError."""
        chosen = [dict(self.options)]
        for name, values in self.compare.items():
            chosen = [{**one, name: value} for one in chosen for value in values]
        if len(chosen) > MOST_RULE_SETS:
            raise OptionError(
                "report.many", "a report compares {allowed} rule sets, not {given}",
                option="compare", allowed=f"up to {MOST_RULE_SETS}", given=len(chosen),
            )  # fmt: skip
        found = [self.game.variant(one) for one in chosen]
        if len(set(found)) < len(found):
            raise OptionError(
                "report.same", "--{option} names a rule set twice", option="compare", allowed="different values"
            )
        return found

    def manifest(self) -> dict[str, object]:
        """Return all that the figures depend on."""
        return {"kind": "report", "byways": __version__, "command": self.command, **stamp(self.mixed)}

    def finished(self, folder: Path, names: Iterable[str]) -> ReportFacts | None:
        """Return the facts of a report that was finished in a folder, if that has all files of these names; else None.

        Raises RunError for a folder of another report.
        """
        if not (folder / GAMES).is_dir():
            return None
        with closing(RunStore(folder / GAMES)) as store:
            store.describe(self.manifest())
            return finished(store, folder, names, ReportFacts)

    def finish(self, folder: Path, facts: ReportFacts) -> None:
        """Keep the facts of the finished report, so that the same command answers at once. Raises RunError."""
        with closing(RunStore(folder / GAMES)) as store:
            store.finish(to_json(facts))

    def make(self, folder: Path | None, run: Runner) -> Iterator[tuple[int, int, str]]:
        """Play and measure; yield (rule set from 0, thousandths of its games that are played, what is being played).

        Raises RunError.
        """
        self.rule_sets = []
        if folder is not None:
            with closing(RunStore(folder / GAMES)) as store:
                store.describe(self.manifest())
        for number, variant in enumerate(self.variants()):
            found = RuleSetReport(variant, plan_for(variant, self.seed, quick=self.quick))
            for done, said in found.make(folder and folder / GAMES / folder_of(variant), run):
                yield number, done, said
            self.rule_sets.append(found)

    def facts(self) -> ReportFacts:
        """Return what was found; what a clock has measured is in `times` alone."""
        names = [figure.name for one in self.rule_sets for figure in one.figures]
        found = [one.facts() for one in self.rule_sets]
        return ReportFacts(
            byways=__version__,
            game=self.game.name,
            title=self.game.title,
            command=self.command,
            seed=self.seed,
            quick=self.quick,
            sections=dict(SECTIONS),
            rule_sets=tuple(found),
            differences=tuple(one for other in found[1:] for one in differences(found[0], other)),
            definitions=definitions(names, self.game),
            times={one.name: one.times for one in self.rule_sets},
        )


def folder_of(variant: Variant) -> str:
    """Return the name of the folder in which the games of a rule set are kept."""
    name = write_options(variant.option_texts).replace(" ", "-") or "no-options"
    return "".join(letter if letter.isalnum() or letter in "=-." else "_" for letter in name)[:120]


def words_of(
    command: str, game: Game, options: Mapping[str, str], grid: str, values: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return the words with which a command begins: the game, its options, and by `grid` those of several values."""
    words = ["byways", command, game.name]
    for name, value in options.items():
        words += [f"--{name}", value]
    for name, several in values.items():
        words += [grid, f"{name}={','.join(several)}"]
    return words


def write(folder: Path, facts: ReportFacts) -> None:
    """Write a report's files into its folder. Raises RunError."""
    write_json(folder / DATA, facts)
    write_page(folder / PAGE, page(facts))
    rows = (
        (one.name, f.section, f.name, f.label, f.value, f.low, f.high, f.n or "", f.unit, f.source)
        for one in facts.rule_sets
        for f in one.figures
    )
    write_table(folder / TABLE, COLUMNS, rows)


_SIMULATIONS = 2_000  # that are timed


def parts_of(variant: Variant, plan: ReportPlan) -> list[Part]:
    """Return the parts of a report in the order in which they are played, by its plan."""
    seed = plan.seed
    games = [SelfPlay(variant, one, seed, shown=one is plan.strengths[-1]) for one in plan.strengths]
    parts: list[Part] = [RandomGames(variant, plan.random, seed), *games]
    if plan.pie_games:
        parts.append(PieRule(games[-1], variant, plan.pie_games, seed))
    if plan.second and variant.is_searched:
        parts.append(SecondEngine(games[-1], variant, plan.second, seed))
    if plan.first_turns and variant.is_searched:
        parts.append(FirstTurns(variant, plan.level, plan.first_turns, seed))
    if plan.ladder and variant.is_searched:
        parts.append(Depth(variant, plan.ladder, seed))
    return [*parts, *(part for part in _beside(variant, plan) if part.games)]


def _beside(variant: Variant, plan: ReportPlan) -> Iterator[Part]:
    """Yield the parts beside the games of each strength; those that a game has no use for have no games."""
    beside = plan.beside
    seed = plan.seed
    opponents = {"random": "random"} if plan.quick else {"random": "random", "level 3": "level:number=3"}
    yield RulesInPlay(variant, beside.events, seed)
    yield SimpleStrategies(variant, opponents, beside.strategies, seed)
    yield BySize(variant, beside.random_by_size, beside.level_by_size, seed)
    if can_split(variant):
        greedy = {"greedy": "greedy"} if variant.game.search.beginner_turn is not None else {}
        searching = plan.strengths[:2] if plan.quick else plan.strengths  # 20 games of level 10 take 50 s
        players = {"random": "random", **greedy, **{one.source: one.player for one in searching}}
        yield SameDice(variant, players, beside.dice, seed)


@dataclass
class RuleSetReport:
    """The figures of one rule set, the parts that they come from, and what a clock measured."""

    variant: Variant
    plan: ReportPlan
    figures: list[Figure] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    times: dict[str, float] = field(default_factory=dict)

    def make(self, folder: Path | None, run: Runner) -> Iterator[tuple[int, str]]:
        """Play and measure; yield (thousandths of the games that are played, what is being played).

        Parts keep games in folders of their own below `folder`. Raises RunError.
        """
        self.parts = parts_of(self.variant, self.plan)
        total = sum(part.games for part in self.parts)
        done = 0
        for part in self.parts:
            for played in part.play(folder, run):
                yield 1000 * (done + played) // total, part.name
            done += part.games
            self.times |= part.times
        self.figures = [figure for part in self.parts for figure in part.figures()]
        if rate := _simulations_a_second(self.variant, self.plan.seed):
            self.times["simulations a second"] = rate

    def facts(self) -> RuleSetFacts:
        """Return what was played and found."""
        return RuleSetFacts(
            name=self.name,
            options=dict(self.variant.options),
            players=tuple(self.variant.players),
            played=tuple(played for part in self.parts if (played := part.played())),
            proved=tuple(one.statement for one in (*of_variant(self.variant), *of_others(self.variant))),
            figures=tuple(self.figures),
            strongest=self.plan.strongest,
            examples=tuple(
                Example(name, part.name, record.to_text())
                for part in self.parts
                for name, record in part.examples.items()
            ),
        )

    @property
    def name(self) -> str:
        """Its options that are not at their defaults, as a position's heading has them."""
        return write_options(self.variant.option_texts) or "no options"


def _simulations_a_second(variant: Variant, seed: int) -> float:
    """Return how fast the game's own engine searches from the start position, on one core; 0 where that is proved."""
    state = State(variant, variant.start())
    while state.to_move == "chance":
        state = state.play(state.chances()[0][0])
    found = analyse(state, None, simulations=_SIMULATIONS, seed=seed)
    return found.simulations / found.seconds if found.seconds > 0 else 0.0

"""A whole report: one rule set or several side by side, as data that two runs of one seed have in common."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from byways.arena.exports import finished, to_json, write_json, write_page, writing
from byways.arena.run import Runner
from byways.arena.run.fingerprint import stamp
from byways.arena.run_store import RunStore
from byways.errors import OptionError
from byways.game import Game, Variant
from byways.lab.report.compare import differences
from byways.lab.report.definitions import definitions
from byways.lab.report.facts import ReportFacts
from byways.lab.report.figures import Difference
from byways.lab.report.page import page
from byways.lab.report.plan import plan_for
from byways.lab.report.rule_set import RuleSetReport
from byways.lab.report.sections import SECTIONS
from byways.position.notation import write_options
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

    @property
    def differences(self) -> list[Difference]:
        """The figures of each further rule set less those of the first, with intervals."""
        first, *others = self.rule_sets
        return [one for other in others for one in differences(first, other)]

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
        return ReportFacts(
            byways=__version__,
            game=self.game.name,
            title=self.game.title,
            command=self.command,
            seed=self.seed,
            quick=self.quick,
            sections=dict(SECTIONS),
            rule_sets=tuple(one.facts() for one in self.rule_sets),
            differences=tuple(self.differences),
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
    with writing(folder / TABLE) as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for one in facts.rule_sets:
            for f in one.figures:
                rows.writerow(
                    (one.name, f.section, f.name, f.label, f.value, f.low, f.high, f.n or "", f.unit, f.source)
                )

"""Report what a rule set is like: balance, endings, length, complexity, course.

Random games by the thousand, and games of the engine against itself at several
strengths, all from the start position. Every figure has its number of games and
a 95 % interval; what is proved of this rule set or others is beside them.

The numbers of games are fixed beforehand. With --quick a report takes about a
minute on two cores: the intervals are wide. Without, 1,540 games of level 10 tell
the first player's share to ±2.5 points; that takes up to half an hour.
The same seed gives the same figures, whatever --jobs and --ray are.

The folder has report.html (one page without scripts), report.json and report.csv,
and the games of the levels: the same command goes on where it was stopped.

The JSON object has byways, game, title, command, seed, quick, sections,
definitions (by name: definition and source), rule_sets (each with name, options,
players, played, proved (options: those of which it is proved, and says), figures
and examples), differences, and times: what a clock measured. A figure has
section, name, label, value, low, high, n, unit and source: random,
10 simulations, level 3, level 10, same dice or bound.

Try:

    byways report troll --size 6 --quick -o troll6
    byways report stride --quick --compare side=4,5 -o stride
    byways report whirlwind --quick --ablate stones -o stones
    BYWAYS_GAMES=mygame.py byways report mygame --quick -o mygame
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, at_least, game_named, pairs, usage
from byways.cli.runs import AllCores, Output, values_of

Ablated = Annotated[tuple[str, ...], Parameter(name="--ablate", negative="", consume_multiple=False)]
Compared = Annotated[tuple[str, ...], Parameter(name="--compare", negative="", consume_multiple=False)]


@dataclass(frozen=True)
class ReportRun(AllCores):
    """Where the games of a report are played."""

    ray: str | None = None
    """Play on a Ray cluster, as in byways match (docs/guides/clusters.md); random games are played here."""


@Parameter(name="*")
@dataclass(frozen=True)
class ReportOptions:
    """What is compared, how closely it is looked at, and where."""

    compare: Compared = ()
    """Report on several values of an option side by side, as in size=6,8; may be given several times."""
    ablate: Ablated = ()
    """Report on all values of an option side by side, the one in force first: what does this rule do?"""
    quick: Switch = False
    """A minute on two cores, with wide intervals."""
    seed: int = 1
    """The seed of all games."""
    run: ReportRun = ReportRun()
    output: Output = None
    """The folder of the report."""
    json: Switch = False
    """Print the JSON as well."""


def report(game: str, /, *options: Rest, how: ReportOptions = ReportOptions()) -> None:
    """Report what a rule set is like, as the docstring of this module tells.

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 6 --swap.
        how: What is compared, and where.
    """
    from byways.cli.studies import report_on
    from byways.lab.report.compare import values_of_knobs
    from byways.lab.report.report import Report

    at_least(0, seed=how.seed)
    if not how.output:
        raise UsageError("name the folder of the report: -o FOLDER")
    found = game_named(game)
    given = pairs(options)
    compared = values_of("compare", how.compare)
    if both := [name for name in how.ablate if name in compared]:
        raise UsageError(f"name {both[0]} by --ablate or by --compare, not by both")
    with usage():
        compared = {**values_of_knobs(found, how.ablate, given), **compared}
        made = Report(found, given, compared, how.seed, how.quick, mixed=how.run.mixed)
        made.variants()
    report_on(made, Path(how.output), how.run.runner, how.json)

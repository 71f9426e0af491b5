"""`byways report`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, at_least, game_named, pairs, print_json, usage
from byways.cli.runs import AllCores, Output, tell_note

if TYPE_CHECKING:
    from byways.arena.run import Runner
    from byways.game import Game
    from byways.lab.report.facts import ReportFacts
    from byways.lab.report.figures import Figure
    from byways.lab.report.report import Report

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

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 6 --swap.
        how: What is compared, and where.
    """
    from byways.arena.exports import to_json
    from byways.lab.report.report import FILES, write

    at_least(0, seed=how.seed)
    if not how.output:
        raise UsageError("name the folder of the report: -o FOLDER")
    folder = Path(how.output)
    made = _report(game_named(game), pairs(options), how)
    facts = made.finished(folder, FILES)
    if facts is None:
        _make(made, folder, how.run.runner())
        facts = made.facts()
        write(folder, facts)
        made.finish(folder, facts)
    if how.json:
        print_json(to_json(facts))
    else:
        _tell(facts, folder)


def _report(game: Game, given: dict[str, str], how: ReportOptions) -> Report:
    """Return the report that is asked for. Raises UsageError."""
    from byways.lab.report.compare import values_of_knobs
    from byways.lab.report.report import Report

    compared = values_of("compare", how.compare)
    if both := [name for name in how.ablate if name in compared]:
        raise UsageError(f"name {both[0]} by --ablate or by --compare, not by both")
    with usage():
        compared = {**values_of_knobs(game, how.ablate, given), **compared}
        made = Report(game, given, compared, how.seed, how.quick, mixed=how.run.mixed)
        made.variants()
    return made


def values_of(parameter: str, words: Sequence[str]) -> dict[str, list[str]]:
    """Parse `size=6,8` to {"size": ["6", "8"]}. Raises UsageError, naming the parameter."""
    found: dict[str, list[str]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        every = [value.strip() for value in values.split(",") if value.strip()]
        if not (name and equals and every):
            raise UsageError(f"--{parameter} takes an option and its values, such as size=6,8, not {word!r}")
        if name in found:
            raise UsageError(f"--{parameter} names {name} twice")
        found[name.strip()] = every
    return found


def _make(made: Report, folder: Path, run: Runner) -> None:
    """Make a report, with its progress shown."""
    from byways.arena.run import kept
    from byways.cli.progress import progress
    from byways.game.rule_calls import ALWAYS, machine_code_is

    count = len(made.variants())
    with kept(run), machine_code_is(ALWAYS), usage(), progress(made.game.title, 1000 * count) as show:
        for number, done, said in made.make(folder, run):
            show(1000 * number + done, f"{made.game.title}: {said}")


def _tell(facts: ReportFacts, folder: Path) -> None:
    """Print the main figures, and where the rest is."""
    for one in facts.rule_sets:
        print(f"{facts.title}, {one.name}")
        tell_note(facts.game, one.options)
        for name, title in (("AdvantageP1", "first player's share"), ("DurationTurns", "moves"), ("Score", "score")):
            for source in one.sources:
                if figure := one.figure(name, source):
                    print(f"  {title}, {source}: {_said(figure)}")
    print(f"written to {folder}")


def _said(figure: Figure) -> str:
    scale, sign = (100, " %") if figure.unit == "share" else (1, "")
    low, high = figure.low, figure.high
    interval = "" if low is None or high is None else f" ({scale * low:.1f}–{scale * high:.1f})"
    return f"{scale * (figure.value or 0.0):.1f}{sign}{interval}"

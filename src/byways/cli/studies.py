"""Reports and explorations on the command line: made with their progress shown, and told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from byways import registry
from byways.arena.exports import finished, to_json, without_times
from byways.arena.run import Runner, kept
from byways.arena.run_store import RunStore
from byways.cli.common import print_json, usage
from byways.cli.progress import progress
from byways.game.rule_calls import ALWAYS, machine_code_is
from byways.lab.explore import exploration
from byways.lab.explore.exploration import Exploration
from byways.lab.explore.facts import ExploreFacts
from byways.lab.explore.page import notes, said, verdicts
from byways.lab.report import report
from byways.lab.report.facts import ReportFacts
from byways.lab.report.figures import Figure
from byways.lab.report.report import Report
from byways.statistics.power import half_width


def report_on(made: Report, folder: Path, runner: Callable[[], Runner], json: bool) -> None:
    """Make a report, or what is left of it, write its files and tell the main figures."""
    facts = made.finished(folder, report.FILES)
    if facts is None:
        _make(made, folder, runner())
        facts = made.facts()
        report.write(folder, facts)
        made.finish(folder, facts)
    if json:
        print_json(to_json(facts))
    else:
        _tell_report(facts, folder)


def explore_rule_sets(made: Exploration, folder: Path, run: Runner, json: bool) -> None:
    """Play an exploration, or what is left of it, write its files and tell the result."""
    facts = _explored(made, folder, run)
    if json:
        print_json(without_times(to_json(facts)))
    else:
        _tell_exploration(facts, folder)


def tell_exploration_plan(made: Exploration, jobs: int, json: bool) -> None:
    """Print how much is played, how long it takes and what it could show."""
    with usage():
        seconds = made.seconds(jobs)
    count = len(made.variants)
    each = made.games // count
    looks = max(1, each // made.batch)
    half = half_width(each, level=made.race.level(looks))
    if json:
        plan = {"rule_sets": count, "batch": made.batch, "budget": made.games, "seconds": seconds, "half_width": half}
        print_json(plan)
        return
    print(
        f"{count} rule sets race, {made.games} games of {made.strength} altogether: {made.batch} of each between looks"
    )
    print(f"about {seconds / 60:.1f} minutes with --jobs {jobs}, as one game of each rule set took")
    print(
        f"if none is dropped, each plays {each}, and the interval of a share will be about ±{100 * half:.1f} points, "
        "all of them and all looks together at 95 %; what stays in the race longer is known better"
    )


def _make(made: Report, folder: Path, run: Runner) -> None:
    """Make a report, with its progress shown."""
    count = len(made.variants())
    with kept(run), machine_code_is(ALWAYS), usage(), progress(made.game.title, 1000 * count) as show:
        for number, done, said in made.make(folder, run):
            show(1000 * number + done, f"{made.game.title}: {said}")


def _tell_report(facts: ReportFacts, folder: Path) -> None:
    """Print the main figures, and where the rest is."""
    for one in facts.rule_sets:
        print(f"{facts.title}, {one.name}")
        _tell_note(facts.game, one.options)
        for name, title in (("AdvantageP1", "first player's share"), ("DurationTurns", "moves"), ("Score", "score")):
            for source in one.sources:
                if figure := one.figure(name, source):
                    print(f"  {title}, {source}: {_said(figure)}")
    print(f"written to {folder}")


def _tell_note(game: str, options: Mapping[str, Any]) -> None:
    """Print why engines do not search a rule set, if they do not."""
    if note := registry.find(game).variant(options).engine_note:
        print(note)


def _said(figure: Figure) -> str:
    scale, sign = (100, " %") if figure.unit == "share" else (1, "")
    low, high = figure.low, figure.high
    interval = "" if low is None or high is None else f" ({scale * low:.1f}–{scale * high:.1f})"
    return f"{scale * (figure.value or 0.0):.1f}{sign}{interval}"


def _explored(made: Exploration, folder: Path, run: Runner) -> ExploreFacts:
    """Play an exploration, with its progress shown, and write its files; return its JSON."""
    with closing(RunStore(folder)) as store:
        store.describe(made.manifest())
        facts = finished(store, folder, exploration.FILES, ExploreFacts)
        if facts and facts.budget == made.games:
            return facts
        with kept(run), machine_code_is(ALWAYS), usage(), progress(made.game.title, made.games) as show:
            for done, _ in made.make(folder, run):
                show(done, f"{len(made.race.left)} of {len(made.variants)} rule sets left")
        facts = made.facts()
        exploration.write(folder, facts)
        store.finish(to_json(facts))
    return facts


def _tell_exploration(facts: ExploreFacts, folder: Path) -> None:
    """Print all rule sets, what that says, and where the rest is."""
    for note in notes(facts):
        print(note)
    for one in facts.rule_sets:
        print(f"{'*' if one.best else ' '} {one.name}")
        for figure, goal in zip(one.figures, facts.goals, strict=True):
            print(f"    {goal.metric}: {said(figure, goal.unit)}, n = {figure.n}; wanted {goal.wanted}")
    for sentence in verdicts(facts):
        print(sentence)
    print(f"written to {folder}")

"""Search the options of a game for rule sets that are balanced, decisive and as long as you want.

All combinations of the values of --vary race: each plays batches of games of the
engine's level 3 against itself, and plays on until the games show that it is worse
than another that is left: better in no goal by more than its tolerance, and worse
in some by more. All intervals hold together, at 95 %, over all looks at the games.

A goal is one of these, or a metric that byways metrics --explain lists:

balance                     the first player's share of the points is a half
decisive                    few draws
length=20..40               a game takes so many moves, on average
choice                      many legal moves
drama                       the winner was behind for long, as the engine saw it
Score=10..15                a metric's mean is between two values
BoardCoverage=high          it is as high, or as low, as possible

Without --target they are balance and decisive. What differs by no more than a
tolerance counts as equal: 5 points of shares, 5 % of other means, unless told.
What is left and not worse than another that is left, by the means, is best; the
page shows all that were tried as a picture.

The folder has explore.html (one page without scripts), explore.json and
explore.csv, and the games: the same command goes on where it was stopped, and one
with a larger --budget plays on. The same seed gives the same files, whatever
--jobs and --ray are, but for times.

The JSON object has byways, game, title, command, seed, strength, player,
confidence, budget, games, goals (with open: no value is enough, and tolerance),
rounds (of_each, rule_sets, dropped), rule_sets (name, options, games,
confidence_of_each, of one interval, repeated, unfinished, best, worse_than,
figures) and, in the folder, times. A figure has goal, metric, n, value, low, high,
and by how much it misses the goal: miss, miss_low and miss_high.

Try:

    byways explore troll --vary size=5,6,7,8 --vary edges=capture,closed --plan
    byways explore troll --vary size=5,6,7,8 --vary swap=true,false -o troll
    byways explore stride --vary side=4,5,6 --target length=20..40 -o stride
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, at_least, at_most, game_named, pairs, usage
from byways.cli.runs import AllCores, Output, values_of

Varied = Annotated[tuple[str, ...], Parameter(name="--vary", negative="", consume_multiple=False)]
Goals = Annotated[tuple[str, ...], Parameter(name="--target", negative="", consume_multiple=False)]
Tolerances = Annotated[tuple[str, ...], Parameter(name="--tolerance", negative="", consume_multiple=False)]


@Parameter(name="*")
@dataclass(frozen=True)
class ExploreOptions:
    """What is varied and wanted, how much is played, and where."""

    vary: Varied = ()
    """An option and its values, such as size=6,8; may be given several times."""
    target: Goals = ()
    """What is wanted; may be given several times."""
    level: int = 3
    """The level of the engine that plays, from 1 to 10."""
    tolerance: Tolerances = ()
    """A goal's name and which difference is none, such as balance=0.05,length=1."""
    budget: Annotated[int | None, Parameter(name=["--budget", "-n"])] = None
    """The games of all rule sets together, at most; by default 200 for each rule set."""
    batch: int = 50
    """The games of each rule set that is left between two looks."""
    seed: int = 1
    """The seed of all games."""
    run: AllCores = AllCores()
    output: Output = None
    """The folder of the exploration."""
    plan: Switch = False
    """Print how much is played, how long that would take and what it could show, and stop."""
    json: Switch = False
    """Print JSON."""


def explore(game: str, /, *options: Rest, how: ExploreOptions = ExploreOptions()) -> None:
    """Search the options of a game, as the docstring of this module tells.

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options that all rule sets have, such as --swap.
        how: What is varied and wanted, and how much is played.
    """
    from byways.cli.studies import explore_rule_sets, tell_exploration_plan
    from byways.lab.explore.exploration import Exploration
    from byways.lab.explore.goals import goals_of, tolerances_of

    at_least(1, budget=how.budget, batch=how.batch, level=how.level)
    at_most(10, level=how.level)
    at_least(0, seed=how.seed)
    if not (how.output or how.plan):
        raise UsageError("name the folder of the exploration: -o FOLDER")
    found = game_named(game)
    given = pairs(options)
    varied = values_of("vary", how.vary)
    if not varied:
        raise UsageError("name the options to vary: --vary size=6,8")
    if twice := next((name for name in varied if name in given), None):
        raise UsageError(f"{twice} is varied and given: --{twice} and --vary {twice}")
    with usage():
        first = found.variant({**given, **{name: values[0] for name, values in varied.items()}})
        goals = goals_of(how.target, len(first.players))
        tolerances = tolerances_of(how.tolerance, goals)
        played = (how.level, how.seed, how.batch, how.budget)
        made = Exploration(found, given, varied, goals, *played, tolerances, how.run.mixed)
    if how.plan:
        tell_exploration_plan(made, how.run.processes, how.json)
    else:
        explore_rule_sets(made, Path(str(how.output)), how.run.runner(), how.json)

"""Play a tournament that a file describes; print ratings with 95 % intervals.

The file is TOML:

game = "troll"
kind = "round-robin"                # or "gauntlet": the first against all others
games = 40                          # of each pairing, in each variant
seed = 1
players = ["level:number=3", "level:number=5", "process:python bot.py"]

[options]                           # of the game
size = 6

Besides it may say opening (random moves, as in byways match), adjudicate = true,
and several variants in place of, or after, the game:

[[variants]]
game = "troll"
options = { size = 8, edges = "closed" }

Players are those of byways match. All meet with the same openings and dice, each
in every seat. Games of three to six seat every set of so many players; a game
for one is played by each of them on the same dice, and the scores are compared.

-o names a folder which keeps the games: the same command goes on where it was
stopped, by Ctrl-C or a crash, and a finished tournament answers at once. The
folder then has tournament.json, tournament.html, games.txt and games.csv.
The same seed gives the same games, whatever --jobs and --ray are, unless players
are programs or limited in time, which is said.

Intervals hold together, at 95 %, over the shares in all pairings, and over all
ratings (Bonferroni). Ratings are Bradley and Terry's with draws and an advantage
of the first player, of tables Plackett and Luce's, in Elo, 0 on average.

The JSON object has kind, variants, seed, players, unrepeatable (players whose
games the seed does not bring again), games, unfinished, repeated, openings,
ratings (player, value, interval), first_player and draws (value, interval),
pairings (variant, first, second, games, wins, draws, losses, share, interval,
first_player), lengths, endings (how many games ended how; a time forfeit, an
illegal turn and a crash are different) and failures. In the folder it also has
times: the seconds that each player took.

Try:

    byways tournament levels.toml -o levels --jobs 2
    byways tournament levels.toml --plan
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from cyclopts import Parameter

from byways.cli.common import File, Switch, usage
from byways.cli.runs import Output, RunOptions, check_output


@Parameter(name="*")
@dataclass(frozen=True)
class TournamentOptions:
    """How a tournament is played, and what is told of it."""

    output: Output = None
    """Keep the tournament in this folder, and go on where it was stopped."""
    run: RunOptions = RunOptions()
    processor_time: Switch = False
    """Measure the players' seconds in processor time, for a machine with other work."""
    parquet: Switch = False
    """Write games.parquet as well (the extra byways[parquet])."""
    plan: Switch = False
    """Print what would be played, how long it would take and what it could show, and stop."""
    json: Switch = False
    """Print JSON."""


def tournament(file: File, /, *, how: TournamentOptions = TournamentOptions()) -> None:
    """Play a tournament, as the docstring of this module tells.

    Args:
        file: The tournament's description.
        how: How it is played, and what is told of it.
    """
    from byways.arena.tournament import Tournament, read
    from byways.cli.contests import play_tournament, tell_tournament_plan

    check_output(how.output, how.parquet)
    with usage():
        made = Tournament(read(Path(file)))
    if how.plan:
        tell_tournament_plan(made, how.run.processes, how.json)
    else:
        play_tournament(made, how, f"byways tournament {shlex.quote(Path(file).name)} -o FOLDER")

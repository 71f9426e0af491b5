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
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from byways.cli.common import File, Switch, print_json, usage
from byways.cli.runs import Output, RunOptions, check_output, tell_failures, tell_uncounted, tell_unrepeatable
from byways.translatable import say_many

if TYPE_CHECKING:
    from byways.arena.facts import TournamentFacts
    from byways.arena.run import Runner
    from byways.arena.run_store import RunStore
    from byways.arena.tournament import Standings, Tournament

FEW = 12
"""Pairings that are printed; all are in the folder."""


def tournament(
    file: File,
    /,
    *,
    output: Output = None,
    run: RunOptions = RunOptions(),
    processor_time: Switch = False,
    parquet: Switch = False,
    plan: Switch = False,
    json: Switch = False,
) -> None:
    """Play a tournament, as the docstring of this module tells.

    Args:
        file: The tournament's description.
        output: Keep the tournament in this folder, and go on where it was stopped.
        run: Where games are played.
        processor_time: Measure the players' seconds in processor time, for a machine with other work.
        parquet: Write games.parquet as well (the extra byways[parquet]).
        plan: Print what would be played, how long it would take and what it could show, and stop.
        json: Print JSON.
    """
    from byways.arena.exports import finished, to_json, without_times
    from byways.arena.facts import TournamentFacts
    from byways.arena.parquet import write_parquet
    from byways.arena.run.fingerprint import stamp
    from byways.arena.run_store import RunStore
    from byways.arena.tournament import FILES, Tournament, read

    check_output(output, parquet)
    with usage():
        made = Tournament(read(Path(file)))
    if plan:
        _tell_plan(made, run.processes, json)
        return
    player = run.runner(processor_time=processor_time)
    folder = Path(output) if output else None
    with closing(RunStore(folder)) as store:
        store.describe({**made.manifest(), **stamp(run.mixed)})
        facts = finished(store, folder, FILES, TournamentFacts)
        if facts is None:
            facts = made.facts(_play(made, store, player))
            if folder:
                made.write(store, folder, facts, f"byways tournament {shlex.quote(Path(file).name)} -o FOLDER")
        if folder and parquet:
            write_parquet(folder, made.games(store))
    if json:
        print_json(without_times(to_json(facts)))
    else:
        _tell(made, facts)


def _play(made: Tournament, store: RunStore, run: Runner) -> Standings:
    """Play a tournament, with its games counted on the way."""
    from byways.arena.tournament import Standings
    from byways.cli.progress import progress

    standings = Standings()
    with usage(), progress(f"{len(made.players)} players", len(made.schedule)) as show:
        for standings in made.play(store, run):
            show(standings.games, say_many("{count} game", "{count} games", standings.games))
    return standings


def _tell(made: Tournament, facts: TournamentFacts) -> None:
    """Print the ratings, the pairings where there are few, and what went wrong."""
    from byways.arena.page import engine_notes

    for note in engine_notes(facts):
        print(note)
    wide = max(map(len, made.players))
    for place, row in enumerate(facts.ratings, 1):
        low, high = row.interval
        print(f"{place:3}. {row.player:<{wide}}  {row.value:+6.0f}  ({low:+.0f} to {high:+.0f})")
    if found := facts.first_player:
        low, high = found.interval
        print(f"moving first is worth {found.value:+.0f} Elo ({low:+.0f} to {high:+.0f})")
    print(say_many("{count} game", "{count} games", facts.games))
    if len(facts.pairings) <= FEW:
        _tell_pairings(facts)
    tell_failures(facts)
    tell_uncounted(facts)
    tell_unrepeatable(facts)


def _tell_pairings(facts: TournamentFacts) -> None:
    """Print how the players of each pairing fared, each variant below its name."""
    from byways.arena.facts import Counts
    from byways.arena.page import rule_sets

    told = None
    for one in facts.pairings:
        if one.variant != told:
            told = one.variant
            print(rule_sets(facts)[told])
        low, high = (100 * bound for bound in one.interval)
        counts = Counts(one.wins, one.draws, one.losses)
        print(f"  {one.first} against {one.second}: {counts} · {100 * one.share:.1f} % ({low:.1f}–{high:.1f})")


def _tell_plan(made: Tournament, jobs: int, json: bool) -> None:
    """Print what a tournament would be."""
    from byways.arena.run import estimate

    with usage():
        found = estimate(made.schedule, made.plan, jobs)
    if json:
        print_json(asdict(found))
        return
    each = say_many("{count} game", "{count} games", found.pairing_games)
    print(f"{say_many('{count} game', '{count} games', found.games)}: {each} of each pairing in each variant")
    print(f"about {found.seconds / 60:.1f} minutes with --jobs {jobs}, as one game of each pairing took")
    shown = 100 * (0.5 + found.detectable)
    print(f"a pairing shows, with a power of 80 %, that a share of {shown:.1f} % is not 50 %")

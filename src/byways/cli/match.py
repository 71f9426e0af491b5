"""Play a match of two engines; print the score and its 95 % confidence interval.

Every opening is played twice, with colours exchanged; no two openings are the
same up to symmetry. A player is a word and its limits:

full:seconds=0.2            the game's engine, as in byways analyse
level:number=5              the game's engine at one of ten levels
plain:simulations=500       plain tree search, knowing the rules alone
mcts:seconds=0.2,rave=500   tree search with any of its parameters
alphabeta:seconds=0.2       alpha-beta
openspiel:simulations=200   OpenSpiel's search (the extra byways[openspiel])
beginner                    the move that looks best on the board at once
mirror, stalling, edge      the image of the opponent's move, the least change, the edge
random                      random moves
greedy                      the best score after the move, in some games
"process:python bot.py"     a program that speaks the engine protocol
"gtp:byways gtp troll"      a program that speaks the Go Text Protocol
python:module:callable      a function that is given a state and returns a move

Programs are told to take a second for a move, and lose after 12:
"process:seconds=3 limit=5 python bot.py" sets both. A program that hangs, ends,
floods its output or answers illegally loses that game, and is named with the
reason. docs/guides/protocols.md says how to write one.

The same seed gives the same games, whatever --jobs and --ray are, unless players
are programs or limited in time, which is said. With -o the match is kept in a folder: the same command goes on
where it was stopped, by Ctrl-C or a crash. At its end the folder has match.json,
match.html, games.txt and games.csv.

At a table of several (byways match longway … --players 4) the two take the
seats by turns; alone (--players 1) they play the same dice, and the better score
wins.

The JSON object has game, options, first, second, seed, unrepeatable (players
whose games the seed does not bring again), games, verdict and, for the first
player, wins, draws, losses, share, interval, elo, colours (the counts by seat)
and pairs (how many openings brought 0, ½, 1, 1½ and 2 points);
first_player has wins, draws, losses, share and interval of whoever began (of a
match with --between null: none holds after stopping);
lengths, endings, unfinished, repeated and openings say what was played, records
has the games; sequential has the test's low, high, ratio (of log-likelihoods),
bounds, nelo, nelo_interval, and the interval of the share, which holds after
stopping, as above; failures has player, seed, game, turn, code, reason and errors of each
game that a program lost by failing. Among endings a time forfeit, an illegal turn
and a crash are counted apart. In the folder match.json also has times: the
seconds that each player took.

Try:

    byways match troll level:number=4 level:number=3 --games 60
    byways match troll random random --games 400 --jobs 2
    byways match stroll full:seconds=0.2 plain:seconds=0.2 --between 0.8 0.9
    byways match stride "process:node bot.mjs" random --games 20 -o match
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, at_least, game_named, pairs, usage
from byways.cli.runs import Output, RunOptions, check_output

_OPENING = """\
The random moves before the players take over: by default 2, or as many as give enough different
openings, and none in games with dice; with --swap 1, so that the reply may be a swap."""
_RAY = """\
Play on a Ray cluster: HOST:PORT of its head, or auto for the Ray that runs here, which is started if
none does (the extra byways[ray]; docs/guides/clusters.md)."""


@dataclass(frozen=True)
class MatchRun(RunOptions):
    """Where a match is played."""

    ray: Annotated[str | None, Parameter(help=_RAY)] = None


@Parameter(name="*")
@dataclass(frozen=True)
class MatchOptions:
    """How a match is played, and what is told of it."""

    games: Annotated[int, Parameter(name=["--games", "-n"])] = 200
    """The most games; an odd number is rounded up, as openings are played twice."""
    opening: Annotated[int | None, Parameter(help=_OPENING)] = None
    seed: int = 1
    """The seed of the openings, the dice and the players."""
    run: MatchRun = MatchRun()
    between: Annotated[tuple[float, float] | None, Parameter(negative="")] = None
    """Stop early, by a sequential test (5 % error), once the share is clearly nearer to one of these two."""
    start: Switch = False
    """Play all games from the start position, the players varying their first moves: measure the start itself."""
    adjudicate: Switch = False
    """End a game as soon as the player to move has proved how it ends."""
    processor_time: Switch = False
    """Measure the players' seconds in processor time, for a machine with other work."""
    output: Output = None
    """Keep the match in this folder, and go on where it was stopped."""
    parquet: Switch = False
    """Write games.parquet as well (the extra byways[parquet])."""
    plan: Switch = False
    """Print what would be played, how long it would take and what it could show, and stop."""
    json: Switch = False
    """Print JSON."""


def match(game: str, first: str, second: str, /, *options: Rest, how: MatchOptions = MatchOptions()) -> None:
    """Play a match, as the docstring of this module tells.

    Args:
        game: The game's id; byways games lists them.
        first: The player whose score is printed.
        second: The opponent.
        options: The game's own options, such as --size 6 --swap.
        how: How it is played, and what is told of it.
    """
    from byways.arena.match import Match
    from byways.arena.schedule import GameLimits, RuleSet
    from byways.cli.contests import play_match, sequential_test, tell_match_plan

    at_least(1, games=how.games)
    at_least(0, opening=how.opening)
    check_output(how.output, how.parquet)
    found = game_named(game)
    given = pairs(options)
    test = sequential_test(how.between)
    with usage():
        limits = GameLimits(how.games, how.opening, how.seed)
        rules = RuleSet.of(found.name, given)
        made = Match(rules, first, second, limits=limits, adjudicate=how.adjudicate, start=how.start)
    if how.plan:
        tell_match_plan(made, how.run.processes, how.json, test)
    else:
        play_match(made, how, test)

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

import shlex
import statistics
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, at_least, game_named, pairs, print_json, usage
from byways.cli.runs import Output, RunOptions, check_output, tell_failures, tell_uncounted, tell_unrepeatable
from byways.translatable import say_many

if TYPE_CHECKING:
    from byways.arena.facts import MatchFacts
    from byways.arena.match import Match
    from byways.arena.run import Runner
    from byways.arena.run_store import RunStore
    from byways.arena.score import Score
    from byways.statistics.sequential import GSPRT


_OPENING = """\
The random turns before the players take over: by default 2, or as many as give enough different
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
    """Play all games from the start position, the players varying their first turns: measure the start itself."""
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
    from byways.arena.schedule import Limits, RuleSet

    at_least(1, games=how.games)
    at_least(0, opening=how.opening)
    check_output(how.output, how.parquet)
    found = game_named(game)
    given = pairs(options)
    test = _test(how.between)
    with usage():
        limits = Limits(how.games, how.opening, how.seed)
        rules = RuleSet.of(found.name, given)
        made = Match(rules, first, second, limits=limits, adjudicate=how.adjudicate, start=how.start)
    if how.plan:
        _tell_plan(made, how.run.processes, how.json, test)
    else:
        _carry_out(made, how, test)


def _carry_out(made: Match, how: MatchOptions, test: GSPRT | None) -> None:
    """Play a match, or what is left of it, write its files and tell the result."""
    from byways.arena.exports import finished, to_json, without_times
    from byways.arena.facts import MatchFacts
    from byways.arena.match import FILES
    from byways.arena.parquet import write_parquet
    from byways.arena.run.fingerprint import stamp
    from byways.arena.run_store import RunStore

    player = how.run.runner(processor_time=how.processor_time)
    folder = Path(how.output) if how.output else None
    with closing(RunStore(folder)) as store:
        store.describe({**made.manifest(test), **stamp(how.run.mixed)})
        facts = finished(store, folder, FILES, MatchFacts)
        if facts is None:
            score = _play(made, store, player, test)
            facts = made.facts(score, test)
            if folder:
                made.write(store, folder, facts, _command(made, test))
        if folder and how.parquet:
            write_parquet(folder, made.counted(store, facts))
        if how.json:
            print_json(
                {**without_times(to_json(facts)), "records": [game.record for game in made.counted(store, facts)]}
            )
        else:
            _tell(made, facts)


def _command(match: Match, test: GSPRT | None) -> str:
    """Return the command that plays the same games."""
    found = match.manifest()
    options = [f"--{name} {value}" for name, value in match.plan.rules[0].options.items()]
    opening = [] if found["opening"] is None else [f"--opening {found['opening']}"]
    opening = ["--start"] if match.start else opening
    between = [f"--between {test.low} {test.high}"] if test else []
    adjudicate = ["--adjudicate"] if found["adjudicate"] else []
    players = [shlex.quote(text) for text in match.players]
    words = [f"--games {found['games']}", *opening, f"--seed {found['seed']}", *between, *adjudicate]
    return " ".join(["byways match", str(found["game"]), *players, *options, *words, "-o FOLDER"])


def _play(match: Match, store: RunStore, run: Runner, test: GSPRT | None) -> Score:
    """Play a match, with its score shown on the way."""
    from byways.arena.score import Score
    from byways.cli.progress import progress

    score = Score()
    with usage(), progress(" against ".join(match.players), len(match.schedule)) as show:
        for score in match.play(store, run, test=test):
            show(score.games, _said(score, score.share, None if test else score.interval))
    return score


def _tell(match: Match, facts: MatchFacts) -> None:
    """Print the result."""
    from byways.arena.page import engine_notes, verdict_of

    for note in engine_notes(facts):
        print(note)
    print(_said(facts, facts.share, facts.interval))
    if facts.sequential:
        print(verdict_of(facts))
    tell_failures(facts)
    if facts.colours and facts.first_player and facts.games:
        print("; ".join(f"as {name} {counts}" for name, counts in facts.colours.items()))
        if 0.1 < facts.share < 0.9:  # else one player has won with either colour, which says nothing of colours
            first = facts.first_player
            pie = match.variant.swap_action >= 0
            whom = "whoever begins" if pie else f"{match.variant.players[0]}, who begins"
            print(f"{whom}, {facts.openings}: {_percent(first.share, first.interval)}")
    if lengths := Counter(facts.lengths):
        middle = statistics.median(lengths.elements())
        print(f"{min(lengths)} to {max(lengths)} moves, half of the games up to {middle:g}")
    tell_uncounted(facts)
    tell_unrepeatable(facts)


def _tell_plan(match: Match, jobs: int, json: bool, test: GSPRT | None) -> None:
    """Print what a match would be. How precise it will be is known only of a fixed number of games."""
    from byways.arena.run import estimate

    with usage():
        found = estimate(match.schedule, match.plan, jobs)
    if json:
        print_json(asdict(found))
        return
    print(f"at most {say_many('{count} game', '{count} games', found.games)}")
    print(f"about {found.seconds / 60:.1f} minutes with --jobs {jobs}, as one game took")
    if test:
        return
    shown = 100 * (0.5 + found.detectable)
    print(f"shows, with a power of 80 %, that a share of {shown:.1f} % is not 50 %")
    print(f"the interval of the share will be about ±{100 * found.half_width:.1f}")


def _test(between: tuple[float, float] | None) -> GSPRT | None:
    """Return the sequential test between two shares, or None if none is asked for. Raises UsageError."""
    from byways.statistics.sequential import GSPRT

    if between is None:
        return None
    low, high = between
    if not 0 < low < high < 1:
        raise UsageError("--between takes two shares between 0 and 1, the lower one first")
    return GSPRT(low, high)


def _said(one: Score | MatchFacts, share: float, interval: Sequence[float] | None) -> str:
    from byways.arena.facts import Counts

    return f"{one.games} games: {Counts(one.wins, one.draws, one.losses)} · {_percent(share, interval)}"


def _percent(share: float, interval: Sequence[float] | None) -> str:
    """Format a share, with its interval where there is one that holds."""
    return f"{100 * share:.1f} %" + ("" if interval is None else f" ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})")

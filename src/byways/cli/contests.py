"""Matches and tournaments on the command line: played with their progress shown, and told in sentences."""

from __future__ import annotations

import shlex
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from byways.arena.exports import finished, to_json, without_times
from byways.arena.facts import Counts, MatchFacts, TournamentFacts
from byways.arena.match import FILES as MATCH_FILES, Match
from byways.arena.page import UNREPEATABLE, Facts, engine_notes, rule_sets, verdict_of
from byways.arena.parquet import write_parquet
from byways.arena.run import Runner, estimate
from byways.arena.run.fingerprint import stamp
from byways.arena.run_store import RunStore
from byways.arena.score import Score
from byways.arena.tournament import FILES as TOURNAMENT_FILES, Standings, Tournament
from byways.cli.common import UsageError, plain_lines, print_json, usage
from byways.cli.progress import progress
from byways.cli.runs import RunOptions
from byways.statistics.sequential import GSPRT
from byways.translatable import say_many

FEW = 12
"""Pairings of a tournament that are printed; all are in the folder."""


class Kept(Protocol):
    """Where games are played and kept, and what is told of them: the options of both commands."""

    @property
    def run(self) -> RunOptions: ...
    @property
    def processor_time(self) -> bool: ...
    @property
    def output(self) -> str | None: ...
    @property
    def parquet(self) -> bool: ...
    @property
    def json(self) -> bool: ...


def play_match(made: Match, how: Kept, test: GSPRT | None) -> None:
    """Play a match, or what is left of it, write its files and tell the result."""
    player = how.run.runner(processor_time=how.processor_time)
    folder = Path(how.output) if how.output else None
    with closing(RunStore(folder)) as store:
        store.describe({**made.manifest(test), **stamp(how.run.mixed)})
        facts = finished(store, folder, MATCH_FILES, MatchFacts)
        if facts is None:
            score = _match_score(made, store, player, test)
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
            _tell_match(made, facts)


def sequential_test(between: tuple[float, float] | None) -> GSPRT | None:
    """Return the sequential test between two shares, or None if none is asked for. Raises UsageError."""
    if between is None:
        return None
    low, high = between
    if not 0 < low < high < 1:
        raise UsageError("--between takes two shares between 0 and 1, the lower one first")
    return GSPRT(low, high)


def tell_match_plan(match: Match, jobs: int, json: bool, test: GSPRT | None) -> None:
    """Print what a match would be. How precise it will be is known only of a fixed number of games."""
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


def play_tournament(made: Tournament, how: Kept, command: str) -> None:
    """Play a tournament, or what is left of it, write its files and tell the result."""
    player = how.run.runner(processor_time=how.processor_time)
    folder = Path(how.output) if how.output else None
    with closing(RunStore(folder)) as store:
        store.describe({**made.manifest(), **stamp(how.run.mixed)})
        facts = finished(store, folder, TOURNAMENT_FILES, TournamentFacts)
        if facts is None:
            facts = made.facts(_standings(made, store, player))
            if folder:
                made.write(store, folder, facts, command)
        if folder and how.parquet:
            write_parquet(folder, made.games(store))
    if how.json:
        print_json(without_times(to_json(facts)))
    else:
        _tell_tournament(made, facts)


def tell_tournament_plan(made: Tournament, jobs: int, json: bool) -> None:
    """Print what a tournament would be."""
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


def _match_score(match: Match, store: RunStore, run: Runner, test: GSPRT | None) -> Score:
    """Play a match, with its score shown on the way."""
    score = Score()
    with usage(), progress(" against ".join(match.players), len(match.schedule)) as show:
        for score in match.play(store, run, test=test):
            show(score.games, _said(score, score.share, None if test else score.interval))
    return score


def _tell_match(match: Match, facts: MatchFacts) -> None:
    """Print the result."""
    for note in engine_notes(facts):
        print(note)
    print(_said(facts, facts.share, facts.interval))
    if facts.sequential:
        print(verdict_of(facts))
    _tell_failures(facts)
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
    _tell_uncounted(facts)
    _tell_unrepeatable(facts)


def _standings(made: Tournament, store: RunStore, run: Runner) -> Standings:
    """Play a tournament, with its games counted on the way."""
    standings = Standings()
    with usage(), progress(f"{len(made.players)} players", len(made.schedule)) as show:
        for standings in made.play(store, run):
            show(standings.games, say_many("{count} game", "{count} games", standings.games))
    return standings


def _tell_tournament(made: Tournament, facts: TournamentFacts) -> None:
    """Print the ratings, the pairings where there are few, and what went wrong."""
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
    _tell_failures(facts)
    _tell_uncounted(facts)
    _tell_unrepeatable(facts)


def _tell_pairings(facts: TournamentFacts) -> None:
    """Print how the players of each pairing fared, each variant below its name."""
    told = None
    for one in facts.pairings:
        if one.variant != told:
            told = one.variant
            print(rule_sets(facts)[told])
        low, high = (100 * bound for bound in one.interval)
        counts = Counts(one.wins, one.draws, one.losses)
        print(f"  {one.first} against {one.second}: {counts} · {100 * one.share:.1f} % ({low:.1f}–{high:.1f})")


def _tell_failures(facts: Facts) -> None:
    """Print which programs lost games by failing, and the end of the last one's error output."""
    counts = Counter((failure.player, failure.reason) for failure in facts.failures)
    for (player, reason), count in counts.most_common():
        print(f"{player} lost {say_many('{count} game', '{count} games', count)}: {reason}")
    if errors := next((failure.errors for failure in reversed(facts.failures) if failure.errors), ""):
        print(f"the end of its error output:\n{plain_lines(errors)}", file=sys.stderr)


def _tell_uncounted(facts: Facts) -> None:
    """Print which games do not count, and whether there were fewer openings than asked for."""
    for count, what in ((facts.unfinished, "had no result"), (facts.repeated, "repeated an earlier one")):
        if count:
            print(f"{say_many('{count} game', '{count} games', count)} {what}, not counted")
    if facts.openings.ran_out:
        openings = say_many("{count} opening", "{count} openings", facts.openings.count)
        print(f"there are no more than {openings} of that length")


def _tell_unrepeatable(facts: Facts) -> None:
    """Print that the seed does not bring the same games again, where that is so."""
    if players := facts.unrepeatable:
        print(f"the same seed may give other games, as {UNREPEATABLE}: {', '.join(players)}")


def _said(one: Score | MatchFacts, share: float, interval: Sequence[float] | None) -> str:
    return f"{one.games} games: {Counts(one.wins, one.draws, one.losses)} · {_percent(share, interval)}"


def _percent(share: float, interval: Sequence[float] | None) -> str:
    """Format a share, with its interval where there is one that holds."""
    return f"{100 * share:.1f} %" + ("" if interval is None else f" ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})")

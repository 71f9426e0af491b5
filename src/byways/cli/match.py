"""`byways match`."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, at_least, game_named, pairs, plain_lines, print_json, usage
from byways.translatable import say_many

if TYPE_CHECKING:
    from byways.arena.match import Score, SequentialTest


def match(
    game: str,
    first: str,
    second: str,
    /,
    *options: Rest,
    games: Annotated[int, Parameter(name=["--games", "-n"])] = 200,
    opening: int = 2,
    seed: int = 1,
    jobs: int = 1,
    between: Annotated[tuple[float, float] | None, Parameter(negative="")] = None,
    processor_time: Switch = False,
    json: Switch = False,
) -> None:
    """Play a match of two engines; print the score and its 95 % confidence interval.

    Every opening is played twice, with colours exchanged. A player is a word and
    its limits:

    full:seconds=0.2            the game's engine, as in byways analyse
    level:number=5              the game's engine at one of ten levels
    plain:simulations=500       plain tree search, knowing the rules alone
    mcts:seconds=0.2,rave=500   tree search with any of its parameters
    alphabeta:seconds=0.2       alpha-beta
    openspiel:simulations=200   OpenSpiel's search (the extra byways[openspiel])
    beginner                    the turn that looks best on the board at once
    random                      random turns
    greedy                      the best score after the turn, in some games
    "process:python bot.py"     a program that speaks the engine protocol
    "gtp:byways gtp troll"      a program that speaks the Go Text Protocol
    python:module:callable      a function that is given a state and returns a turn

    Programs are told to take a second for a turn, and lose after 12:
    "process:seconds=3 limit=5 python bot.py" sets both. A program that hangs, ends,
    floods its output or answers illegally loses that game, and is named with the
    reason. docs/guides/protocols.md says how to write one; byways engine-check
    tests it.

    The JSON object has game, options, first, second, games, verdict and, for the
    first player, wins, draws, losses, share, interval and elo; failures has player,
    seed, turn, code, reason and errors of each game that a program lost by failing.

    Try:

        byways match troll level:number=4 level:number=3 --games 60
        byways match stride plain:seconds=0.1 random --games 40
        byways match stroll full:seconds=0.2 plain:seconds=0.2 --between 0.8 0.9
        byways match stride "process:node bot.mjs" random --games 20

    Args:
        game: The game's id; byways games lists them.
        first: The player whose score is printed.
        second: The opponent.
        options: The game's own options, such as --size 6 --swap.
        games: The most games; an odd number is rounded up, as openings are played twice.
        opening: The number of random turns before the players take over.
        seed: The seed of the openings and the players.
        jobs: The number of processes that play at the same time.
        between: Stop early, by a sequential test (5 % error), once the share is clearly nearer to one of these two.
        processor_time: Measure the players' seconds in processor time, for a machine with other work.
        json: Print JSON.
    """
    at_least(1, games=games, jobs=jobs)
    at_least(0, opening=opening)
    found, given, test = game_named(game), pairs(options), _test(between)
    with usage():
        chosen = found.variant(given).options
    how: dict[str, Any] = {"opening": opening, "seed": seed, "jobs": jobs, "processor_time": processor_time}
    score = _play(found.name, given, first, second, games=games + games % 2, test=test, **how)
    about: dict[str, object] = {"game": found.name, "options": chosen, "first": first, "second": second}
    _tell(score, test.verdict(score) if test else None, about if json else None)


def _play(game: str, options: dict[str, str], first: str, second: str, *, games: int, **how: Any) -> Score:
    """Play a match, with its score shown on the way."""
    from byways.arena.match import Score, play_match
    from byways.cli.progress import progress

    score = Score()
    with usage(), progress(f"{first} against {second}", games) as show:
        for score in play_match(game, options, first, second, games=games, **how):
            show(score.games, _said(score))
    return score


def _tell(score: Score, verdict: str | None, about: dict[str, object] | None) -> None:
    """Print the result, as JSON if `about` says what the match was about."""
    if about is not None:
        print_json({**about, **_facts(score), "verdict": verdict})
    else:
        print(_said(score) + (f" · nearer to the {verdict}er share" if verdict else ""))
        for (player, reason), count in score.failed().most_common():
            print(f"{player} lost {say_many('{count} game', '{count} games', count)}: {reason}")
        if errors := next((failure.errors for failure in reversed(score.failures) if failure.errors), ""):
            print(f"the end of its error output:\n{plain_lines(errors)}", file=sys.stderr)


def _test(between: tuple[float, float] | None) -> SequentialTest | None:
    """Return the sequential test between two shares, or None if none is asked for. Raises UsageError."""
    from byways.arena.match import SequentialTest

    if between is None:
        return None
    if not 0 <= min(between) < max(between) <= 1:
        raise UsageError("--between takes two different shares from 0 to 1")
    return SequentialTest(*sorted(between))


def _facts(score: Score) -> dict[str, object]:
    counts = {"games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses}
    elo = score.elo if 0 < score.share < 1 else None
    failures = [asdict(failure) for failure in score.failures]
    return {**counts, "failures": failures, "share": score.share, "interval": list(score.interval), "elo": elo}


def _said(score: Score) -> str:
    low, high = score.interval
    return (
        f"{score.games} games: {score.wins} won, {score.draws} drawn, {score.losses} lost · "
        f"{100 * score.share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
    )

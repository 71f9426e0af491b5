"""`byways match`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, at_least, game_named, pairs, print_json, usage

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
    """Let two engines play a match and say the score with its 95 % interval.

    Every opening is played twice, with either colour. A player is a word and its
    limits:

    full:seconds=0.2            the game's engine, as byways analyse thinks
    level:number=5              at one of its ten levels
    plain:simulations=500       by the rules alone: plain tree search
    mcts:seconds=0.2,rave=500   tree search with any of its knobs
    alphabeta:seconds=0.2       alpha-beta
    openspiel:simulations=200   OpenSpiel's search (the extra byways[openspiel])
    beginner                    what looks best on the board after one turn
    random                      random turns
    greedy                      the score after the turn, where a game has such a player

    The JSON object has game, options, first, second, games, wins, draws, losses, share,
    interval and elo, all of the first player, and verdict.

    Try:

        byways match troll level:number=4 level:number=3 --games 60
        byways match stride plain:seconds=0.1 random --games 40
        byways match stroll full:seconds=0.2 plain:seconds=0.2 --between 0.8 0.9

    Args:
        game: The game's id; byways games lists them.
        first: The player whose score is told.
        second: The opponent.
        options: The game's own options, such as --size 6 --swap.
        games: How many games at most; an odd number is rounded up, as openings are played twice.
        opening: Random turns before the players take over.
        seed: Of the openings and of the players.
        jobs: Processes that play at the same time.
        between: A sequential test: stop when it is clear (5 % error) to which of two shares the first one is nearer.
        processor_time: Count the players' seconds by the processor, not the clock, for a machine with other work.
        json: As JSON.
    """
    from byways.arena.match import Score, play_match
    from byways.cli.progress import progress

    at_least(1, games=games, jobs=jobs)
    at_least(0, opening=opening)
    test = _test(between)
    found, given = game_named(game), pairs(options)
    with usage():
        chosen = found.variant(given).options
    games += games % 2
    how = {"games": games, "opening": opening, "seed": seed, "jobs": jobs}
    score = Score()
    with usage(), progress(f"{first} against {second}", games) as show:
        for score in play_match(found.name, given, first, second, test=test, processor_time=processor_time, **how):
            show(score.games, _said(score))
    verdict = None if test is None else test.verdict(score)
    if json:
        players = {"first": first, "second": second}
        print_json({"game": found.name, "options": chosen, **players, **_facts(score), "verdict": verdict})
    else:
        print(_said(score) + (f" · nearer to the {verdict}er share" if verdict else ""))


def _test(between: tuple[float, float] | None) -> SequentialTest | None:
    """The sequential test between two shares, if one is wanted."""
    from byways.arena.match import SequentialTest

    if between is None:
        return None
    if not 0 <= min(between) < max(between) <= 1:
        raise UsageError("--between takes two different shares from 0 to 1")
    return SequentialTest(*sorted(between))


def _facts(score: Score) -> dict[str, object]:
    counts = {"games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses}
    elo = score.elo if 0 < score.share < 1 else None
    return {**counts, "share": score.share, "interval": list(score.interval), "elo": elo}


def _said(score: Score) -> str:
    low, high = score.interval
    return (
        f"{score.games} games: {score.wins} won, {score.draws} drawn, {score.losses} lost · "
        f"{100 * score.share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
    )

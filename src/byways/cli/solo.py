"""`byways solo`."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, at_least, game_named, pairs, print_json, usage
from byways.cli.runs import Jobs
from byways.translatable import say_many

_BAR = 50  # characters of the longest bar


def solo(
    game: str,
    player: str,
    /,
    *options: Rest,
    games: Annotated[int, Parameter(name=["--games", "-n"])] = 100,
    seed: int = 1,
    run: Jobs = Jobs(),
    processor_time: Switch = False,
    json: Switch = False,
) -> None:
    """Play games with a single engine; print the distribution of scores.

    A player is a word and its limits, as in byways match: random, full:seconds=1,
    level:number=5, "process:python bot.py"; or greedy, which considers only the score
    after the move.

    The JSON object has game, player, options, games, mean, median and scores: the
    number of games by score.

    Try:

        byways solo longway greedy --games 1000
        byways solo longway full:seconds=0.1 --games 50 --jobs 2

    Args:
        game: The game's id; byways games lists them.
        player: The player.
        options: The game's own options, such as --tiles mine.toml.
        games: The number of games.
        seed: The seed of the dice and the player.
        run: How many games are played at the same time.
        processor_time: Measure the player's seconds in processor time, for a machine with other work.
        json: Print JSON.
    """
    from byways.arena.match import histogram, play_solo
    from byways.cli.progress import progress

    at_least(1, games=games)
    found = game_named(game)
    given = pairs(options)
    with usage():
        chosen = found.variant(given).options
    scores: list[int] = []
    with usage(), progress(player, games) as show:
        jobs = run.processes
        played = play_solo(found.name, given, player, games=games, seed=seed, jobs=jobs, processor_time=processor_time)
        for score in played:
            scores.append(score)
            show(len(scores), f"{player}: mean {statistics.fmean(scores):.2f}")
    if json:
        facts = {"game": found.name, "player": player, "options": chosen, "games": len(scores)}
        center = {"mean": statistics.fmean(scores), "median": statistics.median(scores)}
        print_json({**facts, **center, "scores": {str(k): n for k, n in histogram(scores).items()}})
    else:
        _tell(histogram(scores))


def _tell(counts: Mapping[int, int]) -> None:
    """Print a histogram of scores, their mean and their median."""
    games = sum(counts.values())
    for score, count in counts.items():
        bar = "█" * round(_BAR * count / max(counts.values()))
        print(f"{score:4}  {count:5}  {100 * count / games:5.1f} %  {bar}")
    scores = list(Counter(counts).elements())
    mean, median = statistics.fmean(scores), statistics.median(scores)
    print(f"{say_many('{count} game', '{count} games', games)} · mean {mean:.2f} · median {median:g}")

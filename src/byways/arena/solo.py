"""Games of a single player: the distribution of scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

from byways import registry
from byways.arena.game import Conditions
from byways.arena.players import player
from byways.arena.run import plan_of, play_run, runner
from byways.arena.run_store import RunStore
from byways.arena.schedule import Limits, RuleSet, Schedule
from byways.errors import OptionError, PlayerError
from byways.search.process_clock import count_processor_time


def play_solo(
    game: str,
    options: Mapping[str, object],
    name: str,
    *,
    games: int,
    seed: int = 1,
    jobs: int = 1,
    processor_time: bool = False,
) -> Iterator[int]:
    """Yield the scores of games that a player plays alone, in order. Raises OptionError for a game of several players.

    `processor_time` counts the player's seconds by the processor instead of the clock.
    """
    variant = registry.find(game).variant(options)
    if len(variant.players) != 1:
        raise OptionError(
            "solo.players", "{game} is played by {count} players here, not alone",
            option="players", allowed="1", game=variant.game.title, count=len(variant.players),
        )  # fmt: skip
    player(name).close()
    schedule = Schedule([RuleSet(game, dict(variant.options))], [(0,)], Limits(games, seed=seed))
    plan = plan_of(schedule, [name], Conditions(seed))
    run = runner(jobs, count_processor_time if processor_time else None)
    with closing(RunStore(None)) as store, closing(play_run(plan, schedule, store, run)) as results:
        for result in results:
            for failure in result.failures:
                raise PlayerError(failure.code, "{player} failed: {reason}", player=name, reason=failure.reason)
            yield result.scores[0]


def histogram(scores: Sequence[int]) -> dict[int, int]:
    """Return how often each score was reached, from the least to the greatest without a gap."""
    counts = Counter(scores)
    return {score: counts[score] for score in range(min(scores), max(scores) + 1)}

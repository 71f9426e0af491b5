"""Games of a single player: the distribution of scores."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from byways import registry
from byways.arena.players import choose_at_random, player
from byways.errors import OptionError, PlayerError
from byways.rng import seeded
from byways.search.process_clock import count_processor_time
from byways.state import State
from byways.worker_processes import spread_over


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
    player(name)
    play = functools.partial(_score, game, dict(options), name)
    seeds = range(seed * 1_000_003, seed * 1_000_003 + games)
    with spread_over(jobs, count_processor_time if processor_time else None) as spread:
        yield from spread(play, seeds)


_entrant = functools.cache(player)  # one a process, with what it keeps between games


def _score(game: str, options: Mapping[str, object], name: str, seed: int) -> int:
    """Return the final score of one game."""
    variant = registry.find(game).variant(options)
    entrant, rng = _entrant(name), seeded(seed)
    state = State(variant, variant.start())
    while state.to_move is not None:
        choose = choose_at_random if state.to_move == "chance" else entrant.choose
        try:
            state = choose(state, rng)
        except PlayerError as error:
            raise PlayerError(error.code, "{player} failed: {reason}", player=name, reason=str(error)) from error
    assert state.outcome is not None
    return next(iter(state.outcome.scores.values()))


def histogram(scores: Sequence[int]) -> dict[int, int]:
    """Return how often each score was reached, from the least to the greatest without a gap."""
    counts = Counter(scores)
    return {score: counts[score] for score in range(min(scores), max(scores) + 1)}

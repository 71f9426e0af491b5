"""A match: two players meet on varied openings, each opening once with either colour."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from byways.arena.gtp_player import ResignedError
from byways.arena.players import Player, choose_at_random, player
from byways.draw.notebook import score_html, score_svg
from byways.errors import OptionError, PlayerError
from byways.game import Variant
from byways.registry import find
from byways.rng import seeded
from byways.search.process_clock import count_processor_time
from byways.search.random_game import random_turn
from byways.search.watch import Watch
from byways.state import State
from byways.worker_processes import spread_over

LONGEST = 2_000  # turns; a game that goes on is a draw
ERRORS = 5
"""Lines of a program's error output that are kept for each game that it loses by failing."""
Z_95 = 1.959964
"""Standard errors to either side of a mean in a 95 % interval."""


@dataclass(frozen=True)
class Failure:
    """A game that a program has lost because it failed: it hung, ended or answered illegally."""

    player: str
    seed: int
    """Of the game's opening."""
    turn: int
    """The number of the turn that did not come, from 1."""
    code: str
    reason: str
    errors: str
    """The last lines of the program's error output."""


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of the first player of a match so far, and the games that programs lost by failing."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    failures: tuple[Failure, ...] = ()

    def __add__(self, other: Score) -> Score:
        wins, draws, losses = self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        return Score(wins, draws, losses, self.failures + other.failures)

    def failed(self) -> Counter[tuple[str, str]]:
        """Return how many games each player lost by failing, by (player, reason)."""
        return Counter((failure.player, failure.reason) for failure in self.failures)

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points a game, a draw counting half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share (Wilson 1927; draws make the true one narrower)."""
        n, p = self.games, self.share
        if n == 0:
            return 0.0, 1.0
        middle = (p + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
        half = Z_95 / (1 + Z_95**2 / n) * math.sqrt(p * (1 - p) / n + Z_95**2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """The share as a difference of ratings; infinite for a clean sweep."""
        return elo_of(self.share)

    def log_likelihood_ratio(self, low: float, high: float) -> float:
        """Return the log-likelihood ratio of the share being `high` rather than `low` (normal approximation).

        As if each side had won one game more: a few wins in a row are no proof that there will be no losses.
        """
        games = self.games + 2
        mean = (self.wins + 1 + self.draws / 2) / games
        variance = (self.wins + 1 + self.draws / 4) / games - mean * mean
        return self.games * (high - low) * (2 * mean - low - high) / (2 * variance)

    def _repr_html_(self) -> str:
        return score_html(self)

    def _repr_svg_(self) -> str:
        return score_svg(self)


def elo_of(share: float) -> float:
    """Convert a share of the points to a difference of Elo ratings."""
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return -400 * math.log10(1 / share - 1)


@dataclass(frozen=True)
class SequentialTest:
    """A sequential test (Wald 1945): is the first player's share nearer to `low` or to `high`?"""

    low: float
    high: float
    error: float = 0.05

    def verdict(self, score: Score) -> str | None:
        """Return "low", "high", or None while more games are needed."""
        bound = math.log((1 - self.error) / self.error)
        ratio = score.log_likelihood_ratio(self.low, self.high)
        return "high" if ratio >= bound else "low" if ratio <= -bound else None


def play_match(
    game: str,
    options: Mapping[str, object],
    first: str,
    second: str,
    *,
    games: int = 200,
    opening: int = 2,
    seed: int = 1,
    jobs: int = 1,
    test: SequentialTest | None = None,
    processor_time: bool = False,
) -> Iterator[Score]:
    """Yield the score after every pair of games, until `games` are played or the test has its verdict.

    `processor_time` counts players' seconds by the processor instead of the clock. Pairs count in the order of their
    openings, whichever ends first: short games must not come earlier in a test than long ones. Raises OptionError for
    a game of other than two players, or a player that cannot be.
    """
    variant = find(game).variant(options)
    if len(variant.players) != 2:
        raise OptionError("match.players", "a match needs a game of two players", option="game", allowed="two players")
    player(first), player(second)
    play = functools.partial(play_pair, game, dict(options), first, second, opening)
    seeds = range(seed * 1_000_003, seed * 1_000_003 + (games + 1) // 2)
    score = Score()
    with spread_over(jobs, count_processor_time if processor_time else None) as spread:
        for result in spread(play, seeds):
            score += result
            yield score
            if test is not None and test.verdict(score) is not None:
                return


def play_pair(game: str, options: Mapping[str, object], first: str, second: str, opening: int, seed: int) -> Score:
    """Play an opening of so many random turns with either colour."""
    start = Watch()(open_game, find(game).variant(options), opening, seed)
    with closing(player(first)) as one, closing(player(second)) as other:
        return play_both(start, one, other, seed)


def play_both(start: State, first: Player, second: Player, seed: int) -> Score:
    """Play two games from a start, the first player with either colour; return that player's score."""
    score = Score()
    for seats in ((first, second), (second, first)):
        winner, failures = play_out(start, seats, seed)
        mine = start.players[seats.index(first)]
        score += Score(int(winner == mine), int(winner is None), int(winner not in (mine, None)), failures)
    return score


def open_game(variant: Variant, turns: int, seed: int) -> State:
    """Return a start position after some random turns that do not end the game."""
    for attempt in range(1_000):
        rng = seeded(seed + attempt * 7_919)
        state = State(variant, variant.start())
        for _ in range(turns):
            if state.to_move is not None:
                state = state.apply_unchecked(random_turn(state, rng))
        if state.to_move is not None:
            return state
    raise OptionError(
        "match.opening",
        "no opening of {turns} turns leaves a game",
        option="opening",
        turns=turns,
        allowed="fewer turns",
    )


def play_game(state: State, seats: Sequence[Player], seed: int) -> str | None:
    """Play a game to its end; the name under which the winner began it, for `swap` exchanges the players' colours."""
    return play_out(state, seats, seed)[0]


def play_out(state: State, seats: Sequence[Player], seed: int) -> tuple[str | None, tuple[Failure, ...]]:
    """Play a game of two players as `play_game` does; a program that fails loses, and the failure is returned."""
    rng = seeded(seed)
    begun, seated = state, dict(zip(state.players, seats, strict=True))
    for _ in range(LONGEST):
        mover = state.to_move
        if mover is None:
            break
        if mover == "chance":
            state = choose_at_random(state, rng)
            continue
        seat = state.seat_of(mover, begun)
        try:
            state = seated[seat].choose(state, rng)
        except PlayerError as error:
            other = next(other for other in begun.players if other != seat)
            return other, _failures(error, seated[seat], seed, len(state.turns) + 1)
    winner = state.outcome.winner if state.outcome else None
    return winner and state.seat_of(winner, begun), ()


def _failures(error: PlayerError, player: Player, seed: int, turn: int) -> tuple[Failure, ...]:
    if isinstance(error, ResignedError):
        return ()
    errors = "\n".join(player.errors.splitlines()[-ERRORS:])[-ERRORS * 200 :]
    return (Failure(player.name, seed, turn, error.code, str(error), errors),)

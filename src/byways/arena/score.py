"""The score of a match: what the first of two players has made of its games, and what that says."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from byways.arena.game import Failure, GameResult
from byways.draw.notebook import score_html, score_svg
from byways.statistics.intervals import Interval, Share, design_effect_of
from byways.statistics.moments import Moments
from byways.statistics.sequential import elo_of

PAIRS = 5
"""What a player can make of two games: 0, ½, 1, 1½ or 2 points."""
_NONE = (0,) * PAIRS


@dataclass(frozen=True)
class Score:
    """What the first of two players has made of the games of a match so far."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    failures: tuple[Failure, ...] = ()
    """Games that programs lost by failing; they count."""
    begun: tuple[int, int, int] = (0, 0, 0)
    """Wins, draws and losses of the games that this player began."""
    pairs: tuple[int, ...] = _NONE
    """How many openings brought this player 0, ½, 1, 1½ and 2 points, of those whose two games both count."""
    opening_pairs: tuple[int, ...] = _NONE
    """The same for the player who began, whichever of the two that was."""
    unfinished: int = 0
    """Games without a result, which count for nothing."""
    repeated: int = 0
    """Games that were the same as earlier ones, which count for nothing."""
    lengths: Mapping[int, int] = field(default_factory=dict)
    """How many games took how many turns."""
    endings: Mapping[str, int] = field(default_factory=dict)
    """How many games ended how: the rules' reason, or `GameResult.ending`."""

    def __add__(self, other: Score) -> Score:
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.failures + other.failures,
            _sum3(self.begun, other.begun),
            tuple(map(sum, zip(self.pairs, other.pairs, strict=True))),
            tuple(map(sum, zip(self.opening_pairs, other.opening_pairs, strict=True))),
            self.unfinished + other.unfinished,
            self.repeated + other.repeated,
            Counter(self.lengths) + Counter(other.lengths),
            Counter(self.endings) + Counter(other.endings),
        )

    def failed(self) -> Counter[tuple[str, str]]:
        """Return how many games each player lost by failing, by (player, reason)."""
        return Counter((failure.player, failure.reason) for failure in self.failures)

    @property
    def games(self) -> int:
        """Games that count."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points a game, a draw counting half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, for a number of games fixed beforehand: see `Share.interval`."""
        return self.interval_at(0.95)

    def interval_at(self, level: float) -> Interval:
        """Return the same at another level."""
        return _share(self.wins + self.draws / 2, self.games, self.pairs).interval(level)

    @property
    def second(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the games that the other player began."""
        wins, draws, losses = self.begun
        return self.wins - wins, self.draws - draws, self.losses - losses

    @property
    def first(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the player who began."""
        wins, _, losses = self.begun
        return wins + self.losses - losses, self.draws, losses + self.wins - wins

    @property
    def first_share(self) -> float:
        """Points a game of the player who began."""
        wins, draws, _ = self.first
        return (wins + draws / 2) / self.games if self.games else 0.5

    @property
    def first_interval(self) -> tuple[float, float]:
        """The 95 % interval of that share, as `interval`."""
        return self.first_interval_at(0.95)

    def first_interval_at(self, level: float) -> Interval:
        """Return the same at another level."""
        wins, draws, _ = self.first
        return _share(wins + draws / 2, self.games, self.opening_pairs).interval(level)

    @property
    def elo(self) -> float:
        """The share as a difference of ratings; infinite for a clean sweep."""
        return elo_of(self.share)

    def _repr_html_(self) -> str:
        return score_html(self)

    def _repr_svg_(self) -> str:
        return score_svg(self)


def _sum3(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _share(points: float, games: int, counts: Sequence[int]) -> Share:
    """Return a share of the points, of games that depend on each other as those pairs do."""
    pairs = Moments.of_counts([half_points / 2 for half_points in range(PAIRS)], counts)
    if not pairs.n:
        return Share(points, games)
    return Share(points, games, design_effect_of(pairs), max(1, pairs.n - 1))


def score_of(pair: Sequence[tuple[GameResult, bool]], seats: int) -> Score:
    """Return the first player's score of the two games from one opening, with whether each repeats an earlier one."""
    if seats == 1:
        return _score_alone(pair)
    score = Score()
    mine = []
    begun = []
    for number, (result, repeated) in enumerate(pair):
        if repeated or result.points is None:
            score += Score(repeated=int(repeated), unfinished=int(not repeated))
            continue
        points = _half_points_of(result, number)
        counts = _counts(points)
        score += Score(
            *counts,
            failures=result.failures,
            begun=counts if number == 0 else (0, 0, 0),
            lengths={result.turns: 1},
            endings={result.end: 1},
        )
        mine.append(points)
        begun.append(points if number == 0 else 2 - points)
    if len(mine) < len(pair):
        return score
    return score + Score(pairs=_one_hot(sum(mine)), opening_pairs=_one_hot(sum(begun)))


def _score_alone(pair: Sequence[tuple[GameResult, bool]]) -> Score:
    """Return the score of two games that were played alone on the same dice: the better one has won."""
    if any(result.points is None for result, _ in pair):
        return Score(unfinished=1)
    (one, _), (other, _) = pair
    counts = _counts(_half_points(score_alone(one), score_alone(other)))
    lengths = Counter((one.turns, other.turns))
    endings = Counter((one.end, other.end))
    return Score(*counts, failures=one.failures + other.failures, lengths=lengths, endings=endings)


def score_alone(result: GameResult) -> float:
    """Return the score of a game that was played alone; of one that a program lost by failing, less than any."""
    return float(result.scores[0]) if result.loser is None else -math.inf


def _half_points_of(result: GameResult, first: int) -> int:
    """Return what the first player made of a game with a result, whose seats from `first` on are theirs, every other.

    Who resigns or fails in one seat has lost, whatever the same player's other seats would have made.
    """
    assert result.points is not None
    if result.loser is not None:
        return 0 if result.loser % 2 == first else 2
    return _half_points(max(result.points[first::2]), max(result.points[1 - first :: 2]))


def _counts(half_points: int) -> tuple[int, int, int]:
    """Return a game's win, draw and loss."""
    return int(half_points == 2), int(half_points == 1), int(half_points == 0)


def _half_points(mine: float, theirs: float) -> int:
    return 1 if math.isclose(mine, theirs) else 2 * int(mine > theirs)


def _one_hot(place: int) -> tuple[int, ...]:
    return tuple(int(place == i) for i in range(PAIRS))

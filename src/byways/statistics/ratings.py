"""Ratings of players from games of two: Bradley–Terry with draws and an advantage of the first player.

    odds of "first wins" : "second wins" : "drawn" = e^(d/2) : e^(−d/2) : ν,    d = r(first) − r(second) + advantage

Bradley and Terry (1952), "Rank analysis of incomplete block designs", Biometrika 39; draws by Davidson (1970), "On
extending the Bradley–Terry model to accommodate ties in paired comparison experiments", JASA 65; the order of play as
in Davidson and Beaver (1977), "On extending the Bradley–Terry model to incorporate within-pair order effects",
Biometrics 33. Ratings are given in Elo, 400 / ln 10 of a unit, and are 0 on average. Without draws they are Elo's own:
100 Elo is 64 % of the games; the more draws, the nearer is the share of the points to ½ (`Ratings.expected_share`).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from byways.errors import OptionError
from byways.statistics.checks import require_at_least
from byways.statistics.choice_model import Choices, Fit, fit
from byways.statistics.distributions import student_quantile
from byways.statistics.intervals import Estimate, Interval

ELO = 400 / math.log(10)
"""Elo for one unit of log-odds."""
PRIOR = 1.0
"""Imaginary games of each player against an average one, half won, half lost: as many as R's PlackettLuce takes."""
WIN, LOSS, DRAW = range(3)
OUTCOMES = {1.0: WIN, 0.0: LOSS, 0.5: DRAW}


class Result(NamedTuple):
    """A game: who began, who came second, the first player's points (0, ½ or 1), and its opening.

    Games of one opening may depend on each other, by any players; None means an opening of its own.
    """

    first: str
    second: str
    points: float
    opening: Hashable = None


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, 0 on average, with what is known about them.

    `elo` (players,) and `covariance` (players, players), in Elo²; `clusters` (players,) says in how many openings or
    tables each player took part. `first_player` is the advantage of the first player in Elo, `draws` the share of draws
    between equals; None where the games do not tell.
    """

    players: tuple[str, ...]
    elo: NDArray[np.float64]
    covariance: NDArray[np.float64]
    clusters: NDArray[np.int64]
    first_player: Estimate | None = None
    draws: Estimate | None = None

    def rating(self, player: str, level: float = 0.95) -> Estimate:
        """Return a player's rating against the average of all, with its interval."""
        return self._contrast({player: 1.0}, level)

    def difference(self, player: str, other: str, level: float = 0.95) -> Estimate:
        """Return how far a player is above another, with its interval.

        For several comparisons at once the level is `byways.statistics.intervals.bonferroni`'s.
        """
        if player == other:
            return Estimate(0.0, Interval(0.0, 0.0))
        return self._contrast({player: 1.0, other: -1.0}, level)

    def table(self, level: float = 0.95) -> list[tuple[str, Estimate]]:
        """Return all players with their ratings, the highest first."""
        rows = [(player, self.rating(player, level)) for player in self.players]
        return sorted(rows, key=lambda row: (-row[1].value, row[0]))

    def expected_share(self, first: str, second: str) -> float:
        """Return the first player's expected share of the points against the second."""
        ahead = self.elo[self.players.index(first)] - self.elo[self.players.index(second)]
        half = (ahead + (self.first_player.value if self.first_player else 0.0)) / ELO / 2
        share = self.draws.value if self.draws else 0.0
        drawn = 2 * share / (1 - share)
        won, lost = math.exp(half), math.exp(-half)
        return (won + drawn / 2) / (won + lost + drawn)

    def _contrast(self, of: dict[str, float], level: float) -> Estimate:
        weights = np.zeros(len(self.players))
        for player, weight in of.items():
            if player not in self.players:
                template = "{value} is not among the players"
                allowed = ", ".join(self.players)
                raise OptionError("statistics.player", template, option="player", value=player, allowed=allowed)
            weights[self.players.index(player)] = weight
        fewest = min(int(self.clusters[self.players.index(player)]) for player in of)
        return _estimate(
            float(weights @ self.elo), float(weights @ self.covariance @ weights), max(1, fewest - 1), level
        )


def rate(results: Iterable[Result], *, prior: float = PRIOR, level: float = 0.95) -> Ratings:
    """Return the ratings of all players who occur in some games, by greatest likelihood.

    `prior` regularises as `choice_model.fit` says: each player has played so many games more against an average one,
    half won and half lost, and there are as many of equals for the first player's advantage and for draws. `level` is
    that of the intervals of `first_player` and `draws`. Covariances are clustered by opening. Raises OptionError for
    other points than 0, ½ and 1, a player who meets only themself, and, with prior 0, ratings that are not finite.
    """
    require_at_least("prior", prior, 0)
    games = list(results)
    require_at_least("games", len(games), 1)
    players = tuple(sorted({name for game in games for name in (game.first, game.second)}))
    number = {name: i for i, name in enumerate(players)}
    draws = any(game.points == 0.5 for game in games)
    advantage = len(players)
    drawn = len(players) + 1
    weights = np.array([[1, 0, 0.5, 0], [0, 1, -0.5, 0], [0.5, 0.5, 0, 1]])
    slots = [[number[game.first], number[game.second], advantage, drawn] for game in games]
    if not draws:
        weights = weights[:DRAW, :3]
        slots = [slot[:3] for slot in slots]
    chosen = np.array([_outcome(game) for game in games])
    block = Choices(weights, np.array(slots), chosen, numbered([game.opening for game in games]))
    found = fit([block], len(players) + 1 + draws, prior)
    return _ratings(players, found, level)


def _outcome(game: Result) -> int:
    if game.points not in OUTCOMES or game.first == game.second:
        template = "no game of two: {first} against {second}, {points} points"
        fields = {"first": game.first, "second": game.second, "points": game.points}
        raise OptionError("statistics.game", template, option="points", allowed="0, 0.5 or 1", **fields)
    return OUTCOMES[game.points]


def _ratings(players: tuple[str, ...], found: Fit, level: float) -> Ratings:
    count = len(players)

    def estimate(index: int) -> Estimate:
        degrees = max(1, int(found.clusters[index]) - 1)
        return _estimate(float(found.values[index]), float(found.covariance[index, index]), degrees, level)

    first = scaled(estimate(count), ELO)
    draws = None
    if len(found.values) > count + 1:
        value, interval = estimate(count + 1)
        draws = Estimate(_draw_share(value), Interval(_draw_share(interval.low), _draw_share(interval.high)))
    elo, covariance = centred(found, count)
    return Ratings(players, elo, covariance, found.clusters[:count], first, draws)


def centred(found: Fit, players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the first `players` parameters of a fit in Elo, less their average, and their covariance."""
    centre = np.eye(players) - 1 / players
    return ELO * centre @ found.values[:players], ELO**2 * centre @ found.covariance[:players, :players] @ centre


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """Return an estimate in another unit."""
    low, high = estimate.interval
    return Estimate(estimate.value * factor, Interval(low * factor, high * factor))


def numbered(clusters: Sequence[Hashable]) -> NDArray[np.int64]:
    """Return clusters as numbers from 0 in their order; each None is one of its own."""
    known: dict[Hashable, int] = {}
    keys = [("alone", i) if cluster is None else ("cluster", cluster) for i, cluster in enumerate(clusters)]
    return np.array([known.setdefault(key, len(known)) for key in keys], np.int64)


def _draw_share(log: float) -> float:
    """Return the share of draws between equals, ν / (2 + ν)."""
    return 1 / (1 + 2 * math.exp(-log))


def _estimate(value: float, variance: float, degrees: float, level: float) -> Estimate:
    half = student_quantile(level, degrees) * math.sqrt(max(0.0, variance))
    return Estimate(value, Interval(value - half, value + half))

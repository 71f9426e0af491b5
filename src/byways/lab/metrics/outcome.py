"""Metrics of how games end."""

from __future__ import annotations

from collections.abc import Sequence

from byways.lab.metrics.sample import UNFINISHED, GameSample

Points = tuple[float, ...]
"""Each player's points in a game, from 0 to 1."""
EVEN = 0.5


def advantage_p1(sample: GameSample) -> float | None:
    """Return the points of the person who moved first: 1, ½, 0, or by rank."""
    return sample.first_seat_share


def first_player_edge(sample: GameSample) -> float | None:
    """Return the same less the ½ of an even game: from −½ to ½."""
    share = sample.first_seat_share
    return None if share is None else share - EVEN


def first_colour_share(sample: GameSample) -> float | None:
    """Return the points of the colour that moves first, whoever plays it by the pie rule."""
    return sample.first_share


def points_by_seat(sample: GameSample) -> Points | None:
    """Return the points of all persons in the order in which they began; None for a single player."""
    points = sample.points
    if points is None or len(points) < 2:
        return None
    return points[::-1] if sample.swapped else points


def balance(games: Sequence[Points]) -> float:
    """Return 1 less the largest difference between the mean points of two players."""
    means = _means(games)
    return 1 - (max(means) - min(means))


def outcome_uniformity(games: Sequence[Points]) -> float:
    """Return 1 less the variance of a player's results, from −1 to 1, averaged over the players."""
    means = _means(games)
    variances = (sum((2 * points[i] - 2 * mean) ** 2 for points in games) / len(games) for i, mean in enumerate(means))
    return 1 - sum(variances) / len(means)


def completion(sample: GameSample) -> float:
    """Return 1 for a game with a winner, or several who are not all, else 0."""
    return float(bool(sample.winners) and not _is_draw(sample))


def drawishness(sample: GameSample) -> float | None:
    """Return 1 for a draw, else 0; None for a single player. A game without a result is no draw."""
    return None if len(sample.players) == 1 else float(_is_draw(sample))


def timeouts(sample: GameSample) -> float:
    """Return 1 for a game without a result, else 0."""
    return float(sample.winners is None)


def swaps(sample: GameSample) -> float | None:
    """Return 1 where the pie rule was used, 0 where it was not; None where it is not offered."""
    if sample.record is None or not sample.record.start.options.get("swap"):
        return None
    return float(sample.swapped)


def reason(sample: GameSample) -> str:
    """Return why a game ended: the rules' reason, a termination, or "unfinished"."""
    return sample.reason or UNFINISHED


def score(sample: GameSample) -> float | None:
    """Return the mean score of the players; None where the game counts nothing but wins."""
    return sum(sample.scores.values()) / len(sample.scores) if sample.scores else None


def score_margin(sample: GameSample) -> float | None:
    """Return by how much the best score is above the second; None as `score`, and for a single player."""
    ordered = sorted(sample.scores.values(), reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else None


def _is_draw(sample: GameSample) -> bool:
    """Return whether none of several players won, or all share the first place."""
    return len(sample.players) > 1 and sample.winners is not None and len(sample.winners) in (0, len(sample.players))


def _means(games: Sequence[Points]) -> list[float]:
    return [sum(points[i] for points in games) / len(games) for i in range(len(games[0]))]

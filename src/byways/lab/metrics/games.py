"""Metrics of games without regard to values: how they end, how long they are, where they are played; and tables."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence

from byways.lab.metrics.course import EVEN, mean, variance
from byways.lab.metrics.metric import Row
from byways.lab.metrics.sample import UNFINISHED, GameSample
from byways.statistics.intervals import mean_interval, wilson
from byways.statistics.moments import Moments

Points = tuple[float, ...]
"""Each player's points in a game, from 0 to 1."""


def advantage_p1(sample: GameSample) -> float | None:
    """Return the points of the person who moved first: 1, ½, 0, or by rank."""
    return sample.first_seat_share


def first_player_edge(sample: GameSample) -> float | None:
    """Return the same less the ½ of an even game: from −½ to ½."""
    share = sample.first_seat_share
    return None if share is None else share - EVEN


def first_colour_share(sample: GameSample) -> float | None:
    """Return the points of the colour that moves first, whether or not the sides were swapped."""
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
    return mean(list(sample.scores.values()))


def score_margin(sample: GameSample) -> float | None:
    """Return by how much the best score is above the second; None as `score`, and for a single player."""
    ordered = sorted(sample.scores.values(), reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else None


def _is_draw(sample: GameSample) -> bool:
    """Return whether none of several players won, or all share the first place."""
    return len(sample.players) > 1 and sample.winners is not None and len(sample.winners) in (0, len(sample.players))


def _means(games: Sequence[Points]) -> list[float]:
    return [sum(points[i] for points in games) / len(games) for i in range(len(games[0]))]


def duration_turns(sample: GameSample) -> float:
    """Return how many turns players made."""
    return float(sample.turns)


def duration_turns_with_result(sample: GameSample) -> float | None:
    """Return the same; None for a game without a result."""
    return None if sample.winners is None else float(sample.turns)


def turns_to_win(sample: GameSample) -> float | None:
    """Return how many turns players made in a game that by the rules some of them won, but not all of several."""
    won = sample.winners is not None and 0 < len(sample.winners) < max(2, len(sample.players))
    if sample.record is not None and sample.record.termination:
        return None
    return float(sample.turns) if won else None


def duration_actions(sample: GameSample) -> float | None:
    """Return how many actions players took."""
    return None if sample.actions is None else float(sample.actions)


def standard_deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of values, by their number (not less one), as Ludii does."""
    return math.sqrt(variance(values))


def branching_factor(sample: GameSample) -> float | None:
    """Return the mean number of legal turns that a player had."""
    return mean(sample.legal_turns)


def branching_factor_median(sample: GameSample) -> float | None:
    """Return the median number of legal turns that a player had; of an even number, the mean of the middle two."""
    return median(sample.legal_turns)


def branching_factor_max(sample: GameSample) -> float | None:
    """Return the largest number of legal turns that a player had."""
    return float(max(sample.legal_turns)) if sample.legal_turns else None


def decision_moves(sample: GameSample) -> float | None:
    """Return the share of a game's turns in which a player had more than one legal turn."""
    return mean([count > 1 for count in sample.legal_turns])


def game_tree_complexity(sample: GameSample) -> float | None:
    """Return the number of turns times the decimal logarithm of the mean number of legal turns."""
    turns = mean(sample.legal_turns)
    return None if turns is None else len(sample.legal_turns) * math.log10(turns)


def legal_turns(sample: GameSample) -> tuple[int, ...] | None:
    """Return how many legal turns a player had, turn by turn."""
    return sample.legal_turns or None


def median(values: Sequence[float]) -> float | None:
    """Return the median of values in any order; of an even number, the mean of the middle two; None of none."""
    return float(statistics.median(values)) if values else None


def board_coverage(sample: GameSample) -> float | None:
    """Return the share of the cells that were occupied at any time, the start included."""
    if not sample.states:
        return None
    cells = len(sample.states[0].variant.reading.words)
    return len(sample.visited) / cells if cells else None


def visited_cells(sample: GameSample) -> tuple[str, ...] | None:
    """Return the cells that were occupied at any time, in the order of the board."""
    if not sample.states:
        return None
    return tuple(cell for cell in sample.states[0].variant.reading.words if cell in sample.visited)


def first_turn(sample: GameSample) -> str | None:
    """Return the first turn that a player made."""
    turns = zip(sample.record.turns if sample.record else (), sample.movers, strict=True)
    return next((turn for turn, mover in turns if mover in sample.players), None)


def winners_cells(sample: GameSample) -> tuple[str, ...] | None:
    """Return the cells with the sole winner's pieces at the end; None for any other result."""
    if not sample.states or sample.winners is None or len(sample.winners) != 1:
        return None
    return tuple(cell for cell, owner in sample.states[-1].cells.items() if owner == sample.winners[0])


def label_shares(games: Sequence[str]) -> list[Row]:
    """Return the share of the games with each label, the most frequent first, with Wilson's interval."""
    return _shares(Counter(games), len(games))


def cell_shares(games: Sequence[Sequence[str]]) -> list[Row]:
    """Return for each cell the share of the games that name it, the most frequent first, with Wilson's interval."""
    return _shares(Counter(cell for cells in games for cell in cells), len(games))


def by_ply(games: Sequence[Sequence[float]]) -> list[Row]:
    """Return the mean of the n-th values of all games that have one, for n from 1, with Student's interval."""
    rows = []
    for ply in range(max(map(len, games))):
        values = [float(game[ply]) for game in games if len(game) > ply]
        interval = mean_interval(Moments.of(values)).interval if min(values) < max(values) else None
        rows.append(Row(str(ply + 1), sum(values) / len(values), len(values), interval))
    return rows


def _shares(counts: Counter[str], games: int) -> list[Row]:
    ordered = sorted(counts.items(), key=lambda item: -item[1])  # stable: ties stay in order of appearance
    return [Row(label, count / games, games, wilson(count, games)) for label, count in ordered]

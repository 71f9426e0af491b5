"""Words of a report's sentences."""

from __future__ import annotations

from collections.abc import Sequence

from byways.lab.metrics.outcome import EVEN
from byways.lab.report.figures import RANDOM, Figure
from byways.lab.report.page.tables import with_interval


def capital(sentence: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def players_of(source: str) -> str:
    """Return how the players of a source are called in a sentence."""
    return "random players" if source == RANDOM else source


def listed(words: Sequence[str]) -> str:
    """Return words as a list of a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def ends(figure: Figure) -> tuple[float, float]:
    """Return the ends of a share's interval; of those that are not known, the least and the greatest share."""
    return figure.low or 0.0, 1.0 if figure.high is None else figure.high


def verdict(share: Figure) -> str:
    """Return who is ahead by a first player's share, if that is shown, with the figure."""
    low, high = ends(share)
    points = f"{with_interval(share)} of the points in {share.n:,} games"
    if low > EVEN:
        return f"the first player is ahead, with {points}"
    if high < EVEN:
        return f"the first player is behind, with {points}"
    return f"neither player is shown to be ahead: the first player has {points}"

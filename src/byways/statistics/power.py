"""Planning: how many games show a difference, and which difference so many games show.

Textbook formulas for the normal approximation: Fleiss, Levin and Paik (2003), "Statistical methods for rates and
proportions", 3rd edition, chapter 4, without continuity correction. `design_effect` is how much more the share of the
planned games varies than that of as many independent games without draws (`byways.statistics.intervals`).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from byways.errors import OptionError
from byways.statistics.checks import require_at_least, require_fraction
from byways.statistics.distributions import STANDARD, normal_quantile


def games_to_show(
    share: float, against: float = 0.5, *, power: float = 0.8, level: float = 0.95, design_effect: float = 1.0
) -> int:
    """Return how many games show, with a probability of `power`, that a share is not `against`.

    52 % against 50 % takes 4,904 games at 80 % power.
    """
    require_fraction("share", share, against)
    sides = normal_quantile(level) * _spread(against) + _power_quantile(power) * _spread(share)
    return _games(sides, share - against, design_effect)


def games_to_compare(
    first: float, second: float, *, power: float = 0.8, level: float = 0.95, design_effect: float = 1.0
) -> int:
    """Return how many games of each of two rule sets show, with a probability of `power`, that their shares differ."""
    require_fraction("share", first, second)
    pooled = math.sqrt(2) * _spread((first + second) / 2)
    sides = normal_quantile(level) * pooled + _power_quantile(power) * math.hypot(_spread(first), _spread(second))
    return _games(sides, first - second, design_effect)


def games_for_half_width(
    half_width: float, share: float = 0.5, *, level: float = 0.95, design_effect: float = 1.0
) -> int:
    """Return how many games give an interval of ± `half_width` around a share; ±0.025 around ½ takes 1,537."""
    require_fraction("half_width", half_width)
    return _games(normal_quantile(level) * _spread(share), half_width, design_effect)


def half_width(games: int, share: float = 0.5, *, level: float = 0.95, design_effect: float = 1.0) -> float:
    """Return the number behind ± of a share of so many games."""
    require_at_least("games", games, 1)
    return normal_quantile(level) * _spread(share) * math.sqrt(design_effect / games)


def detectable(
    games: int, against: float = 0.5, *, power: float = 0.8, level: float = 0.95, design_effect: float = 1.0
) -> float:
    """Return the smallest difference above `against` that so many games show with a probability of `power`.

    Where no share up to 1 would be shown, it is 1 − `against`.
    """
    require_at_least("games", games, 1)

    def enough(difference: float) -> bool:
        needed = games_to_show(against + difference, against, power=power, level=level, design_effect=design_effect)
        return needed <= games

    return _smallest(enough, 1 - against)


def detectable_between(
    games: int, share: float = 0.5, *, power: float = 0.8, level: float = 0.95, design_effect: float = 1.0
) -> float:
    """Return the smallest difference from `share` upwards that so many games of each of two rule sets show."""
    require_at_least("games", games, 1)

    def enough(difference: float) -> bool:
        needed = games_to_compare(share + difference, share, power=power, level=level, design_effect=design_effect)
        return needed <= games

    return _smallest(enough, 1 - share)


def _smallest(enough: Callable[[float], bool], most: float) -> float:
    low, high = 0.0, most
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _games(deviations: float, difference: float, design_effect: float) -> int:
    require_at_least("design_effect", design_effect, 1e-12)
    if difference == 0:
        template = "no number of games shows a difference of {value}"
        raise OptionError("statistics.difference", template, option="share", value=0, allowed="another share")
    return math.ceil((deviations / difference) ** 2 * design_effect)


def _power_quantile(power: float) -> float:
    require_fraction("power", power)
    return STANDARD.inv_cdf(power)


def _spread(share: float) -> float:
    return math.sqrt(share * (1 - share))

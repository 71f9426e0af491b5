"""A sequential test of two players on pairs of games: stop as soon as one of two hypotheses is clear.

The generalised sequential probability ratio test (GSPRT) on pairs, as chess programmers use it: Michel Van den Bergh,
"A practical introduction to the GSPRT" and "Comments on Normalized Elo" (https://www.cantate.be/Fishtest/), after Wald
(1945), "Sequential tests of statistical hypotheses", The Annals of Mathematical Statistics 16. The two games of an
opening make one observation with five possible values, so that it does not matter how much openings favour a colour.

Under each hypothesis the probabilities of the five are those of greatest likelihood among all that satisfy it, not a
normal approximation; the log of the ratio of both likelihoods (LLR) ends the test at Wald's bounds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from byways.errors import OptionError
from byways.statistics.checks import require_at_least, require_fraction
from byways.statistics.confidence_sequence import UNIT, confidence_sequence
from byways.statistics.distributions import normal_quantile
from byways.statistics.intervals import Estimate, Interval, Share
from byways.statistics.moments import Moments

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share of the points that the first player has in each kind of pair: LL, LD, DD or WL, WD, WW."""
NELO = 800 / math.log(10)
"""Normalised Elo for one standard deviation of a game."""
EMPTY = 1e-3
"""Pairs counted where there are none, in hypotheses of normalised Elo: a variance of 0 would leave them undefined."""
LARGEST = 1000
"""Normalised Elo beyond which no hypothesis is: a share that is 2.9 deviations of a game from ½."""
Verdict = Literal["low", "high"]


def pentanomial(pairs: Iterable[float]) -> list[int]:
    """Return how many pairs gave the first player 0, ½, 1, 1½ and 2 points: [LL, LD, DD+WL, WD, WW].

    Raises OptionError for any other number.
    """
    counts = [0] * 5
    for points in pairs:
        if points * 2 not in range(5):
            template = "a pair has {allowed} points, not {value}"
            allowed = "0, 0.5, 1, 1.5 or 2"
            raise OptionError("statistics.pair", template, option="pairs", value=points, allowed=allowed)
        counts[int(points * 2)] += 1
    return counts


@dataclass(frozen=True)
class GSPRT:
    """A test whether the first player's strength is rather `low` or `high`.

    Both are shares of the points or, with `scale="nelo"`, normalised Elo: the share's distance from ½ over a game's
    standard deviation, times 347.4. `alpha` is the probability of the verdict "high" where `low` is true, `beta` that
    of "low" where `high` is true.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    scale: Literal["share", "nelo"] = "share"

    def __post_init__(self) -> None:
        require_fraction("alpha", self.alpha)
        require_fraction("beta", self.beta)
        if self.scale == "share":
            require_fraction("low", self.low)
            require_fraction("high", self.high)
        elif not max(abs(self.low), abs(self.high)) <= LARGEST:
            template = "normalised Elo lies between −{value} and {value}"
            raise OptionError("statistics.nelo", template, option="low", value=LARGEST, allowed=f"up to {LARGEST}")
        if not self.low < self.high or self.alpha + self.beta >= 1:
            template = "a test needs low < high and alpha + beta < 1"
            raise OptionError("statistics.hypotheses", template, option="low", allowed="low < high")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the verdict is "low" or "high" (Wald's approximation)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """Return the log-likelihood ratio (LLR) of `high` over `low` after so many pairs of each kind."""
        if not any(counts):
            return 0.0
        likelihood = share_likelihood if self.scale == "share" else nelo_likelihood
        return likelihood(counts, self.high) - likelihood(counts, self.low)

    def verdict(self, counts: Sequence[float]) -> Verdict | None:
        """Return the verdict after so many pairs of each kind, None while more are needed.

        To be asked after every pair in the order of their tasks: a later verdict does not take back an earlier one.
        """
        ratio, (lower, upper) = self.ratio(counts), self.bounds
        return "high" if ratio >= upper else "low" if ratio <= lower else None


def share_likelihood(counts: Sequence[float], share: float) -> float:
    """Return the greatest log-likelihood of the counts among all probabilities with this share of the points."""
    return _tilted(counts, [value - share for value in SHARES])[0]


def nelo_likelihood(counts: Sequence[float], nelo: float) -> float:
    """Return the greatest log-likelihood of the counts among all probabilities with this normalised Elo.

    The condition mean − ½ = s · deviation is not linear in the probabilities. From probabilities that satisfy it, it is
    replaced by its tangent, which is solved exactly; the result is brought back to the condition, and so on until the
    likelihood no longer grows.
    """
    counts = [count or EMPTY for count in counts]
    total = sum(counts)
    ratio = nelo / NELO * math.sqrt(2)  # a pair's deviation is a game's over √2
    probabilities = _with_ratio([count / total for count in counts], ratio)
    likelihood = _likelihood(counts, probabilities)
    step = 1.0
    while step > 1e-3:
        mean, deviation = _mean_and_deviation(probabilities)
        tangent = [value - 0.5 - ratio / 2 * (deviation + (value - mean) ** 2 / deviation) for value in SHARES]
        _, aim = _tilted(counts, tangent)
        tried = _with_ratio([p + step * (q - p) for p, q in zip(probabilities, aim, strict=True)], ratio)
        gain = _likelihood(counts, tried) - likelihood
        if gain > 0:
            probabilities = tried
            likelihood = likelihood + gain
        if gain < 0:
            step /= 2
        elif gain < 1e-10 * (1 + abs(likelihood)):
            break
    return likelihood


def _with_ratio(probabilities: Sequence[float], ratio: float) -> list[float]:
    """Return probabilities times e^(m · share), with m such that mean − ½ is so many deviations; by bisection."""

    def tilted(m: float) -> list[float]:
        weights = [p * math.exp(m * (value - 0.5)) for p, value in zip(probabilities, SHARES, strict=True)]
        return [weight / sum(weights) for weight in weights]

    def above(m: float) -> bool:
        mean, deviation = _mean_and_deviation(tilted(m))
        return mean - 0.5 > ratio * deviation

    low, high = -1.0, 1.0
    while above(low):
        low, high = 2 * low, low
    while not above(high):
        low, high = high, 2 * high
    while high - low > 1e-13 * (1 + abs(low)):
        middle = (low + high) / 2
        low, high = (low, middle) if above(middle) else (middle, high)
    return tilted((low + high) / 2)


def _mean_and_deviation(probabilities: Sequence[float]) -> tuple[float, float]:
    mean = sum(p * value for p, value in zip(probabilities, SHARES, strict=True))
    variance = sum(p * (value - mean) ** 2 for p, value in zip(probabilities, SHARES, strict=True))
    return mean, math.sqrt(variance)


def _likelihood(counts: Sequence[float], probabilities: Sequence[float]) -> float:
    return sum(count * math.log(p) for count, p in zip(counts, probabilities, strict=True))


def _tilted(counts: Sequence[float], condition: Sequence[float]) -> tuple[float, list[float]]:
    """Return the greatest log-likelihood of the counts among all p with Σ p · condition = 0, and that p.

    By Lagrange's multipliers p = observed / (1 + m · condition), where m is the zero of a falling function (Owen 1988,
    "Empirical likelihood ratio confidence intervals for a single functional", Biometrika 75). No 1 + m · condition may
    be negative, not even where nothing was observed; where m comes to that end, what is left of the probability lies
    on the outermost kind.
    """
    total = sum(counts)
    low, high = -1 / max(condition), -1 / min(condition)
    seen = [(count, value) for count, value in zip(counts, condition, strict=True) if count]
    m = 0.0
    for _ in range(200):
        value = slope = 0.0
        for count, h in seen:
            part = h / (1 + m * h)
            value += count * part
            slope -= count * part * part
        low, high = (m, high) if value > 0 else (low, m)
        step = m - value / slope if slope else (high if value > 0 else low)
        before = m
        m = step if low < step < high else (low + high) / 2
        if abs(m - before) <= 1e-13 * (abs(m) + 1e-3):
            break
    likelihood = sum(count * math.log(count / total / (1 + m * h)) for count, h in seen)
    probabilities = [count / total / (1 + m * h) if count else 0.0 for count, h in zip(counts, condition, strict=True)]
    left = 1 - sum(probabilities)
    outermost = condition.index(max(condition) if m < 0 else min(condition))
    probabilities[outermost] += max(0.0, left)
    return likelihood, probabilities


@dataclass(frozen=True)
class Strength:
    """The first player's share, Elo difference and normalised Elo, each with its interval."""

    share: Estimate
    elo: Estimate
    nelo: Estimate


def strength(counts: Sequence[int], *, level: float = 0.95, planned_pairs: float | None = None) -> Strength:
    """Return what the pairs say about the first player's strength.

    Without `planned_pairs` their number must have been fixed beforehand. With it the interval of the share, and of Elo
    with it, is that of a confidence sequence and holds whenever one looks or stops, also after a sequential test;
    `planned_pairs` says at which number it is narrowest. The share itself is biased by stopping: games that end a test
    early were lucky ones. The interval of the normalised Elo is the normal one, widened in proportion.
    """
    sample = Moments.of_counts(SHARES, counts)
    require_at_least("pairs", sample.n, 1)
    fixed = Share.of_moments(Moments(sample.n, 2 * sample.mean, 4 * sample.squares))
    interval = fixed.interval(level)
    widened = 1.0
    if planned_pairs is not None:
        usual = interval.half_width
        interval = confidence_sequence(sample, planned=planned_pairs, level=level, bounds=UNIT)
        widened = interval.half_width / usual
    share = Estimate(fixed.value, interval)
    elo = Estimate(elo_of(share.value), Interval(elo_of(interval.low), elo_of(interval.high)))
    return Strength(share, elo, _normalised(sample, level, widened))


def _normalised(sample: Moments, level: float, widened: float) -> Estimate:
    """Return the normalised Elo of pairs; a pair half a game's deviation off, counted once more, makes it finite.

    The standard error of mean over deviation is √((1 + ratio² / 2) / n) for nearly normal values (Johnson and Welch
    1940, "Applications of the non-central t-distribution", Biometrika 31).
    """
    deviation = math.sqrt((sample.squares + 0.125) / sample.n)
    ratio = (sample.mean - 0.5) / deviation
    error = math.sqrt((1 + ratio * ratio / 2) / sample.n)
    half = normal_quantile(level) * error * widened
    low, value, high = (NELO / math.sqrt(2) * number for number in (ratio - half, ratio, ratio + half))
    return Estimate(value, Interval(low, high))


def elo_of(share: float) -> float:
    """Convert a share of the points to a difference of Elo ratings; infinite for all or nothing."""
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return -400 * math.log10(1 / share - 1)


def share_of(elo: float) -> float:
    """Convert a difference of Elo ratings to the expected share of the points."""
    return 1 / (1 + 10 ** (-elo / 400))

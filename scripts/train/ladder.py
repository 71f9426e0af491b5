"""Calibrating levels: ten strengths, each of which scores a like share against the one below.

First the strength of a row of searches is measured, each against the next: plain ones from a handful of simulations,
then the game's own from the first that beats them up to full strength. Levels are laid along that curve at equal
distances, and then measured against each other from the top down; one that lies too near or too far is moved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from byways.arena.match import Match
from byways.arena.run import runner
from byways.arena.run.fingerprint import stamp
from byways.arena.run_store import RunStore
from byways.arena.schedule import GameLimits, RuleSet
from byways.arena.score import Score
from byways.search.levels import LEVELS, Level, Rung
from byways.statistics.sequential import elo_of

LOW, HIGH = 0.60, 0.75  # the shares that neighbours may score
_NARROW = 0.02  # how far from those bounds a measured share should stay
_MOST_TRIES = 6

Play = Callable[[Level, Level], Score]
"""A match: the score of the first level."""


@dataclass(frozen=True)
class Sample:
    """A search on the measured curve."""

    level: Level
    elo: float


def name_of(level: Level) -> str:
    """Return the level's name as a match player."""
    learnt = f",learnt={level.learnt}" if level.learnt else ""
    return f"{'plain' if level.plain else 'full'}:simulations={level.simulations}{learnt}"


def matches(rules: RuleSet, limits: GameLimits, folder: Path, *, jobs: int, report: Callable[[str], None]) -> Play:
    """Return a function that plays matches, each a run in a folder of its own below `folder`.

    One that was broken off goes on where it stopped. Raises RunError.
    """

    def play(first: Level, second: Level) -> Score:
        names = name_of(first), name_of(second)
        met, match = " against ".join(names), Match(rules, *names, limits=limits)
        with closing(RunStore(folder / met)) as store:
            store.describe({**match.manifest(), **stamp()})
            *_, score = match.play(store, runner(jobs))
        low, high = score.interval
        report(f"{met}: {100 * score.share:.1f} % ({100 * low:.1f}–{100 * high:.1f}) of {score.games} games")
        return score

    return play


def measure(play: Play, lowest: int, highest_plain: int, highest: int) -> list[Sample]:
    """Measure plain searches from `lowest` to `highest_plain` simulations, then the game's own up to `highest`."""
    samples = [Sample(Level(lowest, plain=True), 0.0)]
    for simulations in _doublings(2 * lowest, highest_plain):
        samples.append(_next(play, samples[-1], Level(simulations, plain=True)))
    own = iter(_doublings(1, highest))
    for simulations in own:
        sample = _next(play, samples[-1], Level(simulations, plain=False))
        if sample.elo > samples[-1].elo or simulations == highest:
            samples.append(sample)
            break
    for simulations in own:
        samples.append(_next(play, samples[-1], Level(simulations, plain=False)))
    return samples


def _doublings(first: int, last: int) -> list[int]:
    """From `first` by doubling, ending exactly at `last`."""
    found = []
    while first < 0.75 * last:
        found.append(first)
        first *= 2
    return [*found, last]


def _next(play: Play, below: Sample, level: Level) -> Sample:
    return Sample(level, below.elo + _elo(play(level, below.level)))


def _elo(score: Score) -> float:
    """The difference in rating, as if each side had won half a game more: a clean sweep stays finite."""
    return elo_of((score.wins + score.draws / 2 + 0.5) / (score.games + 1))


def at(samples: Sequence[Sample], elo: float) -> Level:
    """Return the search with a rating, interpolated between samples of a kind by log simulations."""
    for below, above in pairwise(samples):
        if below.elo <= elo <= above.elo:
            if below.level.plain != above.level.plain:
                return above.level if 2 * elo > below.elo + above.elo else below.level
            part = (elo - below.elo) / max(above.elo - below.elo, 1e-9)
            ratio = above.level.simulations / below.level.simulations
            return Level(round(below.level.simulations * ratio**part), below.level.plain)
    return samples[0].level if elo < samples[0].elo else samples[-1].level


def rising(samples: Sequence[Sample]) -> list[Sample]:
    """Return the samples without those no stronger than an earlier one; the last one stays, as the top."""
    kept = [samples[0]]
    for sample in samples[1:]:
        if sample.elo > kept[-1].elo:
            kept.append(sample)
    if kept[-1] != samples[-1]:
        kept.append(Sample(samples[-1].level, kept[-1].elo + 1.0))
    return kept


def calibrate(play: Play, samples: Sequence[Sample]) -> Iterator[Rung]:
    """Yield the ten levels from the strongest down, each as soon as the next one below has been measured against it."""
    curve = rising(samples)
    top = curve[-1].elo
    step = (top - curve[0].elo) / (len(LEVELS) - 1)
    step = min(max(step, elo_of(LOW + 2 * _NARROW)), elo_of(HIGH - 2 * _NARROW))
    upper = curve[-1].level
    for number in reversed(LEVELS[1:]):
        lower, aim, score = _below(play, curve, upper, top, step)
        yield _rung(upper, number, score)
        upper, top = lower, aim
    yield _rung(upper, LEVELS[0])


def measure_again(play: Play, levels: Sequence[Level]) -> Iterator[Rung]:
    """Measure the present levels again, the weakest first, each against the one below."""
    yield _rung(levels[0], LEVELS[0])
    for number, (below, level) in enumerate(pairwise(levels), LEVELS[1]):
        yield _rung(level, number, play(level, below))


def _rung(level: Level, number: int, score: Score | None = None) -> Rung:
    rung = Rung(level.simulations, level.plain, number, learnt=level.learnt)
    return rung if score is None else replace(rung, share=score.share, interval=score.interval, games=score.games)


def _below(play: Play, curve: Sequence[Sample], upper: Level, top: float, step: float) -> tuple[Level, float, Score]:
    """The level that `upper` beats as it should, its place on the curve, and their match."""
    near, far = top, None  # ratings that proved too near and too far
    aim = top - step
    for _ in range(_MOST_TRIES):
        lower = at(curve, aim)
        score = play(upper, lower)
        if LOW + _NARROW <= score.share <= HIGH - _NARROW:
            break
        if score.share < LOW + _NARROW:
            near = aim
        else:
            far = aim
        after = near - step if far is None else (near + far) / 2
        if at(curve, after) == lower:
            break
        aim = after
    return lower, aim, score


def ratings(rungs: Sequence[Rung]) -> list[float]:
    """Return Elo ratings, the weakest level at 0, from each one's share against the one below."""
    found = [0.0]
    for rung in rungs[1:]:
        assert rung.share is not None
        found.append(found[-1] + elo_of(min(max(rung.share, 0.001), 0.999)))
    return found


def error(rungs: Sequence[Rung], number: int) -> float:
    """Return half the 95 % interval of a level's rating, taking the steps below it as independent."""
    total = 0.0
    for rung in rungs[1:number]:
        assert rung.interval is not None
        low, high = (elo_of(min(max(share, 0.001), 0.999)) for share in rung.interval)
        total += ((high - low) / 2) ** 2
    return math.sqrt(total)


def ladder_text(rungs: tuple[Rung, ...], made_by: str) -> str:
    """Return the text of a ladder file."""
    lines = [f"# Made by `{made_by}`; share, interval (95 %) and games are those against the level below."]
    for rung in rungs:
        lines += ["", "[[level]]", f"number = {rung.number}", f"simulations = {rung.simulations}"]
        lines.append(f"plain = {str(rung.plain).lower()}")
        if rung.learnt:
            lines.append(f"learnt = {rung.learnt}")
        if rung.share is not None and rung.interval is not None:
            low, high = rung.interval
            lines += [f"share = {rung.share:.3f}", f"interval = [{low:.3f}, {high:.3f}]", f"games = {rung.games}"]
    return "\n".join(lines) + "\n"

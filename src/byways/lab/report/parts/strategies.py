"""Simple strategies against random players and a level: what should not work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from byways.arena.match import Match
from byways.arena.run import Runner
from byways.arena.run_store import RunStore
from byways.arena.schedule import Limits, RuleSet
from byways.arena.score import Score
from byways.arena.strategies import STRATEGIES, can_play
from byways.game import Variant
from byways.lab.report.figures import Figure
from byways.lab.report.parts import FiguresOnly
from byways.lab.report.sections import SIMPLE


class SimpleStrategies(FiguresOnly):
    """Matches of each strategy with some opponents, every opening from both sides."""

    name = "simple strategies"

    def __init__(self, variant: Variant, opponents: Mapping[str, str], games: int, seed: int) -> None:
        """Take the opponents as players, by the source that figures name, and the games of each match."""
        self._rules = RuleSet(variant.game.name, dict(variant.options))
        self._each = games
        self._seed = seed
        self._pairings = [(name, source) for name in STRATEGIES for source in opponents] if can_play(variant) else []
        self._opponents = opponents
        self._scores: dict[tuple[str, str], Score] = {}

    @property
    def games(self) -> int:
        """The games that are planned; 0 where the strategies cannot play."""
        return self._each * len(self._pairings)

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the matches; yield how many games are played. Raises RunError."""
        for number, (name, source) in enumerate(self._pairings):
            match = Match(self._rules, name, self._opponents[source], limits=Limits(self._each, None, self._seed))
            with closing(RunStore(folder and folder / f"{name}-{source.replace(' ', '-')}")) as store:
                store.describe(match.manifest())
                for score in match.play(store, run):
                    self._scores[name, source] = score
                    yield number * self._each + match.counted_games
            yield (number + 1) * self._each

    def figures(self) -> Iterator[Figure]:
        """Yield each strategy's share of the points against each opponent."""
        for (name, source), score in self._scores.items():
            if score.games:
                low, high = score.interval
                yield Figure(SIMPLE, "StrategyShare", name, score.share, low, high, score.games, "share", source)

"""What the rules bring about in random games: the events that the game names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from byways.arena.run import Runner
from byways.arena.seeds import seed_of
from byways.game import Variant
from byways.lab.metrics import Accumulator, GameSample
from byways.lab.metrics.events import event_metrics
from byways.lab.report.figures import RANDOM, Figure, from_metrics
from byways.lab.report.parts import FiguresOnly
from byways.position.random_games import random_game
from byways.records import Record


class RulesInPlay(FiguresOnly):
    """Random games with all their turns, which the compiled batch does not keep, and the events in them."""

    name = "rules in play"

    def __init__(self, variant: Variant, games: int, seed: int) -> None:
        """Take what is played, nothing in a game without events; nothing is played before `play`."""
        self.games = games if variant.game.events else 0
        self._seed = seed
        self._variant = variant
        self._accumulator = Accumulator(event_metrics(variant.game))

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the games in this process, and keep none; yield how many are played."""
        game = self._variant.game.name
        options = self._variant.options
        for number in range(self.games):
            end = random_game(game, seed_of("rules in play", self._seed, number), **options)
            self._accumulator.add(GameSample.of(Record.from_state(end)))
            yield number + 1

    def figures(self) -> Iterator[Figure]:
        """Yield the mean of each event."""
        yield from from_metrics(self._accumulator.figures(), RANDOM)

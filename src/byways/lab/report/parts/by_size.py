"""The first player's share and the length of games by the size of the board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from byways.arena.run import Runner
from byways.batch.random_games import random_games
from byways.game import Variant
from byways.lab.metrics import Accumulator, find
from byways.lab.report.figures import BALANCE, LENGTH, RANDOM, Figure, from_metrics
from byways.lab.report.parts import Part
from byways.lab.report.parts.random_games import samples_of
from byways.lab.report.parts.self_play import SelfPlay
from byways.lab.report.plan import level
from byways.rules.options import Whole

MOST = 5
"""Sizes that are played."""
_BEYOND = 1.4  # times the default size: larger boards take too long
_NAMES = {"AdvantageP1": (BALANCE, "ShareBySize"), "DurationTurns": (LENGTH, "LengthBySize")}


def size_option(variant: Variant) -> Whole | None:
    """Return the option that alone gives the size of the board; None where there is no such option."""
    board = variant.game.board
    named = {size for size in board.sizes if isinstance(size, str)} if board is not None else set()
    if len(named) != 1:
        return None
    return next((one for one in variant.game.options if isinstance(one, Whole) and one.name in named), None)


def sizes_of(variant: Variant) -> list[int]:
    """Return sizes from the smallest to somewhat above the default, that of the variant among them."""
    option = size_option(variant)
    if option is None:
        return []
    most = max(int(option.default) * _BEYOND, int(variant.options[option.name]))
    values = [value for value in option.values if value <= most]
    steps = min(MOST, len(values)) - 1
    spread = {values[round(step * (len(values) - 1) / steps)] for step in range(steps + 1)} if steps else set(values)
    return sorted(spread | {int(variant.options[option.name])})


class BySize(Part):
    """Random games, and some of a level, on boards of several sizes, all other options as they are."""

    name = "sizes"

    def __init__(self, variant: Variant, random: int, level_games: int, seed: int) -> None:
        """Take the random games and those of level 3 on each size; the latter up to the default size."""
        option = size_option(variant)
        sizes = sizes_of(variant) if random else []
        self._boards = {
            size: variant.game.variant({**variant.options, option.name: size}) for size in sizes if option is not None
        }
        played = [size for size in sizes if option is not None and size <= int(option.default)] if level_games else []
        self._levels = {size: SelfPlay(self._boards[size], level(3, level_games), seed) for size in played}
        self._random = random
        self._seed = seed
        self._found: dict[int, Accumulator] = {}
        # The games of the level, and a unit of work for the random games of each size.
        self.games = len(self._boards) + sum(one.games for one in self._levels.values())

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the games; yield how much is done. Raises RunError."""
        done = 0
        for size, board in self._boards.items():
            accumulator = Accumulator([find(name) for name in _NAMES])
            for batch in random_games(board, self._random, self._seed):
                for sample in samples_of(batch):
                    accumulator.add(sample)
            self._found[size] = accumulator
            done += 1
            yield done
        for size, part in self._levels.items():
            for played in part.play(folder and folder / f"size-{size}", run):
                yield done + played
            done += part.games

    def figures(self) -> Iterator[Figure]:
        """Yield the lines of both tables."""
        for size, accumulator in self._found.items():
            yield from _lines(size, from_metrics(accumulator.figures(), RANDOM))
        for size, part in self._levels.items():
            yield from _lines(size, part.figures())


def _lines(size: int, figures: Iterator[Figure]) -> Iterator[Figure]:
    """Yield the figures that belong to the tables as their lines for a size."""
    for one in figures:
        if one.name in _NAMES and not one.label:
            section, name = _NAMES[one.name]
            yield Figure(section, name, str(size), one.value, one.low, one.high, one.n, one.unit, one.source)

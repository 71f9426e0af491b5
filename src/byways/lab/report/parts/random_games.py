"""Random games, and what they say of a rule set: figures from compiled batches."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from byways.arena.run import Runner
from byways.arena.seeds import seed_of
from byways.batch.random_games import CHOICES, DECISIONS, PLIES, SWAPPED, TURNS, RandomGames as Batch, random_games
from byways.game import Variant
from byways.lab.metrics import METRICS, Accumulator, GameSample, find
from byways.lab.metrics.metric import Row, figure_of
from byways.lab.metrics.registry import event_metrics
from byways.lab.report.facts import Played
from byways.lab.report.figures import BOUND, COMPLEXITY, RANDOM, SPACE, Figure, from_metrics, rows
from byways.lab.report.parts import Part
from byways.position.outcome import judged
from byways.position.random_games import random_game
from byways.position.state import State
from byways.records import Record
from byways.statistics.intervals import mean_interval, wilson
from byways.statistics.moments import Moments


@dataclass
class Tally:
    """What is kept of random games, batch by batch: a few numbers for each, none of their turns."""

    variant: Variant
    accumulator: Accumulator = field(default_factory=lambda: Accumulator(METRICS))
    lengths: Counter[int] = field(default_factory=Counter)
    first_turns: Counter[tuple[int, ...]] = field(default_factory=Counter)
    first_points: dict[tuple[int, ...], float] = field(default_factory=dict)
    visits: NDArray[np.int64] | None = None
    branching: list[float] = field(default_factory=list)
    tree: list[float] = field(default_factory=list)
    plies: NDArray[np.float64] = field(default_factory=lambda: np.zeros((3, PLIES)))
    """The number, sum and squares of the legal turns at each ply."""
    largest: int = 0
    """The largest word of a cell at the end of a game."""

    def add(self, games: Batch) -> None:
        """Take in a batch."""
        samples = samples_of(games)
        for sample in samples:
            self.accumulator.add(sample)
        self.lengths.update(games.facts[:, TURNS].tolist())
        words = list(self.variant.reading.words.values())
        self.largest = max(self.largest, int(games.states[:, words].max(initial=0)))
        visits = games.visited.sum(axis=0)
        self.visits = visits if self.visits is None else self.visits + visits
        if self.variant.turn_names is not None:
            self._add_choices(games)
        if not self.variant.game.dice:
            self._add_first_turns(games, samples)

    def _add_choices(self, games: Batch) -> None:
        """Take in how many turns there were to choose from, where an action is a turn."""
        decisions = games.facts[:, DECISIONS]
        choices = games.facts[:, CHOICES]
        means = (choices / np.maximum(decisions, 1)).tolist()
        self.branching += means
        self.tree += [turns * math.log10(max(mean, 1.0)) for turns, mean in zip(decisions.tolist(), means, strict=True)]
        counts = games.choices.astype(np.float64)
        self.plies += np.stack([(counts > 0).sum(axis=0), counts.sum(axis=0), (counts**2).sum(axis=0)])

    def _add_first_turns(self, games: Batch, samples: Sequence[GameSample]) -> None:
        for actions, sample in zip(games.first_turns.tolist(), samples, strict=True):
            share = sample.first_seat_share
            if share is not None:
                turn = tuple(action for action in actions if action >= 0)
                self.first_turns[turn] += 1
                self.first_points[turn] = self.first_points.get(turn, 0.0) + share

    @property
    def pieces_are_known(self) -> bool:
        """Whether cells held nothing but the game's pieces: some games keep more in a cell's word."""
        return self.largest <= len(self.variant.game.all_pieces)

    def figures(self) -> Iterator[Figure]:
        """Yield all figures."""
        yield from from_metrics(self.accumulator.figures(), RANDOM)
        yield from length_figures(self.lengths, RANDOM)
        if self.branching:
            found = (
                figure_of(find("BranchingFactor"), self.branching),
                figure_of(find("GameTreeComplexity"), self.tree),
            )
            yield from from_metrics(found, RANDOM)
            yield from rows("BranchingByPly", self._by_ply(), "moves", RANDOM)
        if self.visits is not None and len(self.visits):
            yield from rows("VisitedCells", self._visits(), "share", RANDOM)
        yield from rows("FirstTurnShare", self._first_turns(), "share", RANDOM, SPACE)

    def _by_ply(self) -> Iterator[Row]:
        for ply, (n, total, squares) in enumerate(self.plies.T.tolist(), 1):
            if n:
                mean = total / n
                off = max(0.0, squares - n * mean * mean)
                interval = mean_interval(Moments(int(n), mean, off)).interval if off > 0 else None
                yield Row(str(ply), mean, int(n), interval)

    def _visits(self) -> Iterator[Row]:
        assert self.visits is not None
        games = sum(self.lengths.values())
        for cell, count in zip(self.variant.reading.words, self.visits.tolist(), strict=True):
            yield Row(cell, count / games, games, wilson(count, games))

    def _first_turns(self) -> list[Row]:
        start = self.variant.start()
        texts = self.variant.game.texts
        found = []
        for turn, games in self.first_turns.items():
            points = self.first_points[turn]
            name = texts.write(self.variant, start, turn)
            found.append(Row(name, points / games, games, wilson(points, games)))
        return sorted(found, key=lambda row: (-row.value, row.label))


class RandomGames(Part):
    """Games of the game's random player from the start position, and the bounds that follow from the rules."""

    name = "random games"

    def __init__(self, variant: Variant, games: int, seed: int) -> None:
        """Take what is played; nothing is played before `play`."""
        self.games = games
        self.seed = seed
        self._tally = Tally(variant)

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the games by machine code, in as many threads as there are cores, and keep none."""
        begun = time.perf_counter()
        done = 0
        for found in random_games(self._tally.variant, self.games, self.seed):
            self._tally.add(found)
            done += len(found.reasons)
            yield done
        self.times = {"random games a second": done / max(1e-9, time.perf_counter() - begun)}

    def figures(self) -> Iterator[Figure]:
        """Yield all figures."""
        yield from bounds(self._tally.variant, pieces_are_known=self._tally.pieces_are_known)
        yield from self._tally.figures()

    def played(self) -> Played:
        """Return how many games were played."""
        return Played(source=RANDOM, games=self.games)


def samples_of(games: Batch) -> list[GameSample]:
    """Return random games as metrics see them, without records."""
    variant = games.variant
    players = games.variant.players
    # With other numbers of players only the game's own count tells who won, by what score; it may be slow.
    by_values = len(players) == 2
    found = []
    for index, (reason, fact) in enumerate(zip(games.reasons, games.facts.tolist(), strict=True)):
        winners: tuple[str, ...] | None = None
        scores: dict[str, float] = {}
        if reason and by_values:
            winners = tuple(name for name, value in zip(players, games.values[index], strict=True) if value == 1.0)
        elif reason:
            outcome = judged(State(variant, games.states[index].copy()))
            winners = outcome.winners
            scores = dict(outcome.scores)
        found.append(GameSample(players, winners, reason, fact[TURNS], bool(fact[SWAPPED]), scores))
    return found


def length_figures(lengths: Counter[int], source: str) -> Iterator[Figure]:
    """Yield how many games took how many turns, as shares."""
    games = sum(lengths.values())
    found = (Row(str(turns), n / games, games, wilson(n, games)) for turns, n in sorted(lengths.items()))
    return rows("LengthDistribution", found, "share", source, "length")


def bounds(variant: Variant, *, pieces_are_known: bool) -> list[Figure]:
    """Return what follows from the rules alone, if no cell holds anything but the declared pieces."""
    found = []
    if (positions := board_positions(variant)) is not None and pieces_are_known:
        found.append(Figure(COMPLEXITY, "BoardPositionsBound", "", positions, None, None, 0, "log10", BOUND))
    if (longest := variant.longest) is not None:
        found.append(Figure(COMPLEXITY, "LongestGame", "", float(longest), None, None, 0, "actions", BOUND))
    return found


def board_positions(variant: Variant) -> float | None:
    """Return log10 of players × (1 + kinds of pieces) ^ cells; None for a game without a common board of pieces."""
    kinds = len(variant.game.all_pieces)
    cells = len(variant.reading.words)
    if not kinds or not cells or variant.game.ui.sheets is not None:
        return None
    return math.log10(len(variant.players)) + cells * math.log10(1 + kinds)


class RulesInPlay(Part):
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

"""The report on one rule set: what is played and measured for it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from byways.analysis import analyse
from byways.arena.schedule import Rules
from byways.game import Variant
from byways.position import write_options
from byways.proofs.stored import stored
from byways.records import Record
from byways.report.figures import BOUND, PROOF, Figure
from byways.report.level_games import LevelGames, play_level
from byways.report.plan import Plan
from byways.report.random_strength import Tally, tally_random
from byways.report.sections import BALANCE, COMPLEXITY
from byways.state import State

_SIMULATIONS = 2_000  # that are timed


@dataclass
class RuleSetReport:
    """The figures of one rule set, the games that are shown, and what a clock measured."""

    variant: Variant
    plan: Plan
    figures: list[Figure] = field(default_factory=list)
    levels: list[LevelGames] = field(default_factory=list)
    times: dict[str, float] = field(default_factory=dict)

    def make(self, folder: Path | None, jobs: int) -> Iterator[tuple[int, str]]:
        """Play and measure; yield (thousandths of the games that are played, what is being played).

        Games of levels are kept in folders of their own below `folder`. Raises RunError.
        """
        plan, variant = self.plan, self.variant
        total = plan.random + sum(level.games for level in plan.levels)
        begun, tally, done = time.perf_counter(), Tally(variant), 0
        for tally in tally_random(variant, plan.random, plan.seed):
            done = sum(tally.lengths.values())
            yield 1000 * done // total, "random games"
        self.times["random games a second"] = _rate(done, time.perf_counter() - begun)
        rules = Rules(variant.game.name, dict(variant.options))
        for level in plan.levels:
            games = LevelGames(level)
            for games in play_level(rules, level, plan.seed, folder and folder / f"level-{level.level}", jobs):
                yield 1000 * (done + games.played) // total, games.source
            self.levels.append(games)
            done += level.games
            self.times[f"seconds a game, {games.source}"] = games.seconds / max(1, games.played)
        self.figures = [*bounds(variant, tally), *proved(variant), *tally.figures()]
        for games in self.levels:
            self.figures += games.figures()
        if rate := _simulations_a_second(variant, plan.seed):
            self.times["simulations a second"] = rate

    @property
    def name(self) -> str:
        """Its options that are not at their defaults, as a position's heading has them."""
        return write_options(self.variant.option_texts) or "no options"

    @property
    def examples(self) -> dict[str, Record]:
        """The games to be shown, of the highest level that was played."""
        return self.levels[-1].examples if self.levels else {}

    def figure(self, name: str, source: str, label: str = "") -> Figure | None:
        """Return a figure; None where there is none."""
        for one in self.figures:
            if (one.name, one.source, one.label) == (name, source, label):
                return one
        return None

    def table(self, name: str, source: str) -> list[Figure]:
        """Return all lines of a table."""
        return [one for one in self.figures if (one.name, one.source) == (name, source) and one.label]


def bounds(variant: Variant, tally: Tally) -> list[Figure]:
    """Return what follows from the rules alone."""
    found = []
    if (positions := board_positions(variant)) is not None and tally.pieces_are_known:
        found.append(Figure(COMPLEXITY, "BoardPositionsBound", "", positions, None, None, 0, "log10", BOUND))
    if (longest := variant.longest) is not None:
        found.append(Figure(COMPLEXITY, "LongestGame", "", float(longest), None, None, 0, "actions", BOUND))
    return found


def board_positions(variant: Variant) -> float | None:
    """Return log10 of players × (1 + kinds of pieces) ^ cells; None for a game without a common board of pieces."""
    kinds, cells = len(variant.game.all_pieces), len(variant.reading.words)
    if not kinds or not cells or variant.game.ui.sheets is not None:
        return None
    return math.log10(len(variant.players)) + cells * math.log10(1 + kinds)


def proved(variant: Variant) -> list[Figure]:
    """Return the proved values of the game's boards, whatever their options."""
    return [
        Figure(
            BALANCE, "ProvedValue", write_options(proof.variant.option_texts),
            proof.value(proof.variant.players[0]), None, None, 0, "share", PROOF,
        )
        for proof in stored()
        if proof.variant.game.name == variant.game.name
    ]  # fmt: skip


def _simulations_a_second(variant: Variant, seed: int) -> float:
    """Return how fast the game's own engine searches from the start position, on one core; 0 where that is proved."""
    state = State(variant, variant.start())
    while state.to_move == "chance":
        state = state.play(state.chances()[0][0])
    found = analyse(state, None, simulations=_SIMULATIONS, seed=seed)
    return _rate(found.simulations, found.seconds)


def _rate(count: int, seconds: float) -> float:
    return count / seconds if seconds > 0 else 0.0

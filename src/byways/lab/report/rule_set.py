"""The report on one rule set: what is played and measured for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from byways.arena.run import Runner
from byways.game import Variant
from byways.lab.report.facts import Example, RuleSetFacts
from byways.lab.report.figures import Figure
from byways.lab.report.parts import Part
from byways.lab.report.parts.by_size import BySize
from byways.lab.report.parts.depth import Depth
from byways.lab.report.parts.first_turns import FirstTurns
from byways.lab.report.parts.one_change import PieRule, SecondEngine
from byways.lab.report.parts.random_games import RandomGames
from byways.lab.report.parts.rules_in_play import RulesInPlay
from byways.lab.report.parts.same_dice import SameDice, can_split
from byways.lab.report.parts.self_play import SelfPlay
from byways.lab.report.parts.strategies import SimpleStrategies
from byways.lab.report.plan import ReportPlan
from byways.lab.report.proved import of_others, of_variant
from byways.position.notation import write_options
from byways.position.state import State
from byways.solve.analysis import analyse

_SIMULATIONS = 2_000  # that are timed


def parts_of(variant: Variant, plan: ReportPlan) -> list[Part]:
    """Return the parts of a report in the order in which they are played, by its plan."""
    seed = plan.seed
    games = [SelfPlay(variant, one, seed, shown=one is plan.strengths[-1]) for one in plan.strengths]
    parts: list[Part] = [RandomGames(variant, plan.random, seed), *games]
    if plan.pie_games:
        parts.append(PieRule(games[-1], variant, plan.pie_games, seed))
    if plan.second and variant.is_searched:
        parts.append(SecondEngine(games[-1], variant, plan.second, seed))
    if plan.first_turns and variant.is_searched:
        parts.append(FirstTurns(variant, plan.level, plan.first_turns, seed))
    if plan.ladder and variant.is_searched:
        parts.append(Depth(variant, plan.ladder, seed))
    return [*parts, *(part for part in _beside(variant, plan) if part.games)]


def _beside(variant: Variant, plan: ReportPlan) -> Iterator[Part]:
    """Yield the parts beside the games of each strength; those that a game has no use for have no games."""
    beside = plan.beside
    seed = plan.seed
    opponents = {"random": "random"} if plan.quick else {"random": "random", "level 3": "level:number=3"}
    yield RulesInPlay(variant, beside.events, seed)
    yield SimpleStrategies(variant, opponents, beside.strategies, seed)
    yield BySize(variant, beside.random_by_size, beside.level_by_size, seed)
    if can_split(variant):
        greedy = {"greedy": "greedy"} if variant.game.search.beginner_turn is not None else {}
        searching = plan.strengths[:2] if plan.quick else plan.strengths  # 20 games of level 10 take 50 s
        players = {"random": "random", **greedy, **{one.source: one.player for one in searching}}
        yield SameDice(variant, players, beside.dice, seed)


@dataclass
class RuleSetReport:
    """The figures of one rule set, the parts that they come from, and what a clock measured."""

    variant: Variant
    plan: ReportPlan
    figures: list[Figure] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    times: dict[str, float] = field(default_factory=dict)

    def make(self, folder: Path | None, run: Runner) -> Iterator[tuple[int, str]]:
        """Play and measure; yield (thousandths of the games that are played, what is being played).

        Parts keep games in folders of their own below `folder`. Raises RunError.
        """
        self.parts = parts_of(self.variant, self.plan)
        total = sum(part.games for part in self.parts)
        done = 0
        for part in self.parts:
            for played in part.play(folder, run):
                yield 1000 * (done + played) // total, part.name
            done += part.games
            self.times |= part.times
        self.figures = [figure for part in self.parts for figure in part.figures()]
        if rate := _simulations_a_second(self.variant, self.plan.seed):
            self.times["simulations a second"] = rate

    def facts(self) -> RuleSetFacts:
        """Return what was played and found."""
        return RuleSetFacts(
            name=self.name,
            options=dict(self.variant.options),
            players=tuple(self.variant.players),
            played=tuple(played for part in self.parts if (played := part.played())),
            proved=tuple(one.statement for one in (*of_variant(self.variant), *of_others(self.variant))),
            figures=tuple(self.figures),
            strongest=self.plan.strongest,
            examples=tuple(
                Example(name, part.name, record.to_text())
                for part in self.parts
                for name, record in part.examples.items()
            ),
        )

    @property
    def name(self) -> str:
        """Its options that are not at their defaults, as a position's heading has them."""
        return write_options(self.variant.option_texts) or "no options"

    def figure(self, name: str, source: str, label: str = "") -> Figure | None:
        """Return a figure; None where there is none."""
        for one in self.figures:
            if (one.name, one.source, one.label) == (name, source, label):
                return one
        return None

    def table(self, name: str, source: str) -> list[Figure]:
        """Return all lines of a table."""
        return [one for one in self.figures if (one.name, one.source) == (name, source) and one.label]


def _simulations_a_second(variant: Variant, seed: int) -> float:
    """Return how fast the game's own engine searches from the start position, on one core; 0 where that is proved."""
    state = State(variant, variant.start())
    while state.to_move == "chance":
        state = state.play(state.chances()[0][0])
    found = analyse(state, None, simulations=_SIMULATIONS, seed=seed)
    return _rate(found.simulations, found.seconds)


def _rate(count: int, seconds: float) -> float:
    return count / seconds if seconds > 0 else 0.0

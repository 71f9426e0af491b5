"""How many games a report plays of what: fixed before the first one, by the rule set alone."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from msgspec import Struct

from byways.batch.random_games import TURNS, random_games
from byways.game import SWAP, Variant
from byways.search.engines import AlphaBeta
from byways.search.levels import Level, level_of

QUICK_RANDOM, FULL_RANDOM = 4_096, 20_480
LEVELS = (3, 10)
TEN, THOUSAND = "10-simulations", "1000-simulations"
FULL_GAMES: Mapping[str, int] = {
    TEN: 1_000, "level-3": 1_000, THOUSAND: 500, "level-10": 1_540, "second": 250, "step": 100,
}  # fmt: skip
"""Games of each strength in a full report, of the second engine, and of each step of the ladder; 1,540 tell an even
share to ±2.5 points."""
QUARTER = 4
"""The games of the strongest play for one with the other pie rule, and for one of the second engine at most."""
HALVINGS, QUICK_HALVINGS = 10, 4
"""How often the strongest level's simulations are halved for a ladder, and how many of its lowest rungs a quick report
plays."""
FIRST_TURNS, QUICK_FIRST_TURNS = 48, 16
"""How many first turns are searched at most."""
_FEWEST, _MOST = 4, 400
"""Games of a strength that a quick report plays; one that can play fewer in a minute is left out."""
_TRIED, _SEED = 256, 1  # random games that say how long games are; their seed is not the report's, so plans are fixed
_WORK = 1_200_000  # turns² × simulations in a second of a core, by plain tree search (Hex 11 × 11: 64 of them, 0.5 s)
_SECONDS: Mapping[str, float] = {TEN: 8, "level-3": 15, THOUSAND: 12, "level-10": 25, "step": 3}  # of a core
_WORTH = 20  # games for which a level is preferred to a stronger one


class Strength(Struct, frozen=True):
    """Games of a player against itself."""

    source: str
    """What the games are called as a source of figures."""
    player: str
    """As `byways.arena.players` has it."""
    games: int

    @property
    def folder(self) -> str:
        """The name of the folder in which the games are kept."""
        return "".join(letter for letter in self.source.replace(" ", "-") if letter.isalnum() or letter == "-")


class Ladder(Struct, frozen=True):
    """Matches of the game's own engine with so many simulations against half as many."""

    rungs: tuple[int, ...]
    """Simulations a turn, from the fewest; each is about twice the one before."""
    games: int
    """Of each step."""


def level(number: int, games: int) -> Strength:
    """Return games of a level."""
    return Strength(f"level {number}", f"level:number={number}", games)


def searching(simulations: int, games: int) -> Strength:
    """Return games of the game's own engine with so many simulations a turn, by the name that reports use."""
    return Strength(f"{simulations:,} simulations", f"full:simulations={simulations}", games)


class Beside(Struct, frozen=True):
    """What is played beside the games of each strength; 0: nothing."""

    events: int = 0
    """Random games in which the rules' events are counted."""
    strategies: int = 0
    """Games of each simple strategy against random players, and in a full report as many against level 3."""
    random_by_size: int = 0
    """Random games on each size of the board."""
    level_by_size: int = 0
    """Games of level 3 on each size up to the default."""
    dice: int = 0
    """Throws of all dice with which each of several players plays alone."""


QUICK_BESIDE = Beside(events=200, strategies=40, random_by_size=1_024, dice=10)
FULL_BESIDE = Beside(events=1_000, strategies=200, random_by_size=4_096, level_by_size=100, dice=100)


class ReportPlan(Struct, frozen=True):
    """The games of a report on one rule set."""

    seed: int
    quick: bool
    random: int
    strengths: tuple[Strength, ...]
    """From the weakest to the strongest."""
    level: int = LEVELS[-1]
    """The strongest level that is played."""
    second: Strength | None = None
    """Games of another engine, beside those of the strongest play."""
    pie_games: int = 0
    """Games of the strongest play with the other setting of the pie rule."""
    ladder: Ladder | None = None
    first_turns: int = 0
    """How many first turns are searched at most."""
    beside: Beside = Beside()

    @property
    def strongest(self) -> str:
        """The source of the strongest play; empty without any."""
        return self.strengths[-1].source if self.strengths else ""


def plan_for(variant: Variant, seed: int, *, quick: bool) -> ReportPlan:
    """Return what a report plays."""
    games = _games(variant, quick=quick)
    high = next((number for number in range(LEVELS[-1], 0, -1) if f"level-{number}" in games), LEVELS[-1])
    strengths = [
        searching(10, games[TEN]),
        *(level(number, games[f"level-{number}"]) for number in dict.fromkeys((LEVELS[0], high))),
    ]
    strongest = level_of(variant.game.levels_file, high)
    if strongest.simulations > 1000:
        strengths.insert(-1, searching(1000, games[THOUSAND]))
    if not variant.is_searched:  # then all levels play alike: as random games do, or as the author's own player
        strengths = [] if variant.engine_note else strengths[-1:]
    played = tuple(one for one in strengths if one.games >= _FEWEST)
    quarter = played[-1].games // QUARTER if played else 0
    return ReportPlan(
        seed,
        quick,
        QUICK_RANDOM if quick else FULL_RANDOM,
        played,
        high,
        _second(variant, strongest, min(quarter, games.get("second", quarter))) if quarter >= _FEWEST else None,
        quarter if quarter >= _FEWEST and SWAP.name in variant.options else 0,
        _ladder(strongest, games["step"], quick=quick),
        0 if variant.game.dice or len(variant.players) != 2 else QUICK_FIRST_TURNS if quick else FIRST_TURNS,
        QUICK_BESIDE if quick else FULL_BESIDE,
    )


def _games(variant: Variant, *, quick: bool) -> dict[str, int]:
    """Return how many games of each strength are played, by the names of the table, always an even number."""
    known = _known().get(variant.game.name, {})
    if not quick:
        return {**FULL_GAMES, **known.get("full", {})}
    turns = mean_turns(variant)
    if known:
        # Searches look at random games or positions up to the end, so a game twice as long costs four times as much.
        scale = (known["turns"] / turns) ** 2
        wanted = {name: games * scale for name, games in known["quick"].items()}
    else:
        wanted = _affordable(variant, turns)
    return {name: min(_MOST, 2 * round(games / 2)) for name, games in wanted.items()}


def _affordable(variant: Variant, turns: float) -> dict[str, float]:
    """Return how many games are played in the time; of levels, of the third and of the highest that plays enough."""

    def games(name: str, simulations: int) -> float:
        return _SECONDS[name] * _WORK / (turns**2 * simulations)

    by_level = {
        number: games("level-3" if number == LEVELS[0] else "level-10", simulations_of(variant, number))
        for number in range(LEVELS[0], LEVELS[-1] + 1)
    }
    high = max((number for number in by_level if by_level[number] >= _WORTH), default=LEVELS[0])
    found = {f"level-{number}": by_level[number] for number in (LEVELS[0], high)}
    rung = max(16, simulations_of(variant, LEVELS[-1]) >> (HALVINGS - QUICK_HALVINGS + 1))
    return {TEN: games(TEN, 16), THOUSAND: games(THOUSAND, 1000), "step": games("step", rung), **found}


def simulations_of(variant: Variant, number: int) -> int:
    """Return the simulations a turn of a level."""
    return level_of(variant.game.levels_file, number).simulations


def _second(variant: Variant, strongest: Level, games: int) -> Strength | None:
    """Return games of plain tree search beside a strongest level that searches by more than the rules; else None.

    Alpha-beta would be the second engine of Stroll, but looking once at each of 2,900 first turns takes it 9 s a game.
    """
    game = variant.game
    if strongest.plain or game.dice or len(variant.players) != 2:
        return None
    simulations = 5_000 if isinstance(game.engine.core, AlphaBeta) else 2_000
    return Strength(f"plain tree search, {simulations:,}", f"plain:simulations={simulations}", games)


def _ladder(strongest: Level, games: int, *, quick: bool) -> Ladder | None:
    """Return a ladder that ends with the strongest level's simulations; a quick one has its lowest rungs alone."""
    rungs = [strongest.simulations >> halved for halved in range(HALVINGS, -1, -1)]
    rungs = [rung for rung in rungs if rung]
    return Ladder(tuple(rungs[:QUICK_HALVINGS] if quick else rungs), games) if games >= _FEWEST else None


def mean_turns(variant: Variant) -> float:
    """Return the mean number of turns of some random games, always the same ones."""
    (found,) = random_games(variant, _TRIED, _SEED)
    return max(1.0, float(found.facts[:, TURNS].mean()))


@functools.cache
def _known() -> Mapping[str, Mapping[str, Any]]:
    """Return the table of games by id."""
    return tomllib.loads(files("byways.lab.report").joinpath("plan.toml").read_text(encoding="utf-8"))

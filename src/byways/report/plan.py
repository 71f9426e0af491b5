"""How many games a report plays at each strength: fixed before the first one, by the rule set alone."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib.resources import files

from msgspec import Struct

from byways.batch.random_games import TURNS, random_games
from byways.game import Variant
from byways.search.levels import level_of

QUICK_RANDOM, FULL_RANDOM = 4_096, 20_480
FULL_GAMES = {3: 1_000, 10: 1_540}
"""Games of each level in a full report; 1,540 tell an even share to ±2.5 points, by Wilson's interval."""
LEVELS = tuple(FULL_GAMES)
VARIED, LOSS = 4, 0.05
"""The first turns of a game without dice in which players vary, and the value that they give up for it at most."""
_FEWEST, _MOST = 4, 400
"""Games of a level that a quick report plays; a level that can play fewer in a minute is left out."""
_TRIED, _SEED = 256, 1  # random games that say how long games are; their seed is not the report's, so plans are fixed
_WORK = 1_200_000  # turns² × simulations in a second of a core, by plain tree search (Hex 11 × 11: 64 of them, 0.5 s)
_SECONDS = 45.0  # of a core, for each level
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
        return self.source.replace(" ", "-")


def level(number: int, games: int) -> Strength:
    """Return games of a level."""
    return Strength(f"level {number}", f"level:number={number}", games)


def searching(simulations: int, games: int) -> Strength:
    """Return games of the game's own engine with so many simulations a turn, by the name that reports use."""
    return Strength(f"{simulations:,} simulations", f"full:simulations={simulations}", games)


def varied(player: str) -> str:
    """Return a player of games without dice who varies the first turns."""
    return f"{player},vary={VARIED},loss={LOSS}"


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


QUICK_BESIDE = Beside(events=200, strategies=40, random_by_size=1_024, dice=20)
FULL_BESIDE = Beside(events=1_000, strategies=200, random_by_size=4_096, level_by_size=100, dice=100)


class Plan(Struct, frozen=True):
    """The games of a report on one rule set."""

    seed: int
    quick: bool
    random: int
    strengths: tuple[Strength, ...]
    """From the weakest to the strongest."""
    beside: Beside = Beside()

    @property
    def strongest(self) -> str:
        """The source of the strongest play; empty without any."""
        return self.strengths[-1].source if self.strengths else ""


def plan_for(variant: Variant, seed: int, *, quick: bool) -> Plan:
    """Return what a report plays."""
    if not quick:
        full = tuple(level(number, games) for number, games in FULL_GAMES.items())
        return Plan(seed, quick, FULL_RANDOM, full, FULL_BESIDE)
    turns = mean_turns(variant)
    known = _known().get(variant.game.name)
    if known is not None:
        # Searches look at random games or positions up to the end, so a game twice as long costs four times as much.
        scale = (known["turns"] / turns) ** 2
        wanted = {number: known[f"level-{number}"] * scale for number in LEVELS}
    else:
        wanted = _affordable(variant, turns)
    strengths = [level(number, min(_MOST, 2 * round(games / 2))) for number, games in wanted.items()]
    return Plan(seed, quick, QUICK_RANDOM, tuple(one for one in strengths if one.games >= _FEWEST), QUICK_BESIDE)


def _affordable(variant: Variant, turns: float) -> dict[int, float]:
    """Return how many games of level 3, and of the highest level that can play enough, are played in the time."""
    games = {
        number: _SECONDS * _WORK / (turns**2 * level_of(variant.game.levels_file, number).simulations)
        for number in range(LEVELS[0], LEVELS[-1] + 1)
    }
    high = max((number for number in games if games[number] >= _WORTH), default=LEVELS[0])
    return {number: games[number] for number in dict.fromkeys((LEVELS[0], high))}


def mean_turns(variant: Variant) -> float:
    """Return the mean number of turns of some random games, always the same ones."""
    (found,) = random_games(variant, _TRIED, _SEED)
    return max(1.0, float(found.facts[:, TURNS].mean()))


@functools.cache
def _known() -> Mapping[str, Mapping[str, float]]:
    """Return the table of games by id."""
    return tomllib.loads(files("byways.report").joinpath("plan.toml").read_text(encoding="utf-8"))

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
from byways.statistics.confidence_sequence import values_for_half_width

QUICK_RANDOM, FULL_RANDOM = 4_096, 20_480
FULL_LEVEL_3 = 1_000
HALF_WIDTH = 0.025
"""How well a full report knows the first player's share at its highest level."""
LEVELS = (3, 10)
_FEWEST, _MOST = 4, 400
"""Games of a level that a quick report plays; a level that can play fewer in a minute is left out."""
_TRIED, _SEED = 256, 1  # random games that say how long games are; their seed is not the report's, so plans are fixed
_WORK = 1_200_000  # turns² × simulations in a second of a core, by plain tree search (Hex 11 × 11: 64 of them, 0.5 s)
_SECONDS = 45.0  # of a core, for each level
_WORTH = 20  # games for which a level is preferred to a stronger one


class LevelPlan(Struct, frozen=True):
    """The games of one level."""

    level: int
    games: int
    """At most, where a half-width stops them; else exactly, if there are so many openings."""
    half_width: float | None = None
    """Stop when the first player's share is known to ± this; None: play all."""


class Plan(Struct, frozen=True):
    """The games of a report on one rule set."""

    seed: int
    quick: bool
    random: int
    levels: tuple[LevelPlan, ...]


def plan_for(variant: Variant, seed: int, *, quick: bool) -> Plan:
    """Return what a report plays."""
    if not quick:
        most = values_for_half_width(HALF_WIDTH, 0.5)
        return Plan(seed, quick, FULL_RANDOM, (LevelPlan(3, FULL_LEVEL_3), LevelPlan(10, most, HALF_WIDTH)))
    turns = mean_turns(variant)
    known = _known().get(variant.game.name)
    if known is not None:
        # Searches look at random games or positions up to the end, so a game twice as long costs four times as much.
        scale = (known["turns"] / turns) ** 2
        wanted = {level: known[f"level-{level}"] * scale for level in LEVELS}
    else:
        wanted = _affordable(variant, turns)
    levels = [LevelPlan(level, min(_MOST, 2 * round(games / 2))) for level, games in wanted.items()]
    return Plan(seed, quick, QUICK_RANDOM, tuple(level for level in levels if level.games >= _FEWEST))


def _affordable(variant: Variant, turns: float) -> dict[int, float]:
    """Return how many games of level 3, and of the highest level that can play enough, are played in the time."""
    games = {
        level: _SECONDS * _WORK / (turns**2 * level_of(variant.game.levels_file, level).simulations)
        for level in range(LEVELS[0], LEVELS[-1] + 1)
    }
    high = max((level for level in games if games[level] >= _WORTH), default=LEVELS[0])
    return {level: games[level] for level in dict.fromkeys((LEVELS[0], high))}


def mean_turns(variant: Variant) -> float:
    """Return the mean number of turns of some random games, always the same ones."""
    (found,) = random_games(variant, _TRIED, _SEED)
    return max(1.0, float(found.facts[:, TURNS].mean()))


@functools.cache
def _known() -> Mapping[str, Mapping[str, float]]:
    """Return the table of games by id."""
    return tomllib.loads(files("byways.report").joinpath("plan.toml").read_text(encoding="utf-8"))

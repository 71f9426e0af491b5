"""The ten levels an engine plays at: how much it searches, and whether it knows more of the game than its rules.

A game's ladder is a TOML file beside it, made by `scripts/train/levels` from matches; a game without one gets a plain
search that doubles from level to level.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path

from byways.errors import GameError, OptionError, brief
from byways.search.engines import Capped, Engine, Mcts

LEVELS = range(1, 11)


@dataclass(frozen=True)
class Level:
    """A strength."""

    simulations: int
    """A turn; of a search that counts positions, those."""
    plain: bool
    """Whether it searches by the rules alone, without what the game knows of good play."""
    learnt: int = field(default=0, kw_only=True)
    """The games that it has learnt from, where the game keeps what it knew after so many; 0: all."""

    def of(self, engine: Engine) -> Engine:
        """Return the engine at this strength. Raises OptionError where nothing is kept of what it knew then."""
        if self.plain:
            engine = engine.with_core(Mcts())
        elif self.learnt:
            engine = engine.weaker(self.learnt)
        return Capped(self.simulations, then=engine)


@dataclass(frozen=True)
class Rung(Level):
    """A level as it was measured."""

    number: int
    share: float | None = None
    """Of the points against the level below."""
    interval: tuple[float, float] | None = None
    games: int = 0


def level_of(file: Path | None, number: int) -> Level:
    """Return a level by its number, from a ladder file. Raises OptionError for no such level, and GameError."""
    if number not in LEVELS or not isinstance(number, Integral) or isinstance(number, bool):
        raise OptionError(
            "analyse.level", "level must be {allowed}", option="level", allowed="a whole number from 1 to 10"
        )
    if file is None or not file.exists():  # not calibrated yet
        return Level(2 ** (number + 3), plain=True)
    found = next((rung for rung in ladder(file) if rung.number == number), None)
    if found is None:
        raise GameError("game.level", "{file} has no level {number}", file=file.name, number=number)
    return found


@functools.cache
def ladder(path: Path) -> tuple[Rung, ...]:
    """Return the levels in a ladder file, the weakest first. Raises GameError."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8-sig"))["level"]
        return tuple(Rung(**{**row, "interval": tuple(row["interval"]) if "interval" in row else None}) for row in rows)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, LookupError, TypeError) as error:
        raise GameError(
            "game.levels", "{file}: the levels cannot be read: {reason}", file=path.name, reason=brief(error)
        ) from error

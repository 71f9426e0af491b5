"""Dice: fair ones, or those of a day, which are the same for everybody."""

from __future__ import annotations

import random

from byways.learning.puzzles import roll as roll_of_day
from byways.position.state import State
from byways.site.storage.game_settings import GameSettings
from byways.site.timeline.timeline import Roll

_random = random.SystemRandom()


def dice_of(settings: GameSettings) -> Roll:
    """Return the dice of a game: where its settings name some, they are the same for every game with that name."""
    name = settings.dice
    return (lambda state: roll_of_day(state, name)) if name else _roll


def _roll(state: State) -> str:
    results, weights = zip(*state.chances(), strict=True)
    return str(_random.choices(results, weights)[0])

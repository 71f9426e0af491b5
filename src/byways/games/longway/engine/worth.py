"""The value of a final score to a player: alone the score itself, with others the chance to be ahead."""

from __future__ import annotations

import math

import numpy as np

from byways.game import Variant
from byways.games.longway.engine.choices import foresee
from byways.games.longway.engine.compact_sheet import COMPACT_WORDS
from byways.games.longway.engine.policy import LOWEST
from byways.games.longway.layout import PLAYERS, PLAYING, seen_sheet
from byways.games.longway.result import HIGHEST_WORTH, LOWEST_WORTH, in_proportion
from byways.games.longway.sheet import FREE, STOPPED
from byways.games.longway.space_sets import count
from byways.kernels import Ints, Reals, compiled

SCORES = np.arange(LOWEST, 50)

_SPREAD = 0.45  # of a final score about its forecast, for the root of each empty space
_START = 3.0  # the same before anything is drawn, when all depends on the dice
_NUDGE = 1e-3  # a point's worth where nothing else tells two turns apart


def worth_of(variant: Variant, vector: Ints, player: int, net: Reals) -> Reals:
    """Return the worth of each of SCORES to a player, from 0 to 1 and growing with the score."""
    players = int(variant.geometry[PLAYERS])
    highest = in_proportion(variant.geometry, HIGHEST_WORTH)
    alone = np.clip((SCORES - LOWEST_WORTH) / (highest - LOWEST_WORTH), 0.0, 1.0)
    if players == 1:
        return alone
    ahead = np.ones(len(SCORES))
    for other in range(players):
        if other != player:
            ahead *= _chance_ahead(variant, vector, other, net)
    worth: Reals = (1.0 - _NUDGE) * ahead + _NUDGE * alone
    return worth


def _chance_ahead(variant: Variant, vector: Ints, other: int, net: Reals) -> Reals:
    """Return, for each of SCORES, the chance that it beats another player's final score; a tie counts half."""
    compact = np.zeros(COMPACT_WORDS, dtype=np.int64)
    sheet = seen_sheet(variant.geometry, other)
    forecast = float(compiled(foresee)(variant.geometry, vector, sheet, net, compact))
    if vector[sheet + STOPPED]:
        result: Reals = 0.5 + 0.5 * np.sign(SCORES - forecast)
        return result
    spread = _SPREAD * math.sqrt(count(int(compact[FREE])) + 1) if vector[PLAYING] else _START
    return np.array([0.5 + 0.5 * math.erf((score - forecast) / (spread * math.sqrt(2.0))) for score in SCORES])

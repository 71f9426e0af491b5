"""Playing a sheet on to its end by the learnt value alone, and trying many turns by many such games."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from byways.games.longway.engine.best_turns import best_turns, none_yet
from byways.games.longway.engine.compact_sheet import COMPACT_WORDS, PURSE, copy_compact, exact_score, forget_turn
from byways.games.longway.engine.features import FEATURES, SCRATCH
from byways.games.longway.engine.value_network import HIDDEN, value
from byways.games.longway.layout import corners_that_fit
from byways.games.longway.scoring import WALK
from byways.games.longway.sheet import FREE
from byways.games.longway.tiles import FACES
from byways.kernels import Bits, Ints, Reals, Rows, Table, Wide, helper, kernel
from byways.kernels.rng import draw

BREADTH = 4  # displays that are tried with every bonus

# What a turn to be tried leaves behind beside its compact sheet: a row of PLAN words.
FINAL = 0  # 1: the player has stopped
LIGHT = 1  # the dice that lie on the table, 0: to be rolled
DARK = 2
WAIT = 3  # rounds until the dice are the player's own
PLAN = 4

LOWEST = -20  # the least score that is told apart

_APART = 7_919  # between the seeds of two games
_MIXING = 8  # numbers thrown away, since near seeds begin alike


class Tried(NamedTuple):
    """The turns that are compared, a row each, and what is known of them."""

    compacts: Rows
    """The sheets that they leave behind."""
    plans: Rows
    sums: Reals
    """What their games are worth, altogether."""
    visits: Wide
    """How many games that are."""


@helper
def play_on(
    geometry: Ints, net: Reals, compact: Wide, light: int, dark: int, wait: int, players: int, rng: Bits, trail: Table
) -> int:
    """Play a sheet in place to its end; return its score. Dice that are 0 are rolled first.

    Coins can be spent in one round of `players`, next in `wait` rounds. As long as there is room, `trail` is given the
    description of the sheet after each turn, and a row of zeros after the last.
    """
    best = none_yet(1)
    values, rows = best
    scratch = np.empty(SCRATCH, dtype=np.int64)
    hidden = np.empty(HIDDEN)
    features = np.empty(FEATURES)
    walk = np.empty(WALK, dtype=np.int16)
    now = exact_score(geometry, compact, walk)
    expected = value(geometry, net, compact, scratch, features, hidden)
    turns = 0
    while True:
        if turns < trail.shape[0]:
            trail[turns, :] = features
        turns += 1
        while True:
            light = light if light > 0 else draw(rng, FACES) + 1
            dark = dark if dark > 0 else draw(rng, FACES) + 1
            forget_turn(compact)
            best_turns(geometry, net, compact, light, dark, BREADTH, best)
            if wait > 0 or compact[PURSE] == 0:
                break
            compact[PURSE] -= 1
            expected = value(geometry, net, compact, scratch, features, hidden)
            if max(values[0], float(now)) >= expected:
                compact[PURSE] += 1
                break
            useless = corners_that_fit(geometry, light, int(compact[FREE])) == 0
            if useless or draw(rng, 2) == 0:
                light = 0
            else:
                dark = 0
        if values[0] <= now:
            break
        copy_compact(rows[0], compact)
        now = exact_score(geometry, compact, walk)
        expected = value(geometry, net, compact, scratch, features, hidden)
        light, dark = 0, 0
        wait = (wait if wait > 0 else players) - 1
    if turns < trail.shape[0]:
        trail[turns, :] = 0.0
    return now


@kernel
def try_out(
    geometry: Ints, net: Reals, tried: Tried, still: Wide, begin: int, end: int, seed: int, players: int, worth: Reals
) -> None:
    """Play on from the rows listed in `still`, each in turn, games number `begin` to `end` - 1 in that order.

    Game number n gives row still[n % size] its dice number n // size, so that all rows meet the same dice. Adds what
    each result is worth, `worth[score - LOWEST]`, to the row's sum, and its square.
    """
    compact = np.empty(COMPACT_WORDS, dtype=np.int64)
    rng = np.empty(1, dtype=np.uint64)
    trail = np.empty((0, FEATURES))
    walk = np.empty(WALK, dtype=np.int16)
    for number in range(begin, end):
        row = int(still[number % still.size])
        rng[0] = np.uint64(seed + _APART * (number // still.size) + 1)
        for _ in range(_MIXING):
            draw(rng, 2)
        copy_compact(tried.compacts[row], compact)
        plan = tried.plans[row]
        if plan[FINAL] == 1:
            points = exact_score(geometry, compact, walk)
        else:
            light, dark, wait = int(plan[LIGHT]), int(plan[DARK]), int(plan[WAIT])
            points = play_on(geometry, net, compact, light, dark, wait, players, rng, trail)
        tried.sums[row] += worth[min(max(points - LOWEST, 0), worth.size - 1)]
        tried.visits[row] += 1


@kernel
def expect(geometry: Ints, net: Reals, begin: Wide, plan: Wide) -> float:
    """Return the score that a row promises, averaged over all rolls of the dice with the best turn after each.

    A coin that can be spent then buys a new roll of one die where that is worth its price.
    """
    compact = begin.copy()
    forget_turn(compact)
    best = none_yet(1)
    values = best.values
    now = float(exact_score(geometry, compact, np.empty(WALK, dtype=np.int16)))
    if plan[FINAL] == 1:
        return now
    met = np.zeros((FACES, FACES))
    for light in range(FACES):
        for dark in range(FACES):
            if plan[LIGHT] in (0, light + 1) and plan[DARK] in (0, dark + 1):
                best_turns(geometry, net, compact, light + 1, dark + 1, BREADTH, best)
                met[light, dark] = max(values[0], now)
    lights = FACES if plan[LIGHT] == 0 else 1
    darks = FACES if plan[DARK] == 0 else 1
    if plan[WAIT] > 0 or compact[PURSE] == 0:
        return float(met.sum() / (lights * darks))
    price = price_of_coin(geometry, net, compact)
    total = 0.0
    for light in range(FACES):
        for dark in range(FACES):
            if plan[LIGHT] in (0, light + 1) and plan[DARK] in (0, dark + 1):
                again = now
                if lights == FACES:
                    again = max(again, met[:, dark].sum() / FACES - price)
                if darks == FACES:
                    again = max(again, met[light, :].sum() / FACES - price)
                total += max(met[light, dark], again)
    return float(total / (lights * darks))


@helper
def price_of_coin(geometry: Ints, net: Reals, compact: Wide) -> float:
    """Return how many points the predicted score drops without one of the sheet's coins, at least 0."""
    scratch = np.empty(SCRATCH, dtype=np.int64)
    features = np.empty(FEATURES)
    hidden = np.empty(HIDDEN)
    rich = value(geometry, net, compact, scratch, features, hidden)
    compact[PURSE] -= 1
    poor = value(geometry, net, compact, scratch, features, hidden)
    compact[PURSE] += 1
    return max(rich - poor, 0.0)

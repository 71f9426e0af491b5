"""Whole random games per second on one thread: our own playouts, the slow way, and beside them OpenSpiel's C++.

Where a compiler is there, the same random games of Troll and Whirlwind are measured as a programmer would write them in
C++ (`yardstick.cpp`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import byways
from benchmarks.rival import compiled_by_hand
from benchmarks.timing import keep, median, on_one_core, rates
from byways.game import Variant
from byways.games.troll.engine.playout import playout_on_cells
from byways.search.random_game import mean_values

BY_HAND = {"troll": "Troll 8×8", "whirlwind": "Whirlwind 14×14"}
TARGETS = {
    "Troll 8×8": 300_000,
    "Troll 8×8, on plain cells": 120_000,
    "Whirlwind 14×14": 50_000,
    "Stride side 5": 150_000,
    "Stroll 10×10, exact ending": 20_000,
    "The Long Way, solo, scored": 20_000,
}


def own(variant: Variant, *, quick: bool = True) -> Callable[[int], object]:
    """Random games of a variant from its start."""
    return lambda count: mean_values(variant, variant.start(), count, seed=count, quick=quick)


def open_spiel(name: str) -> Callable[[int], object]:
    """Random games of OpenSpiel in C++: its evaluator's rollouts, ten at each simulation of its search."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=10, seed=1)

    def play(count: int) -> object:
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, max(1, count // 10), 1_000, True, 1, False)
        return bot.mcts_search(game.new_initial_state())

    return play


def main() -> None:
    """Measure and keep the table."""
    troll = byways.find("troll")
    plain = dataclasses.replace(troll, search=dataclasses.replace(troll.search, playout=playout_on_cells))
    whirlwind, stride = byways.find("whirlwind").variant(), byways.find("stride").variant()
    stroll, longway = byways.find("stroll").variant(), byways.find("longway").variant()
    contenders = {
        "Troll 8×8": (own(troll.variant()), 60_000),
        "Troll 8×8, on plain cells": (own(plain.variant()), 20_000),
        "Troll 8×8, the slow way": (own(troll.variant(), quick=False), 1_500),
        "OpenSpiel Othello 8×8, C++": (open_spiel("othello"), 300),
        "Whirlwind 14×14": (own(whirlwind), 10_000),
        "Whirlwind 14×14, the slow way": (own(whirlwind, quick=False), 100),
        "OpenSpiel Hex 14×14, C++": (open_spiel("hex(board_size=14)"), 700),
        "Stride side 5": (own(stride), 20_000),
        "Stride side 5, the slow way": (own(stride, quick=False), 1_000),
        "Stroll 10×10, exact ending": (own(stroll), 4_000),
        "Stroll 10×10, the slow way": (own(stroll, quick=False), 1_000),
        "The Long Way, solo, scored": (own(longway), 4_000),
        "The Long Way, the slow way": (own(longway, quick=False), 1_000),
    }
    with on_one_core():
        by_hand = compiled_by_hand("yardstick.cpp", tuple(BY_HAND))
        for name, rival in by_hand.items():
            contenders[f"{BY_HAND[name]}, C++ by hand"] = (rival.work, contenders[BY_HAND[name]][1])
        found = rates(contenders)
    lines = [f"{'games per second':<34}{'median':>10}{'best':>10}{'target':>10}"]
    for name, values in found.items():
        target = f"{TARGETS[name]:,}" if name in TARGETS else ""
        lines.append(f"{name:<34}{median(values):>10,.0f}{max(values):>10,.0f}{target:>10}")
    troll_ratio = median(found["Troll 8×8"]) / median(found["OpenSpiel Othello 8×8, C++"])
    whirlwind_ratio = median(found["Whirlwind 14×14"]) / median(found["OpenSpiel Hex 14×14, C++"])
    lines += [
        "",
        f"Troll beside OpenSpiel's Othello: {troll_ratio:.0f}×; Whirlwind beside its Hex: {whirlwind_ratio:.1f}×",
    ]
    for title in (BY_HAND[name] for name in by_hand):
        ratio = median(found[title]) / median(found[f"{title}, C++ by hand"])
        lines.append(f"{title} beside the same in C++ by hand: {ratio:.2f}×   target: 1×")
    keep("playouts", "Whole random games, one thread on one core, compiled; medians of 9 rounds in turns", lines)

"""Steps a second of many games at once, with mask, observation, reward, reset and sampler; pgx and Ludax beside them.

These run in a Python of their own, which BYWAYS_RIVALS names (`make bench RIVALS=1`); without it they are left out.
"""

from __future__ import annotations

from collections.abc import Callable

from examples import hex

import byways
from benchmarks.rival import Rival, beside, rivals
from benchmarks.timing import keep, median, rates

GAMES = 1024
ROUNDS = 9
TARGETS = {"Troll 8×8": 6_000_000, "Whirlwind 14×14": 1_000_000, "Stride side 5": 1_000_000, "Stroll 10×10": 300_000}
RIVALS = {"pgx": "pgx Othello 8×8", "ludax": "Ludax Hex 11×11, unobserved"}
PAIRS = (("Troll 8×8", RIVALS["pgx"], 15), ("Hex 11×11, unobserved", RIVALS["ludax"], 1))
"""What is compared with whom, and how many times as many steps are wanted."""


def own(game: str, games: int = GAMES, *, threads: int | None = None, observed: bool = True) -> Callable[[int], object]:
    """Return a function that makes so many steps of a batch."""
    batch = byways.Batch(game, games, seed=1, threads=threads)

    def play(count: int) -> None:
        for _ in range(max(1, count // games)):
            batch.step(batch.sample())
            if observed:
                batch.observe()

    return play


def main() -> None:
    """Measure in turns and keep the table."""
    byways.register(hex.GAME)
    contenders = {
        "Troll 8×8": (own("troll"), 2_000_000),
        "Troll 8×8, one thread": (own("troll", threads=1), 2_000_000),
        "Troll 8×8, 16,384 games": (own("troll", 16_384), 2_000_000),
        "Whirlwind 14×14": (own("whirlwind"), 200_000),
        "Stride side 5": (own("stride"), 400_000),
        "Stroll 10×10": (own("stroll"), 200_000),
        "The Long Way, solo": (own("longway"), 200_000),
        "Hex 11×11": (own("hex"), 400_000),
        "Hex 11×11, unobserved": (own("hex", observed=False), 400_000),
    }
    python = rivals("pgx and Ludax are")
    others = (
        {title: Rival([python, beside("batch_rivals.py"), name, str(GAMES)]) for name, title in RIVALS.items()}
        if python
        else {}
    )
    found: dict[str, list[float]] = {name: [] for name in (*contenders, *others)}
    for rival in others.values():
        rival.rate()
    for _ in range(ROUNDS):
        for name, values in rates(contenders, rounds=1).items():
            found[name] += values
        for title, rival in others.items():
            found[title].append(rival.rate())
    lines = [f"{'steps per second':<34}{'median':>12}{'best':>12}{'target':>12}"]
    for name, values in found.items():
        target = f"{TARGETS[name]:,}" if name in TARGETS else ""
        lines.append(f"{name:<34}{median(values):>12,.0f}{max(values):>12,.0f}{target:>12}")
    if others:
        ratios = ((ours, theirs, median(found[ours]) / median(found[theirs]), target) for ours, theirs, target in PAIRS)
        lines += [
            "",
            *(f"{ours} beside {theirs}: {ratio:.1f}×   target: {target}×" for ours, theirs, ratio, target in ratios),
        ]
    title = f"{GAMES:,} games at once, all cores; medians of {ROUNDS} rounds in turns"
    keep("batches", title, lines, rivals=bool(others))

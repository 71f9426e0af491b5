"""Actions a second of single games in a loop "list, choose, play", by `State`; python-chess beside it.

python-chess runs in a Python of its own, which BYWAYS_RIVALS names (`make bench RIVALS=1`); without it those rows are
left out. "Cold" is the same loop interpreted, as the first thousand calls of a process are.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from examples import hex

import byways
from benchmarks.rival import Rival, beside, rivals
from benchmarks.timing import keep, median, rates
from byways.game.rule_calls import ALWAYS, NEVER, machine_code_is
from byways.position.state import State

ROUNDS = 7
TITLES = {"troll": "Troll 8×8", "stride": "Stride side 5", "hex": "Hex 11×11", "whirlwind": "Whirlwind 14×14"}
TARGETS = {"texts": 50_000, "integers": 100_000}
PERFT = (("Troll 8×8, depth 5", {"size": 8}, 5), ("Troll 6×6 on bitboards, depth 6", {"size": 6}, 6))
LEAVES = {"Troll 8×8, depth 5": 25, "Troll 6×6 on bitboards, depth 6": 150}  # millions a second
CHESS = {"texts (UCI)": "uci", "outcome asked (UCI)": "asked", "texts (SAN)": "san", "moves": "moves"}
"""The loops of python-chess; Byways' texts are coordinates, as UCI's are."""
BYTES = {"troll": 600, "whirlwind": 1_000}


def texts(game: str) -> Callable[[int], object]:
    """Return a function that plays so many turns by their texts, game after game."""

    def play(count: int) -> None:
        state = first = byways.start(game)
        for i in range(count):
            turns = state.legal_turns()
            if not turns:
                state = first
                turns = state.legal_turns()
            state = state.play(turns[i * 7919 % len(turns)])

    return play


def asked(game: str) -> Callable[[int], object]:
    """Return the loop by texts as people write it: the outcome is asked before each turn, each game is begun anew."""

    def play(count: int) -> None:
        state = byways.start(game)
        for i in range(count):
            if state.outcome is not None:
                state = byways.start(game)
            turns = state.legal_turns()
            state = state.play(turns[i * 7919 % len(turns)])

    return play


def integers(game: str) -> Callable[[int], object]:
    """Return the same by numbers of actions: single stones where a turn has two."""

    def play(count: int) -> None:
        state = first = byways.start(game)
        for i in range(count):
            actions = state.legal_actions()
            if not actions.size:
                state = first
                actions = state.legal_actions()
            state = state.apply(actions[i * 7919 % actions.size])

    return play


def interpreted(game: str) -> Callable[[int], object]:
    """Return the loop by texts as a process begins it, without machine code."""

    def play(count: int) -> None:
        with machine_code_is(NEVER):
            texts(game)(count)

    return play


def pairs_of_stones() -> float:
    """Milliseconds in which `legal_turns` lists Whirlwind's pairs after its first turn: the least of many calls."""
    first = byways.start("whirlwind")
    state = first.play(first.legal_turns()[0])
    found = []
    for _ in range(50):
        began = time.perf_counter()
        state.legal_turns()
        found.append(time.perf_counter() - began)
    return min(found) * 1e3


def size(game: str) -> int:
    """Bytes of a state amid a game: the object, its vector and what else only it keeps."""
    turns = byways.random_game(game, 1).turns
    state = byways.start(game)
    for turn in turns[: len(turns) // 2]:
        state = state.play(turn)
    own = (getattr(state, name) for name in State.__slots__ if name in ("_vector", "_turn", "_keys"))
    return sys.getsizeof(state) + sum(sys.getsizeof(each) for each in own if each is not None)


def leaves(options: dict[str, int], depth: int) -> float:
    """Millions of sequences that perft counts in a second."""
    state = byways.start("troll", position=None, **options)
    began = time.perf_counter()
    return byways.perft(state, depth) / (time.perf_counter() - began) / 1e6


def main() -> None:
    """Measure in turns and keep the table."""
    byways.register(hex.GAME)
    ways = {
        "texts": (texts, 20_000),
        "outcome asked": (asked, 20_000),
        "integers": (integers, 20_000),
        "interpreted": (interpreted, 1_000),
    }
    with machine_code_is(ALWAYS):
        contenders = {
            f"{TITLES[game]}, {name}": (way(game), count)
            for name, (way, count) in ways.items()
            for game in TITLES
            if game != "whirlwind" or name not in ("texts", "outcome asked")
        }
        python = rivals("python-chess is")
        chess = Rival([python, beside("state_rivals.py")]) if python else None
        found: dict[str, list[float]] = {}
        counted: dict[str, list[float]] = {name: [] for name, _, _ in PERFT}
        for _ in range(ROUNDS):
            for name, values in rates(contenders, rounds=1).items():
                found.setdefault(name, []).extend(values)
            if chess:
                for name, way in CHESS.items():
                    found.setdefault(f"python-chess, {name}", []).append(chess.rate(way))
            for name, options, depth in PERFT:
                counted[name].append(leaves(options, depth))
        pairs = pairs_of_stones()
    lines = [f"{'actions a second, one thread':<34}{'median':>10}{'best':>10}{'target':>10}"]
    for name, values in found.items():
        target = TARGETS.get(name.rpartition(", ")[2])
        lines.append(f"{name:<34}{median(values):>10,.0f}{max(values):>10,.0f}{f'{target:,}' if target else '':>10}")
    lines += ["", f"{'perft, millions a second':<34}{'median':>10}{'best':>10}{'target':>10}"]
    for name, values in counted.items():
        lines.append(f"{name:<34}{median(values):>10.0f}{max(values):>10.0f}{LEAVES[name]:>10}")
    lines += ["", f"Whirlwind 14×14: legal_turns lists its pairs in {pairs:.2f} ms   target: 1 ms"]
    lines += [f"{TITLES[game]}: {size(game)} bytes a state   target: {most}" for game, most in BYTES.items()]
    title = f"Loops with State; medians of {ROUNDS} rounds in turns, machine code ready"
    keep("states", title, lines, rivals=chess is not None)

"""Whether engines that think delay people: a turn's acknowledgement at rest, and beside engines on every core.

    python -m benchmarks.beside --turns 150

Rest and work alternate, so that a machine whose speed drifts drifts for both.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import httpx
from websockets.sync.client import ClientConnection, connect

import byways
from benchmarks.crowd import row, share
from benchmarks.serving import SAME_SITE, Served, begin, live_address, serving, turn_body
from benchmarks.timing import keep

ROUNDS = 3


class People:
    """Games of Troll at one screen, a turn at a time."""

    def __init__(self, served: Served) -> None:
        self.luck = random.Random(1)
        self.http = httpx.Client(base_url=served.address, headers={"Origin": served.address, **SAME_SITE}, timeout=60)
        self.state: byways.State | None = None
        self.shown = ""

    def turn(self) -> float:
        """Milliseconds until a turn is acknowledged."""
        if self.state is None or self.state.to_move is None:
            self.api, self.state, self.shown = begin(self.http, "troll", size="8"), byways.start("troll", size=8), ""
        turn = self.luck.choice(self.state.legal_turns())
        body = turn_body(len(self.state.turns), self.state.actions(turn), self.shown)
        began = time.perf_counter()
        answer = self.http.post(f"{self.api}/act", json=body)
        taken = 1000 * (time.perf_counter() - began)
        answer.raise_for_status()
        self.state, self.shown = self.state.play(turn), answer.json()["view"]["tag"]
        return taken

    def some(self, count: int) -> list[float]:
        """So many turns at a quick person's pace."""
        found = []
        for _ in range(count):
            time.sleep(self.luck.uniform(0.02, 0.08))
            found.append(self.turn())
        return found


@contextmanager
def engines(served: Served, http: httpx.Client) -> Iterator[None]:
    """As many games of engines at full strength as there are cores; they think as long as somebody watches."""
    with ExitStack() as stack:
        watching: list[ClientConnection] = []
        for _ in range(os.cpu_count() or 1):
            api = begin(http, "whirlwind", **{"your side": "neither", "the engine": "deep"})
            watching.append(stack.enter_context(connect(live_address(served.address, api))))
        time.sleep(20)  # until they have loaded their machine code and think
        yield


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and keep the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beside", description=__doc__)
    parser.add_argument("--turns", type=int, default=150, help="in each round, at rest and beside engines")
    asked = parser.parse_args(list(arguments))
    rest: list[float] = []
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder, serving(folder) as served:
        people = People(served)
        people.some(20)
        for _ in range(ROUNDS):
            rest += people.some(asked.turns)
            with engines(served, people.http):
                beside += people.some(asked.turns)
            time.sleep(6)  # engines end their turn, with nobody to watch
    slower = 100 * (share(beside, 0.95) / share(rest, 0.95) - 1)
    lines = [
        f"{'ms until acknowledged':<34}{'times':>9}{'median':>9}{'95 %':>9}{'99 %':>9}{'slowest':>9}",
        row("at rest", rest),
        row(f"beside {os.cpu_count()} engines", beside),
        "",
        f"95 % are {slower:+.0f} % slower beside engines   target: within 20 %",
    ]
    keep("beside", "People's turns beside engines that think, one server process", lines)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])

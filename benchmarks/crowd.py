"""Many people at once: games being played at a person's pace, spectators before each, real WebSockets over loopback.

    python -m benchmarks.crowd --minutes 30

The server and the clients are processes of their own on the same machine, so the clients' work slows the server, too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import time
from collections.abc import Sequence

from benchmarks.crowd_clients import GAMES, Counts, crowd
from benchmarks.serving import Served, serving
from benchmarks.timing import keep, median

PROCESSES = 2  # of clients
EVERY = 5.0  # seconds between looks at the server


def share(values: Sequence[float], part: float) -> float:
    """The value below which a part of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def row(name: str, times: Sequence[float], target: str = "") -> str:
    """One line of times."""
    shares = "".join(f"{share(times, part):>9.1f}" for part in (0.5, 0.95, 0.99))
    return f"{name:<34}{len(times):>9}{shares}{max(times):>9.1f}   {target}".rstrip()


def look_on(served: Served, seconds: float) -> list[tuple[float, float, float, float]]:
    """(seconds, megabytes, share of a processor) of the server, and the machine's load, until the time is over."""
    began, before, seen = time.monotonic(), served.busy(), []
    while (passed := time.monotonic() - began) < seconds:
        time.sleep(EVERY)
        now = served.busy()
        seen.append((passed + EVERY, served.memory(), (now - before) / EVERY, os.getloadavg()[0]))
        before = now
    return seen


def memory(seen: Sequence[tuple[float, float, float, float]], begun: float) -> list[str]:
    """How the server's memory went, after all had come: every minute, and at least six times."""
    settled = [point for point in seen if point[0] > begun] or list(seen)
    lines = [f"{'the server, over time':<34}{'minute':>9}{'MB':>9}{'CPU %':>9}{'load':>9}"]
    rows = max(6, 1 + int((settled[-1][0] - settled[0][0]) / 60))
    for i in range(rows):
        at, size, busy, load = settled[i * (len(settled) - 1) // (rows - 1)]
        lines.append(f"{'':<34}{at / 60:>9.1f}{size:>9.1f}{100 * busy:>9.0f}{load:>9.1f}")
    late = settled[len(settled) // 2 :]
    middle, size = median([at for at, *_ in late]), median([size for _, size, *_ in late])
    spread = sum((at - middle) ** 2 for at, *_ in late) or 1.0
    slope = sum((at - middle) * (held - size) for at, held, *_ in late) / spread
    lines.append(f"growth in the second half: {3600 * slope:.1f} MB an hour   target: flat over 30 minutes")
    lines.append(
        f"load: how many wanted one of the {os.cpu_count()} cores, over a minute, the crowd's own processes included"
    )
    return lines


def measure(games: int, spectators: int, pace: float, minutes: float) -> list[str]:
    """The tables."""
    seconds, each, watchers = 60 * minutes, games // PROCESSES, max(1, spectators // games)
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    with tempfile.TemporaryDirectory() as folder, serving(folder) as served:
        empty = served.memory()
        clients = [
            context.Process(target=crowd, args=(served.address, i, each, watchers, pace, seconds, results), daemon=True)
            for i in range(PROCESSES)
        ]
        for client in clients:
            client.start()
        seen = look_on(served, seconds)
        counted: list[Counts] = [results.get(timeout=120) for _ in clients]
    acknowledged = [taken for counts in counted for taken in counts.acknowledged]
    arrived = [taken for counts in counted for taken in counts.arrived]
    troubles = [f"{many} x {what}" for counts in counted for what, many in counts.troubles.items()]
    return [
        (
            f"{PROCESSES * each} running games ({', '.join(GAMES)}), {watchers} spectators each, "
            f"a turn about every {pace:g} s in each, {minutes:g} minutes"
        ),
        f"{sum(counts.games for counts in counted)} games were begun; troubles: {'; '.join(troubles) or 'none'}",
        "",
        f"{'ms since the turn was sent':<34}{'times':>9}{'median':>9}{'95 %':>9}{'99 %':>9}{'slowest':>9}",
        row("acknowledged (it is on disk)", acknowledged, "target: 99 % in 250"),
        row("arrived at a spectator", arrived),
        "",
        f"the server before anybody came: {empty:.1f} MB",
        *memory(seen, begun=1.5 * pace + 5),
    ]


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and keep the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=1_000, help="of all games together")
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between the turns of a game")
    asked = parser.parse_args(list(arguments))
    lines = measure(asked.games, asked.spectators, asked.pace, asked.minutes)
    keep("crowd", "A crowd: one server process, real WebSockets, everything on one machine", lines)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])

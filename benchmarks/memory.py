"""How much memory each engine takes at most, in a process of its own that thinks about a start position."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.timing import keep

SECONDS = 8.0
BOARDS: tuple[tuple[str, dict[str, int]], ...] = (
    ("stroll", {}), ("stroll", {"size": 26}), ("troll", {}), ("troll", {"size": 20}), ("longway", {}),
    ("whirlwind", {}), ("whirlwind", {"size": 26}), ("stride", {}), ("stride", {"side": 8}),
)  # fmt: skip
THINK = """
import resource, byways
found = byways.analyse(byways.start({game!r}, **{options!r}), {seconds}, megabytes={megabytes})
print(found.simulations, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def board_name(game: str, options: dict[str, int]) -> str:
    """A board as the tables call it."""
    return " ".join([game, *(f"{key}={value}" for key, value in options.items())])


def peak(game: str, options: dict[str, int], megabytes: float) -> tuple[int, int]:
    """(simulations, peak MB) of a search in a new process."""
    code = THINK.format(game=game, options=options, seconds=SECONDS, megabytes=megabytes)
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    simulations, most = map(int, said.split())
    return simulations, most


def main() -> None:
    """Measure and keep the table."""
    lines = [f"{'':<28}{'simulations':>14}{'peak MB':>10}{'  with 64 MB allowed':>21}"]
    for game, options in BOARDS:
        simulations, most = peak(game, options, 256)
        _, least = peak(game, options, 64)
        lines.append(f"{board_name(game, options):<28}{simulations:>14,}{most:>10}{least:>21}")
    keep("memory", f"Engines, {SECONDS:g} s of thought, 256 MB allowed (target: at most 1,024 MB in all)", lines)


if __name__ == "__main__":
    main()

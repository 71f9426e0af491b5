"""Run all benchmarks, or those named."""

from __future__ import annotations

import importlib
import sys

NAMES = (
    "playouts",
    "states",
    "batches",
    "environments",
    "arena",
    "searches",
    "nodes",
    "paths",
    "startup",
    "cancels",
    "memory",
    "site",
    "crowd",
    "pages",
    "lists",
    "beside",
)


def main(names: list[str]) -> None:
    """Run the named benchmarks one after another."""
    unknown = set(names) - set(NAMES)
    if unknown:
        sys.exit(f"benchmarks: there is no {', '.join(sorted(unknown))}; there are: {', '.join(NAMES)}")
    for name in names or NAMES:
        importlib.import_module(f"benchmarks.{name}").main()


main(sys.argv[1:])

"""The command line: `main` is the program `byways`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    try:
        from byways.cli.commands import run  # takes most of the start, in which Ctrl-C may come too

        return run(arguments)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED

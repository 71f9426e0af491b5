"""Another library's measurements, made by a process of another Python so that nothing of it is installed here."""

from __future__ import annotations

import subprocess
from pathlib import Path


class Rival:
    """A script beside this one, run by the Python given; it measures whenever it is asked."""

    def __init__(self, python: str, script: str, *given: str) -> None:
        file = Path(__file__).with_name(script)
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(
            [python, str(file), *given], text=True, stdin=pipe, stdout=pipe, stderr=nothing
        )

    def rate(self, what: str = "") -> float:
        """Return what the script measures now, a rate a second. The first time it may compile."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

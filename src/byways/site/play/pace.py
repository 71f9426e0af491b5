"""The pace at which engines play each other, so that people who watch can follow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Literal, TypeAlias, get_args

from byways.translatable import marked

Speed: TypeAlias = Literal["slow", "normal", "fast"]
LABELS: Mapping[Speed, str] = {"slow": marked("Slow"), "normal": marked("Normal"), "fast": marked("Fast")}
SECONDS: Mapping[Speed, float] = {"slow": 3.0, "normal": 1.2, "fast": 0.2}
"""From one turn to the next, at least."""
_LOOK = 10.0  # seconds after which a game that is paused looks whether anybody is still there
assert set(LABELS) == set(get_args(Speed))


class Pace:
    """How fast one game of engines goes on. It is no part of the game and not kept."""

    def __init__(self) -> None:
        self.speed: Speed = "normal"
        self.paused = False
        self._step = False
        self._last = -60.0
        self._changed = asyncio.Event()

    def set(self, speed: Speed, *, paused: bool) -> None:
        """Go on at another pace, or not at all for now."""
        self.speed = speed
        self.paused = paused
        self._changed.set()

    def step(self) -> None:
        """Play one turn, and then no more for now."""
        self.paused = self._step = True
        self._changed.set()

    async def wait(self, watched: Callable[[], bool]) -> bool:
        """Wait until the next turn may be played; return whether it may: no longer once there are no viewers."""
        while (left := self._left()) > 0:
            if not watched():
                return False
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, _LOOK))
        self._step, self._last = False, time.monotonic()
        return True

    def _left(self) -> float:
        if self._step:
            return 0.0
        return _LOOK if self.paused else self._last + SECONDS[self.speed] - time.monotonic()

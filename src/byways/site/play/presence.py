"""Whose browsers watch a game: on pages of this process, and on pages of others, as these tell."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping

FORGOTTEN = 30.0  # seconds after which what another process told counts no more


class Presence:
    """The people at one game's board, as holders of its seats; a page is idle while it is not in use."""

    def __init__(self) -> None:
        self._pages: Counter[str] = Counter()
        self._awake: Counter[str] = Counter()
        """How many of these pages are being looked at."""
        self._elsewhere: dict[str, tuple[float, Mapping[str, bool]]] = {}
        """By process: when it told, and of whom, and whether one of their pages is in use."""
        self._seen: dict[str | None, float] = {}
        """When those who have gone were there last."""
        self._opened = time.monotonic()
        self.all: Mapping[str, bool] = {}
        """The holders on pages of all processes, with whether one of their pages is in use."""

    @property
    def local(self) -> dict[str, bool]:
        """The holders on pages of this process, with whether one of their pages is in use."""
        return {holder: self._awake[holder] > 0 for holder in self._pages}

    def gone_for(self, holder: str | None) -> float | None:
        """Return for how many seconds a holder has been gone, as far as is known here; None for who is there."""
        return None if holder in self.all else time.monotonic() - self._seen.get(holder, self._opened)

    def note(self, holder: str, pages: int, awake: int) -> bool:
        """Count pages of this process, and those that are looked at; return whether others see a difference."""
        self._pages[holder] += pages
        self._awake[holder] += awake
        if self._pages[holder] <= 0:
            del self._pages[holder], self._awake[holder]
        return self._count()

    def hear(self, process: str, told: Mapping[str, bool]) -> bool:
        """Take over who is there in another process; return whether that makes a difference."""
        self._elsewhere.pop(process, None)
        if told:
            self._elsewhere[process] = time.monotonic(), told
        return self._count()

    def forget(self) -> bool:
        """Forget processes that have told nothing for a while; return whether that makes a difference."""
        if not self._elsewhere:
            return False
        now = time.monotonic()
        self._elsewhere = {process: told for process, told in self._elsewhere.items() if now - told[0] <= FORGOTTEN}
        return self._count()

    def forget_strangers(self, seated: Collection[str]) -> None:
        """Forget when any but the holders of seats were there last."""
        self._seen = {holder: at for holder, at in self._seen.items() if holder in seated}

    def _count(self) -> bool:
        """Bring `all` up to date; return whether that makes a difference."""
        before = self.all
        found = self.local
        for _, told in self._elsewhere.values():
            for holder, awake in told.items():
                found[holder] = found.get(holder, False) or awake
        self.all = found
        for holder in before.keys() - found.keys():
            self._seen[holder] = time.monotonic()
        for holder in found:
            self._seen.pop(holder, None)
        return found != before

"""The clocks that GTP tells of, and how much of them a turn may take."""

from __future__ import annotations

TURNS_TO_COME = 20
"""Turns among which the main time is shared out."""
_SHARE = 0.9  # of the time for a turn that is thought about; the rest goes by on the way
_LEAST = 0.01  # seconds


class Clock:
    """What `time_settings` and `time_left` have said. Canadian overtime: so many seconds for so many turns."""

    def __init__(self) -> None:
        self._settings: tuple[float, float, int] | None = None
        self._left: dict[str, tuple[float, int]] = {}

    def set(self, main: float, overtime: float, stones: int) -> None:
        """Begin with new settings; overtime without stones means that there is no limit."""
        unlimited = overtime > 0 and stones <= 0
        self._settings = None if unlimited else (main, overtime, stones)
        self.forget()

    def forget(self) -> None:
        """Begin a new game with the same settings."""
        self._left.clear()

    def tell(self, colour: str, seconds: float, stones: int) -> None:
        """Hear what is left to a player: of the main time, or, where stones are named, for so many turns."""
        self._left[colour] = seconds, stones

    def seconds(self, colour: str) -> float | None:
        """Return how long a player may think about the next turn; None where nothing limits it."""
        _, overtime, stones = self._settings or (0.0, 0.0, 0)
        more = overtime / stones if stones > 0 else 0.0
        if colour in self._left:
            left, due = self._left[colour]
            turn = left / due if due > 0 else left / TURNS_TO_COME + more
        elif self._settings is not None:
            turn = self._settings[0] / TURNS_TO_COME + more
        else:
            return None
        return max(_LEAST, _SHARE * turn)

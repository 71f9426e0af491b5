"""The texts of turns, written once for each game whose turns are one action each (`Rules.single`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class TurnNames(dict[int, str]):
    """Texts by action, each written when it is first asked for; `actions` finds an action by a text that was."""

    def __init__(self, write: Callable[[int], str]) -> None:
        super().__init__()
        self.actions: dict[str, int] = {}
        self._write = write

    def __missing__(self, action: int) -> str:
        text = self._write(action)
        self.actions[text] = action  # first, so that who finds the text finds the action too
        self[action] = text
        return text

    def of(self, actions: Iterable[int]) -> list[str]:
        """Return the texts of legal actions."""
        return list(map(self.__getitem__, actions))

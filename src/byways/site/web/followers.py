"""Those who want to be called when something of a name changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class Followers:
    """Callbacks by the name of what they are about."""

    def __init__(self) -> None:
        self._callbacks: dict[str, set[Callable[[], None]]] = {}

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def add(self, name: str, changed: Callable[[], None]) -> None:
        """Call this whenever what has the name changes."""
        self._callbacks.setdefault(name, set()).add(changed)

    def discard(self, name: str, changed: Callable[[], None]) -> None:
        """Call it no more."""
        callbacks = self._callbacks.get(name, set())
        callbacks.discard(changed)
        if not callbacks:
            self._callbacks.pop(name, None)

    def tell(self, names: Iterable[str]) -> None:
        """Call those who follow one of the names."""
        for name in self._callbacks.keys() & set(names):
            for changed in tuple(self._callbacks[name]):
                changed()

    def tell_all(self) -> None:
        """Call everybody, where it is not known what has changed."""
        self.tell(tuple(self._callbacks))

"""The games that come with Byways, one package or module each. Called, as `byways.games()`, it names all games.

The module itself can be called because the public name `byways.games()` and this package share one name, and importing
any game binds the package there.
"""

from __future__ import annotations

import sys
from types import ModuleType

BUILT_IN = ("stroll", "troll", "longway", "whirlwind", "stride")


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """The ids of all games: the five, then registered ones."""
        from byways import registry

        return registry.names()


sys.modules[__name__].__class__ = _Games

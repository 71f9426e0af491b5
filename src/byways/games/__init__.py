"""The games that come with Byways, one package or module each. Called, as `byways.games()`, it names all games.

The module itself can be called because the public name `byways.games()` and this package share one name, and importing
any game binds the package there.
"""

from __future__ import annotations

import sys
from types import ModuleType

import byways

BUILT_IN = ("stroll", "troll", "longway", "whirlwind", "stride")


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """Return the ids of all games: the five, then those of plug-ins, then registered ones."""
        return byways.game_names()


sys.modules[__name__].__class__ = _Games

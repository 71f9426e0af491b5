"""Games to start one's own from: `byways new-game` writes a module, its tests and a page of what to change."""

from byways.starters.kinds import STARTERS, Starter
from byways.starters.writing import write_game

__all__ = ["STARTERS", "Starter", "write_game"]

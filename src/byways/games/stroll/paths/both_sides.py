"""The longest paths of both sides of a board, searched for together: what `byways solve stroll` shows."""

from __future__ import annotations

from byways.game import PositionSearch
from byways.games.stroll.paths.resumable_search import PathSearch
from byways.games.stroll.picture import sights, stones
from byways.rules.picture import Item, Picture
from byways.rules.position import Position
from byways.search.driver import now


class Paths(PositionSearch):
    """Both sides' longest paths on a board, full or not; claims do not matter."""

    def __init__(self, state: Position) -> None:
        self._state = state
        self.searches = {player: PathSearch(state, player) for player in state.players}
        self._next = 0

    @property
    def done(self) -> bool:
        """Return whether both paths are proved to be the longest."""
        return all(search.proved for search in self.searches.values())

    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Go on with one side's path, in turns while both are open."""
        unsettled = [search for search in self.searches.values() if not search.done]
        if not unsettled:
            return 0
        self._next += 1
        search = unsettled[self._next % len(unsettled)]
        began = now()
        used = search.step(simulations)
        search.seconds += now() - began
        return used

    def __str__(self) -> str:
        """Return how far it is."""
        found = (f"{player} {self._length(player)}" for player in self.searches)
        return f"{', '.join(found)} ({sum(search.steps for search in self.searches.values()):,} steps)"

    def _length(self, player: str) -> str:
        search = self.searches[player]
        return f"{search.length}" if search.proved else f"{search.length} to {search.bound}"

    def text(self) -> str:
        """Return a line of text for each side."""
        lines = []
        for player, search in self.searches.items():
            said = "" if search.proved else f" found, and none exceeds {search.bound}"
            lines.append(f"{player}: {search.length}{said}: {str(search.path) or 'no stones'}")
        return "\n".join(lines)

    def facts(self) -> dict[str, object]:
        """Return the paths as data for JSON."""
        return {
            "paths": {
                player: {
                    "length": search.length,
                    "bound": search.bound,
                    "proved": search.proved,
                    "path": list(search.path.stones),
                    "steps": search.steps,
                    "seconds": round(search.seconds, 3),
                }
                for player, search in self.searches.items()
            }
        }

    def picture(self) -> Picture:
        """Return the board with the paths found."""
        variant = self._state.variant
        vector = self._state.vector
        items = [*sights(variant, vector)]
        for player, search in self.searches.items():
            says = f"{player} path of {search.length}" + ("" if search.proved else f", none exceeds {search.bound}")
            items.append(Item("path", search.path.stones, player, self._length(player), says=says))
        items += stones(variant, vector)
        board = variant.layout.board(item for item in items if item.at)
        return Picture((board,))

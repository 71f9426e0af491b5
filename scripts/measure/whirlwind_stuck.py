"""The question to a SAT solver whether a Whirlwind player can be without a turn (decision W1).

The clauses describe every board on which the diagonal rule holds for both colours, nobody has connected, and the player
to move has no legal turn. Not all of these boards arise in play; so where there is none, nobody is ever stuck.
The encoding speaks of single pairs of neighbours and shares nothing with the rules' kernels.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product

Point = tuple[int, int]  # row, column
BLACK, WHITE = 0, 1
SOLVERS = ("cadical195", "glucose4")

_DIAGRAM = 14  # points a side of the source's diagram


def set_up(size: int, reverse: bool = False) -> dict[Point, int]:
    """Return the stones of the set-up: the source's diagram about its centre, by the formula of the rules page."""
    shift = (_DIAGRAM - size) // 2
    found = {}
    for row, column in product(range(size), repeat=2):
        r, c = row + shift, column + shift
        if (r + 2 * c) % 5 == 2:
            found[row, column] = (WHITE if (3 * r + c) % 10 == 1 else BLACK) ^ reverse
    return found


class Stuck:
    """The clauses for one size, some stones that stand, and the player who is to have no turn.

    Variables are numbered from 1: `stone[player, point]` says whether the player's stone stands there.
    """

    def __init__(self, size: int, stones: dict[Point, int], player: int) -> None:
        self.size, self.player = size, player
        self.points: list[Point] = [(r, c) for r in range(size) for c in range(size)]
        self._fresh = count(1)
        self.stone = {key: next(self._fresh) for key in product((BLACK, WHITE), self.points)}
        self.clauses: list[list[int]] = [[self.stone[colour, point]] for point, colour in stones.items()]
        for point in self.points:
            self.clauses.append([-self.stone[BLACK, point], -self.stone[WHITE, point]])
        for colour in (BLACK, WHITE):
            self._obey(colour)
            self._keep_apart(colour)
        self.demands = len(self.clauses)
        """The number of clauses that describe a board; those that follow say that the player is stuck on it."""
        self._block()

    @property
    def variables(self) -> int:
        """The number of variables in the clauses."""
        return max(abs(literal) for clause in self.clauses for literal in clause)

    def _beside(self, point: Point) -> Iterator[Point]:
        r, c = point
        for other in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if min(other) >= 0 and max(other) < self.size:
                yield other

    def _slanted(self, point: Point) -> Iterator[tuple[Point, Point, Point]]:
        """Yield the diagonal neighbours of a point, each with the two points adjacent to both."""
        r, c = point
        for dr, dc in product((-1, 1), repeat=2):
            if 0 <= r + dr < self.size and 0 <= c + dc < self.size:
                yield (r + dr, c + dc), (r + dr, c), (r, c + dc)

    def _obey(self, colour: int) -> None:
        """Add the clauses of the diagonal rule."""
        for point in self.points:
            for other, one, two in self._slanted(point):
                if point < other:
                    pair = [-self.stone[colour, point], -self.stone[colour, other]]
                    self.clauses.append([*pair, self.stone[colour, one], self.stone[colour, two]])

    def _keep_apart(self, colour: int) -> None:
        """Require that no chain joins the colour's edges.

        Some set of points holds its stones on the first edge and is closed under steps along its stones, and none of
        the last edge's stones is in it.
        """
        line = 0 if colour == BLACK else 1
        inside = {point: next(self._fresh) for point in self.points}
        for point in self.points:
            here = self.stone[colour, point]
            if point[line] == 0:
                self.clauses.append([-here, inside[point]])
            if point[line] == self.size - 1:
                self.clauses.append([-here, -inside[point]])
            for other in self._beside(point):
                self.clauses.append([-inside[point], -here, -self.stone[colour, other], inside[other]])

    def _block(self) -> None:
        """Require that no empty point takes a stone alone, and no two neighbours take a pair.

        A turn of two stones that are no neighbours is legal only where each of the two is legal alone.
        """
        own = {point: self.stone[self.player, point] for point in self.points}
        taken = {point: [own[point], self.stone[1 - self.player, point]] for point in self.points}
        bare: dict[Point, list[tuple[int, Point, Point]]] = {point: [] for point in self.points}
        for point in self.points:
            for other, one, two in self._slanted(point):
                variable = next(self._fresh)  # true only if a stone on the point touches `other` at the corner only
                self.clauses += [[-variable, own[other]], [-variable, -own[one]], [-variable, -own[two]]]
                bare[point].append((variable, one, two))
        for point in self.points:
            self.clauses.append([*taken[point], *(variable for variable, _, _ in bare[point])])
            for mate in self._beside(point):
                if point < mate:
                    wrong = [v for v, one, two in bare[point] if mate not in (one, two)]
                    wrong += [v for v, one, two in bare[mate] if point not in (one, two)]
                    self.clauses.append([*taken[point], *taken[mate], *wrong])

    def board(self, solver: str = SOLVERS[0]) -> list[str] | None:
        """Return a board on which the player is stuck, one text per row with x for Black and o for White, or None.

        Needs python-sat, of the extra `solve`.
        """
        from pysat.solvers import Solver

        with Solver(name=solver, bootstrap_with=self.clauses) as search:
            if not search.solve():
                return None
            true = {number for number in search.get_model() or () if number > 0}
        letters = {
            point: "x" if self.stone[BLACK, point] in true else "o" if self.stone[WHITE, point] in true else "."
            for point in self.points
        }
        return ["".join(letters[r, c] for c in range(self.size)) for r in range(self.size)]

"""Whirlwind by sets of (column, row) points: all pairs are tried, and the whole board is looked over each time."""

from itertools import combinations

DIAGRAM_ORIGIN = (1, 0)  # a white stone of the 14×14 diagram
OTHER = {"black": "white", "white": "black"}


def set_up(size, setup="standard"):
    """Two knight's steps span the pattern; each leads to a stone of the other colour."""
    shift = size // 2 - 7
    stones = {"black": set(), "white": set()}
    for along in range(-40, 41):
        for across in range(-40, 41):
            point = (DIAGRAM_ORIGIN[0] + 2 * along - across + shift, DIAGRAM_ORIGIN[1] + along + 2 * across + shift)
            if all(0 <= x < size for x in point):
                white = ((along + across) % 2 == 0) == (setup == "standard")
                stones["white" if white else "black"].add(point)
    return stones


class Whirlwind:
    def __init__(self, size=14, setup="standard", stones=None, mover="black", first_turn=True, most=2):
        self.size, self.most = size, most
        self.stones = set_up(size, setup) if stones is None else {colour: set(own) for colour, own in stones.items()}
        self.mover, self.first_turn = mover, first_turn
        self.result = None

    def points(self):
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    def name(self, point):
        return f"{chr(97 + point[0])}{point[1] + 1}"

    def touching(self, own):
        """Every two of the stones that are diagonal neighbours without a common orthogonal neighbour among them."""
        return [
            (a, b)
            for a, b in combinations(sorted(own, key=lambda p: (p[1], p[0])), 2)
            if abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1 and not own & {(a[0], b[1]), (b[0], a[1])}
        ]

    def allowed(self, added):
        """Whether the mover's turn may add these stones to the board."""
        taken = self.stones["black"] | self.stones["white"]
        return not added & taken and not self.touching(self.stones[self.mover] | added)

    def each_turn(self):
        free = [p for p in self.points() if p not in self.stones["black"] | self.stones["white"]]
        for i, first in enumerate(free):
            if self.allowed({first}):
                yield self.name(first)
            for second in [] if self.first_turn or self.most == 1 else free[i + 1 :]:
                if self.allowed({first, second}):
                    yield f"{self.name(first)},{self.name(second)}"

    def turns(self):
        return [] if self.result else list(self.each_turn())

    def play(self, turn):
        self.stones[self.mover] |= {(ord(name[0]) - 97, int(name[1:]) - 1) for name in turn.split(",")}
        self.first_turn = False
        won = self.joins(self.mover)
        if won:
            self.result = (self.mover, "connection")
        self.mover = OTHER[self.mover]
        if not won and next(self.each_turn(), None) is None:
            self.result = (OTHER[self.mover], "no turn")

    def joins(self, colour):
        """Grow the set of stones reachable from one edge until it stops growing."""
        axis = 1 if colour == "black" else 0
        own = self.stones[colour]
        reached = {point for point in own if point[axis] == 0}
        while True:
            near = {(x + dx, y + dy) for x, y in reached for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            grown = reached | (near & own)
            if grown == reached:
                return any(point[axis] == self.size - 1 for point in reached)
            reached = grown

"""Stride by a dictionary from hexes to piles of pieces; a hex is (x, y, z) with x + y + z = 0, and y counts rows."""

from collections import Counter

# A step sideways, or up or down to either side, changes two of the three by one.
STEPS = [(1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1), (1, -1, 0), (-1, 1, 0)]


class Stride:
    def __init__(self, side=5, repetition=3, goal="hold"):
        self.side, self.repetition, self.goal = side, repetition, goal
        reach = range(1 - side, side)
        self.board = {(x, y, -x - y) for x in reach for y in reach if abs(x + y) < side}
        self.piles = {}
        for hexagon in self.board:
            if hexagon[1] in (2 - side, 3 - side):
                self.piles[hexagon] = ["white"]
            if hexagon[1] in (side - 2, side - 3):
                self.piles[hexagon] = ["black"]
        self.mover = "white"
        self.result = None
        self.seen = Counter([self.position()])

    def position(self):
        return self.mover, frozenset((hexagon, tuple(pile)) for hexagon, pile in self.piles.items())

    def name(self, hexagon):
        """Along a diagonal that rises to the left, y + x is constant; numbers start at 1 on the left of row a."""
        x, y, _ = hexagon
        return f"{chr(96 + self.side + y)}{x + y + self.side}"

    def jumps(self, colour):
        """Every legal (from, to) of a colour."""
        return [
            (start, end)
            for start, pile in self.piles.items()
            if pile[-1] == colour
            for step in STEPS
            for over, end in [(add(start, step), add(add(start, step), step))]
            if end in self.board and over in self.piles and self.may_land(colour, start, end)
        ]

    def may_land(self, colour, start, end):
        there = self.piles.get(end, [])
        goes_forward = end[1] > start[1] if colour == "white" else end[1] < start[1]
        captures = colour not in there and len(there) > 0
        level_before = len(self.piles[start])
        level_after = len(there) + 1
        climbs = colour in there and level_after > level_before
        return goes_forward or captures or climbs

    def turns(self):
        if self.result:
            return []
        jumps = sorted(self.jumps(self.mover), key=lambda jump: [self.rank(hexagon) for hexagon in jump])
        return [f"{self.name(start)}-{self.name(end)}" for start, end in jumps]

    def rank(self, hexagon):
        name = self.name(hexagon)
        return name[0], int(name[1:])

    def play(self, turn):
        hexes = {self.name(hexagon): hexagon for hexagon in self.board}
        start, end = (hexes[name] for name in turn.split("-"))
        piece = self.piles[start].pop()
        if not self.piles[start]:
            del self.piles[start]
        if piece in self.piles.get(end, []):
            self.piles[end].append(piece)
        else:
            self.piles[end] = [piece]
        rival = "black" if self.mover == "white" else "white"
        loser, self.mover = rival, rival
        self.seen[self.position()] += 1
        judged = rival if self.goal == "hold" else piece
        last_row = self.side - 1 if judged == "white" else 1 - self.side
        if any(y == last_row and judged in pile for (_, y, _), pile in self.piles.items()):
            self.result = (judged, "goal")
        elif not self.jumps(loser):
            self.result = (piece, "no move")
        elif self.seen[self.position()] == self.repetition:
            self.result = (None, "repetition")


def add(hexagon, step):
    return tuple(a + b for a, b in zip(hexagon, step, strict=True))

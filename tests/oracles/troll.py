"""Troll by sets of (column, row) pairs: every rule as a search for what the text of the rules says."""

from itertools import product

STEPS = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Troll:
    def __init__(self, size=8, edges="capture", joins="orthogonal"):
        self.size, self.edges, self.joined = size, edges, STEPS if joins == "diagonal" else SIDES
        self.discs = {}
        self.mover = "white"
        self.result = None

    def name(self, cell):
        return f"{chr(97 + cell[0])}{cell[1] + 1}"

    def cells(self):
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    def caught(self, cell, colour):
        """The enemy discs between the cell and another disc of the colour."""
        found = set()
        for dx, dy in STEPS:
            run = []
            x, y = cell[0] + dx, cell[1] + dy
            while self.discs.get((x, y)) not in (None, colour):
                run.append((x, y))
                x, y = x + dx, y + dy
            if self.discs.get((x, y)) == colour:
                found.update(run)
        return found

    def allowed(self, colour):
        last = self.size - 1
        found = []
        for cell in self.cells():
            if cell in self.discs:
                continue
            foreign = cell[0] in (0, last) if colour == "white" else cell[1] in (0, last)
            if not foreign or (self.edges == "capture" and self.caught(cell, colour)):
                found.append(cell)
        return found

    def turns(self):
        if self.result:
            return []
        return [self.name(cell) for cell in self.allowed(self.mover)] or ["pass"]

    def play(self, turn):
        other = "black" if self.mover == "white" else "white"
        if turn != "pass":
            cell = (ord(turn[0]) - 97, int(turn[1:]) - 1)
            for disc in self.caught(cell, self.mover):
                self.discs[disc] = self.mover
            self.discs[cell] = self.mover
        if self.joins(self.mover):
            self.result = (self.mover, "connection")
        elif not self.allowed("white") and not self.allowed("black"):
            self.result = (None, "blocked")
        self.mover = other

    def joins(self, colour):
        """Grow the set of discs reachable from one edge until it stops growing."""
        axis = 1 if colour == "white" else 0
        own = {cell for cell, disc in self.discs.items() if disc == colour}
        reached = {cell for cell in own if cell[axis] == 0}
        while True:
            near = {(x + dx, y + dy) for x, y in reached for dx, dy in self.joined}
            grown = reached | (near & own)
            if grown == reached:
                return any(cell[axis] == self.size - 1 for cell in reached)
            reached = grown

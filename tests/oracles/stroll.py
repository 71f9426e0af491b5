"""Stroll by sets of points: a line of sight is the set of points it passes, and lines cross where the sets meet."""

from itertools import pairwise, product

STEPS = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]


def name(cell):
    return f"{chr(97 + cell[0])}{cell[1] + 1}"


def cell_of(text):
    return ord(text[0]) - 97, int(text[1:]) - 1


def in_order(cells):
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


class Stroll:
    def __init__(self, size=10, ending="solve", counting="cells"):
        self.size, self.ending = size, ending
        self.length = length if counting == "cells" else len
        self.stones = {}
        self.mover = "white"
        self.result = None
        self.claiming = False
        self.claims = {"white": [], "black": []}

    def inside(self, cell):
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def ray(self, cell, step):
        """The empty cells from a cell in a direction, and what ends them: a stone's cell, or None at the edge."""
        found = []
        x, y = cell
        while True:
            x, y = x + step[0], y + step[1]
            if not self.inside((x, y)):
                return found, None
            if (x, y) in self.stones:
                return found, (x, y)
            found.append((x, y))

    def firsts(self):
        taken = {(x + dx, y + dy) for (x, y) in self.stones for dx, dy in [*STEPS, (0, 0)]}
        return in_order({(x, y) for x in range(self.size) for y in range(self.size)} - taken)

    def seconds(self, first):
        return in_order(cell for step in STEPS for cell in self.ray(first, step)[0])

    def turns(self):
        if self.result:
            return []
        if self.claiming:
            return [f"path {name(stone)}" for stone in in_order(self.unclaimed(self.mover))]
        return [f"{name(first)}>{name(second)}" for first in self.firsts() for second in self.seconds(first)]

    def play(self, turn):
        other = "black" if self.mover == "white" else "white"
        if self.claiming:
            self.claims[self.mover].append([cell_of(text) for text in turn.split()[1:]])
            self.after_claim()
            return
        for text in turn.split(">"):
            self.stones[cell_of(text)] = self.mover
        self.mover = other
        if self.firsts():
            return
        if self.ending == "solve":
            self.compare(self.series("white"), self.series("black"))
        else:
            self.claiming, self.mover = True, "white"

    def after_claim(self):
        if self.mover == "white" and self.unclaimed("black"):
            self.mover = "black"
            return
        white, black = ([self.length(path) for path in self.claims[side]] for side in ("white", "black"))
        if white == black and (self.unclaimed("white") or self.unclaimed("black")):
            self.mover = "white" if self.unclaimed("white") else "black"
        else:
            self.compare(white, black)

    def compare(self, white, black):
        if white == black:
            self.result = (None, "equal paths")
        else:
            self.result = ("white" if white > black else "black", "longer path")

    def unclaimed(self, side):
        claimed = {cell for path in self.claims[side] for cell in path}
        return {cell for cell, colour in self.stones.items() if colour == side} - claimed

    def connections(self, side):
        """From each stone of a side to those it is connected with, and the points passed on the way."""
        found = {cell: {} for cell, colour in self.stones.items() if colour == side}
        for cell, step in product(found, STEPS):
            between, end = self.ray(cell, step)
            if between and end in found:
                found[cell][end] = passed(cell, step, len(between) + 1)
        return found

    def paths(self, side, stones):
        """Every path of a side through some of the given stones, in both directions."""
        connections = self.connections(side)

        def longer(path, points):
            yield path
            for stone, between in connections[path[-1]].items():
                if stone in stones and stone not in path and not between & points:
                    yield from longer((*path, stone), points | between)

        for stone in stones:
            yield from longer((stone,), frozenset())

    def longest(self, side):
        stones = frozenset(cell for cell, colour in self.stones.items() if colour == side)
        return max((self.length(path) for path in self.paths(side, stones)), default=0)

    def series(self, side):
        """The greatest sequence of lengths, by trying every longest path."""
        known = {frozenset(): []}

        def best(stones):
            if stones not in known:
                paths = list(self.paths(side, stones))
                most = max(map(self.length, paths))
                rests = {stones - set(path) for path in paths if self.length(path) == most}
                known[stones] = [most, *max(map(best, rests))]
            return known[stones]

        return best(frozenset(cell for cell, colour in self.stones.items() if colour == side))


def passed(cell, step, steps):
    """The points between two stones in half steps, so that the corner of four cells is a point too."""
    return frozenset((2 * cell[0] + step[0] * i, 2 * cell[1] + step[1] * i) for i in range(1, 2 * steps))


def length(path):
    return 1 + sum(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairwise(path))

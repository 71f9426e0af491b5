"""Positions of Stride for its tests."""

import byways
from byways.rules.boards.shapes import Hexagon

START = """stride side=5
i     . . . . .
h    X X X X X X
g   X X X X X X X
f  . . . . . . . .
e . . . . . . . . .
d  . . . . . . . . 9
c   O O O O O O O 8
b    O O O O O O 7
a     . . . . . 6
       1 2 3 4 5
to move: white; no turn played"""
SHUTTLE = ("d2-b2", "d6-f6", "b2-d2", "f6-d6")  # back onto an own piece, forward again, by both sides


def place(white, black, to_move="white", side=4, **options):
    """A position from the names of hexes with stacks, such as "b2 c3*2"."""
    marks = {}
    for letter, stacks in (("O", white), ("X", black)):
        for stack in stacks.split():
            name, _, height = stack.partition("*")
            marks[name] = letter + height
    rows = {}
    for name in Hexagon.layout(side).names:
        rows.setdefault(name[0], []).append(marks.get(name, "."))
    drawn = "\n".join(" ".join(rows[letter]) for letter in sorted(rows, reverse=True))
    return byways.start("stride", position=f"{drawn}\nto move: {to_move}", **options)


def shuttling(**options):
    return place("b2 c2 d2", "f6 e6 d6", **options)


def shuttle_actions(state):
    """The actions of the turns of `SHUTTLE`, one after another."""
    found = []
    for turn in SHUTTLE:
        found += state.actions(turn)
        state = state.play(turn)
    return found

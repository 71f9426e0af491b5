"""Positions of Whirlwind, and its kernels in both ways."""

import pytest

import byways
from byways.kernels import compiled

BOTH_WAYS = pytest.mark.parametrize("way", [lambda kernel: kernel, compiled], ids=["interpreted", "compiled"])
# c3 touches d2 only at a corner, and d3 touches c4.
TWO_CORNERS = """
   a b c d e f
 1 . . . . . .
 2 . . . X . .
 3 . . . . . .
 4 . . X . . .
 5 . . . . . .
 6 O . . . . .
to move: black
"""


def position(text, **options):
    return byways.start("whirlwind", position=text, **options)

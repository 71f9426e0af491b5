"""Checks for every game, also one you add.

`byways.testing.check("mygame", size=5)` tries all invariants; `load` makes a game in a file known by its name.
"""

from byways.testing.faults import load
from byways.testing.invariants import INVARIANTS, Invariant, check
from byways.testing.random_lines import random_line, some_states

__all__ = ["INVARIANTS", "Invariant", "check", "load", "random_line", "some_states"]

"""The games that one can start from, and what their tests and pages say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_SHIPPED = Path(__file__).with_name("games")
FOLDER = _SHIPPED if _SHIPPED.is_dir() else Path(__file__).parents[3] / "examples"
"""Where their modules lie: in the installed package, or in the source tree that it would be built from."""


@dataclass(frozen=True)
class Starter:
    """A game of `examples/`, as something to begin with."""

    name: str
    """Its module."""
    shows: str
    """What it has, in a few words."""
    small: Mapping[str, int]
    """Options of a board on which tests are quick."""
    turns: tuple[str, ...]
    """A short game with these options."""
    end: tuple[str, str]
    """Its winner, and the reason."""
    illegal: str
    """A turn that is illegal after all but the last of those turns."""
    changes: tuple[tuple[str, str], ...]
    """What one may change, and how."""
    beside: tuple[str, ...] = ()
    """Modules that it imports from its folder."""

    @property
    def file(self) -> Path:
        """Return its module's file."""
        return FOLDER / f"{self.name}.py"


_HEX = Starter(
    "hex",
    "stones on a board of hexes, a connection to win by, the pie rule",
    MappingProxyType({"size": 3}),
    ("b2", "a1", "b1", "a3", "b3"),
    ("black", "connection"),
    "b2",
    (
        (
            "Another goal",
            "`judge` ends the game. `joins` asks for a chain between two edges; `run` counts pieces in a line.",
        ),
        (
            "Another board",
            (
                '`Hexagon("size", edges=True)`, of sizes up to 13, is a hexagon: White joins left and right, two sides'
                ' each. `Grid("size", "size", edges=True)` has square cells, on which nobody may win.'
            ),
        ),
        (
            "Where stones may go",
            "`allows` says yes to every empty cell; ask `neighbour` to keep stones together, or apart.",
        ),
        ("Two stones a turn", "Call `next_turn` after the second only; `state[PART]` counts the actions of a turn."),
        ("Passing", 'Write `actions=Cells() | Words("pass")`; the action `cells(geometry)` is then the pass.'),
    ),
)
_CONNECT_FOUR = Starter(
    "connect_four",
    "discs that fall down columns, lines, draws on a full board",
    MappingProxyType({"rows": 4, "columns": 4}),
    ("a", "b", "a", "b", "a", "b", "a"),
    ("white", "four in a line"),
    "e",
    (
        ("Five in a line", "Change the 4 in `judge`, and the least of the options' numbers of rows and columns."),
        ("Without falling", "Write `actions=Cells()`, and let `apply` put the disc where it is told."),
        ("A line that loses", "Let `judge` give the win to `2 - piece(state, cell)`, the other player."),
        ("A full board", "`finish(state, FULL, -1)` is a draw; give a player in place of -1 for a win."),
    ),
)
_BREAKTHROUGH = Starter(
    "breakthrough",
    "pieces that step and capture, an evaluation, fast random games of its own",
    MappingProxyType({"rows": 5, "columns": 3}),
    ("a4-a3", "a2-b3", "a3-a2", "b2-a3", "a2-b1"),
    ("white", "far row"),
    "b1-b2",
    (
        (
            "Other steps",
            "`legal_actions` lists steps by their direction, 0 to 7 in reading order; `Steps(2)` are longer ones.",
        ),
        ("Other captures", "`apply` puts the piece on its new cell; take others off by `put(state, cell, 0)`."),
        ("Another start", "`setup` writes the pieces: 1 for White, 2 for Black."),
        ("What a piece is worth", "`evaluate` estimates who is ahead; the engine is as strong as that estimate."),
        (
            "Fast random games",
            "the playout plays the rules once more, faster. Where a rule changes, leave out `playout=playout`.",
        ),
    ),
    ("breakthrough_playout",),
)
_PIG = Starter(
    "pig",
    "dice, scores, words in place of a board",
    MappingProxyType({"goal": 10}),
    ("roll", "6", "roll", "5", "hold"),
    ("white", "score"),
    "7",
    (
        ("Other dice", "`Dice(8)` has eight faces; the actions behind the words are its faces, in order."),
        ("What a face does", "`apply` adds it to the pot; ONE is the face that loses it."),
        ("More numbers", "Each `Counter` adds words to the state, behind HEADER where there is no board."),
        (
            "A board",
            'Write `board=Grid("rows", "columns")`, with options of these names; cells come before counters.',
        ),
    ),
)
STARTERS: Mapping[str, Starter] = MappingProxyType(
    {starter.name: starter for starter in (_HEX, _BREAKTHROUGH, _CONNECT_FOUR, _PIG)}
)
"""By name."""

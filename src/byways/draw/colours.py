"""The table of colours that boards are drawn in, light and dark; those of pages are in page_tokens.py.

Style sheets get them as custom properties, `--board-NAME`; files that must look right anywhere get the literals
(`board_colours`). Contrasts are held by tests/draw/test_colours.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour as #rrggbb, or #rrggbbaa, on light pages and on dark ones."""

    light: str
    dark: str

    def css(self) -> str:
        """Return the colour as CSS, which follows the color-scheme of the element."""
        return self.light if self.light == self.dark else f"light-dark({self.light},{self.dark})"


Colours = dict[str, Colour]

BOARD: Colours = {
    "page": Colour("#fbfaf6", "#17191c"),
    "ink": Colour("#2b2823", "#eceae4"),
    "soft": Colour("#655d50", "#a9a69d"),
    "board": Colour("#ecdfc4", "#34393d"),
    "cell": Colour("#efe4cd", "#3a4044"),
    "line": Colour("#8c7a58", "#858d93"),
    "frame": Colour("#6d5d40", "#9aa2a8"),
    "white": Colour("#fffdf7", "#f1eee6"),
    "white-rim": Colour("#4b453b", "#0e0f10"),
    "white-mark": Colour("#8d8474", "#8d877b"),
    "black": Colour("#2c2a2b", "#0d0e10"),
    "black-rim": Colour("#6e6862", "#a7aeb4"),
    "neutral": Colour("#b9ae98", "#7d848a"),
    "neutral-ink": Colour("#2b2823", "#0d0e10"),
    "shade": Colour("#5a4a2a", "#000000"),
    "halo": Colour("#fffdf7", "#121416"),
    "accent": Colour("#c9400f", "#ff7a45"),
    "joined": Colour("#1f6aa8", "#62b4f5"),
    "hint": Colour("#656030", "#b9c48a"),
    "focus": Colour("#1558a6", "#8cc8ff"),
    "floor-1": Colour("#f3e3cf", "#3d352d"),
    "floor-2": Colour("#e3ead3", "#323a2e"),
    "floor-3": Colour("#dbe6ec", "#2c363d"),
    "floor-4": Colour("#eee0ea", "#3a313a"),
    "sheet": Colour("#fdfcf9", "#1e2124"),
    "plan": Colour("#3b3833", "#dedbd3"),
    "plan-line": Colour("#8b8983", "#767b80"),
    "wall": Colour("#2b2823", "#f1eee6"),
    "seat": Colour("#8fb3b0", "#3f6f6d"),
    "cushion": Colour("#c3dad7", "#4a7b78"),
    "table": Colour("#d9b07c", "#8a6232"),
    "cafe": Colour("#f6d48f", "#58481f"),
    "route": Colour("#b5330b", "#ff8a5c"),
    "coin": Colour("#e3b04b", "#d8a544"),
    "coin-rim": Colour("#7d5a17", "#5f4310"),
    "p1": Colour("#b5330b", "#ff8a5c"),
    "p2": Colour("#1f6aa8", "#62b4f5"),
    "p3": Colour("#3f7d20", "#93c96a"),
    "p4": Colour("#7a4a9e", "#c79be6"),
    "p5": Colour("#8a6400", "#e0b84a"),
    "p6": Colour("#0f7a75", "#55c4bd"),
}
"""What boards are drawn in: the board of paper, which the others change."""

_WOOD: Colours = {
    "board": Colour("#e7c592", "#4c3a26"),
    "cell": Colour("#e9ca99", "#55412b"),
    "line": Colour("#7f5d2e", "#b3966b"),
    "frame": Colour("#5f431d", "#c4a87e"),
    "neutral": Colour("#b39463", "#a18a68"),
}

_SLATE: Colours = {
    "board": Colour("#d3dbe1", "#26313b"),
    "cell": Colour("#dbe2e7", "#2c3843"),
    "line": Colour("#687883", "#7f929f"),
    "frame": Colour("#4b5963", "#93a5b1"),
    "neutral": Colour("#a3afb8", "#71838f"),
}

_INK: Colours = {
    "board": Colour("#ffffff", "#1b1b1b"),
    "cell": Colour("#ffffff", "#1b1b1b"),
    "line": Colour("#6b6b6b", "#8c8c8c"),
    "frame": Colour("#1c1c1c", "#c9c9c9"),
    "white": Colour("#ffffff", "#f4f4f4"),
    "white-rim": Colour("#111111", "#0a0a0a"),
    "white-mark": Colour("#767676", "#868686"),
    "black": Colour("#111111", "#0a0a0a"),
    "black-rim": Colour("#111111", "#f0f0f0"),
    "neutral": Colour("#d6d6d6", "#8a8a8a"),
    "neutral-ink": Colour("#111111", "#0a0a0a"),
    "shade": Colour("#ffffff", "#1b1b1b"),
    "halo": Colour("#ffffff", "#101010"),
    "sheet": Colour("#ffffff", "#1b1b1b"),
    "floor-1": Colour("#f4f4f4", "#262626"),
    "floor-2": Colour("#e6e6e6", "#303030"),
    "floor-3": Colour("#eeeeee", "#2b2b2b"),
    "floor-4": Colour("#dedede", "#363636"),
    "seat": Colour("#b9b9b9", "#5c5c5c"),
    "cushion": Colour("#e2e2e2", "#747474"),
    "table": Colour("#cfcfcf", "#666666"),
    "cafe": Colour("#e9e9e9", "#2f2f2f"),
}

_CONTRAST: Colours = {
    "board": Colour("#ffffff", "#000000"),
    "cell": Colour("#ffffff", "#000000"),
    "line": Colour("#3d3d3d", "#b4b4b4"),
    "frame": Colour("#000000", "#ffffff"),
    "soft": Colour("#1a1a1a", "#ffffff"),
    "white": Colour("#ffffff", "#ffffff"),
    "white-rim": Colour("#000000", "#000000"),
    "white-mark": Colour("#595959", "#595959"),
    "black": Colour("#000000", "#000000"),
    "black-rim": Colour("#000000", "#ffffff"),
    "neutral": Colour("#c8c8c8", "#a6a6a6"),
    "neutral-ink": Colour("#000000", "#000000"),
    "halo": Colour("#ffffff", "#000000"),
    "accent": Colour("#b00000", "#ff9a3c"),
    "joined": Colour("#003fbf", "#6fd0ff"),
    "hint": Colour("#005a00", "#ffff00"),
    "focus": Colour("#0000c8", "#00ffff"),
    "sheet": Colour("#ffffff", "#000000"),
    "plan": Colour("#000000", "#ffffff"),
    "plan-line": Colour("#4a4a4a", "#9a9a9a"),
    "wall": Colour("#000000", "#ffffff"),
    "route": Colour("#a80000", "#ffb000"),
}

BOARDS: Mapping[str, Colours] = {"paper": {}, "wood": _WOOD, "slate": _SLATE, "ink": _INK, "contrast": _CONTRAST}
"""What a board changes of the paper one."""


def board_colours(theme: str, board: str = "paper") -> dict[str, str]:
    """Return the colours of a board, one of BOARDS, on a page that is "light" or "dark"."""
    return {name: getattr(colour, theme) for name, colour in (BOARD | BOARDS[board]).items()}


def board_css() -> str:
    """Return the custom properties of boards.

    `data-board` of <html> chooses one of BOARDS; the class `board-NAME` does so for what is inside an element, as in a
    choice between boards. What is printed is light paper.
    """
    changed = {name for colours in BOARDS.values() for name in colours}
    chosen = "".join(f"{_wearing(board)}{{{_of_board(board, changed)}}}\n" for board in BOARDS)
    return f"{themed(_of_board('paper', BOARD))}\n@media not print{{\n{chosen}}}\n"


def themed(written: str) -> str:
    """Return properties of the whole page, and by what it is light or dark; paper is light."""
    schemes = ":root{color-scheme:light dark}" + "".join(
        f":root[data-theme={theme}]{{color-scheme:{theme}}}" for theme in Colour._fields
    )
    return f":root{{color-scheme:light;{written}}}\n@media not print{{{schemes}}}"


def _wearing(board: str) -> str:
    """Return the selector of what shows a board other than the page's, and of pages on which it was chosen."""
    return f".board-{board}" + (f",:root[data-board={board}]" if BOARDS[board] else "")


def _of_board(board: str, names: Collection[str]) -> str:
    colours = BOARD | BOARDS[board]
    return properties({name: colours[name] for name in BOARD if name in names}, "board-")


def properties(colours: Colours, prefix: str = "") -> str:
    """Return colours as custom properties, which follow the color-scheme of the element that uses them."""
    return ";".join(f"--{prefix}{name}:{colour.css()}" for name, colour in colours.items())

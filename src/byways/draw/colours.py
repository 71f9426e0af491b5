"""The colours that boards are drawn in, light and dark, from colours.json; those of pages are in page_tokens.py.

Style sheets get them as custom properties, `--board-NAME`; files that must look right anywhere get the literals
(`board_colours`). Contrasts are held by tests/draw/test_draw_colours.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import NamedTuple

import msgspec


class Colour(NamedTuple):
    """A colour as #rrggbb, or #rrggbbaa, on light pages and on dark ones."""

    light: str
    dark: str

    def css(self) -> str:
        """Return the colour as CSS, which follows the color-scheme of the element."""
        return self.light if self.light == self.dark else f"light-dark({self.light},{self.dark})"


Colours = dict[str, Colour]


def read_tables(name: str) -> dict[str, Colours]:
    """Return the tables of colours in a file of this folder, by their names."""
    return msgspec.json.decode(files("byways.draw").joinpath(name).read_bytes(), type=dict[str, Colours])


_TABLES = read_tables("colours.json")
BOARD: Colours = _TABLES["designed"]
"""What boards are drawn in. A name with "-2" is the end of a gradient that begins with the name, lit from the upper
left; `sun` and `dusk` are the light on a board, `cast` the shadow of a board and `shade` that of a piece. `brass` marks
the last move and `legal` where one may play, each with a rim that parts it from what is under it; `accent` is for
danger, mistakes and what is not allowed."""

BOARDS: Mapping[str, Colours] = {**_TABLES, "designed": {}, "contrast": _TABLES["ink"] | _TABLES["contrast"]}
"""What a set of boards changes of those as designed."""


def board_colours(theme: str, board: str = "designed") -> dict[str, str]:
    """Return the colours of a board, one of BOARDS, on a page that is "light" or "dark"."""
    return {name: getattr(colour, theme) for name, colour in (BOARD | BOARDS[board]).items()}


_UNCHOSEN = ":root:not([data-board])"


def board_css() -> str:
    """Return the custom properties of boards.

    `data-board` of <html> chooses one of BOARDS; the class `board-NAME` does so for what is inside an element, as in a
    choice between boards. Where the system asks for more contrast, an unchosen board has it. What is printed is light
    paper.
    """
    changed = {name for colours in BOARDS.values() for name in colours}
    chosen = "".join(f"{_wearing(board)}{{{_of_board(board, changed)}}}\n" for board in BOARDS)
    more = f"@media(prefers-contrast:more),(forced-colors:active){{{_UNCHOSEN}{{{_of_board('contrast', changed)}}}}}\n"
    return f"{themed(_of_board('designed', BOARD))}\n@media not print{{\n{chosen}{more}}}\n"


def themed(written: str) -> str:
    """Return properties of the whole page, and by what it is light or dark; paper is light."""
    schemes = ":root{color-scheme:light dark}" + "".join(
        f":root[data-theme={theme}]{{color-scheme:{theme}}}" for theme in Colour._fields
    )
    return f":root{{color-scheme:light;{written}}}\n@media not print{{{schemes}}}"


def _wearing(board: str) -> str:
    """Return the selector of what shows a board other than the page's, and of pages on which it was chosen.

    Who asked for more contrast and chose no board has the one of high contrast.
    """
    unchosen = f",{_UNCHOSEN}[data-contrast=more]" if board == "contrast" else ""
    return f".board-{board}" + (f",:root[data-board={board}]" if BOARDS[board] else "") + unchosen


def _of_board(board: str, names: Collection[str]) -> str:
    colours = BOARD | BOARDS[board]
    return properties({name: colours[name] for name in BOARD if name in names}, "board-")


def properties(colours: Colours, prefix: str = "") -> str:
    """Return colours as custom properties, which follow the color-scheme of the element that uses them."""
    return ";".join(f"--{prefix}{name}:{colour.css()}" for name, colour in colours.items())

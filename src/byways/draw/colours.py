"""The table of colours that boards are drawn in, light and dark; those of pages are in page_tokens.py.

Style sheets get them as custom properties, `--board-NAME`; files that must look right anywhere get the literals
(`board_colours`). Contrasts are held by tests/draw/test_draw_colours.py.
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
    "page": Colour("#f6f0e3", "#17120d"),
    "ink": Colour("#2a231a", "#f4e9d7"),
    "soft": Colour("#62563f", "#c2b299"),
    "cells": Colour("#f0d9ae", "#cda06a"),
    "cells-2": Colour("#e0bd85", "#ab7f4c"),
    "crossings": Colour("#e9c17c", "#c08f4e"),
    "crossings-2": Colour("#d5a35a", "#a37538"),
    "hexes": Colour("#eedcbb", "#c6a478"),
    "hexes-2": Colour("#dfc59b", "#a58356"),
    "paper": Colour("#fffdf6", "#efe2c6"),
    "paper-2": Colour("#f7efdd", "#d6c5a2"),
    "frame": Colour("#7e5130", "#64421f"),
    "frame-2": Colour("#653d21", "#372212"),
    "lip": Colour("#ffe2b459", "#ffc88247"),
    "grain": Colour("#6b3f12", "#2d1703"),
    "sun": Colour("#fffadc6b", "#ffd69657"),
    "dusk": Colour("#78460a1a", "#14080057"),
    "cast": Colour("#30281c08", "#00000012"),
    "grid": Colour("#7f5d2e", "#4a2c0c"),
    "border": Colour("#5d3c14", "#351d06"),
    "ruling": Colour("#8f8568", "#796946"),
    "coordinate": Colour("#f0ddbb", "#e2c79c"),
    "coordinate-paper": Colour("#6f6248", "#594c34"),
    "shade": Colour("#3c220480", "#0c05009e"),
    "white-1": Colour("#fffefa", "#fff6e2"),
    "white": Colour("#f6eede", "#f0e2c6"),
    "white-2": Colour("#d9c9ab", "#c6b08a"),
    "white-rim": Colour("#66552f", "#3f3015"),
    "white-ink": Colour("#3a2f1c", "#2c220f"),
    "black-1": Colour("#6a625a", "#5e554c"),
    "black": Colour("#3a342e", "#2d2721"),
    "black-2": Colour("#191511", "#0e0b08"),
    "black-rim": Colour("#0d0a08", "#050403"),
    "black-ink": Colour("#fbf2e0", "#f6ead2"),
    "neutral": Colour("#b9a888", "#a39070"),
    "neutral-ink": Colour("#2a231a", "#1b140b"),
    "ivory": Colour("#fbf4e3", "#f0e2c4"),
    "ebony": Colour("#26201a", "#15100c"),
    "bore": Colour("#7d6a47", "#6d5a38"),
    "accent": Colour("#ba3d22", "#b83a19"),
    "halo": Colour("#fff8ec", "#fff1dc"),
    "way": Colour("#1e6b4d", "#125c3f"),
    "way-halo": Colour("#fff8e4", "#fff1cf"),
    "brass": Colour("#f2b632", "#f2b632"),
    "brass-rim": Colour("#33210a", "#33210a"),
    "legal": Colour("#17493a", "#0b2a20"),
    "legal-rim": Colour("#fff3d6", "#fff3d6"),
    "focus": Colour("#0b4fa8", "#042256"),
    "floor-1": Colour("#f6dcc2", "#e2bf9c"),
    "floor-2": Colour("#e6dcef", "#cbbcd0"),
    "floor-3": Colour("#dbe8cd", "#bccaa2"),
    "floor-4": Colour("#d3e5ea", "#b3c7c6"),
    "floor-5": Colour("#f5e3ab", "#dfc57f"),
    "floor-6": Colour("#f2d3d3", "#d9b0a8"),
    "plan": Colour("#3b352b", "#2b251c"),
    "seat": Colour("#8db5a6", "#6f9c8b"),
    "cushion": Colour("#d8ebe1", "#c0d8ca"),
    "table": Colour("#d9a566", "#b9854a"),
    "cafe": Colour("#fbeed1", "#e9d4a6"),
    "coin": Colour("#e3b04b", "#d8a544"),
    "coin-rim": Colour("#7d5a17", "#5f4310"),
    "p1": Colour("#a5350f", "#a5350f"),
    "p2": Colour("#1b5c92", "#1b5c92"),
    "p3": Colour("#37701b", "#37701b"),
    "p4": Colour("#6d4190", "#6d4190"),
    "p5": Colour("#7a5900", "#7a5900"),
    "p6": Colour("#0d6a65", "#0d6a65"),
}
"""What boards are drawn in. A name with "-2" is the end of a gradient that begins with the name, lit from the upper
left; `sun` and `dusk` are the light on a board, `cast` the shadow of a board and `shade` that of a piece. `brass` marks
the last move and `legal` where one may play, each with a rim that parts it from what is under it; `accent` is for
danger, mistakes and what is not allowed."""

_FLAT_LIGHT = {"sun": Colour("#ffffff00", "#ffffff00"), "dusk": Colour("#00000000", "#00000000")}
_NO_GRAIN = {"grain": Colour("#00000000", "#00000000")}

_PAPER: Colours = {
    **_NO_GRAIN,
    "cells": Colour("#fdf7e8", "#e8dabd"),
    "cells-2": Colour("#f1e5cb", "#cdbb96"),
    "crossings": Colour("#fbf2dc", "#e4d4b2"),
    "crossings-2": Colour("#eddfc0", "#c9b58d"),
    "hexes": Colour("#faf2df", "#e6d8ba"),
    "hexes-2": Colour("#ecdfc4", "#cbb993"),
    "frame": Colour("#e6d8b8", "#bfab82"),
    "frame-2": Colour("#d6c49d", "#9f8a61"),
    "lip": Colour("#fffdf4a6", "#fff3d666"),
    "grid": Colour("#8c7a58", "#5f4f30"),
    "border": Colour("#6d5d40", "#43361d"),
    "coordinate": Colour("#4f4329", "#261c0a"),
}

_WOOD: Colours = {
    "cells": Colour("#dca76b", "#b37e4c"),
    "cells-2": Colour("#c38a50", "#966539"),
    "crossings": Colour("#d59d5f", "#ab7645"),
    "crossings-2": Colour("#ba8046", "#8f5f35"),
    "hexes": Colour("#dba76d", "#b27d4d"),
    "hexes-2": Colour("#c48c54", "#97663b"),
    "paper": Colour("#f1dfbb", "#cdb083"),
    "paper-2": Colour("#e4cb9b", "#ac8d5e"),
    "frame": Colour("#4e2d1a", "#3a2112"),
    "frame-2": Colour("#351c0e", "#22120a"),
    "grid": Colour("#5e3a14", "#261203"),
    "border": Colour("#452709", "#180b01"),
    "ruling": Colour("#7c6232", "#57401b"),
    "coordinate-paper": Colour("#5f4a22", "#352610"),
    "white-rim": Colour("#453313", "#2a1d08"),
    "brass-rim": Colour("#33210a", "#241604"),
    "legal": Colour("#0d3d29", "#03150d"),
    "focus": Colour("#063a80", "#010f33"),
}

_SLATE: Colours = {
    "page": Colour("#f3f5f7", "#15191d"),
    "cells": Colour("#c3ccd3", "#8b98a2"),
    "cells-2": Colour("#a4b0b9", "#6c7a85"),
    "crossings": Colour("#bcc6ce", "#85929d"),
    "crossings-2": Colour("#9eabb4", "#677580"),
    "hexes": Colour("#c3ccd3", "#8b98a2"),
    "hexes-2": Colour("#a7b3bc", "#6e7c87"),
    "paper": Colour("#f4f7f9", "#c9d2d9"),
    "paper-2": Colour("#e4eaee", "#a8b4bd"),
    "frame": Colour("#55636e", "#3a454e"),
    "frame-2": Colour("#3d4952", "#232c33"),
    "lip": Colour("#e3edf459", "#b4c6d447"),
    "grain": Colour("#ffffff", "#dfe9f0"),
    "sun": Colour("#ffffff57", "#e6f0f83d"),
    "dusk": Colour("#1c2a361f", "#060c1257"),
    "cast": Colour("#1d2b3807", "#00000012"),
    "grid": Colour("#4b5a66", "#25303a"),
    "border": Colour("#3b4953", "#1d272f"),
    "ruling": Colour("#74838f", "#515f6b"),
    "coordinate": Colour("#e8eef3", "#d3dde5"),
    "coordinate-paper": Colour("#52616d", "#2f3c47"),
    "shade": Colour("#16202a80", "#04080c9e"),
    "white-1": Colour("#ffffff", "#fafcfd"),
    "white": Colour("#f2f5f7", "#e4eaee"),
    "white-2": Colour("#cfd8de", "#b4c0c9"),
    "white-rim": Colour("#44525d", "#222c34"),
    "white-ink": Colour("#25313a", "#17212a"),
    "black-1": Colour("#59616a", "#4a525a"),
    "black": Colour("#2b3138", "#20262c"),
    "black-2": Colour("#11151a", "#080b0e"),
    "black-rim": Colour("#07090b", "#020304"),
    "ivory": Colour("#f2f5f7", "#dfe6eb"),
    "ebony": Colour("#1a1f24", "#0e1215"),
    "bore": Colour("#6b7a85", "#53616c"),
    "legal": Colour("#0d4a33", "#062a1c"),
    "focus": Colour("#083f8c", "#042352"),
    "plan": Colour("#2c343b", "#1a2128"),
}

_INK: Colours = {
    **_FLAT_LIGHT,
    **_NO_GRAIN,
    **{
        f"{ground}{end}": Colour("#ffffff", "#1b1b1b")
        for ground in ("cells", "crossings", "hexes", "paper", "frame")
        for end in ("", "-2")
    },
    "page": Colour("#ffffff", "#1b1b1b"),
    "ink": Colour("#111111", "#f0f0f0"),
    "soft": Colour("#5a5a5a", "#b8b8b8"),
    "lip": Colour("#1c1c1c", "#c9c9c9"),
    "cast": Colour("#00000000", "#00000000"),
    "grid": Colour("#6b6b6b", "#8c8c8c"),
    "border": Colour("#1c1c1c", "#c9c9c9"),
    "ruling": Colour("#8a8a8a", "#777777"),
    "coordinate": Colour("#4a4a4a", "#c4c4c4"),
    "coordinate-paper": Colour("#4a4a4a", "#c4c4c4"),
    "shade": Colour("#00000000", "#00000000"),
    "white-1": Colour("#ffffff", "#f4f4f4"),
    "white": Colour("#ffffff", "#f4f4f4"),
    "white-2": Colour("#ffffff", "#f4f4f4"),
    "white-rim": Colour("#111111", "#0a0a0a"),
    "white-ink": Colour("#111111", "#0a0a0a"),
    "black-1": Colour("#111111", "#0a0a0a"),
    "black": Colour("#111111", "#0a0a0a"),
    "black-2": Colour("#111111", "#0a0a0a"),
    "black-rim": Colour("#111111", "#f0f0f0"),
    "black-ink": Colour("#ffffff", "#ffffff"),
    "neutral": Colour("#d6d6d6", "#8a8a8a"),
    "neutral-ink": Colour("#111111", "#0a0a0a"),
    "ivory": Colour("#ffffff", "#f4f4f4"),
    "ebony": Colour("#111111", "#0a0a0a"),
    "bore": Colour("#111111", "#0a0a0a"),
    "accent": Colour("#c9400f", "#ff7a45"),
    "halo": Colour("#ffffff", "#101010"),
    "way": Colour("#1f6aa8", "#62b4f5"),
    "way-halo": Colour("#ffffff", "#101010"),
    "legal": Colour("#5a5a5a", "#b8b8b8"),
    "legal-rim": Colour("#ffffff", "#101010"),
    "focus": Colour("#1558a6", "#8cc8ff"),
    "floor-1": Colour("#f4f4f4", "#262626"),
    "floor-2": Colour("#e6e6e6", "#303030"),
    "floor-3": Colour("#eeeeee", "#2b2b2b"),
    "floor-4": Colour("#dedede", "#363636"),
    "floor-5": Colour("#fafafa", "#222222"),
    "floor-6": Colour("#d8d8d8", "#3b3b3b"),
    "plan": Colour("#222222", "#dedede"),
    "seat": Colour("#b9b9b9", "#5c5c5c"),
    "cushion": Colour("#e2e2e2", "#6b6b6b"),
    "table": Colour("#cfcfcf", "#626262"),
    "cafe": Colour("#e9e9e9", "#2f2f2f"),
    "p1": Colour("#b5330b", "#ff8a5c"),
    "p2": Colour("#1f6aa8", "#62b4f5"),
    "p3": Colour("#3f7d20", "#93c96a"),
    "p4": Colour("#7a4a9e", "#c79be6"),
    "p5": Colour("#8a6400", "#e0b84a"),
    "p6": Colour("#0f7a75", "#55c4bd"),
}

_CONTRAST: Colours = {
    **_INK,
    **{
        f"{ground}{end}": Colour("#ffffff", "#000000")
        for ground in ("cells", "crossings", "hexes", "paper", "frame")
        for end in ("", "-2")
    },
    "page": Colour("#ffffff", "#000000"),
    "ink": Colour("#000000", "#ffffff"),
    "soft": Colour("#1a1a1a", "#ffffff"),
    "lip": Colour("#000000", "#ffffff"),
    "grid": Colour("#3d3d3d", "#b4b4b4"),
    "border": Colour("#000000", "#ffffff"),
    "ruling": Colour("#4a4a4a", "#9a9a9a"),
    "coordinate": Colour("#000000", "#ffffff"),
    "coordinate-paper": Colour("#000000", "#ffffff"),
    **{f"white{part}": Colour("#ffffff", "#ffffff") for part in ("-1", "", "-2")},
    **{f"black{part}": Colour("#000000", "#000000") for part in ("-1", "", "-2")},
    "white-rim": Colour("#000000", "#000000"),
    "white-ink": Colour("#000000", "#000000"),
    "black-rim": Colour("#000000", "#ffffff"),
    "neutral": Colour("#c8c8c8", "#a6a6a6"),
    "ivory": Colour("#ffffff", "#ffffff"),
    "ebony": Colour("#000000", "#000000"),
    "bore": Colour("#000000", "#000000"),
    "accent": Colour("#b00000", "#ff9a3c"),
    "halo": Colour("#ffffff", "#000000"),
    "way": Colour("#003fbf", "#6fd0ff"),
    "way-halo": Colour("#ffffff", "#000000"),
    "legal": Colour("#005a00", "#ffff00"),
    "legal-rim": Colour("#ffffff", "#000000"),
    "focus": Colour("#0000c8", "#00ffff"),
    "floor-1": Colour("#f3e3cf", "#3d352d"),
    "floor-2": Colour("#e9e0f2", "#352f3d"),
    "floor-3": Colour("#e3ead3", "#323a2e"),
    "floor-4": Colour("#dbe6ec", "#2c363d"),
    "floor-5": Colour("#f6ecc9", "#3b3726"),
    "floor-6": Colour("#f3dede", "#3d2f2f"),
    "plan": Colour("#000000", "#ffffff"),
    "seat": Colour("#8fb3b0", "#3f6f6d"),
    "cushion": Colour("#c3dad7", "#4a7b78"),
    "table": Colour("#d9b07c", "#8a6232"),
    "cafe": Colour("#f6d48f", "#58481f"),
}

BOARDS: Mapping[str, Colours] = {
    "designed": {},
    "paper": _PAPER,
    "wood": _WOOD,
    "slate": _SLATE,
    "ink": _INK,
    "contrast": _CONTRAST,
}
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

"""Style rules of drawings: one list for all themes and boards, with the colours of `byways.draw.colours`.

`standalone` bakes the colours into the rules, for files that must look right anywhere; `css` leaves them as custom
properties, for a site that switches themes while it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from byways.draw.colours import BOARD, BOARDS, board_colours, board_css
from byways.draw.sheet import PAGES
from byways.errors import OptionError

THEMES = ("light", "dark", "auto")
STOPS = tuple(f"{name}{end}" for name in ("cells", "crossings", "hexes", "paper", "frame") for end in ("", "-2"))
STOPS += tuple(f"{owner}{part}" for owner in ("white", "black") for part in ("-1", "", "-2"))
STOPS += ("shade", "sun", "dusk")
"""The colours of the stops of gradients."""


def _read(name: str) -> str:
    return "\n" + files("byways.draw").joinpath(name).read_text(encoding="utf-8")


# Selectors are written short; `$name` is a colour. No rule sets a stroke width that depends on a board's size.
RULES = _read("boards.css")

# The stops of gradients.
RULES += "".join(f".at-{name} {{ stop-color: ${name} }}\n" for name in STOPS)
RULES += """
.at-clear { stop-color: $shade; stop-opacity: 0 }
.at-shine { stop-color: $halo; stop-opacity: .4 }
.at-dim { stop-color: $black-2; stop-opacity: .3 }
"""

DASHES = ("0 17", "14 10", "0 9", "26 10", "4 10", "14 8 0 8")
"""How the edges of the players by number differ."""

RULES += "".join(
    f".p{i} .face, .p{i} .bud, .p{i} .band {{ fill: $p{i}; stroke: $black-rim }} .p{i} .walked {{ stroke: $p{i} }}"
    f".p{i} .height .letters {{ stroke: $halo }} .p{i} .height .words {{ fill: $halo }}"
    f".p{i} .ring {{ fill: $halo; stroke: $p{i} }} .p{i} .dot-of {{ fill: $p{i} }}"
    f".p{i} .hatch {{ stroke: $halo; stroke-dasharray: {dashes} }}"
    for i, dashes in enumerate(DASHES, 1)
)

CONTROL_RULES = _read("controls.css")

VIEWS = _read("views.css")
"""How a board is shown on a page: the sides with coordinates, and its rotation in quarter turns."""

_RULE = re.compile(r"([^{}]+)\{([^{}]+)\}")
_COLOUR = re.compile(r"\$([a-z0-9-]+)")


def scope(theme: str, board: str = "designed") -> str:
    """Return the class under which `standalone` writes its rules, so that drawings of several themes can share a page.

    Raises OptionError for a theme that is not in THEMES or a board that is not in BOARDS.
    """
    for option, value, allowed in (("theme", theme, THEMES), ("board", board, BOARDS)):
        if value not in allowed:
            template = "there is no {option} {value!r} to draw with; there is: {allowed}"
            raise OptionError(f"draw.{option}", template, option=option, value=value, allowed=", ".join(allowed))
    return f"byways-{theme}-{board}"


def standalone(theme: str, board: str = "designed") -> str:
    """Return style rules with their colours baked in.

    "auto" follows the viewer's system, and is light if it has no say.
    """
    name = scope(theme, board)
    if theme != "auto":
        return _write(RULES, board_colours(theme, board), name)
    light, dark = (board_colours(side, board) for side in ("light", "dark"))
    coloured = "".join(match[0] for match in _RULE.finditer(RULES) if "$" in match[2])
    return f"{_write(RULES, light, name)}@media(prefers-color-scheme:dark){{{_write(coloured, dark, name)}}}"


def css() -> str:
    """Return the style sheet for a page that holds scenes in an element of the class `byways`.

    Colours are custom properties, see `board_css`; browsers must know light-dark() of CSS.
    """
    variables = {name: f"var(--board-{name})" for name in BOARD}
    return f"{board_css()}{_write(RULES + CONTROL_RULES, variables, PAGES)}{VIEWS}\n"


def _write(rules: str, colours: Mapping[str, str], name: str) -> str:
    """Return rules for the inside of an element of a class, as short as they go."""
    written = []
    for selectors, body in _RULE.findall(rules):
        scoped = ",".join(f".{name} {selector.strip()}" for selector in selectors.split(","))
        declared = ";".join(re.sub(r"\s*:\s*", ":", part.strip()) for part in body.split(";"))
        written.append(scoped + "{" + _COLOUR.sub(lambda found: colours[found[1]], declared) + "}")
    return "".join(written)

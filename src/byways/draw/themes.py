"""Colours and styles: one table of colours for each theme, one list of rules for all of them.

`standalone` bakes the colours into the rules, for files that must look right anywhere; `css` leaves them as custom
properties, for a site that switches themes while it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from byways.errors import OptionError

Colours = Mapping[str, str]

LIGHT: Colours = {
    "page": "#fbfaf6",
    "ink": "#2b2823",
    "soft": "#655d50",
    "board": "#ecdfc4",
    "cell": "#efe4cd",
    "line": "#8c7a58",
    "frame": "#6d5d40",
    "white": "#fffdf7",
    "white-rim": "#4b453b",
    "white-mark": "#8d8474",
    "black": "#2c2a2b",
    "black-rim": "#6e6862",
    "neutral": "#b9ae98",
    "neutral-ink": "#2b2823",
    "shade": "#5a4a2a",
    "halo": "#fffdf7",
    "accent": "#c9400f",
    "joined": "#1f6aa8",
    "hint": "#656030",
    "focus": "#1558a6",
    "floor-1": "#f3e3cf",
    "floor-2": "#e3ead3",
    "floor-3": "#dbe6ec",
    "floor-4": "#eee0ea",
    "sheet": "#fdfcf9",
    "plan": "#3b3833",
    "plan-line": "#8b8983",
    "wall": "#2b2823",
    "seat": "#8fb3b0",
    "cushion": "#c3dad7",
    "table": "#d9b07c",
    "cafe": "#f6d48f",
    "route": "#b5330b",
    "p1": "#b5330b",
    "p2": "#1f6aa8",
    "p3": "#3f7d20",
    "p4": "#7a4a9e",
    "p5": "#8a6400",
    "p6": "#0f7a75",
}

DARK: Colours = {
    "page": "#17191c",
    "ink": "#eceae4",
    "soft": "#a9a69d",
    "board": "#34393d",
    "cell": "#3a4044",
    "line": "#858d93",
    "frame": "#9aa2a8",
    "white": "#f1eee6",
    "white-rim": "#0e0f10",
    "white-mark": "#8d877b",
    "black": "#0d0e10",
    "black-rim": "#a7aeb4",
    "neutral": "#7d848a",
    "neutral-ink": "#0d0e10",
    "shade": "#000000",
    "halo": "#121416",
    "accent": "#ff7a45",
    "joined": "#62b4f5",
    "hint": "#b9c48a",
    "focus": "#8cc8ff",
    "floor-1": "#3d352d",
    "floor-2": "#323a2e",
    "floor-3": "#2c363d",
    "floor-4": "#3a313a",
    "sheet": "#1e2124",
    "plan": "#dedbd3",
    "plan-line": "#767b80",
    "wall": "#f1eee6",
    "seat": "#3f6f6d",
    "cushion": "#4a7b78",
    "table": "#8a6232",
    "cafe": "#58481f",
    "route": "#ff8a5c",
    "p1": "#ff8a5c",
    "p2": "#62b4f5",
    "p3": "#93c96a",
    "p4": "#c79be6",
    "p5": "#e0b84a",
    "p6": "#55c4bd",
}

WOOD: tuple[Colours, Colours] = (
    {"board": "#e7c592", "cell": "#e9ca99", "line": "#7f5d2e", "frame": "#5f431d", "neutral": "#b39463"},
    {"board": "#4c3a26", "cell": "#55412b", "line": "#b3966b", "frame": "#c4a87e", "neutral": "#a18a68"},
)
SLATE: tuple[Colours, Colours] = (
    {"board": "#d3dbe1", "cell": "#dbe2e7", "line": "#687883", "frame": "#4b5963", "neutral": "#a3afb8"},
    {"board": "#26313b", "cell": "#2c3843", "line": "#7f929f", "frame": "#93a5b1", "neutral": "#71838f"},
)

INK: tuple[Colours, Colours] = (
    {
        "board": "#ffffff", "cell": "#ffffff", "line": "#6b6b6b", "frame": "#1c1c1c", "white": "#ffffff",
        "white-rim": "#111111", "white-mark": "#767676", "black": "#111111", "black-rim": "#111111",
        "neutral": "#d6d6d6", "neutral-ink": "#111111", "shade": "#ffffff", "halo": "#ffffff", "sheet": "#ffffff",
        "floor-1": "#f4f4f4", "floor-2": "#e6e6e6", "floor-3": "#eeeeee", "floor-4": "#dedede", "seat": "#b9b9b9",
        "cushion": "#e2e2e2", "table": "#cfcfcf", "cafe": "#e9e9e9",
    },
    {
        "board": "#1b1b1b", "cell": "#1b1b1b", "line": "#8c8c8c", "frame": "#c9c9c9", "white": "#f4f4f4",
        "white-rim": "#0a0a0a", "white-mark": "#868686", "black": "#0a0a0a", "black-rim": "#f0f0f0",
        "neutral": "#8a8a8a", "neutral-ink": "#0a0a0a", "shade": "#1b1b1b", "halo": "#101010", "sheet": "#1b1b1b",
        "floor-1": "#262626", "floor-2": "#303030", "floor-3": "#2b2b2b", "floor-4": "#363636", "seat": "#5c5c5c",
        "cushion": "#747474", "table": "#666666", "cafe": "#2f2f2f",
    },
)  # fmt: skip
CONTRAST: tuple[Colours, Colours] = (
    {
        "board": "#ffffff", "cell": "#ffffff", "line": "#3d3d3d", "frame": "#000000", "soft": "#1a1a1a",
        "white": "#ffffff", "white-rim": "#000000", "white-mark": "#595959", "black": "#000000",
        "black-rim": "#000000", "neutral": "#c8c8c8", "neutral-ink": "#000000", "halo": "#ffffff",
        "accent": "#b00000", "joined": "#003fbf", "hint": "#005a00", "focus": "#0000c8", "sheet": "#ffffff",
        "plan": "#000000", "plan-line": "#4a4a4a", "wall": "#000000", "route": "#a80000",
    },
    {
        "board": "#000000", "cell": "#000000", "line": "#b4b4b4", "frame": "#ffffff", "soft": "#ffffff",
        "white": "#ffffff", "white-rim": "#000000", "white-mark": "#595959", "black": "#000000",
        "black-rim": "#ffffff", "neutral": "#a6a6a6", "neutral-ink": "#000000", "halo": "#000000",
        "accent": "#ff9a3c", "joined": "#6fd0ff", "hint": "#ffff00", "focus": "#00ffff", "sheet": "#000000",
        "plan": "#ffffff", "plan-line": "#9a9a9a", "wall": "#ffffff", "route": "#ffb000",
    },
)  # fmt: skip

BOARDS: Mapping[str, tuple[Colours, Colours]] = {
    "paper": ({}, {}),
    "wood": WOOD,
    "slate": SLATE,
    "ink": INK,
    "contrast": CONTRAST,
}
"""What a board changes of the light and the dark colours."""

THEMES = ("light", "dark", "auto")

# Selectors are written short; `$name` is a colour. No rule sets a stroke width that depends on a board's size.
RULES = """
.page { fill: $page }
.letters { fill: none; stroke: $soft; stroke-linecap: round; stroke-linejoin: round }
.words { fill: $soft; font-family: system-ui, DejaVu Sans, Liberation Sans, Arial, sans-serif }
.title .letters { stroke: $ink }
.title .words { fill: $ink }
.plate { fill: $board }
.paper { fill: $sheet }
.rim { fill: $line; stroke: $line; stroke-linejoin: round }
.cell { fill: $cell; stroke: $cell; stroke-linejoin: round }
.grid { fill: none; stroke: $line; stroke-linecap: square }
.ruling { fill: none; stroke: $plan-line }
.frame { fill: none; stroke: $frame; stroke-linecap: square }
.plan { fill: none; stroke: $plan; stroke-linecap: round; stroke-linejoin: round }
.band { fill: $neutral; stroke: $frame; stroke-linejoin: round }
.hatch { fill: none; stroke: $frame; stroke-dasharray: 0 17; stroke-linecap: round }
.white .band { fill: $white; stroke: $white-rim }
.white .hatch { stroke: $white-rim }
.black .band { fill: $black; stroke: $black-rim }
.shade { fill: $shade; opacity: .28 }
.face, .bud { fill: $neutral; stroke: $frame }
.sign { fill: none; stroke: $page; stroke-linecap: round; stroke-linejoin: round }
.white .face, .white .bud { fill: $white; stroke: $white-rim }
.white .sign { stroke: $white-mark }
.black .face, .black .bud { fill: $black; stroke: $black-rim }
.height .letters { stroke: $neutral-ink }
.white .height .letters { stroke: $white-rim }
.black .height .letters { stroke: $white }
.height .words { fill: $neutral-ink }
.core, .halo { fill: none; stroke-linecap: round; stroke-linejoin: round }
.halo { stroke: $halo }
.core { stroke: $accent }
.core.solid { fill: $accent; stroke: none }
.halo.solid { fill: $halo }
.chain .core { stroke: $joined }
.chain .knots { fill: $halo }
.line { fill: none; stroke: $frame; stroke-linecap: round; stroke-linejoin: round }
.line.case { stroke: $frame }
.white .line { stroke: $white }
.white .line.case { stroke: $white-rim }
.black .line { stroke: $black }
.black .line.case { stroke: $black-rim }
.path .core { stroke: $route }
.dashed { stroke-dasharray: 15 13 }
.broken { stroke-dasharray: 14 9.6 }
.line.broken { stroke-dasharray: 30 14; stroke-linecap: butt }
.jamb { fill: none; stroke: $plan; stroke-linecap: butt }
.floor { stroke: none }
.floor-1 { fill: $floor-1 }
.floor-2 { fill: $floor-2 }
.floor-3 { fill: $floor-3 }
.floor-4 { fill: $floor-4 }
.cafe .floor { fill: $cafe }
.wall { fill: $wall }
.joint { fill: none; stroke: $plan; opacity: .16 }
.dot { fill: $plan }
.display .letters { stroke: $plan }
.cushion { fill: $cushion; stroke: $plan }
.leg { fill: $plan }
.leaf { fill: none; stroke: $plan; stroke-linecap: round }
.seat { fill: $seat; stroke: $plan; stroke-linejoin: round }
.table { fill: $table; stroke: $plan; stroke-linejoin: round }
.cutlery { fill: none; stroke: $plan; stroke-linecap: round; stroke-linejoin: round }
.arrow { fill: $route; stroke: none }
.hint { fill: $hint; fill-rule: evenodd; stroke: none }
.ghost { opacity: .6 }
.ghost.flip, .ghost.capture, .ghost.need, .ghost.move, .ghost.sight, .ghost.step { opacity: 1 }
"""

DASHES = ("0 17", "14 10", "0 9", "26 10", "4 10", "14 8 0 8")
"""How the edges of the players by number differ."""

RULES += "".join(
    f".p{i} .face, .p{i} .bud, .p{i} .band {{ fill: $p{i}; stroke: $ink }} .p{i} .line {{ stroke: $p{i} }}"
    f".p{i} .line.case {{ stroke: $halo }} .p{i} .height .letters {{ stroke: $page }}"
    f".p{i} .hatch {{ stroke: $page; stroke-dasharray: {dashes} }}"
    for i, dashes in enumerate(DASHES, 1)
)

CONTROL_RULES = """
.hit { fill: transparent; stroke: none }
.point { outline: none }
.point:focus-visible .hit { stroke: $focus; stroke-width: 6 }
.layer { pointer-events: none }
.point.legal:hover { cursor: pointer }
"""

_NOT_LIGHT = ':not([data-theme="light"])'
_DARK = '[data-theme="dark"]'
_RULE = re.compile(r"([^{}]+)\{([^{}]+)\}")
_COLOUR = re.compile(r"\$([a-z0-9-]+)")


def colours(theme: str, board: str = "paper") -> dict[str, str]:
    """Return the colours of "light" or "dark" on one of BOARDS."""
    dark = theme == "dark"
    return {**(LIGHT, DARK)[dark], **BOARDS[board][dark]}


def scope(theme: str, board: str = "paper") -> str:
    """Return the class under which `standalone` writes its rules, so that drawings of several themes can share a page.

    Raises OptionError for a theme that is not in THEMES or a board that is not in BOARDS.
    """
    for option, value, allowed in (("theme", theme, THEMES), ("board", board, BOARDS)):
        if value not in allowed:
            template = "there is no {option} {value!r} to draw with; there is: {allowed}"
            raise OptionError(f"draw.{option}", template, option=option, value=value, allowed=", ".join(allowed))
    return f"byways-{theme}-{board}"


def standalone(theme: str, board: str = "paper") -> str:
    """Return style rules with their colours baked in.

    "auto" follows the viewer's system, and is light if it has no say.
    """
    name = scope(theme, board)
    if theme != "auto":
        return _write(RULES, colours(theme, board), name)
    light, dark = (colours(side, board) for side in ("light", "dark"))
    coloured = "".join(match[0] for match in _RULE.finditer(RULES) if "$" in match[2])
    return f"{_write(RULES, light, name)}@media(prefers-color-scheme:dark){{{_write(coloured, dark, name)}}}"


def css() -> str:
    """Return the style sheet for a page that holds scenes in an element of the class `byways`.

    Colours are custom properties on the root: light or dark by `data-theme` of <html>, without it by the system;
    `data-board` of <html> chooses one of BOARDS, and so does the class `board-NAME` for what is inside an element, as
    in a choice between boards. Paper is light.
    """
    parts = [_themed("", (":root",), LIGHT, DARK)]
    changed = {name for tables in BOARDS.values() for table in tables for name in table}
    for board in BOARDS:
        light, dark = ({name: colours(side, board)[name] for name in LIGHT if name in changed} for side in THEMES[:2])
        chosen = (f':root[data-board="{board}"]',) if any(BOARDS[board]) else ()
        parts.append(_themed(f" .board-{board}", chosen, light, dark))
    parts.append(f"@media print{{:root:root:root:root{{{_properties(colours('light'))}}}}}")
    variables = {name: f"var(--board-{name})" for name in LIGHT}
    return "\n".join([*parts, _write(RULES + CONTROL_RULES, variables, "byways")]) + "\n"


def _themed(inside: str, roots: Sequence[str], light: Colours, dark: Colours) -> str:
    """Return colour rules for the inside of an element, and for whole pages, by the page's theme or the system's."""

    def selectors(theme: str) -> str:
        within = (f":root{theme}{inside}",) if inside else ()
        return ",".join((*(root + theme for root in roots), *within))

    night = f"@media(prefers-color-scheme:dark){{{selectors(_NOT_LIGHT)}{{{_properties(dark)}}}}}"
    return f"{selectors('')}{{{_properties(light)}}}\n{night}\n{selectors(_DARK)}{{{_properties(dark)}}}"


def _properties(table: Colours) -> str:
    return ";".join(f"--board-{name}:{colour}" for name, colour in table.items())


def _write(rules: str, table: Colours, name: str) -> str:
    """Return rules for the inside of an element of a class, as short as they go."""
    written = []
    for selectors, body in _RULE.findall(rules):
        scoped = ",".join(f".{name} {selector.strip()}" for selector in selectors.split(","))
        declared = ";".join(re.sub(r"\s*:\s*", ":", part.strip()) for part in body.split(";"))
        written.append(scoped + "{" + _COLOUR.sub(lambda found: table[found[1]], declared) + "}")
    return "".join(written)

"""Style rules of drawings: one list for all themes and boards, with the colours of `byways.draw.colours`.

`standalone` bakes the colours into the rules, for files that must look right anywhere; `css` leaves them as custom
properties, for a site that switches themes while it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from byways.draw.colours import BOARD, BOARDS, board_colours, board_css
from byways.errors import OptionError

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
.warm { fill: $joined; stroke: none; opacity: .6 }
.warm.case { fill: $halo; opacity: .75 }
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
.value .badge { fill: $halo; stroke: $plan }
.value .letters { stroke: $plan }
.value.loss .badge { stroke: $accent }
.value.loss .letters { stroke: $accent }
.cushion { fill: $cushion; stroke: $plan }
.leg { fill: $plan }
.leaf { fill: none; stroke: $plan; stroke-linecap: round }
.seat { fill: $seat; stroke: $plan; stroke-linejoin: round }
.table { fill: $table; stroke: $plan; stroke-linejoin: round }
.cutlery { fill: none; stroke: $plan; stroke-linecap: round; stroke-linejoin: round }
.arrow { fill: $route; stroke: none }
.hint { fill: $hint; fill-rule: evenodd; stroke: none }
.ghost { opacity: .6 }
.ghost.flip, .ghost.capture, .ghost.need, .ghost.touch, .ghost.move, .ghost.sight, .ghost.step { opacity: 1 }
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
.leads { fill: $hint; stroke: $hint; stroke-width: 12; stroke-linejoin: round }
.hit { fill: transparent; stroke: none }
.point { outline: none }
.point:focus-visible .hit { stroke: $focus; stroke-width: 6 }
.layer { pointer-events: none }
.point.legal:hover { cursor: pointer }
"""

_RULE = re.compile(r"([^{}]+)\{([^{}]+)\}")
_COLOUR = re.compile(r"\$([a-z0-9-]+)")


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
        return _write(RULES, board_colours(theme, board), name)
    light, dark = (board_colours(side, board) for side in ("light", "dark"))
    coloured = "".join(match[0] for match in _RULE.finditer(RULES) if "$" in match[2])
    return f"{_write(RULES, light, name)}@media(prefers-color-scheme:dark){{{_write(coloured, dark, name)}}}"


def css() -> str:
    """Return the style sheet for a page that holds scenes in an element of the class `byways`.

    Colours are custom properties, see `board_css`; browsers must know light-dark() of CSS.
    """
    variables = {name: f"var(--board-{name})" for name in BOARD}
    return f"{board_css()}{_write(RULES + CONTROL_RULES, variables, 'byways')}\n"


def _write(rules: str, colours: Mapping[str, str], name: str) -> str:
    """Return rules for the inside of an element of a class, as short as they go."""
    written = []
    for selectors, body in _RULE.findall(rules):
        scoped = ",".join(f".{name} {selector.strip()}" for selector in selectors.split(","))
        declared = ";".join(re.sub(r"\s*:\s*", ":", part.strip()) for part in body.split(";"))
        written.append(scoped + "{" + _COLOUR.sub(lambda found: colours[found[1]], declared) + "}")
    return "".join(written)

"""Style rules of drawings: one list for all themes and boards, with the colours of `byways.draw.colours`.

`standalone` bakes the colours into the rules, for files that must look right anywhere; `css` leaves them as custom
properties, for a site that switches themes while it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from byways.draw.colours import BOARD, BOARDS, board_colours, board_css
from byways.draw.sheet import PAGES
from byways.errors import OptionError

THEMES = ("light", "dark", "auto")
STOPS = tuple(f"{name}{end}" for name in ("cells", "crossings", "hexes", "paper", "frame") for end in ("", "-2"))
STOPS += tuple(f"{owner}{part}" for owner in ("white", "black") for part in ("-1", "", "-2"))
STOPS += ("shade", "sun", "dusk")
"""The colours of the stops of gradients."""

# Selectors are written short; `$name` is a colour. No rule sets a stroke width that depends on a board's size.
RULES = """
.page { fill: $page }
.letters { fill: none; stroke: $soft; stroke-linecap: round; stroke-linejoin: round }
.words { fill: $soft; font-family: system-ui, DejaVu Sans, Liberation Sans, Arial, sans-serif }
.title .letters { stroke: $ink }
.title .words { fill: $ink }
.cast { fill: $cast }
path.cast { fill: none; stroke: $cast; stroke-linejoin: round }
.slab { stroke: none }
.sheet { stroke: $ruling }
.lip { fill: none; stroke: $lip }
.hull { stroke-linejoin: round }
.lit { fill: none; stroke: $lip }
.hex { stroke: $border; stroke-linejoin: round }
.field { stroke: none }
.light { stroke: none }
.blank { fill: $paper }
.vein { fill: none; stroke: $grain }
.grid { fill: none; stroke: $grid; stroke-linecap: square }
.strong { stroke: $border }
.border { fill: none; stroke: $border }
.ruling { fill: none; stroke: $ruling; stroke-linecap: square }
.plan { fill: none; stroke: $plan; stroke-linecap: round; stroke-linejoin: round }
.coordinate { fill: $coordinate; font-weight: 500; text-anchor: middle; dominant-baseline: central }
.on-paper .coordinate { fill: $coordinate-paper }
.on-wood .letters { stroke: $coordinate }
.on-wood .words { fill: $coordinate }
.on-paper .letters { stroke: $coordinate-paper }
.on-paper .words { fill: $coordinate-paper }
.band { fill: $neutral; stroke: $border; stroke-linejoin: round }
.hatch { fill: none; stroke: $border; stroke-dasharray: 0 50; stroke-dashoffset: 25; stroke-linecap: round }
.white .band { fill: $ivory }
.white .hatch { stroke: $bore }
.black .band { fill: $ebony }
.shadow { stroke: none }
.white .body { stroke: $white-rim }
.black .body { stroke: $black-rim }
.inset { stroke: none }
.gloss { stroke: none }
.face, .bud { fill: $neutral; stroke: $border }
.white .face, .white .bud { fill: $white; stroke: $white-rim }
.black .face, .black .bud { fill: $black; stroke: $black-rim }
.sign { fill: none; stroke: $halo; stroke-linecap: round; stroke-linejoin: round }
.height .letters { stroke: $neutral-ink }
.white .height .letters { stroke: $white-ink }
.black .height .letters { stroke: $black-ink }
.height .words { fill: $neutral-ink; font-weight: 700 }
.white .height .words { fill: $white-ink }
.black .height .words { fill: $black-ink }
.ring { fill: $neutral; stroke: $border }
.dot-of { fill: $border }
.white .ring { fill: $ebony; stroke: $ivory }
.white .dot-of { fill: $ivory }
.black .ring { fill: $ivory; stroke: $ebony }
.black .dot-of { fill: $ebony }
.core, .halo { fill: none; stroke-linecap: round; stroke-linejoin: round }
.halo { stroke: $halo }
.core { stroke: $accent }
.core.solid { fill: $accent; stroke: none }
.pin { fill: $brass; stroke: $brass-rim }
.brass, .brass-rim { fill: none; stroke-linecap: round; stroke-linejoin: round }
.brass { stroke: $brass }
.brass-rim { stroke: $brass-rim }
.brass.solid { fill: $brass; stroke: none }
.brass-rim.solid { fill: $brass-rim }
.ghost .brass { stroke: $way }
.ghost .brass-rim { stroke: $way-halo }
.ghost .brass.solid { fill: $way; stroke: none }
.ghost .brass-rim.solid { fill: $way-halo }
.halo.solid { fill: $halo }
.tick { stroke-linecap: butt }
.aim { fill: none; stroke: $way-halo }
.case, .joined, .walked { fill: none; stroke-linecap: round; stroke-linejoin: round }
.case { stroke: $way-halo }
.joined { stroke: $way }
.stop { fill: $way; stroke: $way-halo }
.chain .core { stroke: $way }
.chain .halo { stroke: $way-halo }
.walked { stroke: $border }
.white .walked { stroke: $way }
.black .walked { stroke: $black-rim }
.path .core { stroke: $way }
.path .halo { stroke: $way-halo }
.dotted { stroke-dasharray: 0 17 }
.step .shade { stroke: none; fill-opacity: .55 }
.warm { fill: $way; stroke: none; opacity: .6 }
.warm.case { fill: $way-halo; stroke: none; opacity: .75 }
.broken { stroke-dasharray: 14 9.6 }
.step .broken { fill: none; stroke: $brass-rim; stroke-dasharray: 10 8 }
.seen { fill: none; stroke: $coordinate-paper; stroke-dasharray: 0 12; stroke-linecap: round }
.ghost .seen { stroke: $way; stroke-dasharray: 0 11 }
.walked.broken, .case.broken { stroke-dasharray: 30 14; stroke-linecap: butt }
.jamb { fill: none; stroke: $plan; stroke-linecap: butt }
.floor { stroke: none }
.floor-1 { fill: $floor-1 }
.floor-2 { fill: $floor-2 }
.floor-3 { fill: $floor-3 }
.floor-4 { fill: $floor-4 }
.floor-5 { fill: $floor-5 }
.floor-6 { fill: $floor-6 }
.cafe .floor { fill: $cafe }
.ghost .rim { stroke: $way; stroke-width: 6; stroke-dasharray: 16 12 }
.wall { fill: $plan }
.joint { fill: none; stroke: $plan; stroke-opacity: .16 }
.dot { fill: $plan }
.display .letters { stroke: $plan }
.value .badge { fill: $halo; stroke: $plan }
.value .letters { stroke: $plan }
.value.loss .badge { stroke: $accent }
.value.loss .letters { stroke: $accent }
.display .words { fill: $plan; font-weight: 700 }
.cushion { fill: $cushion; stroke: $plan }
.leg { fill: $plan }
.leaf { fill: none; stroke: $plan; stroke-linecap: round }
.seat { fill: $seat; stroke: $plan; stroke-linejoin: round }
.table { fill: $table; stroke: $plan; stroke-linejoin: round }
.cutlery { fill: none; stroke: $plan; stroke-linecap: round; stroke-linejoin: round }
.arrow { fill: $way; stroke: none }
.hint { fill: $legal; fill-rule: evenodd; stroke: $legal-rim; stroke-width: 6; paint-order: stroke }
.ghost { opacity: .58 }
.ghost.flip, .ghost.capture, .ghost.need, .ghost.touch, .ghost.move { opacity: 1 }
.ghost.sight, .ghost.step, .ghost.path { opacity: 1 }
"""

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

CONTROL_RULES = """
.leads { fill: $legal; fill-rule: evenodd; stroke: $legal; stroke-width: 7; stroke-linejoin: round }
.words, .coordinate { font-family: inherit }
.coordinate { font-size: calc(1em * var(--coordinate, 1)) }
.note .words { font-size: calc(18px * var(--coordinate, 1.3)) }
.right, .top, .inner { display: none }
.inner .coordinate { fill: $border }
.on-paper .inner .coordinate { fill: $coordinate-paper }
.upright { rotate: calc(-1 * var(--turn, 0deg)) }
.hit { fill: transparent; stroke: none }
.point { outline: none }
.point:focus-visible .hit { stroke: $focus; stroke-width: 6 }
.layer { pointer-events: none }
.point.legal:hover { cursor: pointer }
"""

VIEWS = """
svg.byways:not(.cutout){overflow:visible}
@media(max-width:700px){svg.byways{--coordinate:1.5}}
:root[data-coordinates=none] .coordinates{display:none}
:root[data-coordinates=inside] .coordinates:has(.inner)>:not(.inner){display:none}
:root[data-coordinates=inside] .inner{display:inline}
svg[data-turned] :is(.turns,.coordinates){rotate:var(--turn);transform-origin:var(--middle)}
svg[data-turned] :is(.coordinate,.height){rotate:calc(-1*var(--turn));transform-box:fill-box;transform-origin:center}
svg[data-turned="1"] :is(.left,.top),svg[data-turned="2"] :is(.left,.bottom){display:none}
svg[data-turned="3"] :is(.bottom,.right){display:none}
svg[data-turned="1"] .right,svg[data-turned="2"] :is(.right,.top),svg[data-turned="3"] .top{display:inline}
"""
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

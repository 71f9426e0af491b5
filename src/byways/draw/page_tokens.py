"""The design tokens of pages: colours, type, space, corners, shadows and motion, written as custom properties.

A name here is `--NAME` in style sheets. Contrasts are held by tests/draw/test_page_tokens.py;
tests/site/specimen shows it all.
"""

from __future__ import annotations

from collections.abc import Mapping

from byways.draw.colours import properties, read_tables, themed

PAGE, MORE_CONTRAST = read_tables("page_colours.json").values()
"""What pages are made of.

`room` and `room-2` are the page itself, downwards; `surface` a card, `sunk` a well; `line` divides, `line-2` is the
border of a control; `go` fills buttons and what runs; `terra` is for mistakes and what ends something; `ray` and `glow`
are the light in the room; `code-ground` is the ground of QR codes.
`MORE_CONTRAST` is what they change for readers who want more of it, or whose system does.
"""

_PRINTED = dict.fromkeys(("room", "room-2", "surface", "sunk"), "#ffffff")
_PRINTED |= {"ink": "#000000", "ink-2": "#333333", "line": "#999999"}

TYPE: Mapping[str, str] = {
    "serif": 'ui-serif,"Iowan Old Style",Charter,"Bitstream Charter",Georgia,Cambria,serif',
    "sans": 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif',
    "mono": 'ui-monospace,"DejaVu Sans Mono",monospace',
    "t-xs": "0.8125rem",
    "t-s": "0.9rem",
    "t-m": "1rem",
    "t-l": "1.1875rem",
    "t-xl": "1.5rem",
    "t-2xl": "2.125rem",
    "t-3xl": "clamp(2.25rem,1.2rem + 2.6vw,3.75rem)",
    "t-clock": "2rem",
}
_TYPE_OF_PHONES = {"t-2xl": "1.75rem", "t-clock": "1.625rem"}

SPACE: Mapping[str, str] = {f"s{i}": f"{px}px" for i, px in enumerate((4, 8, 12, 16, 24, 32, 48, 72), 1)} | {
    "r1": "8px",
    "r2": "12px",
    "r3": "18px",
    "tap": "44px",
}
"""Distances, radii of corners, and the least size of what is pressed."""

SHADOWS: Mapping[str, str] = {
    "shade-1": "0 1px 2px light-dark(#543a141a,#00000066),0 2px 8px light-dark(#543a140f,#00000000)",
    "shade-2": "0 2px 4px light-dark(#543a141f,#00000066),0 14px 32px -8px light-dark(#543a1438,#00000099)",
    "shade-board": "0 0 90px 10px light-dark(#ffffff00,#ffaa501a),0 2px 3px light-dark(#462a0a47,#00000080),"
    "0 10px 18px -4px light-dark(#462a0a3d,#00000000),0 34px 54px -18px light-dark(#462a0a61,#000000bf)",
}
"""How far things are raised: a card, a card that is lifted, a board."""

MOTION: Mapping[str, str] = {"quick": "120ms", "calm": "240ms", "slow": "480ms", "ease": "cubic-bezier(.2,.7,.2,1)"}
_STILL = {name: "0s" for name in MOTION if name != "ease"}

TOKENS: frozenset[str] = frozenset(PAGE) | frozenset({**TYPE, **SPACE, **SHADOWS, **MOTION})
"""The names of everything that style sheets may use."""

PHONE = "43.75rem"
"""Windows up to so wide are a phone's."""


def page_css() -> str:
    """Return the custom properties of pages.

    `data-theme` of <html> is "light", "dark", or missing for the system's; so are `data-contrast` ("more") and
    `data-motion` ("on", "off"). The class `contrast-more` does so for what is inside an element.
    """
    measures = _written({**TYPE, **SPACE, **SHADOWS, **MOTION})
    more = properties(MORE_CONTRAST)
    still = _written(_STILL)
    return "\n".join(
        (
            themed(f"{properties(PAGE)};{measures}"),
            f"@media not print{{@media(prefers-contrast:more){{:root{{{more}}}}}",
            f":root[data-contrast=more],.contrast-more{{{more}}}",
            f"@media(max-width:{PHONE}){{:root{{{_written(_TYPE_OF_PHONES)}}}}}",
            f"@media(prefers-reduced-motion:reduce){{:root:not([data-motion=on]){{{still}}}}}",
            f":root[data-motion=off]{{{still}}}}}",
            f"@media print{{:root{{{_written(_PRINTED)}}}}}\n",
        )
    )


def _written(values: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values.items())

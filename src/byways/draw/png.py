"""Drawings as PNG."""

from __future__ import annotations

from byways.errors import OptionError

WIDEST = 8192  # pixels; a square picture of this size takes 256 MiB


def png(svg_text: str, width: int) -> bytes:
    """Render an SVG as PNG, `width` pixels wide. Raises OptionError for a width that is not allowed.

    Fonts are looked up only for a text that our own lettering cannot write; where there are none it stays blank.
    Needs the extra byways[png], which byways[site] and byways[rl] bring along; ModuleNotFoundError without it.
    """
    if not 1 <= width <= WIDEST:
        allowed = f"1 … {WIDEST}"
        raise OptionError("draw.width", "a PNG may be {allowed} pixels wide", option="width", allowed=allowed)
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg_text, width=width, skip_system_fonts="<text" not in svg_text))

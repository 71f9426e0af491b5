"""The page that shows developers every design token, and every component, in all themes side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from byways.draw.contrast import contrast
from byways.draw.page_tokens import MORE_CONTRAST, MOTION, PAGE, SHADOWS, SPACE, TYPE
from byways.site.lobby.design_samples import board_in, samples, specimen
from byways.site.web.rate_limits import VISITS
from byways.site.web.routing import Router
from byways.site.web.templating import page

router = Router()

_OPAQUE = len("#rrggbb")
_GROUNDS = {
    "on-go": ("go", "go-2"),
    "green": ("surface", "room", "green-soft"),
    "terra": ("surface", "room", "terra-soft"),
}
_USUAL_GROUNDS = ("surface", "room", "sunk")


@dataclass(frozen=True)
class Scheme:
    """A way in which pages may look."""

    name: str
    title: str
    theme: str
    """How colours are called in a `Colour`."""
    more: bool = False


SCHEMES = (
    Scheme("light", "Light", "light"),
    Scheme("dark", "Dark", "dark"),
    Scheme("more", "High contrast", "light", more=True),
    Scheme("more-dark", "High contrast, dark", "dark", more=True),
)


@dataclass(frozen=True)
class Swatch:
    """A colour with its contrast to what it may lie on."""

    name: str
    literal: str
    contrasts: tuple[tuple[str, float], ...]


def swatches(scheme: Scheme) -> Iterator[Swatch]:
    """Yield the colours of pages as a scheme has them."""
    table = PAGE | MORE_CONTRAST if scheme.more else PAGE
    colours = {name: str(getattr(colour, scheme.theme)) for name, colour in table.items()}
    for name, literal in colours.items():
        grounds = _GROUNDS.get(name, _USUAL_GROUNDS) if len(literal) == _OPAQUE else ()
        measured = tuple((ground, contrast(literal, colours[ground])) for ground in grounds if ground != name)
        yield Swatch(name, literal, measured)


@router.get("/design", checks=VISITS)
async def design(request: Request) -> Response:
    """Serve the page; no other page leads here."""
    shown = [(scheme, list(swatches(scheme))) for scheme in SCHEMES]
    measures = {"type": TYPE, "space": SPACE, "shadows": SHADOWS, "motion": MOTION}
    shown_too = {"samples": samples(), "specimen": specimen, "board_in": board_in}
    return page(request, "lobby/design.html", shown=shown, **measures, **shown_too)

"""A page that shows developers every design token, and every component, in all themes side by side.

A server has it as `/design` if it begins with PRELUDE, as that of the tests does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from contrast import contrast
from jinja2 import ChoiceLoader, FileSystemLoader
from specimen_samples import board_in, samples, specimen
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from byways.draw.page_tokens import MORE_CONTRAST, MOTION, PAGE, SHADOWS, SPACE, TYPE
from byways.site import app
from byways.site.web.routing import Router
from byways.site.web.templating import page, templates

FOLDER = Path(__file__).parent
PRELUDE = f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import specimen; specimen.serve()"
"""What a server runs first."""
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


@router.get("/design")
async def design(request: Request) -> Response:
    """Serve the page."""
    shown = [(scheme, list(swatches(scheme))) for scheme in SCHEMES]
    measures = {"type": TYPE, "space": SPACE, "shadows": SHADOWS, "motion": MOTION}
    shown_too = {"samples": samples(), "specimen": specimen, "board_in": board_in}
    return await page(request, "specimen.html", shown=shown, **measures, **shown_too)


@router.get("/design/specimen.css")
async def styles(request: Request) -> Response:
    """Serve the page's own styles."""
    return FileResponse(FOLDER / "specimen.css")


def serve() -> None:
    """Let sites that are created from now on in this process have the page."""
    if sys.modules[__name__] not in app._PARTS:
        app._PARTS = (*app._PARTS, sys.modules[__name__])
        templates.env.loader = ChoiceLoader([templates.env.loader, FileSystemLoader(FOLDER)])

"""What makes the site installable: the manifest, its icons, and the page that is shown when there is no network."""

from __future__ import annotations

import functools

from starlette.requests import Request
from starlette.responses import Response

from byways.draw import png
from byways.draw.page_tokens import PAGE
from byways.site.i18n.languages import current_language, to_json
from byways.site.web import assets
from byways.site.web.requests import MissingError
from byways.site.web.routing import Router
from byways.site.web.templating import page, root_of
from byways.translatable import say

router = Router()

_SIZES = (180, 192, 512)  # pixels: Apple's, and the two that a manifest has to name
_DAY = {"Cache-Control": "public, max-age=86400"}


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Serve the manifest in the reader's language; all addresses are below the path of the site."""
    root = root_of(request)
    pixels = [{"src": f"{root}/icon/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in _SIZES[1:]]
    said = {
        "id": f"{root}/",
        "name": "Byways",
        "short_name": "Byways",
        "description": say("Five board games about paths: play the engine, a friend, or solve the daily puzzles."),
        "lang": current_language().code,
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": PAGE["room"].light,
        "theme_color": PAGE["room"].light,
        "icons": [
            {"src": assets.address(root, "icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *pixels,
            {**pixels[-1], "src": f"{root}/icon/mask/512.png", "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": say("Daily puzzles"), "url": f"{root}/daily"},
            {"name": say("My games"), "url": f"{root}/mine"},
        ],
    }
    return Response(to_json(said), media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@router.get("/icon/{size}.png")
async def icon(request: Request, size: int) -> Response:
    """Serve the icon in one of its sizes."""
    return Response(_icon("icon.svg", size), media_type="image/png", headers=_DAY)


@router.get("/icon/mask/{size}.png")
async def icon_to_mask(request: Request, size: int) -> Response:
    """Serve the icon that fills its square, of which systems cut their own shape."""
    return Response(_icon("icon-mask.svg", size), media_type="image/png", headers=_DAY)


@functools.cache
def _icon(name: str, size: int) -> bytes:
    if size not in _SIZES:
        raise MissingError("icon.size", "there is no icon of this size")
    return png(assets.files()[name].decode(), size)


@router.get("/offline")
async def offline(request: Request) -> Response:
    """Serve the page that the service worker keeps, and shows where a page cannot be reached."""
    return await page(request, "offline.html")

"""Scripts, styles and pictures, served under addresses that change with their contents so that browsers cache them."""

from __future__ import annotations

import functools
import gzip
import hashlib
from collections.abc import Mapping
from pathlib import Path

from fastapi import APIRouter, Request, Response

from byways.draw import css
from byways.site.web.requests import MissingError
from byways.site.web.script_bundle import bundled

router = APIRouter()

_FOLDER = Path(__file__).parents[1] / "static"
_FOR_EVER = "public, max-age=31536000, immutable"
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@functools.cache
def files() -> Mapping[str, bytes]:
    """Return all assets by name: the folder's files, scripts with all their imports, and the styles of boards."""
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted(_FOLDER.iterdir()) if path.suffix in _KINDS}
    scripts = {name: bundled(name, found) for name in found if name.endswith(".js")}
    return {name: text.encode() for name, text in {**found, **scripts, "board.css": css()}.items()}


@functools.cache
def _packed(name: str) -> bytes:
    """Return an asset compressed by gzip at the highest level; cached."""
    return gzip.compress(files()[name], 9, mtime=0)


@functools.cache
def edition() -> str:
    """Return a name for the present contents of all assets together."""
    digest = hashlib.sha256()
    for name, content in files().items():
        digest.update(name.encode() + content)
    return digest.hexdigest()[:12]


def address(root: str, name: str) -> str:
    """Return the address of an asset on a site that lies under the path `root`."""
    return f"{root}/static/{edition()}/{name}"


@router.get("/static/{named}/{name}")
async def asset(request: Request, named: str, name: str) -> Response:
    """Serve an asset; a page of another edition gets the present one, but may not cache it."""
    if name not in files():
        raise MissingError("asset.missing", "there is no such file")
    headers = {"Cache-Control": _FOR_EVER if named == edition() else "no-cache", "Vary": "Accept-Encoding"}
    content = files()[name]
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"], content = "gzip", _packed(name)
    return Response(content, headers=headers, media_type=_KINDS[Path(name).suffix])


@router.get("/favicon.ico")
async def favicon() -> Response:
    """Serve the icon at its traditional address."""
    return Response(files()["icon.svg"], headers={"Cache-Control": "public, max-age=86400"}, media_type=_KINDS[".svg"])

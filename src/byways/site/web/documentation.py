"""The documentation under /docs: files that `make docs` has built, if they are there; the wheel carries them.

Its pages have scripts of their own, so their content security policy names those by their hashes. Its theme draws icons
by `data:` and sets styles, which are allowed there and nowhere else on the site.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import mimetypes
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways.site.web import assets
from byways.site.web.requests import MissingError
from byways.site.web.response_headers import SECURITY
from byways.site.web.routing import Router
from byways.site.web.templating import root_of

router = Router()

_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_HOUR = {"Cache-Control": "public, max-age=3600"}


@router.get("/docs")
async def documentation(request: Request) -> Response:
    """Send on to the first page, below which all addresses of the pages are."""
    return RedirectResponse(f"{root_of(request)}/docs/", status_code=308)


@router.get("/docs/{path:path}")
async def documentation_file(request: Request, path: str) -> Response:
    """Serve a file of the documentation; of a folder its page."""
    built = assets.documentation()
    known = _files(built) if built else {}
    if f"{path}/index.html" in known:
        return RedirectResponse(f"{root_of(request)}/docs/{path}/", status_code=308)
    found = known.get(f"{path}index.html" if path.endswith("/") or not path else path)
    if found is None:
        raise MissingError("docs.missing", "there is no such page of the documentation")
    content, kind = _read(found)
    headers = dict(_HOUR)
    if kind == "text/html":
        headers["Content-Security-Policy"] = policy(content)
    return Response(content, media_type=kind, headers=headers)


@functools.lru_cache(1)
def _files(folder: Path) -> dict[str, Path]:
    """Return all files below a folder by their addresses."""
    inside = (path for path in folder.rglob("*") if path.is_file() and path.resolve().is_relative_to(folder.resolve()))
    return {path.relative_to(folder).as_posix(): path for path in inside}


@functools.lru_cache(64)
def _read(path: Path) -> tuple[bytes, str]:
    return path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def policy(page: bytes) -> str:
    """Return the content security policy of a page, which lets run the scripts that stand in it."""
    hashes = (base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _SCRIPT.findall(page))
    scripts = " ".join(f"'sha256-{digest}'" for digest in dict.fromkeys(hashes))
    own = f"{SECURITY['Content-Security-Policy']}; img-src 'self' data:; style-src 'self' 'unsafe-inline'"
    return f"{own}; script-src 'self' {scripts}".rstrip()

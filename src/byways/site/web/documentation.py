"""The documentation under /docs: files that `make docs` has built, if they are there.

The wheel carries them as one archive, an eighth of their size, read as a whole when the first page is asked for.

Its pages have scripts of their own, so their content security policy names those by their hashes. Its theme draws icons
by `data:` and sets styles, which are allowed there and nowhere else on the site.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import mimetypes
import re
import tarfile
from asyncio import to_thread
from collections.abc import Iterator, Mapping
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
    known = await to_thread(_contents, built) if built else {}
    if f"{path}/index.html" in known:
        return RedirectResponse(f"{root_of(request)}/docs/{path}/", status_code=308)
    name = f"{path}index.html" if path.endswith("/") or not path else path
    content = known.get(name)
    if content is None:
        raise MissingError("docs.missing", "there is no such page of the documentation")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = dict(_HOUR)
    if kind == "text/html":
        headers["Content-Security-Policy"] = policy(content)
    return Response(content, media_type=kind, headers=headers)


@functools.lru_cache(1)
def _contents(place: Path) -> Mapping[str, bytes]:
    """Return all files of an archive, or below a folder, by their addresses."""
    return dict(_packed(place) if place.is_file() else _unpacked(place))


def _packed(archive: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as opened:
        for entry in opened:
            if (file := opened.extractfile(entry)) is not None:
                yield entry.name, file.read()


def _unpacked(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def policy(page: bytes) -> str:
    """Return the content security policy of a page, which lets its inline scripts run."""
    hashes = (base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _SCRIPT.findall(page))
    scripts = " ".join(f"'sha256-{digest}'" for digest in dict.fromkeys(hashes))
    own = f"{SECURITY['Content-Security-Policy']}; img-src 'self' data:; style-src 'self' 'unsafe-inline'"
    return f"{own}; script-src 'self' {scripts}".rstrip()

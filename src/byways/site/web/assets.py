"""Scripts, styles and pictures, served under addresses that change with their contents so that browsers cache them."""

from __future__ import annotations

import functools
import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import byways
from byways.draw import css
from byways.draw.page_tokens import page_css
from byways.site.i18n.languages import LANGUAGES, to_json
from byways.site.web.bundles import bundled, joined
from byways.site.web.requests import MissingError
from byways.site.web.routing import Router

router = Router()

_FOLDER = Path(__file__).parents[1] / "static"
_FOR_EVER = "public, max-age=31536000, immutable"
_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_SAID = re.compile(r'\b_\(\s*"((?:[^"\\]|\\.)*)"')  # a text in a script


@functools.cache
def files() -> Mapping[str, bytes]:
    """Return all assets by their path below the folder; scripts and styles with all their imports."""
    paths = sorted(path for path in _FOLDER.rglob("*") if path.suffix in _KINDS)
    found = {path.relative_to(_FOLDER).as_posix(): path.read_bytes() for path in paths}
    sources = {name: content.decode() for name, content in found.items() if name.endswith(".js")}
    scripts = {name: bundled(name, sources).encode() for name in sources}
    return {**found, **scripts, **dict(_translations(sources)), **_styles(found)}


def _styles(found: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the style sheets: those of the folder, and those written from the table of colours."""
    sources = {name: content.decode() for name, content in found.items() if name.endswith(".css")}
    sources |= {"styles/tokens.css": page_css(), "styles/drawings.css": css()}
    return {name: joined(name, sources).encode() for name in sources}


def _translations(sources: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Yield a script for each language that translates texts of the scripts: pages load it before their own."""
    said = {text for source in sources.values() for text in _SAID.findall(source)}
    for code, language in LANGUAGES.items():
        texts = {text: forms for text, forms in language.catalogue().texts.items() if text in said}
        if texts:
            yield translations_of(code), b"globalThis.translations = " + to_json(texts) + b";\n"


def translations_of(language: str) -> str:
    """Return the name of the script with a language's translations, whether or not there is one."""
    return f"texts/{language}.js"


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
    """Return the address of an asset on a site under the path `root`."""
    return f"{root}/static/{edition()}/{name}"


@functools.cache
def documentation() -> Path | None:
    """Return the documentation: an archive in the package, or a folder beside the sources; None where there is none."""
    package = Path(byways.__file__).parent
    archive = package / "site-docs.tar.xz"
    folder = package.parents[1] / "site-docs"
    if archive.is_file():
        return archive
    return folder if (folder / "index.html").is_file() else None


@router.get("/static/{named}/{name:path}")
async def asset(request: Request, named: str, name: str) -> Response:
    """Serve an asset; a page of another edition gets the present one, but may not cache it."""
    if name not in files():
        raise MissingError("asset.missing", "there is no such file")
    headers = {"Cache-Control": _FOR_EVER if named == edition() else "no-cache", "Vary": "Accept-Encoding"}
    content = files()[name]
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"], content = "gzip", _packed(name)
    return Response(content, headers=headers, media_type=_KINDS[Path(name).suffix])


@router.get("/notifier.js")
async def service_worker(request: Request) -> Response:
    """Serve the service worker at a fixed address of the root, so that its scope has all pages in every edition."""
    script = files()["notifier.js"] + f"\n// {edition()}\n".encode()  # what is kept for offline is fetched anew with it
    return Response(script, headers={"Cache-Control": "no-cache"}, media_type=_KINDS[".js"])


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """Serve the icon at its traditional address."""
    return Response(files()["icon.svg"], headers={"Cache-Control": "public, max-age=86400"}, media_type=_KINDS[".svg"])

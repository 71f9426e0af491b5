"""Sessions of browsers and bots: who a request is from, and whether a page of this site sends it."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.site.web.rate_limits import address_of

COOKIE = "byways"
_MOST_WARNINGS = 3
_warned: set[str] = set()
"""Names of the site of which the owner of the server has been told."""
_log = logging.getLogger("byways")
_SECRET = re.compile(r"[\w-]{22,64}")


class TokenError(BywaysError):
    """Raised for a bot's token that is none."""

    status = 401


def holder_of(connection: HTTPConnection) -> str | None:
    """Return the hash of the secret of a browser or bot; None if it has none. Raises TokenError."""
    secret = secret_of(connection)
    return None if secret is None else hash_of(secret)


def secret_of(connection: HTTPConnection) -> str | None:
    """Return the secret in the browser's cookie, or a bot's token in its place; None if there is none.

    A token comes as `Authorization: Bearer TOKEN`, which pages of other sites cannot send. Raises TokenError.
    """
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        if not _SECRET.fullmatch(token):
            raise TokenError("token", "a token has 22 to 64 letters, digits, hyphens and underscores")
        return token
    secret = connection.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else None


def is_bot(connection: HTTPConnection) -> bool:
    """Return whether a request is from a bot, by its token."""
    return "authorization" in connection.headers


def hash_of(secret: str) -> str:
    """Return the hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def give_secret(request: Request, response: Response, secret: str = "") -> str:
    """Return the browser's holder; give a browser without a secret this one, or one of 256 bits."""
    known = holder_of(request)
    if known:
        return known
    secret = secret or secrets.token_urlsafe(32)
    keep_secret(request, response, secret)
    return hash_of(secret)


def asker_of(request: HTTPConnection) -> str:
    """Return what tells one who asks from others: the browser's holder, or its address where it has none."""
    return holder_of(request) or address_of(request)


def keep_secret(request: Request, response: Response, secret: str) -> None:
    """Let the browser keep a secret in its cookie."""
    keep_cookie(request, response, COOKIE, secret)


_LONGEST = 400 * 86_400  # seconds for which browsers keep a cookie


def keep_cookie(request: Request, response: Response, name: str, value: str, seconds: int = _LONGEST) -> None:
    """Let the browser keep something that scripts cannot read."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=request.scope.get("root_path") or "/",
    )


def cookies_of(response: Response) -> list[tuple[bytes, bytes]]:
    """Return the headers by which a response keeps cookies, for another one."""
    return [header for header in response.raw_headers if header[0] == b"set-cookie"]


def same_origin(connection: HTTPConnection) -> bool:
    """Return whether a write comes from a page of this site; clients that are no browsers send no Origin.

    A browser that says which site a page is of (Sec-Fetch-Site) knows scheme, name and port, whatever a proxy hides of
    them; the owner of the server is told of a hidden name. Without that a page served in the clear, which anyone on the
    way may write, is none of a site that is encrypted. An encrypted page of a site that seems not to be is one: its
    proxy is not trusted to say so.
    """
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site")
    if origin is None:
        return site in (None, "same-origin", "none")
    try:
        page = urlsplit(origin)
    except ValueError:  # no address at all
        return False
    there, here = page.netloc, connection.headers.get("host")
    if there and there != here and site in (None, "same-origin"):
        _warn_of_host(there, here)
    if site == "same-origin":
        return bool(there)
    encrypted = connection.url.scheme in ("https", "wss")
    return site in (None, "none") and there == here and (page.scheme == "https" or not encrypted)


def _warn_of_host(there: str, here: str | None) -> None:
    """Warn of the first pages that reach the server under another name than theirs."""
    if there not in _warned and len(_warned) < _MOST_WARNINGS:
        _warned.add(there)
        _log.warning(
            "a page of %r is sent on as if to %r; if that is this site, its proxy has to keep Host", there, here
        )

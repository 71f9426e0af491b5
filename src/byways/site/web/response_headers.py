"""The headers of every answer: what a page may load, its language, and the cookie that keeps a chosen one."""

from __future__ import annotations

from http.cookies import SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byways.site.engines.fair_queue import asking
from byways.site.i18n.languages import COOKIE, QUERY, listen
from byways.site.web.rate_limits import address_of

SECURITY = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",  # "no-referrer" would make browsers send forms with "Origin: null"
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_SILENT = ("/static/", "/favicon.ico")
"""What is the same in every language."""


class ResponseHeaders:
    """Middleware that answers every request in its language, on the account of its address, and adds the headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        connection = HTTPConnection(scope)
        spoken = listen(connection)
        asking.set(address_of(connection))
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        asked = connection.query_params.get(QUERY) == spoken.code and not path.startswith("/api/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                secure(headers)
                if not path.startswith(_SILENT):
                    headers.setdefault("Content-Language", spoken.code)
                    headers.add_vary_header("Accept-Language")
                    headers.add_vary_header("Cookie")
                    if asked:
                        headers.append("Set-Cookie", _cookie(scope, spoken.code))
            await send(message)

        return await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def secure(headers: MutableHeaders) -> None:
    """Add the headers that limit what a page may load, unless they are there already."""
    for name, value in SECURITY.items():
        headers.setdefault(name, value)


def _cookie(scope: Scope, code: str) -> str:
    """Return the cookie that keeps the chosen language for a year. It is no secret."""
    cookie: SimpleCookie = SimpleCookie({COOKIE: code})
    cookie[COOKIE].update({"path": scope.get("root_path") or "/", "max-age": str(365 * 86_400), "samesite": "lax"})
    if scope.get("scheme") == "https":
        cookie[COOKIE]["secure"] = True
    return cookie[COOKIE].OutputString()

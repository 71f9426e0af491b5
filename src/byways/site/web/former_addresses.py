"""Addresses of the API that pages of earlier versions still call: they are told to load anew, and keep what was begun.

The answer is a 503, because scripts then send a turn again and again instead of dropping it: it is in the tab's storage
until the page is loaded anew, and is played then, once.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from byways.errors import BywaysError
from byways.site.web.live import GONE
from byways.site.web.routing import Router

_ASKED = ("", "/at/{ply}", "/ghost", "/why", "/chat")
_SENT = ("/act", "/undo", "/retry", "/deal", "/name", "/chat", "/links", "/sit", "/invitation")
_MOVED = ("/api/games/{game_id}/revoke",)  # into commands of `/act`
_DICE = "/api/reviews/{game_id}/hindsight"  # now `dice-replay`
_TRIED = "/api/games/{game_id}/try"  # lest lines be in the logs of proxies
_OTHERS = ("/api/learn/{name}/{number}/{what}", "/api/daily/{name}/{day}/{what}", "/api/review/{game_id}/{rest:path}")
router = Router()


class FormerPageError(BywaysError):
    """Raised for what a page of an earlier version asks."""

    status = 503


async def refuse(request: Request) -> Response:
    """Refuse what is asked at a former address. Raises FormerPageError."""
    raise FormerPageError("page.former", "this page is from an earlier version of the site; please reload it")


for _path in (*(f"/api/{{game_id}}{path}" for path in _ASKED), *_OTHERS, _DICE, _TRIED):
    router.get(_path)(refuse)
for _path in (*(f"/api/{{game_id}}{path}" for path in _SENT), *_MOVED, *_OTHERS, _DICE, f"{_DICE}/cancel"):
    router.post(_path)(refuse)


@router.websocket("/api/{game_id}/live")
async def refuse_to_connect(socket: WebSocket) -> None:
    """Let a page of an earlier version connect no more."""
    await socket.accept()
    await socket.close(GONE)

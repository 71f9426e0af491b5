"""News of a game over a WebSocket: the whole of it or what the page still lacks, then what changes."""

from __future__ import annotations

import asyncio
import functools
import logging

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from byways.errors import BywaysError, GameError
from byways.site.board import wire
from byways.site.i18n.languages import to_json
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.play.view import forget, viewer_of, views_of
from byways.site.storage.game_store import GoneError
from byways.site.web.rate_limits import Limits, address_of
from byways.site.web.requests import MissingError
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of, same_origin

router = Router()
_ALIVE = to_json(wire.Alive())
_log = logging.getLogger("byways")

LONGEST_MESSAGE = 4_000  # bytes that a page may send at once
SILENCE = 30.0  # seconds without a word from the page until its connection is given up
PACE = 0.05  # seconds until the next word of a page is read: it speaks every two seconds
RELOAD = 2.0  # seconds in which a page may come again before the others hear that it went
GONE = 4404  # close code: do not try again
FOREIGN = 4403  # close code: the page is of another site, or a proxy hides the name of this one
FULL = 4429  # close code: too many pages of this address are connected; try again after a while
LATER = 1013  # close code: try again


class UpgradeError(BywaysError):
    """Raised for a request that has to be a WebSocket's."""

    status = 426


@router.websocket("/api/games/{game_id}/live")
async def live(socket: WebSocket, game_id: str) -> None:
    """Send a page the news of its game until it leaves, unless too many others share its address."""
    await socket.accept()
    limits = service(socket, Limits)
    address = address_of(socket)
    if not limits.connections.take(address):
        await socket.close(FULL)
        return
    try:
        await _serve(socket, game_id)
    finally:
        limits.connections.give_back(address)


@router.get("/api/games/{game_id}/live")
async def no_socket(request: Request, game_id: str) -> Response:
    """Answer what should have become a WebSocket: a proxy has not let it through."""
    if "sec-websocket-key" in request.headers:
        _warn_of_proxy()
    raise UpgradeError("live.upgrade", "the news of a game come by WebSocket only")


@functools.cache
def _warn_of_proxy() -> None:
    """Warn once that pages have to ask for news."""
    _log.warning("a proxy lets no WebSocket through, so pages ask every few seconds: it has to pass on Upgrade")


async def _serve(socket: WebSocket, game_id: str) -> None:
    """Serve a page's connection; the page pings every few seconds and is answered, so that both notice a silent end."""
    try:
        if not same_origin(socket):
            await socket.close(FOREIGN)
            return
        room = await find_room(socket, game_id)
    except BywaysError as error:
        await socket.close(GONE if isinstance(error, MissingError) else LATER)
        return
    changed = asyncio.Event()
    holder = holder_of(socket)
    room.enter(holder)
    room.watchers.add(changed.set)
    room.job.attend(room)
    try:
        tasks = [asyncio.create_task(task) for task in (_listen(socket, changed), _tell(socket, room, changed))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        room.watchers.discard(changed.set)
        if not room.watchers:
            forget(room)
        asyncio.get_running_loop().call_later(RELOAD, room.leave, holder)


async def _listen(socket: WebSocket, changed: asyncio.Event) -> None:
    """Take heartbeats, and who sits before the page, until it falls silent."""
    try:
        while True:
            async with asyncio.timeout(SILENCE):
                message = await socket.receive_json()
            if isinstance(message, dict) and "seat" in message:
                socket.state.seat = message["seat"] if isinstance(message["seat"], str) else None
                changed.set()
            await socket.send_bytes(_ALIVE)
            await asyncio.sleep(PACE)
    except (TimeoutError, WebSocketDisconnect, ValueError, KeyError, RuntimeError):
        return


async def _tell(socket: WebSocket, room: Room, changed: asyncio.Event) -> None:
    """Send what the page does not show yet, whenever that has changed."""
    holder = holder_of(socket)
    socket.state.seat = socket.query_params.get("seat")
    shown, first = socket.query_params.get("has", ""), True
    try:
        while not room.gone:
            await room.arrive(holder)
            tag, message = views_of(room).news(room, viewer_of(room, holder, socket.state.seat), shown)
            if tag != shown or first:
                await socket.send_bytes(message if tag != shown else _ALIVE)
            shown, first = tag, False
            await changed.wait()
            changed.clear()
        await socket.close(GONE if isinstance(room.gone, GoneError) else LATER)
    except GameError:
        await socket.close(LATER)
    except (WebSocketDisconnect, RuntimeError):
        return

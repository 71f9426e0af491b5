"""What the pages' scripts call: look, act, undo, look back, point, and a WebSocket with news."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect

from byways.errors import BywaysError, IllegalTurnError
from byways.site.ghosts import ghost, refusal
from byways.site.look import Look, Viewer, look, look_back, look_in_turn, viewer_of
from byways.site.rooms import NotYoursError, Room, Rooms
from byways.site.security import holder_of, same_origin
from byways.site.store import ConflictError

router = APIRouter()
T = TypeVar("T")

LONGEST_BODY = 20_000  # bytes
_SILENCE = 30.0  # seconds without a word from the page until its connection is given up
_UNSEEN = 4404  # the WebSocket's close code for a game that does not exist


class Act(msgspec.Struct):
    """Actions of the player to move: a whole turn, or the beginning of one."""

    version: int
    actions: list[int]
    key: str | None = None
    seat: str | None = None
    """As whom the page looks, where several people share a browser."""


class Undo(msgspec.Struct):
    """Taking back, from a version."""

    version: int
    seat: str | None = None


class MissingError(BywaysError):
    """What was asked for is not there."""


class BadRequestError(BywaysError):
    """A request that no page of this site makes."""


@router.get("/api/{game_id}")
async def get_look(request: Request, game_id: str, seat: str | None = None) -> Response:
    """Everything that a page shows."""
    room = await _room(request, game_id)
    return _json(look(room, viewer_of(room, holder_of(request), seat)).whole())


@router.get("/api/{game_id}/at/{ply}")
async def get_past(request: Request, game_id: str, ply: int, seat: str | None = None) -> Response:
    """What was to be seen after `ply` turns."""
    room = await _room(request, game_id)
    if not 0 <= ply < len(room.states):
        return _json({"error": {"code": "ply", "message": "the game has no such turn"}}, 404)
    return _json(look_back(room, viewer_of(room, holder_of(request), seat), ply).whole())


@router.post("/api/{game_id}/act")
async def act(request: Request, game_id: str) -> Response:
    """Play a turn, or take a part of one and be told what may follow. A turn is on disk before this answers."""
    room = await _room(request, game_id)
    wanted = await _body(request, Act)
    holder = holder_of(request)
    player = room.state.to_move
    before = look(room, viewer_of(room, holder, wanted.seat))
    if wanted.key is None or wanted.key not in room.keys:
        if player not in room.players_of(holder):
            raise NotYoursError("seat.not_yours", "this seat is not yours")
        viewer = Viewer(holder, player)
        vector = room.partial(str(player), wanted.version, wanted.actions)
        if vector is not None:
            return _json(look_in_turn(room, viewer, vector, wanted.actions).since(before))
        await room.play(str(player), wanted.version, wanted.actions, wanted.key)
    return _json(look(room, viewer_of(room, holder, wanted.seat)).since(before))


@router.post("/api/{game_id}/undo")
async def undo(request: Request, game_id: str) -> Response:
    """Take back to the last decision of a person."""
    room = await _room(request, game_id)
    wanted = await _body(request, Undo)
    holder = holder_of(request)
    if holder is None or not room.sole_holder(holder):
        raise NotYoursError("seat.not_yours", "only who plays all seats may take back")
    before = look(room, viewer_of(room, holder, wanted.seat))
    await room.undo(holder, wanted.version)
    return _json(look(room, viewer_of(room, holder, wanted.seat)).since(before))


@router.get("/api/{game_id}/ghost")
async def get_ghost(request: Request, game_id: str, version: int, actions: str, seat: str | None = None) -> Response:
    """What the actions (numbers with commas between) would put on the board."""
    room = await _room(request, game_id)
    viewer = viewer_of(room, holder_of(request), seat)
    chosen = [int(action) for action in actions.split(",") if action.isascii() and action.isdigit()][:64]
    if viewer.player is None or room.state.to_move != viewer.player:
        return _json({"markup": ""})
    room.partial(viewer.player, version, chosen)
    return _json({"markup": ghost(room, viewer, chosen)})


@router.get("/api/{game_id}/why")
async def get_why(request: Request, game_id: str, clicks: str, seat: str | None = None) -> Response:
    """Why what these clicks (with spaces between) spell is not legal."""
    room = await _room(request, game_id)
    viewer = viewer_of(room, holder_of(request), seat)
    return _json({"why": refusal(room, viewer, clicks[:2_000].split(" "))})


@router.websocket("/api/{game_id}/live")
async def live(socket: WebSocket, game_id: str) -> None:
    """News of a game: the whole of it first, then what changes. The page says something at least every few seconds."""
    rooms: Rooms = socket.app.state.rooms
    room = await rooms.open(game_id) if same_origin(socket) else None
    await socket.accept()
    if room is None:
        await socket.close(_UNSEEN)
        return
    changed = asyncio.Event()
    room.watchers.add(changed.set)
    try:
        listening = asyncio.create_task(_listen(socket, changed))
        telling = asyncio.create_task(_tell(socket, room, changed))
        await asyncio.wait((listening, telling), return_when=asyncio.FIRST_COMPLETED)
        for task in (listening, telling):
            task.cancel()
        await asyncio.gather(listening, telling, return_exceptions=True)
    finally:
        room.watchers.discard(changed.set)


async def _listen(socket: WebSocket, changed: asyncio.Event) -> None:
    """Take heartbeats, and who sits before the page, until it falls silent."""
    try:
        while True:
            async with asyncio.timeout(_SILENCE):
                message = await socket.receive_json()
            if isinstance(message, dict) and "seat" in message:
                socket.state.seat = str(message["seat"])[:40] if message["seat"] else None
                changed.set()
            await socket.send_json({"kind": "alive"})
    except (TimeoutError, WebSocketDisconnect, ValueError, KeyError, RuntimeError):
        return


async def _tell(socket: WebSocket, room: Room, changed: asyncio.Event) -> None:
    """Send what a viewer sees, whenever it has changed."""
    shown: Look | None = None
    socket.state.seat = socket.query_params.get("seat")
    try:
        while True:
            seen = look(room, viewer_of(room, holder_of(socket), socket.state.seat))
            message = seen.whole() if shown is None else seen.since(shown)
            shown = seen
            await socket.send_bytes(msgspec.json.encode(message))
            await changed.wait()
            changed.clear()
    except (WebSocketDisconnect, RuntimeError):
        return


async def _room(request: Request, game_id: str) -> Room:
    rooms: Rooms = request.app.state.rooms
    room = await rooms.open(game_id)
    if room is None:
        raise MissingError("game.missing", "there is no such game")
    return room


async def _body(request: Request, kind: type[T]) -> T:
    """The body of a write. Raises BadRequestError, also for one that a page of another site sends."""
    if not same_origin(request):
        raise BadRequestError("request.origin", "writes are taken from this site's own pages only")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise BadRequestError("request.size", "a request has at most {most} bytes", most=LONGEST_BODY)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise BadRequestError("request.body", "the request cannot be read: {reason}", reason=str(error)) from error


def _json(data: dict[str, Any], status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


STATUS = {ConflictError: 409, IllegalTurnError: 422, NotYoursError: 403, MissingError: 404, BadRequestError: 400}

"""What the pages' scripts call: look, act, undo, retry, look back, point. News come by `live`."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.site.i18n.languages import to_json
from byways.site.play.previews import NOTHING, ghost, verdict
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.play.turn_texts import read_actions
from byways.site.play.view import Viewer, look, look_back, look_in_turn, viewer_of
from byways.site.timeline.commands import (
    Decision,
    Incomplete,
    Pending,
    Refused,
    TakeBack,
    TakeTurn,
    take_turn,
)
from byways.site.timeline.refusals import NotYoursError
from byways.site.web.rate_limits import LOOKS, Limits
from byways.site.web.requests import MissingError, check_key, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of

router = Router("/api")
T = TypeVar("T", bound=msgspec.Struct)

LONGEST_QUERY = 2_000  # characters


class Act(msgspec.Struct):
    """Actions of the player to move: a whole turn, or the beginning of one."""

    version: int
    actions: list[int]
    key: str | None = None
    """Chosen by the page for each turn, so that sending it again is safe; at most 64 characters."""
    seat: str | None = None
    """As whom the page looks, where several people share a browser."""
    hold: bool = False
    """Whether a whole turn is not to be played yet, because the page asks for a confirmation first."""
    sure: bool = False
    """Whether it has been confirmed: what makes a score final is held otherwise."""


class Change(msgspec.Struct):
    """Another change to the game, from a version."""

    version: int
    seat: str | None = None


@router.get("/{game_id}")
async def get_look(request: Request, game_id: str, seat: str | None = None) -> Response:
    """Return the viewer's whole view. A page that cannot be connected asks for it again and again."""
    room = await find_room(request, game_id)
    await room.arrive(holder_of(request))
    return answer(look(room, viewer_of(room, holder_of(request), seat)).whole())


@router.get("/{game_id}/at/{ply}", checks=LOOKS)
async def get_past(request: Request, game_id: str, ply: int, seat: str | None = None) -> Response:
    """Return the view after `ply` turns. Raises MissingError if the game has no such turn."""
    room = await find_room(request, game_id)
    if not 0 <= ply < len(room.timeline.states):
        raise MissingError("turn.missing", "the game has no such turn")
    return answer(look_back(room, viewer_of(room, holder_of(request), seat), ply).whole())


@router.post("/{game_id}/act")
async def act(request: Request, game_id: str) -> Response:
    """Play a turn, or take a part of one and be told what may follow. A turn is on disk before this answers."""
    room, wanted, holder = await write(request, game_id, Act)
    check_key(wanted.key)
    _take_turn(request, room, holder)
    turn = TakeTurn(wanted.version, tuple(wanted.actions), wanted.hold, wanted.sure)
    room.arrived(wanted.key, turn)
    await room.read_again(wanted.version)  # the page may have heard more from another process than this one has yet
    before = look(room, viewer_of(room, holder, wanted.seat))
    match await room.act(turn, holder, wanted.key):
        case Incomplete(actions, between):
            viewer = Viewer(holder, room.timeline.to_move)
            return answer(look_in_turn(room, viewer, between.vector, actions).since(before))
        case Pending():
            return answer({"kind": "hold"})
        case Refused(error):
            raise error
    return answer(look(room, viewer_of(room, holder, wanted.seat)).since(before))


@router.post("/{game_id}/undo")
async def undo(request: Request, game_id: str) -> Response:
    """Take back to the last decision of a person."""
    room, wanted, holder = await write(request, game_id, Change)
    _take_turn(request, room, holder)
    before = look(room, viewer_of(room, holder, wanted.seat))
    check(await room.act(TakeBack(wanted.version), holder))
    return answer(look(room, viewer_of(room, holder, wanted.seat)).since(before))


@router.post("/{game_id}/retry")
async def retry(request: Request, game_id: str) -> Response:
    """Let an engine that failed try again."""
    room, wanted, holder = await write(request, game_id, Change)
    if not room.timeline.players_of(holder):
        raise NotYoursError("seat.none", "only the players of this game may do that")
    _take_turn(request, room, holder)
    before = look(room, viewer_of(room, holder, wanted.seat))
    room.job.retry(room)
    return answer(look(room, viewer_of(room, holder, wanted.seat)).since(before))


@router.get("/{game_id}/ghost", checks=LOOKS)
async def get_ghost(
    request: Request, game_id: str, version: int, actions: str, seat: str | None = None, aloud: bool = False
) -> Response:
    """Return a preview of what the actions (comma-separated numbers) would place; with `aloud`, in words too."""
    room = await find_room(request, game_id)
    viewer = viewer_of(room, holder_of(request), seat)
    if viewer.player is None or room.timeline.state.to_move != viewer.player:
        return answer(NOTHING)
    chosen = read_actions(actions[:LONGEST_QUERY])
    if isinstance(take_turn(room.timeline, TakeTurn(version, tuple(chosen))), Refused):
        return answer(NOTHING)  # the pointer was slower than the game
    # In a thread: paths may take a third of a second, and other people's turns must not wait for that.
    return answer(await asyncio.to_thread(ghost, room, viewer, chosen, aloud=aloud))


@router.get("/{game_id}/why", checks=LOOKS)
async def get_why(request: Request, game_id: str, clicks: str, seat: str | None = None) -> Response:
    """Explain why the clicks (comma-separated) form no legal turn, or return the actions that they mean."""
    room = await find_room(request, game_id)
    viewer = viewer_of(room, holder_of(request), seat)
    if viewer.player is None or room.timeline.to_move != viewer.player:
        return answer({})
    return answer(verdict(room.timeline.state.view(viewer.player), clicks[:LONGEST_QUERY].split(",")))


def _take_turn(request: Request, room: Room, holder: str | None) -> None:
    """Count what a browser does in a game. Raises RateError where that is too often."""
    limits = service(request, Limits)
    limits.turns.take(f"{room.id} {holder}")


async def write(request: Request, game_id: str, kind: type[T]) -> tuple[Room, T, str | None]:
    """Return the room, the body and the holder of a request that wants to change a game."""
    wanted = await decoded(request, kind)
    return await find_room(request, game_id), wanted, holder_of(request)


def check(decision: Decision) -> None:
    """Raise the error of a refusal."""
    if isinstance(decision, Refused):
        raise decision.error


def answer(data: object, status: int = 200) -> Response:
    """Return data as a JSON response that is not to be cached."""
    return Response(to_json(data), status, {"Cache-Control": "no-store"}, "application/json")

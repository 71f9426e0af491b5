"""Deleting one's own games: those that are over, and those in which no person has moved.

A deleted game leaves the lists of the browser that deletes it, and no other's; the ladder still counts it. One that
never began and concerns no other person is removed once it is too late to undo that, and one of those that is in the
lists is replaced by the next game that the browser begins.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from byways.errors import BywaysError
from byways.site.play import new_game_form
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms, find_room
from byways.site.storage.deleted_games import DeletedGames
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import ListedGame
from byways.site.timeline import clocks
from byways.site.timeline.events import UNDO
from byways.site.timeline.refusals import no_seat
from byways.site.web.rate_limits import RateLimits, address_of
from byways.site.web.requests import body_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of, is_bot
from byways.site.web.templating import root_of

router = Router()

UNDONE = timedelta(seconds=10)
"""So long a page offers to undo it."""
_SURE = timedelta(seconds=30)  # after which nobody can undo it any more, however slow the network
_LOOKED_AT = 20  # games of a browser, newest first, among which those that never began are looked for


class BegunError(BywaysError):
    """Raised for a game in progress, which is resigned before it is deleted."""

    status = 409


def never_began(room: Room) -> bool:
    """Return whether no person has moved in a game that is not over."""
    game = room.timeline
    movers = {state.seat_of(state.to_move) for state in game.states[:-1] if state.to_move not in (None, "chance")}
    return not game.over and all(game.seats[seat].engine for seat in movers)


def may_delete(listed: ListedGame, holder: str) -> bool:
    """Return whether a game may be deleted: it is over, or never began as far as its row in the database tells."""
    found = listed.projection
    if found is None or found.over or not found.ply:
        return found is not None
    mine = {seat.player for seat in listed.occupants if seat.holder == holder}
    engines_only = all(seat.engine or seat.holder == holder for seat in listed.occupants)
    return engines_only and found.ply == 1 and len(mine) == 1 and found.seat_to_move in mine  # an engine began


@router.post("/mine/delete")
async def delete(request: Request) -> Response:
    """Delete a game of the browser's own from its lists. Raises MissingError, NotYoursError, BegunError."""
    room, holder = await _own(request)
    if not (room.timeline.over or never_began(room)):
        raise BegunError("mine.begun", "this game is in progress; resign or call it off before you delete it")
    await service(request, DeletedGames).add(holder, room.id, clocks.now())
    await remove_unbegun(request, holder)
    service(request, Rooms).followers.tell([holder])
    return RedirectResponse(f"{root_of(request)}/mine?deleted={room.id}", 303)


@router.post("/mine/undelete")
async def undelete(request: Request) -> Response:
    """Undo that a game was deleted. Raises MissingError, NotYoursError."""
    room, holder = await _own(request)
    await service(request, DeletedGames).take_back(holder, room.id)
    service(request, Rooms).followers.tell([holder])
    return RedirectResponse(f"{root_of(request)}/mine#game-{room.id}", 303)


async def _own(request: Request) -> tuple[Room, str]:
    """Return the game that a form names, in which the browser sits. Raises MissingError, NotYoursError."""
    form = new_game_form.read_form(await body_of(request))
    room = await find_room(request, form.get("game", ""))
    holder = holder_of(request)
    if holder is None or not room.timeline.seats_of(holder):
        raise no_seat()
    service(request, RateLimits).games.take(address_of(request))
    return room, holder


async def just_deleted(request: Request, holder: str, game_id: str) -> bool:
    """Return whether a browser has deleted a game so lately that its page offers to undo it. Raises StoreError."""
    at = (await service(request, DeletedGames).times(holder)).get(game_id) if game_id else None
    return at is not None and clocks.now() - at < UNDONE


async def replace_unbegun(request: Request, holder: str, begun: str) -> None:
    """Remove the games that never began and that the one just begun replaces. A bot's games are its own affair."""
    if not is_bot(request):
        await remove_unbegun(request, holder, begun)


async def remove_unbegun(connection: HTTPConnection, holder: str, begun: str = "") -> None:
    """Remove deleted games that never began and that concern no other person; where one has `begun`, others too."""
    store = service(connection, Store)
    rooms = service(connection, Rooms)
    times = await service(connection, DeletedGames).times(holder)
    past = clocks.now() - _SURE
    undone = await store.games_with(holder, UNDO)
    for listed in await store.listed(holder, _LOOKED_AT, all_of_them=True):
        deleted = times.get(listed.id)
        wanted = deleted < past if deleted else bool(begun)
        if wanted and listed.id not in (begun, *undone) and _alone(listed, holder):
            with suppress(BywaysError):  # it is there the next time
                await _remove(rooms, listed)


async def _remove(rooms: Rooms, listed: ListedGame) -> None:
    room = await rooms.open(listed.id)
    if room is not None and room.stored.settings.daily is None and never_began(room):
        await rooms.remove(room.id, room.timeline.number)


def _alone(listed: ListedGame, holder: str) -> bool:
    """Return whether a game that may not have begun concerns no other person, not even one with a link to it."""
    projection = listed.projection
    quiet = projection is not None and not projection.over and projection.ply <= len(listed.occupants)
    return quiet and all(seat.engine or seat.holder == holder for seat in listed.occupants)

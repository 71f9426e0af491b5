"""A room as a source of positions: one browser's view of a game, and what it may do there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import structs
from starlette.requests import Request

from byways.site.board import wire
from byways.site.board.rendering import Rendering
from byways.site.board.routes import board_routes
from byways.site.i18n.values import cost
from byways.site.play.coach import Coaches
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.play.view import Viewer, viewer_of, views_of
from byways.site.timeline import coaching, commands, refusals
from byways.site.timeline.commands import Accepted, Claim, Decision, Pending, Premove, Refused, TakeBack, TakeTurn
from byways.site.web.rate_limits import Limits
from byways.site.web.requests import MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import holder_of
from byways.state import State
from byways.translatable import say

_TURNS = (TakeTurn, TakeBack, Premove)


@dataclass
class RoomSource:
    """A room as one browser may see it and act in it."""

    room: Room
    holder: str | None
    limits: Limits
    seat: str | None = None
    """The player for whom somebody has taken the seat, where several play at this screen."""
    cookies: Sequence[tuple[bytes, bytes]] = ()
    coaches: Coaches | None = None

    @property
    def viewer(self) -> Viewer:
        """The viewer that the browser is now."""
        return viewer_of(self.room, self.holder, self.seat)

    @property
    def seen(self) -> State:
        """The position as the viewer knows it."""
        return self.room.timeline.state.view(self.viewer.player)

    def rendering(self) -> Rendering:
        """Return what the viewer sees now."""
        return views_of(self.room).now(self.room, self.viewer)

    def current(self, shown: str) -> wire.News:
        """Return what the viewer sees now, for a page that shows a tag."""
        return views_of(self.room).current(self.room, self.viewer, shown)

    def look(self, at: str) -> wire.Patch:
        """Return the position after `at` turns. Raises MissingError."""
        if not (at.isascii() and at.isdecimal()):
            raise MissingError("turn.missing", "the game has no such turn")
        return views_of(self.room).at(self.room, self.viewer, int(at[:6]))

    async def act(self, command: wire.PageCommand, key: str | None) -> Decision:
        """Decide a command of the browser and keep what comes of it. Raises StoreError, RateError."""
        room = self.room
        if isinstance(command, _TURNS):
            self.limits.turns.take(f"{room.id} {self.holder}")
        else:
            if self.holder is None or not (
                room.timeline.players_of(self.holder) or self.holder == room.timeline.creator
            ):
                return Refused(refusals.no_seat())
            self.limits.commands.take(str(self.holder))
        if isinstance(command, wire.Hurry):
            room.job.hurry()
            return Accepted()
        if isinstance(command, wire.Retry):
            room.job.retry(room)
            return Accepted()
        if isinstance(command, wire.SetPace | wire.Step):
            return _set_pace(room, command)
        if isinstance(command, Claim) and not room.may_claim(self.holder):
            return Refused(refusals.still_there())
        if isinstance(command, TakeTurn):
            room.moment_of(key, command)  # which counts, however long the reading takes
            await room.read_again(command.version)  # the page may have heard more from another process than this one
            if command.advised and not command.sure:
                return await self._advised(command, key)
        return await room.act(command, self.holder, key)

    async def _advised(self, turn: TakeTurn, key: str | None) -> Decision:
        """Decide a turn, unless the coach warns of it: then it waits for a confirmation."""
        room, game = self.room, self.room.timeline
        mine = game.coached and coaching.may_ask(game, self.holder) and game.to_move in game.players_of(self.holder)
        if mine and self.coaches and isinstance(commands.take_turn(game, structs.replace(turn, hold=True)), Pending):
            loss = await self.coaches.large_loss(room, turn.actions)
            if loss is not None and room.timeline.version == turn.version:
                lost = cost(game.state.variant, loss)
                return Pending(turn.actions, say("This turn loses about {cost}. Play it anyway?", cost=lost))
        return await room.act(turn, self.holder, key)

    def accepted(self, decision: Accepted, shown: str) -> wire.Accepted:
        """Return what is to be seen now."""
        now = self.current(shown)
        return wire.Accepted(now.view, now.patch)

    def verdict(self, clicks: Sequence[str]) -> None:
        """Say nothing beside the rules."""


def _set_pace(room: Room, command: wire.SetPace | wire.Step) -> Decision:
    if not room.timeline.unmanned:
        return Refused(refusals.no_seat())
    if isinstance(command, wire.SetPace):
        room.set_pace(command.speed, paused=command.paused)
    else:
        room.set_pace(None)
    return Accepted()


async def find_source(request: Request) -> RoomSource:
    """Return the game that an address names. Raises MissingError."""
    room, holder = await find_room(request, request.path_params["game_id"]), holder_of(request)
    if request.url.path.endswith("/view"):  # which a page that cannot be connected asks for again and again
        await room.arrive(holder)
    seat, coaches = request.query_params.get("seat"), service(request, Coaches)
    return RoomSource(room, holder, service(request, Limits), seat, coaches=coaches)


router = board_routes("/api/games/{game_id}", find_source)

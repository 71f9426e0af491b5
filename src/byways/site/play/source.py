"""A room as a source of positions: one browser's view of a game, and what it may do there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from byways.arena.programs import request_about
from byways.game import Game
from byways.position.state import State
from byways.site.board import wire
from byways.site.board.future import Planned
from byways.site.board.rendering import Rendering
from byways.site.board.source import answer_preview, answer_why, board_routes, read_actions
from byways.site.i18n.phrases import cost
from byways.site.play import attendance
from byways.site.play.coach import CoachPool, Loss
from byways.site.play.page import pending
from byways.site.play.page.views import Viewer, picture_of, viewer_of, views_of
from byways.site.play.room import Room
from byways.site.play.rooms import find_room, name_seen
from byways.site.play.trying import TriedLine, tried
from byways.site.plug_ins.processes import awaited
from byways.site.timeline import commands, offers, plans, refusals
from byways.site.timeline.commands import Claim, Premove, TakeBack, TakeTurn
from byways.site.timeline.decisions import Accepted, Decision, Pending, Refused
from byways.site.timeline.timeline import Timeline
from byways.site.web.rate_limits import QUERIES, RateLimits, address_of
from byways.site.web.requests import MissingError, answer, decoded
from byways.site.web.routing import service
from byways.site.web.sessions import cookies_of, holder_of
from byways.translatable import say

_TURNS = (TakeTurn, TakeBack, Premove)


@dataclass
class RoomSource:
    """A room as one browser may see it and act in it."""

    room: Room
    holder: str | None
    limits: RateLimits
    seat: str | None = None
    """The player whose seat is taken, where several play at this screen."""
    request: Request | None = None
    cookies: Sequence[tuple[bytes, bytes]] = ()
    coaches: CoachPool | None = None
    line: TriedLine | None = None
    """Turns that are tried."""

    @property
    def game(self) -> Game:
        """The game, which may live in another process."""
        return self.room.timeline.state.variant.game

    @property
    def viewer(self) -> Viewer:
        """The viewer that the browser is now."""
        return viewer_of(self.room, self.holder, self.seat)

    @property
    def seen(self) -> State:
        """The position as the viewer knows it, after a line; for who may plan, as if it were their turn."""
        game = self.room.timeline
        if self.line:
            return self.line.of(game)
        return plans.where_next(game, self.holder) or game.state.view(self.viewer.player)

    def ahead(self, actions: Sequence[int]) -> Planned | None:
        """Return the turns that the browser has planned and the one that actions make or begin; None where it plays."""
        game = self.room.timeline
        if self.line or not self.rendering().view.plans:
            return None
        present = picture_of(self.room, game.state)
        return Planned(present, (*pending.turns_ahead(game, self.holder), (self.seen, actions)))

    @property
    def open(self) -> bool:
        """Whether turns may be made, planned or tried."""
        view = self.rendering().view
        return view.acts or view.plans or self.line is not None

    @property
    def _takes_part(self) -> bool:
        """Whether the browser plays in the game or has begun it."""
        game = self.room.timeline
        holder = self.holder
        return holder is not None and (bool(game.players_of(holder)) or holder == game.creator)

    def rendering(self) -> Rendering:
        """Return what the viewer sees now."""
        return views_of(self.room).now(self.room, self.viewer)

    def current(self, shown: str) -> wire.News:
        """Return what the viewer sees now, for a page that shows a tag."""
        return views_of(self.room).current(self.room, self.viewer, shown)

    def look(self, at: str) -> wire.Patch:
        """Return the position after `at` turns. Raises MissingError."""
        if not (at.isascii() and at.isdecimal()):
            raise MissingError("turn.missing", "the game has no such move")
        return views_of(self.room).at(self.room, self.viewer, int(at[:6]))

    async def act(self, command: wire.PageCommand, key: str | None) -> Decision:
        """Decide a command of the browser and store the events. Raises StoreError, RateError."""
        decision = await self._decide(command, key)
        if isinstance(decision, Accepted) and self.request is not None:
            kept = Response()
            name_seen(self.request, kept, self.room)
            self.cookies = cookies_of(kept)
        return decision

    async def _decide(self, command: wire.PageCommand, key: str | None) -> Decision:
        room = self.room
        if not (self._takes_part or room.carried_out(key) or await self._took_part_elsewhere(command)):
            return await awaited(self.game, self._refused, command)
        if self.request is not None:
            self.limits.queries.take(address_of(self.request))
        if isinstance(command, _TURNS):
            self.limits.turns.take(f"{room.id} {self.holder}")
        else:
            self.limits.commands.take(str(self.holder))
        if isinstance(command, wire.Hurry):
            room.job.hurry()
            return Accepted()
        if isinstance(command, wire.Retry):
            room.job.retry(room)
            return Accepted()
        if isinstance(command, wire.SetPace | wire.Step):
            return _set_pace(room, command)
        if isinstance(command, Claim) and not (room.carried_out(key) or attendance.may_claim(room, self.holder)):
            return Refused(refusals.still_there())
        if isinstance(command, TakeTurn | Premove):
            room.moment_of(key, command)  # which counts, however long the reading takes
            await room.read_again(command.version)  # the page may have heard more from another process than this one
            if isinstance(command, TakeTurn) and command.advised and not command.sure:
                return await self._advised(command, key)
        return await room.act(command, self.holder, key)

    def _refused(self, command: wire.PageCommand) -> Refused:
        """Return why a browser without a seat may not do something: nothing of it is kept."""
        decision = commands.decide(self.room.timeline, command, self.holder) if isinstance(command, _TURNS) else None
        return decision if isinstance(decision, Refused) else Refused(refusals.no_seat())

    async def _took_part_elsewhere(self, command: wire.PageCommand) -> bool:
        """Return whether the browser took a seat at another process, of which this one may not have heard.

        A stranger may claim that as often as an address may do anything, and only a version that there is gets read.
        """
        if self.holder is None or not isinstance(command, TakeTurn | Premove):
            return False
        if self.request is not None:
            self.limits.commands.take(address_of(self.request))
        await self.room.read_again(command.version)
        return self._takes_part

    async def _advised(self, turn: TakeTurn, key: str | None) -> Decision:
        """Decide a turn, unless the coach warns of it: then it waits for a confirmation."""
        room = self.room
        game = self.room.timeline
        mine = game.coached and offers.may_ask_coach(game, self.holder) and game.to_move in game.players_of(self.holder)
        held = structs.replace(turn, hold=True)
        if mine and self.coaches and isinstance(await awaited(self.game, commands.take_turn, game, held), Pending):
            loss = await self.coaches.mistake(room, turn.actions)
            if loss is not None:
                warned = Pending(turn.actions, _warning(game.state, loss))

                def unless_outdated(now: Timeline) -> Decision:
                    return warned if now.version == turn.version else commands.decide(now, turn, self.holder)

                return await room.carry_out(unless_outdated, key, turn)
        return await room.act(turn, self.holder, key)

    def accepted(self, decision: Accepted, shown: str) -> wire.Accepted:
        """Return what is to be seen now."""
        now = self.current(shown)
        return wire.Accepted(now.view, now.patch)

    def verdict(self, clicks: Sequence[str]) -> None:
        """Say nothing beside the rules."""


def _warning(state: State, loss: Loss) -> str:
    """Return what the coach says of a turn that loses much."""
    if loss.won:
        return say("This move loses a certain win. Play it anyway?")
    return say("This move loses about {cost}. Play it anyway?", cost=cost(state.variant, loss.share))


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
    room = await find_room(request, request.path_params["game_id"])
    holder = holder_of(request)
    seat = request.query_params.get("seat")
    coaches = service(request, CoachPool)
    return RoomSource(room, holder, service(request, RateLimits), seat, request, coaches=coaches)


async def visit(request: Request) -> RoomSource:
    """Return the game that an address names; the caller comes to the board, as a page that cannot be connected."""
    source = await find_source(request)
    await source.room.arrive(source.holder)
    return source


router = board_routes("/api/games/{game_id}", find_source, visit=visit, live=lambda source: source.game)


class Known(msgspec.Struct, frozen=True):
    """What a seat knows of a game, in the words of the engine protocol (docs/guides/engine.md)."""

    game: str
    options: dict[str, int | bool | str]
    position: str | None
    """Where the turns begin; None for the game's start."""
    turns: list[str]
    to_move: str | None
    """A player's name, or "chance" for dice; None where the game is over, or waits for a player to come."""
    over: bool
    mine: list[str]
    """The players of the caller."""
    version: int
    """For the command "turn"."""


@router.get("/position", checks=QUERIES)
async def position(request: Request) -> Response:
    """Return what one knows of the game as text: for programs, which read no drawings."""
    source = await visit(request)
    game = source.room.timeline
    return answer(await asyncio.to_thread(_known, game, source))


def _known(game: Timeline, source: RoomSource) -> Known:
    player = source.viewer.player
    state = game.state if game.end else game.state.view(player)
    asked = request_about(state)
    words = asked["game"], asked["options"], asked.get("position"), list(asked["turns"])
    return Known(*words, game.to_move, game.over, list(game.players_of(source.holder)), game.version)


@router.post("/try", checks=QUERIES)
async def try_line(request: Request) -> Response:
    """Return the position after a line and more actions; nothing of it is kept."""
    source, line, asked = await _read_line(request)
    chosen = read_actions(asked.actions)
    return answer(
        await asyncio.to_thread(lambda: tried(source.room, source.rendering(), line, chosen, planning=asked.planning))
    )


@router.post("/try/preview", checks=QUERIES)
async def preview_after_line(request: Request) -> Response:
    """Return what actions after a line would put on the board."""
    source, _, asked = await _read_line(request)
    return await answer_preview(source, asked.actions, aloud=asked.aloud)


@router.post("/try/why", checks=QUERIES)
async def explain_after_line(request: Request) -> Response:
    """Explain why clicks, or a turn that was typed, are no turn after a line."""
    source, _, asked = await _read_line(request)
    return await answer_why(source, asked.clicks, asked.typed)


async def _read_line(request: Request) -> tuple[RoomSource, TriedLine, wire.LineQuestion]:
    """Return a game after the line in the body of a request: addresses are written into logs, bodies are not.

    Raises MissingError, and what `decoded` raises.
    """
    asked = await decoded(request, wire.LineQuestion)
    source = await find_source(request)
    line = TriedLine.read(asked.line)
    room = source.room
    if not await awaited(source.game, lambda: plans.may_try(room.timeline, agreed=room.stored.settings.lines)):
        raise refusals.no_lines()
    return replace(source, line=line), line, asked

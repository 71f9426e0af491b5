"""The games of a browser: all of them on a page, the news that there are others, and as records in one file."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from byways import registry
from byways.draw import Scene
from byways.errors import BywaysError, GameError, OptionError
from byways.game import Game
from byways.records import write_text
from byways.rules.options import SWAP
from byways.site.i18n.languages import render, to_json
from byways.site.i18n.peoples_words import isolated
from byways.site.lobby.begin import for_a_first_game
from byways.site.lobby.deleted_games import UNDONE, just_deleted, may_delete
from byways.site.play import new_game_form, seating
from byways.site.play.page import wording
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms, find_room
from byways.site.plug_ins.processes import awaited
from byways.site.review.review import revealed, title_of
from byways.site.review.review_store import RecordContents, ReviewStore
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import ListedGame, Projection
from byways.site.timeline import clocks
from byways.site.timeline.projection import project, read_board, read_result
from byways.site.web.live import Followed, Topic, tag_of
from byways.site.web.mini_boards import mini_board
from byways.site.web.rate_limits import VISITS, RateLimits
from byways.site.web.requests import MissingError, body_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.site.web.signed_links import Signer, clean_name
from byways.site.web.templating import page, root_of

router = Router()

MOST_LISTED = 50
MOST_EXPORTED = 500
BOARDS = "Byways-Boards"
"""The header in which a page that asks anew names the boards that it shows already."""
LIST_TAG = "Byways-Told"
"""The header in which it names what its list says."""
_KEY = 12  # characters: enough to tell some fifty boards apart


@dataclass(frozen=True)
class GameRow:
    """A game in the list."""

    id: str
    created: datetime
    title: str
    others: str
    """The other players."""
    status: str
    turn: bool
    """Whether this browser is to move."""
    over: bool
    left: str
    """The time left, in words."""
    ply: int
    """The number of turns played."""
    listed: ListedGame = field(repr=False)
    sheet: str = field(repr=False)
    """The player whose board is drawn where there are several."""
    deletable: bool = False
    """Whether this browser may delete it."""
    shown: bool = field(default=False, repr=False)
    """Whether a page that asks anew has its board already."""

    @cached_property
    def key(self) -> str:
        """A name of what its board shows, by which pages say which boards they have."""
        assert self.listed.projection is not None
        position = (self.listed.projection.board or "").partition(" ")[2]
        return tag_of(self.listed.game, repr(self.listed.options), position, self.sheet)[:_KEY]

    @cached_property
    def board(self) -> Scene | None:
        """The position as a mini board; None where it cannot be drawn, or is shown already."""
        if self.shown:
            return None
        assert self.listed.projection is not None
        with contextlib.suppress(GameError):
            variant = registry.find(self.listed.game).variant(self.listed.options)
            state = read_board(self.listed.projection, variant)
            return mini_board(state, self.sheet) if state else None
        return None


@dataclass(frozen=True)
class RecordRow:
    """A record in the list."""

    id: str
    created: datetime
    title: str
    """Of the game."""
    name: str
    """That its owner gave it; "" for none."""
    names: str
    """Of the players."""
    turns: int


@dataclass(frozen=True)
class GameList:
    """What a browser has: games that go on, those first in which it is to move, those that are over, and records."""

    running: Sequence[GameRow] = ()
    over: Sequence[GameRow] = ()
    noted: Sequence[RecordRow] = ()

    @property
    def tag(self) -> str:
        """A name of what the list says, but for the time, which goes by without news."""
        return tag_of(repr([replace(row, left="") for row in (*self.running, *self.over)] + [*self.noted]))

    @property
    def timed_tag(self) -> str:
        """A name of what the list says, with the time."""
        return tag_of(repr([*self.running, *self.over, *self.noted]))


@router.get("/mine", checks=VISITS)
async def mine(request: Request) -> Response:
    """Serve the page of this browser's games, those first in which it is to move, then those that it has played."""
    holder = holder_of(request)
    listed = await list_games(request, holder) if holder else GameList()
    if is_current(request, listed):
        return Response(status_code=204)
    running = await draw_boards(request, listed.running)
    listed = replace(listed, running=running, over=await draw_boards(request, listed.over))
    called = service(request, Signer).name_of(request) or ""
    more = for_a_first_game(request)
    deleted = request.query_params.get("deleted", "")
    more["undo_seconds"] = round(UNDONE.total_seconds())
    more["deleted"] = deleted if holder and await just_deleted(request, holder, deleted) else ""
    return await page(request, "lobby/mine.html", listed=listed, known=holder is not None, called=called, **more)


async def list_games(connection: HTTPConnection, holder: str) -> GameList:
    """Return what a browser's page of its games lists. Raises StoreError."""
    rows: list[GameRow] = []
    for game in await service(connection, Store).listed(holder, MOST_LISTED):
        with contextlib.suppress(OptionError, GameError):  # a game that this version of Byways does not know
            rows += filter(None, [await _row(connection, game, holder)])
    rows.sort(key=lambda row: not row.turn)
    running, over = ([row for row in rows if row.over == over] for over in (False, True))
    return GameList(running, over, await _noted(connection, holder))


def is_current(request: Request, listed: GameList) -> bool:
    """Return whether the page that asks shows this list already."""
    return request.headers.get(LIST_TAG) == listed.timed_tag


async def draw_boards(request: Request, rows: Sequence[GameRow]) -> list[GameRow]:
    """Return rows with their boards at hand, but for those that the page shows already."""
    shown = request.headers.get(BOARDS, "").split()
    rows = [replace(row, shown=row.key in shown) for row in rows]
    await asyncio.to_thread(lambda: [row.board for row in rows])
    return rows


@router.post("/mine")
async def rename(request: Request) -> Response:
    """Rename the player in future games."""
    form = new_game_form.read_form(await body_of(request))
    answer = RedirectResponse(f"{root_of(request)}/mine", 303)
    signer = service(request, Signer)
    signer.give_name(request, answer, clean_name(form.get(seating.NAME, "")))
    return answer


@router.get("/mine/games.txt", checks=VISITS)
async def export(request: Request) -> Response:
    """Serve all of a browser's games and records in one file, running games as far as it may see them."""
    holder = holder_of(request)
    if holder is None:
        raise MissingError("mine.none", "this browser has no games here yet")
    limits = service(request, RateLimits)
    limits.exports.take(holder)
    store = service(request, Store)
    reviews = service(request, ReviewStore)
    mine: list[tuple[str, RecordContents | None]] = [
        (game_id, None) for game_id, *_ in await store.of_holder(holder, MOST_EXPORTED)
    ]
    mine += [(one.id, one.kept) for one in await reviews.owned(holder, MOST_EXPORTED)]
    records = []
    for game_id, kept in mine:
        room = await _room(request, game_id)
        if room is not None:
            records.append(await awaited(room.timeline.state.variant.game, revealed(room, kept).record))
    headers = {"Content-Disposition": 'attachment; filename="byways-games.txt"', "Cache-Control": "no-store"}
    return Response(await awaited(None, write_text, records), headers=headers, media_type="text/plain; charset=utf-8")


async def _noted(request: HTTPConnection, holder: str) -> list[RecordRow]:
    """Return the records that a browser may annotate."""
    reviews = service(request, ReviewStore)
    rows = []
    for one in await reviews.owned(holder, MOST_LISTED):
        with contextlib.suppress(BywaysError):  # a game that this version of Byways does not know
            title = registry.find(one.game).title
            names = " – ".join(map(isolated, one.kept.people.values()))
            turns = len(one.kept.line.turns)
            rows.append(RecordRow(one.id, one.created, title, isolated(title_of(one.kept)), names, turns))
    return rows


async def _room(request: HTTPConnection, game_id: str) -> Room | None:
    """Return the room of a game; None if this version of Byways cannot play it."""
    try:
        return await find_room(request, game_id)
    except MissingError:
        return None
    except BywaysError as error:
        if error.code.startswith("store."):
            raise
        return None


async def _row(request: HTTPConnection, listed: ListedGame, holder: str) -> GameRow | None:
    """Return what the list shows of a game; None if this version of Byways cannot play it."""
    room = None
    if not _is_settled(listed):
        room = await _room(request, listed.id)
        if room is None:
            return None
        game = room.timeline
        listed = replace(listed, occupants=tuple(game.seats.values()), projection=project(game, room.outcome))
    elif listed.projection and listed.projection.over and listed.options.get(SWAP.name):
        room = await _room(request, listed.id)  # who won may sit on another seat by now
    return await awaited(registry.find(listed.game), _shown, registry.find(listed.game), listed, room, holder)


def _is_settled(listed: ListedGame) -> bool:
    """Return whether the database says all of a game; else a worker is to go on."""
    projection = listed.projection
    if projection is None or (projection.over and projection.result is None):
        return False
    return all(seat.player != projection.seat_to_move or seat.engine is None for seat in listed.occupants)


def _shown(game: Game, listed: ListedGame, room: Room | None, holder: str) -> GameRow:
    projection = listed.projection
    seats = listed.occupants
    assert projection is not None
    mine = [seat.player for seat in seats if seat.holder == holder and not seat.engine]
    turn = projection.seat_to_move in mine
    you = _colour(projection, room, mine[0]) if len(mine) == 1 else None
    others = Counter(render(wording.who(seat, holder, len(mine))) for seat in seats if seat.holder != holder)
    return GameRow(
        listed.id,
        listed.created,
        game.title,
        others="; ".join(f"{count} × {who}" if count > 1 else who for who, count in others.items()),
        status=wording.status(room, you) if room else _status(game, listed, projection, you),
        turn=turn,
        over=projection.over,
        left=_left(projection),
        ply=projection.ply,
        listed=listed,
        deletable=may_delete(listed, holder),
        sheet=next((player for player in game.player_names(listed.options) if player in mine), ""),
    )


def _colour(projection: Projection, room: Room | None, seat: str) -> str | None:
    """Return which player a seat plays, as far as that matters: now to move, or in the end."""
    if room is not None:
        return room.timeline.player_of(seat)
    if projection.over:
        return seat
    return projection.to_move if projection.seat_to_move == seat else None


def _status(game: Game, listed: ListedGame, projection: Projection, you: str | None) -> str:
    """Describe a settled game in one line, as `wording.status` does a room."""
    if projection.over:
        return wording.over(game, read_result(projection), you)
    free = {seat.player for seat in listed.occupants if seat.open}
    if free:
        return wording.waiting(game, [player for player in game.player_names(listed.options) if player in free])
    return wording.to_move(game, projection.to_move, you, thinking=False)


def _left(projection: Projection) -> str:
    """Return the time that the player to move has left; "" if no clock runs."""
    if projection.deadline is None:
        return ""
    return wording.duration(max(0.0, (projection.deadline - clocks.now()).total_seconds()))


class ListNews(msgspec.Struct, frozen=True, tag_field="kind", tag="list"):
    """The tag of the list as it is now: a page that shows another asks for it."""

    tag: str


class MyGames(Followed):
    """The games and records of a browser, whose holder is the name that is followed."""

    pause = 1.0

    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return the tag of the list. Raises StoreError."""
        tag = (await list_games(self._socket, self._name)).tag
        return tag, to_json(ListNews(tag))


async def open_my_games(socket: WebSocket, name: str) -> Topic:
    """Return the topic of the browser's own games. Raises MissingError where it has never had any."""
    holder = holder_of(socket)
    if holder is None or name:
        raise MissingError("mine.none", "this browser has no games here yet")
    return MyGames(socket, service(socket, Rooms).followers, holder)

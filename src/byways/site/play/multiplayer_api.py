"""HTTP calls of games with several people: seat links, sitting down, names, chat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.site.i18n import phrases
from byways.site.i18n.peoples_words import isolated
from byways.site.play import new_game_form
from byways.site.play.chat import Chat, Message
from byways.site.play.new_game_form import chosen
from byways.site.play.page import wording
from byways.site.play.room import Room
from byways.site.play.rooms import find_room, name_seen
from byways.site.timeline import commands
from byways.site.timeline.decisions import Decision, Refused
from byways.site.timeline.refusals import NotYoursError, no_link, no_seat
from byways.site.web.rate_limits import VISITS, RateLimits, address_of
from byways.site.web.requests import answer, body_of, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import cookies_of, give_secret, holder_of
from byways.site.web.signed_links import Signer, clean_name, qr_code
from byways.site.web.templating import page, root_of
from byways.site.web.thumbnails import static_board

router = Router()


class Invitation(msgspec.Struct):
    """The payload of a link to a seat."""

    secret: str


class SeatClaim(Invitation):
    """Taking a seat."""

    also: bool = False
    """Whether a browser that plays here already shall have this seat too."""
    name: str | None = None
    """The new name of the player who sits down; None keeps the old one."""


class Saying(msgspec.Struct):
    """Something said to the other seats."""

    text: str
    key: str | None = None


class Renaming(msgspec.Struct):
    """A new name; of which player, where several play at one screen."""

    text: str
    key: str | None = None
    player: str | None = None


@router.get("/join/{game_id}", checks=VISITS)
async def join(request: Request, game_id: str) -> Response:
    """Serve the page of a seat link: it describes the seat, and a button takes it.

    A browser gets its secret with this page already: the answer to `sit` may be lost after the seat is taken, and who
    asks again must be the same.
    """
    room = await find_room(request, game_id)
    game = room.timeline.state.variant.game
    signer = service(request, Signer)
    seats = room.timeline.seats
    creator = room.timeline.creator
    hosts = [player for player, seat in seats.items() if creator and seat.holder == creator]
    host = seats[hosts[0]].name if hosts else None
    people = []
    for player, seat in seats.items():
        nameless = wording.HOST if player in hosts else wording.JOINED
        people.append((phrases.player(game, player), wording.who(seat, None, 0, nameless=nameless)))
    asked: dict[str, object] = {
        "options": chosen(room.timeline.state.variant),
        "clock": new_game_form.clock_in_words(room),
        "lines": new_game_form.lines_in_words(room),
    }
    asked |= {"people": people, "called": signer.name_of(request) or ""}
    asked["board"] = await asyncio.to_thread(static_board, room.timeline.states[0])
    said = await page(request, "play/join.html", game=game, room=room, host=host, **asked)
    if room.timeline.waiting:
        give_secret(request, said)
    return said


class SeatLink(msgspec.Struct, frozen=True):
    """The link to a seat, or to the game for spectators."""

    player: str | None
    url: str | None
    """None for a seat that has been taken."""
    qr: str | None = None
    who: str | None = None


class SeatLinks(msgspec.Struct, frozen=True):
    """The links of a game; the last is for spectators."""

    links: list[SeatLink]


class Welcome(msgspec.Struct, frozen=True):
    """Whose seat a link is for, and either where to go on or who plays at this browser already."""

    player: str
    play: str | msgspec.UnsetType = msgspec.UNSET
    """The address of the game."""
    already: Sequence[str] | msgspec.UnsetType = msgspec.UNSET


class Named(msgspec.Struct, frozen=True):
    """A player's new name."""

    name: str | None


class ChatLine(msgspec.Struct, frozen=True):
    """A message of the chat as a page shows it."""

    number: int
    by: str
    text: str
    yours: bool


class ChatLines(msgspec.Struct, frozen=True):
    """Messages of the chat, the oldest first."""

    messages: list[ChatLine]


@router.post("/api/games/{game_id}/links")
async def links(request: Request, game_id: str) -> Response:
    """Return the links for the game's creator to send out: [{player, url, qr, who}]; the last is for spectators.

    A seat that has been taken, but whose link may still be withdrawn, says who sits there and has no link.
    """
    await body_of(request)
    room = await find_room(request, game_id)
    game = room.timeline
    holder = holder_of(request)
    host = host_of(request)
    if holder is None or holder != game.creator:
        raise no_link(game, holder)
    _limits(request).commands.take(holder)
    signer = service(request, Signer)
    rows = []
    for player in game.revocable(holder):
        seat = game.seats[player]
        secret = signer.seat(room.id, player, game.links[player])
        url = f"{host}/join/{room.id}#{secret}" if seat.open else None
        who = None if seat.open else wording.who(seat, holder, len(game.players_of(holder)), nameless=wording.JOINED)
        rows.append(SeatLink(player, url, url and qr_code(url), who))
    spectators = SeatLink(None, f"{host}/play/{room.id}")
    return answer(SeatLinks([*rows, spectators]))


def host_of(request: Request) -> str:
    """Return the site's base URL as the requesting browser sees it, for links that are sent out."""
    site = urlsplit(request.headers.get("origin") or str(request.base_url))
    return f"{site.scheme}://{site.netloc}{root_of(request)}"


@router.post("/api/games/{game_id}/invitation")
async def invitation(request: Request, game_id: str) -> Response:
    """Return the player of a link's seat and the browser's own players, or the game's address if it plays that seat."""
    _limits(request).arrivals.take(address_of(request))
    link = await decoded(request, Invitation)
    room = await find_room(request, game_id)
    player = _invited(request, room, link)
    mine = room.timeline.players_of(holder_of(request))
    if player in mine:
        return answer(Welcome(player, play=_address_of(request, room)))
    check(commands.free(room.timeline, player))
    return answer(Welcome(player, already=mine))


@router.post("/api/games/{game_id}/sit")
async def sit(request: Request, game_id: str) -> Response:
    """Take the seat whose secret one has. Says where to go on, or that one plays here already."""
    _limits(request).arrivals.take(address_of(request))
    claim = await decoded(request, SeatClaim)
    room = await find_room(request, game_id)
    player = _invited(request, room, claim)
    holder = holder_of(request)
    if room.timeline.players_of(holder) and player not in room.timeline.players_of(holder) and not claim.also:
        return answer(Welcome(player, already=room.timeline.players_of(holder)))
    kept = Response()
    holder = give_secret(request, kept)
    signer = service(request, Signer)
    name = signer.name_of(request) if claim.name is None else clean_name(claim.name)
    check(await room.act(commands.Sit(player, name), holder))
    if claim.name is not None:
        signer.give_name(request, kept, name)
    said = answer(Welcome(player, play=_address_of(request, room)))
    name_seen(request, said, room)
    said.raw_headers.extend(cookies_of(kept))
    return said


def _address_of(request: Request, room: Room) -> str:
    return f"{root_of(request)}/play/{room.id}"


def _invited(request: Request, room: Room, link: Invitation) -> str:
    """Return the player whose seat a link is for. Raises NotYoursError for an invalid link."""
    signer = service(request, Signer)
    for player, number in room.timeline.links.items():
        if signer.is_seat(link.secret, room.id, player, number):
            return player
        if any(signer.is_seat(link.secret, room.id, player, before) for before in range(number)):
            raise NotYoursError("seat.withdrawn", "this link was withdrawn; ask for another one")
    raise NotYoursError("seat.secret", "this link is not for this game")


@router.post("/api/games/{game_id}/name")
async def rename(request: Request, game_id: str) -> Response:
    """Rename this browser's player, in this game and, if one person plays at this browser, in future ones."""
    wanted = await decoded(request, Renaming)
    holder = holder_of(request)
    room = await find_room(request, game_id)
    mine = room.timeline.players_of(holder)
    if not mine or (wanted.player is not None and wanted.player not in mine):
        raise no_seat()
    _limits(request).commands.take(str(holder))
    name = clean_name(wanted.text)
    check(await room.act(commands.Rename(name, wanted.player), holder, wanted.key))
    said = answer(Named(name))
    name_seen(request, said, room)
    if len(mine) == 1:
        signer = service(request, Signer)
        signer.give_name(request, said, name)
    return said


@router.get("/api/games/{game_id}/chat")
async def get_chat(request: Request, game_id: str, after: int = 0) -> Response:
    """Return the chat messages after number `after`; only the players can read them."""
    room = await find_room(request, game_id)
    chat = service(request, Chat)
    holder = holder_of(request)
    mine = _seats(room, holder)
    said = await chat.since(room.id, after)
    if said:
        room.messages = max(room.messages, said[-1].number)
    return answer(ChatLines([_message(room, message, mine) for message in said]))


@router.post("/api/games/{game_id}/chat")
async def say(request: Request, game_id: str) -> Response:
    """Say something to the other seats."""
    wanted = await decoded(request, Saying)
    holder = holder_of(request)
    room = await find_room(request, game_id)
    mine = _seats(room, holder)
    chat = service(request, Chat)
    message = await chat.say(room.id, mine[0], str(holder), wanted.text, wanted.key)
    room.messages = max(room.messages, message.number)
    room.tell()
    return answer(ChatLines([_message(room, message, mine)]))


def _seats(room: Room, holder: str | None) -> Sequence[str]:
    """Return the seats of a browser. Raises NotYoursError if it has none."""
    mine = room.timeline.seats_of(holder)
    if not mine:
        raise NotYoursError("seat.none", "only the players of this game can read its messages")
    return mine


def _message(room: Room, message: Message, mine: Sequence[str]) -> ChatLine:
    seat = room.timeline.seats[message.player]
    player = phrases.player(room.timeline.state.variant.game, room.timeline.player_of(message.player))
    by = isolated(seat.name) if seat.name else player
    return ChatLine(message.number, by, isolated(message.text), message.player in mine)


def check(decision: Decision) -> None:
    """Raise the error of a refusal."""
    if isinstance(decision, Refused):
        raise decision.error


def _limits(request: Request) -> RateLimits:
    return service(request, RateLimits)

"""HTTP calls that annotate a review: in one's own record, or in a copy of a game, which then becomes one's own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.errors import RecordError
from byways.records import Line
from byways.site.review import annotations as notes
from byways.site.review.review import TITLE, Address, Review, find_review, read_address, write_address
from byways.site.review.review_store import RecordContents, ReviewStore, as_game
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.storage.game_store import ConflictError
from byways.site.web.rate_limits import QUERIES, RateLimits, address_of
from byways.site.web.requests import HiddenError, answer, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import give_secret, hash_of, keep_secret, secret_of
from byways.site.web.templating import macros

Change = Callable[[Line], tuple[Line, Address]]
"""What is done to a record's tree, and where it leads."""

router = Router("/api/reviews")

_LONGEST_BODY = 30_000  # bytes: a note in the longest letters, and many turns


class Note(msgspec.Struct):
    """A comment on a position, given by an address and turns that follow it."""

    address: str
    seen: str
    """`notes.name_of` the record as it was shown."""
    turns: list[str] = []
    text: str = ""
    mark: int = 0
    name: str | None = None
    """Of the variation in which the position is, or of the whole tree; None leaves it as it is."""


class Keep(msgspec.Struct):
    """Turns that follow a position, as it is explored."""

    address: str
    turns: list[str]
    seen: str | None = None
    """None where the tree is not shown, as beside a game."""


class Branch(msgspec.Struct):
    """A turn of the tree, and what follows it."""

    address: str
    seen: str


class Kept(msgspec.Struct, frozen=True):
    """Where something was kept: in which game, at which address."""

    game: str
    address: str
    turns: str | msgspec.UnsetType = msgspec.UNSET
    """The markup of the list of turns as it is now, where turns were kept."""
    seen: str | msgspec.UnsetType = msgspec.UNSET
    """`notes.name_of` the record then."""
    last: int | msgspec.UnsetType = msgspec.UNSET
    """The last ply of its main line."""


@router.post("/{game_id}/note", checks=QUERIES)
async def note(request: Request, game_id: str) -> Response:
    """Keep a note, and the turns that lead to its position. The answer says of which game, and at which address."""
    wanted = await decoded(request, Note, _LONGEST_BODY)
    review = await _open(request, game_id)
    place = await _placing(review, wanted.address, wanted.turns)
    of_all = "." not in write_address(place(review.line)[1])  # a name of the whole tree, which is among its tags

    def change(line: Line) -> tuple[Line, Address]:
        line, at = place(line)
        if wanted.name is not None:
            line = notes.rename(line, at, wanted.name)
        return notes.remark(line, at, wanted.text, wanted.mark, more=bool(wanted.turns)), at

    title = notes.clean_name(wanted.name) if wanted.name is not None and of_all else None
    kept, at, secret = await _write(request, review, wanted.seen, change, title)
    return _said(request, Kept(kept, write_address(at)), secret)


@router.post("/{game_id}/keep", checks=QUERIES)
async def keep(request: Request, game_id: str) -> Response:
    """Keep turns that follow a position, also during a game without other people.

    The answer says where, and how the list of turns reads now.
    """
    wanted = await decoded(request, Keep, _LONGEST_BODY)
    review = await find_review(request, game_id)
    place = await _placing(review, wanted.address, wanted.turns)
    kept, at, secret = await _write(request, review, wanted.seen, place, again=True)
    now = await find_review(request, kept)
    listed = await asyncio.to_thread(lambda: str(macros("review").entries(now.entries())))
    said = Kept(kept, write_address(at), listed, notes.name_of(now.line), len(now.states) - 1)
    return _said(request, said, secret)


@router.post("/{game_id}/strike", checks=QUERIES)
async def strike(request: Request, game_id: str) -> Response:
    """Take away what follows an address, and its own turn."""
    return await _rearrange(request, game_id, notes.strike)


@router.post("/{game_id}/promote", checks=QUERIES)
async def promote(request: Request, game_id: str) -> Response:
    """Let the variation of an address be the main line."""
    return await _rearrange(request, game_id, notes.promote)


async def _rearrange(request: Request, game_id: str, how: Callable[..., tuple[Line, Address]]) -> Response:
    wanted = await decoded(request, Branch)
    review = await _open(request, game_id)
    address = read_address(wanted.address)
    await asyncio.to_thread(review.state, address)  # is it there?
    kept, at, secret = await _write(
        request, review, wanted.seen, lambda line: how(line, address, endless=review.endless)
    )
    return _said(request, Kept(kept, write_address(at)), secret)


async def _placing(review: Review, address: str, turns: list[str]) -> Change:
    """Return what keeps turns that follow a position. Raises MissingError, IllegalTurnError."""
    at = read_address(address)
    played = await asyncio.to_thread(lambda: review.state(at, turns).turns)
    written = [str(turn) for turn in played[len(played) - len(turns) :]]
    return lambda line: notes.place(line, at, written, unfinished=review.unfinished)


async def _open(request: Request, game_id: str) -> Review:
    """Return a game that can be annotated. Raises MissingError, HiddenError."""
    review = await find_review(request, game_id)
    if not review.over:
        raise HiddenError("note.running", "this game is still in progress; you can write notes when it is over")
    return review


async def copy(request: Request, response: Response, game_id: str) -> str:
    """Copy a game with all that is kept of it for this browser, and return the copy's id; one's own is enough."""
    review = await _open(request, game_id)
    owner = give_secret(request, response)
    if review.owned_by(owner):
        return game_id
    service(request, RateLimits).records.take(address_of(request))
    return await _copy(request, review, owner, review.line)


async def _write(
    request: Request, review: Review, seen: str | None, change: Change, title: str | None = None, *, again: bool = False
) -> tuple[str, Address, str]:
    """Write in one's own record, or in a copy; return its id, an address, and the secret of its owner.

    What changes nothing is an error, unless it may be said `again`. Raises ConflictError where it is not as it was seen
    any more.
    """
    secret = secret_of(request) or secrets.token_urlsafe(32)
    owner = hash_of(secret)
    at: Address = ()

    def checked(line: Line) -> Line:
        nonlocal at
        if seen not in (None, notes.name_of(line)):
            raise ConflictError("note.stale", "these notes were changed elsewhere; reload the page")
        changed, at = change(line)
        if changed == line and not again and title in (None, review.title):
            raise RecordError("note.same", "there is nothing new to save")
        notes.check(changed)
        return changed

    game_id = review.room.id
    if review.owned_by(owner):
        told = None if title is None else _titled(review, title)
        await service(request, ReviewStore).change_line(game_id, owner, checked, told)
        await review.room.read_again()  # the game itself may have gone another way
    else:
        service(request, RateLimits).records.take(address_of(request))
        game_id = await _copy(request, review, owner, checked(review.line), title)
    return game_id, at, secret


def _said(request: Request, kept: Kept, secret: str) -> Response:
    said = answer(kept, 201)
    keep_secret(request, said, secret)
    return said


def _titled(review: Review, title: str) -> dict[str, str]:
    """Return the tags of a record under another name."""
    tags = {name: value for name, value in review.record().tags.items() if name != TITLE}
    return tags | ({TITLE: title} if title else {})


async def _copy(request: Request, review: Review, owner: str, line: Line, title: str | None = None) -> str:
    """Copy a game for notes, its analyses included, and return the copy's id."""
    record = review.record()
    placed = review.room.stored.position is not None
    game = await asyncio.to_thread(as_game, record.start, [turn.turn for turn in line.turns], placed=placed)
    tags = record.tags if title is None else _titled(review, title)
    kept = RecordContents(line, record.people, tags, record.winners, record.termination, owner)
    said = await service(request, AnalysisStore).of_game(review.room.id)
    await service(request, ReviewStore).keep_record(game, kept, said.values())
    return game.id

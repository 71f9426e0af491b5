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
from byways.site.review.review import Address, Review, find_review, read_address, write_address
from byways.site.review.review_store import RecordContents, ReviewStore, as_game
from byways.site.storage.game_store import ConflictError
from byways.site.web.rate_limits import LOOKS, Limits, address_of
from byways.site.web.requests import HiddenError, answer, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import hash_of, keep_secret, secret_of

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
    """Of the variation in which the position is; None leaves it as it is."""


class Strike(msgspec.Struct):
    """The turn before which a variation, or the game, is to end."""

    address: str
    seen: str


@router.post("/{game_id}/note", checks=LOOKS)
async def note(request: Request, game_id: str) -> Response:
    """Keep a note, and the turns that lead to its position. The answer says of which game, and at which address."""
    wanted = await decoded(request, Note, _LONGEST_BODY)
    review = await _open(request, game_id)
    address = read_address(wanted.address)
    state = await asyncio.to_thread(review.state, address, wanted.turns)
    turns = state.turns[len(state.turns) - len(wanted.turns) :]  # as they are written

    def change(line: Line) -> tuple[Line, Address]:
        line, at = notes.place(line, address, [str(turn) for turn in turns], unfinished=review.unfinished)
        if wanted.name is not None:
            line = notes.rename(line, at, wanted.name)
        return notes.remark(line, at, wanted.text, wanted.mark, more=bool(turns)), at

    return await _write(request, review, wanted.seen, change)


@router.post("/{game_id}/strike", checks=LOOKS)
async def strike(request: Request, game_id: str) -> Response:
    """Take away what follows an address, and its own turn."""
    wanted = await decoded(request, Strike)
    review = await _open(request, game_id)
    address = read_address(wanted.address)
    await asyncio.to_thread(review.state, address)  # is it there?
    return await _write(request, review, wanted.seen, lambda line: notes.strike(line, address, endless=review.endless))


async def _open(request: Request, game_id: str) -> Review:
    """Return a game that can be annotated. Raises MissingError, HiddenError."""
    review = await find_review(request, game_id)
    if not review.over:
        raise HiddenError("note.running", "this game is still going on; notes can be written when it is over")
    return review


async def _write(request: Request, review: Review, seen: str, change: Change) -> Response:
    """Write in one's own record, or in a copy. Raises ConflictError where it is not as it was seen any more."""
    reviews = service(request, ReviewStore)
    secret = secret_of(request) or secrets.token_urlsafe(32)
    owner = hash_of(secret)
    at: Address = ()

    def checked(line: Line) -> Line:
        nonlocal at
        if notes.name_of(line) != seen:
            raise ConflictError("note.stale", "these notes were changed elsewhere; load the page again")
        changed, at = change(line)
        if changed == line:
            raise RecordError("note.same", "there is nothing new to save")
        notes.check(changed)
        return changed

    game_id = review.room.id
    if review.owned_by(owner):
        await reviews.change_line(game_id, owner, checked)
        await review.room.read_again()  # the game itself may have gone on
    else:
        service(request, Limits).records.take(address_of(request))
        game_id = await _copy(reviews, review, owner, checked(review.line))
    said = answer({"game": game_id, "address": write_address(at)}, 201)
    keep_secret(request, said, secret)
    return said


async def _copy(reviews: ReviewStore, review: Review, owner: str, line: Line) -> str:
    """Copy a game for notes, its analyses included, and return the copy's id."""
    record = review.record()
    game = as_game(record.start, (turn.turn for turn in line.turns), placed=review.room.stored.position is not None)
    kept = RecordContents(line, record.people, record.tags, record.winners, record.termination, owner)
    await reviews.keep_record(game, kept, (await reviews.analyses_of(review.room.id)).values())
    return game.id

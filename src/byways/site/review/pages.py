"""The pages of reviews: a game under review, and the form for uploading a record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from byways.errors import RecordError
from byways.position.state import start
from byways.records.document import Document
from byways.site.i18n import phrases
from byways.site.i18n.languages import number, render
from byways.site.play import new_game_form
from byways.site.play.page import wording
from byways.site.review import annotations as notes, annotations_api, dice_replay, graph, report
from byways.site.review.api import get_findings, listed_mistakes
from byways.site.review.child import LIMITS
from byways.site.review.reader import LONGEST_BODY, Reader
from byways.site.review.review import MARKS, Review, find_review, read_address, write_address
from byways.site.review.review_store import RecordContents, ReviewStore, as_game
from byways.site.review.sentences import remark_of
from byways.site.review.source import node_of
from byways.site.storage.stored_games import StoredGame
from byways.site.web import lengths
from byways.site.web.rate_limits import VISITS, RateLimits, address_of
from byways.site.web.requests import BusyError, body_of, status_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import give_secret, holder_of
from byways.site.web.templating import json_markup, page, root_of
from byways.translatable import say

router = Router()
router.include(dice_replay.router)
router.include(annotations_api.router)


@router.get("/review", checks=VISITS)
async def ask(request: Request) -> Response:
    """Serve the form for uploading a record."""
    return await _form(request, text="", number="", error="")


@router.post("/review")
async def take(request: Request) -> Response:
    """Read a record or a position, keep it and go to its review."""
    form = new_game_form.read_form(await body_of(request, LONGEST_BODY))
    service(request, RateLimits).records.take(address_of(request))
    text = form.get("record", "")
    which = form.get("number", "")
    reader = service(request, Reader)
    try:
        chosen = int(which) if which.isascii() and which.isdigit() and len(which) <= lengths.GAME_NUMBER else None
        document = await reader.read(text, chosen)
    except (RecordError, BusyError) as error:
        status = status_of(error) if isinstance(error, BusyError) else 422
        place = {name: error.fields.get(name) for name in ("line", "column")}
        return await _form(request, status, text=text, number=which, error=render(error.sentence), **place)
    reviews = service(request, ReviewStore)
    response = Response(status_code=303)
    game, kept = await asyncio.to_thread(_stored, document, give_secret(request, response))
    await reviews.keep_record(game, kept)
    response.headers["Location"] = f"{root_of(request)}/review/{game.id}"
    return response


async def _form(request: Request, status: int = 200, **fields: Any) -> Response:
    most = LIMITS.size
    long = say("This file is too long: a record has at most {most} bytes here.", most=number(most))
    return await page(request, "review/upload.html", status, most=most, long=long, **fields)


@router.get("/review/{game_id}", checks=VISITS)
async def review(request: Request, game_id: str, ply: str | None = None, explore: str | None = None) -> Response:
    """Serve a game under review, at one of its positions; `explore` lets turns be tried there at once."""
    found = await find_review(request, game_id)
    last = len(found.states) - 1
    mine = found.owned_by(holder_of(request))
    address = read_address(ply) if ply else (0 if found.kept else last,)
    node = await node_of(request, found, address, trying=mine or explore is not None)
    rendering = await asyncio.to_thread(node.rendering)
    analysis = await get_findings(request, found)
    whose = _player_here(request, found)
    listed = [one for one in await listed_mistakes(request, found) if whose in ("", one.player)]
    remark, entries, ended = await asyncio.to_thread(
        lambda: (remark_of(found.state(address)), found.entries(), _ending(found, request))
    )
    return await page(
        request,
        "review/review.html",
        game=found.room.timeline.state.variant.game,
        review=found,
        rendering=rendering,
        node=rendering.view.node,
        insight=remark,
        ply=address[0],
        last=last,
        entries=entries,
        analysis=analysis,
        graph=Markup(analysis.graph),  # drawn by us, as what follows
        graph_box=f"0 0 {graph.WIDE} {graph.HIGH}",
        cards=Markup(await asyncio.to_thread(report.cards, found, listed)),
        whose=whose,
        sides=_sides(whose, found.states[0].players),
        tally=Markup(analysis.report),
        data=json_markup(rendering.view),
        findings=json_markup(msgspec.structs.replace(analysis, graph=msgspec.UNSET, report=msgspec.UNSET)),
        thinking=wording.THINKING,
        people={**found.people, **_engines(found)},
        ending=ended,
        dice=dice_replay.possible(found),
        mine=mine,
        marks=MARKS,
        line_name=notes.name_of(found.line),
    )


@router.post("/review/{game_id}/copy")
async def copy(request: Request, game_id: str) -> Response:
    """Copy a game with its tree for this browser, and go there."""
    ply = new_game_form.read_form(await body_of(request)).get("ply", "")
    response = Response(status_code=303)
    copied = await annotations_api.copy(request, response, game_id)
    at = f"?ply={write_address(read_address(ply))}" if ply else ""
    response.headers["Location"] = f"{root_of(request)}/review/{copied}{at}"
    return response


def _engines(review: Review) -> dict[str, str]:
    """Return the engines that played, in the reader's language; records have their own names for them."""
    seats = review.room.timeline.seats.items()
    return {player: wording.who(seat, None, 0) for player, seat in seats if seat.engine and not seat.holder}


def _player_here(request: Request, review: Review) -> str:
    """Return the player whose turns the viewer has played against others; "" for none, or several."""
    timeline = review.room.timeline
    mine = timeline.players_of(holder_of(request)) if len(timeline.seats) > 1 else ()
    return mine[0] if len(mine) == 1 else ""


def _sides(mine: str, players: Sequence[str]) -> list[tuple[str, str]]:
    """Return whose mistakes may be chosen, with their names: those of one player, of the other, of all."""
    if len(players) > 2:
        return [(mine, say("Yours")), ("", say("All players'"))]
    return [(mine, say("Yours")), *((one, say("Opponent's")) for one in players if one != mine), ("", say("Both"))]


class Ending(NamedTuple):
    """The end of a game in words."""

    said: str
    why: str = ""


def _ending(review: Review, request: Request) -> Ending | None:
    """Describe the end of the game, by the rules or by its record; None while it goes on."""
    game = review.room.timeline.state.variant.game
    timeline = review.room.timeline
    if review.end is not None:
        return Ending(wording.ended(game, review.end))
    mine = timeline.players_of(holder_of(request)) if len(timeline.seats) == 1 else ()
    found = wording.ending(review.room)
    said = wording.over(game, review.room.outcome, mine[0] if mine else None)
    return found and Ending(said, phrases.sentence(found[1]))


def _stored(document: Document, owner: str) -> tuple[StoredGame, RecordContents]:
    """Return a record as a game without owners, and its contents besides the turns."""
    state = start(document.game, position=document.position, **document.options)
    game = as_game(state, (turn.turn for turn in document.line.turns), placed=document.position is not None)
    kept = RecordContents(document.line, document.people, document.tags, document.winners, document.termination, owner)
    return game, kept

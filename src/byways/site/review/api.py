"""HTTP calls of a review's page: positions, analysis, trying turns."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.search.answer import Analysis
from byways.site.board.rendering import turn_named
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.play.coach import MOST_TURNS, line_ahead
from byways.site.play.page import wording
from byways.site.plug_ins.processes import awaited
from byways.site.review import findings, graph, heat_map, report, source
from byways.site.review.analysis_jobs import AnalysisJob, AnalysisJobs
from byways.site.review.review import Review, find_review, read_address
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.web.rate_limits import QUERIES, RateLimits, address_of
from byways.site.web.requests import answer, body_of, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import asker_of
from byways.translatable import either, say

router = Router("/api/reviews")
router.include(source.router)


class Wish(msgspec.Struct):
    """An analysis that is asked for: a word of `wording.THINKING`."""

    thinking: str


class Best(msgspec.Struct, frozen=True):
    """What the engine would play from a position: no turns where it was not analysed."""

    line: Sequence[str]
    value: str | msgspec.UnsetType = msgspec.UNSET
    """In words."""
    sketches: Sequence[str] | msgspec.UnsetType = msgspec.UNSET
    """For every turn, its markup and that of those after it, to be drawn over the board."""


class Cards(msgspec.Struct, frozen=True):
    """The list of mistakes, some of them as cards."""

    markup: str


@router.get("/{game_id}/best/{address}", checks=QUERIES)
async def get_best(request: Request, game_id: str, address: str) -> Response:
    """Return the engine's principal variation from a position, in words and drawn; empty if it was not analysed."""
    review = await find_review(request, game_id)
    ply = read_address(address)
    known = await _known(request, review)
    state = await asyncio.to_thread(review.state, ply)
    if len(ply) > 1 or ply[0] not in known or known[ply[0]].best is None:
        return answer(Best([]))
    analysis = known[ply[0]]
    assert analysis.best is not None
    line = (analysis.line or (analysis.best,))[:MOST_TURNS]
    service(request, RateLimits).tries.take(address_of(request))  # a dozen drawings
    sketches = await asyncio.to_thread(line_ahead, review.room, state, line)
    told = await awaited(state.variant.game, findings.told_value, state, analysis)
    return answer(Best(line, told, sketches))


@router.get("/{game_id}/analysis", checks=QUERIES)
async def get_analysis(request: Request, game_id: str) -> Response:
    """Return the progress of the analysis and its findings."""
    return answer(await get_findings(request, await find_review(request, game_id)))


@router.post("/{game_id}/analysis")
async def start_analysis(request: Request, game_id: str) -> Response:
    """Look at the whole game in the background."""
    wish = await decoded(request, Wish)
    review = await find_review(request, game_id)
    if wish.thinking not in wording.THINKING:
        allowed = either(wording.THINKING)
        raise BywaysError("review.thinking", "an analysis may be {allowed}", allowed=allowed)
    if note := review.states[0].variant.engine_note:
        raise BywaysError("review.secrets", note)
    service(request, RateLimits).records.take(address_of(request))
    _jobs(request).start(review, wording.THINKING[wish.thinking], asker_of(request))
    return answer(await get_findings(request, review), 202)


@router.post("/{game_id}/cancel")
async def cancel_analysis(request: Request, game_id: str) -> Response:
    """Stop looking at the game; what is known stays."""
    await body_of(request)
    review = await find_review(request, game_id)
    await _jobs(request).cancel_for(request, review, game_id)
    return answer(await get_findings(request, review))


@router.get("/{game_id}/mistakes", checks=QUERIES)
async def get_mistakes(request: Request, game_id: str, opened: str = "", whose: str = "") -> Response:
    """Return the mistakes of one player or of all as markup, those at the plies in `opened` as cards.

    Without any there, those that lost most are cards.
    """
    review = await find_review(request, game_id)
    listed = [one for one in await listed_mistakes(request, review) if whose in ("", one.player)]
    wanted = [int(ply) for ply in opened.split(",") if ply.isascii() and ply.isdigit() and len(ply) < 7]
    some = wanted[: report.MOST_OPENED] or None
    return answer(Cards(await asyncio.to_thread(report.cards, review, listed, some)))


@router.get("/{game_id}/heat/{address}", checks=QUERIES)
async def get_heat(request: Request, game_id: str, address: str) -> Response:
    """Return where the engine would play, drawn and in words; nothing of a position that was not analysed."""
    review = await find_review(request, game_id)
    ply = read_address(address)
    known = await _known(request, review)
    state = await asyncio.to_thread(review.state, ply)
    if len(ply) > 1 or ply[0] not in known or state.to_move in (None, "chance"):
        return answer(heat_map.Heat("", render(say("The engine has not analysed this position."))))
    return answer(await asyncio.to_thread(heat_map.heat, review.room, state, known[ply[0]]))


class MistakeRow(msgspec.Struct, frozen=True):
    """A turn that lost something; the better one is not told."""

    ply: int
    player: str
    turn: str
    sign: str
    says: str


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of an analysis so far."""

    running: bool
    done: int
    total: int
    known: int
    """Positions that are analysed."""
    trouble: str
    graph: str | msgspec.UnsetType = msgspec.UNSET
    """Its markup; left out of a page that has it already."""
    says: str
    """The graph in words."""
    report: str | msgspec.UnsetType = msgspec.UNSET
    """Its markup; left out of a page that has it already."""
    summary: Sequence[str]
    mistakes: Sequence[MistakeRow]


async def get_findings(request: HTTPConnection, review: Review) -> Findings:
    """Return the findings so far, without revealing better turns."""
    known = await _known(request, review)
    job = _jobs(request).job(review.room.id)
    return await awaited(review.states[0].variant.game, _findings, review, known, job)


def _findings(review: Review, known: Mapping[int, Analysis], job: AnalysisJob | None) -> Findings:
    listed = _mistakes(review, known)
    game = review.states[0].variant.game
    return Findings(
        running=bool(job and job.running),
        done=job.done if job and job.running else len(known),
        total=len(review.states),
        known=len(known),
        trouble=phrases.sentence(job.trouble) if job else "",
        graph=graph.graph(review.states, known, listed),
        says=graph.describe(review.states, known),
        report=report.sheet(review.states, known),
        summary=findings.summary(review.states, known) if known else [],
        mistakes=[MistakeRow(one.ply, one.player, turn_named(game, one.turn), one.sign, one.says) for one in listed],
    )


async def listed_mistakes(request: HTTPConnection, review: Review, *, own: bool = False) -> list[findings.Mistake]:
    """Return the turns that lost something, as far as the game is analysed; with `own` as told to who played them."""
    known = await _known(request, review)
    return await awaited(review.states[0].variant.game, lambda: _mistakes(review, known, own=own))


def _mistakes(review: Review, known: Mapping[int, Analysis], *, own: bool = False) -> list[findings.Mistake]:
    return findings.mistakes(review.states, findings.all_remarks(review.states, known), own=own)


async def _known(request: HTTPConnection, review: Review) -> dict[int, Analysis]:
    stored = await service(request, AnalysisStore).of_game(review.room.id)
    return findings.known(review.states, stored)


def _jobs(request: HTTPConnection) -> AnalysisJobs:
    return service(request, AnalysisJobs)

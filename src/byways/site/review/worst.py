"""The turns of a finished game at which its players lost most, for the page on which it was played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.site.board.cutout import cutout
from byways.site.board.rendering import turn_in_words
from byways.site.i18n.languages import render
from byways.site.play.page.views import picture_of
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.api import listed_mistakes
from byways.site.review.exercises import is_exercise
from byways.site.review.findings import Mistake
from byways.site.review.review import Review, find_review
from byways.site.web.rate_limits import QUERIES, RateLimits, address_of
from byways.site.web.requests import answer
from byways.site.web.routing import Router, service
from byways.site.web.templating import macros

SHOWN = 2
"""So many turns of a player are shown; of everybody, for who did not play, the worst one each."""
_MOST = 4
_SECONDS = 0.2  # an engine has for each position: a page waits for it; a coach has looked for longer
_LONGEST = 150  # positions that are looked at without being asked
router = Router("/api/reviews")


class Worst(msgspec.Struct, frozen=True):
    """The turns that lost most, as far as they are known."""

    running: bool
    """Whether an engine still looks for them."""
    markup: str
    practice: bool = False
    """Whether one of the player's turns is an exercise."""


@router.get("/{game_id}/worst", checks=QUERIES)
async def get_worst(request: Request, game_id: str, player: str = "") -> Response:
    """Return the worst turns of a player, or of all, in a finished game; let an engine look, if it is not too busy."""
    review = await find_review(request, game_id)
    jobs = service(request, AnalysisJobs)
    if not review.over:
        return answer(Worst(running=False, markup=""))
    job = jobs.job(game_id)
    if job is None and len(review.states) <= _LONGEST:
        with suppress(BywaysError):
            service(request, RateLimits).records.take(address_of(request))
            job = jobs.start(review, _SECONDS)
    if job is not None and job.running:
        return answer(Worst(running=True, markup=""))
    worst = _worst(await listed_mistakes(request, review, own=bool(player)), player)
    markup = await asyncio.to_thread(_cards, review, worst)
    return answer(Worst(running=False, markup=markup, practice=bool(player) and any(map(is_exercise, worst))))


def _worst(listed: Sequence[Mistake], player: str) -> list[Mistake]:
    """Return a player's worst mistakes in order, or the worst one of each."""
    by_loss = sorted(listed, key=lambda one: -one.loss)
    if player:
        found = [one for one in by_loss if one.player == player][:SHOWN]
    else:
        found = list({one.player: one for one in reversed(by_loss)}.values())[:_MOST]
    return sorted(found, key=lambda one: one.ply)


def _cards(review: Review, worst: Sequence[Mistake]) -> str:
    drawn = [picture_of(review.room, review.states[one.ply]) for one in worst]
    players = review.states[0].players
    name = review.room.id
    game = review.states[0].variant.game
    told = [replace(one, turn=turn_in_words(game, one.turn)) for one in worst]
    return "".join(
        str(macros("play").worst_turn(one, render(one.falls), cutout(picture, players), name))
        for one, picture in zip(told, drawn, strict=True)
    )

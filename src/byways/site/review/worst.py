"""The turns of a finished game at which a player lost most, for the page on which it was played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.site.board.cutout import cutout
from byways.site.i18n.languages import render
from byways.site.play.view import picture_of
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.api import listed_mistakes
from byways.site.review.exercises import is_exercise
from byways.site.review.findings import Mistake
from byways.site.review.review import Review, find_review
from byways.site.web.rate_limits import LOOKS, Limits, address_of
from byways.site.web.requests import answer
from byways.site.web.routing import Router, service
from byways.site.web.templating import macros

SHOWN = 2
_SECONDS = 0.2  # an engine has for each position: a page waits for it
_LONGEST = 150  # positions that are looked at without being asked
router = Router("/api/reviews")


class Worst(msgspec.Struct, frozen=True):
    """The turns at which a player lost most, as far as they are known."""

    running: bool
    """Whether an engine still looks for them."""
    markup: str
    practice: bool = False
    """Whether one of the player's turns is an exercise."""


@router.get("/{game_id}/worst", checks=LOOKS)
async def get_worst(request: Request, game_id: str, player: str) -> Response:
    """Return a player's worst turns of a finished game; let an engine look for them, if it is not too busy."""
    review, jobs = await find_review(request, game_id), service(request, AnalysisJobs)
    if not review.over:
        return answer(Worst(running=False, markup=""))
    job = jobs.job(game_id)
    if job is None and len(review.states) <= _LONGEST:
        with suppress(BywaysError):
            service(request, Limits).records.take(address_of(request))
            job = jobs.start(review, _SECONDS)
    if job is not None and job.running:
        return answer(Worst(running=True, markup=""))
    lost = [one for one in await listed_mistakes(request, review) if one.player == player]
    worst = sorted(sorted(lost, key=lambda one: -one.loss)[:SHOWN], key=lambda one: one.ply)
    markup = await asyncio.to_thread(_cards, review, worst)
    return answer(Worst(running=False, markup=markup, practice=any(map(is_exercise, worst))))


def _cards(review: Review, worst: Sequence[Mistake]) -> str:
    drawn = [picture_of(review.room, review.states[one.ply]) for one in worst]
    players, name = review.states[0].players, review.room.id
    return "".join(
        str(macros("play").moment(one, render(one.falls), cutout(picture, players), name))
        for one, picture in zip(worst, drawn, strict=True)
    )

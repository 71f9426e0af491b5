"""Judging a turn that is tried by the analysis of the game, or by an engine asked for it."""

from __future__ import annotations

from starlette.requests import Request

from byways.position.state import State
from byways.search.answer import Analysis
from byways.search.review import known_loss, loss_by
from byways.site.board.rendering import turn_named
from byways.site.board.wire import Verdict
from byways.site.i18n.languages import render
from byways.site.i18n.phrases import cost
from byways.site.plug_ins.processes import awaited
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.review import Review
from byways.site.web.rate_limits import RateLimits, address_of
from byways.site.web.routing import service
from byways.translatable import Text, say

_GOOD = 0.02  # a loss that counts as none: two searches differ by more
_QUICK = 0.5  # seconds for a turn that somebody tries


async def judge(request: Request, review: Review, known: Analysis, ply: int, turn: str, good: float = _GOOD) -> Verdict:
    """Return whether a turn is as good as the best one: it loses less than `good`."""
    before = review.states[ply]
    game = before.variant.game
    after = (await awaited(game, before.move, turn)).after
    loss = await _loss(request, before, known, after)
    right, said = await awaited(game, _judged, before, known, turn, loss, good)
    return Verdict(right=right, done=False, said=render(said))


def _judged(before: State, known: Analysis, turn: str, loss: float | None, good: float) -> tuple[bool, Text]:
    if loss is None:
        return False, say("The engine did not analyse this move.")
    named = turn_named(before.variant.game, turn)
    if turn == known.best:
        return True, say("{turn} is what the engine would play.", turn=named)
    if loss < good:
        return True, say("{turn} is as good as the best move.", turn=named)
    lost = cost(before.variant, loss)
    return False, say("{turn} loses {cost}. There is something better.", turn=named, cost=lost)


async def _loss(request: Request, before: State, known: Analysis, after: State) -> float | None:
    """Return a turn's evaluation loss; ask an engine if the analysis did not look at the turn enough."""
    found = known_loss(known, str(after.turn))
    if found is not None:
        return found
    service(request, RateLimits).tries.take(address_of(request))
    return loss_by((before, after), known, await service(request, AnalysisJobs).ask(after, _QUICK, rest=False))

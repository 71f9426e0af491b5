"""The position before a mistake as a source of positions: turns are judged by the analysis, and laid over it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.position.state import State
from byways.search.answer import Analysis
from byways.site.board import wire
from byways.site.board.hints import where
from byways.site.board.rendering import Rendering, board_regions, draw_with, offers_of, rendered, turn_named
from byways.site.board.source import Recent, SinglePosition, after, board_routes
from byways.site.i18n.languages import render
from byways.site.play.page.views import picture_of
from byways.site.review import exercises, findings
from byways.site.review.exercises import SHOWN, SOLVED
from byways.site.review.judging import judge
from byways.site.review.review import Review, find_review
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.timeline.decisions import Accepted
from byways.site.web.rate_limits import QUERIES
from byways.site.web.requests import MissingError, answer, body_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.translatable import say

_PREFIX = "/api/exercises/{game_id}/{ply}"
_GOOD = 0.05  # a turn that loses less solves an exercise: the games were looked at quickly
_recent = Recent(32)


class BetterTurn(msgspec.Struct, frozen=True):
    """The better turn."""

    said: str
    turn: str


@dataclass
class ExerciseSource(SinglePosition):
    """The position in which turn `ply` was a mistake."""

    review: Review
    ply: int
    analysis: Analysis
    request: Request
    judged: wire.Verdict | None = None
    cookies: Sequence[tuple[bytes, bytes]] = ()

    @property
    def state(self) -> State:
        """The position."""
        return self.review.states[self.ply - 1]

    def rendering(self) -> Rendering:
        """Return the position."""
        return self._rendering

    @cached_property
    def _rendering(self) -> Rendering:
        seen = self.seen
        picture = picture_of(self.review.room, self.seen)
        drawing, choices = draw_with(seen, picture, offers_of(seen), _recent.drawings())
        home = seen.to_move if len(picture.boards) > 1 else None
        view = wire.BoardView(ply=self.ply - 1, player=seen.to_move, acts=True, home=home, choices=choices)
        return _recent.keep(rendered(drawing, view, board_regions(seen, picture, asks=True), {}))

    def known(self, tag: str) -> Rendering | None:
        """Return one of the positions shown lately."""
        return _recent.find(tag)

    def look(self, at: str) -> wire.Patch:
        """Return the position after the better turn, for the place "best". Raises MissingError."""
        if at != "best" or self.analysis.best is None:
            raise MissingError("turn.missing", "the game has no such move")
        return self._after(self.state.play(self.analysis.best))

    async def judge(self, then: State, key: str | None) -> None:
        """Judge a turn by the analysis; a good one solves the exercise. Raises StoreError."""
        found = await judge(self.request, self.review, self.analysis, self.ply - 1, str(then.turn), good=_GOOD)
        self.judged = msgspec.structs.replace(found, done=found.right)
        if found.right:
            await self.note(SOLVED)

    def accepted(self, decision: Accepted, shown: str) -> wire.Accepted:
        """Return what a turn leads to, laid over the position, and how it was judged."""
        now = self.rendering()
        return wire.Accepted(now.view, self._after(after(self.state, decision)), self.judged)

    async def note(self, kind: str) -> None:
        """Keep that the exercise was done, for the browser that played the game. Raises StoreError."""
        holder = holder_of(self.request)
        if holder is not None and self.review.room.timeline.seats_of(holder):
            await exercises.note(self.request, holder, (self.review.room.id, self.ply), kind)

    def _after(self, then: State) -> wire.Patch:
        seen = then.view(self.state.to_move)
        return self.laid(seen, picture_of(self.review.room, seen))


async def source_of(request: Request, game_id: str, ply: int) -> ExerciseSource:
    """Return the position before a turn that was a mistake. Raises MissingError, HiddenError."""
    review = await find_review(request, game_id)
    known = findings.known(review.states, await service(request, AnalysisStore).of_game(game_id))
    turned = 1 <= ply < len(review.states) and review.states[ply - 1].to_move not in (None, "chance")
    if not turned or ply - 1 not in known or known[ply - 1].best is None:
        raise MissingError("exercise.missing", "there is no such exercise")
    return ExerciseSource(review, ply, known[ply - 1], request)


async def find_source(request: Request) -> ExerciseSource:
    """Return the exercise that an address names. Raises MissingError, HiddenError."""
    ply = str(request.path_params["ply"])[:6]
    return await source_of(request, request.path_params["game_id"], int(ply) if ply.isdecimal() else 0)


router = Router(_PREFIX)
router.include(board_routes(_PREFIX, find_source))


@router.post("/hint", checks=QUERIES)
async def hint(request: Request) -> Response:
    """Return the part of the board of the better turn."""
    await body_of(request)
    source = await find_source(request)
    said, places = await asyncio.to_thread(where, source.state, str(source.analysis.best))
    return answer(wire.Advice(render(said), places=places))


@router.post("/solution", checks=QUERIES)
async def solution(request: Request) -> Response:
    """Return the better turn. Looking at it before solving counts as not solved."""
    await body_of(request)
    source = await find_source(request)
    await source.note(SHOWN)
    game = source.state.variant.game
    turn = str(source.analysis.best)
    lost = await asyncio.to_thread(findings.told_value, source.state, source.analysis)
    return answer(BetterTurn(render(say("Better: {turn}. {value}", turn=turn_named(game, turn), value=lost)), turn))

"""A puzzle as a source of positions: the page says which turns were right, so nothing but attempts is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.learning.puzzles import Found, Judged, judge_turn, reached
from byways.position.state import State
from byways.rules.picture import Picture, with_items
from byways.site.board import wire
from byways.site.board.rendering import Rendering, board_regions, draw_with, offers_of, patch, rendered
from byways.site.board.source import SinglePosition
from byways.site.daily.attempts import Attempt, Attempts, Progress, Solved, Try
from byways.site.daily.hints import HINTS
from byways.site.daily.puzzle import FIRST_DAY, Daily, daily_of, read_day, result_of, share_of
from byways.site.i18n import phrases
from byways.site.i18n.languages import current_language, render
from byways.site.plug_ins.processes import awaited
from byways.site.storage.game_store import Store
from byways.site.timeline.decisions import Accepted
from byways.site.web.rate_limits import RateLimits, address_of
from byways.site.web.requests import HiddenError, MissingError, find_game
from byways.site.web.routing import service
from byways.site.web.sessions import cookies_of, give_secret, holder_of
from byways.translatable import say, text_of

LONGEST_LINE = 2_000  # characters of the turns that were right
_KEPT = 64  # positions of puzzles


@dataclass
class PuzzleSource(SinglePosition):
    """A puzzle after some turns that were right, each with its reply."""

    daily: Daily
    found: Found
    played: tuple[str, ...] = ()
    request: Request | None = None
    progress: Progress | None = None
    judged: Judged | None = None
    cookies: list[tuple[bytes, bytes]] = field(default_factory=list)

    @cached_property
    def state(self) -> State:
        """The position. Raises LineError, IllegalTurnError."""
        return reached(self.daily.game, self.found, self.played[: self.found.turns])

    def rendering(self) -> Rendering:
        """Return the position."""
        return _rendering(self.daily.game.name, self.found, self.played, current_language().code)

    def look(self, at: str) -> wire.Patch:
        """Return the board after some turns of a line of the solution, "line.ply", for who has seen or found it."""
        if self.progress is None or self.progress.open:
            raise HiddenError("daily.hidden", "the solution is shown only when you have asked for it")
        line, _, ply = at.partition(".")
        lines = self.found.solution
        if not (line.isdecimal() and ply.isdecimal() and int(line) < len(lines) and int(ply) <= len(lines[int(line)])):
            raise MissingError("daily.frame", "the solution has no such move")
        return self.laid(*_frame(self.daily.state, self.found, lines[int(line)][: int(ply)]))

    async def judge(self, then: State, key: str | None) -> None:
        """Judge a turn by search; what solves the puzzle, or fails to, is kept. Raises StoreError, RateError."""
        judged = self.judged = await asyncio.to_thread(judge_turn, self.found, self.state, then)
        if judged.done or not judged.right:
            await self.keep((Solved if judged.done else Try)(str(then.turn), judged.score), key)

    async def keep(self, attempt: Attempt, key: str | None) -> None:
        """Keep what was done. Raises StoreError, RateError, BywaysError where it is too much for one puzzle."""
        assert self.request is not None, "a request has asked for it"
        service(self.request, RateLimits).tries.take(address_of(self.request))
        given = Response()
        holder = give_secret(self.request, given)
        self.cookies += cookies_of(given)
        attempts = Attempts(service(self.request, Store))
        self.progress = await attempts.write(holder, self.daily.game.name, self.daily.day, attempt, key)

    def accepted(self, decision: Accepted, shown: str) -> wire.Accepted:
        """Return what a turn leads to: the next position if it is right and not the last, else laid over this one."""
        judged = self.judged
        now = self.rendering()
        assert judged is not None, "it was judged when it was decided"
        verdict = wire.Verdict(judged.right, judged.done, render(_said(self.daily, judged)))
        own = None
        if judged.reply:
            alone = judged.after.view(judged.before.to_move)
            own = self.laid(alone, self.daily.game.picture(alone))
        if judged.right and not judged.done:
            then = replace(self, played=(*self.played, str(judged.after.turn))).rendering()
            return wire.Accepted(then.view, patch(self.known(shown), then), verdict, own)
        view = msgspec.structs.replace(now.view, puzzle=self.puzzle_view())
        return wire.Accepted(view, self.laid(*_final(self.found, judged)), verdict, own)

    def puzzle_view(self) -> wire.PuzzleView | None:
        """Return how far the browser has come, if that was looked up."""
        if self.progress is None:
            return None
        result = render(result_of(self.daily, self.progress))
        share = share_of(self.daily.day, [(self.daily, result)]) if result else ""
        return wire.PuzzleView(self.progress.open, HINTS, result, share)


def puzzle_of(name: str, day: str) -> tuple[Daily, Found]:
    """Return the puzzle of a day. Raises MissingError where there is none, or a sheet."""
    daily = daily_of(find_game(name), read_day(day))
    if daily.found is None:
        raise MissingError("daily.sheet_only", "{title} has a sheet for each day", title=daily.game.title)
    return daily, daily.found


def played_in(request: Request) -> tuple[str, ...]:
    """Return the turns that an address says were right."""
    turns = request.query_params.get("played", "")[:LONGEST_LINE].split(";")
    return tuple(filter(None, turns))


async def find_source(request: Request) -> PuzzleSource:
    """Return the puzzle that an address names; what the browser has done is looked up where the solution is asked."""
    name = request.path_params["name"]
    daily, found = await awaited(find_game(name), puzzle_of, name, request.path_params["day"])
    source = PuzzleSource(daily, found, played_in(request), request)
    if "at" in request.query_params:
        source.progress = await Attempts(service(request, Store)).of(holder_of(request), daily.game.name, daily.day)
    await asyncio.to_thread(getattr, source, "state")
    return source


@lru_cache(maxsize=_KEPT)
def _rendering(name: str, found: Found, played: tuple[str, ...], language: str) -> Rendering:
    source = PuzzleSource(Daily(find_game(name), FIRST_DAY, found), found, played)
    seen = source.seen
    picture = source.daily.game.picture(source.seen)
    drawing, choices = draw_with(seen, picture, offers_of(seen))
    query = urlencode({"played": ";".join(played)}) if played else ""
    view = wire.BoardView(query=query, player=seen.to_move, home=seen.to_move, acts=True, choices=choices)
    return rendered(drawing, view, board_regions(seen, picture, asks=True), {})


def _frame(first: State, found: Found, turns: Sequence[str]) -> tuple[State, Picture]:
    """Return the position after some turns of the solution, and its picture."""
    state = first
    for turn in turns:
        if found.answer:
            return _instead(state, state.play(turn))
        state = state.play(turn)
    seen = state.view(first.to_move)
    return seen, seen.variant.game.picture(seen)


def _final(found: Found, judged: Judged) -> tuple[State, Picture]:
    """Return the position to be shown after a turn that is judged, and its picture."""
    if found.answer:  # the end of the game would show what was to be found
        return _instead(judged.before, judged.after)
    seen = judged.final.view(judged.before.to_move)
    return seen, seen.variant.game.picture(seen)


def _instead(before: State, then: State) -> tuple[State, Picture]:
    """Return the position before a turn, and its picture with what the turn would place."""
    seen = before.view(before.to_move)
    game = before.variant.game
    return seen, with_items(game.picture(seen), game.preview(before, before.actions(str(then.turn))))


def _said(daily: Daily, judged: Judged) -> str:
    """Describe in a sentence how a turn was judged."""
    turn = phrases.turn(str(judged.after.turn))
    found = daily.found
    assert found is not None, "sheets are played elsewhere"
    if found.answer:
        return _said_of_score(judged, found.best)
    if judged.done:
        final = judged.after
        explain = daily.game.ui.explain
        return (
            text_of(daily.game.name, explain(final)) if explain and final.outcome else say("The win cannot be stopped.")
        )
    opponent = judged.after.to_move
    if not judged.reply or opponent is None:
        return say("{turn} does not win in time.", turn=turn)
    names = {"turn": turn, "reply": phrases.turn(judged.reply), "player": phrases.player(daily.game, opponent)}
    if judged.right:
        return say("{turn} is right. {player} answers {reply}. Your turn again.", **names)
    return say("{turn} does not win in time: {player} answers {reply}.", **names)


def _said_of_score(judged: Judged, best: int) -> str:
    if judged.score is None:
        return say("This move does not end the game.")
    if judged.done:
        return say("{score} is the best score possible.", score=judged.score)
    return say("{score} of {best}. You can score more.", score=judged.score, best=best)

"""The pages of the daily puzzles: today's of all games, the puzzle of a day, a day's sheet."""

from __future__ import annotations

import asyncio
from datetime import date
from functools import lru_cache, partial

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways.records import Line
from byways.site.daily.attempts import BEGUN, Attempts, Progress, longest_streak, streak
from byways.site.daily.calendar import month_of, read_month
from byways.site.daily.cards import board_of, cards_of
from byways.site.daily.puzzle import (
    Daily,
    daily_of,
    name_of,
    question_of,
    read_day,
    result_of,
    share_of,
    today,
)
from byways.site.daily.score_chart import better_than, chart
from byways.site.daily.source import PuzzleSource, puzzle_of
from byways.site.i18n.languages import long_date, render
from byways.site.play import new_game_form
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms, begin
from byways.site.plug_ins.processes import awaited
from byways.site.review.annotations import place
from byways.site.review.review import TITLE
from byways.site.review.review_store import RecordContents, ReviewStore, as_game
from byways.site.storage.game_settings import GameSettings
from byways.site.storage.game_store import ConflictError, Store
from byways.site.storage.stored_games import DailyEntry, Seat
from byways.site.timeline import clocks
from byways.site.web import lengths
from byways.site.web.mini_boards import mini_board
from byways.site.web.rate_limits import VISITS, RateLimits, address_of
from byways.site.web.requests import HiddenError, MissingError, body_of, find_game
from byways.site.web.routing import Router, service
from byways.site.web.sessions import give_secret, holder_of
from byways.site.web.signed_links import Signer
from byways.site.web.templating import json_markup, page, root_of
from byways.site.web.thumbnails import answer_with, pixels_of
from byways.translatable import say

router = Router()

_PICTURES = 32


@router.get("/daily", checks=VISITS)
async def overview(request: Request, month: str = "", day: str = "") -> Response:
    """Serve today's puzzles, or those of `day`, with this browser's results and a calendar of `month`."""
    now = today()
    by_puzzle = await _attempts(request).all_of(holder_of(request))
    shown = read_day(day) if day else now
    cards = await asyncio.to_thread(cards_of, shown, by_puzzle)
    results = [(card.daily, card.result) for card in cards if card.result]
    first = read_month(month, now) if month else shown.replace(day=1)
    return await page(
        request,
        "daily/days.html",
        day=shown,
        is_today=shown == now,
        cards=cards,
        drawn=next((card.daily for card in cards if card.daily.found), None),
        done=sum(card.done for card in cards),
        month=month_of(first, now, by_puzzle, len(cards), shown),
        streak=streak(by_puzzle, now),
        longest=longest_streak(by_puzzle),
        share=share_of(shown.isoformat(), results) if results else "",
    )


@router.get("/daily/{name}", checks=VISITS)
async def of_today(request: Request, name: str) -> Response:
    """Redirect to today's puzzle of a game."""
    daily = await _daily(name, today())
    return RedirectResponse(f"{root_of(request)}/daily/{name}/{daily.day}", 307)


@router.get("/daily/{name}/{day}", checks=VISITS)
async def of_day(request: Request, name: str, day: str) -> Response:
    """Serve the puzzle of a day, drawn at its start, or the state of a day's sheet."""
    daily = await _daily(name, read_day(day))
    progress = await _attempts(request).of(holder_of(request), name, daily.day)
    result = result_of(daily, progress)
    around: dict[str, object] = {
        "game": daily.game,
        "daily": daily,
        "what": name_of(daily),
        "is_today": daily.date == today(),
        "result": result,
        "share": share_of(daily.day, [(daily, result)]) if result else "",
    }
    if daily.found is None:
        return await _sheet(request, daily, progress, around)
    source = PuzzleSource(daily, daily.found, progress=progress)
    rendering = await asyncio.to_thread(source.rendering)
    data = json_markup(msgspec.structs.replace(rendering.view, puzzle=source.puzzle_view()))
    around |= {
        "question": await awaited(daily.game, question_of, daily),
        "grade": daily.found.grade,
        "open": progress.open,
    }
    return await page(request, "daily/puzzle.html", rendering=rendering, data=data, **around)


@router.get("/daily/{name}/{day}/picture.png", checks=VISITS)
async def picture(request: Request, name: str, day: str) -> Response:
    """Serve the puzzle of a day as a picture, at its start, for previews of links."""
    daily = await _daily(name, read_day(day))
    if daily.found is None:
        raise MissingError("daily.position", "a sheet has no position")
    return answer_with(await asyncio.to_thread(_pixels, name, daily.date))


@router.post("/daily/{name}/{day}/explore")
async def explore(request: Request, name: str, day: str) -> Response:
    """Keep a puzzle with its solution as a tree of this browser's, and go there. Raises HiddenError."""
    await body_of(request)
    daily, found = await awaited(find_game(name), puzzle_of, name, day)
    response = Response(status_code=303)
    holder = give_secret(request, response)
    if (await _attempts(request).of(holder, name, daily.day)).open:
        raise HiddenError("daily.hidden", "the solution is shown only when you have asked for it")
    service(request, RateLimits).records.take(address_of(request))
    line = Line()
    for turns in found.solution:
        line, _ = place(line, (0,), turns, unfinished=True)
    title = render(say("{game}, puzzle of {day}", game=daily.game.title, day=long_date(daily.date)))
    played = [turn.turn for turn in line.turns]
    game = await awaited(daily.game, lambda: as_game(daily.state, played, placed=True))
    kept = RecordContents(line, {}, {TITLE: title[: lengths.LINE]}, None, "", holder)
    await service(request, ReviewStore).keep_record(game, kept)
    response.headers["Location"] = f"{root_of(request)}/review/{game.id}"
    return response


@lru_cache(maxsize=_PICTURES)
def _pixels(name: str, day: date) -> bytes | None:
    daily = daily_of(find_game(name), day)
    return pixels_of(daily.state.view(daily.state.to_move))


async def _sheet(request: Request, daily: Daily, progress: Progress, around: dict[str, object]) -> Response:
    """Return the page of a day's sheet: this browser's game and, once it has a score, the distribution of scores."""
    scores = await _attempts(request).scores(daily.game.name, daily.day)
    room = await _room_of(request, progress.sheet) if progress.sheet else None
    more: dict[str, object] = {"count": sum(scores.values()), "progress": progress, "room": room}
    board = partial(mini_board, room.timeline.state) if room else partial(board_of, daily)
    more["board"] = await awaited(daily.game, board)
    if progress.score is not None:
        better, total = better_than(scores, progress.score)
        drawn = Markup(chart(scores, progress.score))  # nothing but numbers in it
        more |= {"chart": drawn, "better": better, "total": total, "scores": scores}
    return await page(request, "daily/sheet.html", **around, **more)


@router.post("/daily/{name}/{day}/sheet")
async def begin_sheet(request: Request, name: str, day: str) -> Response:
    """Begin a day's sheet, or go on with it; what comes after the first does not count."""
    daily = await _daily(name, read_day(day))
    form = new_game_form.read_form(await body_of(request))
    if daily.found is not None:
        raise MissingError("daily.sheet", "{title} has no sheets", title=daily.game.title)
    answer = RedirectResponse("", 303)
    holder = give_secret(request, answer)
    progress = await _attempts(request).of(holder, name, daily.day)
    if progress.sheet is None:
        try:
            sheet = await _new_sheet(request, daily, holder, again=False)
        except ConflictError:  # pressed twice
            progress = await _attempts(request).of(holder, name, daily.day)
            sheet = str(progress.sheet)
    elif form.get("again") or await _room_of(request, progress.sheet) is None:
        sheet = await _new_sheet(request, daily, holder, again=True)
    else:
        sheet = progress.sheet
    answer.headers["Location"] = f"{root_of(request)}/play/{sheet}"
    return answer


async def _daily(name: str, day: date) -> Daily:
    """Return the puzzle of a day. Raises MissingError."""
    game = find_game(name)
    return await awaited(game, daily_of, game, day)


async def _room_of(request: Request, sheet: str) -> Room | None:
    """Return the room of a sheet; None if the server's owner has removed the game."""
    rooms = service(request, Rooms)
    return await rooms.open(sheet)


async def _new_sheet(request: Request, daily: Daily, holder: str, *, again: bool) -> str:
    """Begin a sheet; its id. Raises RateError, ConflictError where the browser's first of that day is begun already."""
    limits = service(request, RateLimits)
    limits.games.take(address_of(request))
    game = daily.game
    options = dict(game.ui.defaults)
    (player,) = (await awaited(game, begin, game.name, options, None)).players
    signer = service(request, Signer)
    seat = Seat(player, holder=holder, name=signer.name_of(request))
    entry = None if again else DailyEntry(game.name, daily.day, holder, 1, BEGUN, {}, clocks.now())
    rooms = service(request, Rooms)
    settings = GameSettings(daily=daily.day, dice=f"{game.name} {daily.day}", again=again)
    return (await rooms.create(game.name, options, [seat], None, settings, entry)).id


def _attempts(request: Request) -> Attempts:
    return Attempts(service(request, Store))

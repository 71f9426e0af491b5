"""HTTP calls of a puzzle's page: act, preview, why, hint, solution. Attempts are stored before they are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.picture import Picture, with_items
from byways.puzzles import Found, Judged, judge_turn, reached
from byways.site.daily.attempts import HINT, SHOWN, SOLVED, TRY, Diary, Standing
from byways.site.daily.puzzle import HINTS, Daily, daily_of, hint_of, read_day, result_of, share_of
from byways.site.i18n import phrases
from byways.site.play.api import LONGEST_QUERY, answer
from byways.site.play.practice import part_since, seen, since
from byways.site.play.previews import ghost_of, verdict
from byways.site.play.turn_texts import read_actions
from byways.site.play.view import offers_of
from byways.site.storage.game_store import Store
from byways.site.web.rate_limits import LOOKS, Limits, address_of
from byways.site.web.requests import HiddenError, MissingError, check_key, decoded, find_game
from byways.site.web.routing import Router, service
from byways.site.web.sessions import give_secret, holder_of
from byways.state import State
from byways.translatable import say, text_of

router = Router("/api/daily/{name}/{day}")


class Act(msgspec.Struct):
    """Actions in a puzzle: a whole turn, or the beginning of one."""

    played: list[str]
    """The turns that have been right so far."""
    actions: list[int]
    key: str | None = None


class Pointed(msgspec.Struct):
    """Clicks since the turn began that match no offer."""

    played: list[str]
    clicks: list[str]


class Asked(msgspec.Struct):
    """A hint, or the solution, is asked for."""

    played: list[str] = []
    number: int = 1
    key: str | None = None


@router.post("/act", checks=LOOKS)
async def act(request: Request, name: str, day: str) -> Response:
    """Apply actions: return the continuation of a partial turn, or judge a whole turn, store it and answer it."""
    daily, found = _find(name, day)
    wanted = await decoded(request, Act)
    check_key(wanted.key)
    data, judged = await asyncio.to_thread(_tried, daily, found, wanted)
    if judged is None or (judged.right and not judged.done):
        return answer(data)
    event = {"turn": data["turn"]} if judged.score is None else {"turn": data["turn"], "score": judged.score}
    return await _keep(request, daily, SOLVED if judged.done else TRY, event, wanted.key, data)


@router.get("/ghost", checks=LOOKS)
async def ghost(request: Request, name: str, day: str, actions: str, played: str = "", aloud: bool = False) -> Response:
    """Return a preview of what the actions (comma-separated numbers) would place after turns (separated by ";")."""
    daily, _found = _find(name, day)
    state = seen(_reach(daily, [turn for turn in played[:LONGEST_QUERY].split(";") if turn]))
    chosen = read_actions(actions[:LONGEST_QUERY])
    return answer(await asyncio.to_thread(ghost_of, state, state.to_move, chosen, aloud=aloud))


@router.post("/why", checks=LOOKS)
async def why(request: Request, name: str, day: str) -> Response:
    """Explain why the clicks form no legal turn, or return the actions that they mean."""
    daily, _found = _find(name, day)
    wanted = await decoded(request, Pointed)
    return answer(verdict(seen(_reach(daily, wanted.played)), wanted.clicks))


@router.post("/hint")
async def hint(request: Request, name: str, day: str) -> Response:
    """Return a hint: the first says where to look, the second more."""
    daily, _found = _find(name, day)
    wanted = await decoded(request, Asked)
    check_key(wanted.key)
    if not 1 <= wanted.number <= HINTS:
        raise MissingError("daily.hint", "there is no such hint")
    _reach(daily, wanted.played)
    data = {"said": hint_of(daily, wanted.played, wanted.number)}
    return await _keep(request, daily, HINT, {"number": wanted.number}, wanted.key, data)


@router.post("/solution")
async def solution(request: Request, name: str, day: str) -> Response:
    """Return all lines of the solution. Asking before solving counts as not solved."""
    daily, found = _find(name, day)
    wanted = await decoded(request, Asked)
    check_key(wanted.key)
    data = {"lines": found.solution}
    standing = await _diary(request).of(holder_of(request), name, daily.day)
    if not standing.open:
        return answer(data | _result(daily, standing))
    return await _keep(request, daily, SHOWN, {}, wanted.key, data)


@router.get("/frame", checks=LOOKS)
async def frame(request: Request, name: str, day: str, line: int, ply: int) -> Response:
    """Return the board after some turns of a line of the solution, for a browser that has seen or found it."""
    daily, found = _find(name, day)
    if (await _diary(request).of(holder_of(request), name, daily.day)).open:
        raise HiddenError("daily.hidden", "the solution is shown only when you have asked for it")
    lines = found.solution
    if not (0 <= line < len(lines) and 0 <= ply <= len(lines[line])):
        raise MissingError("daily.frame", "the solution has no such turn")
    return answer(await asyncio.to_thread(_frame, daily.state, found, lines[line][:ply]))


def _find(name: str, day: str) -> tuple[Daily, Found]:
    daily = daily_of(find_game(name), read_day(day))
    if daily.found is None:
        raise MissingError("daily.sheet_only", "{title} has a sheet for each day", title=daily.game.title)
    return daily, daily.found


def _reach(daily: Daily, played: list[str]) -> State:
    """Return the state after right turns. Raises BywaysError if one of them is wrong."""
    assert daily.found is not None, "sheets are played elsewhere"
    return reached(daily.game, daily.found, played[: daily.found.turns])


async def _keep(
    request: Request, daily: Daily, kind: str, event: Mapping[str, Any], key: str | None, data: dict[str, Any]
) -> Response:
    """Keep what was done, then say what comes of it."""
    limits = service(request, Limits)
    limits.tries.take(address_of(request))
    kept = Response()
    holder = give_secret(request, kept)
    standing = await _diary(request).write(holder, daily.game.name, daily.day, kind, event, key)
    said = answer(data | _result(daily, standing))
    said.raw_headers.extend(header for header in kept.raw_headers if header[0] == b"set-cookie")
    return said


def _result(daily: Daily, standing: Standing) -> dict[str, Any]:
    """Return the part of the page that depends on the browser's result."""
    result = result_of(daily, standing)
    share = share_of(daily.day, [(daily, result)]) if result else ""
    return {"open": standing.open, "result": result, "share": share}


def _tried(daily: Daily, found: Found, wanted: Act) -> tuple[dict[str, Any], Judged | None]:
    """Return the page's answer to actions, and the judgement of the turn if it is whole."""
    state, first = _reach(daily, wanted.played), seen(daily.state)
    part = part_since(first, state, wanted.actions)
    if part is not None:
        return part, None
    judged = judge_turn(found, state, state.apply_unchecked(wanted.actions))
    turn = str(judged.after.turn)
    data: dict[str, Any] = {"kind": "turn", "turn": turn, "right": judged.right, "done": judged.done}
    data |= {"said": _said(daily, judged), **_shown(daily, first, judged)}
    if judged.right and not judged.done:
        data["played"] = [*wanted.played, turn]
    return data, judged


def _frame(first: State, found: Found, turns: Sequence[str]) -> dict[str, Any]:
    """Return the board after some turns of the solution."""
    state = first
    for turn in turns:
        if found.answer:
            return since(seen(first), seen(state), [], _with(state, state.play(turn)))
        state = state.play(turn)
    return since(seen(first), state.view(first.to_move), [])


def _said(daily: Daily, judged: Judged) -> str:
    """Describe in a sentence how a turn was judged."""
    turn, found = str(judged.after.turn), daily.found
    assert found is not None, "sheets are played elsewhere"
    if found.answer:
        return _said_of_score(judged, found.best)
    if judged.done:
        final, explain = judged.after, daily.game.ui.explain
        return (
            text_of(daily.game.name, explain(final)) if explain and final.outcome else say("The win cannot be stopped.")
        )
    opponent = judged.after.to_move
    if not judged.reply or opponent is None:
        return say("{turn} does not win in time.", turn=turn)
    names = {"turn": turn, "reply": judged.reply, "player": phrases.player(daily.game, opponent)}
    if judged.right:
        return say("{turn} is right. {player} answers {reply}: go on.", **names)
    return say("{turn} does not win in time: {player} answers {reply}.", **names)


def _said_of_score(judged: Judged, best: int) -> str:
    if judged.score is None:
        return say("This turn does not end the game.")
    if judged.done:
        return say("{score}: there is no more to be had.", score=judged.score)
    return say("{score} of {best}: there is more to be had.", score=judged.score, best=best)


def _shown(daily: Daily, first: State, judged: Judged) -> dict[str, Any]:
    """Return the page's changes, for the turn alone and with the reply."""
    assert daily.found is not None, "sheets are played elsewhere"
    if daily.found.answer:  # the end of the game would show what was to be found
        before = seen(judged.before)
        return since(first, before, [], _with(judged.before, judged.after)) | {"own": None, "prompt": ""}
    mover = judged.before.to_move
    final = judged.final.view(mover)
    goes_on = judged.right and not judged.done
    offers = offers_of(final.variant, final.vector) if goes_on else []
    own = since(first, judged.after.view(mover), [])["pieces"] if judged.reply else None
    return since(first, final, offers) | {"own": own}


def _with(before: State, after: State) -> Picture:
    """Draw the board before a turn, with what the turn would place."""
    game = before.variant.game
    return with_items(game.picture(seen(before)), game.preview(before, before.actions(str(after.turn))))


def _diary(request: Request) -> Diary:
    return Diary(service(request, Store))

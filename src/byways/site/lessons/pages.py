"""Guided lessons: each page shows a position from the game's lessons, and the rules judge what the learner does.

Nothing is stored here: a lesson's page begins anew whenever it is opened, and the browser keeps what it has done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways.game import Game
from byways.lessons import Lesson, begin, judge, judge_refusal, lessons_of
from byways.site.i18n import phrases
from byways.site.play import wording
from byways.site.play.api import LONGEST_QUERY, answer
from byways.site.play.practice import part_since, seen, shown_as, since
from byways.site.play.previews import ghost_of, verdict
from byways.site.play.turn_texts import read_actions
from byways.site.web.rate_limits import LOOKS
from byways.site.web.requests import MissingError, decoded, find_game
from byways.site.web.routing import Router
from byways.site.web.templating import json_markup, page, root_of
from byways.state import State
from byways.translatable import joined, text_of

router = Router()


class Try(msgspec.Struct):
    """Actions in a lesson: a whole turn, or the beginning of one."""

    actions: list[int]


class Pointed(msgspec.Struct):
    """Clicks since the turn began that match no offer."""

    clicks: list[str]


@router.get("/learn/{name}")
async def first(request: Request, name: str) -> Response:
    """Redirect to the first lesson of a game."""
    find_lesson(find_game(name), 1)
    return RedirectResponse(f"{root_of(request)}/learn/{name}/1", 307)


@router.get("/learn/{name}/{number}")
async def learn(request: Request, name: str, number: int) -> Response:
    """Serve a lesson, drawn at its start."""
    game = find_game(name)
    lesson = find_lesson(game, number)
    shown = await asyncio.to_thread(_shown, game, lesson)
    markup = Markup(shown.pop("markup"))  # drawn by us; every text in it was escaped there
    data = json_markup(shown)
    lessons = lessons_of(game)
    return page(
        request,
        "learn.html",
        game=game,
        lesson=lesson,
        lessons=lessons,
        number=number,
        after=number + 1 if number < len(lessons) else None,
        view=shown,
        markup=markup,
        data=data,
    )


@router.post("/api/learn/{name}/{number}/act", checks=LOOKS)
async def act(request: Request, name: str, number: int) -> Response:
    """Apply actions: return the continuation of a partial turn, or judge a whole turn."""
    game = find_game(name)
    lesson = find_lesson(game, number)
    wanted = await decoded(request, Try)
    return answer(await asyncio.to_thread(_tried, game, lesson, wanted.actions))


@router.get("/api/learn/{name}/{number}/ghost", checks=LOOKS)
async def ghost(request: Request, name: str, number: int, actions: str, aloud: bool = False) -> Response:
    """Return a preview of what the actions (comma-separated numbers) would place."""
    game = find_game(name)
    before = seen(begin(game, find_lesson(game, number)))
    chosen = read_actions(actions[:LONGEST_QUERY])
    return answer(await asyncio.to_thread(ghost_of, before, before.to_move, chosen, aloud=aloud))


@router.post("/api/learn/{name}/{number}/why", checks=LOOKS)
async def why(request: Request, name: str, number: int) -> Response:
    """Explain why the clicks form no legal turn, or return the actions that they mean."""
    game = find_game(name)
    lesson = find_lesson(game, number)
    clicks = (await decoded(request, Pointed)).clicks
    before = seen(begin(game, lesson))
    said = verdict(before, clicks)
    if "why" in said:
        judged = judge_refusal(lesson, before, clicks)
        said |= {"done": judged.done, "said": text_of(game.name, judged.said)}
    return answer(said)


def find_lesson(game: Game, number: int) -> Lesson:
    """Return a lesson by its number, from 1. Raises MissingError."""
    lessons = lessons_of(game)
    if not 1 <= number <= len(lessons):
        raise MissingError("lesson.missing", "{title} has no such lesson", title=game.title)
    return lessons[number - 1]


def _shown(game: Game, lesson: Lesson) -> dict[str, Any]:
    """Return a lesson at its start."""
    return shown_as(seen(begin(game, lesson)))


def _tried(game: Game, lesson: Lesson, actions: Sequence[int]) -> dict[str, Any]:
    """Return the page's answer to actions. Raises IllegalTurnError."""
    before = begin(game, lesson)
    part = part_since(seen(before), before, actions)
    if part is not None:
        return part
    after = before.apply_unchecked(actions)
    judged = judge(lesson, before, after)
    return {
        "kind": "turn",
        "turn": after.turn,
        "done": judged.done,
        "said": joined((_ended(after), text_of(game.name, judged.said))),
        **since(seen(before), after.view(before.to_move), []),
    }


def _ended(state: State) -> str:
    """Describe how a game has just ended; "" if it goes on."""
    explain, outcome = state.variant.game.ui.explain, state.outcome
    if outcome is None:
        return ""
    return (
        text_of(state.variant.game.name, explain(state))
        if explain
        else phrases.sentence(wording.result(state.variant.game, outcome))
    )

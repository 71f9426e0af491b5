"""A guided first game: each page shows a position of the game's lessons, and the rules judge what is done in it.

Nothing is stored here: a lesson's page begins anew whenever it is opened, and the browser keeps what it has done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from byways.game import Game
from byways.lessons import Lesson, begin, judge, judge_refusal, lessons_of
from byways.site import words
from byways.site.api import LONGEST_QUERY, answer
from byways.site.ghosts import ghost_of, verdict
from byways.site.pages import find_game, json_markup, page, root_of
from byways.site.rate import LOOKS
from byways.site.requests import MissingError, body_of
from byways.site.tongue import told
from byways.site.tryout import part_since, seen, shown_as, since
from byways.site.turns import read_actions
from byways.state import State

router = APIRouter()


class Try(msgspec.Struct):
    """Actions in a lesson: a whole turn, or the beginning of one."""

    actions: list[int]


class Pointed(msgspec.Struct):
    """What was pointed at since the turn began, though no offer begins so."""

    clicks: list[str]


@router.get("/learn/{name}")
async def first(request: Request, name: str) -> Response:
    """The first lesson of a game."""
    find_lesson(find_game(name), 1)
    return RedirectResponse(f"{root_of(request)}/learn/{name}/1", 307)


@router.get("/learn/{name}/{number}")
async def learn(request: Request, name: str, number: int) -> Response:
    """A lesson, drawn as it begins."""
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


@router.post("/api/learn/{name}/{number}/act", dependencies=LOOKS)
async def act(request: Request, name: str, number: int) -> Response:
    """What comes of actions: a part of a turn with what may follow, or a whole one with what is to be said of it."""
    game = find_game(name)
    lesson = find_lesson(game, number)
    wanted = msgspec.json.decode(await body_of(request), type=Try)
    return answer(await asyncio.to_thread(_tried, game, lesson, wanted.actions))


@router.get("/api/learn/{name}/{number}/ghost", dependencies=LOOKS)
async def ghost(request: Request, name: str, number: int, actions: str, aloud: bool = False) -> Response:
    """What the actions (numbers with commas between) would put on the board."""
    game = find_game(name)
    before = seen(begin(game, find_lesson(game, number)))
    chosen = read_actions(actions[:LONGEST_QUERY])
    return answer(await asyncio.to_thread(ghost_of, before, before.to_move, chosen, aloud=aloud))


@router.post("/api/learn/{name}/{number}/why", dependencies=LOOKS)
async def why(request: Request, name: str, number: int) -> Response:
    """Why what was pointed at is not possible, or its actions where it is after all."""
    game = find_game(name)
    lesson = find_lesson(game, number)
    clicks = msgspec.json.decode(await body_of(request), type=Pointed).clicks
    before = seen(begin(game, lesson))
    said = verdict(before, clicks)
    if "why" in said:
        judged = judge_refusal(lesson, before, clicks)
        said |= {"done": judged.done, "said": told(game, judged.said)}
    return answer(said)


def find_lesson(game: Game, number: int) -> Lesson:
    """A lesson by its number, from 1. Raises MissingError."""
    lessons = lessons_of(game)
    if not 1 <= number <= len(lessons):
        raise MissingError("lesson.missing", "{title} has no such lesson", title=game.title)
    return lessons[number - 1]


def _shown(game: Game, lesson: Lesson) -> dict[str, Any]:
    """A lesson as it begins."""
    return shown_as(seen(begin(game, lesson)))


def _tried(game: Game, lesson: Lesson, actions: Sequence[int]) -> dict[str, Any]:
    """What comes of actions. Raises IllegalTurnError."""
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
        "said": " ".join(filter(None, (_ended(after), told(game, judged.said)))),
        **since(seen(before), after.view(before.to_move), []),
    }


def _ended(state: State) -> str:
    """How a game has just ended."""
    explain, outcome = state.variant.game.explain, state.outcome
    if outcome is None:
        return ""
    return told(state.variant.game, explain(state)) if explain else words.sentence(words.result(state, outcome))

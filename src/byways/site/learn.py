"""A guided first game: each page shows a position of the game's lessons, and the rules judge what is done in it.

Nothing is stored here: a lesson's page begins anew whenever it is opened, and the browser keeps what it has done.
"""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from byways.draw import changes
from byways.errors import IllegalTurnError, UnreadableTurnError
from byways.game import Game
from byways.header import PART
from byways.kernels import Ints
from byways.lessons import Lesson, begin, judge, judge_refusal, lessons_of
from byways.site import words
from byways.site.api import LONGEST_QUERY, answer
from byways.site.ghosts import ghost_of
from byways.site.look import board_of, offers_of
from byways.site.pages import find_game, page, root_of
from byways.site.requests import MissingError, body_of
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
    shown = _shown(_seen(begin(game, lesson)))
    markup = Markup(shown.pop("markup"))  # drawn by us; every text in it was escaped there
    data = Markup(msgspec.json.encode(shown).decode().replace("<", "\\u003c"))
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


@router.post("/api/learn/{name}/{number}/act")
async def act(request: Request, name: str, number: int) -> Response:
    """What comes of actions: a part of a turn with what may follow, or a whole one with what is to be said of it."""
    game = find_game(name)
    lesson = find_lesson(game, number)
    wanted = msgspec.json.decode(await body_of(request), type=Try)
    before = begin(game, lesson)
    vector = partway(_seen(before), wanted.actions)
    if vector is not None:
        between = State(before.variant, vector.copy(), before)
        offers = offers_of(before.variant, vector)
        return answer({**_since(_seen(before), between, offers), "kind": "part", "taken": wanted.actions})
    after = before.apply_unchecked(wanted.actions)
    judged = judge(lesson, before, after)
    said = " ".join(filter(None, (_ended(after), judged.said)))
    return answer(
        {
            "kind": "turn",
            "turn": after.turn,
            "done": judged.done,
            "said": said,
            **_since(_seen(before), after.view(before.to_move), []),
        }
    )


@router.get("/api/learn/{name}/{number}/ghost")
async def ghost(request: Request, name: str, number: int, actions: str) -> Response:
    """What the actions (numbers with commas between) would put on the board."""
    game = find_game(name)
    before = _seen(begin(game, find_lesson(game, number)))
    chosen = [int(word) for word in actions[:LONGEST_QUERY].split(",") if word.isascii() and word.isdigit()]
    try:
        partway(before, chosen)
    except IllegalTurnError:
        return answer({"markup": ""})
    return answer({"markup": ghost_of(before, before.to_move, chosen)})


@router.post("/api/learn/{name}/{number}/why")
async def why(request: Request, name: str, number: int) -> Response:
    """Why what was pointed at is not possible, or its actions where it is after all."""
    game = find_game(name)
    lesson = find_lesson(game, number)
    clicks = msgspec.json.decode(await body_of(request), type=Pointed).clicks
    before = _seen(begin(game, lesson))
    if not clicks:
        return answer({})
    try:
        actions = before.variant.game.texts.meant(before, clicks)
        if _possible(before, actions):
            return answer({"actions": list(actions)})
        error = before.variant.game.texts.refusal(before, actions)
    except UnreadableTurnError:
        return answer({"why": words.sentence(f"{clicks[-1][:40]} cannot be chosen now"), "done": False, "said": ""})
    except IllegalTurnError as refused:
        error = refused
    judged = judge_refusal(lesson, before, clicks)
    return answer({"why": words.sentence(str(error)), "done": judged.done, "said": judged.said})


def find_lesson(game: Game, number: int) -> Lesson:
    """A lesson by its number, from 1. Raises MissingError."""
    lessons = lessons_of(game)
    if not 1 <= number <= len(lessons):
        raise MissingError("lesson.missing", "{title} has no such lesson", title=game.title)
    return lessons[number - 1]


def partway(state: State, actions: list[int]) -> Ints | None:
    """The state vector in the middle of a turn, or None where the actions make a whole one. Raises IllegalTurnError."""
    variant, vector = state.variant, state.vector
    for i, action in enumerate(actions):
        if (i > 0 and vector[PART] == 0) or not variant.allows(vector, action):
            raise IllegalTurnError("turn.impossible", "that is not possible now")
        vector = variant.apply(vector, action)
    return None if actions and vector[PART] == 0 else vector


def _seen(state: State) -> State:
    """What the player to move may know of a state: an opponent's secrets are blank."""
    return state.view(state.to_move)


def _possible(state: State, actions: tuple[int, ...]) -> bool:
    try:
        partway(state, list(actions))
    except IllegalTurnError:
        return False
    return True


def _shown(state: State) -> dict[str, Any]:
    """A whole drawing, and what may be chosen."""
    offers = offers_of(state.variant, state.vector)
    drawn, said = board_of(state, state.variant.game.picture(state), offers)
    return {"mover": state.to_move, "box": drawn.view_box, "markup": drawn.markup(), **said}


def _since(before: State, after: State, offers: list[list[Any]]) -> dict[str, Any]:
    """What a page that shows the lesson's beginning has to change."""
    first, _ = board_of(before, before.variant.game.picture(before), offers_of(before.variant, before.vector))
    drawn, said = board_of(after, after.variant.game.picture(after), offers)
    return {"box": drawn.view_box, "pieces": changes(first, drawn), **said}


def _ended(state: State) -> str:
    """How a game has just ended."""
    explain, outcome = state.variant.game.explain, state.outcome
    if outcome is None:
        return ""
    return explain(state) if explain else words.sentence(words.result(state, outcome))

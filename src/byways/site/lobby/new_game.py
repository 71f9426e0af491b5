"""The page of a new game: who plays, options with the board that they make, the clock; and the game begun from it."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways import registry
from byways.errors import OptionError
from byways.game import Game
from byways.incoming import named_once
from byways.position.state import State
from byways.site.engines.compiling import Compiling
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.lobby.begin import KEY, begin_game
from byways.site.play import new_game_form, seating
from byways.site.play.rooms import begin
from byways.site.play.seating import NAME, Form
from byways.site.web.rate_limits import QUERIES, VISITS, RateError
from byways.site.web.requests import answer, body_of, find_game, status_of
from byways.site.web.routing import Router, service
from byways.site.web.signed_links import Signer
from byways.site.web.templating import page
from byways.site.web.thumbnails import static_board

router = Router()


@router.get("/new/{game}", checks=VISITS)
async def new(request: Request, game: str) -> Response:
    """Choose options and who plays."""
    found = find_game(game)
    service(request, Compiling).open(found.name)
    return await _new(request, found, named_once(request.query_params.multi_items()))


async def _new(request: Request, game: Game, form: Form, error: str = "", status: int = 422) -> Response:
    called = form.get(NAME, service(request, Signer).name_of(request) or "")
    facts = await asyncio.to_thread(_facts, game, form, called)
    return await page(request, "lobby/new.html", status if error else 200, error=error, called=called, **facts)


def _facts(game: Game, form: Form, called: str) -> dict[str, object]:
    """Return what the page shows of a form filled in by a player of this name."""
    options = new_game_form.option_fields(game, form)
    return {
        "game": game,
        "games": [registry.find(name) for name in registry.names()],
        "position": form.get("position", ""),
        "board": static_board(_start_or_usual(game, form)),
        "opponent": new_game_form.opponent_field(game, form),
        "about": {kind: seating.describe(game, kind)[1] for kind in seating.opponents(game)},
        "engine": seating.engine_of(game, form),
        "levels": seating.level_choices(game),
        "thinking": seating.thinking_choices(),
        "side": new_game_form.side_field(game, form),
        "count": new_game_form.count_field(game, form),
        "seats": _seats(game, form, called),
        "seat_choices": seating.seat_choices(),
        "options": options,
        "clock": new_game_form.clock_field(form),
        "lines": new_game_form.lines_field(form),
        "watched": new_game_form.watched_field(form),
        "brief": new_game_form.brief(game, form),
        "rules": new_game_form.rules_brief(game, options),
    }


def _seats(game: Game, form: Form, called: str) -> list[dict[str, str]]:
    """Return who has each seat, and what the people at this screen are called: the first fills in the form."""
    words = seating.seats_asked(game, form)
    first = phrases.players_of(game)[0]
    return [
        {
            "player": phrases.player(game, player),
            "name": seating.seat_name(player),
            "value": word,
            "naming": seating.name_of(player),
            "called": form.get(seating.name_of(player), called if player == first else ""),
        }
        for player, word in words.items()
    ]


def _start(game: Game, form: Form) -> State:
    """Return the position in which a form's game begins. Raises OptionError."""
    position = form.get("position") or None
    return begin(game.name, {} if position else new_game_form.read_options(game, form), position)


def _start_or_usual(game: Game, form: Form) -> State:
    """Return the position in which a form's game begins; for one that cannot be read, that of an empty one."""
    try:
        return _start(game, form)
    except OptionError:
        return _start(game, {})


class Chosen(msgspec.Struct, frozen=True):
    """What a form asks for so far: the board at the start, the game in a line, its options in another, its clock."""

    box: str
    markup: str
    brief: str
    rules: str
    clock: str


@router.get("/api/new/{game}", checks=QUERIES)
async def chosen(request: Request, game: str) -> Response:
    """Return what a form asks for so far."""
    found = find_game(game)
    form = named_once(request.query_params.multi_items())
    return answer(await asyncio.to_thread(_chosen, found, form))


def _chosen(game: Game, form: Form) -> Chosen:
    board = static_board(_start(game, form))
    options = new_game_form.option_fields(game, form)
    return Chosen(
        board.view_box if board else "",
        board.markup() if board else "",
        render(new_game_form.brief(game, form)),
        render(new_game_form.rules_brief(game, options)),
        render(new_game_form.clock_field(form).said),
    )


@router.post("/new/{game}", checks=VISITS)
async def create(request: Request, game: str) -> Response:
    """Begin a game and go to its page."""
    found = find_game(game)
    form = new_game_form.read_form(await body_of(request))
    try:
        return await begin_game(request, found, form, form.get(KEY, ""))
    except OptionError as error:
        return await _new(request, found, form, render(error.sentence))
    except RateError as error:
        again = await _new(request, found, form, render(error.sentence), status_of(error))
        again.headers["Retry-After"] = str(error.wait)
        return again

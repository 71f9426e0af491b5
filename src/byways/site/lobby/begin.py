"""Beginning a game as a form describes it, or at once as chosen on the first page."""

from __future__ import annotations

import functools
import itertools
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways import registry
from byways.errors import BywaysError
from byways.game import Game
from byways.games import BUILT_IN
from byways.position.state import State
from byways.rules.options import Value
from byways.search.levels import LEVELS
from byways.site.i18n import phrases
from byways.site.lobby.deleted_games import never_began, replace_unbegun
from byways.site.play import new_game_form, seating
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms, begin
from byways.site.plug_ins.processes import awaited
from byways.site.storage.game_settings import GameSettings
from byways.site.storage.game_store import ConflictError
from byways.site.storage.stored_games import Seat
from byways.site.web.mini_boards import mini_board
from byways.site.web.rate_limits import VISITS, RateLimits, address_of
from byways.site.web.requests import body_of, find_game
from byways.site.web.routing import Router, service
from byways.site.web.sessions import give_secret, keep_cookie
from byways.site.web.signed_links import Signer, clean_name
from byways.site.web.templating import root_of, templates

router = Router()

COOKIE = "byways-quick"
ENGINE, FRIEND, HERE, LADDER = "engine", "friend", "here", "ladder"
"""Whom one plays: an engine, unless one plays alone; somebody who gets a link; somebody at the same screen; an engine
in any case."""
OPPONENT, LEVEL, GAME = "opponent", "level", "game"
KEY = "the key"
"""The field with a form's key, which no two pages share: a request that is sent again begins no second game."""
_KEY = re.compile(r"[\w-]{22,64}", re.ASCII)
_USUAL = 4
templates.env.globals["new_key"] = functools.partial(secrets.token_urlsafe, 16)


@dataclass(frozen=True)
class Quick:
    """Whom one plays at once: chosen once, and kept by the browser."""

    opponent: str = ENGINE
    level: int = _USUAL

    def form(self, game: Game) -> seating.Form:
        """Return the form of a new game as if it were filled in so; all else is left as usual."""
        kinds = {FRIEND: seating.FRIEND, HERE: seating.SCREEN, LADDER: seating.COMPUTER}
        kind = kinds.get(self.opponent, seating.COMPUTER)
        if self.opponent == ENGINE or kind not in seating.opponents(game):
            kind = next(
                one for one in (seating.ALONE, seating.COMPUTER, seating.SEATS) if one in seating.opponents(game)
            )
        usual = {
            option.name: option.write(value)
            for option in game.options
            if (value := game.ui.defaults.get(option.name)) not in (None, False)
        }
        count = phrases.players_option(game)
        people = {count.name: str(max(count.low, 2))} if count and kind != seating.ALONE else {}
        return usual | people | {seating.OPPONENT: kind, seating.ENGINE: f"level {self.level}"}


def read_quick(given: Mapping[str, str]) -> Quick:
    """Return the choice that a form makes; the usual one for what is missing or not allowed."""
    opponent = given.get(OPPONENT, ENGINE)
    level = given.get(LEVEL, "")
    number = int(level) if level.isascii() and level.isdecimal() and len(level) < 4 else _USUAL
    return Quick(
        opponent if opponent in (ENGINE, FRIEND, HERE, LADDER) else ENGINE, number if number in LEVELS else _USUAL
    )


def quick_of(request: Request) -> Quick:
    """Return what a browser chose last."""
    opponent, _, level = request.cookies.get(COOKIE, "").partition(".")
    return read_quick({OPPONENT: opponent, LEVEL: level})


def for_a_first_game(request: Request) -> dict[str, object]:
    """Return what a page shows to a browser without a game: a game, its board at the start, the usual opponent."""
    game = registry.find(_simplest())
    variant = game.variant(game.ui.defaults)
    return {"suggested": game, "start": mini_board(State(variant, variant.start())), "quick": quick_of(request)}


@functools.cache
def _simplest() -> str:
    """Return the game of Byways with the fewest actions among those for two."""
    games = [game for game in map(registry.find, BUILT_IN) if len(phrases.players_of(game)) == 2]
    return min(games, key=lambda game: game.variant(game.ui.defaults).num_actions).name


@router.post("/play", checks=VISITS)
async def play_at_once(request: Request) -> Response:
    """Begin a game of the chosen kind and go to its page."""
    form = new_game_form.read_form(await body_of(request))
    quick = read_quick(form)
    game = find_game(form.get(GAME, ""))
    filled_in = await awaited(game, quick.form, game)
    answer = await begin_game(request, game, filled_in, form.get(KEY, ""))
    keep_cookie(request, answer, COOKIE, f"{ENGINE if quick.opponent == LADDER else quick.opponent}.{quick.level}")
    return answer


async def begin_game(request: Request, game: Game, form: seating.Form, key: str = "") -> Response:
    """Begin the game that a form describes; return an answer that leads there. Raises OptionError, RateError.

    The same form with the same key leads to the same game, as long as no person has moved there.
    """
    if key and not _KEY.fullmatch(key):
        raise BywaysError("request.key", "a form's key has 22 to 64 letters, digits, hyphens and underscores")
    answer = RedirectResponse("", 303)
    signer = service(request, Signer)
    holder = give_secret(request, answer, signer.visitor(key) if key else "")
    position = form.get("position") or None
    options = {} if position else new_game_form.read_options(game, form)
    players = (await awaited(game, begin, game.name, options, position)).players
    seats = seating.read_seats(game, players, form, holder)
    name = clean_name(form[seating.NAME]) if seating.NAME in form else signer.name_of(request)
    settings = new_game_form.read_settings(form, seats, holder)
    seats = seating.name_seats(seats, form, name)
    wanted = _Wanted(game.name, options, seats, position, settings)
    described = urlencode({**form, GAME: game.name, KEY: ""})
    names = (signer.game(key, holder, described, number) for number in itertools.count()) if key else iter(())
    room = await _begun(request, wanted, names)
    await replace_unbegun(request, holder, room.id)
    if seating.NAME in form:
        signer.give_name(request, answer, name)
    answer.headers["Location"] = f"{root_of(request)}/play/{room.id}"
    return answer


class _Wanted(NamedTuple):
    """What `Rooms.create` makes a game of."""

    game: str
    options: Mapping[str, Value]
    seats: Sequence[Seat]
    position: str | None
    settings: GameSettings


async def _begun(request: Request, wanted: _Wanted, names: Iterator[str]) -> Room:
    """Return the game that an earlier copy of a request has begun, or begin it, under the first id that is free."""
    rooms = service(request, Rooms)
    for name in names:
        if (room := await rooms.open(name)) is None:
            break
        if never_began(room):
            return room
    else:
        name = None
    service(request, RateLimits).games.take(address_of(request))
    try:
        return await rooms.create(*wanted, name=name)
    except ConflictError:  # a copy was quicker
        room = await rooms.open(name) if name else None
        if room is None:
            raise
        return room

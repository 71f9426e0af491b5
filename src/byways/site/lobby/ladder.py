"""A ladder for one person: the ten levels of each game, and those that a browser has beaten in its games here."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways import registry
from byways.errors import BywaysError
from byways.game import Game
from byways.position.outcome import Outcome
from byways.search.levels import LEVELS
from byways.site.lobby.begin import quick_of
from byways.site.play.rooms import find_room
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Projection
from byways.site.timeline.events import COACHED, UNDO, End
from byways.site.timeline.projection import read_result
from byways.site.web.rate_limits import VISITS
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.site.web.templating import page

MOST = 2_000
"""Games that count, newest first."""

router = Router()


@dataclass(frozen=True)
class LadderStep:
    """A level of a game."""

    level: int
    beaten: bool
    next: bool
    """Whether it is the one to try next: the lowest that is not beaten, the highest when all are."""


@dataclass(frozen=True)
class Ladder:
    """The levels of a game, from the lowest on."""

    game: Game
    steps: tuple[LadderStep, ...]
    beaten: int


def ladder_of(game: Game, beaten: frozenset[int]) -> Ladder:
    """Return the ladder of a game on which some levels are beaten."""
    following = min(set(LEVELS) - beaten, default=LEVELS[-1])
    steps = tuple(LadderStep(level, level in beaten, level == following) for level in LEVELS)
    return Ladder(game, steps, sum(step.beaten for step in steps))


@router.get("/ladder", checks=VISITS)
async def ladder(request: Request) -> Response:
    """Serve the page of all ladders."""
    holder = holder_of(request)
    beaten = await beaten_levels(request, holder) if holder else {}
    ladders = [ladder_of(registry.find(name), beaten.get(name, frozenset())) for name in registry.names()]
    return await page(request, "lobby/ladder.html", ladders=ladders, quick=quick_of(request))


async def beaten_levels(connection: HTTPConnection, holder: str) -> Mapping[str, frozenset[int]]:
    """Return the levels over which a browser has won, by game. Raises StoreError.

    What counts are games from the first position, without the coach, and without a turn that was taken back, also those
    that the browser has deleted.
    """
    found: dict[str, set[int]] = defaultdict(set)
    store = service(connection, Store)
    helped = await store.games_with(holder, COACHED, UNDO)
    for game in await store.listed(holder, MOST, all_of_them=True):
        levels = [seat.engine.level for seat in game.occupants if seat.engine and seat.engine.level is not None]
        mine = [seat.player for seat in game.occupants if seat.holder == holder and not seat.engine]
        if (
            game.id in helped
            or game.position is not None
            or not game.projection
            or len(mine) != 1
            or len(levels) != len(game.occupants) - 1
            or not levels
        ):
            continue
        winners = _winners(game.projection)
        if winners and game.options.get("swap"):  # the seat may have changed its colour since
            with contextlib.suppress(BywaysError):
                mine = list((await find_room(connection, game.id)).timeline.players_of(holder))
        if winners == mine:
            found[game.game].add(min(levels))
    return {name: frozenset(levels) for name, levels in found.items()}


def _winners(projection: Projection) -> list[str]:
    """Return the winner of a game; None while it goes on, or where it is not known."""
    match read_result(projection) if projection.over else None:
        case End() as end:
            return list(end.winners or ())
        case Outcome(winner=str(winner)):
            return [winner]
    return []

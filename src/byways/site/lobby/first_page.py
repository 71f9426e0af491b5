"""The first page: one's games, today's puzzles, a game at once, a game to be watched live, lessons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from byways import registry
from byways.errors import BywaysError
from byways.game import Game
from byways.learning.lessons import lessons_of
from byways.search.levels import LEVELS
from byways.site.board.rendering import Rendering
from byways.site.daily.attempts import Attempts, longest_streak, streak
from byways.site.daily.cards import PuzzleCard, cards_of
from byways.site.daily.puzzle import today
from byways.site.i18n import phrases
from byways.site.lobby.begin import for_a_first_game
from byways.site.lobby.my_games import GameList, draw_boards, is_current, list_games
from byways.site.play.live_games import LiveGames
from byways.site.play.page.views import viewer_of, views_of
from byways.site.play.room import Room
from byways.site.plug_ins.processes import awaited
from byways.site.storage.game_store import Store
from byways.site.web.rate_limits import VISITS
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.site.web.templating import page

MOST_SHOWN = 5
"""Games of one's own on the first page."""

LATELY = 3
"""Finished games there, where no others are."""

router = Router()


@router.get("/", checks=VISITS)
async def home(request: Request) -> Response:
    """Serve the first page, with what this browser plays and has done today."""
    holder = holder_of(request)
    now = today()
    listed = await list_games(request, holder) if holder else GameList()
    if is_current(request, listed):
        return Response(status_code=204)
    shown = await draw_boards(request, listed.running[:MOST_SHOWN])
    lately = [] if shown[1:] else await draw_boards(request, listed.over[:LATELY])
    live = await service(request, LiveGames).now(holder)
    by_puzzle = await Attempts(service(request, Store)).all_of(holder)
    cards = await asyncio.to_thread(cards_of, now, by_puzzle)
    games = [registry.find(name) for name in registry.names()]
    return await page(
        request,
        "lobby/home.html",
        games=games,
        listed=listed,
        mine=shown,
        lately=lately,
        alone={game.name for game in games if (players := phrases.players_option(game)) and players.low == 1},
        cards=_next_first(cards),
        done=sum(card.done for card in cards),
        streak=streak(by_puzzle, now),
        longest=longest_streak(by_puzzle),
        live=live,
        watched=await awaited(live.timeline.state.variant.game, _watched, live, holder) if live else None,
        levels=[(level, level) for level in LEVELS],
        **for_a_first_game(request),
        lessons=[(game, count) for game in games if (count := _count_lessons(game))],
    )


def _watched(room: Room, holder: str | None) -> Rendering:
    return views_of(room).now(room, viewer_of(room, holder, None))


def _count_lessons(game: Game) -> int:
    with suppress(BywaysError):  # of somebody's own: its page says what is wrong
        return len(lessons_of(game))
    return 0


def _next_first(cards: Sequence[PuzzleCard]) -> list[PuzzleCard]:
    """Return cards in their order, but first of all the first that is not done."""
    return sorted(cards, key=lambda card: card is not next((one for one in cards if not one.done), cards[0]))

"""The ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from byways import registry
from byways.game.rule_calls import NEVER, machine_code_is
from byways.site.daily import api as daily_api, pages as daily_pages, run_pages, run_source
from byways.site.engines.compiling import Compiling
from byways.site.engines.pool import EnginePool
from byways.site.lessons import pages as lesson_pages, source as lesson_source
from byways.site.lobby import (
    begin,
    deleted_games,
    device_link,
    first_page,
    ladder,
    my_games,
    new_game,
    openapi,
    pages as lobby_pages,
    preferences,
    report_page,
)
from byways.site.lobby.my_games import open_my_games
from byways.site.lobby.turns_waiting import open_turns
from byways.site.operations import health
from byways.site.play import coach_api, multiplayer_api, source
from byways.site.play.chat import Chat
from byways.site.play.coach import CoachPool
from byways.site.play.deadlines import Deadlines, compare_clocks
from byways.site.play.editions import RulesReloader
from byways.site.play.event_listener import EventListener
from byways.site.play.game_topic import open_game
from byways.site.play.live_games import LiveGames
from byways.site.play.presence_exchange import PresenceExchange
from byways.site.play.rooms import Rooms
from byways.site.plug_ins.processes import PlugIns, apart
from byways.site.review import (
    api as review_api,
    board_editor,
    exercise_pages,
    exercise_source,
    pages as review_pages,
    printables,
    share,
    worst,
)
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.exercises import OwnMistakes
from byways.site.review.job_topic import open_job
from byways.site.review.reader import Reader
from byways.site.review.review_store import ReviewStore
from byways.site.settings import Settings
from byways.site.storage import schema
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.storage.deleted_games import DeletedGames
from byways.site.storage.game_store import Store
from byways.site.storage.practice_store import PracticeStore
from byways.site.web import assets, documentation, installing, live
from byways.site.web.errors import HANDLERS
from byways.site.web.rate_limits import RateLimits
from byways.site.web.response_headers import ResponseHeaders
from byways.site.web.routing import Services
from byways.site.web.signed_links import Signer

_PARTS = (
    source,
    review_api,
    worst,
    review_pages,
    exercise_source,
    exercise_pages,
    share,
    board_editor,
    printables,
    live,
    multiplayer_api,
    device_link,
    lesson_source,
    lesson_pages,
    daily_api,
    coach_api,
    my_games,
    daily_pages,
    run_source,
    run_pages,
    first_page,
    begin,
    ladder,
    deleted_games,
    lobby_pages,
    report_page,
    new_game,
    preferences,
    openapi,
    assets,
    installing,
    documentation,
    health,
)
"""What answers: turns before all others, and where an address would fit several, the first of them."""


def create_app(settings: Settings) -> Starlette:
    """Create the site's ASGI application over one database."""
    app = Starlette(
        routes=[route for part in _PARTS for route in part.router.routes],
        middleware=[
            Middleware(ResponseHeaders),
            Middleware(GZipMiddleware, minimum_size=1_500, compresslevel=4),
        ],
        exception_handlers=HANDLERS,
        lifespan=partial(_lifespan, settings),
    )
    app.state.services = Services()
    return app


@asynccontextmanager
async def _lifespan(settings: Settings, app: Starlette) -> AsyncIterator[None]:
    """Open the site's services, and close them in the end."""
    with machine_code_is(NEVER), apart() as plug_ins:  # engines and costly ends are for workers
        await asyncio.to_thread(registry.names)  # which loads the plug-ins
        async with _opened(settings, app.state.services, plug_ins):
            yield


@asynccontextmanager
async def _opened(settings: Settings, services: Services, plug_ins: PlugIns) -> AsyncIterator[None]:
    store = services.add(Store(settings.database))
    compiling = services.add(Compiling(settings.compilers))
    engines = EnginePool(settings.engines, compiling)
    rooms = services.add(Rooms(store, engines))
    kept = services.add(AnalysisStore(store))
    coaches = services.add(CoachPool(engines, kept))
    services.add(ReviewStore(store))
    services.add(DeletedGames(store))
    jobs = services.add(AnalysisJobs(engines, kept))
    live_games = services.add(LiveGames(store, rooms, compiling))
    for one in (
        Reader(),
        share.DrawingSlots(),
        health.DatabaseHealth(store),
        Chat(store),
        PracticeStore(store),
        OwnMistakes(),
        RateLimits(proxies=bool(settings.proxies)),
        live.Topics({"game": open_game, "mine": open_my_games, "turns": open_turns, "job": open_job}),
    ):
        services.add(one)
    try:
        compiling.start()
        await asyncio.to_thread(schema.upgrade, settings.database)
        services.add(Signer(await store.key("seals")))
        await compare_clocks(store)
        listener = services.add(EventListener(store, rooms))  # first, before there are requests for connections
        deadlines = Deadlines(store, rooms)
        presence = PresenceExchange(store, rooms)
        editions = services.add(RulesReloader(plug_ins, rooms, engines, settings.edited))
        if settings.edited:
            editions.start()
        try:
            yield
        finally:
            await editions.close()
            await presence.close()
            await listener.close()
            await deadlines.close()
    finally:
        await live_games.close()
        await jobs.close()
        await coaches.close()
        await rooms.close()
        await engines.close()
        await compiling.close()
        await store.close()

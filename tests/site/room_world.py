"""Rooms for tests: who sits there, and what the database has of them."""

import msgspec
from page_facts import facts
from site_world import ADA, BOB

from byways.site.board.source import news
from byways.site.i18n.languages import to_json
from byways.site.play.source import RoomSource
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.stored_games import Seat
from byways.site.web.rate_limits import RateLimits

ENGINE = EngineLimits(seconds=1.0)
AGAINST_ENGINE = (Seat("white", holder=ADA), Seat("black", engine=ENGINE))
TWO_AT_ONE_SCREEN = (Seat("white", holder=ADA), Seat("black", holder=ADA))
APART = (Seat("white", holder=ADA), Seat("black", holder=BOB))


def source_of(room, holder, seat=None):
    """The room as a browser sees it that has perhaps taken a seat."""
    return RoomSource(room, holder, RateLimits(), seat)


def seen(room, holder, seat=None):
    """What a person sees at a browser."""
    return facts(msgspec.json.decode(to_json(news(source_of(room, holder, seat), ""))))


async def begin(rooms, game="troll", seats=TWO_AT_ONE_SCREEN, **options):
    return await rooms.create(game, options or {"size": 4}, seats, None)


async def kept(store, room):
    return [event.data for event in (await store.load(room.id)).events]

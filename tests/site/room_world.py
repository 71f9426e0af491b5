"""Rooms for tests: who sits there, and what the database has of them."""

from site_world import ADA, BOB

from byways.site.storage.game_store import Seat

ENGINE = {"seconds": 1.0}
AGAINST_ENGINE = (Seat("white", holder=ADA), Seat("black", engine=ENGINE))
TWO_AT_ONE_SCREEN = (Seat("white", holder=ADA), Seat("black", holder=ADA))
APART = (Seat("white", holder=ADA), Seat("black", holder=BOB))


async def begin(rooms, game="troll", seats=TWO_AT_ONE_SCREEN, **options):
    return await rooms.create(game, options or {"size": 4}, seats, None)


async def kept(store, room):
    return [event.data for event in (await store.load(room.id)).events]

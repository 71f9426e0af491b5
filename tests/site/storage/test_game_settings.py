"""What is agreed before a game begins, as databases hold it."""

import json

import pytest
from site_world import ADA, opened, stored
from sqlalchemy import select
from stored_games_world import fill

from byways.site.storage.game_settings import EngineLimits, GameSettings, TimeControl
from byways.site.storage.stored_games import Seat, StoredGame
from byways.site.storage.tables import games, seats

ALL = {
    "creator": ADA,
    "clock": {"base": 60.0, "increment": 2.0, "days": False},
    "arrival": 60.0,
    "lines": True,
    "shown": True,
    "daily": "2026-01-01",
    "dice": "longway 2026-01-01",
    "again": True,
}


async def agreed(store):
    """The columns of all games, and of all seats, as the database gives them."""
    terms = {row.id: row.terms or {} for row in await store.rows(select(games.c.id, games.c.terms))}
    engines = await store.rows(select(seats.c.game_id, seats.c.player, seats.c.engine))
    return terms, {(row.game_id, row.player): row.engine for row in engines}


async def test_earlier_games_are_written_as_they_stood(database, tmp_path):
    fill(database, tmp_path)
    async with opened(database) as store:
        before = await agreed(store)
        found = [await store.load(game_id) for game_id in before[0]]
        await store.write(lambda connection: connection.execute(games.delete()))
        for game in found:
            await store.create(game)
        assert await agreed(store) == before
        assert sum(map(bool, before[0].values())) > 5
        assert any(engine for engine in before[1].values())


@pytest.mark.parametrize(("settings", "terms"), [
    (GameSettings(), {}),
    (
        GameSettings(clock=TimeControl(86_400, days=True)),
        {"clock": {"base": 86_400, "increment": 0.0, "days": True}},
    ),
    (GameSettings(ADA, TimeControl(60.0, 2.0), 60.0, True, True, "2026-01-01", "longway 2026-01-01", True), ALL),
])  # fmt: skip
async def test_keys_of_the_database_stay(settings, terms, store):
    people = (Seat("black", EngineLimits(seconds=0.5)), Seat("white", holder=ADA))
    one = stored(seats=people)
    await store.create(StoredGame(one.id, one.game, one.options, None, one.created, people, (), settings))
    found = await agreed(store)
    assert found == ({one.id: terms}, {(one.id, "black"): {"seconds": 0.5}, (one.id, "white"): None})
    assert json.loads(json.dumps(found[0])) == found[0]
    again = await store.load(one.id)
    assert (again.settings, again.seats) == (settings, people)


async def test_keys_of_a_newer_edition_are_passed_over(store):
    await store.create(stored())
    newer = {**ALL, "later": [1], "clock": {**ALL["clock"], "later": 1}}
    await store.write(lambda connection: connection.execute(games.update().values(terms=newer)))
    await store.write(lambda connection: connection.execute(seats.update().values(engine={"level": 3, "later": 1})))
    found = await store.load("g1")
    assert found.settings.creator == ADA
    assert found.settings.clock == TimeControl(60.0, 2.0)
    assert {seat.engine for seat in found.seats} == {EngineLimits(level=3)}

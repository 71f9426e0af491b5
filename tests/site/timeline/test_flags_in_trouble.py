"""Turns sent in time do not lose on time because the database was away."""

from datetime import timedelta

import pytest
from company_world import code
from page_facts import turn_body
from site_world import actions, becomes, held

from byways.site.play import room as room_module
from byways.site.play.deadlines import Deadlines
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store
from byways.site.timeline import clocks

FILE = "byways.sqlite3"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr("byways.site.storage.database._BUSY_MS", 50)


def turn(game, text, key):
    body = turn_body(game.room.timeline.version, actions(game.room, text), key)
    return game.ada.post(f"{game.api}/act", json=body)


@pytest.mark.agreed(**{"the clock": "1+0"})
async def test_the_first_arrival_of_a_turn_counts(tmp_path, time, game):
    time(seconds=52)
    other = held(tmp_path / FILE)
    assert code(await turn(game, "b2", "k")) == (503, "store.busy")
    time(seconds=20)
    assert code(await turn(game, "b2", "k")) == (503, "store.busy")
    await game.room.judge_time()
    other.execute("COMMIT")
    other.close()
    assert code(await turn(game, "b2", "k")) == (200, None)
    assert (game.room.timeline.end, game.room.timeline.state.turns) == (None, ("b2",))
    assert game.room.timeline.clocks.left == {"white": 8.0, "black": 60.0}
    assert clocks.now() - game.room.timeline.clocks.since == timedelta(seconds=20), "the other's runs since then"


@pytest.mark.agreed(**{"the clock": "1+0"})
async def test_no_flag_falls_until_writing_has_worked_for_a_while(tmp_path, time, monkeypatch, game):
    store = game.site.service(Store)
    time(seconds=52)
    other = held(tmp_path / FILE)
    assert code(await turn(game, "b2", "k")) == (503, "store.busy")
    other.execute("COMMIT")
    other.close()
    time(seconds=20)
    await store.write(lambda connection: None)
    keeper = Deadlines(store, game.site.rooms)
    await keeper.look()
    await keeper.close()
    assert game.room.timeline.end is None
    assert code(await turn(game, "b2", "k")) == (200, None)
    time(seconds=70)
    monkeypatch.setattr(room_module, "GRACE", 0.0)
    await game.room.judge_time()
    assert game.room.timeline.end.by == "black"


@pytest.mark.agreed(**{"the clock": "1+0"})
async def test_a_turn_that_comes_too_late_loses_although_the_database_was_away(tmp_path, time, game):
    time(seconds=52)
    other = held(tmp_path / FILE)
    with pytest.raises(StoreError):
        await game.site.service(Store).write(lambda connection: None)
    time(seconds=20)
    assert code(await turn(game, "b2", "k")) == (503, "store.busy")
    other.execute("COMMIT")
    other.close()
    assert code(await turn(game, "b2", "k")) == (403, "seat.not_yours")
    assert game.room.timeline.end.by == "white"


@pytest.mark.agreed(**{"the clock": "1+0"})
async def test_flags_fall_again_although_nobody_else_writes(tmp_path, time, monkeypatch, game):
    monkeypatch.setattr(room_module, "GRACE", 0.3)
    other = held(tmp_path / FILE)
    with pytest.raises(StoreError):
        await game.site.service(Store).write(lambda connection: None)
    other.execute("COMMIT")
    other.close()
    time(seconds=61)
    await becomes(lambda: game.room.timeline.end is not None, 20)

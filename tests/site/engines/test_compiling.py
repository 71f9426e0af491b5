"""Kernels compiled in the background: in which order, what is said of it, and what goes wrong."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from site_world import becomes

from byways.kernels import cache as kernel_cache
from byways.site.engines import compiling
from byways.site.engines.compiling import Compiling

SLOW = str(Path(__file__).parents[1] / "slow_compiler.py")
SIZES = {"shared": 900, "red.short": 300, "red.long": 3_000, "red.later": 200, "blue.long": 6_000}
PARTS = {name: {name: size} for name, size in SIZES.items()}
GAMES = {
    "red": {"3": ["shared", "red.short", "red.long"], "": ["red.later"], "later": ["red.later"]},
    "blue": {"3": ["shared", "blue.long"], "": [], "later": []},
}


@pytest.fixture
def worker(monkeypatch):
    """Let another program be the worker."""

    def be(seconds=0.01, **more):
        given = {"seconds": seconds, "listed": {"parts": PARTS, "games": GAMES} | more.pop("listed", {})} | more
        monkeypatch.setattr(compiling, "WORKER", (sys.executable, SLOW, json.dumps(given)))

    return be


async def begun(workers=1):
    """Compiling, and the names of the kernels in the order in which they are begun."""
    made = Compiling(workers)
    order = []
    choose = made._next
    made._next = lambda known: order.append(choose(known)) or order[-1]
    return made, order


async def test_first_comes_what_most_games_need_and_then_what_is_short(worker):
    worker()
    made, order = await begun()
    made.start()
    await asyncio.gather(made.ready("red", 3), made.ready("blue", 3), *made._tasks)
    assert order[-1] is None
    assert set(order[:-1]) == set(SIZES)
    await made.close()


async def test_what_nobody_waits_for_is_made_shared_first_then_short_ones_and_later_turns_last(worker):
    worker()
    made, order = await begun()
    made.start()
    await asyncio.gather(*made._tasks)
    assert order == ["shared", "red.short", "red.long", "blue.long", "red.later", None]


async def test_the_game_that_somebody_opens_comes_first_and_the_one_that_somebody_waits_for_before_that(worker):
    worker()
    made, order = await begun()
    made.open("red")
    made.start()
    await made._listed.wait()
    await made.ready("blue", 3)
    assert "blue.long" in order[:2], "one kernel may have been begun before anybody waited"
    await asyncio.gather(*made._tasks)
    assert order.index("red.long") < order.index("red.short")
    assert made.wait("blue", 3) is None


async def test_a_kernel_is_left_to_the_process_that_compiles_its_helpers_anyway(worker):
    both = {"red.helper": 5_000}
    parts = {
        "red.long": {"red.long": 900, **both},
        "red.twin": {"red.twin": 800, **both},
        "red.short": {"red.short": 300},
    }
    worker(seconds=0.2, listed={"parts": parts, "games": {"red": {"3": list(parts), "": [], "later": []}}})
    made, order = await begun(workers=2)
    made.open("red")
    made.start()
    await made.ready("red", 3)
    assert [name for name in order if name] == ["red.long", "red.short", "red.twin"]
    await made.close()


async def test_the_wait_shrinks_and_is_told(worker):
    worker(seconds=0.2)
    made, _ = await begun()
    told = []
    made.listeners.add(lambda: told.append(made.wait("red", 3)))
    made.start()
    await made.ready("red", 3)
    await asyncio.gather(*made._tasks)
    shares = [wait.share for wait in told if wait]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert all(wait.seconds >= 1 for wait in told if wait)
    assert told[-1] is None


async def test_where_nothing_is_missing_nobody_waits(worker):
    worker(listed={"parts": {}, "games": {game: {part: [] for part in parts} for game, parts in GAMES.items()}})
    made, order = await begun()
    made.start()
    await made.ready("red", 3)
    await asyncio.gather(*made._tasks)
    assert order == [None]


@pytest.mark.parametrize("when", ["listing", "compiling"])
async def test_a_cache_that_keeps_nothing_ends_it_and_is_said_once(worker, caplog, monkeypatch, when):
    monkeypatch.setenv(kernel_cache._SAID, "")
    monkeypatch.delenv(kernel_cache._SAID)
    trouble = "No space left on device"
    worker(**({"listed": {"trouble": trouble}} if when == "listing" else {"trouble": trouble}))
    made, order = await begun(workers=2)
    made.start()
    async with asyncio.timeout(20):
        await made.ready("red", 3)
        await asyncio.gather(*made._tasks)
    assert len([name for name in order if name]) <= (0 if when == "listing" else 2)
    assert [record.getMessage().count(trouble) for record in caplog.records] == [1]
    assert os.environ[kernel_cache._SAID], "engines shall not say it again"


async def test_where_a_worker_dies_engines_compile_its_kernel_and_another_worker_the_others(worker, caplog):
    worker(deadly="shared")
    made, order = await begun(workers=2)
    made.start()
    async with asyncio.timeout(20):
        await made.ready("red", 3)
        await asyncio.gather(*made._tasks)
    assert made.wait("red", 3) is None
    assert {name for name in order if name} == set(SIZES)
    said = [record.getMessage() for record in caplog.records if record.name == "byways"]
    assert [sentence.partition(":")[0] for sentence in said] == ["shared is not compiled beforehand"]
    await made.close()


async def test_a_cache_that_can_only_be_read_is_told_of_once_even_where_nothing_is_missing(worker, caplog, monkeypatch):
    monkeypatch.setenv(kernel_cache._SAID, "")
    monkeypatch.delenv(kernel_cache._SAID)
    worker(listed={"parts": {}, "trouble": "Read-only file system"})
    made, _ = await begun(workers=2)
    made.start()
    await asyncio.gather(*made._tasks)
    assert [record.getMessage().count("Read-only file system") for record in caplog.records] == [1]
    assert os.environ[kernel_cache._SAID], "engines shall not say it again"


async def test_a_worker_that_hangs_is_waited_for_only_so_long(worker, monkeypatch):
    monkeypatch.setattr(compiling, "LISTING", 0.5)
    worker(listing=60)
    made, _ = await begun()
    made.start()
    async with asyncio.timeout(20):
        await made.ready("red", 3)
    await made.close()


async def test_what_could_not_be_listed_in_time_is_listed_later(worker, monkeypatch, caplog):
    """As where the machine has just started and does much else."""
    monkeypatch.setattr(compiling, "LISTING", 0.5)
    monkeypatch.setattr(compiling, "AGAIN", 0.01)
    worker(listing=60)
    made, order = await begun(workers=2)
    made.start()
    async with asyncio.timeout(20):
        await made.ready("red", 3)  # engines compile for themselves meanwhile
    assert order == []
    monkeypatch.setattr(compiling, "LONGEST", 30.0)
    worker()
    async with asyncio.timeout(60):
        await asyncio.gather(*made._tasks)
    assert {name for name in order if name} == set(SIZES)
    assert made.has("red", 3)
    assert [record.getMessage().count("not compiled yet") for record in caplog.records] == [1], "it is said once"
    await made.close()


async def test_who_gives_up_waiting_leaves_nothing_behind(worker):
    worker(seconds=5)
    made, _ = await begun()
    made.start()
    waiting = asyncio.create_task(made.ready("red", 3))
    await made._listed.wait()
    await becomes(lambda: made._waiting)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not made._waiting
    await made.close()

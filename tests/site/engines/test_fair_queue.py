"""Fair use of the engines: one address's searches do not hold up another's."""

import asyncio
from itertools import count

import pytest

from byways.site.engines.fair_queue import MOST_WAITING, CrowdedError, FairQueue, Kind, asking


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time passes when there is nothing else to do, so that hours take no time."""

    now = 0.0

    def time(self):
        return self.now

    def _run_once(self):
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0]._when)
        super()._run_once()


def virtually(work):
    """Run a coroutine in virtual time."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


def queue_of(size):
    return FairQueue(size, asyncio.get_running_loop().time)


async def search(queue, address, kind, seconds):
    """A search of an address; return how long its answer took."""
    asking.set(address)
    begun = asyncio.get_running_loop().time()
    async with queue.place(kind):
        await asyncio.sleep(seconds)
    return asyncio.get_running_loop().time() - begun


async def flood(queue, address, kind, seconds, used):
    """A game that asks for one search after another."""
    while True:
        await search(queue, address, kind, seconds)
        used[address] = used.get(address, 0.0) + seconds


async def end(tasks):
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def person(queue, address, turns=30):
    """The waits of a person who plays a quick engine."""
    waits = []
    for _ in range(turns):
        waits.append(await asyncio.create_task(search(queue, address, Kind.QUICK, 0.1)))
        await asyncio.sleep(0.3)
    return waits


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize(
    ("kind", "addresses"), [(Kind.QUICK, 1), (Kind.LONG, 1), (Kind.LONG, 5), (Kind.REST, 1), (Kind.REST, 5)]
)
def test_others_wait_for_at_most_one_search_of_a_flood(size, kind, addresses):
    seconds = 0.4 if kind == Kind.QUICK else 4.0

    async def work():
        queue, games = queue_of(size), 15 * addresses if kind == Kind.REST else 60
        addressed = [f"192.0.2.{i % addresses}" for i in range(games)]
        floods = [asyncio.create_task(flood(queue, one, kind, seconds, {})) for one in addressed]
        await asyncio.sleep(1)
        waits = await asyncio.gather(*(person(queue, f"198.51.100.{i}") for i in range(5)))
        await end(floods)
        return queue.free, sorted(wait for one in waits for wait in one)

    free, waits = virtually(work())
    alone = size == 1 and kind != Kind.QUICK  # then a search that cannot be interrupted holds the only place
    assert free == size
    assert waits[len(waits) * 95 // 100] < (seconds + 1 if alone else 1)


def test_addresses_share_by_the_seconds_that_they_use():
    async def work():
        queue, used = queue_of(1), {}
        floods = [asyncio.create_task(flood(queue, "long", Kind.LONG, 5.0, used)) for _ in range(20)]
        floods += [asyncio.create_task(flood(queue, "short", Kind.LONG, 1.0, used)) for _ in range(2)]
        await asyncio.sleep(1_000)
        await end(floods)
        return used

    used = virtually(work())
    assert used["short"] == pytest.approx(used["long"], abs=10)


def test_quick_work_goes_before_long_work_and_this_before_the_rest():
    async def work():
        queue, order = queue_of(1), []

        async def one(address, kind):
            await search(queue, address, kind, 1.0)
            order.append(kind)

        first = asyncio.create_task(one("a", Kind.LONG))
        await asyncio.sleep(0.5)
        later = [asyncio.create_task(one(f"b{kind}", kind)) for kind in reversed(Kind)]
        await asyncio.gather(first, *later)
        return order

    assert virtually(work()) == [Kind.LONG, *Kind]


def test_one_request_too_many_of_an_address_is_refused_and_others_are_not():
    async def work():
        queue = queue_of(1)
        held = [asyncio.create_task(search(queue, "a", Kind.REST, 1.0)) for _ in range(1 + MOST_WAITING[Kind.REST])]
        await asyncio.sleep(0)
        with pytest.raises(CrowdedError, match="too many requests of your address"):
            await asyncio.create_task(search(queue, "a", Kind.REST, 1.0))
        other = asyncio.create_task(search(queue, "b", Kind.REST, 1.0))
        await asyncio.gather(*held, other)
        return await asyncio.create_task(search(queue, "a", Kind.REST, 1.0))

    assert virtually(work()) == 1.0
    assert CrowdedError.status == 503


def test_what_was_given_up_while_it_waited_counts_no_more():
    async def work():
        queue = queue_of(1)
        held = asyncio.create_task(search(queue, "b", Kind.LONG, 10.0))
        await asyncio.sleep(0)
        left = [asyncio.create_task(search(queue, "a", Kind.REST, 1.0)) for _ in range(MOST_WAITING[Kind.REST])]
        await asyncio.sleep(0)
        await end(left)
        waits = await asyncio.create_task(search(queue, "a", Kind.REST, 1.0))
        await held
        return waits

    assert virtually(work()) == 11.0


def test_no_place_is_lost_whenever_work_is_cancelled():
    async def work():
        queue, numbers = queue_of(2), count()
        for turn in range(300):
            kinds = [Kind((turn + i) % 3) for i in range(5)]
            tasks = [asyncio.create_task(search(queue, "abc"[next(numbers) % 3], kind, 0.003)) for kind in kinds]
            await asyncio.sleep(turn % 5 / 1_000)
            for task in tasks[turn % 2 :: 2]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return queue

    queue = virtually(work())
    assert (queue.free, queue._long) == (2, 0)
    assert not any(queue._waiting.values())

"""A site whose database is far away, and what is sent to it when the network is cut, amid a query and later."""

import asyncio
import json
import sys
import time

from cut_network_world import GAMES
from site_world import act, begin, refusal, room_of, site_on, tell
from sqlalchemy import text

from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store


def say(thing):
    print(json.dumps(thing), flush=True)


async def heard():
    await asyncio.to_thread(sys.stdin.readline)


async def after(seconds, began, asked):
    """(What was answered, how long after the moment of the cut) to a request sent some seconds after that."""
    await asyncio.sleep(seconds)
    try:
        said = await asked()
    except StoreError as error:
        said = error.code
    return said, time.monotonic() - began


async def main(database):
    async with site_on(database) as site, site.browser() as browser:
        store, games, played = site.service(Store), [], []
        for _ in range(GAMES):  # one after the other: the next one begun takes the place of one without a turn
            games.append(await begin(browser))
            played.append(refusal(await act(browser, games[-1], "b2")))

        async def turn(api):
            return refusal(await tell(browser, api, "turn", key="k", version=1, actions=actions))

        say(played)
        actions = list(room_of(site, games[0]).timeline.state.actions("b3"))
        slow = asyncio.create_task(
            after(0, time.monotonic(), lambda: store.read(lambda own: own.execute(text("SELECT pg_sleep(60)"))))
        )
        await asyncio.sleep(0.5)
        say("a query is under way")
        await heard()
        began = time.monotonic()
        sent = [after(0, began, lambda api=api: turn(api)) for api in games]
        sent.append(after(5, began, lambda: turn(games[0])))  # as a page that has waited
        say([(await slow)[0], *await asyncio.gather(*sent)])
        await heard()
        for _ in range(30):
            again = [await turn(api) for api in games]
            if again == [(200, None)] * GAMES:
                break
            await asyncio.sleep(1)
        say(again)


asyncio.run(main(sys.argv[1]))

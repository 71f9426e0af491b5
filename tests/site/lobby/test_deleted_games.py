"""Deleting one's own games, and games that never began, of which only the last one stays."""

import html
import re

from company_world import LINK, deal, links, sit
from site_world import act, begin, settled, view

from byways.site.storage.game_store import Store

ENGINE = {"your side": "white", "the engine": "level 1"}


def id_of(api):
    return api.rpartition("/")[2]


async def listed(browser):
    """The ids of the games in a browser's list, by whether they can be deleted."""
    page = (await browser.get("/mine")).text
    return {
        found: f'id="delete-{found}"' in page for found in re.findall(r'href="/play/[^"]*" id="game-([\w-]+)"', page)
    }


async def delete(browser, api, what="delete"):
    return await browser.post(f"/mine/{what}", data={"game": id_of(api)})


async def test_a_game_in_which_nobody_has_moved_is_replaced_by_the_next_one(site, ada, bob):
    first = await begin(ada, **ENGINE)
    watched = await site.rooms.open(id_of(first))
    others = await begin(bob, **ENGINE)
    moved = await begin(ada, **ENGINE)
    assert await site.service(Store).load(id_of(first)) is None
    assert watched.gone, "its page is told"
    assert (await ada.get(f"/play/{id_of(first)}")).status_code == 404
    assert (await act(ada, moved, "b2")).status_code == 200
    engine_began = await begin(ada, **(ENGINE | {"your side": "black"}))
    await settled(await site.rooms.open(id_of(engine_began)))
    invited = await begin(ada, **LINK)
    assert await links(ada, invited), "somebody may have the link"
    last = await begin(ada, **ENGINE)
    assert set(await listed(ada)) == {id_of(api) for api in (moved, invited, last)}
    assert set(await listed(bob)) == {id_of(others)}


async def test_what_began_and_was_taken_back_and_the_games_of_bots_stay(site, ada, bot):
    begun = await begin(ada, **ENGINE)
    await act(ada, begun, "b2")
    await settled(await site.rooms.open(id_of(begun)))
    version = (await view(ada, begun))["version"]
    assert (await deal(ada, begun, "undo", version=version)).status_code == 200
    await begin(ada, **ENGINE)
    assert id_of(begun) in await listed(ada)
    bot.headers["Authorization"] = "Bearer " + "b" * 30
    both = [await begin(bot, **ENGINE) for _ in range(2)]
    assert set(await listed(bot)) == set(map(id_of, both))


async def test_a_finished_game_is_deleted_from_ones_own_list_and_comes_back(time, game):
    assert (await listed(game.ada))[game.room.id], "nobody has moved"
    await game.play("b2")
    assert not (await listed(game.ada))[game.room.id], "it is in progress"
    assert (await delete(game.ada, game.api)).status_code == 409
    await deal(game.bob, game.api, "resign")
    assert (await delete(game.eve, game.api)).status_code == 403
    answer = await delete(game.ada, game.api)
    assert answer.headers["location"] == f"/mine?deleted={game.room.id}"
    page = html.unescape((await game.ada.get(answer.headers["location"])).text)
    assert "The game was deleted." in page
    assert 'data-seconds="10"' in page
    assert await listed(game.ada) == {}
    assert game.room.id not in (await game.ada.get("/mine/games.txt")).text
    assert await listed(game.bob) == {game.room.id: True}, "who plays too has it still"
    assert (await game.ada.get(f"/play/{game.room.id}")).status_code == 200
    time(seconds=11)
    assert "The game was deleted." not in (await game.ada.get(answer.headers["location"])).text
    await delete(game.ada, game.api, "undelete")
    assert await listed(game.ada) == {game.room.id: True}
    await delete(game.ada, game.api)
    await deal(game.bob, game.api, "rematch")
    assert game.room.id in await listed(game.ada), "something has happened in it"


async def test_a_game_that_never_began_really_goes_once_it_cannot_be_undone(time, site, ada, bob):
    alone, open_still = await begin(ada, **ENGINE), await begin(bob, **LINK)
    await delete(ada, alone)
    assert await listed(ada) == {}
    assert await site.service(Store).load(id_of(alone)), "as long as it may be undone"
    await delete(ada, alone, "undelete")
    assert list(await listed(ada)) == [id_of(alone)]
    await delete(ada, alone)
    joined = await begin(bob, **LINK)
    secret = (await links(bob, joined))["black"]
    await sit(ada, joined, secret)
    await delete(bob, open_still)
    await delete(bob, joined)
    assert await listed(bob) == {}
    time(seconds=31)
    await delete(ada, joined)
    await delete(bob, joined)
    assert await site.service(Store).load(id_of(alone)) is None
    for api in (joined, open_still):
        assert await site.service(Store).load(id_of(api)), "another person may have it"
    await delete(ada, joined, "undelete")
    await act(bob, joined, "b2")
    assert await listed(bob) == {id_of(joined): False}, "it has begun"

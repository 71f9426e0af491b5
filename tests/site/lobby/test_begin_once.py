"""A request for a new game that is sent again begins one game, whoever sends it and wherever it arrives."""

import asyncio
import re
from contextlib import AsyncExitStack

from site_world import act, site_on

from byways.site.web.rate_limits import Limiter, RateLimits

FORM = {"size": "4", "your side": "both"}


def key_in(page):
    return re.search(r'name="the key" value="([\w-]{22})"', page).group(1)


async def filled(browser, path="/new/troll"):
    """A form as it is on its page."""
    return FORM | {"the key": key_in((await browser.get(path)).text)}


async def test_copies_of_a_first_visit_lead_to_one_game_in_which_each_can_move(site):
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(site.browser())
        form = await filled(first)
        assert not first.cookies, "nobody has a cookie before the first game"
        copies = [await stack.enter_async_context(site.browser()) for _ in range(3)]
        answers = await asyncio.gather(*(copy.post("/new/troll", data=form) for copy in (first, *copies)))
        assert {answer.status_code for answer in answers} == {303}
        (where,) = {answer.headers["location"] for answer in answers}
        assert (await act(copies[-1], where.replace("/play/", "/api/games/"), "b2")).status_code == 200
        assert (await act(first, where.replace("/play/", "/api/games/"), "b3")).status_code == 200
        stranger = await stack.enter_async_context(site.browser())
        await stranger.post("/new/troll", data=FORM)
        assert (await act(stranger, where.replace("/play/", "/api/games/"), "c3")).status_code == 403


async def test_a_request_that_is_sent_again_counts_once_and_replaces_nothing(site, browser):
    site.service(RateLimits).games = Limiter(0.001, 1)
    form = await filled(browser)
    said = [await browser.post("/new/troll", data=form) for _ in range(4)]
    assert [answer.status_code for answer in said] == [303] * 4
    assert len({answer.headers["location"] for answer in said}) == 1
    assert (await browser.get(said[0].headers["location"])).status_code == 200
    assert (await browser.post("/new/troll", data=await filled(browser))).status_code == 429


async def test_once_somebody_has_moved_or_the_form_is_another_the_same_page_begins_another_game(browser):
    form = await filled(browser)
    one = (await browser.post("/new/troll", data=form)).headers["location"]
    larger = (await browser.post("/new/troll", data=form | {"size": "5"})).headers["location"]
    assert larger != one
    stride = (await browser.post("/new/stride", data={**form, "size": ""})).headers["location"]
    assert stride not in {one, larger}
    again = (await browser.post("/new/troll", data=form)).headers["location"]
    await act(browser, again.replace("/play/", "/api/games/"), "b2")
    another = (await browser.post("/new/troll", data=form)).headers["location"]
    assert another not in {one, again}
    assert (await browser.post("/new/troll", data=form)).headers["location"] == another


async def test_games_begun_at_once_have_keys_too(browser):
    form = {"opponent": "here", "game": "troll", "the key": key_in((await browser.get("/")).text)}
    said = [(await browser.post("/play", data=form)).headers["location"] for _ in range(2)]
    assert said[0] == said[1]
    assert (await browser.post("/play", data=form | {"game": "stroll"})).headers["location"] != said[0]


async def test_no_two_pages_share_a_key_and_a_form_without_one_begins_a_game_each_time(browser):
    keys = {(await filled(browser, path))["the key"] for path in ("/new/troll", "/new/troll", "/", "/ladder")}
    assert len(keys) == 4
    said = {(await browser.post("/new/troll", data=FORM)).headers["location"] for _ in range(2)}
    assert len(said) == 2
    for short in ("1", "x" * 65, "é" * 22):
        assert (await browser.post("/new/troll", data=FORM | {"the key": short})).status_code == 400, short


async def test_copies_at_two_processes_begin_one_game(postgres):
    database = postgres.database()
    async with site_on(database) as one, site_on(database) as other, one.browser() as first, other.browser() as second:
        form = await filled(first)
        said = await asyncio.gather(*(browser.post("/new/troll", data=form) for browser in (first, second)))
        assert [answer.status_code for answer in said] == [303, 303]
        assert len({answer.headers["location"] for answer in said}) == 1
        api = said[0].headers["location"].replace("/play/", "/api/games/")
        assert (await act(second, api, "b2")).status_code == 200

"""One person on several devices: the link that makes a second browser the same player."""

import re
import time

from site_world import act, begin, site_in

from byways.site.lobby import device_link
from byways.site.web.sessions import COOKIE

THERE = "http://site.test"


async def link_of(browser):
    """The link for another device: its address and what stands in its fragment."""
    answer = await browser.post("/api/device", json={})
    assert answer.status_code == 200, answer.text
    return answer.json()["url"].split("#")


async def arrive(browser, token, **more):
    return await browser.post("/api/device/arrive", json={"token": token, **more})


async def test_a_second_browser_plays_on_as_the_first(site):
    async with site.browser() as first, site.browser() as second:
        await first.post("/mine", data={"your name": "Ada"})
        api = await begin(first, **{"your side": "both"})
        assert (await act(second, api, "b2")).status_code == 403
        address, token = await link_of(first)
        assert address == f"{THERE}/device"
        assert first.cookies[COOKIE] not in token
        asked = (await arrive(second, token)).json()
        assert asked == {"asks": "You would go on here as Ada. Games and puzzles of Ada: 1."}
        assert COOKIE not in second.cookies, "opening a link makes nobody another"
        answer = await arrive(second, token, agreed=True)
        assert answer.json() == {"mine": "/mine"}
        assert second.cookies[COOKIE] == first.cookies[COOKIE]
        assert (await act(second, api, "b2")).status_code == 200
        assert (await act(first, api, "c3")).status_code == 200, "the first plays on too"
        assert 'value="Ada"' in (await second.get("/mine")).text


async def test_puzzle_runs_come_along(site):
    async with site.browser() as first, site.browser() as second:
        await first.post("/run")
        await second.post("/run")
        token = (await link_of(first))[1]
        await arrive(second, token, agreed=True)
        pages = [re.search(r'id="question">([^<]*)', (await one.get("/run")).text)[1] for one in (first, second)]
        assert pages[0] == pages[1]


async def test_games_of_its_own_are_left_only_when_that_is_wanted(site):
    async with site.browser() as first, site.browser() as second:
        await begin(first)
        api = await begin(second)
        own = second.cookies[COOKIE]
        token = (await link_of(first))[1]
        asked = (await arrive(second, token)).json()["asks"]
        assert asked == (
            "You would go on here with the games and puzzles of another browser: 1. "
            "This browser has games or puzzles of its own: 1. If you continue, you can no longer play them here."
        )
        assert second.cookies[COOKIE] == own
        assert (await act(second, api, "b2")).status_code == 200
        assert (await arrive(second, token, agreed=True)).json() == {"mine": "/mine"}
        assert second.cookies[COOKIE] == first.cookies[COOKIE]
        assert (await arrive(second, token)).json() == {"mine": "/mine"}, "the same player need not be asked"


async def test_old_and_forged_links_do_nothing(monkeypatch, site):
    async with site.browser() as first, site.browser() as second:
        await begin(first)
        token = (await link_of(first))[1]
        for wrong in ("", "x", token[:-4], token.swapcase(), "é" * 30, "A" * 5_000):
            answer = await arrive(second, wrong)
            assert answer.status_code == 403, wrong
            assert answer.json()["error"]["code"] == "device.token"
        made = time.time()
        for later, status in ((60 * device_link.MINUTES - 5, 200), (60 * device_link.MINUTES + 5, 403)):
            monkeypatch.setattr(time, "time", lambda seconds=made + later: seconds)
            assert (await arrive(second, token)).status_code == status
        assert COOKIE not in second.cookies


async def test_a_link_is_for_ones_own_pages_only(browser):
    answer = await browser.post("/api/device", json={})
    assert answer.status_code == 404, "nobody is nobody elsewhere too"
    await begin(browser)
    answer = await browser.post("/api/device", json={}, headers={"Origin": "http://elsewhere.test"})
    assert answer.status_code == 403
    answers = [(await browser.post("/api/device", json={})).status_code for _ in range(8)]
    assert answers[0] == 200
    assert answers[-1] == 429


async def test_a_link_works_after_the_server_began_anew(tmp_path, caplog):
    async with site_in(tmp_path) as site, site.browser() as first:
        await begin(first)
        token = (await link_of(first))[1]
    async with site_in(tmp_path) as site, site.browser() as second:
        assert (await arrive(second, token, agreed=True)).json() == {"mine": "/mine"}
        assert "/play/" in (await second.get("/mine")).text
    assert token not in caplog.text

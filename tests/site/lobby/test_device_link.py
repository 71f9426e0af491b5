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


async def test_a_second_browser_plays_on_as_the_first(ada, bob):
    await ada.post("/mine", data={"your name": "Ada"})
    api = await begin(ada, **{"your side": "both"})
    assert (await act(bob, api, "b2")).status_code == 403
    address, token = await link_of(ada)
    assert address == f"{THERE}/device"
    assert ada.cookies[COOKIE] not in token
    asked = (await arrive(bob, token)).json()
    assert asked == {"asks": "You would go on here as Ada. Games and puzzles of Ada: 1."}
    assert COOKIE not in bob.cookies, "opening a link makes nobody another"
    answer = await arrive(bob, token, agreed=True)
    assert answer.json() == {"mine": "/mine"}
    assert bob.cookies[COOKIE] == ada.cookies[COOKIE]
    assert (await act(bob, api, "b2")).status_code == 200
    assert (await act(ada, api, "c3")).status_code == 200, "the first plays on too"
    assert 'value="Ada"' in (await bob.get("/mine")).text


async def test_puzzle_runs_come_along(ada, bob):
    await ada.post("/run")
    await bob.post("/run")
    token = (await link_of(ada))[1]
    await arrive(bob, token, agreed=True)
    pages = [re.search(r'id="question">([^<]*)', (await one.get("/run")).text)[1] for one in (ada, bob)]
    assert pages[0] == pages[1]


async def test_games_of_its_own_are_left_only_when_that_is_wanted(ada, bob):
    await begin(ada)
    api = await begin(bob)
    own = bob.cookies[COOKIE]
    token = (await link_of(ada))[1]
    asked = (await arrive(bob, token)).json()["asks"]
    assert asked == (
        "You would go on here with the games and puzzles of another browser: 1. "
        "This browser has games or puzzles of its own: 1. If you continue, you can no longer play them here."
    )
    assert bob.cookies[COOKIE] == own
    assert (await act(bob, api, "b2")).status_code == 200
    assert (await arrive(bob, token, agreed=True)).json() == {"mine": "/mine"}
    assert bob.cookies[COOKIE] == ada.cookies[COOKIE]
    assert (await arrive(bob, token)).json() == {"mine": "/mine"}, "the same player need not be asked"


async def test_old_and_forged_links_do_nothing(monkeypatch, ada, bob):
    await begin(ada)
    token = (await link_of(ada))[1]
    for wrong in ("", "x", token[:-4], token.swapcase(), "é" * 30, "A" * 5_000):
        answer = await arrive(bob, wrong)
        assert answer.status_code == 403, wrong
        assert answer.json()["error"]["code"] == "device.token"
    made = time.time()
    for later, status in ((60 * device_link.MINUTES - 5, 200), (60 * device_link.MINUTES + 5, 403)):
        monkeypatch.setattr(time, "time", lambda seconds=made + later: seconds)
        assert (await arrive(bob, token)).status_code == status
    assert COOKIE not in bob.cookies


async def test_a_link_is_for_ones_own_pages_only(browser):
    assert (await browser.post("/api/device", json={})).status_code == 404, "nobody is nobody elsewhere too"
    await begin(browser)
    assert (await browser.post("/api/device", json={}, headers={"Origin": "http://elsewhere.test"})).status_code == 403
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

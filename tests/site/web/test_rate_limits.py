"""Who asks too often is told so, and when to come again; addresses are believed from trusted proxies only."""

import re

import httpx
import pytest
from site_world import act, begin, view

from byways.draw import scene
from byways.site import server
from byways.site.daily.puzzle import today
from byways.site.review import printables
from byways.site.server import PortError
from byways.site.settings import Settings, database_url
from byways.site.web import thumbnails
from byways.site.web.rate_limits import Limiter, RateError, RateLimits, network_of

FORM = {"size": "5", "your side": "both"}


def test_how_long_to_wait():
    now = 0.0
    limiter = Limiter(0.1, 2, lambda: now)
    limiter.take("a")
    limiter.take("a")
    with pytest.raises(RateError) as refused:
        limiter.take("a")
    assert refused.value.wait == 10
    now = 9.5
    with pytest.raises(RateError) as refused:
        limiter.take("a")
    assert refused.value.wait == 1
    now = 10.5
    limiter.take("a")


async def test_who_begins_too_many_games_is_told_on_the_form_as_it_was_filled(site, browser):
    site.service(RateLimits).games = Limiter(0.1, 2)
    for _ in range(2):
        assert (await browser.post("/new/troll", data=FORM)).status_code == 303
    answer = await browser.post("/new/troll", data=FORM)
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 10
    assert "too many requests at once; wait a few seconds and try again" in answer.text.lower()
    assert re.search('<option value="5" selected', answer.text), "nothing has to be chosen again"
    elsewhere = httpx.ASGITransport(site.app, client=("192.0.2.7", 1))
    async with httpx.AsyncClient(transport=elsewhere, base_url="http://site.test") as other:
        assert (await other.post("/new/troll", data=FORM)).status_code == 303


async def test_a_sheet_of_a_day_is_a_game_that_is_begun_whoever_says_to_be_somebody_new(site):
    site.service(RateLimits).games = Limiter(0.1, 2)
    said = []
    for _ in range(3):
        async with site.browser() as newcomer:
            said.append((await newcomer.post(f"/daily/longway/{today()}/sheet")).status_code)
    assert said == [303, 303, 429]


async def test_scripts_are_told_when_to_come_again(site, browser):
    site.service(RateLimits).arrivals = Limiter(0.1, 0)
    answer = await browser.post("/api/games/none/sit", json={"secret": "s"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "rate")
    assert answer.headers["retry-after"] == "10"


async def test_turns_are_limited_by_seat_and_that_is_said(site, ada, bob):
    site.service(RateLimits).turns = Limiter(0.1, 2)
    hers, his = await begin(ada), await begin(bob)
    said = [await act(ada, hers, turn) for turn in ("b3", "a2", "c3")]
    assert [answer.status_code for answer in said] == [200, 200, 429]
    assert said[-1].json()["error"]["message"] == "too many requests at once; wait a few seconds and try again"
    assert (await act(bob, his, "b3")).status_code == 200
    assert (await view(ada, hers))["ply"] == 2, "what was refused was not played"


@pytest.mark.parametrize("path", ["preview?actions=5", "why?clicks=b3", "view?at=0"])
async def test_questions_are_limited_by_address(path, site, ada):
    api = await begin(ada)
    site.service(RateLimits).queries = Limiter(0.1, 1)
    assert [(await ada.get(f"{api}/{path}")).status_code for _ in range(2)] == [200, 429]
    assert (await ada.get(f"{api}/chat")).status_code == 200, "the game itself can still be seen"


async def test_copies_of_a_request_for_a_game_and_polls_of_an_analysis_are_limited_too(site, ada):
    api = await begin(ada)
    site.service(RateLimits).visits = Limiter(0.1, 2)
    form = {"size": "4", "your side": "both", "the key": "k" * 22}
    assert [(await ada.post("/new/troll", data=form)).status_code for _ in range(3)] == [303, 303, 429]
    site.service(RateLimits).queries = Limiter(0.1, 1)
    polls = [await ada.get(f"{api.replace('/games/', '/reviews/')}/analysis") for _ in range(2)]
    assert polls[1].status_code == 429


ANYBODY = re.compile(r"/(static|notifier|favicon|manifest|icon|offline|sw|health|docs|api)|.*\.(js|json|webmanifest)$")


async def test_every_page_is_limited_by_address_and_says_so_in_the_readers_language(site, ada):
    api = await begin(ada)
    known = {"{game}": "troll", "{name}": "troll", "{number}": "1", "{day}": str(today()), "{ply}": "1"}
    found = 0
    for route in site.app.routes:
        path = getattr(route, "path", "")
        if "GET" not in (getattr(route, "methods", None) or ()) or ANYBODY.match(path):
            continue
        for name, value in (known | {"{game_id}": api.rpartition("/")[2]}).items():
            path = path.replace(name, value)
        site.service(RateLimits).visits = Limiter(0.1, 0)
        answer = await ada.get(path, headers={"Accept-Language": "es", "Accept": "text/html"})
        assert (path, answer.status_code, answer.headers.get("retry-after")) == (path, 429, "10")
        assert 'lang="es"' in answer.text
        found += 1
    assert found > 25
    assert (await ada.get("/health")).status_code == 200


def without_key(page):
    return re.sub(r'value="[\w-]{22}"', "", page)


@pytest.mark.parametrize("path", ["/new/stroll?size=26", "/api/new/stroll?size=26", "/print/longway"])
async def test_a_heavy_page_is_drawn_once_in_each_language(monkeypatch, path, ada):
    drawn = []
    monkeypatch.setattr(thumbnails, "scene", lambda *given, **more: drawn.append(1) or scene(*given, **more))
    monkeypatch.setattr(printables, "scene", lambda *given, **more: drawn.append(1) or scene(*given, **more))
    thumbnails._kept.cache_clear()
    printables._sheets.cache_clear()
    first = without_key((await ada.get(path)).text)
    once = len(drawn)
    assert once
    assert without_key((await ada.get(path)).text) == first
    assert len(drawn) == once
    assert without_key((await ada.get(path, headers={"Accept-Language": "es"})).text) != first
    assert len(drawn) == 2 * once


@pytest.mark.parametrize(("host", "counts_as"), [
    ("192.0.2.1", "192.0.2.1"),
    ("::ffff:192.0.2.1", "192.0.2.1"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
    ("fe80::1%eth0", "fe80::/64"),
    ("", ""),
])  # fmt: skip
def test_a_household_with_ipv6_counts_as_one_address(host, counts_as):
    assert network_of(host) == counts_as


def test_trusting_every_address_as_a_proxy_is_said(tmp_path, monkeypatch, caplog):
    def taken(settings):
        raise PortError("port.taken", "there is no room for this server")

    monkeypatch.setattr(server, "_listen", taken)
    with pytest.raises(PortError):
        server.run(Settings(database=database_url(str(tmp_path / "a.sqlite3")), proxies="*"), browser=False)
    assert caplog.text.count("whoever reaches this port may claim to come from any address") == 1

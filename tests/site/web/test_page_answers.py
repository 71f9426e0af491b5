"""What every answer of the site carries: policies, caching, the secret of a browser, words for mistakes."""

import re
from functools import partial

import pytest
from site_world import actions, begin, refusal, room_of, site_in
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways.site.web import lengths
from byways.site.web.live import Followers
from byways.site.web.sessions import COOKIE, TokenError, secret_of
from byways.site.web.signed_links import NAME_COOKIE, Signer, clean_name


async def test_every_answer_says_what_browsers_may_do(browser):
    api = await begin(browser)
    style = re.search(r'href="([^"]*site.css)"', (await browser.get("/")).text)[1]
    for path in ("/", "/new/troll", "/rules/troll", style, f"{api}/view", "/nowhere", "/api/nowhere", "/play/x"):
        answer = await browser.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


async def test_a_mistake_of_ours_is_said_and_noted(monkeypatch, caplog, site, browser):
    monkeypatch.setattr(site.rooms, "open", None)
    page, data = await browser.get("/play/x"), await browser.get("/api/games/x/view")
    assert (page.status_code, data.status_code) == (500, 500)
    assert "The server made a mistake" in page.text
    assert data.json()["error"]["code"] == "server"
    assert "content-security-policy" in page.headers
    assert "TypeError" in caplog.text


async def test_pages_are_not_kept_and_assets_are(browser):
    api = await begin(browser)
    page = await browser.get(api.replace("/api/games/", "/play/"))
    assert page.headers["cache-control"] == "no-cache, private"
    assert (await browser.get(f"{api}/view")).headers["cache-control"] == "no-store"
    script = re.search(r'src="([^"]*play.js)"', page.text)[1]
    kept = await browser.get(script)
    assert "immutable" in kept.headers["cache-control"]
    assert kept.headers["content-type"].startswith("text/javascript")
    older = await browser.get(re.sub(r"/static/\w+/", "/static/000000000000/", script))
    assert (older.headers["cache-control"], older.text) == ("no-cache", kept.text)
    plain = await browser.get(script, headers={"Accept-Encoding": "identity"})
    assert (kept.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
    assert kept.text == plain.text
    for missing in ("none.js", "..%2Fapp.py", "../app.py"):
        assert (await browser.get(script.replace("play.js", missing))).status_code == 404


async def test_a_browser_gets_one_secret_and_keeps_it(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        answer = await browser.post("/new/troll", data={})
        cookie = answer.headers["set-cookie"]
        assert re.match(r"byways=[\w-]{43};", cookie), "256 bits"
        for word in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert word in cookie
        again = await browser.post("/new/troll", data={})
        assert "set-cookie" not in again.headers
        home = (await browser.get("/")).text
        assert home.count('href="/play/') - home.count('href="/play/live.') == 1, "nobody had moved in the first"
    async with site_in(tmp_path) as site, site.browser() as stranger:
        assert 'href="/play/' not in (await stranger.get("/")).text.replace("/play/live.", "")


async def test_writes_are_taken_from_this_site_s_pages_only(caplog, monkeypatch, site, browser):
    monkeypatch.setattr("byways.site.web.sessions._warned", set())
    api = await begin(browser)
    turn = {"kind": "turn", "version": 0, "actions": actions(room_of(site, api), "b2")}
    body = {"command": turn, "shown": ""}
    for headers in ({"Origin": "http://evil.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert refusal(await browser.post(f"{api}/act", json=body, headers=headers)) == (403, "request.origin")
        assert (await browser.post("/new/troll", data={}, headers=headers)).status_code == 403
    for headers in ({"Origin": "http://site.test"}, {"Sec-Fetch-Site": "same-origin"}):
        assert (await browser.post("/new/troll", data={}, headers=headers)).status_code == 303
    assert caplog.messages == [
        "a page of 'evil.test' is sent on as if to 'site.test'; if that is this site, its proxy has to keep Host"
    ]
    crossing = {"Origin": "http://other.test", "Sec-Fetch-Site": "cross-site"}
    assert (await browser.post("/new/troll", data={}, headers=crossing)).status_code == 403
    hidden = {"Origin": "http://elsewhere.test", "Sec-Fetch-Site": "same-origin"}
    for _ in range(2):
        assert (await browser.post("/new/troll", data={}, headers=hidden)).status_code == 303
    assert ["elsewhere.test" in said for said in caplog.messages] == [False, True], "it is said once"
    assert room_of(site, api).timeline.version == 0


async def test_unknown_addresses_and_broken_games_have_pages(browser):
    for path in ("/nowhere", "/play/none", "/rules/chess", "/new/chess", "/new/%3Cscript%3E"):
        answer = await browser.get(path)
        assert answer.status_code == 404
        assert "That did not work" in answer.text
        assert "<script>alert" not in answer.text


async def test_the_icon_is_at_its_old_place_too(browser):
    assert (await browser.get("/favicon.ico")).headers["content-type"] == "image/svg+xml"


def test_who_follows_a_name_is_called_until_it_leaves():
    followers = Followers()
    called = []
    one, other = partial(called.append, 1), partial(called.append, 2)
    for name, changed in (("a", one), ("a", other), ("b", one)):
        followers.add(name, changed)
    followers.tell(["a", "c"])
    assert sorted(called) == [1, 2]
    followers.discard("a", one)
    followers.discard("c", one)
    followers.tell(["a", "a"])
    assert sorted(called) == [1, 2, 2]
    followers.discard("a", other)
    assert followers, "b is followed"
    followers.discard("b", one)
    assert not followers


def test_a_browser_has_a_secret_and_a_bot_a_token():
    def secret(**headers):
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        return secret_of(HTTPConnection({"type": "http", "headers": sent}))

    token = "t" * 30
    assert secret() is None
    assert secret(cookie=f"{COOKIE}={token}") == token
    assert secret(cookie=f"{COOKIE}=short") is None
    assert secret(authorization=f"Bearer {token}", cookie=f"{COOKIE}={'c' * 43}") == token
    with pytest.raises(TokenError):
        secret(authorization="bearer short")


def test_what_is_signed_is_ones_own_and_another_for_each_purpose():
    signer, other = Signer("key"), Signer("other key")
    secret = signer.seat("g1", "white")
    made = [secret, other.seat("g1", "white"), signer.visitor("k")]
    made += [signer.seat(*seat) for seat in (("g1", "white", 1), ("g1", "black"), ("g2", "white"))]
    made += [signer.game("k", *form) for form in (("a", "f", 0), ("b", "f", 0), ("a", "f", 1), ("a", "e", 0))]
    assert len(set(made)) == len(made)
    assert [len(one) for one in made] == [32] * 6 + [12] * 4
    assert signer.is_seat(secret, "g1", "white")
    assert not any(signer.is_seat(secret, *seat) for seat in (("g1", "white", 1), ("g1", "black"), ("g2", "white")))
    assert signer.unwrap(signer.wrap(b"data"), 60) == b"data"
    assert other.unwrap(signer.wrap(b"data"), 60) is None


def test_a_name_is_kept_signed():
    def said(signer, cookie):
        return signer.name_of(Request({"type": "http", "headers": [(b"cookie", f"{NAME_COOKIE}={cookie}".encode())]}))

    signer, answer = Signer("key"), Response()
    request = Request({"type": "http", "headers": [], "scheme": "http", "server": ("site.test", 80), "path": "/"})
    signer.give_name(request, answer, "Zoë")
    cookie = answer.headers["set-cookie"].partition("=")[2].partition(";")[0].strip('"')
    assert said(signer, cookie) == "Zoë"
    assert said(Signer("other key"), cookie) is None
    assert said(signer, f"x{cookie}") is None
    assert said(signer, "") is None
    assert clean_name("  Ada   Lovelace ") == "Ada Lovelace"
    assert clean_name(" ") is None
    assert len(clean_name("a" * 5_000)) == lengths.NAME

"""What every answer of the site carries: policies, caching, the secret of a browser, words for mistakes."""

import re

from site_world import actions, begin, refusal, room_of, site_in


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

"""Behind a proxy that gives the site a path: pages, what they load, the API, and the news all lie below it."""

import json
import re

import httpx
import pytest
from site_world import Server, Visitor

import byways


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("prefix"), root_path="/byways") as running:
        yield running


def addresses(page):
    return re.findall(r'(?:href|src|action)="([^"#]*)', page)


def test_pages_and_what_they_load_lie_below_the_path(proxied):
    """Asked as a proxy asks, that has taken the path away; the browser's addresses have it."""
    with httpx.Client(base_url=proxied.address, timeout=60) as browser:
        for page in ("/", "/new/troll", "/mine", "/review", "/rules/troll"):
            answer = browser.get(page)
            assert answer.status_code == 200, page
            own = [address for address in addresses(answer.text) if not re.match(r"\w+:|//", address)]
            assert own
            assert [address for address in own if address.startswith("/") and not address.startswith("/byways/")] == []
            for address in own:
                if address.startswith("/byways/") and address.endswith((".js", ".css", ".svg")):
                    assert browser.get(address.removeprefix("/byways")).status_code == 200, address


def test_a_game_is_played_below_the_path(proxied):
    with httpx.Client(base_url=proxied.address, timeout=60) as browser:
        answer = browser.post("/new/troll", data={"size": "4", "your side": "both"})
        place = answer.headers["location"]
        assert place.startswith("/byways/play/")
        assert "Path=/byways" in answer.headers["set-cookie"]
    with Visitor(proxied, cookie=answer.headers["set-cookie"].partition(";")[0]) as player:
        browser, place = player.http, place.removeprefix("/byways")
        api = place.replace("/play/", "/api/games/")
        assert f'data-api="/byways{api}"' in browser.get(place).text
        with player.live(api) as news:
            assert json.loads(news.recv(60))["view"]["ply"] == 0
            assert player.act(api, byways.start("troll", size=4), "b2").status_code == 200
            assert json.loads(news.recv(60))["view"]["version"] == 1
        assert browser.get("/api/games/nothing/view").json()["error"]["code"] == "game.missing"
        assert browser.get("/nothing").status_code == 404
        assert 'href="/byways/"' in browser.get("/nothing").text

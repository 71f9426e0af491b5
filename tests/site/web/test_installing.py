"""The site can be installed, says so where it cannot be reached, and gives links a title and a picture."""

import re
import struct
from html import unescape

import pytest
from page_facts import text_of

from byways.draw.page_tokens import PAGE
from byways.games import BUILT_IN
from byways.site.web.thumbnails import pixels_of


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


async def test_the_manifest_names_what_there_is(browser):
    assert 'rel="manifest" href="/manifest.webmanifest"' in (await browser.get("/")).text
    answer = await browser.get("/manifest.webmanifest")
    said = answer.json()
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    assert said["background_color"] == PAGE["room"].light
    for icon in said["icons"]:
        found = await browser.get(icon["src"])
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert "{}x{}".format(*size_of(found.content)) == icon["sizes"]
    assert {icon.get("purpose") for icon in said["icons"]} == {None, "maskable"}
    for shortcut in said["shortcuts"]:
        assert (await browser.get(shortcut["url"])).status_code == 200


@pytest.mark.headers(**{"Accept-Language": "es"})
async def test_the_manifest_speaks_the_readers_language(browser):
    said = (await browser.get("/manifest.webmanifest")).json()
    assert (said["lang"], said["shortcuts"][0]["name"]) == ("es", "Problemas diarios")


async def test_there_are_no_icons_of_other_sizes(browser):
    for address in ("/icon/181.png", "/icon/mask/9999999.png", "/icon/-1.png"):
        assert (await browser.get(address)).status_code == 404, address
    assert (await browser.get("/icon/large.png")).status_code == 422


async def test_the_service_worker_is_another_in_every_edition(browser):
    answer = await browser.get("/notifier.js")
    assert answer.headers["cache-control"] == "no-cache"
    edition = re.search(r"/static/(\w+)/", (await browser.get("/offline")).text)[1]
    assert answer.text.endswith(f"// {edition}\n"), "so that the page it keeps is fetched anew"


def shared(page):
    return {
        name: unescape(value) for name, value in re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page.text)
    }


async def test_links_have_a_title_a_description_and_a_picture(browser):
    made = await browser.post("/new/troll", data={"size": "4", "your side": "both"})
    game = made.headers["location"]
    paths = [game, game.replace("/play/", "/join/"), game.replace("/play/", "/review/")]
    paths += [f"/{part}/{name}" for part in ("daily", "rules", "learn", "new") for name in BUILT_IN]
    paths += ["/", "/daily", "/learn"]
    pictures = set()
    for path in paths:
        page = await browser.get(path, follow_redirects=True)
        said = shared(page)
        assert all(said[name] for name in ("title", "description")), path
        assert "<" not in text_of(said["description"])
        assert said["image"].startswith(str(browser.base_url).rstrip("/")), path
        pictures.add(said["image"])
    for address in pictures:
        picture = await browser.get(address)
        assert picture.headers["content-type"] == "image/png", address
        assert size_of(picture.content)[0] == 800, address


async def test_an_invitation_shows_the_board_that_was_chosen(browser, guest):
    images = []
    for size in ("4", "10"):
        made = await browser.post("/new/troll", data={"size": size, "the opponent": "friend"})
        invited = made.headers["location"].replace("/play/", "/join/")
        images.append(shared(await guest.get(invited))["image"])
    pictures = [(await guest.get(image)).content for image in images]
    assert pictures[0] != pictures[1]


async def test_a_picture_of_a_game_in_progress_shows_what_spectators_see(site, browser, guest):
    made = await browser.post("/new/longway", data={"players": "2", "your side": "both"})
    game = made.headers["location"]
    room = await site.rooms.open(game.rpartition("/")[2])
    seen = pixels_of(room.timeline.state.view(None))
    assert (await guest.get(f"{game}/picture.png")).content == seen
    assert (await browser.get(f"{game}/picture.png")).content == seen, "whoever asks"


async def test_there_are_no_pictures_of_what_is_not_there(browser):
    missing = ("/picture/nothing.png", "/daily/troll/2199-01-01/picture.png", "/daily/longway/2026-01-01/picture.png")
    for address in missing:
        assert (await browser.get(address)).status_code == 404, address

"""A tab that was opened before the site was renewed: it is told to load again, and what was begun there is not lost."""

import re

import pytest
from site_world import begin, in_loop, site_in, view
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TURN = {"version": 0, "actions": [5], "key": "k"}


@pytest.mark.parametrize(
    "path",
    [
        "{}/act",
        "{}/undo",
        "{}/deal",
        "games/{}/revoke",
        "reviews/{}/hindsight",
        "learn/troll/1/act",
        "daily/troll/2026-11-20/act",
    ],
)
@in_loop
async def test_what_was_sent_is_to_be_sent_again_by_a_page_that_is_loaded_anew(tmp_path, path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser)
        answer = await browser.post(f"/api/{path.format(api.rpartition('/')[2])}", json=TURN)
        assert answer.status_code == 503, "scripts keep what they send as long as they hear this"
        error = answer.json()["error"]
        assert error["code"] == "page.former"
        assert re.search("please reload it", error["message"])
        assert (await view(browser, api))["version"] == 0


@in_loop
async def test_what_was_asked_is_answered_likewise_and_other_addresses_are_none(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        name = (await begin(browser)).rpartition("/")[2]
        for path in (
            name,
            f"{name}/at/1",
            f"{name}/chat?after=0",
            f"review/{name}/at/3",
            f"reviews/{name}/hindsight",
            "daily/troll/2026-11-20/frame",
        ):
            assert (await browser.get(f"/api/{path}")).json()["error"]["code"] == "page.former"
        for path in ("games/x", "lessons/troll", "reviews/x/y/z"):
            assert (await browser.get(f"/api/{path}")).json()["error"]["code"] in ("request.address", "game.missing")


def test_its_connection_is_closed_for_good(server):
    with connect(server.address.replace("http", "ws") + "/api/abc/live") as socket:
        with pytest.raises(ConnectionClosed):
            socket.recv(20)
        assert socket.close_code == 4404

"""What is shared of a game: stills of any position, a film, the record, a page for frames."""

import asyncio
import re
import time
from xml.etree import ElementTree

import httpx
from review_world import RECORD, WON, played, uploaded
from site_world import act, begin, until

import byways
from byways.site.review import share
from byways.site.review.animation import film

SVG = "{http://www.w3.org/2000/svg}"


async def test_a_still_of_any_position(site, ada):
    game_id = await played(ada, WON)
    stranger = site.browser()
    state = byways.start("troll", size=4)
    for ply in range(9):
        answer = await stranger.get(f"/review/{game_id}/still.svg", params={"ply": ply, "theme": "dark"})
        root = ElementTree.fromstring(answer.content)
        discs = [node for node in root.iter() if "stone" in (node.get("class") or "").split()]
        assert len(discs) == sum(mark in "OX" for mark in str(state).partition("\n")[2].partition("to")[0])
        state = state.play(WON[ply]) if ply < 8 else state
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "script" not in answer.text
    assert "Move 4 of 4: Black d2. Black won" in root.find(f"{SVG}title").text
    pixels = await stranger.get(f"/review/{game_id}/still.png", params={"ply": "2", "width": 64})
    assert pixels.content.startswith(b"\x89PNG")
    assert int.from_bytes(pixels.content[16:20]) == 64
    for query in ({"width": 999_999}, {"theme": "mauve"}, {"ply": "99"}):
        assert (await stranger.get(f"/review/{game_id}/still.png", params=query)).status_code in (404, 422)


async def test_pictures_that_take_long_are_made_for_addresses_in_turn(site, ada, monkeypatch):
    game_id = await uploaded(ada, RECORD)
    done = []

    def slow(*_):
        time.sleep(0.02)
        done.append("film")
        return "<svg/>"

    monkeypatch.setattr(share, "_film", slow)
    films = [asyncio.create_task(ada.get(f"/review/{game_id}/film.svg")) for _ in range(20)]
    await asyncio.to_thread(until, lambda: done)
    transport = httpx.ASGITransport(site.app, client=("198.51.100.7", 50_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://site.test") as other:
        before = len(done)
        assert (await other.get(f"/review/{game_id}/still.png?width=64")).status_code == 200
        assert len(done) - before <= 2, "the film that is being made, and one that its drawing overlaps"
    assert {(await one).status_code for one in films} == {200}


async def test_a_drawing_opened_by_itself_loads_and_runs_nothing(ada):
    game_id = await uploaded(ada, RECORD)
    for path in ("still.svg", "film.svg"):
        policy = (await ada.get(f"/review/{game_id}/{path}")).headers["content-security-policy"]
        assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def test_a_film_shows_every_position_once():
    state = byways.start("troll", size=4)
    states = [state := state.play(turn) for turn in WON]
    pictures = [one.variant.game.picture(one) for one in states]
    text = film(pictures, state.players, title="A & B")
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "A & B"
    assert not re.search(r"<(script|image|foreignObject)", text)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    spans = {name: [int(at) for at in name[1:].split("-")] for name in re.findall(r"@keyframes (t\d+-\d+)", text)}

    def stones(node, at):
        """How many stones below a node are there at a position."""
        first, before = spans.get(node.get("class"), (0, len(pictures)))
        if not first <= at < before:
            return 0
        return ("stone" in (node.get("class") or "").split()) + sum(stones(child, at) for child in node)

    for at, picture in enumerate(pictures):
        assert stones(root, at) == sum(item.kind == "stone" for item in picture.boards[0].items)
    assert "prefers-reduced-motion" in text


async def test_records_go_out_as_they_came_in(ada):
    game_id = await uploaded(ada, RECORD)
    text = await ada.get(f"/review/{game_id}/record.txt")
    assert text.headers["content-disposition"] == f'attachment; filename="troll-{game_id}.txt"'
    assert byways.Record.from_text(text.text) == byways.Record.from_text(RECORD)
    data = await ada.get(f"/review/{game_id}/record.json")
    assert byways.Record.from_json(data.text) == byways.Record.from_text(RECORD)
    mine = await played(ada, WON)
    record = byways.Record.from_text((await ada.get(f"/review/{mine}/record.txt")).text)
    assert (list(record.turns), record.result) == (WON, "black")


async def test_only_the_page_for_frames_may_be_framed(site, ada):
    game_id = await uploaded(ada, RECORD)
    framed = await site.browser().get(f"/embed/{game_id}", params={"ply": "3"})
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "Move 2 of 4" in framed.text
    assert 'role="button"' not in framed.text
    for path in (f"/review/{game_id}", "/review", "/", f"/play/{game_id}"):
        assert "frame-ancestors 'none'" in (await ada.get(path)).headers["content-security-policy"]


async def test_a_running_game_is_shared_with_nobody(site, ada):
    api = await begin(ada)
    await act(ada, api, "b3")
    game_id = api.rpartition("/")[2]
    stranger = site.browser()
    for path in ("still.svg", "still.png", "film.svg", "record.txt", "record.json"):
        assert (await stranger.get(f"/review/{game_id}/{path}")).status_code == 403, path
        assert (await ada.get(f"/review/{game_id}/{path}")).status_code == 200, path
    assert (await stranger.get(f"/embed/{game_id}")).status_code == 403
    assert (await ada.get(f"/embed/{game_id}")).status_code == 403, "a frame is for everybody or nobody"

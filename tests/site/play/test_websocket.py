"""News over WebSockets, from a real server: all of it at first, then what changed, to everybody; nothing is lost."""

import gc
import json
import re
import socket as sockets
import time
import weakref
from pathlib import Path

import httpx
import pytest
from page_facts import Page, facts, turn_body
from site_world import ADA, live_address, play, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import byways
from byways.site.play.page.views import forget, viewer_of, views_of
from byways.site.storage.stored_games import Seat


class Browser:
    """A browser's HTTP side, and its WebSockets."""

    def __init__(self, server, **cookies):
        self.server = server
        self.http = httpx.Client(base_url=server.address, cookies=cookies, timeout=30)

    def begin(self, game="troll", **form):
        answer = self.http.post(f"/new/{game}", data={"size": "4", "your side": "both"} | form)
        assert answer.status_code == 303, answer.text
        self.state = byways.start(game, **{"size": int(form.get("size", 4))} if game != "longway" else {})
        return answer.headers["location"].replace("/play/", "/api/games/")

    def live(self, api, origin=None, **query):
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = live_address(self.server.address, api, **query)
        headers = {"Cookie": cookie} if cookie else {}
        return connect(address, additional_headers=headers, origin=origin, max_size=None)

    def play(self, api, *turns):
        for turn in turns:
            version = self.http.get(f"{api}/view").json()["view"]["version"]
            body = turn_body(version, list(self.state.actions(turn)))
            answer = self.http.post(f"{api}/act", json=body)
            assert answer.status_code == 200, answer.text
            self.state = self.state.play(turn)


def heard(socket, seconds=20):
    """What a person sees after the next message."""
    socket.page = getattr(socket, "page", None) or Page()
    return socket.page.hear(json.loads(socket.recv(seconds)))


@pytest.fixture
def browser(server):
    made = Browser(server)
    yield made
    made.http.close()


def test_all_of_it_at_first_and_then_what_changed(browser):
    api = browser.begin()
    with browser.live(api) as socket:
        whole = heard(socket)
        assert (whole["kind"], whole["version"], "base" in whole["patch"]) == ("news", 0, False)
        browser.play(api, "b2")
        then = heard(socket)
        assert (then["kind"], then["patch"]["base"], then["version"]) == ("news", whole["tag"], 1)
        assert "pieces.b2" in then["patch"]["markup"]
        assert len(json.dumps(then["patch"])) < len(json.dumps(whole["patch"])) / 4


def test_patches_add_up_to_the_whole(browser):
    """A page that only ever patched shows what a fresh one shows."""
    api = browser.begin()
    with browser.live(api) as socket:
        heard(socket)
        for turn in ("b2", "b3", "b4", "c2"):
            browser.play(api, turn)
            shown = heard(socket)["markup"]
        assert shown == facts(browser.http.get(f"{api}/view").json())["markup"]


def test_a_page_that_has_it_already_is_not_sent_it_again(browser):
    api = browser.begin()
    tag = facts(browser.http.get(f"{api}/view").json())["tag"]
    with browser.live(api, has=tag) as socket:
        assert heard(socket)["kind"] == "alive", "it shows everything"
    browser.play(api, "b2")
    with browser.live(api, has=tag) as socket:
        socket.page = Page()
        socket.page.tag = tag
        first = heard(socket)
        assert first["turns"] == [["b2", "white"]], "it has missed something"


def test_two_who_watch_hear_the_same(browser, server):
    api = browser.begin()
    stranger = Browser(server)
    with browser.live(api) as mine, stranger.live(api) as other:
        assert heard(mine)["viewer"] == "white"
        assert heard(other)["viewer"] is None
        browser.play(api, "b2")
        seen, shown = heard(mine), heard(other)
        assert seen["turns"] == shown["turns"] == [["b2", "white"]]
        assert seen["offers"]
        assert not shown["offers"]


def test_heartbeats_are_answered(browser):
    api = browser.begin()
    with browser.live(api) as socket:
        heard(socket)
        for beat in ("{}", '{"seat": null}', '{"seat": 7}', "[]", "3"):
            socket.send(beat)
            kinds = {heard(socket)["kind"]}
            if "alive" not in kinds:  # naming a seat may bring a look, too
                kinds.add(heard(socket)["kind"])
            assert "alive" in kinds


@pytest.mark.parametrize(("noise", "code"), [
    ("{", 1007),
    ("not json", 1007),
    (b"\xff\xfe", 1007),
    ("[" * 3_000, 1007),
    ('{"idle": true, "idle": false}', 1007),
    ("x" * 10_000, 1009),
], ids=["half of an object", "no JSON", "no text", "nested", "a name twice", "too long"])  # fmt: skip
def test_noise_ends_the_connection_and_nothing_else(browser, noise, code):
    api = browser.begin()
    with browser.live(api) as socket:
        heard(socket)
        socket.send(noise)
        with pytest.raises(ConnectionClosed):
            heard(socket)
        assert socket.close_code == code
    browser.play(api, "b2")


def test_games_that_do_not_exist_and_pages_of_other_sites_are_sent_away(browser):
    api = browser.begin()
    for address, origin, code in (("/api/games/none", None, 4404), (api, "http://evil.test", 4403)):
        with browser.live(address, origin=origin) as socket:
            with pytest.raises(ConnectionClosed):
                heard(socket)
            assert socket.close_code == code


def test_what_a_proxy_has_made_of_a_websocket_is_answered_and_told_once(browser):
    for _ in range(2):
        answer = browser.http.get("/api/live", headers={"Sec-WebSocket-Key": "x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (426, "live.upgrade")
    assert browser.server.said().count("a proxy lets no WebSocket through") == 1


def test_a_seat_is_taken_by_saying_so(browser):
    api = browser.begin("longway", players="2", **{"seat player 1": "person", "seat player 2": "person"})
    with browser.live(api) as socket:
        assert heard(socket)["handover"] == "player 1"
        socket.send('{"seat": "player 1"}')
        seen = next(message for message in iter(lambda: heard(socket), None) if message["kind"] != "alive")
        assert (seen["viewer"], seen["handover"]) == ("player 1", None)
    with browser.live(api, seat="player 1") as socket:
        assert heard(socket)["viewer"] == "player 1"
    stranger = Browser(browser.server)
    with stranger.live(api, seat="player 1") as socket:
        assert heard(socket)["viewer"] is None, "a seat is taken by who holds it"


def test_a_slow_reader_is_spared_what_is_stale_and_hinders_nobody(browser):
    api = browser.begin()
    address = httpx.URL(browser.server.address)
    with sockets.create_connection((address.host, address.port)) as raw:
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
        raw.sendall(
            f"GET /api/live?topic=game:{api.rpartition('/')[2]} HTTP/1.1\r\n"
            "Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        began = time.monotonic()
        browser.play(api, "b2", "b3", "b4", "c2")
        assert time.monotonic() - began < 30


@pytest.mark.torture
def test_nothing_is_lost_when_the_server_is_killed_and_started_again(own_server):
    browser = Browser(own_server)
    api = browser.begin()
    for turn in ("b2", "b3", "b4"):
        browser.play(api, turn)
        own_server.kill()
        own_server.start()
        with browser.live(api) as socket:
            assert [text for text, _ in heard(socket)["turns"]] == list(browser.state.turns)


def test_an_engine_goes_on_after_a_kill(own_server):
    browser = Browser(own_server)
    api = browser.begin(**{"your side": "white", "the engine": "steady"})
    browser.play(api, "b2")
    own_server.kill()
    own_server.start()
    turns = until(lambda: facts(browser.http.get(f"{api}/view").json())["turns"][1:], 60, "the engine's turn")
    assert turns[0][1] == "black"


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="looks at the server's memory in /proc")
def test_the_server_process_never_loads_numba(own_server):
    """Engines and costly ends are for workers: the server stays small and quick."""
    browser = Browser(own_server)
    api = browser.begin(**{"your side": "white", "the engine": "quick"})
    browser.play(api, "b2")
    until(lambda: facts(browser.http.get(f"{api}/view").json())["turns"][1:], 60, "the engine's turn")
    maps = Path(f"/proc/{own_server.process.pid}/maps").read_text()
    assert "_multiarray_umath" in maps
    assert "llvmlite" not in maps
    assert own_server.stop() == 0
    own_server.start()
    assert "Traceback" not in own_server.said()


def test_presence_is_told_to_the_others_but_not_for_a_reload(server, browser):
    api = browser.begin(**{"your side": "white", "the engine": "link"})
    rows = browser.http.post(f"{api}/links", json={}).json()["links"]
    other = Browser(server)
    other.http.post(f"{api}/sit", json={"secret": rows[0]["url"].partition("#")[2]})
    with browser.live(api) as socket:
        assert [player["here"] for player in heard(socket)["players"]] == [None, False]
        for _ in range(2):  # a page that is loaded again comes back at once
            with other.live(api) as others:
                heard(others)
        assert [player["here"] for player in heard(socket)["players"]] == [None, True]
        went = heard(socket)
        assert [player["here"] for player in went["players"]] == [None, False]
        assert went["number"] == 1, "it is no event of the game"
    other.http.close()


def test_who_has_not_touched_anything_for_long_is_idle_for_the_others(server, browser):
    api = browser.begin(**{"your side": "white", "the engine": "link"})
    rows = browser.http.post(f"{api}/links", json={}).json()["links"]
    other = Browser(server)
    other.http.post(f"{api}/sit", json={"secret": rows[0]["url"].partition("#")[2]})
    with browser.live(api) as socket, other.live(api, idle="1") as idle:
        presences = []

        def hear():
            markup = json.loads(socket.recv(20))["patch"]["markup"].get("players.black", "")
            presences.extend(re.findall(r'class="(here|idle|away)"', markup))

        for state in (False, True):
            idle.send(json.dumps({"idle": state}))
            wanted = "idle" if state else "here"
            while presences[-1:] != [wanted]:
                hear()
        with other.live(api):  # another page of theirs, at which somebody is
            while presences[-1:] != ["here"]:
                hear()
    assert presences[-4:-1] in (["idle", "here", "idle"], ["away", "here", "idle"])
    other.http.close()


def test_a_live_clock_starts_when_both_pages_are_connected(server, browser):
    api = browser.begin(**{"your side": "white", "the engine": "link", "the clock": "5+3"})
    rows = browser.http.post(f"{api}/links", json={}).json()["links"]
    other = Browser(server)
    with browser.live(api) as socket:
        heard(socket)
        other.http.post(f"{api}/sit", json={"secret": rows[0]["url"].partition("#")[2]})
        seated = heard(socket)
        assert (seated["running"], round(seated["since"] - seated["now"])) == ("white", 60)
        with other.live(api) as others:
            heard(others)
            until(lambda: abs((seen := facts(browser.http.get(f"{api}/view").json()))["since"] - seen["now"]) < 30)
    other.http.close()


async def test_a_message_is_made_once_for_all_who_saw_the_same(rooms):
    room = await rooms.create("troll", {"size": 4}, (Seat("white", holder=ADA), Seat("black", holder=ADA)), None)
    nobody, views = viewer_of(room, None, None), views_of(room)
    before, whole = views.news(room, nobody, "")
    assert views.news(room, nobody, "")[1] is whole
    await play(room, "b2")
    after, message = views.news(room, nobody, before)
    assert after != before
    assert json.loads(message)["patch"]["base"] == before
    assert views.news(room, nobody, before)[1] is message
    assert "base" not in json.loads(views.news(room, nobody, "")[1])["patch"]
    assert json.loads(views.news(room, nobody, after)[1])["patch"]["markup"] == {}
    forgotten = weakref.ref(views.now(room, nobody))
    forget(room)
    del views
    gc.collect()
    assert forgotten() is None

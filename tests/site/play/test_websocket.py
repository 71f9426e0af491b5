"""News over WebSockets, from a real server: all of it at first, then what changed, to everybody; nothing is lost."""

import gc
import json
import re
import socket as sockets
import weakref
from pathlib import Path

import pytest
from page_facts import Page
from site_world import ADA, Visitor, play, until
from websockets.exceptions import ConnectionClosed

from byways.site.play.page.views import forget, viewer_of, views_of
from byways.site.storage.stored_games import Seat


def heard(socket, seconds=60):
    """What a person sees after the next message."""
    socket.page = getattr(socket, "page", None) or Page()
    return socket.page.hear(json.loads(socket.recv(seconds)))


def test_all_of_it_at_first_and_then_what_changed(visiting):
    api = visiting.begin()
    with visiting.live(api) as socket:
        whole = heard(socket)
        assert (whole["kind"], whole["version"], "base" in whole["patch"]) == ("news", 0, False)
        visiting.play(api, "b2")
        then = heard(socket)
        assert (then["kind"], then["patch"]["base"], then["version"]) == ("news", whole["tag"], 1)
        assert "pieces.b2" in then["patch"]["markup"]
        assert len(json.dumps(then["patch"])) < len(json.dumps(whole["patch"])) / 4


def test_patches_add_up_to_the_whole(visiting):
    """A page that only ever patched shows what a fresh one shows."""
    api = visiting.begin()
    with visiting.live(api) as socket:
        heard(socket)
        for turn in ("b2", "b3", "b4", "c2"):
            visiting.play(api, turn)
            shown = heard(socket)["markup"]
        assert shown == visiting.view(api)["markup"]


def test_a_page_that_has_it_already_is_not_sent_it_again(visiting):
    api = visiting.begin()
    tag = visiting.view(api)["tag"]
    with visiting.live(api, has=tag) as socket:
        assert heard(socket)["kind"] == "alive", "it shows everything"
    visiting.play(api, "b2")
    with visiting.live(api, has=tag) as socket:
        socket.page = Page()
        socket.page.tag = tag
        first = heard(socket)
        assert first["turns"] == [["b2", "white"]], "it has missed something"


def test_two_who_watch_hear_the_same(visiting, server):
    api = visiting.begin()
    stranger = Visitor(server)
    with visiting.live(api) as mine, stranger.live(api) as other:
        assert heard(mine)["viewer"] == "white"
        assert heard(other)["viewer"] is None
        visiting.play(api, "b2")
        seen, shown = heard(mine), heard(other)
        assert seen["turns"] == shown["turns"] == [["b2", "white"]]
        assert seen["offers"]
        assert not shown["offers"]


def test_heartbeats_are_answered(visiting):
    api = visiting.begin()
    with visiting.live(api) as socket:
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
def test_noise_ends_the_connection_and_nothing_else(visiting, noise, code):
    api = visiting.begin()
    with visiting.live(api) as socket:
        heard(socket)
        socket.send(noise)
        with pytest.raises(ConnectionClosed):
            heard(socket)
        assert socket.close_code == code
    visiting.play(api, "b2")


def test_games_that_do_not_exist_and_pages_of_other_sites_are_sent_away(visiting):
    api = visiting.begin()
    for address, origin, code in (("/api/games/none", None, 4404), (api, "http://evil.test", 4403)):
        with visiting.live(address, origin=origin) as socket:
            with pytest.raises(ConnectionClosed):
                heard(socket)
            assert socket.close_code == code


def test_what_a_proxy_has_made_of_a_websocket_is_answered_and_told_once(visiting):
    for _ in range(2):
        answer = visiting.http.get("/api/live", headers={"Sec-WebSocket-Key": "x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (426, "live.upgrade")
    assert visiting.server.said().count("a proxy lets no WebSocket through") == 1


def test_a_seat_is_taken_by_saying_so(visiting):
    api = visiting.begin("longway", players="2", **{"seat player 1": "person", "seat player 2": "person"})
    with visiting.live(api) as socket:
        assert heard(socket)["handover"] == "player 1"
        socket.send('{"seat": "player 1"}')
        seen = next(message for message in iter(lambda: heard(socket), None) if message["kind"] != "alive")
        assert (seen["viewer"], seen["handover"]) == ("player 1", None)
    with visiting.live(api, seat="player 1") as socket:
        assert heard(socket)["viewer"] == "player 1"
    stranger = Visitor(visiting.server)
    with stranger.live(api, seat="player 1") as socket:
        assert heard(socket)["viewer"] is None, "a seat is taken by who holds it"


def test_a_slow_reader_is_spared_what_is_stale_and_hinders_nobody(visiting):
    api = visiting.begin()
    with sockets.create_connection(("127.0.0.1", visiting.server.port)) as raw:
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
        raw.sendall(
            f"GET /api/live?topic=game:{api.rpartition('/')[2]} HTTP/1.1\r\n"
            "Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        visiting.play(api, "b2", "b3", "b4", "c2")  # none of which takes the 30 s that a request may


@pytest.fixture
def two(visiting, server):
    """Begin a game of two: `two(**form)` gives its address, the other browser, and how that one takes its seat."""
    with Visitor(server) as other:

        def begun(**form):
            api = visiting.begin(**{"your side": "white", "the engine": "link"} | form)
            (secret,) = visiting.seats(api)
            return api, other, lambda: other.sit(api, secret)

        yield begun


@pytest.mark.torture
def test_nothing_is_lost_when_the_server_is_killed_and_started_again(own_server):
    visiting = Visitor(own_server)
    api = visiting.begin()
    for turn in ("b2", "b3", "b4"):
        visiting.play(api, turn)
        own_server.kill()
        own_server.start()
        with visiting.live(api) as socket:
            assert [text for text, _ in heard(socket)["turns"]] == list(visiting.state.turns)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="looks at the server's memory in /proc")
def test_an_engine_goes_on_after_a_kill_and_the_server_process_never_loads_numba(own_server):
    """Engines and costly ends are for workers: the server stays small and quick."""
    with Visitor(own_server) as visiting:
        api = visiting.begin(**{"your side": "white", "the engine": "steady"})
        visiting.play(api, "b2")
        own_server.kill()
        own_server.start()
        turns = until(lambda: visiting.view(api)["turns"][1:], 300, "the engine's turn")
        assert turns[0][1] == "black"
        maps = Path(f"/proc/{own_server.process.pid}/maps").read_text()
    assert "_multiarray_umath" in maps
    assert "llvmlite" not in maps
    assert own_server.stop() == 0
    assert "Traceback" not in own_server.said()


def test_presence_is_told_to_the_others_but_not_for_a_reload(visiting, two):
    api, other, sit = two()
    sit()
    with visiting.live(api) as socket:
        assert [player["here"] for player in heard(socket)["players"]] == [None, False]
        for _ in range(2):  # a page that is loaded again comes back at once
            with other.live(api) as others:
                heard(others)
        assert [player["here"] for player in heard(socket)["players"]] == [None, True]
        went = heard(socket)
        assert [player["here"] for player in went["players"]] == [None, False]
        assert went["number"] == 1, "it is no event of the game"


def test_who_has_not_touched_anything_for_long_is_idle_for_the_others(visiting, two):
    api, other, sit = two()
    sit()
    with visiting.live(api) as socket, other.live(api, idle="1") as idle:
        presences = []

        def hear_until(wanted):
            while presences[-1:] != [wanted]:
                markup = json.loads(socket.recv(60))["patch"]["markup"].get("players.black", "")
                presences.extend(re.findall(r'class="(here|idle|away)"', markup))

        for state, wanted in ((False, "here"), (True, "idle")):
            idle.send(json.dumps({"idle": state}))
            hear_until(wanted)
        with other.live(api):  # another page of theirs, at which somebody is
            hear_until("here")
    assert presences[-4:-1] in (["idle", "here", "idle"], ["away", "here", "idle"])


def test_a_live_clock_starts_when_both_pages_are_connected(visiting, two):
    api, other, sit = two(**{"the clock": "5+3"})
    with visiting.live(api) as socket:
        heard(socket)
        sit()
        seated = heard(socket)
        assert (seated["running"], round(seated["since"] - seated["now"])) == ("white", 60)
        with other.live(api) as others:
            heard(others)
            until(lambda: abs((seen := visiting.view(api))["since"] - seen["now"]) < 30)


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

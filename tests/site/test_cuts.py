"""Lines that are cut anywhere: a turn sent again is played once, and the server and who else watches go on."""

import json
import socket as sockets
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from page_facts import facts, turn_body
from site_world import live_address
from websockets.sync.client import connect

import byways


@pytest.fixture
def begun(server):
    """(client, address of the API, its cookie) of a new game."""
    with httpx.Client(base_url=server.address, timeout=30) as client:
        answer = client.post("/new/troll", data={"size": "4", "your side": "both"})
        yield client, answer.headers["location"].replace("/play/", "/api/games/"), f"byways={client.cookies['byways']}"


def body(turns, turn, key):
    state = byways.start("troll", size=4)
    for before in turns:
        state = state.play(before)
    return turn_body(len(turns), list(state.actions(turn)), key)


def raw(server, api, cookie, sent):
    """A whole request for a turn."""
    data = json.dumps(sent).encode()
    head = f"POST {api}/act HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


def dial(server):
    address = httpx.URL(server.address)
    return sockets.create_connection((address.host, address.port), timeout=60)


def test_a_request_that_is_cut_anywhere_is_played_once_when_it_is_sent_again(server, begun):
    client, api, cookie = begun
    turns = []
    for n, turn in enumerate(("b2", "b3", "b4", "c2", "c3", "c4")):
        sent = body(turns, turn, f"key {n}")
        whole = raw(server, api, cookie, sent)
        for cut in (1, len(whole) // 3, len(whole) - 1, len(whole)):  # the last is heard; its answer is not waited for
            with dial(server) as line:
                line.sendall(whole[:cut])
        assert client.post(f"{api}/act", json=sent).status_code == 200
        turns.append(turn)
        seen = facts(client.get(f"{api}/view").json())
        assert ([text for text, *_ in seen["turns"]], seen["version"]) == (turns, n + 1)


def test_fifty_at_once_over_fifty_lines_are_one_turn(server, begun):
    client, api, cookie = begun
    sent = body([], "b2", "key")

    def send(_):
        with httpx.Client(base_url=server.address, headers={"Cookie": cookie}, timeout=30) as other:
            return other.post(f"{api}/act", json=sent).status_code

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(send, range(50))) == [200] * 50
    assert facts(client.get(f"{api}/view").json())["version"] == 1


def test_two_tabs_with_different_turns_and_stale_plies(server, begun):
    client, api, _ = begun
    one, other = body([], "b2", "one"), body([], "c3", "other")
    assert client.post(f"{api}/act", json=one).status_code == 200
    command = other["command"]
    for stale in (other, *(other | {"command": command | {"version": version}} for version in (7, -1))):
        assert client.post(f"{api}/act", json=stale).status_code in (400, 409, 422)
    assert client.post(f"{api}/act", json=one).status_code == 200
    assert [text for text, *_ in facts(client.get(f"{api}/view").json())["turns"]] == ["b2"]


def test_a_live_line_that_is_cut_anywhere_hinders_nobody(server, begun):
    client, api, cookie = begun
    shake = (
        f"GET /api/live?topic=game:{api.rpartition('/')[2]} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    frame = b"\x81\x82\0\0\0\0{}"
    news = live_address(server.address, api)
    with connect(news, additional_headers={"Cookie": cookie}, max_size=None) as watching:
        json.loads(watching.recv(60))
        for cut in (5, len(shake), len(shake) + 1, len(shake) + 3, len(shake) + len(frame)):
            with dial(server) as line:
                line.sendall((shake + frame)[:cut])
        assert client.post(f"{api}/act", json=body([], "b2", "key")).status_code == 200
        while True:
            told = json.loads(watching.recv(60))
            if told.get("view", {}).get("version") == 1:
                break

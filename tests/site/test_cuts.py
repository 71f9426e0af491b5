"""Lines that are cut anywhere: a turn sent again is played once, and the server and who else watches go on."""

import json
import socket as sockets
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from page_facts import turn_body

import byways


@pytest.fixture
def begun(visiting):
    """(browser, address of the API, its cookie) of a new game."""
    return visiting, visiting.begin(), f"byways={visiting.http.cookies['byways']}"


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
    return sockets.create_connection(("127.0.0.1", server.port), timeout=60)


def test_a_request_that_is_cut_anywhere_is_played_once_when_it_is_sent_again(server, begun):
    client, api, cookie = begun
    turns = []
    for n, turn in enumerate(("b2", "b3", "b4", "c2", "c3", "c4")):
        sent = body(turns, turn, f"key {n}")
        whole = raw(server, api, cookie, sent)
        for cut in (1, len(whole) // 3, len(whole) - 1, len(whole)):  # the last is heard; its answer is not waited for
            with dial(server) as line:
                line.sendall(whole[:cut])
        assert client.http.post(f"{api}/act", json=sent).status_code == 200
        turns.append(turn)
        assert (client.turns(api), client.view(api)["version"]) == (turns, n + 1)


def test_fifty_at_once_over_fifty_lines_are_one_turn(server, begun):
    client, api, cookie = begun
    sent = body([], "b2", "key")

    def send(_):
        with httpx.Client(base_url=server.address, headers={"Cookie": cookie}, timeout=30) as other:
            return other.post(f"{api}/act", json=sent).status_code

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(send, range(50))) == [200] * 50
    assert client.view(api)["version"] == 1


def test_a_live_line_that_is_cut_anywhere_hinders_nobody(server, begun):
    client, api, cookie = begun
    shake = (
        f"GET /api/live?topic=game:{api.rpartition('/')[2]} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    frame = b"\x81\x82\0\0\0\0{}"
    with client.live(api) as watching:
        json.loads(watching.recv(60))
        for cut in (5, len(shake), len(shake) + 1, len(shake) + 3, len(shake) + len(frame)):
            with dial(server) as line:
                line.sendall((shake + frame)[:cut])
        assert client.http.post(f"{api}/act", json=body([], "b2", "key")).status_code == 200
        while json.loads(watching.recv(60)).get("view", {}).get("version") != 1:
            pass

"""Connections on which no whole request arrives are closed, and cannot shut others out."""

import socket
import time
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import pytest
from site_world import Server, connected, live_address, until

from byways.site.web.connections import CROWD

HASTY = "import byways.site.web.connections as c; c.HEAD = c.BODY = 1.0; c.SOON = 0.5"
FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))"
POST = b"POST /api/games/none/act HTTP/1.1\r\nHost: site.test\r\nContent-Length: 100000\r\n\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: site.test\r\n\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server that waits a second for heads and bodies."""
    with Server(tmp_path_factory.mktemp("hasty"), HASTY) as running:
        yield running


def opened(server):
    where = urlsplit(server.address)
    return socket.create_connection((where.hostname, where.port), timeout=30)


def drip(connection, piece):
    """Send a piece every tenth of a second until the connection is closed, at most so long."""
    connection.settimeout(0.1)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            connection.sendall(piece)
            while True:
                if not connection.recv(65_536):
                    return
        except TimeoutError:
            continue
        except OSError:
            return
    raise AssertionError("the connection stays open")


def test_who_says_nothing_is_not_waited_for(hasty):
    with opened(hasty) as silent:
        assert silent.recv(1) == b""


@pytest.mark.parametrize(
    ("first", "piece"),
    [(b"GET /health HTTP/1.1\r\nX-Long: ", b"x"), (b"", b"\r\n"), (POST, b"x"), (GET, b"G"), (GET, b"\r\n")],
    ids=["head", "blank lines", "body", "second head", "blank lines after a request"],
)
def test_a_request_that_comes_a_byte_at_a_time_is_given_up(hasty, first, piece):
    with opened(hasty) as slow:
        slow.sendall(first)
        drip(slow, piece)


def test_whoever_is_in_time_keeps_the_connection(hasty):
    with httpx.Client(base_url=hasty.address, timeout=60) as client:
        for _ in range(3):
            assert client.get("/health").status_code == 200
            time.sleep(0.6)
        game = client.post("/new/troll", data={"size": "4", "your side": "both"}).headers["location"]
    with connected(live_address(hasty.address, game)) as live:
        assert live.recv(30)
        time.sleep(2.5)
        live.send("{}")
        assert live.recv(30) == b'{"kind":"alive"}'


def is_open(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_three_hundred_silent_connections_do_not_shut_others_out(servers):
    server = servers(FEW_FILES)
    with ExitStack() as stack:
        silent = [stack.enter_context(opened(server)) for _ in range(300)]
        until(lambda: sum(map(is_open, silent)) <= CROWD, 15, "room for others")
        for _ in range(20):
            assert httpx.get(f"{server.address}/health", timeout=30).status_code == 200

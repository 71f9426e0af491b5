"""How many pages may hear of games at once from one address; where there is no room, that is said, until there is."""

import json
from contextlib import ExitStack

import httpx
import pytest
from site_world import Server, connected, live_address
from websockets.exceptions import ConnectionClosed

from byways.site.web.rate_limits import Places, RateLimits

TWO = (
    "import byways.site.web.rate_limits as rate; rate.many = rate.RateLimits.__init__; "
    "rate.RateLimits.__init__ = lambda limits, **how: "
    "(rate.many(limits, **how), setattr(limits, 'connections', rate.Places(2)))[0]"
)
FULL = 4429


def test_there_are_as_many_places_as_there_are_for_each():
    places = Places(2)
    assert [places.take("a") for _ in range(3)] == [True, True, False]
    assert places.take("b")
    places.give_back("a")
    assert [places.take("a") for _ in range(2)] == [True, False]


def test_nothing_is_kept_of_those_who_have_left():
    places = Places(2)
    for name in ("a", "a", "b"):
        places.take(name)
    for name in ("a", "b", "a"):
        places.give_back(name)
    assert not places.taken


def test_a_school_class_has_room_behind_one_address():
    places = RateLimits().connections
    assert all(places.take("a school") for _ in range(30 * 3)), "thirty pupils with three pages each"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server that lets two pages of an address be connected at once, and believes a proxy."""
    with Server(tmp_path_factory.mktemp("small"), TWO, proxies="127.0.0.1") as running:
        yield running
        assert "ERROR" not in running.said()


@pytest.fixture
def api(small):
    answer = httpx.post(f"{small.address}/new/troll", data={"size": "4", "your side": "both"}, timeout=60)
    return answer.headers["location"].replace("/play/", "/api/games/")


def live(server, api, address="192.0.2.1", **more):
    headers = {"X-Forwarded-For": address}
    return connected(live_address(server.address, api), additional_headers=headers, **more)


def end_of(socket):
    """With which code the server ends a connection on which it has said nothing."""
    with pytest.raises(ConnectionClosed):
        socket.recv(60)
    return socket.close_code


def is_told(socket):
    return json.loads(socket.recv(60))["kind"] == "news"


def test_one_page_too_many_is_sent_away_and_let_in_when_another_has_gone(small, api):
    with ExitStack() as opened:
        first, second = (opened.enter_context(live(small, api)) for _ in range(2))
        assert is_told(first)
        assert is_told(second)
        with live(small, api) as third:
            assert end_of(third) == FULL
        with live(small, api, "192.0.2.2") as elsewhere:
            assert is_told(elsewhere), "another address has room of its own"
        first.close()
        for _ in range(50):
            with live(small, api) as again:
                try:
                    assert is_told(again)
                    break
                except ConnectionClosed:
                    assert again.close_code == FULL
        else:
            raise AssertionError("the place of who has gone stays taken")


def test_who_is_sent_away_for_something_else_takes_no_place(small, api):
    for _ in range(3):
        with live(small, "/api/games/none", "192.0.2.3") as nowhere:
            assert end_of(nowhere) == 4404
        with live(small, api, "192.0.2.3", origin="http://evil.test") as foreign:
            assert end_of(foreign) == 4403
    with live(small, api, "192.0.2.3") as socket:
        assert is_told(socket)

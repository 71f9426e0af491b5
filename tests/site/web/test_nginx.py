"""The guide's configuration of nginx, with a real nginx: HTTP/2, WebSockets, a path, and processes that go away."""

import json
import shutil
import ssl
import subprocess

import httpx
import pytest
from nginx_world import NO_NGINX, STICKY, guide, nginx, program
from page_facts import turn_body
from site_world import Server, live_address
from websockets.sync.client import connect

import byways

pytestmark = pytest.mark.skipif(program() is None, reason=NO_NGINX)


@pytest.fixture(scope="module")
def pair(tmp_path_factory, postgres):
    """Two servers on one database, which know that they are below a path."""
    settings = {"database": postgres.database(), "root_path": "/byways", "proxies": "127.0.0.1"}
    made = [Server(tmp_path_factory.mktemp("server"), **settings) for _ in range(2)]
    yield made
    for running in made:
        running.kill()
        assert "Traceback" not in running.said()
        assert "proxy" not in running.said(), "nothing is wrong with it"


@pytest.fixture(scope="module", params=["the same process", "any process"])
def site(request, pair, tmp_path_factory):
    """The address of the site behind nginx, and what sends requests there."""
    given = guide() if request.param == "the same process" else STICKY.sub("", guide())
    with nginx(tmp_path_factory.mktemp("nginx") / "it", given, *(server.port for server in pair)) as address:
        yield address


@pytest.fixture
def browser(site):
    with httpx.Client(base_url=site, verify=False, timeout=30) as made:
        made.headers["Origin"] = site.removesuffix("/byways")
        yield made


def begin(browser):
    """Begin a game; give the address of its API, below the site's."""
    answer = browser.post("/new/troll", data={"size": "6", "your side": "both"})
    assert answer.status_code == 303, answer.text
    assert "; Secure" in answer.headers["set-cookie"]
    assert answer.headers["location"].startswith("/byways/play/")
    return answer.headers["location"].removeprefix("/byways").replace("/play/", "/api/games/")


def play(browser, api, state):
    """Play the first legal turn; give the state after it."""
    turn = state.legal_turns()[0]
    body = turn_body(len(state.turns), list(state.actions(turn)), f"key{len(state.turns)}")
    answer = browser.post(f"{api}/act", json=body)
    assert answer.status_code == 200, answer.text
    return state.play(turn)


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl on this machine")
def test_pages_come_by_http_2(site):
    said = "%{http_version} %{response_code}"
    command = ["curl", "-sk", "--http2", "-o", "/dev/null", "-w", said, f"{site}/"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "2 200"


def test_turns_and_their_news_come_through(site, browser):
    api = begin(browser)
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}
    address = live_address(site, api)
    with connect(address, additional_headers=headers, origin=browser.headers["Origin"], ssl=trusting) as news:
        assert json.loads(news.recv(60))["view"]["ply"] == 0
        play(browser, api, byways.start("troll", size=6))
        assert json.loads(news.recv(60))["view"]["version"] == 1


def test_processes_that_restart_one_after_another_are_not_missed(pair, browser):
    api, state = begin(browser), byways.start("troll", size=6)
    for away in pair:
        away.stop()
        for _ in range(3):
            state = play(browser, api, state)
            assert browser.get("/").status_code == 200
        away.start()
        assert [browser.get(path).status_code for path in ("/", "/health/reading")] == [200, 200]

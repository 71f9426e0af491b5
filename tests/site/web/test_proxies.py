"""The guide's configurations of proxies, with real ones: HTTP/2, WebSockets, a path, processes that go or freeze."""

import json
import os
import shutil
import signal
import ssl
import subprocess
import time

import haproxy_world
import httpx
import pytest
from haproxy_world import NO_HAPROXY, haproxy
from nginx_world import NO_NGINX, STICKY, guide, nginx, program
from page_facts import facts, turn_body
from site_world import Server, connected, live_address, until

import byways


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


def hurried(given):
    """A configuration with less patience than the guide's: tests have none."""
    for usual, brief in (("fail_timeout=3s", "fail_timeout=1s"), ("read_timeout 10s", "read_timeout 2s")):
        given = given.replace(usual, brief)
    return given.replace("timeout server 10s", "timeout server 2s").replace("inter 2s", "inter 500ms")


PROXIES = {
    "nginx": (nginx, hurried(guide("nginx"))),
    "nginx, any process": (nginx, hurried(STICKY.sub("", guide("nginx")))),
    "haproxy": (haproxy, hurried(guide("haproxy"))),
}


@pytest.fixture(scope="module", params=PROXIES)
def site(request, pair, tmp_path_factory):
    """The address of the site behind a proxy."""
    run, given = PROXIES[request.param]
    if run is nginx and program() is None:
        pytest.skip(NO_NGINX)
    if run is haproxy and haproxy_world.program() is None:
        pytest.skip(NO_HAPROXY)
    with run(tmp_path_factory.mktemp("proxy") / "it", given, *(server.port for server in pair)) as address:
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
    with connected(address, additional_headers=headers, origin=browser.headers["Origin"], ssl=trusting) as news:
        assert json.loads(news.recv(60))["view"]["ply"] == 0
        play(browser, api, byways.start("troll", size=6))
        assert json.loads(news.recv(60))["view"]["version"] == 1


@pytest.mark.torture
def test_processes_that_restart_one_after_another_are_not_missed(pair, browser):
    api, state = begin(browser), byways.start("troll", size=6)
    for away in pair:
        away.stop()
        until(lambda: browser.get("/health/reading").status_code == 200, what="the other process")
        for _ in range(3):
            state = play(browser, api, state)
            assert browser.get("/").status_code == 200
        away.start()
        time.sleep(4)  # as the guide says, and more: a busy machine starts slowly
        assert [browser.get(path).status_code for path in ("/", "/health/reading")] == [200, 200]


@pytest.mark.torture
def test_a_process_that_freezes_is_left_alone_and_the_visitor_goes_on_at_the_other(pair, browser):
    """Wherever a request goes first; of what is sent twice, as pages do after an error, one counts."""
    api, state = begin(browser), byways.start("troll", size=6)
    for frozen in pair:
        state = play(browser, api, state)
        os.kill(frozen.process.pid, signal.SIGSTOP)
        try:
            turn = state.legal_turns()[0]
            body = turn_body(len(state.turns), list(state.actions(turn)), f"key{len(state.turns)}")
            until(lambda body=body: browser.post(f"{api}/act", json=body).status_code == 200, what="a turn")
            state = state.play(turn)
            for path in ("/", "/health/reading", f"{api}/view", "/"):
                assert browser.get(path).status_code == 200
        finally:
            os.kill(frozen.process.pid, signal.SIGCONT)
        until(lambda: browser.get("/health/reading").status_code == 200, what="both processes")
    assert [text for text, *_ in facts(browser.get(f"{api}/view").json())["turns"]] == list(state.turns)

"""One WebSocket a page: topics that are followed and left, each told of to whom it may be told."""

import contextlib
import json
import re

import pytest
from company_world import LINK
from review_world import WON
from site_world import until
from test_websocket import Browser
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from byways.site.web import assets, live


@pytest.fixture
def browser(server):
    made = Browser(server)
    yield made
    made.http.close()


def follow(browser, *topics, **has):
    """The connection of a page that follows topics."""
    query = "&".join(f"topic={topic.replace(' ', '%20')}&has={has.get(topic, '')}" for topic in topics)
    cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    address = browser.server.address.replace("http", "ws") + f"/api/live?{query}"
    return connect(address, additional_headers={"Cookie": cookie} if cookie else {}, max_size=None)


def news(socket, topic):
    """The next news of a topic."""
    while True:
        message = json.loads(socket.recv(60))
        if message.get("topic") == topic:
            return message


def code_of(socket):
    with contextlib.suppress(ConnectionClosed):
        while socket.recv(60):
            pass
    return socket.close_code


def test_a_page_hears_of_all_its_topics(browser):
    one = browser.begin()
    browser.play(one, "b3")  # else the next one replaces it
    other = browser.begin()
    topics = [f"game:{api.rpartition('/')[2]}" for api in (one, other)]
    with follow(browser, *topics, "mine") as socket:
        for topic in topics:
            assert news(socket, topic)["kind"] == "news"
        listed = news(socket, "mine")["tag"]
        browser.play(other, "b2")
        assert news(socket, topics[1])["view"]["version"] == 1
        assert news(socket, "mine")["tag"] != listed


def test_a_topic_is_followed_and_left_later(browser):
    api = browser.begin()
    topic = f"game:{api.rpartition('/')[2]}"
    with follow(browser, "mine") as socket:
        listed = news(socket, "mine")["tag"]
        socket.send(json.dumps({"follow": topic, "has": ""}))
        socket.send(json.dumps({"leave": topic}))
        for _ in ("followed", "left"):
            while json.loads(socket.recv(60))["kind"] != "alive":
                pass
        browser.play(api, "b2")
        while (heard := json.loads(socket.recv(60))).get("topic") != "mine" or heard["tag"] == listed:
            assert heard.get("topic") != topic
            listed = heard.get("tag", listed)


def test_what_the_page_has_is_not_told(browser):
    browser.begin()
    with follow(browser, "mine") as socket:
        tag = news(socket, "mine")["tag"]
    page = browser.http.get("/mine").text
    assert f'data-tag="{tag}"' in page
    with follow(browser, "mine", mine=tag) as socket:
        assert json.loads(socket.recv(60)) == {"kind": "alive"}


def test_a_game_of_ones_own_that_begins_elsewhere_is_told_of(browser):
    browser.begin()
    with follow(browser, "mine") as socket:
        tag = news(socket, "mine")["tag"]
        browser.begin()
        assert news(socket, "mine")["tag"] != tag


def test_turns_that_wait_are_told_of_on_every_page(browser):
    one = browser.begin(**{"your side": "both"})
    browser.play(one, "b3")  # else the next one replaces it
    other = browser.begin(**{"your side": "both"})
    shown = one.rpartition("/")[2]
    resign = {"command": {"kind": "resign"}, "shown": ""}
    with follow(browser, "turns:") as everywhere, follow(browser, f"turns:{shown}") as beside:
        told = {"kind": "turns", "topic": "turns:", "turns": 2, "said": "your turn in 2 games"}
        assert news(everywhere, "turns:") == told
        assert news(beside, f"turns:{shown}")["said"] == "your turn in 1 game", "other than the one that its page shows"
        browser.http.post(f"{other}/act", json=resign)
        assert news(everywhere, "turns:")["said"] == "your turn in 1 game"
        assert news(beside, f"turns:{shown}") == {"kind": "turns", "topic": f"turns:{shown}", "turns": 0, "said": ""}


def test_every_page_says_how_many_turns_wait(browser):
    paths = ("/", "/mine", "/learn", "/ladder", "/rules/troll", "/daily", "/settings")
    for path in paths:
        assert "data-turns-topic" not in browser.http.get(path).text, "nobody is connected for nothing"
    game = browser.begin(**{"your side": "both"}).rpartition("/")[2]
    for path in paths:
        page = browser.http.get(path, headers={"Accept": "text/html"}).text
        assert "<title>(1) " in page, path
        assert 'data-turns-topic="turns:"' in page, path
        assert re.search(r'<script type="module" src="[^"]*/pages/\w+\.js"', page), path
    own = browser.http.get(f"/play/{game}", headers={"Accept": "text/html"}).text
    assert "data-turns-topic" not in own, "its page says of it what there is to say"


def test_every_script_of_a_page_tells_of_turns():
    pages = {name for name in assets.files() if name.startswith("pages/")}
    beside = {"pages/device_link.js", "pages/dice_replay.js", "pages/embed.js"}  # another script is there, or no frame
    assert {name for name in pages if b'modules["net/turns.js"]' not in assets.files()[name]} == beside


def test_an_analysis_is_told_of_until_it_is_done(browser):
    api = browser.begin()
    browser.play(api, *WON)
    game = api.rpartition("/")[2]
    with follow(browser, f"job:{game}") as socket:
        assert not news(socket, f"job:{game}")["found"]["running"]
        browser.http.post(f"/api/reviews/{game}/analysis", json={"thinking": "quick"})
        heard = []
        until(lambda: heard.append(news(socket, f"job:{game}")) or not heard[-1]["found"]["running"], 60, "the end")
        assert heard[-1]["kind"] == "analysis"
        assert heard[-1]["found"]["known"] == len(WON) + 1
        tag = heard[-1]["tag"]
    with follow(browser, f"job:{game}", **{f"job:{game}": tag}) as socket:
        assert json.loads(socket.recv(60)) == {"kind": "alive"}


def test_what_nobody_may_see_is_not_told_of(browser, server):
    api = browser.begin(**{"your side": "both"})
    stranger = Browser(server)
    game = api.rpartition("/")[2]
    assert stranger.http.get(f"/api/reviews/{game}/analysis").status_code == 403
    for topic in (f"job:{game}", "mine", "mine:x", "job:none", "job:none dice", "game:none", "game", "weather", ""):
        with follow(stranger, topic) as socket:
            assert code_of(socket) == live.GONE, topic


@pytest.mark.parametrize("word", [{"follow": "weather", "has": ""}, {"follow": "game:none", "has": ""}])
def test_a_topic_that_is_not_there_leaves_the_others_alone(browser, word):
    api = browser.begin()
    with follow(browser, "mine") as socket:
        tag = news(socket, "mine")["tag"]
        socket.send(json.dumps(word))
        assert news(socket, word["follow"])["kind"] == "gone"
        browser.play(api, "b2")
        assert news(socket, "mine")["tag"] != tag


def test_a_page_is_told_first_of_what_is_there(browser):
    browser.begin()
    with follow(browser, "weather", "mine", "job:none") as socket:
        heard = [json.loads(socket.recv(60)) for _ in range(3)]
        assert {word["topic"]: word["kind"] for word in heard} == {
            "weather": "gone",
            "mine": "list",
            "job:none": "gone",
        }


def test_the_connection_ends_with_its_last_topic(browser):
    browser.begin()
    with follow(browser, "mine") as socket:
        news(socket, "mine")
        socket.send(json.dumps({"leave": "mine"}))
        socket.send(json.dumps({"follow": "weather", "has": ""}))
        assert code_of(socket) == live.GONE


def test_words_without_a_meaning_are_heartbeats(browser):
    browser.begin()
    with follow(browser, "mine") as socket:
        news(socket, "mine")
        for word in ({"follow": 3, "has": ""}, {"follow": "mine"}, {"leave": ["mine"]}, {"leave": "x"}, {}):
            socket.send(json.dumps(word))
            assert json.loads(socket.recv(60)) == {"kind": "alive"}, word


def test_a_page_may_follow_so_many_topics(browser):
    games = [f"game:{browser.begin(**LINK).rpartition('/')[2]}" for _ in range(live.MOST_TOPICS)]
    with follow(browser, *games) as socket:
        assert {json.loads(socket.recv(60))["topic"] for _ in games} == set(games)
        socket.send(json.dumps({"follow": "mine", "has": ""}))
        assert news(socket, "mine")["kind"] == "gone"

"""One WebSocket a page: topics that are followed and left, each told of to whom it may be told."""

import contextlib
import json
import re

import pytest
from company_world import LINK
from review_world import WON
from site_world import Visitor, until
from websockets.exceptions import ConnectionClosed

from byways.site.web import assets, live


def news(socket, topic):
    """The next news of a topic."""
    while True:
        message = json.loads(socket.recv(300))  # an engine may have to be compiled
        if message.get("topic") == topic:
            return message


def code_of(socket):
    with contextlib.suppress(ConnectionClosed):
        while socket.recv(60):
            pass
    return socket.close_code


def test_a_page_hears_of_all_its_topics(visiting):
    one = visiting.begin()
    visiting.play(one, "b3")  # else the next one replaces it
    other = visiting.begin()
    topics = [f"game:{api.rpartition('/')[2]}" for api in (one, other)]
    with visiting.follow(*topics, "mine") as socket:
        for topic in topics:
            assert news(socket, topic)["kind"] == "news"
        listed = news(socket, "mine")["tag"]
        visiting.play(other, "b2")
        assert news(socket, topics[1])["view"]["version"] == 1
        assert news(socket, "mine")["tag"] != listed


def test_a_topic_is_followed_and_left_later(visiting):
    api = visiting.begin()
    topic = f"game:{api.rpartition('/')[2]}"
    with visiting.follow("mine") as socket:
        listed = news(socket, "mine")["tag"]
        socket.send(json.dumps({"follow": topic, "has": ""}))
        socket.send(json.dumps({"leave": topic}))
        for _ in ("followed", "left"):
            while json.loads(socket.recv(60))["kind"] != "alive":
                pass
        visiting.play(api, "b2")
        while (heard := json.loads(socket.recv(60))).get("topic") != "mine" or heard["tag"] == listed:
            assert heard.get("topic") != topic
            listed = heard.get("tag", listed)


def test_what_the_page_has_is_not_told(visiting):
    visiting.begin()
    with visiting.follow("mine") as socket:
        tag = news(socket, "mine")["tag"]
    page = visiting.http.get("/mine").text
    assert f'data-tag="{tag}"' in page
    with visiting.follow("mine", mine=tag) as socket:
        assert json.loads(socket.recv(60)) == {"kind": "alive"}


def test_a_game_of_ones_own_that_begins_elsewhere_is_told_of(visiting):
    visiting.begin()
    with visiting.follow("mine") as socket:
        tag = news(socket, "mine")["tag"]
        visiting.begin()
        assert news(socket, "mine")["tag"] != tag


def test_turns_that_wait_are_told_of_on_every_page(visiting):
    one = visiting.begin(**{"your side": "both"})
    visiting.play(one, "b3")  # else the next one replaces it
    other = visiting.begin(**{"your side": "both"})
    shown = one.rpartition("/")[2]
    resign = {"command": {"kind": "resign"}, "shown": ""}
    with visiting.follow("turns:") as everywhere, visiting.follow(f"turns:{shown}") as beside:
        told = {"kind": "turns", "topic": "turns:", "turns": 2, "said": "your turn in 2 games"}
        assert news(everywhere, "turns:") == told
        assert news(beside, f"turns:{shown}")["said"] == "your turn in 1 game", "other than the one that its page shows"
        visiting.http.post(f"{other}/act", json=resign)
        assert news(everywhere, "turns:")["said"] == "your turn in 1 game"
        assert news(beside, f"turns:{shown}") == {"kind": "turns", "topic": f"turns:{shown}", "turns": 0, "said": ""}


def test_every_page_says_how_many_turns_wait(visiting):
    paths = ("/", "/mine", "/learn", "/ladder", "/rules/troll", "/daily", "/settings")
    for path in paths:
        assert "data-turns-topic" not in visiting.http.get(path).text, "nobody is connected for nothing"
    game = visiting.begin(**{"your side": "both"}).rpartition("/")[2]
    for path in paths:
        page = visiting.http.get(path, headers={"Accept": "text/html"}).text
        assert "<title>(1) " in page, path
        assert 'data-turns-topic="turns:"' in page, path
        assert re.search(r'<script type="module" src="[^"]*/pages/\w+\.js"', page), path
    own = visiting.http.get(f"/play/{game}", headers={"Accept": "text/html"}).text
    assert "data-turns-topic" not in own, "its page says of it what there is to say"


def test_every_script_of_a_page_tells_of_turns():
    pages = {name for name in assets.files() if name.startswith("pages/")}
    beside = {"pages/device_link.js", "pages/dice_replay.js", "pages/embed.js"}  # another script is there, or no frame
    assert {name for name in pages if b'modules["net/turns.js"]' not in assets.files()[name]} == beside


def test_an_analysis_is_told_of_until_it_is_done(visiting):
    api = visiting.begin()
    visiting.play(api, *WON)
    game = api.rpartition("/")[2]
    with visiting.follow(f"job:{game}") as socket:
        assert not news(socket, f"job:{game}")["found"]["running"]
        visiting.http.post(f"/api/reviews/{game}/analysis", json={"thinking": "quick"})
        heard = []
        until(lambda: heard.append(news(socket, f"job:{game}")) or not heard[-1]["found"]["running"], 300, "the end")
        assert heard[-1]["kind"] == "analysis"
        assert heard[-1]["found"]["known"] == len(WON) + 1
        tag = heard[-1]["tag"]
    with visiting.follow(f"job:{game}", **{f"job:{game}": tag}) as socket:
        assert json.loads(socket.recv(60)) == {"kind": "alive"}


def test_what_nobody_may_see_is_not_told_of(visiting, server):
    api = visiting.begin(**{"your side": "both"})
    stranger = Visitor(server)
    game = api.rpartition("/")[2]
    assert stranger.http.get(f"/api/reviews/{game}/analysis").status_code == 403
    for topic in (f"job:{game}", "mine", "mine:x", "job:none", "job:none dice", "game:none", "game", "weather", ""):
        with stranger.follow(topic) as socket:
            assert code_of(socket) == live.GONE, topic


@pytest.mark.parametrize("word", [{"follow": "weather", "has": ""}, {"follow": "game:none", "has": ""}])
def test_a_topic_that_is_not_there_leaves_the_others_alone(visiting, word):
    api = visiting.begin()
    with visiting.follow("mine") as socket:
        tag = news(socket, "mine")["tag"]
        socket.send(json.dumps(word))
        assert news(socket, word["follow"])["kind"] == "gone"
        visiting.play(api, "b2")
        assert news(socket, "mine")["tag"] != tag


def test_a_page_is_told_first_of_what_is_there(visiting):
    visiting.begin()
    with visiting.follow("weather", "mine", "job:none") as socket:
        heard = [json.loads(socket.recv(60)) for _ in range(3)]
        assert {word["topic"]: word["kind"] for word in heard} == {
            "weather": "gone",
            "mine": "list",
            "job:none": "gone",
        }


def test_the_connection_ends_with_its_last_topic(visiting):
    visiting.begin()
    with visiting.follow("mine") as socket:
        news(socket, "mine")
        socket.send(json.dumps({"leave": "mine"}))
        socket.send(json.dumps({"follow": "weather", "has": ""}))
        assert code_of(socket) == live.GONE


def test_words_without_a_meaning_are_heartbeats(visiting):
    visiting.begin()
    with visiting.follow("mine") as socket:
        news(socket, "mine")
        for word in ({"follow": 3, "has": ""}, {"follow": "mine"}, {"leave": ["mine"]}, {"leave": "x"}, {}):
            socket.send(json.dumps(word))
            assert json.loads(socket.recv(60)) == {"kind": "alive"}, word


def test_a_page_may_follow_so_many_topics(visiting):
    games = [f"game:{visiting.begin(**LINK).rpartition('/')[2]}" for _ in range(live.MOST_TOPICS)]
    with visiting.follow(*games) as socket:
        assert {json.loads(socket.recv(60))["topic"] for _ in games} == set(games)
        socket.send(json.dumps({"follow": "mine", "has": ""}))
        assert news(socket, "mine")["kind"] == "gone"

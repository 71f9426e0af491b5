"""The list of one's games: many of them, of every kind, each with its board."""

import itertools
import json
import random
import re

import pytest
from site_world import NOW, act, begin, stored
from starlette.requests import HTTPConnection

from byways.games import BUILT_IN
from byways.position.state import start
from byways.registry import find
from byways.site.lobby.my_games import BOARDS, LIST_TAG, MOST_LISTED, MyGames, list_games
from byways.site.lobby.turns_waiting import open_turns
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Event, Seat, StoredGame
from byways.site.web.live import Followers
from byways.site.web.requests import MissingError
from byways.site.web.sessions import COOKIE, hash_of

SECRET = "ada".ljust(43, "-")
ME = hash_of(SECRET)


def connected(site, **headers):
    """A connection for news, as a page begins it."""
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "websocket", "app": site.app, "headers": sent, "path": "/", "query_string": b""})


def random_games(count, turns=12):
    """Games of all kinds at one screen, played at random so far."""
    luck = random.Random(3)
    for number, name in zip(range(count), itertools.cycle(BUILT_IN), strict=False):
        state = start(name, position=None, **find(name).ui.defaults)
        for _ in range(turns):
            state = state.play(luck.choice(state.legal_turns())) if state.to_move else state
        events = tuple(Event(i, "turn", {"turn": turn}, NOW) for i, turn in enumerate(state.turns, 1))
        seats = tuple(Seat(player, holder=ME) for player in state.players)
        yield StoredGame(f"game{number}", name, state.options, None, NOW, seats, events)


@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_many_games_are_listed_with_their_boards(site, browser):
    for game in random_games(MOST_LISTED + 5):
        await site.service(Store).create(game)
    answer = await browser.get("/mine")
    assert answer.text.count('<a href="/play/') == MOST_LISTED
    assert answer.text.count('<svg class="byways mini"') == MOST_LISTED
    assert answer.num_bytes_downloaded <= 80_000
    assert (await browser.get("/mine")).text == answer.text


@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_news_of_the_list_are_its_tag(site, browser):
    connection = connected(site)
    topic = MyGames(connection, Followers(), ME)
    tag, told = await topic.news("")
    assert json.loads(told) == {"kind": "list", "tag": tag}
    (game,) = random_games(1)
    await site.service(Store).create(game)
    assert (await topic.news(tag))[0] == (await list_games(connection, ME)).tag != tag


async def test_how_many_games_wait_for_ones_turn_is_told_in_words(site, browser):
    for name in ("", "game0"):
        with pytest.raises(MissingError):
            await open_turns(connected(site), name)
    first = await begin(browser)
    await act(browser, first, "b2")  # else the next one replaces it
    await begin(browser)
    mine = connected(site, cookie=f"byways={browser.cookies[COOKIE]}")
    tag, told = await (await open_turns(mine, "")).news("")
    assert (tag, json.loads(told)) == ("2", {"kind": "turns", "turns": 2, "said": "your turn in 2 games"})
    assert (await (await open_turns(mine, first.rpartition("/")[2])).news(""))[0] == "1", (
        "beside the one that the page shows"
    )


@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_a_page_that_asks_anew_gets_the_boards_that_it_lacks(site, browser):
    games = list(random_games(6, turns=3))
    for game in games:
        await site.service(Store).create(game)
    whole = (await browser.get("/mine")).text
    keys = re.findall(r'data-board="(\w+)"', whole)
    assert len(set(keys)) == 6
    asked = {BOARDS: " ".join(keys)}
    rest = (await browser.get("/mine", headers=asked)).text
    assert '<svg class="byways mini"' not in rest
    assert re.findall(r'data-board="(\w+)"', rest) == keys
    tags = re.compile('data-t(?:ag|old)="(.*?)"')
    assert tags.findall(rest) == tags.findall(whole), "it is the same list"
    for address in ("/mine", "/"):
        told = tags.findall((await browser.get(address)).text)[1]
        again = await browser.get(address, headers=asked | {LIST_TAG: told})
        assert (again.status_code, again.content) == (204, b""), "there is nothing new to tell"
    asked[LIST_TAG] = tags.findall(whole)[1]
    state = start(games[0].game, position=None, **games[0].options)
    for event in games[0].events:
        state = state.play(event.data["turn"])
    turn = next(iter(state.legal_turns()))
    assert (await act(browser, f"/api/games/{games[0].id}", turn)).status_code == 200
    anew = (await browser.get("/mine", headers=asked)).text
    assert anew.count('<svg class="byways mini"') == 1
    assert len(set(re.findall(r'data-board="(\w+)"', anew)) - set(keys)) == 1


async def test_there_is_a_game_to_begin_where_there_is_none(browser):
    page = (await browser.get("/mine")).text
    assert "No games yet." in page
    assert "Play Troll, level 4" in page
    assert "In progress" not in page


@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_games_in_progress_and_finished_ones_are_apart(site, browser):
    at_start = stored(seats=(Seat("white", holder=ME), Seat("black", engine=EngineLimits(level=3))))
    await site.service(Store).create(at_start)
    page = (await browser.get("/mine")).text
    assert ("In progress" in page, "Finished" in page) == (True, False)
    assert "with engine, level 3 · 0 moves" in page
    (await browser.post("/api/games/g1/act", json={"command": {"kind": "resign"}, "shown": ""}))
    page = (await browser.get("/mine")).text
    assert ("In progress" in page, "Finished" in page) == (False, True)


@pytest.mark.headers(cookie=f"byways={SECRET}", accept="text/html")
async def test_every_page_says_in_how_many_games_it_is_ones_turn(browser):
    assert "your turn in" not in (await browser.get("/mine")).text
    for side in ("white", "white", "black", "both"):
        form = {"size": "4", "your side": side, "the engine": "link"}
        game = (await browser.post("/new/troll", data=form)).headers["location"]
    assert "your turn in 1 game<" in (await browser.get("/daily")).text, "the others wait for somebody"
    page = (await browser.get("/mine")).text
    assert "<title>(1) My games" in page
    assert "your turn in" not in (await browser.get(game)).text, "the game itself says so"

"""Two real server processes on one PostgreSQL, each with one of the players: they play together as on one."""

import json
import random
import time

import httpx
import pytest
from page_facts import facts, turn_body
from site_world import Server, Visitor, until

import byways


@pytest.fixture(scope="module")
def pairs(postgres, tmp_path_factory):
    """Start servers on one database, each with a prelude of its own."""
    started = []

    def start(*preludes, database=None):
        database = database or postgres.database()
        made = [Server(tmp_path_factory.mktemp("server"), prelude, database=database) for prelude in preludes]
        started.extend(made)
        return made

    yield start
    for server in started:
        server.kill()
        assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def servers(pairs):
    return pairs("pass", "pass")


def seated(servers, game="troll", **form):
    """(Ada at one server, Bob at the other, the address of their game)."""
    ada, bob = map(Visitor, servers)
    api = ada.begin(game, **{"size": "6", "your side": "white", "the engine": "link"} | form)
    bob.sit(api, *ada.seats(api))
    until(lambda: not ada.view(api)["waiting"], what="the news that Bob sits")
    return ada, bob, api


AHEAD = (
    "import datetime as d, byways.site.timeline.clocks as c; "
    "c.MachineClock.read = lambda clock: d.datetime.now(d.UTC) + d.timedelta(seconds=120)"
)
"""What a server runs first whose machine's clock is two minutes ahead."""


def test_a_machine_whose_clock_is_ahead_ends_no_game_early(servers, pairs):
    running = servers[0], *pairs(AHEAD, database=servers[0].settings["database"])
    *_, api = seated(running[::-1], **{"the clock": "1+0"})
    until(lambda: running[1].said().count("clock"), what="a look at the other machine's clock")
    time.sleep(1.2)  # all clocks have been looked at in the meantime, by each server
    for server in running:
        seen = facts(httpx.get(f"{server.address}{api}/view", timeout=30).json())
        assert (seen["outcome"], seen["running"]) == (None, "white")
        assert abs(seen["now"] - time.time()) < 10
    assert running[0].said() == ""
    assert running[1].said().count("clock") == 1, "it is said once"
    assert "+120.0 s" in running[1].said()


def test_two_play_at_different_servers_and_each_hears_the_other(servers):
    ada, bob, api = seated(servers)
    state, luck = byways.start("troll", size=6), random.Random(1)
    with ada.live(api) as here, bob.live(api) as there:
        for ply in range(8):
            mover = (ada, bob)[ply % 2]
            turn = luck.choice(state.legal_turns())
            assert mover.act(api, state, turn, f"k{ply}").status_code == 200
            state = state.play(turn)
            for news in (here, there):
                while json.loads(news.recv(60)).get("view", {}).get("ply") != len(state.turns):
                    pass


IMPATIENT = "import byways.site.play.attendance as a; a.ABSENCE = 1.5"
"""What a server runs first on which a second and a half of absence are enough."""


@pytest.mark.torture
def test_who_is_gone_from_both_servers_may_lose_for_it_and_who_is_at_the_other_does_not(pairs):
    ada, bob, api = seated(pairs(IMPATIENT, IMPATIENT), **{"the clock": "5+3"})

    def may(player):
        return player.view(api)["may"]

    def claim():
        body = {"command": {"kind": "claim", "draw": False}, "shown": "", "key": None}
        return ada.http.post(f"{api}/act", json=body)

    with ada.live(api), bob.live(api):
        until(lambda: ada.view(api)["running"], what="the clock to run for both")
        assert ada.act(api, byways.start("troll", size=6), "b2", "k0").status_code == 200
        time.sleep(2.5)
        assert "claim win" not in may(ada), "he is at the other server"
        assert claim().status_code == 422
    with ada.live(api):
        until(lambda: "claim win" in may(ada), what="the right to claim the win")
        assert "claim win" not in may(bob)
        assert claim().status_code == 200
        assert ada.view(api)["outcome"]["said"] == "You won"


def test_both_servers_name_the_same_drawing_alike(servers):
    """Requests may go to either in turn: of a turn in two parts the answer to the first would else be thrown away."""
    ada, _, api = seated(servers)
    tags = {ada.http.get(f"{server.address}{api}/view").json()["view"]["tag"] for server in servers}
    assert len(tags) == 1


def test_a_turn_of_two_parts_is_made_though_each_part_goes_to_another_server(servers):
    ada, bob, api = seated(servers, "whirlwind")
    first, second = (server.address + api for server in servers)
    state = byways.start("whirlwind", size=6)
    turn = state.legal_turns()[0]
    assert bob.act(api, state, turn, "k0").status_code == 200
    state = state.play(turn)
    actions = next(both for both in map(state.actions, state.legal_turns()) if len(both) > 1)
    until(lambda: ada.http.get(f"{first}/view").json()["view"]["ply"] == 1, what="news of Black's turn at her server")
    shown = ada.http.get(f"{first}/view").json()["view"]
    begun = ada.http.post(
        f"{second}/act", json=turn_body(shown["version"], actions[:1]) | {"shown": shown["tag"]}
    ).json()
    assert (begun["kind"], begun["patch"]["base"]) == ("incomplete", shown["board"]), "it lies over what the first drew"
    made = ada.http.post(
        f"{first}/act", json=turn_body(shown["version"], actions, "k1") | {"shown": shown["tag"]}
    ).json()
    assert (made["kind"], made["patch"]["base"]) == ("accepted", shown["tag"])


@pytest.mark.torture
def test_a_server_that_is_killed_and_its_player_catch_up(servers):
    ada, bob, api = seated(servers)
    state, luck = byways.start("troll", size=6), random.Random(2)
    for ply in range(12):
        mover, player = (ada, bob)[ply % 2], ply % 2
        turn = luck.choice(state.legal_turns())
        if ply % 3 == 0:
            servers[1 - player].kill()
        assert mover.act(api, state, turn, f"k{ply}").status_code == 200
        if ply % 3 == 0:
            servers[1 - player].start()
        assert mover.act(api, state, turn, f"k{ply}").status_code == 200, "sent again it counts once"
        state = state.play(turn)
        for other in (ada, bob):
            until(lambda other=other, state=state: other.turns(api) == list(state.turns), what="the same game at both")

"""Analysis in the background, what is kept of it, and finding the better turn."""

import asyncio
import json
import re
from urllib.parse import urlencode

import pytest
from page_facts import turn_body
from review_world import RECORD, WON, analysed, node, place_of, played, reviewing, uploaded
from site_world import act, begin, refusal, tell, view

import byways
from byways.search.answer import Analysis
from byways.site.engines.pool import EngineError
from byways.site.review import findings
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.timeline.commands import Resign

VALUES = (0.5, 0.5, 0.5, 0.9, 0.9, 0.9, 0.9, 0.9, 0.0)
"""For the player to move after so many stones: White's c3, the third turn, gives 40 % away, and so on."""


@pytest.mark.values(*VALUES)
async def test_an_analysis_finds_mistakes_and_does_not_tell_what_was_better(site, ada, engine):
    game_id = await uploaded(ada, RECORD)
    found = await analysed(site, ada, game_id)
    assert (found["running"], found["done"], found["total"]) == (False, 9, 9)
    assert len(engine.requests) == 9
    assert found["mistakes"][0] == {
        "ply": 3,
        "player": "white",
        "turn": "c3",
        "sign": "??",
        "says": "blunder, loses 40%",
    }
    assert "a1" not in json.dumps(found["mistakes"])
    assert found["graph"].count('class="oops"') == len(found["mistakes"])
    assert 'class="proved"' in found["graph"]
    assert found["summary"][0] == "The largest mistake was move 3, White b4: it lost 80%."
    assert row_of(found["report"], "Moves analysed") == ["4", "4"]
    assert row_of(found["report"], "Blunders")[0] == str(sum(one["player"] == "white" for one in found["mistakes"]))
    best = (await ada.get(f"/api/reviews/{game_id}/best/2")).json()
    assert best["line"] == [byways.start("troll", size=4).play("b3").play("a2").legal_turns()[0]]
    assert [sketch.count('class="step') for sketch in best["sketches"]] == [1]


@pytest.mark.values(*VALUES)
async def test_a_turn_has_one_number_in_all_that_a_review_and_a_game_say_of_it(site, ada):
    game_id = await played(ada, WON)
    await analysed(site, ada, game_id)
    page = (await ada.get(f"/review/{game_id}?ply=7")).text
    assert re.search(r'data-address="7"[^>]*><span class="number">4\.</span> c4<', page)
    assert re.search(r'data-address="8"[^>]*>d2<', page), "in the same row"
    assert "Move 4 of 4: White c4." in page
    cards = (await ada.get(f"/api/reviews/{game_id}/mistakes?opened=5")).json()["markup"]
    assert "3. White b4" in cards
    assert "Move 3 was b4." in cards
    worst = (await ada.get(f"/api/reviews/{game_id}/worst?player=white")).json()["markup"]
    assert "Move 3, b4" in worst
    back = (await ada.get(f"/api/games/{game_id}/view?at=5")).text
    assert "After move 3 of 4: White b4" in back
    exercise = (await ada.get(f"/exercises/{game_id}/5")).text
    assert "Your game, move 3" in exercise


def row_of(report, says):
    """The numbers of a row of the report."""
    row = re.search(rf'<th scope="row">(?:<b[^>]*>[^<]*</b> )?{says}</th>(.*?)</tr>', report, re.DOTALL)[1]
    return re.findall(r"<td>([^<]*)</td>", row)


@pytest.mark.values(*VALUES)
async def test_mistakes_are_cards_of_which_the_largest_are_opened(site, ada):
    game_id = await uploaded(ada, RECORD)
    found = await analysed(site, ada, game_id)
    page = (await ada.get(f"/review/{game_id}")).text
    cards = (await ada.get(f"/api/reviews/{game_id}/mistakes")).json()["markup"]
    assert cards.strip() in page, "also without scripts"
    assert len(re.findall(r"<li class=\"mistake", cards)) == len(found["mistakes"]) == 3
    assert opened_in(cards) == [3, 5, 7]
    assert "White’s chance falls from 50 to 10%." in cards
    assert cards.count('class="byways cutout"') == 3
    assert "a1" not in re.sub(r"<svg.*?</svg>", "", cards, flags=re.DOTALL), "the better turn is not told"
    other = found["mistakes"][-1]["ply"]
    one = (await ada.get(f"/api/reviews/{game_id}/mistakes", params={"opened": f"{other},x,{10**9}"})).json()
    assert opened_in(one["markup"]) == [other]


@pytest.mark.values(0.5, 0.5, 0.9, 0.9, 0.9)
async def test_ones_own_mistakes_come_first_and_the_opponents_can_be_seen(site, ada):
    begun = await ada.post("/new/troll", data={"size": "4", "your side": "white", "the engine": "level 1"})
    game_id = begun.headers["location"].rpartition("/")[2]
    room = await site.rooms.open(game_id)
    await room.job.close()
    await room.act(Resign(), room.timeline.people["white"])
    page = (await ada.get(f"/review/{game_id}")).text
    assert 'data-whose="white"' in page
    assert re.findall(r'name="whose" value="(\w*)"( checked)?', page) == [
        ("white", " checked"),
        ("black", ""),
        ("", ""),
    ]
    assert 'data-whose=""' in (await site.browser().get(f"/review/{game_id}")).text, "others see both"
    game_id = await uploaded(ada, '[Game "troll"]\n[Options "size=4"]\n\n1. b3 d2 2. c3 c2')
    found = (await analysed(site, ada, game_id))["mistakes"]
    for whose in ("white", "black", ""):
        cards = (await ada.get(f"/api/reviews/{game_id}/mistakes", params={"whose": whose})).json()["markup"]
        wanted = [one["ply"] for one in found if whose in ("", one["player"])]
        assert wanted
        assert [int(ply) for ply in re.findall(r'class="mistake[^"]*" data-ply="(\d+)"', cards)] == wanted


def opened_in(cards):
    return [int(ply) for ply in re.findall(r'class="mistake opened" data-ply="(\d+)"', cards)]


@pytest.mark.values(*VALUES)
async def test_where_the_engine_would_play_is_drawn_and_said(site, ada):
    game_id = await uploaded(ada, RECORD)
    api = f"/api/reviews/{game_id}/heat"
    assert (await ada.get(f"{api}/2")).json() == {"markup": "", "says": "The engine has not analysed this position."}
    await analysed(site, ada, game_id)
    best = byways.start("troll", size=4).play("b3").play("a2").legal_turns()[0]
    found = (await ada.get(f"{api}/2")).json()
    assert found["markup"].count('class="heat"') == 1
    assert found["says"] == f"The engine would play {best}; every other move is much worse."
    assert (await ada.get(f"{api}/8")).json()["markup"] == "", "the game is over"
    assert (await ada.get(f"{api}/99")).status_code == 404


@pytest.mark.parametrize(("wins", "said"), [
    ("..W.BBBBB", "From move 2 (b2) on, the result is proved: Black wins."),
    ("W..BW.BBB", "From move 3 (c2) on, the result is proved: Black wins."),
    ("BBBBBBBBB", "From the start, the result is proved: Black wins."),
    ("....BBB.B", ""),
    ("WWWWWWWWB", ""),
])  # fmt: skip
def test_a_result_counts_as_proved_from_where_nobody_gave_it_away_any_more(wins, said):
    """`wins` has who was proved to win in every position, or a point."""
    states = [byways.start("troll", size=4)]
    for turn in WON:
        states.append(states[-1].play(turn))
    analyses = {
        ply: Analysis(
            None, float((states[ply].to_move or "white")[0].upper() == winner), winner != ".", (), (), 9, 0.1, 1
        )
        for ply, winner in enumerate(wins)
    }
    lines = [line for line in findings.summary(states, analyses) if "proved:" in line]
    assert lines == [said] * bool(said)


async def test_of_three_the_graph_names_every_curve_and_everybodys_value_is_told(site, ada):
    turns = '1. "setup a1N g7S" 2. "setup b1N g7S" 3. "setup c1N g7S" 4. "roll 3-5"'
    game_id = await uploaded(ada, f'[Game "longway"]\n[Options "players=3"]\n\n{turns}')
    await analysed(site, ada, game_id)
    page = (await ada.get(f"/review/{game_id}")).text
    for number in (1, 2, 3):
        assert re.search(rf'<path\sclass="curve c{number}" d="M2 5h36"/></svg> Player {number}</li>', page)
    values = (await node(ada, game_id, 3))["value"]
    assert re.findall(r"Player \d", values) == ["Player 1", "Player 2", "Player 3"]


async def test_an_analysis_is_kept_and_not_made_twice(tmp_path):
    async with reviewing(tmp_path, VALUES) as (site, ada, engine):
        game_id = await uploaded(ada, RECORD)
        await analysed(site, ada, game_id)
    async with reviewing(tmp_path, VALUES) as (site, ada, engine):
        found = (await ada.get(f"/api/reviews/{game_id}/analysis")).json()
        assert found["done"] == 9
        await analysed(site, ada, game_id)
        assert engine.requests == []
        await ada.post(f"/api/reviews/{game_id}/analysis", json={"thinking": "steady"})
        await asyncio.wait([site.service(AnalysisJobs).job(game_id).task])
        assert len(engine.requests) == 8, "all but the proved end"


@pytest.mark.values(*VALUES)
async def test_an_analysis_can_be_stopped_and_taken_up_again(site, ada, engine, stranger):
    game_id = await uploaded(ada, RECORD)
    engine.let.clear()
    started = await ada.post(f"/api/reviews/{game_id}/analysis", json={"thinking": "quick"})
    assert started.json()["running"]
    await begin(stranger)
    assert refusal(await stranger.post(f"/api/reviews/{game_id}/cancel", json={})) == (403, "review.not_yours")
    assert (await ada.get(f"/api/reviews/{game_id}/analysis")).json()["running"]
    stopped = await ada.post(f"/api/reviews/{game_id}/cancel", json={})
    assert (stopped.json()["running"], stopped.json()["done"]) == (False, 0)
    engine.let.set()
    assert (await analysed(site, ada, game_id))["done"] == 9


async def test_the_engines_trouble_is_said(site, ada, engine):
    game_id = await uploaded(ada, RECORD)
    engine.error = EngineError("engine.died", "the engine stopped working twice in a row")
    found = await analysed(site, ada, game_id)
    assert found["trouble"] == "the engine stopped working twice in a row."
    assert (await ada.post(f"/api/reviews/{game_id}/analysis", json={"thinking": "for ever"})).status_code == 400


@pytest.mark.values(*VALUES)
async def test_what_was_said_of_an_undone_turn_is_forgotten(site, ada):
    api = await begin(ada)
    game_id = api.rpartition("/")[2]
    await act(ada, api, "b3")
    await act(ada, api, "a2")
    assert (await analysed(site, ada, game_id))["done"] == 3
    version = (await view(ada, api))["version"]
    assert (await tell(ada, api, "undo", version=version)).status_code == 200
    await act(ada, api, "c2")
    assert (await ada.get(f"/api/reviews/{game_id}/analysis")).json()["done"] == 2


@pytest.mark.values(*VALUES)
async def test_trying_turns(site, ada):
    game_id = await uploaded(ada, RECORD)
    await analysed(site, ada, game_id)
    state = byways.start("troll", size=4).play("b3").play("a2")

    async def tried(turn, turns=(), address="2", **headers):
        before = state
        for other in turns:
            before = before.play(other)
        body, place = turn_body(0, list(before.actions(turn))), place_of(address, turns, trying=True)
        return await ada.post(f"/api/reviews/{game_id}/act", json=body, params=place, headers=headers)

    best = state.legal_turns()[0]
    assert (await tried(best)).json()["verdict"]["right"] is True
    worse = (await tried("c3")).json()["verdict"]
    assert (worse["right"], worse["said"]) == (False, "c3 loses 40%. There is something better.")
    spanish = (await tried("c3", **{"accept-language": "es"})).json()["verdict"]["said"]
    assert spanish == "c3 pierde un 40\N{NO-BREAK SPACE}%. Hay algo mejor."
    after = (await tried("b2", [best])).json()
    assert after["verdict"] is None
    assert after["view"]["node"]["tried"] == [best, "b2"]
    assert after["view"]["back"] == urlencode(place_of(2, [best], trying=True))
    api, place = f"/api/reviews/{game_id}", place_of(2, trying=True)
    refused = await ada.post(f"{api}/act", json=turn_body(0, [99]), params=place)
    assert (refused.status_code, refused.json()["code"]) == (422, "turn.impossible")
    why = await ada.get(f"{api}/why", params={**place_of(2, ["b2"], trying=True), "clicks": "b2"})
    assert why.json() == {"actions": None, "why": "b2 is occupied.", "verdict": None, "markup": ""}
    ghost = {**place, "actions": str(state.actions(best)[0]), "aloud": "true"}
    assert "stone white ghost" in (await ada.get(f"{api}/preview", params=ghost)).json()["markup"]
    nothing = await ada.get(f"{api}/preview", params={**ghost, "actions": "99"})
    assert nothing.json() == {"markup": "", "says": "", "values": {}}
    offered = (await node(ada, game_id, 2, trying=True))["offers"]
    assert sorted(click for _, (click,) in offered) == sorted(state.legal_turns())

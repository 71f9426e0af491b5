"""The sheets of a day: the same dice for all, a score that is the server's, and nothing told of rolls to come."""

import json
from collections import Counter
from datetime import timedelta

import pytest
from daily_world import DAY, NOW, api_of
from page_facts import facts
from site_world import tell

from byways.learning.puzzles import roll as day_roll
from byways.site.daily.attempts import Attempts
from byways.site.operations.retention import prune
from byways.site.storage.game_store import GoneError, Store

pytestmark = pytest.mark.usefixtures("noon")


async def begin_sheet(browser, **form):
    answer = await browser.post(f"/daily/longway/{DAY}/sheet", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


async def play(site, browser, game_id, turn, **more):
    """Send a turn; the answer."""
    room = await site.rooms.open(game_id)
    body = {
        "version": room.timeline.version,
        "actions": list(room.timeline.state.actions(turn)),
        "key": f"k{room.timeline.version}",
        **more,
    }
    return await tell(browser, f"/api/games/{game_id}", "turn", **body)


async def play_out(site, browser, game_id, choose):
    """Play a sheet to its end by its API; give what the server has said on the way."""
    said = []
    room = await site.rooms.open(game_id)
    while room.timeline.state.to_move is not None:
        answer = await play(site, browser, game_id, choose(room.timeline.state), sure=True)
        assert answer.status_code == 200, answer.text
        said.append((str(room.timeline.state), answer.text))
    return said


def stop_when_possible(state):
    turns = state.legal_turns()
    return "stop" if "stop" in turns else turns[0]


def rolls_of(state):
    return [turn for turn in state.turns if turn.startswith("roll")]


async def test_everybody_has_the_same_dice(site, browser, bob):
    rolled = []
    for one, choose in ((browser, lambda s: s.legal_turns()[0]), (bob, lambda s: s.legal_turns()[1])):
        game_id = await begin_sheet(one)
        room = await site.rooms.open(game_id)
        state = room.timeline.state
        await play(site, one, game_id, choose(state))
        rolled.append(rolls_of(room.timeline.state))
    assert rolled[0] == rolled[1] != []
    assert day_roll(room.timeline.states[1], f"longway {DAY}") == rolled[0][0]


async def test_a_score_that_counts_is_asked_about_and_then_final(site, browser):
    first = await begin_sheet(browser)
    room = await site.rooms.open(first)
    while "stop" not in room.timeline.state.legal_turns():
        await play(site, browser, first, room.timeline.state.legal_turns()[0])
    assert (await play(site, browser, first, "stop")).json()["kind"] == "pending"
    assert room.timeline.state.outcome is None
    ended = (await play(site, browser, first, "stop", sure=True)).json()
    assert (ended["toMove"], ended["undo"]) == (None, False)
    answer = await tell(browser, f"/api/games/{first}", "undo", version=room.timeline.version)
    assert answer.json()["error"]["code"] == "undo.impossible"
    again = await begin_sheet(browser, again="yes")
    room = await site.rooms.open(again)
    while "stop" not in room.timeline.state.legal_turns():
        await play(site, browser, again, room.timeline.state.legal_turns()[0])
    ended = (await play(site, browser, again, "stop")).json()  # this one does not count
    assert (ended["toMove"], ended["undo"]) == (None, True)


async def test_the_first_sheet_counts_and_its_score_is_the_servers(site, browser, stranger):
    first = await begin_sheet(browser)
    assert await begin_sheet(browser) == first
    page = (await browser.get(f"/daily/longway/{DAY}")).text
    assert ">Continue<" in page
    assert '<svg class="chart"' not in page
    await play_out(site, browser, first, stop_when_possible)
    room = await site.rooms.open(first)
    score = room.timeline.state.outcome.scores["player 1"]
    attempts = Attempts(site.service(Store))
    assert await attempts.scores("longway", str(DAY)) == {score: 1}
    page = (await browser.get(f"/daily/longway/{DAY}")).text
    assert "the only sheet so far" in page
    assert '<svg class="chart"' in page
    page = (await browser.get(f"/play/{first}")).text
    assert f'href="/daily/longway/{DAY}"' in page
    assert "Play it again (does not count)" in page
    assert ">Play again<" not in page
    assert "(does not count)" not in (await stranger.get(f"/play/{first}")).text
    again = await begin_sheet(browser, again="1")
    assert again != first
    await play_out(site, browser, again, lambda state: state.legal_turns()[0])
    assert await attempts.scores("longway", str(DAY)) == {score: 1}
    assert await begin_sheet(browser) == first


async def test_a_second_browser_is_compared_with_the_first(site, browser, bob):
    scores = []
    for one, choose in ((browser, stop_when_possible), (bob, lambda state: state.legal_turns()[0])):
        game_id = await begin_sheet(one)
        await play_out(site, one, game_id, choose)
        scores.append((await site.rooms.open(game_id)).timeline.state.outcome.scores["player 1"])
    page = (await bob.get(f"/daily/longway/{DAY}")).text
    better = 100 if scores[1] > scores[0] else 0
    assert f"better than {better}% of 2 sheets" in page
    assert await Attempts(site.service(Store)).scores("longway", str(DAY)) == dict(sorted(Counter(scores).items()))


async def test_no_payload_has_dice_that_are_not_rolled_yet(site, browser):
    game_id = await begin_sheet(browser)
    said = await play_out(site, browser, game_id, lambda state: state.legal_turns()[0])
    room = await site.rooms.open(game_id)
    assert f"longway {DAY}" not in (await browser.get(f"/play/{game_id}")).text
    for _, text in said:
        assert "dice" not in json.loads(text)
        assert f"longway {DAY}" not in text
    turns = [len(facts(json.loads(text))["turns"]) for _, text in said]
    rolls = rolls_of(room.timeline.state)
    assert len(rolls) > 3
    assert turns == sorted(turns)
    for (_, text), count in zip(said, turns, strict=True):
        assert [turn for turn, _ in facts(json.loads(text))["turns"]] == list(room.timeline.state.turns[:count])


async def test_who_gives_a_sheet_up_has_no_score(site, browser):
    game_id = await begin_sheet(browser)
    room = await site.rooms.open(game_id)
    await tell(browser, f"/api/games/{game_id}", "resign", key="r")
    assert room.timeline.end is not None
    page = (await browser.get(f"/daily/longway/{DAY}")).text
    assert ">Continue<" not in page
    assert "View your sheet" in page
    assert await Attempts(site.service(Store)).scores("longway", str(DAY)) == {}
    assert await begin_sheet(browser) == game_id


async def test_only_games_of_sheets_have_sheets(browser):
    assert (await browser.post(f"/daily/troll/{DAY}/sheet")).status_code == 404
    assert (await browser.post(f"{api_of('longway')}/hint", json={"number": 1})).status_code == 404


async def test_a_sheet_that_was_removed_can_only_be_played_again(site, browser):
    game_id = await begin_sheet(browser)
    await prune(site.service(Store), NOW + timedelta(days=9), None, timedelta(days=1))
    with pytest.raises(GoneError):
        await (await site.rooms.open(game_id)).read_again()
    assert ">Continue<" not in (await browser.get(f"/daily/longway/{DAY}")).text
    assert await begin_sheet(browser) != game_id
    again = await begin_sheet(browser)
    await play_out(site, browser, again, stop_when_possible)
    assert await Attempts(site.service(Store)).scores("longway", str(DAY)) == {}

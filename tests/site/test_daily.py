"""Daily puzzles on the site: what the pages say, what is kept of it, and that nothing is told before its time."""

import asyncio
import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from examples import hex_game
from site_world import ADA, BOB, in_loop, opened, site_in
from sqlalchemy.exc import IntegrityError

import byways
from byways import registry
from byways.games import BUILT_IN
from byways.puzzles import begin, pack_of
from byways.puzzles import roll as day_roll
from byways.registry import find
from byways.site import clocks
from byways.site.daily.chart import better_than, chart
from byways.site.daily.diary import HINT, SHOWN, SOLVED, TRY, Diary, fold, streak
from byways.site.daily.puzzle import daily_of, today
from byways.site.prune import prune
from byways.site.store import Entry

PACKED = [game for game in BUILT_IN if pack_of(find(game))]
DAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon(monkeypatch):
    monkeypatch.setattr(clocks, "now", lambda: NOW)


def visiting(test):
    """Run with a site and a browser."""

    async def run(tmp_path):
        async with site_in(tmp_path) as site, site.browser() as browser:
            await test(site, browser)

    return in_loop(run)


def api_of(game, day=DAY):
    return f"/api/daily/{game}/{day}"


async def act(browser, game, played, state, turn, key=None):
    body = {"played": played, "actions": list(state.actions(turn)), "key": key}
    answer = await browser.post(f"{api_of(game)}/act", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def line_of(game):
    """The puzzle of the day: what is played, and where."""
    found = daily_of(find(game), DAY).found
    state, steps = begin(find(game), found), []
    turns = (found.answer,) if found.answer else found.line
    for i, turn in enumerate(turns):
        if i % 2 == 0:
            steps.append((state, turn))
        state = state.play(turn)
    return found, steps


async def solve(browser, game):
    _, steps = line_of(game)
    played = []
    for state, turn in steps:
        said = await act(browser, game, played, state, turn)
        assert said["right"]
        played.append(turn)
    return said


@visiting
async def test_every_game_has_a_page_for_the_day(site, browser):
    overview = (await browser.get("/daily")).text
    for game in BUILT_IN:
        assert f'href="/daily/{game}/{DAY}"' in overview
        short = await browser.get(f"/daily/{game}")
        assert (short.status_code, short.headers["location"]) == (307, f"/daily/{game}/{DAY}")
        page = await browser.get(f"/daily/{game}/{DAY}")
        assert page.status_code == 200
        assert str(DAY - timedelta(days=1)) in page.text
        assert str(DAY + timedelta(days=1)) not in page.text
    assert 'href="/daily"' in (await browser.get("/")).text
    assert not browser.cookies


@visiting
async def test_days_that_have_not_come_are_not_shown(site, browser):
    for game in BUILT_IN:
        for day in (DAY + timedelta(days=1), DAY + timedelta(days=400)):
            assert (await browser.get(f"/daily/{game}/{day}")).status_code == 404
            for what in ("act", "hint", "solution", "why"):
                body = {"played": [], "actions": [], "clicks": []}
                assert (await browser.post(f"{api_of(game, day)}/{what}", json=body)).status_code == 404
            assert (await browser.get(f"{api_of(game, day)}/frame?line=0&ply=1")).status_code == 404
            assert (await browser.post(f"/daily/{game}/{day}/sheet")).status_code == 404
        for day in ("2025-12-31", "2026-02-30", "today", "20261120", "9999-99-99"):
            assert (await browser.get(f"/daily/{game}/{day}")).status_code == 404
    assert (await browser.get("/daily/nothing")).status_code == 404


@pytest.mark.parametrize("game", PACKED)
def test_a_puzzle_is_solved_turn_by_turn(game, tmp_path):
    @visiting
    async def run(site, browser):
        said = await solve(browser, game)
        assert (said["done"], said["open"]) == (True, False)
        assert "1 try" in said["result"]
        assert said["share"].startswith(f"Byways daily {DAY}\n{find(game).title}")
        found, _ = line_of(game)
        assert not any(turn in said["share"] for line in found.solution for turn in line)
        assert said["result"] in (await browser.get(f"/daily/{game}/{DAY}")).text
        assert said["share"].splitlines()[1] in (await browser.get("/daily")).text

    run(tmp_path)


@pytest.mark.parametrize("game", PACKED)
def test_a_wrong_turn_is_answered_and_counts_as_a_try(game, tmp_path):
    @visiting
    async def run(site, browser):
        found, ((state, right), *_) = line_of(game)
        wrong = next(turn for turn in state.legal_turns() if turn != right and len(turn) >= 2)
        said = await act(browser, game, [], state, wrong, "a key")
        assert (said["right"], said["done"], said["open"]) == (False, False, True)
        if found.line:
            assert "does not win in time" in said["said"]
        again = await act(browser, game, [], state, wrong, "a key")
        assert again == said
        assert "2 tries" in (await solve(browser, game))["result"]

    run(tmp_path)


@pytest.mark.parametrize("game", PACKED)
def test_nothing_tells_the_solution_before_it_is_asked_for(game, tmp_path, monkeypatch):
    found = daily_of(find(game), DAY).found
    blank = {"answer": "?"} if found.answer else {"line": ("?",) * len(found.line), "refuted": (), "variations": ()}

    @visiting
    async def run(site, browser):
        addresses = (f"/daily/{game}/{DAY}", "/daily", f"{api_of(game)}/frame?line=0&ply=1")
        told = [await browser.get(address) for address in addresses]
        assert [answer.status_code for answer in told] == [200, 200, 403]
        for module in ("pages", "api"):
            monkeypatch.setattr(
                f"byways.site.daily.{module}.daily_of",
                lambda one, day: replace(
                    daily_of(one, day),
                    **({"found": msgspec.structs.replace(found, **blank)} if one.name == game else {}),
                ),
            )
        for address, before in zip(addresses, told, strict=True):
            assert (await browser.get(address)).text == before.text, "the answer would be the same without the solution"

    run(tmp_path)


@pytest.mark.parametrize("game", PACKED)
def test_what_a_wrong_turn_and_a_first_hint_tell_is_not_the_solution(game, tmp_path):
    @visiting
    async def run(site, browser):
        found, ((state, right), *_) = line_of(game)
        wrong = next(turn for turn in state.legal_turns() if turn != right)
        said = (await act(browser, game, [], state, wrong))["said"]
        assert not found.answer or right not in said
        hint = (await browser.post(f"{api_of(game)}/hint", json={"number": 1})).json()["said"]
        assert hint.startswith("Look at ")
        assert right not in hint or game == "troll"  # where a turn is a point
        for played in ([right, right], ["x"], [wrong]) if found.line else ():
            refused = await browser.post(f"{api_of(game)}/act", json={"played": played, "actions": []})
            assert refused.status_code in (400, 422)

    run(tmp_path)


@pytest.mark.parametrize("game", PACKED)
def test_the_solution_is_shown_on_demand_and_ends_the_attempt(game, tmp_path):
    @visiting
    async def run(site, browser):
        found, _ = line_of(game)
        shown = (await browser.post(f"{api_of(game)}/solution", json={})).json()
        assert tuple(map(tuple, shown["lines"])) == found.solution
        assert (shown["open"], shown["result"]) == (False, "not solved")
        for ply in range(len(found.solution[0]) + 1):
            frame = await browser.get(f"{api_of(game)}/frame?line=0&ply={ply}")
            assert frame.status_code == 200
            assert bool(frame.json()["pieces"]) == (ply > 0)
        assert (await browser.get(f"{api_of(game)}/frame?line=0&ply=99")).status_code == 404
        assert (await solve(browser, game))["result"] == "not solved"

    run(tmp_path)


@visiting
async def test_hints_come_in_steps_and_are_told_with_the_result(site, browser):
    found, ((_, right), *_) = line_of("troll")
    said = [(await browser.post(f"{api_of('troll')}/hint", json={"number": n})).json()["said"] for n in (1, 2)]
    assert said == [f"Look at {right}.", f"The turn is {right}."]
    assert (await browser.post(f"{api_of('troll')}/hint", json={"number": 3})).status_code == 404
    assert (await solve(browser, "troll"))["result"] == "solved, 1 try, 2 hints"
    assert found.turns >= 2


@visiting
async def test_pointing_says_what_would_be_there_and_why_not(site, browser):
    _, ((state, right), *_) = line_of("troll")
    ghost = await browser.get(f"{api_of('troll')}/ghost", params={"actions": str(state.actions(right)[0])})
    assert "ghost" in ghost.json()["markup"]
    assert (await browser.get(f"{api_of('troll')}/ghost?actions=9999,x")).json() == {"markup": ""}
    why = await browser.post(f"{api_of('troll')}/why", json={"played": [], "clicks": ["zz"]})
    assert why.json() == {"why": "zz cannot be chosen now."}
    means = await browser.post(f"{api_of('troll')}/why", json={"played": [], "clicks": [right]})
    assert means.json() == {"actions": list(state.actions(right))}
    assert (await browser.post(f"{api_of('troll')}/why", json={"played": [], "clicks": []})).json() == {}


@visiting
async def test_writes_of_other_sites_are_refused(site, browser):
    foreign = {"origin": "http://elsewhere.test"}
    for what in ("act", "hint", "solution", "why"):
        assert (await browser.post(f"{api_of('troll')}/{what}", json={}, headers=foreign)).status_code == 403
    assert (await browser.post(f"/daily/longway/{DAY}/sheet", headers=foreign)).status_code == 403


@visiting
async def test_the_same_try_sent_often_at_once_counts_once(site, browser):
    _, ((state, right), *_) = line_of("troll")
    await browser.post(f"{api_of('troll')}/hint", json={"number": 1})  # the browser has its cookie now
    wrong = next(turn for turn in state.legal_turns() if turn != right)
    said = await asyncio.gather(*(act(browser, "troll", [], state, wrong, "one key") for _ in range(20)))
    assert {one["said"] for one in said} == {said[0]["said"]}
    assert (await solve(browser, "troll"))["result"] == "solved, 2 tries, 1 hint"


# Sheets


async def begin_sheet(browser, **form):
    answer = await browser.post(f"/daily/longway/{DAY}/sheet", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


async def play_out(site, browser, game_id, choose):
    """Play a sheet to its end by its API; give what the server has said on the way."""
    said = []
    room = await site.rooms.open(game_id)
    while room.state.to_move is not None:
        turn = choose(room.state)
        body = {"version": room.version, "actions": list(room.state.actions(turn)), "key": f"k{room.version}"}
        answer = await browser.post(f"/api/{game_id}/act", json=body)
        assert answer.status_code == 200, answer.text
        said.append((str(room.state), answer.text))
    return said


def stop_when_possible(state):
    turns = state.legal_turns()
    return "stop" if "stop" in turns else turns[0]


def rolls_of(state):
    return [turn for turn in state.turns if turn.startswith("roll")]


@visiting
async def test_everybody_has_the_same_dice(site, browser):
    async with site.browser() as other:
        rolled = []
        for one, choose in ((browser, lambda s: s.legal_turns()[0]), (other, lambda s: s.legal_turns()[1])):
            game_id = await begin_sheet(one)
            room = await site.rooms.open(game_id)
            state = room.state
            await one.post(
                f"/api/{game_id}/act", json={"version": room.version, "actions": list(state.actions(choose(state)))}
            )
            rolled.append(rolls_of(room.state))
        assert rolled[0] == rolled[1] != []
        assert day_roll(room.states[1], f"longway {DAY}") == rolled[0][0]


@visiting
async def test_the_first_sheet_counts_and_its_score_is_the_servers(site, browser):
    first = await begin_sheet(browser)
    assert await begin_sheet(browser) == first
    page = (await browser.get(f"/daily/longway/{DAY}")).text
    assert "Go on" in page
    assert '<svg class="chart"' not in page
    await play_out(site, browser, first, stop_when_possible)
    room = await site.rooms.open(first)
    score = room.state.outcome.scores["player 1"]
    diary = Diary(site.app.state.store)
    assert await diary.scores("longway", str(DAY)) == {score: 1}
    page = (await browser.get(f"/daily/longway/{DAY}")).text
    assert "the only sheet so far" in page
    assert '<svg class="chart"' in page
    assert f'href="/daily/longway/{DAY}"' in (await browser.get(f"/play/{first}")).text
    again = await begin_sheet(browser, again="1")
    assert again != first
    await play_out(site, browser, again, lambda state: state.legal_turns()[0])
    assert await diary.scores("longway", str(DAY)) == {score: 1}
    assert await begin_sheet(browser) == first


@visiting
async def test_a_second_browser_is_compared_with_the_first(site, browser):
    async with site.browser() as other:
        scores = []
        for one, choose in ((browser, stop_when_possible), (other, lambda state: state.legal_turns()[0])):
            game_id = await begin_sheet(one)
            await play_out(site, one, game_id, choose)
            scores.append((await site.rooms.open(game_id)).state.outcome.scores["player 1"])
        page = (await other.get(f"/daily/longway/{DAY}")).text
        better = 100 if scores[1] > scores[0] else 0
        assert f"better than {better} % of 2 sheets" in page
        assert await Diary(site.app.state.store).scores("longway", str(DAY)) == dict(sorted(Counter(scores).items()))


@visiting
async def test_no_payload_has_dice_that_are_not_rolled_yet(site, browser):
    game_id = await begin_sheet(browser)
    said = await play_out(site, browser, game_id, lambda state: state.legal_turns()[0])
    room = await site.rooms.open(game_id)
    assert f"longway {DAY}" not in (await browser.get(f"/play/{game_id}")).text
    for _, text in said:
        assert "dice" not in json.loads(text)
        assert f"longway {DAY}" not in text
    turns = [len(json.loads(text)["turns"]) for _, text in said]
    rolls = rolls_of(room.state)
    assert len(rolls) > 3
    assert turns == sorted(turns)
    for (_, text), count in zip(said, turns, strict=True):
        assert [turn for turn, _ in json.loads(text)["turns"]] == list(room.state.turns[:count])


@visiting
async def test_who_gives_a_sheet_up_has_no_score(site, browser):
    game_id = await begin_sheet(browser)
    room = await site.rooms.open(game_id)
    await browser.post(f"/api/{game_id}/deal", json={"what": "resign", "key": "r"})
    assert room.course.end is not None
    page = (await browser.get(f"/daily/longway/{DAY}")).text
    assert "Go on" not in page
    assert "Look at your sheet" in page
    assert await Diary(site.app.state.store).scores("longway", str(DAY)) == {}
    assert await begin_sheet(browser) == game_id


@visiting
async def test_only_games_of_sheets_have_sheets(site, browser):
    assert (await browser.post(f"/daily/troll/{DAY}/sheet")).status_code == 404
    assert (await browser.post(f"{api_of('longway')}/hint", json={"number": 1})).status_code == 404


# What is kept


def entry(number, kind, data=None, day=str(DAY), at=NOW, score=None, game="troll", key=None):
    return Entry(game, day, ADA, number, kind, data or {}, at, score, key)


def test_what_comes_after_the_answer_changes_nothing():
    tries = [entry(1, TRY, {"turn": "x", "score": 7}), entry(2, HINT, {"number": 1}), entry(3, SOLVED)]
    standing = fold([*tries, entry(4, TRY), entry(5, HINT, {"number": 2}), entry(6, SHOWN)])
    assert (standing.tries, standing.hints, standing.best, standing.solved, standing.shown) == (1, 1, 7, True, True)
    late = fold([entry(1, SHOWN), entry(2, SOLVED)])
    assert (late.solved, late.done) == (False, False)


def test_a_streak_counts_days_on_which_something_was_done_in_time():
    def on(*days, late=()):
        moments = {day: NOW.replace(day=day) + timedelta(days=day in late) for day in days}
        return {
            ("troll", f"2026-11-{day}"): fold([entry(1, SOLVED, day=f"2026-11-{day}", at=moments[day])]) for day in days
        }

    assert streak(on(), DAY) == 0
    assert streak(on(20, 19, 18, 16), DAY) == 3
    assert streak(on(19, 18), DAY) == 2  # today may still come
    assert streak(on(18, 17), DAY) == 0
    assert streak(on(20, 19, 18, late=(19,)), DAY) == 1


@in_loop
async def test_entries_are_numbered_and_kept_once(database):
    async with opened(database) as store:
        diary = Diary(store)
        await asyncio.gather(*(diary.write(ADA, "troll", str(DAY), TRY, {"turn": "d5"}, f"k{i % 3}") for i in range(9)))
        assert (await diary.of(ADA, "troll", str(DAY))).tries == 3
        assert (await diary.of(BOB, "troll", str(DAY))).tries == 0
        assert (await diary.of(None, "troll", str(DAY))).count == 0
        assert list(await diary.all_of(ADA)) == [("troll", str(DAY))]


@in_loop
async def test_there_is_an_end_of_trying(tmp_path, monkeypatch):
    monkeypatch.setattr("byways.site.daily.diary.MOST", 2)
    async with opened(tmp_path / "a.sqlite3") as store:
        diary = Diary(store)
        for _ in range(2):
            await diary.write(ADA, "troll", str(DAY), TRY, {}, None)
        with pytest.raises(byways.BywaysError, match="enough"):
            await diary.write(ADA, "troll", str(DAY), TRY, {}, None)


@in_loop
async def test_what_the_database_refuses_is_not_tried_for_ever(tmp_path):
    async with opened(tmp_path / "a.sqlite3") as store:
        with pytest.raises(IntegrityError):
            await Diary(store).write(ADA, "troll", str(DAY), None, {}, None)


def test_the_chart_marks_ones_own_score():
    drawn = chart({-2: 1, 0: 3, 9: 2}, 0)
    assert drawn.count('class="bar own"') == drawn.count('class="mark"') == 1
    assert drawn.count("<rect") == 3
    assert chart(dict.fromkeys(range(-100, 200), 1), 7).count("<rect") <= 41
    assert better_than({-2: 1, 0: 3, 9: 1}, 0) == (25, 5)
    assert better_than({4: 1}, 4) == (0, 1)


@pytest.mark.parametrize("brings", [False, True])
def test_games_of_ones_own_may_have_puzzles_or_none(brings, tmp_path):
    pack = tmp_path / "pack.json"
    text = "hex size=3\n 1 . . .\n  2 . . .\n   3 . . .\nto move: black"
    state = byways.start
    registry.register(hex_game.GAME)
    text = str(state("hex", size=3))
    registry.forget("hex")
    pack.write_text(
        json.dumps([{"position": text, "grade": 1, "turns": 2, "line": ["b2", "a1", "c1"], "refuted": [[["b2", []]]]}])
    )
    registry.register(replace(hex_game.GAME, pack=pack) if brings else hex_game.GAME)
    try:

        @visiting
        async def run(site, browser):
            assert (await browser.get(f"/daily/hex/{DAY}")).status_code == (200 if brings else 404)
            assert (f"/daily/hex/{DAY}" in (await browser.get("/daily")).text) == brings

        run(tmp_path)
    finally:
        registry.forget("hex")


def test_today_is_a_day_in_utc():
    assert today() == DAY


@in_loop
async def test_pruning_forgets_old_days_with_the_finished_games(database):
    async with opened(database) as store:
        diary = Diary(store)
        await diary.write(ADA, "troll", str(DAY), TRY, {}, None)
        await diary.write(ADA, "troll", str(DAY), SOLVED, {}, None)
        await diary.write(BOB, "troll", str(DAY), SOLVED, {}, None)
        for days, expected in ((8, 0), (6, 2)):
            later = NOW + timedelta(days=7)
            dry = await prune(store, later, timedelta(days=days), None, dry=True)
            assert dry.daily == expected
            assert (await diary.of(ADA, "troll", str(DAY))).solved
        assert (await prune(store, later, None, timedelta(days=1))).daily == 0
        assert (await prune(store, later, timedelta(days=6), None)).daily == 2
        assert (await diary.of(ADA, "troll", str(DAY))).count == 0


@visiting
async def test_a_sheet_that_was_removed_can_only_be_played_again(site, browser):
    game_id = await begin_sheet(browser)
    await prune(site.app.state.store, NOW + timedelta(days=9), None, timedelta(days=1))
    site.rooms._rooms.clear()
    assert "Go on" not in (await browser.get(f"/daily/longway/{DAY}")).text
    assert await begin_sheet(browser) != game_id
    again = await begin_sheet(browser)
    await play_out(site, browser, again, stop_when_possible)
    assert await Diary(site.app.state.store).scores("longway", str(DAY)) == {}

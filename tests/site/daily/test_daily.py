"""Daily puzzles on the site: what the pages say, and that nothing is told before its time."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import msgspec
import pytest
from daily_world import DAY, WITH_FILE, act, api_of, line_of, solve

from byways.games import BUILT_IN
from byways.records import Record
from byways.registry import find
from byways.site.daily.puzzle import daily_of, name_of

pytestmark = pytest.mark.usefixtures("noon")


async def test_every_game_has_a_page_for_the_day(browser):
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


def test_a_puzzle_is_named_by_its_task():
    tasks = {game: {name_of(daily_of(find(game), DAY - timedelta(days=ago))) for ago in range(60)} for game in BUILT_IN}
    assert tasks["longway"] == {"The same dice for everyone"}
    assert tasks["stroll"] == {"Find the longest path"}
    assert tasks["troll"] >= {"Win in 2 moves", "Win in 3 moves"}
    assert tasks["whirlwind"] >= {"Win in 2 moves"}


async def test_days_that_have_not_come_are_not_shown(browser):
    for game in BUILT_IN:
        for day in (DAY + timedelta(days=1), DAY + timedelta(days=400)):
            assert (await browser.get(f"/daily/{game}/{day}")).status_code == 404
            for what in ("act", "hint", "solution"):
                body = {"command": {"kind": "turn", "version": 0, "actions": []}, "shown": ""}
                assert (await browser.post(f"{api_of(game, day)}/{what}", json=body)).status_code == 404
            for what in ("view?at=0.1", "view", "why?clicks=a1", "preview?actions=1"):
                assert (await browser.get(f"{api_of(game, day)}/{what}")).status_code == 404
            assert (await browser.post(f"/daily/{game}/{day}/sheet")).status_code == 404
        for day in ("2025-12-31", "2026-02-30", "today", "20261120", "9999-99-99"):
            assert (await browser.get(f"/daily/{game}/{day}")).status_code == 404
    assert (await browser.get("/daily/nothing")).status_code == 404


@pytest.mark.parametrize("game", WITH_FILE)
async def test_a_puzzle_is_solved_turn_by_turn(game, browser):
    said = await solve(browser, game)
    assert (said["done"], said["open"]) == (True, False)
    assert "1 try" in said["result"]
    assert said["share"].startswith(f"Byways daily {DAY}\n{find(game).title}")
    found, _ = line_of(game)
    assert not any(turn in said["share"] for line in found.solution for turn in line)
    assert said["result"] in (await browser.get(f"/daily/{game}/{DAY}")).text
    assert said["share"].splitlines()[1] in (await browser.get("/daily")).text


@pytest.mark.parametrize("game", WITH_FILE)
async def test_a_wrong_turn_is_answered_and_counts_as_a_try(game, browser):
    found, ((state, right), *_) = line_of(game)
    wrong = next(turn for turn in state.legal_turns() if turn != right and len(turn) >= 2)
    said = await act(browser, game, [], state, wrong, "a key")
    assert (said["right"], said["done"], said["open"]) == (False, False, True)
    if found.line:
        assert "does not win in time" in said["said"]
    again = await act(browser, game, [], state, wrong, "a key")
    assert again == said
    assert "2 tries" in (await solve(browser, game))["result"]


@pytest.mark.parametrize("game", WITH_FILE)
async def test_nothing_tells_the_solution_before_it_is_asked_for(game, monkeypatch, browser):
    found = daily_of(find(game), DAY).found
    blank = {"answer": "?"} if found.answer else {"line": ("?",) * len(found.line), "refuted": (), "variations": ()}
    addresses = (f"/daily/{game}/{DAY}", "/daily", f"{api_of(game)}/view", f"{api_of(game)}/view?at=0.1")
    told = [await browser.get(address) for address in addresses]
    assert [answer.status_code for answer in told] == [200, 200, 200, 403]
    for module in ("pages", "source", "cards"):
        monkeypatch.setattr(
            f"byways.site.daily.{module}.daily_of",
            lambda one, day: replace(
                daily_of(one, day), **({"found": msgspec.structs.replace(found, **blank)} if one.name == game else {})
            ),
        )
    for address, before in zip(addresses, told, strict=True):
        assert (await browser.get(address)).text == before.text, "the answer would be the same without the solution"


@pytest.mark.parametrize("game", WITH_FILE)
async def test_what_a_wrong_turn_and_a_first_hint_tell_is_not_the_solution(game, browser):
    found, ((state, right), *_) = line_of(game)
    wrong = next(turn for turn in state.legal_turns() if turn != right)
    said = (await act(browser, game, [], state, wrong))["said"]
    assert not found.answer or right not in said
    hint = (await browser.post(f"{api_of(game)}/hint", json={"number": 1})).json()["said"]
    assert hint.startswith("Look at ")
    assert right not in hint
    for played in ([right, right], ["x"], [wrong]) if found.line else ():
        refused = await browser.get(f"{api_of(game)}/view", params={"played": ";".join(played)})
        assert refused.status_code in (400, 422)


@pytest.mark.parametrize("game", WITH_FILE)
async def test_the_solution_is_shown_on_demand_and_ends_the_attempt(game, browser):
    found, _ = line_of(game)
    assert (await browser.post(f"/daily/{game}/{DAY}/explore")).status_code == 403
    shown = (await browser.post(f"{api_of(game)}/solution", json={})).json()
    assert tuple(map(tuple, shown["lines"])) == found.solution
    assert (shown["puzzle"]["open"], shown["puzzle"]["result"]) == (False, "not solved")
    for ply in range(len(found.solution[0]) + 1):
        frame = await browser.get(f"{api_of(game)}/view?at=0.{ply}")
        assert frame.status_code == 200
        drawn = [key for key in frame.json()["patch"]["markup"] if "." in key]
        assert bool(drawn) == (ply > 0)
    for place in ("0.99", "99.0", "x", "0.-1"):
        assert (await browser.get(f"{api_of(game)}/view?at={place}")).status_code == 404
    assert (await solve(browser, game))["result"] == "not solved"
    tree = (await browser.post(f"/daily/{game}/{DAY}/explore")).headers["location"]
    record = Record.from_text((await browser.get(f"{tree}/record.txt")).text)
    assert record.turns == found.solution[0]
    assert record.tags["Title"] in (await browser.get("/mine")).text


async def test_hints_come_in_steps_and_are_told_with_the_result(browser):
    found, ((_, right), *_) = line_of("troll")
    first, second = [(await browser.post(f"{api_of('troll')}/hint", json={"number": n})).json() for n in (1, 2)]
    assert first["said"].startswith("Look at the lit part of the board, around ")
    assert right in first["places"]
    assert len(first["places"]) >= 4
    assert not first["markup"]
    assert second["said"] == f"The move is {right}."
    assert "step" in second["markup"]
    assert not second["places"]
    assert (await browser.post(f"{api_of('troll')}/hint", json={"number": 3})).status_code == 404
    assert (await solve(browser, "troll"))["result"] == "solved, 1 try, 2 hints"
    assert found.turns >= 2


async def test_pointing_says_what_would_be_there_and_why_not(browser):
    _, ((state, right), *_) = line_of("troll")
    ghost = await browser.get(f"{api_of('troll')}/preview", params={"actions": str(state.actions(right)[0])})
    assert "ghost" in ghost.json()["markup"]
    nothing = await browser.get(f"{api_of('troll')}/preview?actions=9999")
    assert nothing.json() == {"markup": "", "says": "", "values": {}}
    assert (await browser.get(f"{api_of('troll')}/preview?actions=9999,x")).status_code == 400
    why = await browser.get(f"{api_of('troll')}/why?clicks=zz")
    assert why.json() == {"actions": None, "why": "zz cannot be chosen now.", "verdict": None, "markup": ""}
    means = await browser.get(f"{api_of('troll')}/why", params={"clicks": right})
    assert means.json() == {"actions": list(state.actions(right)), "why": "", "verdict": None, "markup": ""}


async def test_writes_of_other_sites_are_refused(browser):
    foreign = {"origin": "http://elsewhere.test"}
    for what in ("act", "hint", "solution"):
        assert (await browser.post(f"{api_of('troll')}/{what}", json={}, headers=foreign)).status_code == 403
    assert (await browser.post(f"/daily/longway/{DAY}/sheet", headers=foreign)).status_code == 403


async def test_the_same_try_sent_often_at_once_counts_once(browser):
    _, ((state, right), *_) = line_of("troll")
    await browser.post(f"{api_of('troll')}/hint", json={"number": 1})  # the browser has its cookie now
    wrong = next(turn for turn in state.legal_turns() if turn != right)
    said = await asyncio.gather(*(act(browser, "troll", [], state, wrong, "one key") for _ in range(20)))
    assert {one["said"] for one in said} == {said[0]["said"]}
    assert (await solve(browser, "troll"))["result"] == "solved, 2 tries, 1 hint"

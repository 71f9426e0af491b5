"""Puzzle runs: growing difficulty, a clock that the server keeps, three wrong answers, the personal best."""

import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from daily_world import NOW, WITH_FILE

from byways import registry
from byways.learning.puzzles import begin
from byways.site.daily.run import MOST_WRONG, SECONDS, Runs, best_of, questions
from byways.site.storage.practice_store import PracticeStore
from byways.site.timeline import clocks
from byways.site.web.sessions import hash_of

pytestmark = pytest.mark.usefixtures("noon")


async def run_of(site, browser):
    """The run that a browser began last."""
    return (await Runs(site.service(PracticeStore)).of(hash_of(browser.cookies["byways"])))[-1]


async def answer(browser, run, turn, played=()):
    """What comes of a turn in the present puzzle of a run."""
    game, found = run.questions[run.number - 1]
    state = begin(game, found)
    for one in played:
        state = state.play(one)
    place = f"?{urlencode({'played': ';'.join(played[::2])})}" if played else ""
    command = {"kind": "turn", "version": 0, "actions": list(state.actions(turn))}
    return await browser.post(f"/api/run/{run.number}/act{place}", json={"command": command, "shown": ""})


def right_turn(run):
    """The first turn that solves the present puzzle."""
    return run.questions[run.number - 1][1].solution[0][0]


async def solve(browser, run):
    _, found = run.questions[run.number - 1]
    line = (found.answer,) if found.answer else found.line
    for i in range(0, len(line), 2):
        said = (await answer(browser, run, line[i], line[:i])).json()
    assert said["verdict"]["done"]


async def miss(browser, run):
    game, found = run.questions[run.number - 1]
    wrong = next(turn for turn in begin(game, found).legal_turns() if turn not in (found.answer, *found.line[:1]))
    said = (await answer(browser, run, wrong)).json()
    assert not said["verdict"]["right"]
    return wrong


def test_puzzles_get_harder_and_none_comes_twice():
    found = questions(7, "2026-11-20")
    grades = [puzzle.grade for _, puzzle in found]
    assert grades == sorted(grades)
    assert grades[0] == 1
    assert len({(game.name, puzzle.position) for game, puzzle in found}) == len(found)
    assert found == questions(7, "2026-11-20") != questions(8, "2026-11-20")


async def test_a_run_counts_what_is_solved_until_three_answers_are_wrong(site, browser):
    page = (await browser.get("/run")).text
    assert "Puzzle run" in page
    assert re.findall(r"<span>([^<]+)</span></li>", page) == [registry.find(game).title for game in WITH_FILE]
    assert (await browser.post("/run")).status_code == 303
    await solve(browser, await run_of(site, browser))
    assert "1 solved" in (await browser.get("/run")).text
    for wrong in range(MOST_WRONG):
        run = await run_of(site, browser)
        assert run.wrong == wrong
        turn = await miss(browser, run)
        if wrong == 0:
            again = (await answer(browser, run, turn)).json()
            assert not again["verdict"]["right"], "sent again it is no other answer"
    run = await run_of(site, browser)
    assert (run.solved, run.wrong, run.left) == (1, MOST_WRONG, 0.0)
    assert (await answer(browser, run, right_turn(run))).status_code == 422
    page = (await browser.get("/run")).text
    assert "Your best: 1" in page
    assert page.count(">Solution<") == MOST_WRONG + 1
    assert (await browser.get(f"/api/run/{run.number + 1}/view")).status_code == 404
    assert (await browser.get("/api/run/1/view?at=0.1")).status_code == 403


async def test_the_server_keeps_the_time(site, browser):
    now = clocks.now
    await browser.post("/run")
    run = await run_of(site, browser)
    assert run.left == SECONDS
    await browser.post("/run")
    assert (await run_of(site, browser)).id == run.id, "one that goes on is gone on with"
    try:
        clocks.now = lambda: NOW + timedelta(seconds=SECONDS + 1)
        late, page = await answer(browser, run, right_turn(run)), (await browser.get("/run")).text
    finally:
        clocks.now = now
    assert (late.status_code, late.json()["code"]) == (422, "run.over")
    assert "Start again" in page


def test_the_best_of_no_runs_is_nothing():
    assert best_of([]) == 0

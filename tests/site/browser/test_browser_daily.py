"""Daily puzzles in a real browser: each kind is done by hand; nobody needs a mouse or a wide screen."""

import re

import pytest
from browser_world import expect, for_everybody, in_both_themes, point_out
from page_objects import Board, BoardPage, PlayPage, PuzzlePage

from byways.games import BUILT_IN
from byways.learning.puzzles import begin, puzzles_of
from byways.registry import find
from byways.site.daily.puzzle import daily_of, today

TURNS = [game for game in BUILT_IN if puzzles_of(find(game))]


def wrong_in(state, found):
    """A turn that does not solve a puzzle."""
    return next(turn for turn in state.legal_turns() if turn not in (found.answer, *found.line[:1]))


def solve(page, state, found, by_keys=False):
    for i, turn in enumerate((found.answer,) if found.answer else found.line):
        if i % 2 == 0:
            point_out(page, state, turn, by_keys=by_keys)
            expect(BoardPage(page).right).to_be_visible()
            expect(Board(page).sending).to_have_count(0)
        state = state.play(turn)


@pytest.mark.parametrize("game", [
    game if game in ("troll", "stroll") else pytest.param(game, marks=pytest.mark.torture) for game in TURNS
])  # fmt: skip
def test_a_puzzle_is_done_by_hand_and_by_keys(visitor, server, game):
    daily = daily_of(find(game), today())
    page, state = visitor(server.address).page(), begin(daily.game, daily.found)
    page.goto(f"{server.address}/daily/{game}/{daily.day}")
    point_out(page, state, wrong_in(state, daily.found))
    expect(BoardPage(page).wrong).to_be_visible()
    PuzzlePage(page).again.click()
    PuzzlePage(page).hint.click()
    expect(PuzzlePage(page).hinted).to_contain_text("Look at the lit part of the board")
    expect(Board(page).hinted.first).to_be_visible()
    solve(page, state, daily.found, by_keys=game == "troll")
    expect(PuzzlePage(page).result).to_contain_text("2 tries, 1 hint")
    expect(PuzzlePage(page).share).to_contain_text(f"Byways daily {daily.day}")
    PuzzlePage(page).solution.click()
    expect(PuzzlePage(page).answer_turn).to_have_count(1)
    assert in_both_themes(page) == []
    page.reload()
    expect(PuzzlePage(page).result).to_contain_text("2 tries, 1 hint")


def test_the_solution_is_asked_for_twice(visitor, server):
    daily = daily_of(find("troll"), today())
    page = visitor(server.address).page()
    page.goto(f"{server.address}/daily/troll")
    PuzzlePage(page).solution.click()
    BoardPage(page).confirm_dialog.get_by_role("button", name="Cancel").click()
    expect(PuzzlePage(page).answer).to_be_hidden()
    PuzzlePage(page).solution.click()
    BoardPage(page).confirm_dialog.get_by_role("button", name="Show the solution").click()
    first = PuzzlePage(page).answer.get_by_role("listitem").first
    expect(first.locator(".turn")).to_have_count(len(daily.found.line))
    assert first.locator(".turn").all_inner_texts() == list(daily.found.line)
    first.locator(".turn").nth(0).press("Enter")
    expect(first.locator(".turn").nth(0)).to_have_attribute("aria-pressed", "true")
    expect(PuzzlePage(page).result).to_have_text("not solved")
    page.get_by_role("button", name="Explore from here").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Troll, puzzle of")
    expect(BoardPage(page).turn.first).to_contain_text(daily.found.line[0])


def test_a_try_whose_answer_is_lost_counts_once(visitor, server):
    daily = daily_of(find("troll"), today())
    watch, lost = visitor(server.address), []
    watch.allowed.append("ERR_FAILED")
    page = watch.page()

    def lose_the_first(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch())
        return route.abort()

    page.route("**/act", lose_the_first)
    page.goto(f"{server.address}/daily/troll")
    state = begin(daily.game, daily.found)
    point_out(page, state, wrong_in(state, daily.found))
    PuzzlePage(page).again.click()
    solve(page, state, daily.found)
    expect(PuzzlePage(page).result).to_contain_text("2 tries")


def test_a_sheet_is_played_and_compared(page, server):
    page.goto(f"{server.address}/daily/longway")
    page.get_by_role("button", name="Start your sheet").click()
    page.wait_for_url("**/play/*")
    game_id = page.url.rpartition("/")[2]
    address = f"{server.address}/api/games/{game_id}"
    for _ in range(80):
        seen = page.request.get(f"{address}/view").json()["view"]
        if seen["over"]:
            break
        offers = seen["choices"]["offers"]
        stop = [action for action, clicks in offers if clicks == ["stop"]]
        taken = []
        while True:
            taken.append(stop[0] if stop else offers[0][0])
            command = {"kind": "turn", "version": seen["version"], "actions": taken, "sure": True}
            body = {"command": command, "shown": "", "key": f"{seen['version']} {len(taken)}"}
            said = page.request.post(f"{address}/act", data=body, headers={"origin": server.address}).json()
            if said["kind"] != "incomplete":
                break
            offers, stop = said["choices"]["offers"], []
    assert seen["over"]
    expect(PlayPage(page).result).to_be_visible()
    page.get_by_role("link", name="Compare with others").click()
    expect(PuzzlePage(page).result).to_contain_text("point")
    expect(page.locator("svg.chart .own")).to_have_count(1)
    page.set_viewport_size({"width": 320, "height": 640})
    for_everybody(page)


def test_the_days_lead_to_each_other(page, server):
    page.goto(f"{server.address}/")
    page.get_by_role("link", name="More puzzles today").click()
    page.get_by_role("link", name="Solve Stroll").click()
    page.get_by_role("link", name="Previous day").click()
    expect(page).to_have_url(re.compile(r"/daily/stroll/\d{4}-\d\d-\d\d$"))
    page.get_by_role("link", name="Next day").click()
    expect(page.get_by_role("link", name="Next day")).to_have_count(0)
    expect(page.locator(".task .by")).to_contain_text("Today’s puzzle")


def test_a_calendar_leads_to_every_day_by_keys(visitor, server):
    page = visitor(server.address, java_script_enabled=False).page()
    page.goto(f"{server.address}/daily")
    calendar = page.locator(".calendar")
    expect(calendar.locator("[aria-current]")).to_have_count(1)
    page.get_by_role("link", name="Previous month").press("Enter")
    page.wait_for_url("**/daily?month=*")
    expect(page.get_by_role("link", name="Next month")).to_be_visible()
    calendar.get_by_role("link").first.press("Enter")
    page.wait_for_url("**/daily?day=*-01")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzles for 1 ")
    page.get_by_role("link", name="Today", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Today’s puzzles")

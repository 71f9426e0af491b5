"""A guided first game in a real browser: wrong, then right, by mouse and by keys; what was done is remembered."""

import re

import pytest
from browser_world import expect, for_everybody, point_out
from page_objects import Board, BoardPage, PuzzlePage

from byways.games import BUILT_IN
from byways.learning.lessons import begin, lessons_of
from byways.registry import find


def point(page, name):
    Board(page).point(name).click(force=True)


def test_a_lesson_played_wrong_then_right_which_the_list_of_lessons_knows(page, server):
    page.goto(f"{server.address}/learn")
    course = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Troll", exact=True))
    start = course.locator(".next-lesson")
    expect(start).to_have_text(re.compile("^Start"))
    expect(course.locator(".learned")).to_be_hidden()
    page.goto(server.address)
    page.get_by_role("link", name="Learn Troll").click()
    expect(page).to_have_url(f"{server.address}/learn/troll/1")
    page.get_by_role("link", name="Next lesson").click()
    expect(page.locator("h1")).to_have_text("Flip a disc")
    verdict = BoardPage(page).verdict
    point(page, "d3")
    expect(verdict).to_contain_text("Not possible.")
    point(page, "e3")
    expect(verdict).to_contain_text("Not quite. That is legal, but it flips nothing.")
    expect(PuzzlePage(page).done).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("")
    page.get_by_role("button", name="Hint").click()
    expect(verdict).to_contain_text("b3")
    point(page, "b3")
    expect(verdict).to_contain_text("Well done. c3 is white now.")
    expect(PuzzlePage(page).done).to_have_text(["✓Flip a disc, done"])
    expect(page.get_by_role("link", name="Next lesson")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Flip in three directions")
    expect(PuzzlePage(page).done).to_have_count(1)
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(course.locator(".learned")).to_have_text(re.compile(r"^1 of \d+ lessons done$"))
    expect(course.locator(".done")).to_have_text(["✓Flip a disc, done"])
    start.click()
    expect(page).to_have_url(f"{server.address}/learn/troll/1")


def test_by_keys_alone(page, server):
    page.goto(f"{server.address}/learn/troll/2")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.point ?? null"):
            break
    Board(page).point("b2").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(BoardPage(page).verdict).to_contain_text("Well done.")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.address}/learn/troll/3")
    page.get_by_role("link", name="Previous").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.address}/learn/troll/2")


def test_axe_finds_nothing_and_nothing_scrolls_sideways(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 320, "height": 640}).page()
    page.goto(f"{server.address}/learn/troll/2")
    expect(Board(page).legal.first).to_be_visible()
    point(page, "e3")
    expect(BoardPage(page).verdict).to_contain_text("Not quite.")
    for_everybody(page, "wrong")
    page.get_by_role("button", name="Try again").click()
    point(page, "b3")
    expect(BoardPage(page).verdict).to_contain_text("Well done.")
    for_everybody(page, "right")


@pytest.mark.parametrize("game", [
    game if game == "stroll" else pytest.param(game, marks=pytest.mark.torture) for game in BUILT_IN
])  # fmt: skip
def test_every_answer_to_a_lesson_can_be_pointed_out_turns_and_what_is_refused(page, server, game):
    for number, lesson in enumerate(lessons_of(find(game)), 1):
        if lesson.done.turns:
            page.goto(f"{server.address}/learn/{game}/{number}")
            point_out(page, begin(find(game), lesson), lesson.done.turns[0])
            expect(BoardPage(page).right).to_contain_text(lesson.after.split(".")[0])
        for turn in lesson.done.refused[:3]:
            page.goto(f"{server.address}/learn/{game}/{number}")
            expect(Board(page).legal.first).to_be_visible()
            for name in re.findall(r"[a-z]\d+", turn):
                point(page, name)
                expect(Board(page).sending).to_have_count(0)
                if BoardPage(page).right.count():
                    break
            expect(BoardPage(page).right).to_contain_text(lesson.after)

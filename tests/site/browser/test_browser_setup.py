"""Setting up positions in a real browser: by mouse, by keys, as text; then they are played or analysed."""

import re

from browser_world import expect, overflow, violations
from page_objects import Board, BoardPage, NewGamePage, Page, PlayPage, ReviewPage


def test_a_position_is_set_up_by_mouse_and_keys_and_played(visitor, server):
    watch = visitor()
    watch.allowed.append("400")
    page = watch.page()
    page.goto(f"{server.address}/new/whirlwind")
    page.get_by_text("Board and rules").click()
    page.get_by_role("link", name="Set up a position").click()
    page.get_by_text("Another board").click()
    page.get_by_label("Board size").select_option("6")
    page.get_by_role("button", name="Start with this board").click()
    text = page.get_by_label("The position as text")
    expect(text).to_have_value(re.compile("^whirlwind size=6"))
    stones = Board(page).stones
    before = stones.count()
    point = Board(page).point("b1")
    assert "empty" in point.get_attribute("aria-label")
    point.click()
    expect(stones).to_have_count(before + 1)
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("() => document.activeElement.dataset.point")
    page.keyboard.press("Enter")
    expect(Page(page).say).to_contain_text(f"{focused}, ")
    page.keyboard.press("Escape")
    expect(Page(page).say).to_contain_text(f"{focused}, empty")
    page.get_by_role("button", name="Undo").click()
    page.get_by_label("To move").select_option("white")
    expect(text).to_have_value(re.compile("to move: white"))
    legal = text.input_value()
    text.fill("whirlwind size=6\n" + "x.....\n.x....\n" + "......\n" * 4)
    page.get_by_role("button", name="Show this text").click()
    expect(BoardPage(page).why).to_have_text("A1 and b2 touch only at a corner, which no turn may leave.")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(legal)
    text.fill("no board\n...")
    page.get_by_role("button", name="Show this text").click()
    expect(BoardPage(page).why).to_have_text(
        re.compile(r"a board whose size is an even number .* found 'no board' in line 1\.$")
    )
    text.fill(legal)
    page.get_by_role("button", name="Show this text").click()
    expect(BoardPage(page).why).to_be_empty()
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator("pre.position")).to_contain_text("to move: white")
    NewGamePage(page).choose("Same screen").check()
    NewGamePage(page).start.click()
    page.wait_for_url("**/play/*")
    expect(PlayPage(page).status).to_have_text("White is to move")


def test_a_position_that_was_typed_is_the_one_that_is_played(visitor, server):
    watch = visitor()
    watch.allowed.append("400")
    page = watch.page()
    page.goto(f"{server.address}/setup/troll?size=4")
    text = page.get_by_label("The position as text")
    text.fill("troll size=4\nhello")
    page.get_by_role("button", name="Play from here").click()
    expect(BoardPage(page).why).to_contain_text("xpected")
    expect(text).to_have_value("troll size=4\nhello")
    text.fill("troll size=4\n....\n....\n....\n....\nto move: nobody")
    page.get_by_role("button", name="Show this text").click()
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    typed = "troll size=4\nO...\n....\n....\n...X\nto move: white"
    text.fill(typed)
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator("pre.position")).to_have_text(typed)
    page.go_back()
    expect(Board(page).stones).to_have_count(2)
    text.fill(typed.replace("O", "."))
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_url("**/review/*")
    expect(Board(page).stones).to_have_count(1)


def test_a_position_that_is_set_up_outlives_a_reload_and_the_way_back_and_is_analysed(page, server):
    page.goto(f"{server.address}/setup/troll?size=4")
    page.get_by_role("radio", name="Black disc").check(force=True)
    Board(page).point("b3").click()
    expect(Board(page).point("b3")).to_have_attribute("aria-label", "b3, black disc")
    stones = Board(page).stones
    expect(stones).to_have_count(1)
    page.reload()
    expect(stones).to_have_count(1)
    page.get_by_label("To move").select_option("black")
    expect(page.get_by_label("The position as text")).to_have_value(re.compile("to move: black"))
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_url("**/review/*")
    page.go_back()
    expect(stones).to_have_count(1)
    page.go_forward()
    expect(ReviewPage(page).said).to_have_text("Start of the game. Black is to move.")
    page.get_by_role("button", name="Analyse it").click()
    expect(ReviewPage(page).report).to_have_text(re.compile("^1 of 1 positions"), timeout=120_000)
    page.get_by_role("button", name="Best move").click()
    expect(ReviewPage(page).graph).to_be_hidden()  # one position is no course
    steps = ReviewPage(page).line.get_by_role("button")
    expect(steps.first).to_be_visible()
    drawn = Board(page).shown_before("step")
    count = min(6, steps.count())
    expect(drawn).to_have_count(count)
    steps.first.click()
    expect(ReviewPage(page).said).to_have_text(re.compile("^From the start, tried: "))
    expect(steps.first).to_have_attribute("aria-current", "step")
    expect(drawn).to_have_count(min(6, steps.count() - 1))
    steps.last.click()
    expect(steps.last).to_have_attribute("aria-current", "step")
    expect(drawn).to_have_count(0)


def test_playing_from_a_position_fits_a_phone(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 320, "height": 640}).page()
    for game in ("longway", "stride", "troll?size=4"):
        page.goto(f"{server.address}/setup/{game}")
        expect(page.get_by_role("button", name="Play from here")).to_be_in_viewport(ratio=1)
    position = page.get_by_label("The position as text").input_value()
    page.goto(f"{server.address}/new/troll")
    page.goto(f"{server.address}/setup/troll?size=4")
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator("pre.position")).to_have_text(position)
    assert violations(page) == []
    assert overflow(page) <= 0

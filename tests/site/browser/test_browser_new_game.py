"""The form of a new game: what it shows, how near its start is, and what it keeps."""

import re

from browser_world import expect
from page_objects import NewGamePage, PlayPage
from test_browser_pages import GAMES, begin

ON_TOP = """(one) => {
  const box = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
"""Whether a click would reach an element."""


def test_the_form_shows_what_matters(page, server):
    form = NewGamePage(page)
    page.goto(f"{server.address}/new/longway")
    seats, count = page.locator("[name^='seat ']:visible"), page.get_by_role("radiogroup", name="Players")
    expect(form.choose("On your own")).to_be_checked()
    expect(page.get_by_role("figure")).not_to_contain_text("coins")
    expect(count).to_be_hidden()
    form.choose("A mix").check()
    expect(seats).to_have_count(2)
    form.choose("4").check()
    expect(seats).to_have_count(4)
    form.choose("Friends").check()
    expect(seats).to_have_count(0)
    page.goto(f"{server.address}/new/troll")
    form.choose("Same screen").check()
    for hidden in (form.choose("Level 4"), form.choose("Black")):
        expect(hidden).to_be_hidden()
    form.choose("The engine").check()
    form.choose("Level 4").check()
    form.choose("Black").check()
    expect(form.brief).to_have_text("Troll · 8 × 8 · Engine, level 4 · you play Black")
    expect(page.locator(".meanings > :visible")).to_have_text(re.compile("^Medium. It wins about"))
    form.start.click()
    page.wait_for_url("**/play/*")
    page.go_back()
    expect(form.choose("Black")).to_be_checked()
    expect(form.choose("Level 4")).to_be_checked()
    expect(form.start).to_be_enabled()


def test_the_board_follows_the_options(visitor, server):
    page = visitor(viewport={"width": 1440, "height": 900}).page()
    form = NewGamePage(page)
    page.goto(f"{server.address}/new/whirlwind")
    large = form.board.get_attribute("viewBox")
    black = form.board.locator(".stone.black").first
    before = black.bounding_box()
    form.unfold("Board and rules")
    form.choose("Colours swapped").check()
    expect(page.locator("#rules summary")).to_contain_text("Stones at the start: Colours swapped")
    assert black.bounding_box() != before
    form.choose("6 × 6").check()
    expect(form.board).not_to_have_attribute("viewBox", large)
    expect(form.brief).to_contain_text("Whirlwind · 6 × 6")


SIZES = [{"width": w, "height": h} for w, h in ((1280, 800), (1440, 900), (820, 1180), (390, 844), (320, 640))]


def test_the_start_of_a_game_is_in_sight_and_a_few_keys_away(page, server):
    form = NewGamePage(page)
    for game in GAMES:
        page.goto(f"{server.address}/new/{game}")
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate("scrollTo(0, 0)")
            expect(form.start).to_be_in_viewport(ratio=1)
            assert form.start.evaluate(ON_TOP), f"nothing lies over it: {game}, {size}"
    for size in SIZES:
        page.set_viewport_size(size)
        page.goto(f"{server.address}/new/troll")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        pressed = 0
        while not form.start.evaluate("(button) => button === document.activeElement"):
            page.keyboard.press("Tab")
            pressed += 1
            assert pressed <= 6, size
    page.goto(f"{server.address}/new/troll")
    form.choose("Level 2").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    expect(PlayPage(page).players).to_contain_text("level 1")


def test_a_game_can_be_started_without_scripts(visitor, server):
    page = visitor(java_script_enabled=False).page()
    form = NewGamePage(page)
    page.goto(f"{server.address}/new/troll")
    form.choose("Same screen").check()
    expect(form.choose("Level 4")).to_be_hidden()
    page.get_by_label("Name of White").fill("Ada")
    form.unfold("Board and rules")
    page.get_by_label("Board size").select_option("5")
    form.start.click()
    page.wait_for_url("**/play/*")
    expect(PlayPage(page).players).to_contain_text("Ada")
    expect(page.get_by_role("main")).to_contain_text("5 × 5")


def test_another_game_keeps_the_opponent(page, server):
    form = NewGamePage(page)
    page.goto(f"{server.address}/new/troll")
    form.choose("Level 8").check()
    form.games.get_by_role("link", name="Stride").click()
    expect(page).to_have_url(re.compile("/new/stride"))
    expect(form.choose("Level 8")).to_be_checked()
    expect(form.games.get_by_role("link", name="Stride")).to_have_attribute("aria-current", "page")


def test_play_again_keeps_the_choices(page, server):
    begin(page, server, "troll", size="6", edges="closed")
    page.get_by_role("link", name="New game").click()
    form = NewGamePage(page)
    expect(form.choose("Same screen")).to_be_checked()
    form.unfold("Board and rules")
    expect(page.get_by_label("Board size")).to_have_value("6")
    expect(form.choose("Never")).to_be_checked()

"""Trying turns of The Long Way in a review, with dice of one's own choice."""

import re

from browser_world import expect, violations
from page_objects import Board, BoardPage, Page, ReviewPage
from review_browser_world import read, try_turns


def try_at_the_end(page, server, record):
    """Read a record and try a turn at its last position."""
    read(page, server, record)
    page.get_by_role("link", name="Last position").click()
    page.get_by_role("button", name="Try a move").click()


def choose(page, *words):
    for word in words:
        BoardPage(page).choices.get_by_role("button", name=word, exact=True).click()


def test_a_sheet_is_built_on_the_board_with_dice_as_one_likes(visitor, server):
    page = visitor(bypass_csp=True).page()
    page.goto(f"{server.address}/setup/longway")
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_url("**/review/*")
    for door in ("d1N", "g7S"):
        Board(page).point(door).click()
    expect(BoardPage(page).prompt).to_have_text("Choose the roll.")
    assert violations(page) == []
    choose(page, "Light die: 3", "Back", "Light die: 4", "Dark die: 2")
    expect(ReviewPage(page).said).to_have_text(re.compile(r"^Move 1 of 1: Roll 4-2\."))  # it is kept at once
    expect(BoardPage(page).prompt).to_have_text("Player 1: Place the tile, draw a cafeteria, or stop.")
    page.get_by_role("link", name="Previous position").click()
    choose(page, "Light die: 6", "Dark die: 6")
    expect(ReviewPage(page).said).to_have_text("Instead of move 1 (Roll 4-2): Roll 6-6")
    choose(page, "Stop")
    expect(ReviewPage(page).said).to_have_text("Instead of move 1 (Roll 4-2): Roll 6-6, Stop")
    ReviewPage(page).share_heading.click()
    page.get_by_role("link", name="Set up this position, or play from it").click()
    expect(page.get_by_label("The position as text")).to_have_value(re.compile("entrance d1N; exit g7S"))
    page.get_by_role("button", name="Play from here").click()


def test_another_roll_is_tried_where_one_was_rolled_and_kept_as_a_line(page, server):
    read(page, server, '[Game "longway"]\n\n1. "setup a1N c1N" 2. "roll 1-1" 3. stop')
    page.get_by_role("link", name="Next position").click()
    expect(ReviewPage(page).said).to_contain_text("The dice are to be rolled")
    page.get_by_role("button", name="Try a roll").click()
    choose(page, "Light die: 2", "Dark die: 5")
    expect(BoardPage(page).verdict).to_have_text("")
    page.get_by_text("Write a note").click()
    page.get_by_label("Your comment").fill("would have fitted")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(BoardPage(page).turns).to_contain_text("Roll 2-5")
    expect(BoardPage(page).turns).to_contain_text("would have fitted")


def test_what_is_tried_is_shown_beforehand_and_said_why_it_cannot_be(page, server):
    try_at_the_end(page, server, '[Game "troll"]\n[Options "size=6"]\n\n1. c2')
    ghost = Board(page).before
    Board(page).legal_point("d2").hover()
    expect(ghost).not_to_have_count(0)
    page.mouse.move(1, 1)
    expect(ghost).to_have_count(0)
    Board(page).point("c2").click(force=True)
    expect(BoardPage(page).why).to_have_text(re.compile("c2"))
    Board(page).point("d2").click()
    expect(ReviewPage(page).said).to_have_text("After move 1 (c2), tried: d2")
    expect(BoardPage(page).why).to_have_text("")
    page.get_by_role("button", name="Undo this move").click()
    expect(ReviewPage(page).said).to_contain_text("Move 1 of 1")
    expect(page.get_by_role("button", name="Undo this move")).to_have_count(0)


def test_who_tries_by_keys_goes_on_where_the_next_choice_is(page, server):
    read(page, server, '[Game "longway"]\n\n1. "setup a1N c1N"')
    page.get_by_role("link", name="Last position").click()
    page.get_by_role("button", name="Try a roll").press("Enter")
    page.get_by_role("button", name="Light die: 2").press("Enter")
    expect(page.get_by_role("button", name="Dark die: 1")).to_be_focused()
    page.get_by_role("button", name="Dark die: 5").press("Enter")
    expect(Board(page).legal.and_(Board(page).focused)).to_have_count(1)


def test_turns_that_are_kept_are_told_and_written_about_at_once(page, server):
    read(page, server, '[Game "troll"]\n[Options "size=5"]\n\n1. b3 a2')
    page.get_by_role("link", name="Last position").click()
    try_turns(page, "After move 1 (a2)", "c2", "c3")
    page.get_by_text("Write a note").click()
    expect(ReviewPage(page).note_about).to_have_text("The game continues with c2, c3")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(ReviewPage(page).said).to_have_text(re.compile("^Move 2 of 2"))
    expect(Page(page).say).to_have_text("Saved.")
    expect(page.get_by_label("Your comment")).to_be_focused()
    page.get_by_label("Your comment").fill("good")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(ReviewPage(page).comment).to_have_text("good")

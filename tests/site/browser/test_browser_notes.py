"""Writing notes in a review, by mouse and by keys."""

import re

from browser_world import expect, for_everybody, in_both_themes, overflow
from page_objects import Board, BoardPage, ReviewPage
from review_browser_world import upload
from review_world import RECORD


def test_a_line_and_a_note_are_kept_and_found_again(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 360, "height": 740}).page()
    upload(page, server, RECORD)
    address = page.url
    ReviewPage(page).turn_at("1").click()
    expect(ReviewPage(page).said).to_contain_text("Move 1 of 4")
    for turn, said in (("b2", "b2"), ("c3", "b2, c3")):
        Board(page).point(turn).click()
        expect(ReviewPage(page).said).to_have_text(f"Instead of move 1 (a2): {said}")
    page.get_by_text("Write a note").click()
    expect(ReviewPage(page).note_about).to_have_text("Instead of move 1 (a2): b2, c3")
    page.get_by_label("Name of this line").fill("The quiet way")
    page.get_by_label("Your comment").fill("Black <has> more room.\nI think.")
    page.get_by_role("radio", name="! good", exact=True).check()
    for_everybody(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(ReviewPage(page).turn_at("2.1.2")).to_have_attribute("aria-current", "step")
    assert page.url.split("?")[0] == address, "a record of one's own takes notes itself"
    expect(ReviewPage(page).comments).to_have_text("Black <has> more room.\nI think.", use_inner_text=True)
    expect(ReviewPage(page).turn_at("2.1.2").locator(".marks")).to_have_text("!")
    expect(ReviewPage(page).said).to_have_text("The quiet way: b2, c3, instead of move 1 (a2)")

    expect(page.get_by_label("Your comment")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("Not sure.")
    ReviewPage(page).turn_at("1").click()
    expect(page.get_by_label("Your comment")).to_have_value("a first")
    ReviewPage(page).turn_at("2.1.2").click()
    expect(page.get_by_label("Your comment")).to_have_value("Not sure."), "what was begun is not lost"
    page.get_by_label("Your comment").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(ReviewPage(page).comments).to_have_text("Not sure.")

    page.get_by_role("button", name="Remove this line from here on").click()
    expect(ReviewPage(page).turn_at("2.1.1")).to_have_attribute("aria-current", "step")
    expect(ReviewPage(page).turn_at("2.1.2")).to_have_count(0)


def test_a_position_that_was_set_up_begins_a_tree_that_grows_on_the_board(visitor, server):
    page = visitor(bypass_csp=True).page()
    page.goto(f"{server.address}/setup/troll?size=4")
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_url("**/review/*")
    said, tree = ReviewPage(page).said, ReviewPage(page)
    for turn in ("b2", "c3"):
        Board(page).point(turn).click()
        expect(said).to_have_text(re.compile(f"^Move 1 of 1: .* {turn}"))
    page.locator("h1").click()  # away from the board, whose arrows are its own
    page.keyboard.press("Home")
    expect(said).to_have_text(re.compile("^Start of the game"))
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile("^Move 1 of 1"))
    Board(page).point("c2").click()
    expect(said).to_have_text("Instead of move 1 (c3): c2")
    expect(tree.turn_at("2.0.1")).to_have_attribute("aria-current", "step")
    Board(page).point("b3").click()
    expect(said).to_have_text("Instead of move 1 (c3): c2, b3")
    expect(tree.turn_at("2.0.2")).to_have_attribute("aria-current", "step")
    page.locator("h1").click()
    for key, where in (("ArrowLeft", "2.0.1"), ("ArrowUp", "2"), ("ArrowDown", "2.0.1"), ("End", "2.0.2")):
        page.keyboard.press(key)
        expect(tree.turn_at(where)).to_have_attribute("aria-current", "step")
    page.get_by_text("Write a note").click()
    page.get_by_label("Name of this line").fill("Beside it")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(said).to_have_text("Beside it: c2, b3, instead of move 1 (c3)")
    assert in_both_themes(page) == []
    page.get_by_role("button", name="Make it the main line").click()
    expect(said).to_have_text(re.compile("^Move 2 of 2: .* b3"))
    expect(tree.turn_at("2.0.1")).to_have_text(re.compile("1… c3"))
    page.get_by_label("Name of this review").fill("What if")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What if")


def test_a_link_to_a_point_of_a_tree_is_read_and_copied_by_others(visitor, server):
    ada, bob = visitor().page(), visitor(viewport={"width": 360, "height": 740}, has_touch=True, bypass_csp=True).page()
    upload(ada, server, RECORD)
    bob.goto(f"{ada.url}?ply=2.0.3")
    said = ReviewPage(bob).said
    expect(said).to_have_text("Instead of move 1 (a2): c2, c3, d3")
    Board(bob).point("b2").click(force=True)
    expect(said).to_have_text("Instead of move 1 (a2): c2, c3, d3")  # it may be read only
    ReviewPage(bob).share_heading.click()
    for_everybody(bob)
    bob.get_by_role("button", name="Copy to my games").click()
    bob.wait_for_url(lambda url: not url.startswith(ada.url))
    expect(said).to_have_text("Instead of move 1 (a2): c2, c3, d3")
    Board(bob).point("b2").click()
    expect(said).to_have_text("Instead of move 1 (a2): c2, c3, d3, b2")
    assert overflow(bob) <= 0
    ada.reload()
    expect(ReviewPage(ada).turn_at("2.0.4")).to_have_count(0)


def test_whoever_reads_writes_in_a_copy_and_finds_it(visitor, server):
    ada, bob = visitor().page(), visitor().page()
    upload(ada, server, RECORD)
    bob.goto(ada.url)
    address = bob.url.split("?")[0]
    bob.get_by_text("Write a note").click()
    expect(ReviewPage(bob).notebook).to_contain_text("saved in a copy of this game")
    expect(bob.get_by_role("radio", name="! good", exact=True)).to_be_disabled()  # no turn led to the start
    bob.get_by_label("Your comment").fill("An instructive game.")
    bob.get_by_role("button", name="Save", exact=True).click()
    bob.wait_for_url(lambda url: not url.startswith(address))
    expect(ReviewPage(bob).comments).to_have_text("An instructive game.")
    bob.get_by_role("link", name="My games").click()
    bob.get_by_role("link", name=re.compile("Troll.*8 moves")).click()
    expect(ReviewPage(bob).comments).to_have_text("An instructive game.")
    ada.reload()
    expect(ReviewPage(ada).comments).to_have_text("Before <all>")


def test_what_was_changed_elsewhere_is_said(visitor, server):
    watch = visitor()
    watch.allowed.append("409")
    page, other = watch.page(), watch.page()
    upload(page, server, RECORD)
    other.goto(page.url)
    for one, text in ((other, "The first."), (page, "The second.")):
        one.get_by_text("Write a note").click()
        one.get_by_label("Your comment").fill(text)
        one.get_by_role("button", name="Save", exact=True).click()
        if one is other:
            expect(ReviewPage(one).comments).to_have_text(text)
    expect(ReviewPage(page).note_said).to_have_text("These notes were changed elsewhere; reload the page.")
    expect(page.get_by_label("Your comment")).to_have_value("The second.")


def test_a_turn_that_was_added_to_a_record_can_be_removed_again(page, server):
    upload(page, server, '[Game "troll"]\n[Options "size=4"]\n\n1. b3 a2 2. c3 b2')
    page.goto(page.url.split("?")[0] + "?ply=4")
    page.get_by_text("Write a note").click()
    remove = page.get_by_role("button", name="Remove this last move")
    expect(remove).to_be_visible()
    ReviewPage(page).back.click()
    expect(remove).to_be_hidden()
    ReviewPage(page).forth.click()
    expect(ReviewPage(page).said).to_have_text(re.compile("^Move 2 of 2"))
    Board(page).point("b4").click()
    expect(BoardPage(page).turn).to_have_text([re.compile(turn) for turn in ("b3", "a2", "c3", "b2", "b4")])
    remove.click()
    expect(BoardPage(page).turn).to_have_text([re.compile(turn) for turn in ("b3", "a2", "c3", "b2")])
    expect(ReviewPage(page).turn_at("4")).to_have_attribute("aria-current", "step")

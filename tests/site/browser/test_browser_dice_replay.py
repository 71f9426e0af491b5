"""What an engine makes of a game's dice, on the review's page: asked for, waited for, seen by everybody."""

import re

from browser_world import expect, for_everybody
from page_objects import ReviewPage
from review_browser_world import upload
from review_world import line, record_of


def test_the_engine_plays_the_dice_and_shows_its_sheet(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 320, "height": 640}, has_touch=True).page()
    turns = line(2)
    address = upload(page, server, record_of(turns))
    page.get_by_role("heading", name="With the same dice").click()
    expect(ReviewPage(page).replay_board).to_be_hidden()
    page.get_by_role("button", name="Let the engine play them").click()
    expect(ReviewPage(page).replay_said).to_contain_text(
        re.compile("With the same dice|The rolls end"), timeout=180_000
    )
    drawn = ReviewPage(page).replay_board.locator(":is(.tile, .cafe)")  # whatever the engine liked best
    expect(drawn.first).to_be_visible()
    expect(page.get_by_role("button", name="Let the engine play them")).to_be_hidden()
    for_everybody(page)
    said = ReviewPage(page).replay_said.text_content()
    page.goto(f"{address}#dice-replay")
    expect(ReviewPage(page).replay_said).to_have_text(said)  # it is kept, and a link leads to it

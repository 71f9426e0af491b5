"""A game that goes on before the eyes of whoever comes to the first page."""

import re

from browser_world import expect, overflow, violations
from page_objects import HomePage

DRAWN = "(board) => board.innerHTML"
OTHER = """(before) => document.querySelector("#live svg").innerHTML !== before"""


def test_a_game_of_engines_goes_on_while_it_is_in_sight(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 390, "height": 900}).page()
    home = HomePage(page)
    for _ in range(60):  # until an engine is compiled
        page.goto(server.address)
        if home.live.is_visible():
            break
        page.wait_for_timeout(2_000)
    before = home.live_board.evaluate(DRAWN)
    home.live_board.scroll_into_view_if_needed()
    page.wait_for_function(OTHER, arg=before, timeout=120_000)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert overflow(page) <= 0
        assert violations(page) == []
    home.watch.click()
    expect(page).to_have_url(re.compile(r"/play/live\.\d+$"))

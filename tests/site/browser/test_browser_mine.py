"""The page of one's games goes along with them while somebody looks at it."""

import re

from browser_world import LINK, Table, expect, for_everybody, overflow
from page_objects import MyGamesPage

LACKING = """() => [...document.querySelectorAll('#lists use')].map((use) => use.getAttribute('href'))
    .filter((name) => !document.getElementById(name.slice(1)))"""


def test_whose_turn_it_is_is_told_anew_as_soon_as_the_server_answers(visitor, server):
    ada, bob = visitor(), visitor()
    white = Table(ada.page(), server.address, "troll", **LINK, **{"the clock": "5+3"})
    white.join(bob)
    page = bob.page()
    page.goto(f"{server.address}/mine")
    mine = MyGamesPage(page)
    expect(mine.rows).to_contain_text("White is to move")
    expect(page).to_have_title("My games · Byways")
    mine.links.focus()
    elsewhere = bob.page()
    elsewhere.goto(f"{server.address}/learn")
    expect(elsewhere).to_have_title("Learn · Byways")
    white.play("b3")
    expect(elsewhere).to_have_title("(1) Learn · Byways")
    expect(MyGamesPage(elsewhere).waiting_turns).to_have_attribute("data-turns", "1")
    expect(mine.yours).to_have_text("Your turn")
    expect(mine.waiting_turns).to_have_attribute("data-turns", "1")
    expect(mine.waiting_turns).to_have_accessible_description("your turn in 1 game")
    expect(page).to_have_title("(1) My games · Byways")
    expect(mine.links).to_be_focused()
    expect(mine.left).to_contain_text("Time left")
    expect(mine.boards).to_have_count(1)
    assert page.evaluate(LACKING) == [], "shapes outlive the boards that brought them"

    bob.allowed.append("ERR_|Failed to load")
    said = mine.rows.text_content()
    elsewhere.goto(white.page.url)
    page.route("**/mine", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        white.on(elsewhere).play("a2")
    expect(mine.rows).to_have_text(said), "a server that is silent changes nothing"
    page.unroute("**/mine")
    expect(mine.rows).to_contain_text("White is to move"), "and is asked again"


def test_a_game_is_deleted_by_keys_and_brought_back(visitor, server):
    watch = visitor(bypass_csp=True, viewport={"width": 390, "height": 844})
    watch.allowed.append("closed before the connection is established")
    page = watch.page()
    Table(page, server.address, "troll")
    page.goto(f"{server.address}/mine")
    mine = MyGamesPage(page)
    expect(mine.delete).to_have_accessible_name(re.compile("^Delete Troll .*0 moves"))
    assert overflow(page) <= 0
    mine.delete.focus()
    page.keyboard.press("Enter")
    expect(mine.undo).to_be_focused()
    expect(mine.links).to_have_count(0)
    for_everybody(page)
    page.keyboard.press("Enter")
    expect(mine.delete).to_have_count(1)
    page.clock.install()
    mine.delete.click()
    expect(mine.undo).to_be_visible()
    page.clock.run_for(11_000)
    expect(mine.undo).to_have_count(0)
    assert page.url.endswith("/mine"), "what is reloaded offers nothing that is too late"

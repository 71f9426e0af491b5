"""The page of one's games goes along with them while somebody looks at it."""

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from browser_world import Table
from playwright.sync_api import expect
from site_world import until
from test_browser_company import LINK, guest

pytestmark = pytest.mark.browser


def test_whose_turn_it_is_is_told_anew(visitor, server):
    ada, bob = visitor(), visitor()
    white = Table(ada.page(), server.address, "troll", **LINK, **{"the clock": "5+3"})
    guest(bob, white)
    page = bob.page()
    page.clock.install()
    page.goto(f"{server.address}/mine")
    row = page.locator(".mine li")
    expect(row).to_contain_text("White is to move")
    page.locator(".mine a").focus()
    white.play("b3")
    page.clock.run_for(10_000)
    expect(row.locator(".your-turn")).to_have_text("Your turn: Black")
    expect(page.locator(".mine a")).to_be_focused()
    expect(row.locator(".left")).to_contain_text("Time left")


def test_a_server_that_is_silent_changes_nothing_and_is_asked_again(visitor, server):
    watch = visitor()
    watch.allowed.append("ERR_|Failed to load")
    page = watch.page()
    Table(page, server.address, "troll", size="4")
    page.clock.install()
    page.goto(f"{server.address}/mine")
    row = page.locator(".mine li")
    said = row.text_content()
    page.route("**/mine", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.clock.run_for(10_000)
    expect(row).to_have_text(said)
    page.unroute("**/mine")
    answers = []
    page.on("response", lambda answer: answers.append(answer.status))  # Playwright sets attributes on its handlers
    until(lambda: page.clock.run_for(10_000) or answers, what="another question")
    assert set(answers) == {200}
    expect(row).to_have_text(said)

"""A person goes on with the games of one browser in another."""

import pytest
from browser_world import Table, expect, violations
from page_objects import LinkPage


@pytest.fixture
def there(visitor, server):
    """A browser with a game, and the address that its page of games gives for another device."""
    page = visitor(bypass_csp=True).page()
    table = Table(page, server.address, "troll", size="4")
    table.play("b2")
    page.goto(f"{server.address}/mine")
    page.get_by_role("button", name="Make a link").click()
    return table, page.get_by_label("Link for your other device").first.input_value()


def test_a_game_goes_on_in_another_browser(visitor, there):
    table, url = there
    expect(table.page.get_by_role("img", name="QR code of the link for your other device")).to_be_visible()
    expect(table.page.get_by_role("main").get_by_role("status")).to_contain_text("10 minutes")
    assert violations(table.page) == []
    other = visitor(bypass_csp=True).page()
    other.goto(url)
    expect(LinkPage(other).said).to_contain_text("games and puzzles of another browser: 1.")
    other.get_by_role("button", name="Go on with these games").click()
    other.wait_for_url("**/mine")
    other.locator(".mine a").first.click()
    other.wait_for_url("**/play/*")
    table.on(other).play("c3")
    table.page.goto(other.url)
    table.status("White is to move")


def test_a_browser_with_games_of_its_own_is_asked_first(visitor, server, there):
    other = visitor(bypass_csp=True).page()
    Table(other, server.address, "troll", size="4")
    other.goto(there[1])
    expect(LinkPage(other).said).to_contain_text("of its own: 1")
    assert other.url == f"{server.address}/device"
    assert violations(other) == []
    other.get_by_role("link", name="Keep this browser as it is").click()
    other.wait_for_url("**/mine")
    expect(other.locator(".mine li")).to_have_count(1)
    other.goto(there[1])
    other.get_by_role("button", name="Go on with these games").click()
    other.wait_for_url("**/mine")


def test_a_link_that_is_no_link(visitor, server):
    watch = visitor()
    watch.allowed.append("403")
    page = watch.page()
    page.goto(f"{server.address}/device#nothing")
    expect(LinkPage(page).said).to_contain_text("This link has expired or is incomplete")
    page.get_by_role("link", name="Back to the games").click()
    expect(page).to_have_url(f"{server.address}/")

"""A person goes on with the games of one browser in another."""

from browser_world import Table, expect, violations
from page_objects import LinkPage


def test_a_game_goes_on_in_another_browser(visitor, server):
    desk, phone = visitor(bypass_csp=True), visitor(bypass_csp=True)
    page = desk.page()
    there = Table(page, server.address, "troll", size="4")
    there.play("b2")
    page.goto(f"{server.address}/mine")
    page.get_by_role("button", name="Make a link").click()
    url = page.get_by_label("Link for your other device").first.input_value()
    expect(page.get_by_role("img", name="QR code of the link for your other device")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("10 minutes")
    assert violations(page) == []

    other = phone.page()
    other.goto(url)
    expect(LinkPage(other).said).to_contain_text("games and puzzles of another browser: 1.")
    other.get_by_role("button", name="Go on with these games").click()
    other.wait_for_url("**/mine")
    other.locator(".mine a").first.click()
    other.wait_for_url("**/play/*")
    here = object.__new__(Table)
    here.page, here.game, here.options = other, there.game, there.options
    here.play("c3")
    page.goto(other.url)
    there.status("White is to move")


def test_a_browser_with_games_of_its_own_is_asked_first(visitor, server):
    desk, phone = visitor(bypass_csp=True), visitor(bypass_csp=True)
    page, other = desk.page(), phone.page()
    Table(page, server.address, "troll", size="4")
    Table(other, server.address, "troll", size="4")
    page.goto(f"{server.address}/mine")
    page.get_by_role("button", name="Make a link").click()
    url = page.get_by_label("Link for your other device").first.input_value()
    other.goto(url)
    expect(LinkPage(other).said).to_contain_text("of its own: 1")
    assert other.url == f"{server.address}/device"
    assert violations(other) == []
    other.get_by_role("link", name="Keep this browser as it is").click()
    other.wait_for_url("**/mine")
    expect(other.locator(".mine li")).to_have_count(1)
    other.goto(url)
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

"""Pages that ask how far something is stop where the answer will not change, and give up on a server that fails."""

import json
import re

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import expect
from review_world import line, record_of
from test_browser_review import upload

pytestmark = pytest.mark.browser

GONE = {"error": {"code": "game.missing", "message": "there is no such game", "fields": {}}}
WEEK = 7 * 86_400_000  # ms


@pytest.fixture
def page(visitor):
    watch = visitor()
    watch.allowed.append("404|503")  # Chromium notes them on the console
    page = watch.page()
    page.clock.install()
    return page


def answers(page, path, status, body=GONE):
    """Let questions be answered so; the list of those that were asked."""
    asked = []

    def answer(route):
        if route.request.method != "GET":
            return route.fallback()
        asked.append(route.request.url)
        return route.fulfill(status=status, json=body)

    page.unroute_all()
    page.route(path, answer)
    return asked


def pass_time(page, asked):
    """Let time pass until nothing more is asked."""
    for _ in range(30):
        page.clock.run_for(1_000)
        page.wait_for_timeout(20)
    count = len(asked)
    page.clock.fast_forward(WEEK)
    page.wait_for_timeout(100)
    assert len(asked) == count, "it asks no more"
    return count


def look_at_the_dice(page, server):
    upload(page, server, record_of(line(2)))
    page.get_by_role("heading", name="With the same dice").click()
    return page.locator("#replay-said")


def test_what_will_not_change_is_asked_once(page, server):
    asked = answers(page, "**/hindsight?*", 404)
    said = look_at_the_dice(page, server)
    expect(said).to_have_text("There is no such game.")
    asked.clear()
    assert pass_time(page, asked) == 0


def test_a_server_that_fails_is_asked_less_and_less_and_then_by_a_person(page, server):
    asked = answers(page, "**/hindsight?*", 503)
    said = look_at_the_dice(page, server)
    expect(said).to_have_text("Connection lost. Trying again…")
    assert pass_time(page, asked) == 5
    expect(said).to_contain_text("There is no such game.")
    again = said.get_by_role("button", name="Try again")
    page.unroute_all()
    again.click()
    page.clock.run_for(1_000)
    expect(again).to_be_hidden()
    expect(page.get_by_role("button", name="Let the engine play them")).to_be_visible()


def begin_an_analysis(page, server):
    """Let the page think that an analysis runs, which is not asked for; give what it is told of that."""
    upload(page, server)
    running = {**json.loads(page.locator("#analysis").text_content()), "running": True, "total": 9}
    answers(page, "**/analysis?*", 200, running)
    page.route("**/analysis", lambda route: route.fulfill(json=running))
    page.get_by_role("button", name="Look for mistakes").click()
    expect(page.locator("#report")).to_have_text(re.compile("^Looked at 0 of 9"))
    expect(page.locator("#progress")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_focused()
    return running


def nothing_runs(page):
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.get_by_role("button", name="Look for mistakes")).to_be_enabled()


def test_an_analysis_that_is_gone_is_not_waited_for(page, server):
    begin_an_analysis(page, server)
    asked = answers(page, "**/analysis?*", 404)
    page.clock.run_for(1_000)
    expect(page.locator("#report")).to_have_text("There is no such game.")
    nothing_runs(page)
    expect(page.get_by_role("button", name="Look for mistakes")).to_be_focused()
    assert pass_time(page, asked) == 1


def test_an_analysis_is_shown_again_when_the_server_answers_again(page, server):
    running = begin_an_analysis(page, server)
    asked = answers(page, "**/analysis?*", 503)
    pass_time(page, asked)
    nothing_runs(page)
    answers(page, "**/analysis?*", 200, running)
    page.get_by_role("button", name="Try again").click()
    page.clock.run_for(1_000)
    expect(page.locator("#progress")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()


def test_dice_that_are_gone_are_not_played_any_more(page, server):
    running = {"running": True, "done": 1, "total": 9, "said": [], "markup": ""}
    answers(page, "**/hindsight?*", 200, running)
    said = look_at_the_dice(page, server)
    page.clock.run_for(1_000)
    expect(page.locator("#replayed")).to_be_visible()
    answers(page, "**/hindsight?*", 404)
    page.clock.run_for(1_000)
    expect(said).to_have_text("There is no such game.")
    expect(page.locator("#replayed, #replay-stop").filter(visible=True)).to_have_count(0)

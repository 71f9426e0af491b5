"""Pages hear how far something is, ask where no news get through, and stop where the answer will not change."""

import json
import re
from urllib.parse import unquote_plus

import pytest
from browser_world import expect
from page_objects import ReviewPage
from review_browser_world import upload
from review_world import line, record_of

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


@pytest.fixture
def sockets(page):
    """The WebSockets of the page, which do not get as far as the server."""
    opened = []
    page.route_web_socket(re.compile(r"/api/live\?"), lambda socket: opened.append(socket))  # it sets attributes on it
    return opened


def tell(socket, kind, found):
    news = {"topic": re.search(r"topic=([^&]*)", unquote_plus(socket.url))[1], "kind": kind, "tag": "x", "found": found}
    socket.send(json.dumps(news).encode())


def look_at_the_dice(page, server):
    upload(page, server, record_of(line(2)))
    page.get_by_role("heading", name="With the same dice").click()
    return ReviewPage(page).replay_said


def refused_once(page, server, sockets, status):
    """What is said of the dice where the server refuses to tell of them, which it is asked once."""
    asked = answers(page, "**/dice-replay?*", status)
    said = look_at_the_dice(page, server)
    expect(said).to_contain_text("There is no such game.")
    page.clock.fast_forward(WEEK)
    assert (len(asked), sockets) == (1, [])
    return said


def test_what_will_not_change_is_asked_once(page, server, sockets):
    expect(refused_once(page, server, sockets, 404)).to_have_text("There is no such game.")


def test_a_server_that_fails_is_asked_again_by_a_person(page, server, sockets):
    said = refused_once(page, server, sockets, 503)
    again = said.get_by_role("button", name="Try again")
    page.unroute_all()
    again.click()
    expect(again).to_be_hidden()
    expect(page.get_by_role("button", name="Let the engine play them")).to_be_visible()


def begin_an_analysis(page, server):
    """Let the page think that an analysis runs, which is not asked for; give what it is told of that."""
    upload(page, server)
    running = {**json.loads(page.locator("#analysis").text_content()), "running": True, "total": 9}
    answers(page, "**/analysis?*", 200, running)
    page.route("**/analysis", lambda route: route.fulfill(json=running))
    page.get_by_role("button", name="Look for mistakes").click()
    expect(ReviewPage(page).report).to_have_text(re.compile("^0 of 9 positions analysed"))
    expect(ReviewPage(page).progress).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_focused()
    return running


def nothing_runs(page):
    expect(ReviewPage(page).progress).to_be_hidden()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.get_by_role("button", name="Look for mistakes")).to_be_enabled()


def test_news_of_an_analysis_come_without_asking_until_it_is_done(page, server, sockets):
    running = begin_an_analysis(page, server)
    asked = answers(page, "**/analysis?*", 200, running)
    tell(sockets[0], "analysis", {**running, "done": 4})
    expect(ReviewPage(page).report).to_have_text(re.compile("^4 of 9 positions analysed"))
    tell(sockets[0], "analysis", {**running, "running": False, "done": 9})
    nothing_runs(page)
    page.clock.run_for(10_000)
    assert (len(asked), len(sockets)) == (0, 1)


def test_an_analysis_that_is_gone_is_not_waited_for(page, server, sockets):
    begin_an_analysis(page, server)
    asked = answers(page, "**/analysis?*", 404)
    sockets[0].close(code=4404)
    expect(ReviewPage(page).report).to_have_text("There is no such game.")
    nothing_runs(page)
    expect(page.get_by_role("button", name="Look for mistakes")).to_be_focused()
    page.clock.fast_forward(WEEK)
    assert (len(asked), len(sockets)) == (1, 1)


def test_an_analysis_is_asked_for_where_there_is_no_way_through_for_news(page, server, sockets):
    running = begin_an_analysis(page, server)
    asked = answers(page, "**/analysis?*", 200, {**running, "done": 4})
    sockets[0].close(code=4403)
    expect(ReviewPage(page).report).to_have_text(re.compile("^4 of 9 positions analysed"))
    assert len(asked) == 1
    answers(page, "**/analysis?*", 200, {**running, "running": False, "done": 9})
    page.clock.run_for(20_000)
    sockets[-1].close(code=4403)
    nothing_runs(page)


def test_dice_that_are_gone_are_not_played_any_more(page, server, sockets):
    running = {"running": True, "done": 1, "total": 9, "said": [], "markup": ""}
    answers(page, "**/dice-replay?*", 200, running)
    said = look_at_the_dice(page, server)
    expect(ReviewPage(page).replayed).to_be_visible()
    answers(page, "**/dice-replay?*", 404)
    sockets[0].close(code=4404)
    expect(said).to_have_text("There is no such game.")
    expect(ReviewPage(page).replayed).to_be_hidden()
    expect(ReviewPage(page).replay_stop).to_be_hidden()

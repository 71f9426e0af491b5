"""Reviews in a browser: a record to go through, and mistakes that nobody has to look for."""

import re

from browser_world import expect
from page_objects import Board, ReviewPage

from byways.site.review.report import MistakeCard
from byways.site.web.templating import macros

RECORD = """[Game "troll"]
[Options "size=4"]
[White "Ada"]

1. b3 {a first} a2 (1... c2! {why not} 2. c3 (2. b1) d3) 2. c3?! b2 3. b4 c2 4. c4 d2
"""

LOOKING = {"running": True, "done": 2, "total": 9, "known": 0, "trouble": "", "graph": "", "says": "Nothing yet"} | {
    "report": "",
    "summary": [],
    "mistakes": [],
}
MISTAKES = [
    {"ply": ply, "player": "white", "turn": "b3", "sign": "?", "says": "mistake, loses 24%"} for ply in range(1, 9)
]
"""More than fit beside a board."""
CUTOUT = '<svg class="byways cutout" viewBox="0 0 1 1"></svg>'
CARDS = [
    MistakeCard(
        ply,
        (ply + 1) // 2,
        "b3",
        f"{(ply + 1) // 2}. White b3",
        "Mistake",
        "?",
        "loses 24%",
        "White’s chance falls from 50 to 26%.",
        CUTOUT,
    )
    for ply in range(1, 9)
]


def upload(page, server, text=RECORD):
    page.goto(f"{server.address}/review")
    page.get_by_label("Text or JSON").fill(text)
    page.get_by_role("button", name="Review it").click()
    page.wait_for_url("**/review/*")
    return page.url


def read(page, server, text=RECORD):
    """Open a record that is somebody else's, where turns that are tried are not kept."""
    answer = page.request.post(f"{server.address}/review", form={"record": text}, max_redirects=0)
    page.context.clear_cookies()
    page.goto(server.address + answer.headers["location"])


def try_turns(page, before, *turns):
    """Try some turns of Troll one after another; `before` is what is said of where they begin."""
    page.get_by_role("button", name="Try a move").click()
    for count, turn in enumerate(turns, 1):
        Board(page).point(turn).click()
        expect(ReviewPage(page).said).to_have_text(f"{before}, tried: {', '.join(turns[:count])}")


def with_mistakes(page, server, record=RECORD):
    """A review of which the engine has already found what is wrong."""
    found = LOOKING | {"running": False, "done": 9, "known": 9, "mistakes": MISTAKES}
    page.route(re.compile("/analysis"), lambda route: route.fulfill(json=found))
    markup = "".join(str(macros("review").mistake(card)) for card in CARDS)
    page.route(re.compile("/mistakes"), lambda route: route.fulfill(json={"markup": markup}))
    upload(page, server, record)
    page.get_by_role("button", name="Look for mistakes").click()
    expect(ReviewPage(page).mistakes.locator("li")).to_have_count(len(MISTAKES))

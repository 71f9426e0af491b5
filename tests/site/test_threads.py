"""What takes long to draw is drawn in threads, so that other people's turns need not wait for it."""

import threading

import pytest
from daily_world import DAY, api_of
from page_facts import turn_body
from review_world import WON, played
from site_world import act, begin

import byways.learning.lessons
from byways.registry import find
from byways.site.board import rendering, source
from byways.site.daily import source as daily_source
from byways.site.daily.puzzle import daily_of
from byways.site.lessons import source as lesson_source
from byways.site.review import board_editor, share

LESSON = byways.learning.lessons.begin(find("troll"), byways.learning.lessons.lessons_of(find("troll"))[0])
PUZZLE = daily_of(find("troll"), DAY).state
POSITION = "troll size=4\n....\n.O..\n..X.\n....\nto move: white"


@pytest.fixture
def threads(monkeypatch):
    """The threads in which something was drawn."""
    seen = []

    def note(module, name):
        draw = getattr(module, name)

        def noted(*args, **more):
            seen.append(threading.current_thread())
            return draw(*args, **more)

        monkeypatch.setattr(module, name, noted)

    drawn = ((rendering, "scene"), (rendering, "redrawn"), (source, "fragment"))
    for module, name in (*drawn, (board_editor, "scene"), (share, "document")):
        note(module, name)
    return seen


def first_of(state):
    return list(state.actions(state.legal_turns()[0]))


def turn_of(state):
    return {"command": {"kind": "turn", "version": 0, "actions": first_of(state)}, "shown": ""}


ASKED = {
    "a lesson": ("GET", "/learn/troll/1", {}),
    "a turn in a lesson": ("POST", "/api/lessons/troll/1/act", turn_of(LESSON)),
    "a preview in a lesson": ("GET", f"/api/lessons/troll/1/preview?actions={first_of(LESSON)[0]}", {}),
    "a puzzle": ("GET", f"/daily/troll/{DAY}", {}),
    "a turn in a puzzle": ("POST", f"{api_of('troll')}/act", turn_of(PUZZLE)),
    "a preview in a puzzle": ("GET", f"{api_of('troll')}/preview?actions={first_of(PUZZLE)[0]}", {}),
    "the editor": ("GET", "/setup/troll", {}),
    "a change in the editor": ("POST", "/api/setup/troll", {"text": POSITION, "point": "a2"}),
    "a review": ("GET", "/review/{review}", {}),
    "a position of a review": ("GET", "/api/reviews/{review}/view?node=3", {}),
    "a turn tried in a review": ("POST", "/api/reviews/{review}/act?node=0&trying=1", turn_body(0, [5])),
    "a preview in a review": ("GET", "/api/reviews/{review}/preview?node=0&trying=1&actions=5", {}),
    "a picture": ("GET", "/review/{review}/still.svg", {}),
    "a game in a frame": ("GET", "/embed/{review}", {}),
    "a preview in a game": ("GET", "/api/games/{game}/preview?actions=6", {}),
}


async def test_the_event_loop_does_not_draw(threads, browser):
    names = {"review": await played(browser, WON), "game": (await begin(browser)).rpartition("/")[2]}
    await act(browser, f"/api/games/{names['game']}", "b2")
    for what, (method, path, body) in ASKED.items():
        for kept in (lesson_source, daily_source):
            kept._rendering.cache_clear()
        threads.clear()
        answer = await browser.request(method, path.format(**names), json=body or None)
        assert answer.status_code == 200, answer.text
        assert threads, f"nothing was drawn of {what}"
        assert threading.main_thread() not in threads, what

"""A day's puzzles, and a browser that solves them."""

from datetime import UTC, date, datetime
from urllib.parse import urlencode

from site_world import in_loop, site_in

from byways.games import BUILT_IN
from byways.learning.puzzles import begin, puzzles_of
from byways.registry import find
from byways.site.daily.puzzle import daily_of

WITH_FILE = [game for game in BUILT_IN if puzzles_of(find(game))]
DAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def visiting(test):
    """Run with a site and a browser."""

    async def run(tmp_path):
        async with site_in(tmp_path) as site, site.browser() as browser:
            await test(site, browser)

    return in_loop(run)


def api_of(game, day=DAY):
    return f"/api/puzzles/{game}/{day}"


async def act(browser, game, played, state, turn, key=None):
    """What comes of a turn: the verdict, and how far the browser has come."""
    command = {"kind": "turn", "version": 0, "actions": list(state.actions(turn))}
    place = f"?{urlencode({'played': ';'.join(played)})}"
    answer = await browser.post(f"{api_of(game)}/act{place}", json={"command": command, "shown": "", "key": key})
    assert answer.status_code == 200, answer.text
    said = answer.json()
    return {**said["verdict"], **(said["view"]["puzzle"] or {}), "query": said["view"]["query"]}


def line_of(game):
    """The puzzle of the day: what is played, and where."""
    found = daily_of(find(game), DAY).found
    state, steps = begin(find(game), found), []
    turns = (found.answer,) if found.answer else found.line
    for i, turn in enumerate(turns):
        if i % 2 == 0:
            steps.append((state, turn))
        state = state.play(turn)
    return found, steps


async def solve(browser, game):
    _, steps = line_of(game)
    played = []
    for state, turn in steps:
        said = await act(browser, game, played, state, turn)
        assert said["right"]
        played.append(turn)
    return said

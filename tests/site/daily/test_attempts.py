"""What is kept of daily puzzles: entries, streaks, and what is forgotten."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from daily_world import DAY, NOW, visiting
from examples import hex
from site_world import ADA, BOB, opened
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

import byways
from byways import registry
from byways.site.daily.attempts import Attempts, Hint, Solved, Try, fold, longest_streak, streak
from byways.site.daily.puzzle import today
from byways.site.daily.score_chart import better_than, chart
from byways.site.operations.retention import prune
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import DailyEntry
from byways.site.storage.tables import daily
from byways.site.timeline import clocks
from byways.site.web.sessions import hash_of

pytestmark = pytest.mark.usefixtures("noon")


TRY, HINT, SOLVED, SHOWN = "try", "hint", "solved", "shown"  # as databases have them
TURN = {"turn": "d5"}


def entry(number, kind, data=None, day=str(DAY), at=NOW, score=None, game="troll", key=None):
    return DailyEntry(game, day, ADA, number, kind, data or {}, at, score, key)


def test_what_comes_after_the_answer_changes_nothing():
    tries = [entry(1, TRY, {"turn": "x", "score": 7}), entry(2, HINT, {"number": 1}), entry(3, SOLVED, TURN)]
    progress = fold([*tries, entry(4, TRY, TURN), entry(5, HINT, {"number": 2}), entry(6, SHOWN)])
    assert (progress.tries, progress.hints, progress.best, progress.solved, progress.shown) == (1, 1, 7, True, True)
    late = fold([entry(1, SHOWN), entry(2, SOLVED, TURN)])
    assert (late.solved, late.done) == (False, False)


def test_entries_are_as_databases_have_them_and_unknown_ones_count_for_nothing():
    sheet = [entry(1, "begun", {"game": "g1"}), entry(2, "score", {"game": "g1"}, score=40)]
    assert (fold(sheet).sheet, fold(sheet).score, fold(sheet).in_time) == ("g1", 40, True)
    assert fold([entry(1, "praise", {"of": "Ada"}, key="k"), entry(2, HINT)]).count == 2
    scored = entry(1, SOLVED, {"turn": "d5", "score": 3}, key="k")
    assert fold([scored, entry(2, TRY, TURN, key="l")]).keys == {"k": Solved("d5", 3), "l": Try("d5")}


async def test_what_is_written_is_what_was_written_before(store):
    for attempt in (Try("d5"), Try("d4", 7), Hint(1), Solved("d3", 9)):
        await Attempts(store).write(ADA, "troll", str(DAY), attempt)
    rows = await store.rows(select(daily.c.kind, daily.c.data).order_by(daily.c.number))
    assert [tuple(row) for row in rows] == [
        (TRY, {"turn": "d5"}),
        (TRY, {"turn": "d4", "score": 7}),
        (HINT, {"number": 1}),
        (SOLVED, {"turn": "d3", "score": 9}),
    ]


def test_a_streak_counts_days_on_which_something_was_done_in_time():
    def on(*days, late=()):
        moments = {day: NOW.replace(day=day) + timedelta(days=day in late) for day in days}
        return {
            ("troll", f"2026-11-{day}"): fold([entry(1, SOLVED, TURN, f"2026-11-{day}", moments[day])]) for day in days
        }

    assert streak(on(), DAY) == 0
    assert streak(on(20, 19, 18, 16), DAY) == 3
    assert streak(on(19, 18), DAY) == 2  # today may still come
    assert streak(on(18, 17), DAY) == 0
    assert streak(on(20, 19, 18, late=(19,)), DAY) == 1
    assert longest_streak(on()) == 0
    assert longest_streak(on(20, 16, 15, 14)) == 3
    assert longest_streak(on(20, 16, 15, 14, late=(15,))) == 1


async def test_pages_tell_the_streak_and_the_longest_one(site, browser):
    await browser.post("/run")
    attempts, now = Attempts(site.service(Store)), clocks.now
    try:
        for day in (12, 13, 14, 19, 20):
            clocks.now = lambda day=day: NOW.replace(day=day)
            await attempts.write(hash_of(browser.cookies["byways"]), "troll", f"2026-11-{day}", Solved("d5"))
    finally:
        clocks.now = now
    for path in ("/daily", "/"):
        page = (await browser.get(path)).text
        assert "2 days in a row" in page
        assert "Longest streak: 3 days" in page


async def test_entries_are_numbered_and_kept_once(database):
    async with opened(database) as store:
        attempts = Attempts(store)
        await asyncio.gather(*(attempts.write(ADA, "troll", str(DAY), Try("d5"), f"k{i % 3}") for i in range(9)))
        assert (await attempts.of(ADA, "troll", str(DAY))).tries == 3
        assert (await attempts.of(BOB, "troll", str(DAY))).tries == 0
        assert (await attempts.of(None, "troll", str(DAY))).count == 0
        assert list(await attempts.all_of(ADA)) == [("troll", str(DAY))]


async def test_there_is_an_end_of_trying(tmp_path, monkeypatch):
    monkeypatch.setattr("byways.site.daily.attempts.MOST", 2)
    async with opened(tmp_path / "a.sqlite3") as store:
        attempts = Attempts(store)
        for _ in range(2):
            await attempts.write(ADA, "troll", str(DAY), Try("d5"))
        with pytest.raises(byways.BywaysError, match="no tries left"):
            await attempts.write(ADA, "troll", str(DAY), Try("d5"))


async def test_what_the_database_refuses_is_not_tried_for_ever(store):
    with pytest.raises(IntegrityError):
        await Attempts(store).write(ADA, "troll", None, Try("d5"))


def test_the_chart_marks_ones_own_score():
    drawn = chart({-2: 1, 0: 3, 9: 2}, 0)
    assert drawn.count('class="bar own"') == drawn.count('class="mark"') == 1
    assert drawn.count("<rect") == 3
    assert chart(dict.fromkeys(range(-100, 200), 1), 7).count("<rect") <= 41
    assert better_than({-2: 1, 0: 3, 9: 1}, 0) == (25, 5)
    assert better_than({4: 1}, 4) == (0, 1)


@pytest.mark.parametrize("brings", [False, True])
def test_games_of_ones_own_may_have_puzzles_or_none(brings, tmp_path):
    file = tmp_path / "puzzles.json"
    text = "hex size=3\n 1 . . .\n  2 . . .\n   3 . . .\nto move: black"
    state = byways.start
    registry.register(hex.GAME)
    text = str(state("hex", size=3))
    registry.forget("hex")
    file.write_text(
        json.dumps([{"position": text, "grade": 1, "turns": 2, "line": ["b2", "a1", "c1"], "refuted": [[["b2", []]]]}])
    )
    registry.register(replace(hex.GAME, folder=tmp_path) if brings else hex.GAME)
    try:

        @visiting
        async def run(site, browser):
            assert (await browser.get(f"/daily/hex/{DAY}")).status_code == (200 if brings else 404)
            assert (f"/daily/hex/{DAY}" in (await browser.get("/daily")).text) == brings

        run(tmp_path)
    finally:
        registry.forget("hex")


def test_today_is_a_day_in_utc():
    assert today() == DAY


async def test_pruning_forgets_old_days_with_the_finished_games(database):
    async with opened(database) as store:
        attempts = Attempts(store)
        await attempts.write(ADA, "troll", str(DAY), Try("d5"))
        await attempts.write(ADA, "troll", str(DAY), Solved("d5"))
        await attempts.write(BOB, "troll", str(DAY), Solved("d5"))
        for days, expected in ((8, 0), (6, 2)):
            later = NOW + timedelta(days=7)
            dry = await prune(store, later, timedelta(days=days), None, dry=True)
            assert dry.daily == expected
            assert (await attempts.of(ADA, "troll", str(DAY))).solved
        assert (await prune(store, later, None, timedelta(days=1))).daily == 0
        assert (await prune(store, later, timedelta(days=6), None)).daily == 2
        assert (await attempts.of(ADA, "troll", str(DAY))).count == 0

"""The calendar of daily puzzles: whole months, counts, and where it ends."""

from datetime import date

import pytest
from daily_world import DAY, solve

from byways.site.daily.attempts import Progress
from byways.site.daily.calendar import month_of, read_month

pytestmark = pytest.mark.usefixtures("noon")

TODAY = date(2026, 11, 20)


def days(month):
    return [day for day in month.days if day]


def test_a_month_has_all_of_its_days_in_weeks_from_monday():
    month = month_of(date(2026, 10, 1), TODAY, {}, 5)
    assert [day.date.day for day in days(month)] == list(range(1, 32))
    assert len(month.days) % 7 == 0
    assert month.days[3].date == date(2026, 10, 1), "a Thursday"
    assert (month.before, month.after) == ("2026-09", "2026-11")


def test_days_that_have_not_come_have_no_puzzles():
    month = month_of(date(2026, 11, 1), TODAY, {}, 5)
    assert [day.date.day for day in days(month) if day.open] == list(range(1, 21))
    assert month.after is None
    assert month_of(date(2026, 1, 1), TODAY, {}, 5).before is None


def test_it_counts_what_was_done_on_a_day():
    by_puzzle = {
        ("troll", "2026-11-03"): Progress(solved=True),
        ("stride", "2026-11-03"): Progress(score=7),
        ("stroll", "2026-11-03"): Progress(tries=4),
    }
    done = {day.date.day: day.done for day in days(month_of(date(2026, 11, 1), TODAY, by_puzzle, 5)) if day.done}
    assert done == {3: 2}
    third, fourth = days(month_of(date(2026, 11, 1), TODAY, by_puzzle, 2))[2:4]
    assert (third.kind, third.label) == ("all", "3 November 2026: 2 of 2 solved")
    assert (fourth.kind, fourth.label) == ("", "4 November 2026")
    marked = [
        day for day in days(month_of(date(2026, 11, 1), TODAY, {}, 5, date(2026, 11, 9))) if day.today or day.shown
    ]
    assert [(day.date.day, day.today) for day in marked] == [(9, False), (20, True)]


@pytest.mark.parametrize(("text", "first"), [
    ("2026-10", date(2026, 10, 1)),
    ("2026-01", date(2026, 1, 1)),
    ("2025-12", date(2026, 11, 1)),
    ("2026-12", date(2026, 11, 1)),
    ("2026-13", date(2026, 11, 1)),
    ("0000-01", date(2026, 11, 1)),
    ("2026-1", date(2026, 11, 1)),
    ("now", date(2026, 11, 1)),
])  # fmt: skip
def test_a_month_without_puzzles_is_the_present_one(text, first):
    assert read_month(text, TODAY) == first


def test_months_and_days_of_the_week_are_named():
    month = month_of(date(2026, 11, 1), TODAY, {}, 5)
    assert month.name == "November 2026"
    assert month.weekdays == list("MTWTFSS")


async def test_the_page_leads_to_other_months_and_days(browser):
    await solve(browser, "troll")
    page = (await browser.get("/daily")).text
    assert 'aria-label="20 November 2026: 1 of 5 solved"' in page
    assert "<small>1/5</small>" in page
    assert 'href="/daily?month=2026-10"' in page
    october = (await browser.get("/daily?month=2026-10")).text
    assert "October 2026" in october
    assert f'href="/daily/troll/{DAY}"' in october, "today's puzzles stay"
    assert 'href="/daily?day=2026-10-31"' in october
    earlier = (await browser.get("/daily?day=2026-10-31")).text
    assert 'href="/daily/troll/2026-10-31"' in earlier
    assert "October 2026" in earlier
    assert (await browser.get("/daily?day=2026-11-21")).status_code == 404
    spanish = (await browser.get("/daily?lang=es")).text
    assert "Noviembre 2026" in spanish or "Noviembre de 2026" in spanish


async def test_every_puzzle_is_shown_with_its_board(browser):
    page = (await browser.get("/daily")).text
    assert page.count('<svg class="byways mini"') == 5
    assert page.count("Difficulty") == 4, "a sheet has none"

"""The coach, exercises from one's own mistakes, and puzzle runs, in a real browser."""

import re

from browser_world import Table, expect, for_everybody, played
from page_objects import Board, ExercisePage, PlayPage, ReviewPage, RunPage

from byways.learning.puzzles import begin, puzzles_of
from byways.registry import find

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


def decisive():
    """An easy puzzle of Troll: who moves there wins with one turn only."""
    game = find("troll")
    found = next(puzzle for puzzle in puzzles_of(game) if puzzle.grade == 1 and puzzle.turns == 2)
    return begin(game, found), found.line[0]


def ask_until_it_is_ready(page):
    """Ask the coach for a hint; on a new machine its engine is compiled first, and the button waits for that."""
    expect(PlayPage(page).coach_hint).to_be_enabled(timeout=300_000)
    for _ in range(60):
        with page.expect_response("**/coach/hint") as heard:
            PlayPage(page).coach_hint.click()
        if heard.value.ok:
            break
        page.wait_for_timeout(2_000)
    expect(Board(page).hinted.first).to_be_attached()


def for_everybody_on(page, *sizes):
    for size in sizes:
        page.set_viewport_size(size)
        for_everybody(page, size)


def test_the_coach_gives_hints_and_warns(visitor, server):
    state, best = decisive()
    watch = visitor(server.address, viewport=PHONE)
    watch.allowed.append("503")
    page = watch.page()
    Table(page, server.address, "troll", people=False, **{"your side": state.to_move, "position": str(state)})
    play = PlayPage(page)
    expect(play.coach_switch).not_to_be_checked()
    play.coach_hint.click()
    expect(play.coach_switch).to_be_checked()
    ask_until_it_is_ready(page)
    expect(play.coach_said).to_contain_text("Look at the lit part of the board")
    for_everybody_on(page, DESK, PHONE)
    page.keyboard.press("h")
    expect(play.coach_said).to_contain_text(f"The coach would play {best}.")
    expect(Board(page).hinted).to_have_count(0)
    wrong = next(turn for turn in state.legal_turns() if turn != best and turn != "pass")
    Board(page).legal_point(wrong).click()
    expect(play.prompt).to_contain_text("Play it anyway?")
    for_everybody_on(page, DESK)
    play.choices.get_by_role("button", name="Take back").click()
    Board(page).legal_point(best).click()
    expect(play.turn.first).to_have_text(best)
    page.reload()
    expect(play.coach_switch).to_be_checked()


def test_a_mistake_of_ones_own_is_an_exercise(visitor, server):
    page = played(visitor(server.address, viewport=PHONE), server)
    address = page.url
    page.goto(f"{server.address}/exercises")
    expect(page.get_by_role("main")).to_contain_text("No exercises yet")
    page.goto(address.replace("/play/", "/review/"))
    page.get_by_role("button", name="Look for mistakes").click()
    expect(ReviewPage(page).mistakes.locator("li").first).to_be_attached(timeout=60_000)
    page.goto(f"{server.address}/exercises")
    exercise = ExercisePage(page)
    Board(page).legal_point(re.search(r"You played (\w+)", exercise.question.inner_text())[1]).click()
    expect(exercise.wrong).to_be_visible()
    exercise.again.click()
    exercise.hint.click()
    expect(Board(page).hinted.first).to_be_visible()
    exercise.show.click()
    expect(exercise.verdict).to_contain_text("Better:")
    for_everybody(page)


def test_a_puzzle_run_goes_on_by_itself_until_three_answers_were_wrong(visitor, server):
    page = visitor(server.address, viewport=PHONE).page()
    page.goto(f"{server.address}/run")
    run = RunPage(page)
    run.start.click()
    expect(run.clock).to_have_text(re.compile(r"[12]:\d\d"))
    for_everybody_on(page, DESK, PHONE)
    for number in range(20):
        expect(run.clock.or_(run.score)).to_be_visible()
        if run.score.is_visible():
            break
        answer_somehow(page, by_itself=number == 0)
    expect(run.score).to_be_visible()
    expect(run.solutions).not_to_have_count(0)
    for_everybody_on(page, DESK, PHONE)


def answer_somehow(page, by_itself):
    """Make some turn with the keys, right or wrong, and wait for the next puzzle, or ask for it."""
    run, number = RunPage(page), page.locator("h1").inner_text()
    for _ in range(12):
        if run.next.is_visible():
            break
        expect(Board(page).sending).to_have_count(0)
        point = Board(page).legal.first
        if point.count():
            point.focus()
            page.keyboard.press("Enter")
        page.wait_for_timeout(150)
    if not by_itself and run.next.is_visible():
        run.next.click()
    expect(page.locator("h1")).not_to_have_text(number)

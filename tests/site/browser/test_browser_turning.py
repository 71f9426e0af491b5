"""A board is seen as somebody likes it: flipped, turned by quarters, with coordinates around it, on it, or without."""

import pytest
from browser_world import Table, expect, overflow, violations
from page_objects import Board, Page

from byways.games import BUILT_IN

FOCUS = "() => { const box = document.activeElement.getBoundingClientRect(); return [box.x, box.y]; }"
KEYS = {"ArrowRight": (1, 0), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowUp": (0, -1)}


def place(page, name):
    """Where a point is seen, from the middle of the board."""
    board, point = Board(page).area.bounding_box(), Board(page).point(name).bounding_box()
    axes = (("x", "width"), ("y", "height"))
    return [round(point[side] + point[size] / 2 - board[side] - board[size] / 2) for side, size in axes]


def shown(page):
    """The coordinates that are seen, with their sizes in pixels."""
    return page.evaluate("""() => [...document.querySelectorAll('#stage .coordinate')]
        .filter((text) => text.getBoundingClientRect().width > 0)
        .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])""")


def test_a_board_is_flipped_by_its_button_or_by_a_key_and_plays_on(page, server):
    table = Table(page, server.address, "troll", size="4")
    before = place(page, "b3")
    Page(page).button("Flip the board").click()
    assert place(page, "b3") == pytest.approx([-before[0], -before[1]], abs=2)
    table.click("b3")
    table.settled()
    expect(Board(page).drawn("stone")).to_have_count(1)
    page.reload()
    assert place(page, "b3") == pytest.approx([-before[0], -before[1]], abs=2), "this game is seen so in this tab"
    Board(page).first_by_keys.focus()
    page.keyboard.press("f")
    assert place(page, "b3") == pytest.approx(before, abs=2)
    Page(page).button("Rotate the board").click()
    assert place(page, "b3") == pytest.approx([-before[1], before[0]], abs=2)


def test_arrow_keys_go_where_they_point_on_a_turned_board(page, server):
    page.goto(f"{server.address}/learn/troll/1")
    Board(page).point("c3").focus()
    for _ in range(2):
        for key, (right, down) in KEYS.items():
            x, y = page.evaluate(FOCUS)
            page.keyboard.press(key)
            now = page.evaluate(FOCUS)
            assert [(now[0] - x > 5) - (now[0] - x < -5), (now[1] - y > 5) - (now[1] - y < -5)] == [right, down], key
        page.keyboard.press("f")


def test_boards_without_the_symmetry_offer_no_quarters_and_several_boards_nothing(page, server):
    Table(page, server.address, "stride")
    expect(Page(page).button("Flip the board")).to_be_visible()
    expect(Page(page).button("Rotate the board")).to_be_hidden()
    Table(page, server.address, "longway", players="2")
    expect(Page(page).button("Flip the board")).to_be_hidden()


def test_coordinates_have_the_size_of_small_text_on_any_screen(page, server):
    for game in BUILT_IN:
        page.goto(f"{server.address}/learn/{game}/1")
        for wide in (390, 1440):
            page.set_viewport_size({"width": wide, "height": 900})
            page.reload()
            page.wait_for_function("() => document.querySelector('#stage').style.getPropertyValue('--coordinate')")
            sizes = [size for _, size in shown(page)]
            assert sizes
            assert all(12 <= size <= 14.5 for size in sizes), (game, wide, sizes)
            assert overflow(page) <= 0, (game, wide)


def test_coordinates_are_around_the_board_on_it_or_nowhere(visitor, server):
    page = visitor(bypass_csp=True).page()
    page.goto(f"{server.address}/settings")
    for title, count in (("On the board", 12), ("None", 0), ("Around the board", 12)):
        page.get_by_role("radio", name=title, exact=True).check()
        page.goto(f"{server.address}/learn/troll/1")
        assert len(shown(page)) == count, title
        assert violations(page) == []
        page.keyboard.press("f")
        assert len(shown(page)) == count, f"{title}, flipped"
        page.goto(f"{server.address}/settings")
        expect(page.get_by_role("radio", name=title, exact=True)).to_be_checked()

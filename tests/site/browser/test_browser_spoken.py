"""What a preview shows is told to who does not see it, and to nobody else."""

import re

from browser_world import expect, violations
from page_objects import Board, BoardPage, NewGamePage, Page, PlayPage
from test_browser_pages import begin

WALK = r"the shopper walks \d+ spaces and scores −?\d+ points?"


def set_out(page, server, *, unlike=False):
    """A game for one whose doors are chosen and whose dice are rolled, until they differ if they must: then it is to be
    chosen which of them is the display's symbol."""
    while True:
        table = begin(page, server, "longway")
        table.play("setup d1N g7S")
        expect(BoardPage(page).turn).to_have_count(2)
        light, dark = table.turns()[1].removeprefix("roll ").split("-")
        if light != dark or not unlike:
            return


LISTEN = """() => {
    const place = document.getElementById("foretold");
    window.heard = [];
    new MutationObserver(() => window.heard.push(place.textContent)).observe(place, { childList: true });
}"""


def heard(page, pattern):
    """Wait until something like it has been said."""
    page.wait_for_function("(pattern) => window.heard.some((text) => new RegExp(pattern).test(text))", arg=pattern)


def first_open(page):
    """The keyboard on a point where something may be placed."""
    page.evaluate(LISTEN)
    page.mouse.move(0, 0)
    point = Board(page).legal.first
    expect(point).to_be_attached()
    name = point.get_attribute("data-point")
    page.keyboard.press("Tab")
    point.focus()
    return name


def test_the_path_is_told_to_who_moves_by_keys_and_not_to_who_points_with_a_mouse(visitor, server):
    page = visitor(bypass_csp=True).page()
    set_out(page, server)
    told = BoardPage(page).foretold
    around = page.locator(f"#{Board(page).area.get_attribute('aria-describedby')}")
    expect(around).to_have_text(re.compile(r"^Light \S+ [1-6], dark \S+ [1-6]\.$"))  # no coins yet
    page.evaluate("() => document.activeElement.blur()")
    for point in Board(page).legal.all()[:5]:
        point.hover(force=True)
        expect(Board(page).shown_before("path").first).to_be_attached()
    expect(told).to_have_text("")
    expect(told).to_have_attribute("aria-live", "polite")
    first_open(page)
    heard(page, rf"^Now: {WALK}\.")
    heard(page, rf"Then: {WALK}\.$")
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(told).to_have_text(re.compile(rf"^(Then: {WALK}\.)?$"))  # how it is now has been said
    assert violations(page) == []
    PlayPage(page).first.click()
    expect(around).to_have_text("")


def test_what_a_half_made_turn_still_wants_is_told(page, server):
    set_out(page, server, unlike=True)
    first_open(page)
    page.keyboard.press("Enter")
    expect(BoardPage(page).foretold).to_have_text(re.compile("^Put a display on the new tile"))
    name = Board(page).legal.first.get_attribute("data-point")
    chosen = Board(page).point(name)
    chosen.focus()
    page.keyboard.press("Enter")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Back", exact=True).press("Enter")
    expect(chosen).not_to_have_attribute("aria-pressed", "true")


def test_the_path_is_told_in_spanish(visitor, server):
    page = visitor(locale="es-ES").page()
    page.goto(f"{server.address}/new/longway")
    NewGamePage(page).start.click()
    page.wait_for_url("**/play/*")
    for door in ("d1N", "g7S"):
        Board(page).point(door).click()
        expect(Board(page).sending).to_have_count(0)
    expect(BoardPage(page).turn).to_have_count(2)
    expect(Page(page).say).to_have_text(re.compile(r"^Dados \d-\d\. Tu turno\.$"))
    first_open(page)
    walk = r"el comprador recorre \d+ casillas? y obtiene −?\d+ puntos?"
    heard(page, rf"^Ahora: {walk}\.")
    heard(page, rf"Después: {walk}\.$")


def test_what_was_not_answered_is_asked_again(visitor, server):
    watch = visitor()
    watch.allowed.append("503")
    page = watch.page()
    begin(page, server, "troll", size="6")
    page.route("**/preview?*", lambda route: route.fulfill(status=503, json={}))
    point = Board(page).point("c3")
    with page.expect_response("**/preview?*"):
        point.hover()
    page.unroute("**/preview?*")
    page.mouse.move(0, 0)
    point.hover()
    expect(Board(page).shown_before("stone")).to_have_count(1)

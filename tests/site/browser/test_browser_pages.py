"""Every page for everybody: accessible by axe's rules in both themes, on narrow phones, for fingers; and themes."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from browser_world import (
    COLOURS,
    Table,
    expect,
    in_both_themes,
    overflow,
    prompt_of,
    result_of,
    short_game,
    status_of,
    turns_of,
    violations,
)
from page_objects import Board, BoardPage, HomePage, Page, PlayPage
from site_world import opened, stored

from byways.lab.report.page import page as report_page
from byways.lab.report.stored_reports import stored_report
from byways.site.i18n.languages import LANGUAGES
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.stored_games import Seat
from byways.site.web.sessions import hash_of

GAMES = ("stroll", "troll", "longway", "whirlwind", "stride")
TROLL = ("b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2")
PAGES = (
    "/",
    "/learn",
    "/offline",
    "/mine",
    "/ladder",
    "/settings",
    "/run",
    "/exercises",
    "/review",
    "/new/troll",
    "/new/longway",
    "/nowhere",
    *(f"/rules/{game}" for game in GAMES),
    "/report/troll",
    "/report/longway",
)


def begin(page, server, game, **form):
    if game == "longway":
        return Table(page, server.address, game, people=False, **{"players": "1"} | form)
    return Table(page, server.address, game, **form)


def test_axe_finds_nothing_on_any_page(visitor, server):
    watch = visitor(bypass_csp=True)
    watch.allowed.append("404")
    page = watch.page()
    for path in PAGES:
        page.goto(server.address + path)
        assert in_both_themes(page) == [], path


def test_axe_finds_nothing_on_the_page_of_components(visitor, server):
    """Which shows them in all schemes: what does not depend on that is looked at in one of them."""
    page = visitor(bypass_csp=True).page()
    page.goto(f"{server.address}/design")
    schemes = page.locator(".scheme")
    expect(schemes.nth(2)).to_be_visible()
    assert violations(page, where={"exclude": [[".scheme + .scheme"]]}) == []
    assert violations(page, COLOURS, where={"include": [[".scheme + .scheme"]]}) == []


def test_axe_finds_nothing_on_games(visitor, server):
    page = visitor(bypass_csp=True).page()
    for game in GAMES:
        begin(page, server, game)
        assert in_both_themes(page) == [], game
    table = begin(page, server, "troll", size="4")
    for turn in TROLL:
        table.play(turn)
    expect(PlayPage(page).result).to_be_visible()
    assert in_both_themes(page) == [], "at the end"
    page.get_by_role("button", name="Previous position").click()
    expect(PlayPage(page).present).to_be_visible()
    assert violations(page) == [], "looking back"
    table = begin(page, server, "longway")
    table.click("a1N")
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_visible()
    assert violations(page) == [], "half-way through a turn"
    table.click("g7S")
    expect(BoardPage(page).hand).to_be_visible()
    assert violations(page) == [], "a tile in hand"
    people = {"players": "2", "seat player 1": "person", "seat player 2": "person"}
    Table(page, server.address, "longway", people=False, **people)
    expect(PlayPage(page).handover).to_be_visible()
    assert violations(page) == [], "handing over"


def test_nothing_scrolls_sideways_on_a_narrow_phone(visitor, server):
    watch = visitor(viewport={"width": 320, "height": 640}, has_touch=True)
    watch.allowed.append("404")
    page = watch.page()
    for path in (*PAGES, "/design"):
        page.goto(server.address + path)
        assert overflow(page) <= 0, path
    for game in GAMES:
        table = begin(page, server, game)
        assert overflow(page) <= 0, game
        if game == "longway":
            table.click("a1N")
            table.click("g7S")
            expect(BoardPage(page).hand).to_be_visible()
            assert overflow(page) <= 0, game
    table = begin(page, server, "troll", size="4")
    for turn in TROLL:
        table.play(turn)
    expect(PlayPage(page).result).to_be_visible()
    expect(Board(page).drawn("chain")).to_be_visible()
    assert overflow(page) <= 0, "at the end"


def test_the_board_and_what_is_asked_fit_on_the_screen(page, server):
    for game in GAMES:
        begin(page, server, game)
        for width, height in ((360, 740), (1280, 720), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            board, asked = Board(page).area.bounding_box(), prompt_of(page).bounding_box()
            assert board["y"] + board["height"] <= height, (game, width)
            assert asked["y"] + asked["height"] <= height, (game, width)
            assert board["width"] >= min(width - 20, height - 100) * 0.7, (game, width)


SMALL = """() => ["button, .btn, select, summary, nav a, header a, li > a, .actions a, footer > a, .seg label"]
    .flatMap((all) => [...document.querySelectorAll(all)])
    .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, [aria-hidden]"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
    .map(([one, { width, height }]) => `${one.textContent.trim() || one.ariaLabel}: ${width} x ${height}`)"""
"""What is too small for a finger. Links within sentences may be: they are as high as their line."""


def test_a_report_is_whole_on_paper(chromium, server, tmp_path):
    """On a screen tables that are too wide can be moved sideways; what is cut off on paper is gone."""
    file = tmp_path / "report.html"
    file.write_text("".join(report_page(stored_report("troll"))), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 718, "height": 1000})  # A4 with the browser's margins
    cut = "[...document.querySelectorAll('.wide')].filter(one => one.scrollWidth > one.clientWidth + 1).length"
    for address in (server.address + "/report/troll", file.as_uri()):
        page.goto(address)
        page.emulate_media(media="screen")
        assert page.evaluate(cut) > 0
        page.emulate_media(media="print")
        assert page.evaluate(cut) == 0
    page.close()


def test_buttons_and_links_are_large_enough_for_fingers(visitor, server):
    page = visitor(viewport={"width": 320, "height": 740}, has_touch=True).page()
    table = begin(page, server, "longway")
    table.click("a1N")
    table.click("g7S")
    expect(BoardPage(page).hand).to_be_visible()
    game = page.url.rpartition("/")[2]
    paths = (
        "/",
        "/new/troll",
        "/rules/troll",
        "/report/troll",
        "/mine",
        "/settings",
        "/daily",
        "/daily/troll",
        "/learn",
        "/learn/troll/1",
        "/review",
    )
    for path in (f"/play/{game}", f"/review/{game}", "/print/troll", "/setup/troll", *paths):
        page.goto(server.address + path)
        assert page.evaluate(SMALL) == [], path
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{server.address}/play/{game}")
    assert page.evaluate(SMALL) == [], "a finger on a wide screen"


PLACES = ("Play", "Daily", "Learn", "My games", "Review")
CLASHES = """() => {
  const all = [...document.querySelectorAll("body > header :is(a, button, .bar-title)")].filter((one) => one.checkVisibility());
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const clash = (one, other) => !apart(one.getBoundingClientRect(), other.getBoundingClientRect());
  return all.flatMap((one, i) => all.slice(i + 1).filter((other) => clash(one, other)).map((other) => one.outerHTML + other.outerHTML));
}"""  # noqa: E501
"""What lies over one another in the frame."""


def test_the_frame_leads_to_the_same_places_from_every_page(visitor, server):
    """A rail at the left of wide windows, a bar above and tabs below in others; one of them is where one is."""
    watch = visitor(has_touch=True)
    watch.allowed.append("404")
    page = watch.page()
    begin(page, server, "longway")
    game = page.url.rpartition("/")[2]
    paths = {"/": "Play", "/nowhere": "", "/daily/troll": "Daily", "/learn/troll/1": "Learn", "/mine": "My games"}
    paths |= {f"/play/{game}": "Play", f"/review/{game}": "Review", "/setup/troll": "Review", "/rules/troll": "Learn"}
    for path, place in paths.items():
        for language in ("en", "es"):
            spoken = LANGUAGES[language].catalogue().texts
            names = [spoken.get(name, [name])[0] for name in PLACES]
            page.goto(f"{server.address}{path}?lang={language}")
            here = page.locator(".places [aria-current=page]")
            assert here.all_text_contents() == [spoken.get(place, [place])[0]] * bool(place), path
            for width in (1920, 1280, 1081, 1080, 701, 390, 320):
                page.set_viewport_size({"width": width, "height": 800})
                where = f"{path} in {language} at {width} px"
                header, main = page.locator("body > header").bounding_box(), page.locator("main").bounding_box()
                links = page.locator(".places a:visible, .foot-of-page .small:visible")
                assert [text.strip() for text in links.all_inner_texts()] == names, where
                if width > 1080:
                    assert main["x"] >= header["width"] - 1, where
                    assert header["height"] == 800, where
                else:
                    assert header["height"] == 56, where
                    assert main["y"] >= 56, where
                assert page.evaluate(CLASHES) == [], where
                assert overflow(page) <= 0, where


def test_the_last_of_a_page_is_not_under_the_tabs(visitor, server):
    page = visitor(viewport={"width": 390, "height": 700}, has_touch=True).page()
    page.goto(f"{server.address}/rules/troll")
    last = page.get_by_role("navigation", name="Language").get_by_role("link").last
    last.focus()
    below = last.bounding_box()
    assert below["y"] + below["height"] <= page.locator(".places").bounding_box()["y"] + 1


def test_a_finger_aims_before_it_plays_where_points_are_small(visitor, server):
    page = visitor(viewport={"width": 320, "height": 640}, has_touch=True).page()
    table = begin(page, server, "whirlwind", size="14")
    open_points = Board(page).legal
    open_points.nth(20).tap()
    aimed = Board(page).aimed
    expect(aimed).to_have_count(1)
    expect(Board(page).shown_before("stone.ghost")).to_have_count(1)
    assert table.turns() == []
    name = aimed.get_attribute("data-point")
    expect(prompt_of(page)).to_have_text(f"You pointed at {name}. Choose it, or point somewhere else.")
    open_points.nth(40).tap()
    expect(aimed).to_have_count(1)
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(aimed).to_have_count(0)
    open_points.nth(40).tap()
    name = aimed.get_attribute("data-point")
    page.get_by_role("button", name=f"Choose {name}").tap()
    expect(turns_of(page)).to_have_text([name])


def test_a_finger_plays_at_once_where_points_are_large(visitor, server):
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True).page()
    table = begin(page, server, "troll", size="4")
    table.open_point("b3").tap()
    expect(turns_of(page)).to_have_text(["b3"])


def test_one_sheet_of_several_is_shown_on_a_phone(visitor, server):
    page = visitor(viewport={"width": 360, "height": 740}).page()
    people = {"players": "4", **{f"seat player {i}": "person" if i == 1 else "quick" for i in range(1, 5)}}
    table = Table(page, server.address, "longway", people=False, **people)
    cell = table.point("d4").first
    shown = BoardPage(page).sheets
    expect(shown.pressed).to_have_text(re.compile("^Player 1"))
    large = cell.bounding_box()["width"]
    shown.tab("All sheets").click()
    assert cell.bounding_box()["width"] < large / 1.8
    shown.tab("Player 1").click()
    table.click("a1N")
    table.click("g7S")
    expect(BoardPage(page).hand).to_be_visible(timeout=120_000)
    expect(BoardPage(page).facts.area).to_contain_text(re.compile("Round 1: Player [1-4]’s dice"))
    expect(BoardPage(page).facts.dice).to_have_count(2)
    expect(shown.pressed).to_have_text(re.compile("^Player 1 −[0-9]+$"))  # there is nothing but empty spaces yet
    page.keyboard.press("Home")
    expect(status_of(page)).to_have_text("Before the first move")
    assert cell.bounding_box()["width"] == pytest.approx(large, rel=0.1), "also when looking back"
    page.get_by_role("button", name="Back to the game").click()


@pytest.mark.parametrize("mine", [1, 2])
def test_each_sheet_can_be_shown_large_at_the_end_and_in_its_review(visitor, server, mine):
    """Of one seat, whose sheet is shown at first, or of two at one screen, where nobody's is."""
    secret, game_id = "e" * 43, f"sheetsatend{mine}"
    others = {"holder": hash_of(secret)} if mine == 2 else {"engine": EngineLimits(level=1)}
    seats = (Seat("player 1", holder=hash_of(secret)), Seat("player 2", **others))
    turns = short_game("longway", tries=5, players=2)

    async def keep():
        async with opened(Path(server.folder) / "byways.sqlite3") as store:
            await store.create(stored("longway", None, turns, game_id, seats, players=2))

    with ThreadPoolExecutor(1) as pool:  # Playwright has an event loop in this thread
        pool.submit(asyncio.run, keep()).result()
    watch = visitor(viewport={"width": 360, "height": 740})
    watch.context.add_cookies([{"name": "byways", "value": secret, "url": server.address}])
    page = watch.page()
    page.goto(f"{server.address}/play/{game_id}")
    expect(PlayPage(page).result).to_be_visible()
    shown, cells = BoardPage(page).sheets, Board(page).point("d4")
    expect(shown.pressed).to_have_text(re.compile("^Player 1" if mine == 1 else "^All sheets"))
    for address in ("play", "review"):
        page.goto(f"{server.address}/{address}/{game_id}")
        for i in range(2):
            shown.tab("All sheets").click()
            small = cells.nth(i).bounding_box()["width"]
            shown.tab(f"Player {i + 1}").focus()
            page.keyboard.press("Enter")
            expect(shown.pressed).to_have_text(re.compile(f"^Player {i + 1}"))
            expect(cells.nth(i)).to_be_in_viewport()
            assert cells.nth(i).bounding_box()["width"] > 1.8 * small, (address, i)


def test_themes(visitor, server):
    page = visitor(color_scheme="light").page()
    page.goto(server.address)
    colour = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(colour)
    button = Page(page).theme
    expect(button).to_have_attribute("aria-label", "Theme: system")
    button.click()
    expect(button).to_have_attribute("aria-label", "Theme: light")
    button.click()
    expect(button).to_have_attribute("aria-label", "Theme: dark")
    dark = page.evaluate(colour)
    assert dark != light
    begin(page, server, "troll")
    assert page.evaluate(colour) == dark, "it is kept"
    night = Board(page).colour()
    Page(page).theme.click()
    expect(Page(page).theme).to_have_attribute("aria-label", "Theme: system")
    assert page.evaluate(colour) == light
    assert Board(page).colour() != night
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colour) == dark


def test_a_button_that_goes_when_it_is_pressed_hands_the_focus_on(page, server):
    table = begin(page, server, "troll", size="4")
    board = Board(page).focused

    def press(name):
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")

    table.play("b3")
    press("First position")
    expect(page.get_by_role("button", name="Next position")).to_be_focused()
    press("Back to the game")
    expect(board).to_have_count(1)
    press("Take back")
    expect(BoardPage(page).undo).to_be_hidden()
    expect(board).to_have_count(1)
    press("Resign")
    BoardPage(page).yes.press("Enter")
    expect(result_of(page)).to_be_focused()
    page.goto(f"{server.address}/setup/troll?size=4")
    Board(page).point("b3").click()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    press("Undo")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(board).to_have_count(1)


def test_the_focus_can_be_seen(page, server):
    page.goto(server.address)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_in_viewport()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_first_visit_rules_and_back(visitor, server):
    page = visitor(viewport={"width": 1280, "height": 800}).page()
    page.goto(server.address)
    home = HomePage(page)
    expect(home.games).to_have_count(len(GAMES))
    expect(home.boards).to_have_count(len(GAMES))
    for button in home.games.locator(".btn[name=game]").all():
        expect(button).to_be_in_viewport(ratio=1)
    home.game("Stride").get_by_role("link", name="Rules").click()
    expect(page.locator("article figure svg").first).to_be_visible()
    page.get_by_role("link", name="Play Stride").click()
    expect(page).to_have_url(re.compile("/new/stride"))

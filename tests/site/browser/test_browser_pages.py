"""Every page for everybody: accessible by axe's rules in both themes, on narrow phones, for fingers; and themes."""

import re

import pytest
from browser_world import COLOURS, Table, expect, in_both_themes, overflow, played, short_game, violations
from page_objects import Board, BoardPage, HomePage, Page, PlayPage

from byways.lab.report.page import page as report_page
from byways.lab.report.stored_reports import stored_report
from byways.site.i18n.languages import LANGUAGES
from byways.site.storage.game_settings import EngineLimits

GAMES = ("stroll", "troll", "longway", "whirlwind", "stride")
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 320, "height": 640}
PAGES = (
    *("/", "/learn", "/offline", "/mine", "/ladder", "/settings", "/run", "/exercises", "/review", "/nowhere"),
    *("/new/troll", "/new/longway", "/report/troll", "/report/longway", *(f"/rules/{game}" for game in GAMES)),
)
ON_PHONES = (
    *("/daily", "/print/troll", "/setup/troll", "/setup/longway", "/setup/stride"),
    *(f"/daily/{game}" for game in GAMES),
    *(f"/learn/{game}/1" for game in GAMES),
)
"""Pages that are looked at on a phone alone."""
SMALL = """() => ["button, .btn, select, summary, nav a, header a, li > a, .actions a, footer > a, .seg label"]
    .flatMap((all) => [...document.querySelectorAll(all)])
    .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, [aria-hidden]"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
    .map(([one, { width, height }]) => `${one.textContent.trim() || one.ariaLabel}: ${width} x ${height}`)"""
"""What is too small for a finger. Links within sentences may be: they are as high as their line."""


def begin(page, server, game, **form):
    if game == "longway":
        return Table(page, server.address, game, people=False, **{"players": "1"} | form)
    return Table(page, server.address, game, **form)


@pytest.fixture
def screens(visitor):
    """The pages of a desk and of a narrow phone."""
    watches = visitor(bypass_csp=True, viewport=DESK), visitor(bypass_csp=True, viewport=PHONE, has_touch=True)
    for watch in watches:
        watch.allowed.append("404")
    return [watch.page() for watch in watches]


def fits_a_finger(phone, what):
    """Claim that nothing scrolls sideways on a narrow phone, and that all can be pressed with a finger."""
    assert overflow(phone) <= 0, what
    assert phone.evaluate(SMALL) == [], what


def test_axe_finds_nothing_on_any_page_which_fit_a_narrow_phone_and_fingers(screens, server):
    desk, phone = screens
    for path in (*PAGES, *ON_PHONES):
        for page in screens if path in PAGES else [phone]:
            page.goto(server.address + path)
        assert in_both_themes(desk if path in PAGES else phone) == [], path
        fits_a_finger(phone, path)


def test_axe_finds_nothing_on_the_page_of_components(visitor, server):
    """Which shows them in all schemes: what does not depend on that is looked at in one of them."""
    page = visitor(bypass_csp=True).page()
    page.goto(f"{server.address}/design")
    schemes = page.locator(".scheme")
    expect(schemes.nth(2)).to_be_visible()
    assert violations(page, where={"exclude": [[".scheme + .scheme"]]}) == []
    assert violations(page, COLOURS, where={"include": [[".scheme + .scheme"]]}) == []
    page.set_viewport_size(PHONE)
    assert overflow(page) <= 0


def test_axe_finds_nothing_on_games_which_fit_every_screen(screens, server):
    page, phone = screens

    def on_the_phone(what):
        phone.context.add_cookies(page.context.cookies())
        phone.goto(page.url)
        fits_a_finger(phone, what)

    for game in GAMES:
        begin(page, server, game)
        assert in_both_themes(page) == [], game
        on_the_phone(game)
        for width, height in ((360, 740), (1280, 720), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            board, asked = Board(page).area.bounding_box(), BoardPage(page).prompt.bounding_box()
            assert board["y"] + board["height"] <= height, (game, width)
            assert asked["y"] + asked["height"] <= height, (game, width)
            assert board["width"] >= min(width - 20, height - 100) * 0.7, (game, width)
        page.set_viewport_size(DESK)
    table = begin(page, server, "longway")
    table.click("a1N")
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_visible()
    assert violations(page) == [], "half-way through a turn"
    table.click("g7S")
    expect(BoardPage(page).hand).to_be_visible()
    assert violations(page) == [], "a tile in hand"
    on_the_phone("a tile in hand")
    phone.goto(phone.url.replace("/play/", "/review/"))
    fits_a_finger(phone, "its review")
    phone.goto(page.url)
    phone.set_viewport_size(DESK)
    assert phone.evaluate(SMALL) == [], "a finger on a wide screen"
    people = {"players": "2", "seat player 1": "person", "seat player 2": "person"}
    Table(page, server.address, "longway", people=False, **people)
    expect(PlayPage(page).handover).to_be_visible()
    assert violations(page) == [], "handing over"


def test_axe_finds_nothing_on_a_game_that_is_over_which_fits_a_phone(visitor, server):
    page = played(visitor(bypass_csp=True), server)
    expect(PlayPage(page).result).to_be_visible()
    assert in_both_themes(page) == []
    page.get_by_role("button", name="Previous position").click()
    expect(PlayPage(page).present).to_be_visible()
    assert violations(page) == [], "looking back"
    page.set_viewport_size(PHONE)
    page.reload()
    expect(PlayPage(page).result).to_be_visible()
    expect(Board(page).drawn("chain")).to_be_visible()
    assert overflow(page) <= 0


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


PLACES = ("Play", "Daily", "Learn", "My games", "Review")
FRAME = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
  const apart = (a, b) =>
    a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const clash = (one, other) => !apart(one.getBoundingClientRect(), other.getBoundingClientRect());
  const all = seen("body > header :is(a, button, .bar-title)");
  const clashes = all.flatMap((one, i) => all.slice(i + 1).filter((other) => clash(one, other)).map((other) => [one, other]));
  return {
    header: box("body > header"),
    main: box("main"),
    links: seen(".places a, .foot-of-page .small").map((one) => one.innerText.trim()),
    clashes: clashes.map((both) => both.map((one) => one.outerHTML)),
  };
}"""  # noqa: E501
"""Where the frame and the page are, where the frame leads, and what of it lies over one another."""


def test_the_frame_leads_to_the_same_places_from_every_page(visitor, server):
    """A rail at the left of wide windows, a bar above and tabs below in others; one of them is where one is."""
    watch = visitor(has_touch=True)
    watch.allowed.append("404")
    page = watch.page()
    begin(page, server, "longway")
    game = page.url.rpartition("/")[2]
    paths = {"/": "Play", "/nowhere": "", "/daily/troll": "Daily", "/learn/troll/1": "Learn", "/mine": "My games"}
    paths |= {f"/play/{game}": "Play", f"/review/{game}": "Review", "/setup/troll": "Review", "/rules/troll": "Learn"}
    for path, language in ((path, language) for path in paths for language in ("en", "es")):
        spoken = LANGUAGES[language].catalogue().texts
        names = [spoken.get(name, [name])[0] for name in PLACES]
        page.goto(f"{server.address}{path}?lang={language}")
        here = page.locator(".places [aria-current=page]").all_text_contents()
        assert here == [spoken.get(place, [place])[0] for place in filter(None, [paths[path]])], path
        for width in (1920, 1280, 1081, 1080, 701, 390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            where, frame = f"{path} in {language} at {width} px", page.evaluate(FRAME)
            assert frame["links"] == names, where
            if width > 1080:
                assert frame["main"]["x"] >= frame["header"]["width"] - 1, where
                assert frame["header"]["height"] == 800, where
            else:
                assert frame["header"]["height"] == 56, where
                assert frame["main"]["y"] >= 56, where
            assert frame["clashes"] == [], where
            assert overflow(page) <= 0, where


def test_the_last_of_a_page_is_not_under_the_tabs(visitor, server):
    page = visitor(viewport={"width": 390, "height": 700}, has_touch=True).page()
    page.goto(f"{server.address}/rules/troll")
    last = page.get_by_role("navigation", name="Language").get_by_role("link").last
    last.focus()
    below = last.bounding_box()
    assert below["y"] + below["height"] <= page.locator(".places").bounding_box()["y"] + 1


def test_a_finger_aims_before_it_plays_only_where_points_are_small(visitor, server):
    page = visitor(viewport=PHONE, has_touch=True).page()
    table = begin(page, server, "whirlwind", size="14")
    open_points = Board(page).legal
    open_points.nth(20).tap()
    aimed = Board(page).aimed
    expect(aimed).to_have_count(1)
    expect(Board(page).shown_before("stone.ghost")).to_have_count(1)
    assert table.turns() == []
    name = aimed.get_attribute("data-point")
    expect(BoardPage(page).prompt).to_have_text(f"You pointed at {name}. Choose it, or point somewhere else.")
    open_points.nth(40).tap()
    expect(aimed).to_have_count(1)
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(aimed).to_have_count(0)
    open_points.nth(40).tap()
    name = aimed.get_attribute("data-point")
    page.get_by_role("button", name=f"Choose {name}").tap()
    expect(BoardPage(page).turn).to_have_text([name])
    table = begin(page, server, "troll", size="4")  # where points are large
    table.open_point("b3").tap()
    expect(BoardPage(page).turn).to_have_text(["b3"])


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
    expect(PlayPage(page).status).to_have_text("Before the first move")
    assert cell.bounding_box()["width"] == pytest.approx(large, rel=0.1), "also when looking back"
    page.get_by_role("button", name="Back to the game").click()


@pytest.mark.parametrize(("others", "first"), [({"engine": EngineLimits(level=1)}, "Player 1"), (None, "All sheets")])
def test_each_sheet_can_be_shown_large_at_the_end_and_in_its_review(visitor, server, others, first):
    """Of one seat, whose sheet is shown at first, or of two at one screen, where nobody's is."""
    turns = short_game("longway", tries=5, players=2)
    page = played(visitor(viewport={"width": 360, "height": 740}), server, turns, "longway", None, others, players=2)
    expect(PlayPage(page).result).to_be_visible()
    shown, cells = BoardPage(page).sheets, Board(page).point("d4")
    expect(shown.pressed).to_have_text(re.compile(f"^{first}"))
    for address in (page.url, page.url.replace("/play/", "/review/")):
        page.goto(address)
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
    expect(PlayPage(page).result_said).to_be_focused()
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

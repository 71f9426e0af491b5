"""Boards, themes and motion are chosen on a page or in a game, hold everywhere at once, and are kept."""

import re
from base64 import b64encode

from browser_world import Table, expect, for_everybody, in_both_themes, overflow
from page_objects import Board, Page
from review_browser_world import upload

from byways.draw import BOARDS
from byways.draw.colours import board_colours
from byways.site.lobby.preferences import NAMES

WOOD = "() => getComputedStyle(document.querySelector('.byways .at-cells')).stopColor"
CHOSEN = "() => document.documentElement.dataset.board ?? null"


def rgb(colour):
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def board_of(theme, board):
    return rgb(board_colours(theme, board)["cells"])


def choose(page, title):
    page.get_by_role("radio", name=title, exact=True).check()


def test_every_board_has_a_name():
    assert NAMES.keys() == BOARDS.keys()


def test_every_preview_shows_its_own_board_whatever_is_chosen(visitor, server):
    page = visitor(color_scheme="light").page()
    page.goto(f"{server.address}/settings")
    for theme in ("light", "dark"):
        choose(page, theme.capitalize())
        for chosen, title in NAMES.items():
            choose(page, title)
            for board in BOARDS:
                wood = page.locator(f".board-{board} .at-cells")
                assert wood.evaluate("(e) => getComputedStyle(e).stopColor") == board_of(theme, board), (theme, chosen)


PAINTED = """async (data) => {
  const image = new Image();
  image.src = data;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return canvas.getImageData(image.width / 2, image.height / 2, 1, 1).data[1];
}"""


def painted(blank, element):
    """How light the middle of an element is: styles say nothing of what a shape looks like that is used there."""
    return blank.evaluate(PAINTED, f"data:image/png;base64,{b64encode(element.screenshot()).decode()}")


def lies_between(green, theme, board, owner):
    """Whether a colour's green is one of the gradient of an owner's pieces."""
    colours = board_colours(theme, board)
    ends = [int(colours[f"{owner}{end}"][3:5], 16) for end in ("-1", "-2")]
    return min(ends) - 3 <= green <= max(ends) + 3


def test_pieces_have_the_colours_of_their_board_although_they_are_defined_once(visitor, server):
    watch = visitor(color_scheme="dark")
    page, blank = watch.page(), watch.page()
    page.goto(f"{server.address}/settings")
    for board in BOARDS:
        for owner, place in (("white", ".stone.white"), ("black", ".stone.black")):
            stone = page.locator(f".board-{board} {place}").first
            assert lies_between(painted(blank, stone), "dark", board, owner), (board, owner)
    review = upload(page, server)
    for path in (f"{review.replace('/review/', '/embed/')}?ply=3", f"{review}/still.svg?theme=dark&ply=3"):
        page.goto(path)
        for owner in ("white", "black"):
            found = [painted(blank, stone) for stone in page.locator(f".stone.{owner}").all()]
            assert any(lies_between(light, "dark", "designed", owner) for light in found), path


def test_a_board_holds_on_every_page_with_boards_before_the_first_paint(visitor, server):
    watch = visitor(color_scheme="light")
    page = watch.page()
    page.goto(f"{server.address}/settings")
    choose(page, "Wood")
    review = upload(page, server)
    embed = review.replace("/review/", "/embed/")
    for path in (review, embed, f"{server.address}/learn/troll/1", f"{server.address}/setup/troll",
                 f"{server.address}/rules/troll", server.address):  # fmt: skip
        page.goto(path)
        assert page.evaluate(WOOD) == board_of("light", "wood"), path
    page.goto(f"{server.address}/settings")
    expect(page.get_by_role("radio", name="Wood")).to_be_checked()
    page.route("**/*.js", lambda route: route.continue_() if "theme.js" in route.request.url else route.abort())
    watch.allowed.append("ERR_FAILED")
    page.goto(f"{server.address}/learn/troll/1")
    assert page.evaluate(CHOSEN) == "wood", "no script but the one in the head has run"


def test_in_a_game_the_settings_hold_at_once_and_other_tabs_follow(visitor, server):
    watch = visitor(color_scheme="light")
    page, other = watch.page(), watch.page()
    Table(page, server.address, "troll", size="4")
    other.goto(f"{server.address}/rules/troll")
    page.get_by_role("button", name="Settings").click()
    choose(page, "Slate")
    page.get_by_role("radiogroup", name="Theme").get_by_role("radio", name="Dark").check()
    page.get_by_role("button", name="Done").click()
    assert Board(page).colour() == board_of("dark", "slate")
    expect(Page(page).theme).to_have_attribute("aria-label", "Theme: dark")
    other.wait_for_function(f"() => ({WOOD})() === '{board_of('dark', 'slate')}'")
    Page(page).theme.click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radiogroup", name="Theme").get_by_role("radio", name="Same as system")).to_be_checked()
    page.get_by_role("radiogroup", name="Animate moves").get_by_role("radio", name="Off").check()
    assert page.evaluate("() => document.documentElement.dataset.motion") == "off"


def test_all_settings_of_a_game_are_on_their_page_too_and_games_that_are_open_follow(visitor, server):
    watch = visitor(viewport={"width": 390, "height": 700})
    page, other = watch.page(), watch.page()
    table = Table(page, server.address, "troll", size="4")
    other.goto(f"{server.address}/settings")
    other.get_by_label("Ask before each move is played").check()
    for label in ("Sounds", "Flash the title", "Notify me"):
        expect(other.get_by_label(label)).to_be_visible()
    with other.expect_response("**/api/name"):
        other.get_by_label("Your name").fill("Ada")
        other.keyboard.press("Enter")
    other.reload()
    expect(other.get_by_label("Your name")).to_have_value("Ada")
    expect(other.get_by_label("Ask before each move is played")).to_be_checked()
    table.click("b2")
    page.get_by_role("button", name=re.compile("^Play ")).click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Ask before each move is played")).to_be_checked()
    scrolled, done = page.locator(".scrolled"), page.get_by_role("button", name="Done")
    assert scrolled.evaluate("(e) => e.scrollHeight > e.clientHeight"), "there is more than fits"
    assert done.bounding_box()["y"] >= scrolled.bounding_box()["y"] + scrolled.bounding_box()["height"]


SOUNDS = """window.sounds = 0;
const fade = AudioContext.prototype.createGain;
AudioContext.prototype.createGain = function () { window.sounds += 1; return fade.call(this); };"""
HEARD = "() => window.sounds"


def test_sounds_are_heard_once_they_are_wished_for_and_a_key_silences_them(page, server):
    page.add_init_script(SOUNDS)
    table = Table(page, server.address, "troll", size="4")
    table.play("b2")
    assert page.evaluate(HEARD) == 0
    page.keyboard.press("m")
    expect(Page(page).say).to_have_text("Sounds are on.")
    before = page.evaluate(HEARD)
    assert before > 0, "so that one knows how loud they are"
    table.play("b3")
    page.wait_for_function(f"() => window.sounds > {before}")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).to_be_checked()
    page.get_by_label("Volume").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => localStorage['byways-volume']") == "60"
    page.get_by_role("button", name="Done").click()
    page.keyboard.press("m")
    expect(Page(page).say).to_have_text("Sounds are off.")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Sounds on or off")


def test_the_settings_are_for_everybody(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 320, "height": 640}, has_touch=True).page()
    page.goto(f"{server.address}/settings")
    page.get_by_role("radio", name="As designed").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(CHOSEN) == "wood", "by keys too"
    for title in NAMES.values():
        choose(page, title)
        assert in_both_themes(page) == [], title
    assert overflow(page) <= 0
    small = page.locator("main label:has(input)").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect()).filter((b) => b.height < 44 || b.width < 44).length"
    )
    assert small == 0, "targets are large enough for fingers"
    Table(page, server.address, "troll", size="4")
    page.get_by_role("button", name="Settings").click()
    for_everybody(page)


def test_a_reset_puts_back_all_settings_at_once_but_no_turn_and_no_progress(visitor, server):
    watch = visitor(color_scheme="light")
    page, other = watch.page(), watch.page()
    table = Table(page, server.address, "troll", size="4")
    page.get_by_role("button", name="Settings").click()
    choose(page, "Wood")
    page.get_by_role("checkbox", name="Ask before each move is played").check()
    page.get_by_role("button", name="Done").click()
    table.click("b2")  # half made: it is still to be confirmed
    page.evaluate("() => { localStorage.learned = '{\"troll\": [1]}'; localStorage.theme = 'purple'; }")
    other.goto(f"{server.address}/settings")
    assert other.evaluate(CHOSEN) == "wood"
    other.get_by_role("button", name="Reset settings").click()
    expect(other.get_by_text("All settings are back to their defaults. Your name stays.")).to_be_visible()
    expect(other.get_by_role("radio", name="As designed")).to_be_checked()
    expect(other.get_by_role("checkbox", name="Ask before each move is played")).not_to_be_checked()
    expect(Page(other).theme).to_have_attribute("aria-label", "Theme: system")
    page.wait_for_function(f"() => ({WOOD})() === '{board_of('light', 'designed')}'")
    assert other.evaluate("() => Object.keys(localStorage)") == ["learned"]
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_visible()

"""Another language in a real browser: chosen on a page, spoken by its scripts, kept, and played in."""

import re

from browser_world import Table, expect, overflow, violations
from page_objects import Board, BoardPage, HomePage, LinkPage, Page, PlayPage

from byways.site.i18n.languages import LANGUAGES, render
from byways.translatable import text_of

TROLL = ("b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2")
PAGES = (
    "/", "/new/stroll", "/new/longway", "/rules/longway", "/learn/whirlwind/1", "/setup/stride", "/print/longway",
    "/review", "/mine", "/settings", "/daily", "/nowhere",
)  # fmt: skip
NO_COLOURS = {"rules": {"color-contrast": {"enabled": False}}}
"""For axe: colours are the same in every language."""


def es(text):
    """What a text of the site is in Spanish."""
    return LANGUAGES["es"].catalogue().texts[text][0]


def test_the_choice_of_a_language_leaves_the_address(page, server):
    page.goto(f"{server.address}/new/troll?size=5&the+engine=link#seats")
    page.get_by_role("link", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page).to_have_url(f"{server.address}/new/troll?size=5&the+engine=link")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(f"{server.address}/rules/troll?lang=es#decisions")
    assert page.url == f"{server.address}/rules/troll#decisions"


def test_the_address_keeps_a_language_that_the_browser_does_not(page, server):
    """As within a page of another site, where it takes no cookies."""
    page.add_init_script("Object.defineProperty(Document.prototype, 'cookie', {get: () => ''})")
    page.goto(f"{server.address}/?lang=es")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert page.url == f"{server.address}/?lang=es"


def test_a_game_is_switched_to_spanish_and_played_to_its_end(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 320, "height": 640}).page()
    table = Table(page, server.address, "troll", size="4")
    table.play(TROLL[0])
    page.get_by_role("navigation", name="Language").get_by_role("link", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert overflow(page) <= 0
    assert violations(page) == []
    expect(BoardPage(page).prompt).to_have_text(render(text_of("troll", "Place a disc."), LANGUAGES["es"]))
    black = render(text_of("troll", "black"), LANGUAGES["es"])
    table.play(TROLL[1])
    expect(Page(page).say).to_contain_text(f"{black[0].upper()}{black[1:]}: a2.")
    expect(PlayPage(page).players.locator("b").last).to_have_text(f"{black[0].upper()}{black[1:]}")
    expect(table.point("a2")).to_have_attribute(
        "aria-label", f"a2, {render(text_of('troll', 'black disc'), LANGUAGES['es'])}"
    )
    table.point_at("a1")
    expect(BoardPage(page).why).to_have_text(re.compile("a1 "))
    assert "corner" not in BoardPage(page).why.inner_text()
    for turn in TROLL[2:]:
        table.play(turn)
    expect(PlayPage(page).result_why).to_contain_text("a2")
    page.get_by_role("button", name=es("Previous position")).click()
    expect(PlayPage(page).status).to_have_text(
        es("After move {number} of {count}: {turn}").format(number=4, count=4, turn="Blancas c4")
    )
    page.goto(server.address)
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(HomePage(page).play("Troll")).to_have_text(re.compile(es("Play")))
    page.goto(f"{server.address}/mine")
    expect(page.locator(".mine time").first).to_have_text(re.compile(r"\d+ de \w+ de \d{4}"))


def test_a_browser_that_reads_spanish_gets_spanish_and_the_theme_too(visitor, server):
    page = visitor(locale="es-CL", bypass_csp=True).page()
    page.goto(f"{server.address}/rules/stride")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert violations(page) == []
    expect(Page(page).theme).to_have_attribute("aria-label", es("Theme: system"))
    Page(page).theme.click()
    expect(Page(page).theme).to_have_attribute("aria-label", es("Theme: light"))
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_two_languages_at_one_game_live(visitor, server):
    """Whoever plays in English is watched in Spanish; the watching page is patched, not loaded anew."""
    page, watching = visitor().page(), visitor(locale="es").page()
    table = Table(page, server.address, "troll", size="4")
    watching.goto(page.url)
    table.play("b3")
    says = render(text_of("troll", "white disc"), LANGUAGES["es"])
    expect(Board(watching).point("b3")).to_have_attribute("aria-label", f"b3, {says}")
    expect(table.point("b3")).to_have_attribute("aria-label", "b3, white disc")
    black = render(text_of("troll", "black"), LANGUAGES["es"])
    expected = es("{player} is to move").format(player=f"{black[0].upper()}{black[1:]}")
    expect(PlayPage(watching).status).to_have_text(expected)


CUT = """() => [...document.querySelectorAll(".card .actions > *")].filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.textContent)"""
"""What is wider than its place in the row at the foot of a card."""


def test_spanish_pages_fit_a_phone_and_axe_finds_nothing(visitor, server):
    watch = visitor(locale="es", bypass_csp=True, viewport={"width": 320, "height": 640})
    watch.allowed.append("404")
    page = watch.page()
    for path in PAGES:
        page.goto(server.address + path)
        expect(page.locator("html")).to_have_attribute("lang", "es")
        assert overflow(page) <= 0, path
        assert violations(page, NO_COLOURS) == [], path
    page.goto(server.address)
    for width in (1280, 1000, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(CUT) == [], width


def test_a_link_to_a_second_seat_is_read_in_another_language(visitor, server):
    watch = visitor()
    page = watch.page()
    people = {"players": "3", "seat player 1": "person", "seat player 2": "link", "seat player 3": "link"}
    Table(page, server.address, "longway", people=False, **people)
    url = PlayPage(page).seat_link("Player 2").input_value()
    secret = url.partition("#")[2]
    page.on("request", lambda request: secret in request.url and watch.complain(request.url))
    page.goto(url)
    expect(LinkPage(page).go_on_too).to_be_visible()
    assert secret not in page.url
    page.get_by_role("link", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("button", name=es("Play this side too")).click()
    page.wait_for_url("**/play/*")

"""Rules pages in a browser: figures, series of them, folded parts, what is possible, and the summary on paper."""

import re

from browser_world import expect, overflow
from page_objects import RulesPage

from byways.games import BUILT_IN

FIRST = 6


def rules(visitor, server, game, fragment="", **more):
    page = visitor(**more).page()
    page.goto(f"{server.address}/rules/{game}{fragment}")
    return RulesPage(page)


def test_six_figures_are_seen_first_and_the_summary_fits_on_one_sheet(visitor, server):
    page = visitor(viewport={"width": 1440, "height": 900}).page()
    for game in BUILT_IN:
        page.goto(f"{server.address}/rules/{game}")
        shown = RulesPage(page)
        expect(shown.rules.filter(visible=True)).to_have_count(FIRST)
        for figure in shown.figures.filter(visible=True).all():
            box = figure.bounding_box()
            assert min(box["width"], box["height"]) > 150, game
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, game


def test_a_series_is_stepped_through_by_buttons_and_keys(visitor, server):
    shown = rules(visitor, server, "troll")
    expect(shown.steps.filter(visible=True)).to_have_count(1)
    first = shown.steps.filter(visible=True).inner_text()
    expect(shown.place).to_have_text("1 of 5")
    shown.next.click()
    expect(shown.place).to_have_text("2 of 5")
    assert shown.steps.filter(visible=True).inner_text() != first
    shown.next.press("ArrowRight")
    expect(shown.place).to_have_text("3 of 5")
    for _ in range(5):
        shown.next.press("Enter")
    expect(shown.place).to_have_text("5 of 5")
    expect(shown.next).to_have_attribute("aria-disabled", "true")
    expect(shown.next).to_be_focused()
    shown.previous.click()
    expect(shown.place).to_have_text("4 of 5")


def test_without_scripts_all_steps_are_there(visitor, server):
    shown = rules(visitor, server, "troll", java_script_enabled=False)
    expect(shown.steps.filter(visible=True)).to_have_count(5)
    expect(shown.next).to_be_hidden()
    shown.part("Every rule").click()
    expect(shown.rules.filter(visible=True).nth(FIRST)).to_be_visible()


def test_links_open_what_is_folded(visitor, server):
    shown = rules(visitor, server, "stride")
    expect(shown.rules.filter(visible=True)).to_have_count(FIRST)
    shown.link("What Byways decided").click()
    expect(shown.rule("S2: repetition")).to_be_in_viewport()
    shown.page.goto(f"{server.address}/rules/stride#figure-9")
    expect(shown.page.locator("#figure-9")).to_be_in_viewport()


def test_what_is_possible_is_shown_to_who_points_or_asks(visitor, server):
    shown = rules(visitor, server, "troll")
    figure = shown.asked.first
    hints = figure.locator(".hints")
    expect(hints).to_have_css("opacity", "0")
    figure.locator("svg").hover()
    expect(hints).to_have_css("opacity", "1")
    shown.page.mouse.move(0, 0)
    expect(hints).to_have_css("opacity", "0")
    summary = figure.locator("summary")
    summary.focus()
    summary.press("Enter")
    expect(figure.locator("details p")).to_have_text(re.compile(r"^[a-h]\d(, [a-h]\d)*$"))
    expect(hints).to_have_css("opacity", "1")


def test_phones_show_a_figure_and_its_text_below(visitor, server):
    shown = rules(visitor, server, "longway", viewport={"width": 390, "height": 800})
    for width in (390, 320):
        shown.page.set_viewport_size({"width": width, "height": 800})
        assert overflow(shown.page) <= 0, width
        rule = shown.rules.first
        assert rule.locator("svg").bounding_box()["y"] < rule.locator("h3").bounding_box()["y"]

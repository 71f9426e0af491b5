"""The panel beside a game stays where it is, whatever it says meanwhile."""

import re

import pytest
from browser_world import Table, expect
from page_objects import BoardPage, PlayPage

SIZES = [{"width": 390, "height": 844}, {"width": 1366, "height": 768}, {"width": 1440, "height": 900}]
LONG = "A sentence that takes two lines of the panel, in a window of any size."
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".panel :is(section, button, a, input, summary, .hintline, .deck, .listed), .seat")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".turns"))
    .map((one) => {
      const {x, y, width, height} = one.getBoundingClientRect();
      return [one.id || one.className + one.textContent, [x, y + scrollY, width, height].map(Math.round)];
    }))"""
"""Where the controls of the panel and its parts are, of those that can be seen."""
LINES = """(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"""
SCROLLS = """() => [document.querySelector(".panel")]
  .map((panel) => panel.scrollHeight - panel.clientHeight)[0]"""


class Still:
    """The places of the controls, which must be the same at every moment in windows of every size."""

    def __init__(self, page):
        self.page, self.before = page, {}
        self.check("at the beginning")
        assert all(len(places) > 8 for places in self.before.values())

    def check(self, moment):
        """Claim that nothing has moved since the beginning; what has come since must stay from now on."""
        self.page.mouse.move(1, 1)  # what is pointed out has the hint line for itself
        for size in SIZES:
            self.page.set_viewport_size(size)
            before, now = self.before.setdefault(size["width"], {}), self.page.evaluate(PLACES)
            moved = {key: (at, now[key]) for key, at in before.items() if key in now and now[key] != at}
            assert moved == {}, f"{moment}, {size}"
            before |= now


TURNS = {"troll": (("b4",), "a1", "d4"), "stride": (("b3", "d3"), "e5", None)}
"""What is clicked for a turn, what is refused, and what is planned then."""


@pytest.mark.parametrize(("name", "language"), [
    ("troll", "es"),
    ("stride", "en"),
    pytest.param("troll", "en", marks=pytest.mark.torture),
    pytest.param("stride", "es", marks=pytest.mark.torture),
])  # fmt: skip
def test_no_control_of_the_panel_moves_while_an_engine_thinks_nor_when_a_click_is_refused(
    visitor, server, name, language
):
    turn, refused, planned = TURNS[name]
    page = visitor(viewport=SIZES[-1], locale=language).page()
    sides = {"your side": "white", "the engine": "deep"}
    table, plays = Table(page, server.address, name, people=False, **sides), PlayPage(page)
    page.wait_for_load_state("networkidle")
    still = Still(page)
    table.point_at(refused)
    expect(BoardPage(page).why).not_to_be_empty()
    still.check("when a click was refused")
    page.route(
        "**/why*", lambda route: route.fulfill(json={"actions": None, "why": LONG, "verdict": None, "markup": ""})
    )
    table.point_at("i5" if name == "stride" else "a2")
    expect(BoardPage(page).why).to_have_text(LONG)
    for size in SIZES:
        page.set_viewport_size(size)
        assert round(BoardPage(page).why.evaluate(LINES)) == 2, size
    still.check("when a click was refused in two lines")
    for click in turn:
        table.point_at(click)
    expect(page.locator("#status.working")).to_be_visible()
    still.check("when the engine began to think")
    expect(plays.elapsed).to_have_text(re.compile(r"^\d+ s$"))
    expect(plays.hurry).to_be_visible()
    still.check("while the engine thought")
    if planned:
        table.point_at(planned)
        expect(plays.planned).to_contain_text(planned)
        still.check("when a turn was planned")
        table.point_at(planned)
        expect(BoardPage(page).why).not_to_be_empty()
        still.check("when a click was refused beside a plan")
        plays.cancel_plan.click()
        expect(plays.planned).to_be_hidden()
        still.check("when the plan was cancelled")
    plays.hurry.click()
    expect(page.locator("#status.working")).to_have_count(0)
    table.status(re.compile("^(Your turn|Tu turno)$"))
    expect(plays.elapsed).to_have_text("")
    still.check("when the engine had moved")
    assert page.evaluate(SCROLLS) == 0

"""What a game tells beside its board: points and what a choice makes of them, dice, all tiles, where pieces land."""

import re

import pytest
from browser_world import Table, expect, in_both_themes
from page_objects import Board, BoardPage, PlayPage

from byways.rules.side_panel import Dice, Legend, Points
from byways.site.board.panel import changed


@pytest.fixture
def table(visitor, server):
    """A game of The Long Way for one, with its doors: the dice are rolled."""
    table = Table(visitor(bypass_csp=True).page(), server.address, "longway", people=False, players="1")
    table.click("a1N")
    table.click("g7S")
    return table


def test_the_long_way_tells_points_dice_and_tiles_and_each_step_has_a_prompt(table):
    page, facts = table.page, BoardPage(table.page).facts
    expect(facts.total).to_have_text("−13")
    expect(facts.source("Length of the path")).to_contain_text("13")
    expect(facts.dice).to_have_count(2)
    expect(facts.coins).to_have_text("0")
    state = table.state
    name, then = next(_that_leave_another_path(state))
    expect(facts.open_displays).to_have_count(len(set(re.findall(r"\d", state.turns[-1]))))
    table.point(name).hover()
    expect(facts.then).to_have_text(f"→ {then}")
    expect(Board(page).shown_before("path")).to_be_attached()
    page.mouse.move(1, 1)
    expect(facts.then).to_be_empty()
    page.get_by_role("button", name="All 36 tiles").click()
    expect(facts.samples).to_have_count(36)
    expect(facts.gallery.locator(".rolled")).to_have_count(1)
    facts.gallery.get_by_role("button", name="Close").click()

    table.click("cafe")
    expect(BoardPage(page).prompt).to_have_text("Choose two empty spaces next to each other.")
    BoardPage(page).choices.get_by_role("button", name="Back").click()
    table.word("stop").click()
    expect(BoardPage(page).confirm_dialog).to_contain_text("Do you want to stop here?")
    BoardPage(page).confirm_dialog.get_by_role("button", name="Cancel").click()
    expect(BoardPage(page).turn).to_have_count(2)
    expect(BoardPage(page).prompt).to_have_text(re.compile("^Place the tile"))

    table.play("cafe d3 d4")
    expect(facts.rolls.get_by_role("listitem")).to_have_count(1)
    expect(facts.rolling).to_have_count(2)
    edges = [turn.bounding_box() for turn in PlayPage(page).turn.all()[:3]]
    assert edges[0]["y"] < edges[1]["y"] == edges[2]["y"], "the setup, then the roll and what was made of it in a row"


PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PLACES = """() => {
    scrollTo(0, 0);
    document.querySelector(".panel").scrollTop = 0;
    return [".hintline", ".told", ".points-block", ".legend-block", ".listed", ".deck", ".deck .btn"]
        .flatMap((all) => [...document.querySelectorAll(all)])
        .filter((one) => one.checkVisibility())
        .map((one) => `${one.id || one.className}: ${Math.round(one.getBoundingClientRect().y)}`);
}"""


def places(page):
    """Where the parts of the panel are, on a phone and on a desk."""
    found = []
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        found.append(page.evaluate(PLACES))
    return found


def test_the_panel_stays_where_it_is_and_lines_are_tried_alone(table):
    page, plays = table.page, PlayPage(table.page)
    expect(plays.turn).to_have_count(2)
    table.play("cafe d3 d4")
    expect(plays.turn).to_have_count(4)
    page.mouse.move(1, 1)
    before, state = places(page), table.state
    clicks = table.clicks(state, next(turn for turn in state.legal_turns() if re.match("tile.*wall", turn)))
    for size, at_first in zip((PHONE, DESK), before, strict=True):
        page.set_viewport_size(size)
        table.point(clicks[0]).hover()
        expect(plays.pointed).to_contain_text(clicks[0])
        assert page.evaluate(PLACES) == at_first, "over a place for the tile"
    for name in clicks:
        table.click(name)
        table.settled()
        page.mouse.move(1, 1)
        if len(table.turns()) == len(state.turns):
            assert places(page) == before, f"after {name}"
    expect(plays.turn).to_have_count(6)
    expect(BoardPage(page).hand).to_be_visible()
    assert places(page) == before, "in the next round"
    plays.try_a_line.click()
    table.status("Trying a line")
    table.word("stop").click()
    expect(plays.prompt).to_contain_text("The game is over in this position.")
    assert in_both_themes(page) == []
    plays.keep_line.click()
    expect(plays.kept_line).to_be_focused()
    plays.present.click()
    table.status("Your turn")
    expect(plays.turn).to_have_count(6)


def test_it_is_said_why_a_point_is_forbidden_before_it_is_chosen(page, server):
    table = Table(page, server.address, "whirlwind", size="6")
    name, why = forbidden(table.state)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/why" in request.url else None)
    for _ in range(2):
        table.point(name).hover(force=True)
        expect(PlayPage(page).pointed).to_contain_text(why)
        expect(Board(page).shown_before("touch").first).to_be_attached()
        page.mouse.move(1, 1)
        expect(Board(page).before).to_have_count(0)
    assert len(asked) == 1, "once for a point of a position"
    table.point(name).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(BoardPage(page).foretold).to_contain_text(why)


def test_a_piece_shows_where_it_may_land(page, server):
    Table(page, server.address, "stride")
    marks = Board(page).area.locator(".leads")
    Board(page).legal.first.hover()
    expect(marks).to_have_attribute("d", re.compile("^M"))
    page.mouse.move(1, 1)
    expect(marks).to_have_attribute("d", "")


def test_a_stone_shows_whom_it_sees_and_the_longest_paths_can_be_left_out(visitor, server):
    page = visitor(has_touch=True).page()
    table = Table(page, server.address, "stroll", size="6", ending="solve")
    table.play("a1>c3")
    table.point("a1").hover(force=True)
    seen = Board(page).area.locator(".sight.pointed")
    expect(seen).to_have_attribute("data-along", re.compile("^(a1 c3|c3 a1)$"))
    expect(PlayPage(page).pointed).to_have_text("a1 · sees c3")
    page.mouse.move(1, 1)
    expect(seen).to_have_count(0)
    table.point("c3").tap(force=True)
    expect(seen).to_have_count(1)
    table.why("")
    said = BoardPage(page).facts.area.get_by_text("White’s longest path so far:")
    expect(said).to_be_visible()
    page.evaluate("() => localStorage.setItem('byways-help', 'off')")
    page.reload()
    expect(said).to_be_hidden()


def forbidden(state):
    """A point that is empty and may not be chosen, with another one to its right, and why not."""
    layout, texts = state.variant.layout, state.variant.game.texts
    taken = {item.at[0] for item in state.variant.game.picture(state).boards[0].items}
    legal = set(state.variant.legal_actions(state.vector))
    cells = (
        cell for cell, name in enumerate(layout.names) if cell not in legal and name[0] != "f" and name not in taken
    )
    cell = next(cells)
    return layout.names[cell], texts.refusal(state, (cell,)).sentence


def _that_leave_another_path(state):
    """Yield the spaces whose first tile leaves a path with another total, and that total; some rolls can close it."""
    by_space = {}
    for turn in (turn for turn in state.legal_turns() if turn.startswith("tile")):
        action = state.actions(turn)[0]
        by_space.setdefault(state.variant.clicks(state.vector, action)[0], action)
    for name, action in by_space.items():
        total = changed(state, (action,)).get("2.total")
        if total and any(item.kind == "path" for item in state.variant.game.preview(state, (action,))):
            yield name, total


def test_the_names_of_displays_and_what_dice_allow_are_read_aloud_at_every_size(table):
    """What is only drawn, or left out to save room, is still in the tree of a screen reader."""
    expect(BoardPage(table.page).turn).to_have_count(2)
    state = table.state
    blocks = state.variant.game.ui.panel(state, state.players[0], ())
    names = {str(entry.name) for block in blocks if isinstance(block, Legend) for entry in block.entries}
    said = {str(block.says) for block in blocks if isinstance(block, Dice | Points) and block.says}
    assert len(names) >= 6
    for width, height in ((390, 844), (1366, 768), (1440, 900), (844, 390)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.reload()
        heard = table.page.locator(".facts").aria_snapshot().replace("’", "'")
        assert {name for name in names | said if name.replace("’", "'") not in heard} == set(), width

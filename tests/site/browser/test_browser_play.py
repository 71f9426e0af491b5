"""The page of a game: where things stand, its keys, turns that are typed, the pace of engines, the chat."""

import re

from browser_world import LINK, Table, expect, in_both_themes, played, violations
from page_objects import Board, BoardPage, PlayPage, ReviewPage

PHONE = {"viewport": {"width": 390, "height": 844}}
TROLL = ("b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2")
PLACES = """() => Object.fromEntries(Object.entries({
  board: "#stage", prompt: ".prompt:not([hidden])", far: ".seat.far", near: ".seat.near", panel: ".panel", bar: ".deck"
}).map(([name, selector]) => [name, document.querySelector(selector).getBoundingClientRect().toJSON()]))"""


SEEN = """(turn) => {
  const [list, own] = [turn.closest(".reversed"), turn].map((one) => one.getBoundingClientRect());
  return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
}"""


def test_players_stand_at_the_ends_of_the_board_and_a_turn_is_played_on_a_phone_without_scrolling(visitor, server):
    page = visitor(bypass_csp=True, viewport={"width": 1440, "height": 900}).page()
    table = Table(page, server.address, "troll")
    at = page.evaluate(PLACES)
    assert at["board"]["height"] > 0.9 * 800, "the board takes the height"
    assert at["far"]["bottom"] <= at["panel"]["top"] < at["panel"]["bottom"] <= at["near"]["top"]
    assert at["near"]["bottom"] <= 900, "all of it is in the window"
    page.set_viewport_size(PHONE["viewport"])
    page.reload()
    at = page.evaluate(PLACES)
    assert at["board"]["width"] > 360
    assert at["far"]["bottom"] <= at["board"]["top"]
    assert at["near"]["top"] >= at["board"]["bottom"]
    assert at["prompt"]["bottom"] <= at["bar"]["top"], "what is asked is in sight, above the bar"
    assert in_both_themes(page) == []
    for turn in ("d4", "d5", "c5", "e4"):
        table.play(turn)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(BoardPage(page).prompt).to_be_in_viewport()
    for _ in range(8):
        table.play(table.state.legal_turns()[0])
    page.reload()
    assert BoardPage(page).turn.last.evaluate(SEEN), "the list of turns shows the last one without scrolling"


def test_keys_lead_through_the_game_and_a_turn_is_typed(visitor, server):
    page = visitor(bypass_csp=True).page()
    table = Table(page, server.address, "troll", size="4")
    for turn in TROLL[:4]:
        table.play(turn)
    Board(page).first_by_keys.focus()
    page.keyboard.press("ArrowLeft")
    table.status(re.compile("to move")), "the board has the arrows while it has the focus"
    page.keyboard.press("Shift+ArrowLeft")
    table.status("After move 2 of 2: White c3")
    page.keyboard.press("Home")
    table.status("Before the first move")
    page.keyboard.press("End")
    table.status("White is to move")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    assert violations(page) == []
    keys.get_by_role("button", name="Done").click()
    expect(keys).to_be_hidden()

    page.keyboard.press("t")
    field = page.get_by_role("textbox", name="Type a move")
    expect(field).to_be_focused()
    field.fill("d4")
    field.press("Enter")
    table.why("D4 is a corner and flips nothing.")
    field.fill("B4")
    field.press("Enter")
    expect(BoardPage(page).turn).to_have_text([*TROLL[:4], "b4"])
    expect(field).to_have_value("")
    table.why("")
    assert violations(page) == []
    field.press("Escape")
    expect(field).to_be_hidden()


def test_what_a_pointed_turn_does_is_said_beside_the_board(page, server):
    table = Table(page, server.address, "troll", size="4")
    for turn in TROLL[:2]:
        table.play(turn)
    table.open_point("c3").hover()
    expect(page.locator("#pointed")).to_have_text(re.compile("^c3"))
    other = next(turn for turn in table.state.legal_turns() if turn != "c3" and table.state.play(turn).is_legal("c3"))
    page.keyboard.press("t")
    page.get_by_role("textbox", name="Type a move").fill(other)
    page.keyboard.press("Enter")
    expect(BoardPage(page).turn).to_have_text([*TROLL[:2], other])
    expect(page.locator("#pointed")).to_have_text(re.compile("^c3")), "asked anew where the pointer rests"
    expect(Board(page).before).not_to_have_count(0)
    page.mouse.move(1, 1)
    expect(page.locator("#pointed")).to_have_text("")


def test_a_game_ends_with_who_won_said_once(visitor, server):
    page = played(visitor(bypass_csp=True, **PHONE), server, TROLL[:-1])
    Board(page).legal_point(TROLL[-1]).click()
    expect(PlayPage(page).result_said).to_have_text("Black won")
    expect(PlayPage(page).status).to_be_hidden()
    expect(PlayPage(page).next_steps.first).to_have_text("Review")
    expect(PlayPage(page).next_steps.first).to_be_in_viewport(ratio=1)
    assert in_both_themes(page) == []
    page.keyboard.press("Shift+ArrowLeft")
    page.get_by_role("link", name="Explore from here").click()
    expect(ReviewPage(page).said).to_have_text(re.compile("^Move 4 of 4"))
    Board(page).legal.first.click()
    expect(ReviewPage(page).said).to_have_text(re.compile(r"^After move 4 \(c4\), tried: "))


def test_a_game_that_one_plays_alone_is_abandoned_not_resigned(page, server):
    Table(page, server.address, "longway", people=False, players="1")
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    page.get_by_role("button", name="Abandon game").click()
    expect(BoardPage(page).confirm_dialog).to_be_visible()
    BoardPage(page).yes.click()
    expect(PlayPage(page).result_said).to_have_text("The game was abandoned")


def test_engines_play_each_other_at_a_pace(visitor, server):
    page = visitor(bypass_csp=True).page()
    sides = {"your side": "neither", "the engine": "quick"}
    Table(page, server.address, "stride", people=False, side="4", **sides)
    expect(BoardPage(page).turn.first).to_be_visible(timeout=120_000)
    expect(Board(page).legal).to_have_count(0)
    expect(BoardPage(page).undo).to_be_hidden()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    count = -1
    for _ in range(4):  # what was begun is played
        before, count = count, BoardPage(page).turn.count()
        if count == before:
            break
        page.wait_for_timeout(1_000)
    assert count == before, "it stands still"
    page.get_by_role("button", name="One move").click()
    expect(BoardPage(page).turn).to_have_count(count + 1)
    assert violations(page) == []
    page.set_viewport_size(PHONE["viewport"])
    page.get_by_role("button", name="One move").click()
    expect(BoardPage(page).turn).to_have_count(count + 2)
    assert violations(page) == [], "on a phone"
    page.get_by_role("button", name="Fast").click()
    page.get_by_role("button", name="Resume").click()
    expect(BoardPage(page).turn.nth(count + 5)).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    watcher = visitor().page()
    watcher.goto(page.url)
    expect(BoardPage(watcher).turn.first).to_be_visible()
    expect(watcher.get_by_role("button", name="Pause")).to_have_count(0), "only who began it says how fast"


def test_places_in_the_chat_light_up_and_are_pointed_at(visitor, server):
    white = Table(visitor().page(), server.address, "troll", **LINK)
    black = white.join(visitor(bypass_csp=True, **PHONE))
    page = white.page
    Board(page).point("b3").click(modifiers=["Alt"], force=True)
    expect(PlayPage(page).chat_text).to_have_value("b3 ")
    Board(page).point("c4").focus()
    page.keyboard.press("Alt+Enter")
    expect(PlayPage(page).chat_text).to_have_value("b3 c4 ")
    PlayPage(page).chat_text.fill("b3 ")
    expect(BoardPage(page).turn).to_have_count(0), "no turn has come of what was done"
    PlayPage(page).chat_text.press_sequentially("is better than z9")
    PlayPage(page).chat_text.press("Enter")
    badge = black.page.locator("#chat-badge")
    expect(badge).to_have_text("1")
    black.page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(badge).to_be_hidden()
    place = PlayPage(black.page).chat_lines.get_by_role("link")
    expect(place).to_have_text("b3")
    place.focus()
    expect(Board(black.page).point("b3")).to_have_class(re.compile("lit"))
    assert violations(black.page) == []

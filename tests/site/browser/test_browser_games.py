"""Every game played on its page in a real browser: by mouse, some by keys alone, with all that the page says."""

import re

from browser_world import Keys, Table, expect, held_back, short_game
from page_objects import Board, BoardPage, Page, PlayPage
from review_world import WON

TROLL = tuple(WON)


def result(table, said, why):
    expect(PlayPage(table.page).result_said).to_have_text(said)
    expect(PlayPage(table.page).result_why).to_have_text(re.compile(why))


def test_troll_by_mouse(page, server):
    table = Table(page, server.address, "troll", size="4")
    table.status("White is to move")
    expect(BoardPage(page).prompt).to_have_text("Place a disc.")
    table.point_at("a1")
    table.why("a1 is a corner and flips nothing.")
    table.play("b3")
    table.why("")
    table.play("a2")
    Board(page).legal.first.hover()
    expect(Board(page).shown_before("ghost").first).to_be_attached()
    for turn in TROLL[2:]:
        table.play(turn)
    result(table, "Black won", "Black joins left and right with a chain of 4 discs, a2 to d2")
    expect(Board(page).drawn("chain").first).to_be_attached()
    expect(page.get_by_role("link", name="New game")).to_be_visible()

    BoardPage(page).undo.click()
    expect(PlayPage(page).result).to_be_hidden()
    table.status("Black is to move")
    assert table.turns() == list(TROLL[:-1])


def test_what_would_be_there_comes_too_late(page, server):
    table = Table(page, server.address, "whirlwind", size="6")
    first, *others = short_game("whirlwind", size=6)
    table.play(first)
    stones = Board(page).stones.count()
    late = held_back(page, "**/preview?*")
    begun = table.clicks(table.state, others[0])[0]
    table.settled()
    with page.expect_request("**/preview?*"):
        table.open_point(begun).hover()
    table.click(begun)
    expect(BoardPage(page).prompt).to_have_text(re.compile("Place a second stone"))
    page.mouse.move(1, 1)
    table.point(begun).hover(force=True)
    with page.expect_response("**/preview?*"):
        late[0].continue_()
    page.wait_for_timeout(100)
    expect(Board(page).stones).to_have_count(stones + 1)


def test_looking_back_and_going_on(page, server):
    table = Table(page, server.address, "troll", size="4")
    for turn in TROLL[:4]:
        table.play(turn)
    stones = Board(page).stones
    expect(stones).to_have_count(4)
    page.get_by_role("button", name="First position").click()
    table.status("Before the first move")
    expect(stones).to_have_count(0)
    expect(Board(page).legal).to_have_count(0)
    page.get_by_role("button", name="Next position").click()
    table.status("After move 1 of 2: White b3")
    expect(stones).to_have_count(1)
    BoardPage(page).turn.nth(2).click()
    expect(BoardPage(page).current_turn).to_have_text("c3")
    expect(stones).to_have_count(3)
    page.get_by_role("button", name="Previous position").click()
    table.status("After move 1 of 2: Black a2")
    page.get_by_role("button", name="Back to the game").click()
    table.status("White is to move")
    expect(stones).to_have_count(4)
    page.get_by_role("button", name="First position").click()
    table.status("Before the first move")
    table.point_at("b4")
    table.status("White is to move"), "a click on the board leads back to the game first"
    table.play("b4")


def test_troll_by_keys_alone(page, server):
    table = Table(page, server.address, "troll", size="4")
    keys = Keys(table)
    for turn in TROLL[:4]:
        table.play(turn, keys)
    page.keyboard.press("ArrowUp")
    keys.to_board()
    assert keys.focused()["point"], "the board keeps the focus"
    expect(Page(page).say).to_have_text("Black: b2. White is to move.")
    for turn in TROLL[4:]:
        table.play(turn, keys)
    result(table, "Black won", "a2 to d2")
    expect(Page(page).say).to_have_text("Black: d2. Black won.")


def test_whirlwind_by_mouse(page, server):
    table = Table(page, server.address, "whirlwind", size="6")
    first, *others = short_game("whirlwind", size=6)
    expect(BoardPage(page).prompt).to_have_text("Place a stone.")
    table.play(first)
    expect(BoardPage(page).prompt).to_have_text("Place one or two stones.")
    stones = Board(page).stones.count()
    begun = table.clicks(table.state, others[0])[0]
    table.click(begun)
    expect(BoardPage(page).prompt).to_have_text(re.compile("Place a second stone"))
    expect(Board(page).stones).to_have_count(stones + 1)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(Board(page).stones).to_have_count(stones)
    table.click(begun)
    expect(Board(page).stones).to_have_count(stones + 1)
    Board(page).point(begun).press("Escape")
    expect(Board(page).stones).to_have_count(stones)
    assert table.turns() == [first]
    for turn in others:
        table.play(turn)
    expect(PlayPage(page).result_said).to_have_text(re.compile("won"))


def test_stride_by_mouse(page, server):
    table = Table(page, server.address, "stride", side="4")
    table.point_at("d4")
    table.why("d4 holds no piece of yours.")
    turns = short_game("stride", side=4)
    start, landing = turns[0].split("-")
    table.click(start)
    expect(table.point(start)).to_have_class(re.compile("chosen"))
    expect(table.open_point(landing)).to_have_count(1)
    table.point_at(start)
    expect(Board(page).drawn("chosen")).to_have_count(0)
    others = {turn.split("-")[0] for turn in table.state.legal_turns()} - {start}
    table.click(sorted(others)[0])
    table.point_at(start)
    expect(table.point(start)).to_have_class(re.compile("chosen")), "another piece is taken instead"
    table.click(landing)
    expect(BoardPage(page).turn).to_have_count(1)
    for turn in turns[1:]:
        table.play(turn)
    expect(PlayPage(page).result_said).to_have_text(re.compile(r"won|Draw"))


def test_stroll_with_claims_by_two_at_one_screen(visitor, server):
    watch = visitor()
    page = watch.page()
    table = Table(page, server.address, "stroll", size="5")
    state = table.state
    while not state.legal_turns()[0].startswith("path"):
        turn = state.legal_turns()[len(state.turns) * 3 % len(state.legal_turns())]
        table.play(turn)
        state = state.play(turn)
    table.take_seat("White")
    expect(BoardPage(page).prompt).to_have_text("The board is full. Claim your longest path.")
    white = max(state.variant.game.texts.unlisted(state), key=len)
    stones = table.clicks(state, white)[:-1]
    assert len(stones) > 2
    table.click(stones[1])
    table.settled()
    Board(page).area.locator('.point[aria-label$="empty"]').first.click(force=True)
    table.why(re.compile("there is no stone on"))
    for stone in (*stones[2:], stones[0]):  # the last one at the path's beginning
        table.click(stone)
    expect(page.get_by_text("White’s path:")).to_be_visible()
    expect(Board(page).drawn("path").first).to_be_attached()
    BoardPage(page).choices.get_by_role("button", name="Finish path").click()
    table.status("Black is to move")
    expect(Board(page).drawn("path")).to_have_count(0), "it is hidden now"
    assert table.turns()[-1] == "?"
    assert not any(white in payload for payload in watch.payloads)
    expect(PlayPage(page).handover).to_be_hidden(), "Black's claim is shown at once"
    black = Board(table.page).legal.first
    black.click()
    BoardPage(page).choices.get_by_role("button", name="Finish path").click()
    expect(BoardPage(page).turn.nth(-2)).to_have_text(white)
    assert any(white in payload for payload in watch.payloads)


def long_way_turn(state, kind):
    """A legal turn of some kind, or None."""
    return next((turn for turn in state.legal_turns() if kind in turn), None)


def test_the_long_way_alone_by_mouse(page, server):
    """A cafeteria first, so that the next tile wins a bonus; each kind of bonus once; coins for a reroll; the end."""
    table = Table(page, server.address, "longway", people=False, players="1")
    expect(BoardPage(page).prompt).to_have_text("Choose an outer side for the entrance.")
    table.click("a1N")
    expect(BoardPage(page).prompt).to_have_text("Choose an outer side for the exit.")
    table.click("g7S")
    expect(BoardPage(page).turn.nth(1)).to_have_text(re.compile("^Roll"))
    expect(BoardPage(page).hand).to_be_visible()
    expect(BoardPage(page).undo).to_be_hidden(), "dice have been rolled"

    table.point_at("g7")
    table.why(re.compile("would leave the grid|display"))
    Board(page).legal.first.hover()
    expect(Board(page).shown_before("tile.ghost")).to_be_attached()
    table.click("cafe")
    expect(table.point("g7")).to_have_class(re.compile("legal")), "a cafeteria is pointed at from either end"
    page.get_by_role("button", name="Back", exact=True).click()
    table.play("cafe d4 e4")

    wanted = ["coins", "wall", "door"]
    for _ in range(12):
        state = table.state
        kind = next((kind for kind in wanted if long_way_turn(state, f" {kind}")), None)
        if kind is None or not wanted:
            break
        turn = long_way_turn(state, f" {kind}")
        begun = table.clicks(state, turn)
        table.click(begun[0])
        expect(BoardPage(page).prompt).to_have_text(re.compile("Put a display"))
        for name in begun[1:-1] if kind == "coins" else begun[1:-2]:
            table.click(name)
        expect(BoardPage(page).prompt).to_have_text("A bonus: draw a wall, cut a doorway, or take two coins.")
        count = len(state.turns)
        for name in begun[-1:] if kind == "coins" else begun[-2:]:
            table.click(name)
        expect(BoardPage(page).turn.nth(count)).to_have_attribute("title", turn)
        wanted.remove(kind)
    assert "coins" not in wanted
    assert "wall" not in wanted
    table.play("reroll light")
    expect(BoardPage(page).turn.last).to_have_text(re.compile("^Light"))
    table.play("stop")
    score = str(table.state.outcome.scores["player 1"]).replace("-", "−")
    result(table, f"You scored {score}", "path")
    expect(PlayPage(page).of_players("score")).to_have_text(score)


def test_the_long_way_by_keys_alone(page, server):
    table = Table(page, server.address, "longway", people=False, players="1")
    keys = Keys(table)
    keys("c1N")
    keys("e7S")
    expect(BoardPage(page).turn).to_have_count(2)
    tile = long_way_turn(table.state, "tile d3")
    table.play(tile, keys)
    expect(BoardPage(page).turn).to_have_count(4)
    table.play("cafe f5 f6", keys)
    expect(BoardPage(page).turn).to_have_count(6)
    keys("stop")
    expect(PlayPage(page).result_said).to_have_text(re.compile("You scored"))


def test_the_long_way_by_two_at_one_screen(visitor, server):
    watch = visitor()
    page = watch.page()
    people = {"players": "2", "seat player 1": "person", "seat player 2": "person"}
    table = Table(page, server.address, "longway", people=False, **people)
    table.take_seat("Player 1")
    for name in ("c1N", "e7S"):
        table.click(name)
    table.status("Player 2 is to move")
    expect(Board(page).drawn("entrance")).to_have_count(0)
    assert not any("setup c1N" in payload for payload in watch.payloads)
    for name in ("a1N", "g7S"):
        table.click(name)
    table.take_seat("Player 1")
    assert table.turns()[:2] == ["setup c1N e7S", "setup a1N g7S"]
    expect(Board(page).drawn("entrance")).to_have_count(2)
    table.click("stop")
    table.status("Player 2 is to move")
    assert table.turns()[-1] == "?"
    page.reload()
    table.status("Player 2 is to move")
    table.click("stop")
    expect(PlayPage(page).result_said).to_have_text("Player 1 won")


def test_against_the_engine(page, server):
    table = Table(
        page, server.address, "troll", people=False, size="6", **{"your side": "black", "the engine": "quick"}
    )
    table.status("Your turn")
    assert len(table.turns()) == 1
    turn = next(turn for turn in table.state.legal_turns())
    table.click(turn)
    expect(BoardPage(page).turn).to_have_count(3)
    table.status("Your turn")
    BoardPage(page).undo.click()
    expect(BoardPage(page).turn).to_have_count(1)
    expect(PlayPage(page).player_rows.first).to_contain_text("Engine, 0.3 s a move")


def test_the_pie_rule(page, server):
    table = Table(page, server.address, "troll", size="5", swap="true")
    table.play("c3")
    table.click("swap")
    expect(BoardPage(page).turn.last).to_have_text("Swap colours")
    table.status("Black is to move")
    table.play("c2")


def test_arrows_miss_no_row_of_hexes(page, server):
    table = Table(page, server.address, "stride")
    keys = Keys(table)
    keys.to_board()
    before = keys.focused()
    for key, step in (("ArrowUp", -1), ("ArrowDown", 1)):
        page.keyboard.press(key)
        after = keys.focused()
        assert after["point"][0] == chr(ord(before["point"][0]) - step), "the next letter is the next row"
        assert abs(after["x"] - before["x"]) < 1
        before = after

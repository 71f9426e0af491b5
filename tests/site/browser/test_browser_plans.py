"""Turns planned in advance, replies to what one expects, and lines that are tried: nobody else sees any of it."""

from browser_world import Table, confirm, expect, in_both_themes
from page_objects import Board, BoardPage, Page, PlayPage, ReviewPage

from byways.site.board.rendering import clicks_of
from byways.site.timeline.plans import ahead

LINK = {"your side": "white", "the engine": "link", "size": "6"}
PHONE = {"width": 390, "height": 844}


def two(visitor, server, **form):
    """The page of White, and that of Black on a phone."""
    white = Table(visitor(bypass_csp=True).page(), server.address, "troll", **LINK | form)
    black = white.join(visitor(bypass_csp=True, viewport=PHONE))
    white.status("Your turn")
    return white, black


def test_the_next_turn_is_planned_while_the_other_moves(visitor, server):
    white, black = two(visitor, server)
    page, plays = black.page, PlayPage(black.page)
    expect(BoardPage(page).prompt).to_have_text("You can plan your next move on the board.")
    black.point_at("c3")
    expect(plays.planned).to_contain_text("Planned: c3")
    expect(Board(page).shown_before("step")).to_have_count(1)
    expect(Page(page).say).to_have_text("Planned: c3.")
    assert in_both_themes(page) == []
    page.keyboard.press("Escape")
    expect(plays.planned).not_to_contain_text("Planned")
    black.point_at("d4")
    expect(plays.planned).to_contain_text("Planned: d4")
    plays.cancel_plan.click()
    expect(plays.planned).not_to_contain_text("Planned")
    black.point_at("b2")
    expect(plays.planned).to_contain_text("Planned: b2.")
    expect(Board(white.page).before).to_have_count(0), "the other side sees none of it"
    expect(PlayPage(white.page).planned).to_be_hidden()
    page.goto("about:blank")
    white.play("b3")
    expect(PlayPage(white.page).turn).to_have_text(["b3", "b2"])
    white.status("Your turn")
    page.go_back()
    black.point_at("c3")
    expect(plays.planned).to_contain_text("Planned: c3")
    white.play("c3")
    expect(plays.plan).to_have_text("Your planned move c3 was dropped: c3 is occupied.")
    black.status("Your turn")


def test_of_what_is_planned_nothing_looks_played(visitor, server):
    """A turn of two stones, click by click; `test_future` says of every game what is drawn."""
    one = Table(visitor().page(), server.address, "whirlwind", **LINK | {"your side": "black", "size": "8"})
    other = one.join(visitor(viewport=PHONE, reduced_motion="reduce"), "White")
    for table, share in ((one, 2), (other, 4), (one, 5), (other, 3)):
        table.status("Your turn")
        legal = table.state.legal_turns()
        table.play(legal[len(legal) * share // 7])
    page, plays, board = other.page, PlayPage(other.page), Board(other.page)

    def lies_there():
        return [board.drawn(kind).count() for kind in ("stone", "last")]

    page.mouse.move(1, 1)
    before, state, planned, steps = lies_there(), other.state, [], 0
    for number in (1, 2):
        mine = ahead(state, planned)[-1]
        turn = next(turn for turn in reversed(mine.legal_turns()) if "," in turn)
        for click in other.clicks(mine, turn):
            other.point_at(click)
            other.settled()
            page.mouse.move(1, 1)
            assert lies_there() == before
            expect(BoardPage(page).prompt.filter(has_text="Place")).to_have_count(0)
            expect(plays.status).to_have_text("Black is to move")
        planned.append(turn)
        steps += len(clicks_of(mine, turn))
        expect(plays.planned.get_by_role("paragraph")).to_have_text(f"Planned: {' '.join(planned)}.")
        expect(board.shown_before("step")).to_have_count(steps)
        expect(board.shown_before("step").last).to_have_text(str(number))
    plays.cancel_plan.click()
    expect(board.shown_before("step")).to_have_count(0)


def test_replies_are_planned_on_the_board_by_keys(visitor, server):
    white, black = two(visitor, server)
    page, plays = black.page, PlayPage(black.page)
    plays.plan_replies.press("Enter")
    black.status("Plan replies")
    expect(BoardPage(page).prompt).to_have_text("Choose a move that you expect of White.")
    assert Board(page).focused.count() == 1
    for expected, reply in (("b2", "c3"), ("d5", "d4")):
        Board(page).legal_point(expected).press("Enter")
        expect(BoardPage(page).prompt).to_contain_text("Choose your reply.")
        Board(page).legal_point(reply).press("Enter")
        expect(plays.plan).to_contain_text(f"If {expected}, then {reply}")
    expect(plays.replies).to_have_count(2)
    assert in_both_themes(page) == []
    page.keyboard.press("Escape")
    black.status("White is to move")
    page.get_by_role("button", name="Remove: If d5, then d4").click()
    expect(plays.replies).to_have_count(1)
    white.play("b2")
    expect(PlayPage(white.page).turn).to_have_text(["b2", "c3"])


def test_a_line_is_tried_and_left(visitor, server):
    white, black = two(visitor, server)
    for table in (white, black):
        page, plays = table.page, PlayPage(table.page)
        number = len(table.turns())
        stones = Board(page).stones.count()
        addresses = []
        page.on("request", lambda request, asked=addresses: asked.append(request.url))
        page.keyboard.press("l")
        table.status("Trying a line")
        table.open_point("b2").click()
        expect(Board(page).stones).to_have_count(stones + 1)
        with page.expect_response("**/try/preview"):
            table.open_point("c3").hover()
        table.open_point("c3").click()
        expect(BoardPage(page).prompt).to_contain_text("You tried b2, c3.")
        assert in_both_themes(page) == []
        page.get_by_role("button", name="Undo this move").click()
        expect(BoardPage(page).prompt).to_contain_text("You tried b2.")
        page.keyboard.press("Escape")
        expect(Board(page).stones).to_have_count(stones)
        assert len(table.turns()) == number
        expect(plays.present).to_be_hidden()
        assert not [address for address in addresses if "line=" in address or "b2" in address], "proxies log addresses"
    expect(PlayPage(white.page).try_a_line).to_be_hidden()
    plays.try_a_line.click()
    plays.present.click()
    expect(plays.present).to_be_hidden()
    white.play("b2")
    plays = PlayPage(white.page)
    plays.try_a_line.click()
    white.open_point("c3").click()
    expect(BoardPage(white.page).prompt).to_contain_text("You tried c3.")
    expect(plays.keep_line).to_be_hidden()
    confirm(black.page, "Resign")
    plays.keep_line.click()
    expect(plays.kept_line).to_be_focused()
    assert in_both_themes(white.page) == []
    plays.kept_line.click()
    expect(ReviewPage(white.page).turns).to_contain_text("c3")

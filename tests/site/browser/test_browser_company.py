"""Two people in two browsers: links, offers, clocks, chat, settings and the next game."""

import re

import pytest
from browser_world import LINK, Table, confirm, expect, for_everybody, in_both_themes, violations
from page_objects import BoardPage, LinkPage, NewGamePage, Page, PlayPage


def named(page, server, name):
    page.goto(f"{server.address}/mine")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Save").click()


def test_a_link_that_was_opened_on_the_wrong_device_is_withdrawn(visitor, server):
    ada, bob, phone = visitor(bypass_csp=True), visitor(), visitor(bypass_csp=True)
    for watch in (bob, phone):
        watch.allowed.append("403")
    white = Table(ada.page(), server.address, "troll", **LINK)
    page = white.page
    old = PlayPage(page).seat_link("Black").input_value()
    page.get_by_role("button", name="Withdraw: Link for Black").click()
    expect(PlayPage(page).seat_link("Black")).not_to_have_value(old)
    early = phone.page()
    early.goto(old)
    expect(LinkPage(early).said).to_have_text("This link was withdrawn; ask for another one.")
    assert violations(early) == []
    black = white.join(bob)
    white.status("Your turn")
    expect(PlayPage(page).seat_links.first).to_contain_text("Black: joined")
    assert violations(page) == [], "with a seat that can be freed"
    page.get_by_role("button", name="Free the seat: Black").click()
    white.status("Waiting for Black")
    black.status("Waiting for Black")
    black = white.join(phone)
    white.play("b2")
    black.play("b3")
    white.status("Your turn")


def test_the_game_of_who_is_gone_for_long_is_claimed_on_a_desk_and_on_a_phone(visitor, impatient):
    page = visitor(impatient.address, bypass_csp=True).page()
    white = Table(page, impatient.address, "troll", **LINK, **{"the clock": "5+3"})
    black = white.join(visitor(impatient.address))
    white.status("Your turn")
    white.play("b2")
    black.status("Your turn")
    claims = [page.get_by_role("button", name=name) for name in ("Claim the win", "Claim a draw")]
    for claim in claims:
        expect(claim).to_have_count(0)
    black.page.goto("about:blank")
    for width, height in ((1280, 800), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        claims[0].focus()
        assert in_both_themes(page) == [], width
        for button in (*claims, *(page.get_by_role("button", name=word) for word in ("Resign", "Settings"))):
            expect(button).to_be_in_viewport(ratio=1)
    confirm(page, "Claim a draw")
    expect(PlayPage(page).result_said).to_have_text("Draw")


def test_two_people_play_by_a_link(visitor, server):
    ada, bob = visitor(bypass_csp=True), visitor(bypass_csp=True)
    page = ada.page()
    named(page, server, "Ada")
    white = Table(page, server.address, "troll", **LINK, **{"the clock": "10+5"})
    white.status("Waiting for Black")
    expect(page.get_by_role("img", name="QR code of the link for Black")).to_be_visible()
    assert violations(page) == [], "while it waits"
    black = white.join(bob)
    secret = black.link.partition("#")[2]
    assert secret not in black.page.url
    assert black.page.evaluate("document.referrer").find(secret) == -1
    white.status("Your turn")
    expect(PlayPage(page).waiting).to_be_hidden()
    expect(PlayPage(page).player_rows.nth(1)).to_contain_text("here")
    expect(PlayPage(black.page).player_rows.first).to_contain_text("Ada")
    expect(PlayPage(page).of_players("clock").first).to_have_text(re.compile(r"^9:5\d$"))
    white.play("b2")
    expect(PlayPage(page).waiting).to_be_hidden()
    black.status("Your turn")
    expect(PlayPage(page).of_players("clock").first).to_have_text(re.compile("^10:0"))
    PlayPage(page).chat_heading.click()
    PlayPage(page).chat_text.fill("Good <b>luck</b>!")
    page.get_by_role("button", name="Send").click()
    expect(PlayPage(black.page).chat_heading).to_have_text("Chat (1 new)")
    PlayPage(black.page).chat_heading.click()
    expect(PlayPage(black.page).chat_lines).to_have_text("Ada: Good <b>luck</b>!")
    black.page.reload()
    expect(PlayPage(black.page).chat_lines).to_have_count(1)
    expect(PlayPage(black.page).chat_heading).to_have_text("Chat")
    page.get_by_role("button", name="Take back").click()
    expect(PlayPage(black.page).offer_said).to_have_text("White asks to take back move 1 (b2).")
    assert violations(black.page) == [], "with an offer"
    black.page.get_by_role("button", name="Accept").click()
    white.status("Your turn")
    black.page.get_by_role("button", name="Offer draw").click()
    page.get_by_role("button", name="Decline").click()
    expect(PlayPage(black.page).offer_said).to_have_text("White declined the draw.")
    expect(Page(black.page).say).to_have_text("White declined the draw.")
    expect(black.page.get_by_role("button", name="Accept")).to_be_hidden()
    confirm(black.page, "Resign")
    expect(PlayPage(page).result_said).to_have_text("You won")
    expect(PlayPage(page).result_why).to_have_text("Black resigned.")
    expect(PlayPage(black.page).result_said).to_have_text("You lost")
    assert violations(page) == [], "at the end"
    here = page.url
    expect(PlayPage(page).next_steps).to_have_text(["Review", "Rematch", "New game"])
    page.get_by_role("button", name="Rematch").click()
    black.page.get_by_role("button", name="Accept").click()
    for table in (white, black):
        table.page.wait_for_url(lambda url: url != here)
    black.status("Your turn")
    expect(PlayPage(page).player_rows.nth(1)).to_contain_text("Ada, you")
    assert secret not in server.said()


LAID_OUT = """() => [...document.querySelectorAll("#players li")].map((row) => {
  const [line, clock] = [row, row.querySelector(".clock")].map((one) => one.getBoundingClientRect());
  return [[Math.round(clock.right), Math.round(clock.top - line.top)], line.height];
})"""
"""Where the clocks are in the players' rows, and how high these are."""


@pytest.mark.parametrize("clock", ["10+5", "14d"])
def test_clocks_stay_where_they_are_on_narrow_phones(visitor, server, clock):
    ada, bob = (visitor(viewport={"width": 320, "height": 640}) for _ in range(2))
    page = ada.page()
    named(page, server, "Ada, Countess of Lovelace")
    shown = Table(page, server.address, "troll", **LINK, **{"the clock": clock}).join(bob).page
    expect(PlayPage(shown).of_players("here")).to_be_visible()
    connected = shown.evaluate(LAID_OUT)
    assert connected[0][0][0] == connected[1][0][0], "in one column"
    for time in ("10:00", "9:59") if clock == "10+5" else ():
        clocks = PlayPage(shown).of_players("clock")
        clocks.evaluate_all("(all, time) => all.map((one) => { one.textContent = time; })", time)
        assert shown.evaluate(LAID_OUT) == connected, "whatever digits the time has"
    page.close()
    expect(PlayPage(shown).of_players("away")).to_be_visible()
    assert shown.evaluate(LAID_OUT) == connected


def test_whoever_opens_a_link_sees_to_what_and_takes_the_seat_by_keys(visitor, server):
    ada, bob = visitor(), visitor(bypass_csp=True, viewport={"width": 320, "height": 640})
    named(ada.page(), server, "Ada")
    white = Table(ada.page(), server.address, "troll", **LINK, **{"the clock": "5+3"})
    url = PlayPage(white.page).seat_link("Black").input_value()
    secret = url.partition("#")[2]
    page = bob.page()
    page.on("request", lambda request: secret in request.url and bob.complain(request.url))
    page.goto(url)
    expect(page.get_by_role("heading")).to_have_text("Ada invites you to a game of Troll")
    expect(LinkPage(page).said).to_contain_text("You will play Black")
    assert secret not in page.url
    page.reload()
    name = page.get_by_label("Your name")
    expect(name).to_be_visible()
    for_everybody(page)
    white.status("Waiting for Black")
    name.fill("Bob")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    white.status("Your turn")
    expect(PlayPage(white.page).player_rows.nth(1)).to_contain_text("Bob")


def test_a_seat_is_taken_once_and_a_page_that_comes_late_may_watch(visitor, server):
    ada, bob, eve = visitor(), visitor(), visitor()
    white = Table(ada.page(), server.address, "troll", **LINK)
    eve.allowed.append("403")
    page = eve.page()
    page.goto(white.join(bob).link)
    expect(LinkPage(page).said).to_have_text("Someone has already joined with this link: it works once.")
    page.get_by_role("link", name="Watch the game").click()
    expect(PlayPage(page).status).to_have_text("White is to move")
    expect(PlayPage(page).chat).to_be_hidden()
    expect(PlayPage(page).commands).to_be_hidden()


def test_time_is_up_while_everybody_looks_on(visitor, impatient):
    white = Table(visitor(impatient.address).page(), impatient.address, "troll", **LINK, **{"the clock": "1+0"})
    black = white.join(visitor(impatient.address))
    expect(PlayPage(white.page).of_players("clock.low")).to_be_visible()
    for table in (white, black):
        expect(PlayPage(table.page).result_said).to_have_text("You lost" if table is white else "You won")


def test_pages_for_company_are_for_everybody(visitor, server):
    watch = visitor(bypass_csp=True, viewport={"width": 320, "height": 640})
    page = watch.page()
    named(page, server, "Ada")
    watch.allowed.append("403")
    Table(page, server.address, "troll", **LINK)
    page.get_by_role("button", name="Settings").click()
    assert in_both_themes(page) == [], "settings"
    page.get_by_role("button", name="Done").click()
    game = page.url.rpartition("/")[2]
    for path in (f"/play/{game}", "/mine", f"/join/{game}", "/new/longway", "/new/troll?the+engine=link"):
        page.goto(server.address + path)
        if path.startswith("/play"):
            expect(PlayPage(page).seat_links.locator("svg")).to_be_visible()
        for_everybody(page, path)


def test_people_and_an_engine_at_one_table(visitor, server):
    ada, bob = visitor(), visitor()
    seats = {"seat player 1": "person", "seat player 2": "link", "seat player 3": "level 1"}
    first = Table(ada.page(), server.address, "longway", people=False, players="3", **seats)
    second = first.join(bob, "Player 2")
    first.play(first.state.legal_turns()[0])
    expect(BoardPage(second.page).turn).to_have_text(["?"])  # sheets are set up in secret
    state = first.state
    for name in second.clicks(state, state.legal_turns()[0]):
        second.click(name)
    expect(PlayPage(first.page).player_rows.nth(2)).to_contain_text("Engine, level 1")
    expect(BoardPage(first.page).turn.nth(3)).to_contain_text(
        "Roll", timeout=120_000
    )  # once an engine has set up its sheet
    confirm(second.page, "Leave game")
    expect(PlayPage(first.page).player_rows.nth(1)).to_contain_text("Engine, level 5, for who left")
    expect(PlayPage(first.page).result).to_be_hidden()


def test_another_link_in_the_same_tab_is_for_its_own_seat(visitor, server):
    seats = {"seat player 1": "person", "seat player 2": "link", "seat player 3": "link"}
    page = visitor().page()
    Table(page, server.address, "longway", people=False, players="3", **seats)
    links = [PlayPage(page).seat_link(f"Player {number}").input_value() for number in (2, 3)]
    guest = visitor().page()
    for number, link in enumerate(links, 2):
        guest.goto(link)
        expect(LinkPage(guest).said).to_contain_text(f"You will play Player {number}")


def test_names_are_asked_of_all_who_play_at_this_screen(page, server):
    form = NewGamePage(page)
    page.goto(f"{server.address}/new/longway")
    shown = page.locator("[name^='name ']:visible, [name='your name']:visible")
    form.choose("Friends").check()
    expect(shown).to_have_count(1)
    form.choose("A mix").check()
    form.choose("3").check()
    expect(shown).to_have_count(1)
    page.get_by_label("Player 3", exact=True).select_option("person")
    expect(shown).to_have_count(2)
    page.get_by_label("Name of Player 1").fill("Ada")
    page.get_by_label("Name of Player 3").fill("Bob")
    assert in_both_themes(page) == []
    page.goto(f"{server.address}/new/troll")
    expect(shown).to_have_count(0)
    form.choose("Same screen").check()
    expect(page.get_by_label("Your name")).to_be_hidden()
    page.get_by_label("Name of White").fill("Ada")
    form.start.click()
    expect(PlayPage(page).of_players("who")).to_have_text(["Ada", "Black"])
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Name of Black").fill("Bob")
    assert in_both_themes(page) == [], "settings"
    page.get_by_role("button", name="Done").click()
    expect(PlayPage(page).of_players("who")).to_have_text(["Ada", "Bob"])
    page.reload()
    page.get_by_role("link", name="New game").first.click()
    expect(page.get_by_label("Name of Black")).to_have_value("Bob")


def test_a_clock_is_offered_where_two_play_of_whom_one_is_a_person(page, server):
    form = NewGamePage(page)
    page.goto(f"{server.address}/new/troll")
    form.unfold("Clock")
    for chosen, offered in (("Black", True), ("Only watch", False), ("Same screen", True)):
        form.choose(chosen).check()
        (expect(form.clock).to_be_visible if offered else expect(form.clock).to_be_hidden)()
    page.goto(f"{server.address}/new/longway")
    expect(form.fold("Clock")).to_be_hidden()
    form.choose("The engine").check()
    expect(form.fold("Clock")).to_be_visible()
    form.unfold("Clock")
    form.clock.select_option("5+3")
    form.start.click()
    page.wait_for_url("**/play/*")
    expect(PlayPage(page).of_players("clock")).to_have_text([re.compile(r"^(5:00|4:5\d)$")])

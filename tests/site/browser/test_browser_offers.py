"""Every offer of a game reaches both sides at any width, and an answer is given to the offer that it was meant for."""

import re

import pytest
from browser_world import LINK, Table, confirm, expect, in_both_themes, violations
from page_objects import BoardPage, PlayPage

SIZES = (390, 844), (844, 390), (820, 1180), (1440, 900)
COVERED = """() => {
    const toast = document.querySelector("#toast").getBoundingClientRect();
    const lines = document.createRange();
    const inks = [...document.querySelectorAll("#stage, #result-said, #result-why")].map((one) => {
        lines.selectNodeContents(one);
        return [one.id, (one.id === "stage" ? one : lines).getBoundingClientRect()];
    });
    const under = ([, { left, right, top, bottom }]) =>
        left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
    return inks.filter(under).map(([id]) => id);
}"""
"""What of the board and the result is under the toast."""
BORN = """() => {
    window.born = [];
    const note = ({ disabled }) => window.born.push(disabled);
    const buttons = (added) => added.querySelectorAll?.("[data-offer]") ?? [];
    const look = ({ addedNodes }) => addedNodes.forEach((added) => buttons(added).forEach(note));
    new MutationObserver((changes) => changes.forEach(look)).observe(document.body, { childList: true, subtree: true });
}"""
"""Note whether the buttons of offers take presses as they come."""

PRESSABLE = """(gone) => {
    window.pressable = null;
    const change = new MutationObserver(() => {
        if (document.getElementById(gone)) return;
        change.disconnect();
        const pressed = () => getComputedStyle(document.getElementById("commands")).pointerEvents !== "none";
        requestAnimationFrame(() => { window.pressable = pressed(); });
    });
    change.observe(document.body, { childList: true, subtree: true });
}"""
"""Note whether the row of buttons takes a press in the first frame in which a button is gone."""


def at_every_size(page, *locators):
    """Whatever is to be answered, or has been, is seen at every size; the page is left as large as a phone."""
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        for locator in locators:
            expect(locator).to_be_in_viewport(ratio=1)
            locator.click(trial=True)  # nothing lies over it
            assert PlayPage(page).toast.is_hidden() or page.evaluate(COVERED) == [], width


def button(within, word):
    return within.get_by_role("button", name=word, exact=True)


def press(within, word):
    button(within, word).click()


@pytest.fixture
def pair(visitor, impatient):
    """Ada, who has White and to whom half a second of absence is enough, and her link for Black."""
    address = impatient.address
    ada, bob = (visitor(address, bypass_csp=True) for _ in range(2))
    page = ada.page()
    page.goto(f"{address}/mine")
    page.get_by_label("Name", exact=True).fill("Ada")
    press(page, "Save")
    return Table(page, address, "troll", **LINK, **{"the clock": "5+3"}), bob


def test_every_offer_is_seen_and_answered_at_every_width(pair):
    white, bob = pair
    page = white.page
    at_every_size(page, button(page, "Cancel game"))
    black = white.join(bob)
    other, offered = black.page, PlayPage(black.page).offer_said
    white.play("b2")
    black.status("Your turn")

    press(page, "Take back")
    at_every_size(page, PlayPage(page).offer_said, button(page, "Withdraw it"))
    at_every_size(other, offered, button(other, "Accept"), button(other, "Decline"))
    press(other, "Accept")
    white.status("Your turn")
    white.play("b2")

    press(other, "Offer draw")
    at_every_size(other, offered, button(other, "Withdraw it"))
    at_every_size(page, PlayPage(page).offer_said, button(page, "Accept"), button(page, "Decline"))
    press(page, "Decline")
    at_every_size(other, offered.filter(has_text="White declined the draw."))

    here = other.url
    other.goto("about:blank")
    at_every_size(page, button(page, "Claim the win"), button(page, "Claim a draw"))
    other.goto(here)
    expect(button(page, "Claim the win")).to_be_hidden()
    confirm(other, "Resign")

    press(page, "Rematch")
    toast, mine = PlayPage(other).toast, PlayPage(page).toast
    at_every_size(page, mine.get_by_text("Rematch offered."), button(mine, "Cancel"))
    expect(toast).to_have_text(re.compile(r"Ada wants a rematch\s*Same rules, you begin\.\s*Accept\s*Not now"))
    expect(other.get_by_role("status").filter(has=toast)).to_have_count(1)
    at_every_size(other, toast, button(toast, "Accept"), button(toast, "Not now"))
    expect(PlayPage(other).next_steps).to_have_text(["Review", "Accept", "New game"])
    assert in_both_themes(other) == []
    other.reload()
    press(toast, "Not now")
    at_every_size(page, PlayPage(page).offer_said.filter(has_text="Black declined the rematch."))
    assert violations(page) == []
    press(page, "Rematch")
    press(mine, "Cancel")
    expect(toast).to_be_hidden()
    press(other, "Rematch")
    expect(mine).to_contain_text("Same rules, your opponent begins.")
    page.set_viewport_size({"width": 375, "height": 667})
    for word in ("Accept", "Not now"):
        expect(button(page, word)).to_be_in_viewport(ratio=1)
    there = page.url
    press(page, "Accept")
    for table in (white, black):
        table.page.wait_for_url(lambda url: url not in (here, there))
    black.status("Your turn")


def test_a_press_that_was_meant_for_another_offer_answers_none(pair):
    white, bob = pair
    page = white.page
    black = white.join(bob)
    other = black.page
    other.evaluate("() => localStorage.setItem('byways-confirm', true)")
    other.reload()
    white.play("b2")
    other.evaluate(BORN)
    press(page, "Take back")
    answer = other.get_by_role("button", name="Accept")
    answer.focus()
    first = answer.get_attribute("id")
    press(page, "Withdraw it")
    expect(answer).to_have_count(0)
    press(page, "Offer draw")
    expect(answer).to_be_visible()
    assert answer.get_attribute("id") != first
    assert other.evaluate("() => window.born") == [True] * 4
    expect(answer).not_to_be_focused()
    answer.click()
    expect(BoardPage(other).confirm_dialog).to_contain_text("Do you want to end the game as a draw?")
    BoardPage(other).yes.click()
    expect(PlayPage(page).result_said).to_have_text("Draw")


def test_a_second_press_at_the_place_of_a_button_that_is_gone_presses_no_other(pair):
    white, bob = pair
    page, black = white.page, white.join(bob)
    sizes = [{"width": width, "height": height} for width, height in ((390, 844), (1440, 900))]
    for size, turns in zip(sizes, (("b2", "b3"), ()), strict=True):
        page.set_viewport_size(size)
        white.status("Your turn")
        expect(button(page, "Offer draw")).to_be_enabled()
        page.evaluate(PRESSABLE, "offer-draw")
        press(page, "Offer draw")
        page.wait_for_function("() => window.pressable !== null")
        assert not page.evaluate("() => window.pressable"), "the row has other buttons, which rest"
        expect(page.locator(".acts.settling")).to_have_count(0)
        press(page, "Withdraw it")
        for table, turn in zip((white, black), turns, strict=False):
            table.status("Your turn")
            table.play(turn)

    confirm(black.page, "Resign")
    for size in sizes:
        page.set_viewport_size(size)
        rematch = button(page, "Rematch")
        rematch.click()
        expect(PlayPage(page).next_steps).to_have_text(["Review", "Rematch", "New game"])
        expect(rematch).to_have_attribute("aria-disabled", "true")
        box = rematch.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(PlayPage(page).toast.get_by_text("Rematch offered.")).to_be_visible()
        press(PlayPage(page).toast, "Cancel")
        expect(rematch).not_to_have_attribute("aria-disabled", "true")

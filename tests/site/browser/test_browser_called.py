"""Who looks elsewhere is called: by the title, sounds and notifications, where it is wanted."""

import re

import pytest
from browser_world import LINK, Table, expect
from page_objects import PlayPage

AWAY = """if (location.protocol === "http:") {
    for (const name of ["sounds", "flash", "notify"]) localStorage[`byways-${name}`] = "true";
    Object.assign(window, { away: false, tones: 0, called: [] });
    Object.defineProperty(Document.prototype, "hidden", { get: () => window.away });
    window.Notification = class { constructor(title) { window.called.push(title); } };
    const tone = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.tones += 1; return tone.call(this); };
}"""
BACK = "() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }"


@pytest.fixture
def ada(visitor):
    """A browser whose pages can be looked away from, and tell how they called."""
    watch = visitor()
    watch.context.add_init_script(AWAY)
    return watch


def test_who_looks_elsewhere_is_called_to_each_turn_and_by_offers_and_messages(visitor, server, ada):
    page = ada.page()
    white = Table(page, server.address, "troll", **LINK)
    page.evaluate("() => (window.away = true)")
    black = white.join(visitor())  # and so it is White's turn
    expect(page).to_have_title("● Your turn")
    assert page.evaluate("() => window.called") == ["Your turn"]
    page.evaluate(BACK)
    expect(page).to_have_title("Your turn · Troll · Byways")
    white.play("b2")
    heard = page.evaluate("() => window.tones")
    assert heard > 0
    page.evaluate("() => (window.away = true)")
    black.play("b3")
    expect(page).to_have_title("● Your turn")
    assert page.evaluate("() => window.called.length") == 2
    once = page.evaluate("() => window.tones") - heard
    assert once > 0
    page.evaluate(BACK)
    white.play("c2")
    black.status("Your turn")
    twin = ada.page()
    twin.goto(page.url)
    expect(PlayPage(twin).status).to_have_text("Black is to move")
    PlayPage(twin).status.click()  # browsers let nothing be heard on a page that was never touched
    tabs = (page, twin)
    for tab in tabs:
        tab.evaluate("() => { window.away = true; window.tones = 0; window.called = []; }")
    black.play("c3")
    for tab in tabs:
        expect(tab).to_have_title("● Your turn")
    assert sum(tab.evaluate("() => window.tones") for tab in tabs) == once
    twin.close()
    page.wait_for_function("async () => (await navigator.locks.query()).pending.length === 0")

    page.evaluate(BACK)
    white.play("b1")
    black.status("Your turn")
    heard = page.evaluate("() => { window.away = true; window.called = []; return window.tones; }")
    black.page.get_by_role("button", name="Offer draw").click()
    expect(page).to_have_title("Black offers a draw.")
    page.wait_for_function("(heard) => window.tones > heard", arg=heard)
    PlayPage(black.page).chat_heading.click()
    PlayPage(black.page).chat_text.fill("Well?")
    black.page.get_by_role("button", name="Send").click()
    expect(page).to_have_title("Black: Well?")
    assert page.evaluate("() => window.called") == ["Black offers a draw.", "Black: Well?"]
    black.page.get_by_role("button", name="Withdraw it").click()
    expect(PlayPage(page).offer).to_be_hidden()
    expect(PlayPage(black.page).offer).to_be_hidden()
    page.evaluate(BACK)
    expect(page).to_have_title(re.compile("Troll · Byways$"))


PHONE = """window.Notification = class { constructor() { throw new TypeError("Illegal constructor"); } };
window.shown = [];
if (window.ServiceWorkerRegistration) {
    ServiceWorkerRegistration.prototype.showNotification = async (title) => void window.shown.push(title);
}"""
"""A phone, which has no notifications but those of service workers; a browser without a screen shows none."""


def test_phones_are_called_by_a_service_worker(visitor, server, ada):
    ada.context.add_init_script(PHONE)
    ada.context.grant_permissions(["notifications"], origin=server.address)
    page = ada.page()
    white = Table(page, server.address, "troll", **LINK)
    page.evaluate("() => (window.away = true)")
    white.join(visitor())
    page.wait_for_function("() => window.shown.length")
    assert page.evaluate("() => window.shown") == ["Your turn"]

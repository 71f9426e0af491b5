"""Without a network a page says so, in the site's look, and never shows an old position; then one goes on."""

import re

from browser_world import Table, expect
from page_objects import Board, BoardPage

AWAKE = "async () => { const { active } = await navigator.serviceWorker.ready; return active.state; }"
KEPT = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(stores.map((store) => store.keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""


def test_nothing_but_a_page_that_says_so_is_kept_and_no_game_is_shown_as_it_was(visitor, server):
    watch = visitor()
    watch.allowed += ["ERR_INTERNET_DISCONNECTED"]
    page = watch.page()
    table = Table(page, server.address, "troll", size="4")
    page.evaluate(AWAKE)
    page.reload()  # now the worker answers for pages
    table.play("b3")
    kept, address = page.evaluate(KEPT), page.url
    assert "/offline" in kept
    assert [path for path in kept if path != "/offline" and not re.match("/static/|/icon/", path)] == []
    watch.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(Board(page).area).to_have_count(0)
    assert page.evaluate("() => getComputedStyle(document.querySelector('h1')).fontFamily").startswith("ui-serif")
    watch.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(BoardPage(page).turn).to_have_text(["b3"])
    assert page.url == address

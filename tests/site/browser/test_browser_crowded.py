"""A page for which the server has no room says so, goes on all the same, and comes in by itself when there is room."""

from browser_world import Table, expect
from page_objects import Board, BoardPage, PlayPage
from test_connections import TWO

CROWDED = (
    "Too many pages are connected from your network, so moves arrive here a little late. Closing some of them helps."
)
CROWDED_ES = (
    "Hay demasiadas páginas conectadas desde tu red, así que las jugadas llegan aquí un poco más tarde. "
    "Cerrar algunas ayuda."
)
MINUTE = 60  # s


def connect(page, address):
    """Open a page, and wait until it is connected and answered."""
    with page.expect_websocket() as opening:
        page.goto(address)
    opening.value.wait_for_event("framereceived")


def pass_time(page, seconds, until=lambda: False):
    """Let time pass for a page, and the server answer meanwhile."""
    for _ in range(seconds):
        if until():
            return
        page.clock.run_for(1_000)
        page.wait_for_timeout(30)


def test_a_page_without_room_goes_on_slowly_and_comes_in_when_another_has_gone(visitor, servers):
    """At a server for two: a table that is connected, a second page that is, and a third."""
    small = servers(TWO)
    watch = visitor(small.address)
    table = Table(watch.page(), small.address, "troll", size="4")
    second, third, tries = watch.page(), watch.page(), []
    connect(table.page, table.page.url)
    connect(second, table.page.url)
    third.clock.install()
    third.goto(f"{table.page.url}?lang=es")
    expect(PlayPage(third).link).to_have_text(CROWDED_ES)
    third.on("websocket", lambda socket: tries.append(socket))  # Playwright sets attributes on its handlers
    third.goto(f"{table.page.url}?lang=en")
    link = PlayPage(third).link
    expect(link).to_have_text(CROWDED)
    table.play("b3")
    pass_time(third, MINUTE)
    assert 3 <= len(tries) <= 9, "in a minute; a page whose line is cut tries a hundred times"
    expect(BoardPage(third).turn).to_have_text(["b3"])
    expect(link).to_have_text(CROWDED)
    Board(third).legal_point("a2").click()
    expect(BoardPage(third).turn).to_have_text(["b3", "a2"])
    expect(BoardPage(second).turn).to_have_text(["b3", "a2"])
    second.close()
    pass_time(third, MINUTE, until=link.is_hidden)
    expect(link).to_be_hidden()
    table.play("c3")
    expect(BoardPage(third).turn).to_have_text(["b3", "a2", "c3"])

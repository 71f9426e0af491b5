"""Pages behind a proxy: one that is right, and ones that let no WebSocket through or hide the site's name."""

from contextlib import ExitStack

import pytest
from browser_world import Table, expect
from nginx_world import NAME, NO_NGINX, WEBSOCKETS, guide, nginx, program
from page_objects import BoardPage, PlayPage
from site_world import Server, until

pytestmark = pytest.mark.skipif(program() is None, reason=NO_NGINX)

APART = (
    "This page cannot stay connected, so it checks for news every few seconds. A proxy blocks WebSockets or hides the "
    "site’s name. The server’s log says more."
)
NO_WEBSOCKETS = WEBSOCKETS.sub("", guide())
NO_NAME = NAME.sub("", guide())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("proxied"), root_path="/byways", proxies="127.0.0.1") as running:
        yield running


@pytest.fixture
def proxies():
    """Keeps proxies running until all pages are closed."""
    with ExitStack() as running:
        yield running


@pytest.fixture
def behind(proxies, server, visitor, tmp_path):
    """Make pages of two people behind a proxy: `behind(configuration)` gives its address and two contexts."""

    def make(given):
        address = proxies.enter_context(nginx(tmp_path / "nginx", given, server.port))
        people = [visitor(address, ignore_https_errors=True) for _ in range(2)]
        for one in people:
            one.allowed.append("An SSL certificate error")  # Chromium takes no service worker from a server of our own
        return address, people

    return make


def test_a_proxy_as_in_the_guide_is_not_noticed(behind, server):
    address, (ada, bob) = behind(guide())
    table = Table(ada.page(), address, "troll", size="4")
    kind = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
    assert table.page.evaluate(kind) == "h2"
    other = bob.page()
    other.goto(table.page.url)
    table.play("b2")
    expect(BoardPage(other).turn).to_have_text(["b2"])
    assert ada.frames
    assert "proxy" not in server.said()


@pytest.mark.parametrize(
    ("given", "said"),
    [(NO_WEBSOCKETS, "a proxy lets no WebSocket through"), (NO_NAME, "its proxy has to keep Host")],
    ids=["no WebSockets", "no name"],
)
def test_a_page_that_cannot_be_connected_says_so_and_asks(behind, server, given, said):
    address, (ada, bob) = behind(given)
    for watch in (ada, bob):
        watch.allowed.append("WebSocket connection to")
    table = Table(ada.page(), address, "troll", size="4")
    other = bob.page()
    other.goto(table.page.url)
    expect(PlayPage(other).link).to_have_text(APART)
    table.play("b2")
    table.play("b3")
    expect(BoardPage(table.page).turn).to_have_text(["b2", "b3"])
    expect(BoardPage(other).turn).to_have_text(["b2", "b3"])
    expect(PlayPage(other).link).to_have_text(APART)
    until(lambda: server.said().count(said) == 1)

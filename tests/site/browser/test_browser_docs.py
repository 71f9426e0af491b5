"""The documentation as the site serves it: found from the foot of a page, searched, on a phone, nothing blocked."""

import pytest
from browser_world import expect
from site_world import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(documentation, tmp_path_factory):
    """A server of its own: one looks for the documentation once, and that of the other tests may have had none."""
    assert (documentation / "index.html").is_file()
    with Server(tmp_path_factory.mktemp("documented")) as running:
        yield running


def test_it_is_found_at_the_foot_and_searched(page, server):
    page.goto(server.address)
    page.get_by_role("contentinfo").get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", name="Documentation", level=1)).to_be_visible()
    page.get_by_role("button", name="Search").first.click()
    page.get_by_role("combobox", name="Search").fill("perft")
    page.get_by_role("option", name="byways.position.perft.perft").click()
    expect(page.get_by_role("heading", name="byways.position.perft.perft")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["", "games/stride/", "reference/states/", "guides/library/", "notebooks/first-steps/"]
)
def test_it_is_read_on_a_phone(visitor, server, path):
    page = visitor(viewport={"width": 320, "height": 700}).page()
    page.goto(f"{server.address}/docs/{path}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320

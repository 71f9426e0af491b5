from pathlib import Path

import httpx
import pytest
from site_world import Server, until


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests of this folder: all of them need a browser."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def page(visitor):
    """A page of somebody who has not been here before."""
    return visitor().page()


@pytest.fixture(scope="session")
def impatient(tmp_path_factory):
    """A server on which half a second of absence is enough for a game to be claimed, and a minute has two seconds."""
    prelude = (
        "import byways.site.play.attendance as a, byways.site.timeline.clocks as c; a.ABSENCE = 0.5; "
        "read = c.read_control; c.read_control = lambda text: c.TimeControl(2.0) if text == '1+0' else read(text)"
    )
    with Server(tmp_path_factory.mktemp("impatient"), prelude) as running:
        yield running


@pytest.fixture(scope="module")
def judged(server):
    """Open a review that the engine has looked at, as a page of its owner; give its address."""
    from review_browser_world import RECORD, ReviewPage, expect

    with httpx.Client(base_url=server.address, timeout=60) as owner:
        address = owner.post("/review", data={"record": RECORD}).headers["location"]
        analysis = f"/api/reviews/{address.rpartition('/')[2]}/analysis"
        assert owner.post(analysis, json={"thinking": "quick"}).status_code == 202
        until(lambda: not owner.get(analysis).json()["running"], 300, "the end of the analysis")
        secret = owner.cookies["byways"]

    def show(page):
        page.context.add_cookies([{"name": "byways", "value": secret, "url": server.address}])
        page.goto(server.address + address)
        expect(ReviewPage(page).mistakes.locator("li").first).to_be_attached()
        return page.url

    return show

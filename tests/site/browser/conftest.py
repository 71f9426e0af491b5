from pathlib import Path

import pytest
from site_world import Server


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
    """A server on which half a second of absence is enough for a game to be claimed."""
    prelude = "import byways.site.play.attendance as a; a.ABSENCE = 0.5"
    running = Server(tmp_path_factory.mktemp("impatient"), prelude)
    yield running
    running.stop()
    assert "Traceback" not in running.said()

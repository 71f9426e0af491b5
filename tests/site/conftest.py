import pytest
from site_world import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One real server for all tests that do not harm it."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()
    assert "Traceback" not in running.said()
    assert "ERROR" not in running.said()


@pytest.fixture
def own_server(tmp_path):
    """A real server that a test may kill."""
    running = Server(tmp_path)
    yield running
    running.kill()

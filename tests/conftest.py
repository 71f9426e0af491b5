"""How the tests are shared out among processes."""

import pytest


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config, log):
    """Tests with a browser in one process, all others in the second, file by file.

    Two browsers at once would make each other wait, and they take half of the time.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Sharing(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            module = nodeid.partition("::")[0]
            return "browsers" if "/test_browser_" in module or module.endswith("/test_screenshots.py") else module

    return Sharing(config, log)

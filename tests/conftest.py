"""How the tests are shared out among processes."""

import pytest


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config, log):
    """All of the site's tests in one process, all others in the second, file by file.

    Two browsers at once would make each other wait, and some tests of the site take the time.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Sharing(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return "site" if nodeid.startswith("tests/site/") else nodeid.partition("::")[0]

    return Sharing(config, log)

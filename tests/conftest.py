"""How the tests are shared out among processes."""

import os

import pytest

MOST = 2


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers(config):
    """Return how many processes share the tests. With three or four, engines that give way starve beside browsers."""
    return min(2 * (os.cpu_count() or 1), MOST)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Share tests out file by file: those with a browser to the first processes, all others to the rest.

    Browsers make each other wait, so more of them run only while nothing else is left.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Sharing(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return nodeid.partition("::")[0]

        def _assign_work_unit(self, node):
            shows = self.nodes.index(node) < max(1, len(self.nodes) // 2)
            fitting = (scope for scope in self.workqueue if with_browser(scope) == shows)
            self.workqueue.move_to_end(next(fitting, next(iter(self.workqueue))), last=False)
            super()._assign_work_unit(node)

    return Sharing(config, log)


def with_browser(module):
    """Whether a file of tests opens pages in a browser."""
    return "/test_browser_" in module or module.endswith("/test_screenshots.py")

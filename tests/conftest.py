"""How the tests are shared out among processes."""

import pytest


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config, log):
    """Share tests out file by file: those with a browser to the first process, all others to the rest.

    Two browsers at once make each other wait, so there are two only while nothing else is left.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Sharing(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return nodeid.partition("::")[0]

        def _assign_work_unit(self, node):
            first = node is self.nodes[0]
            fitting = (scope for scope in self.workqueue if with_browser(scope) == first)
            self.workqueue.move_to_end(next(fitting, next(iter(self.workqueue))), last=False)
            super()._assign_work_unit(node)

    return Sharing(config, log)


def with_browser(module):
    """Whether a file of tests opens pages in a browser."""
    return "/test_browser_" in module or module.endswith("/test_screenshots.py")

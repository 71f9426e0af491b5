"""How the tests are shared out among processes, what these build once for all, and that they hear interrupts."""

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A shell without job control has background jobs ignore SIGINT, and every child inherits that; a child of a process
# that handles it begins with the default.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def documentation():
    """The folder of the documentation, built once in a run of the tests."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build/tests-docs").open("a+") as built_for:
        fcntl.flock(built_for, fcntl.LOCK_EX)
        built_for.seek(0)
        if built_for.read() != run:
            command = [sys.executable, str(ROOT / "scripts/setup/docs")]
            quiet = {**os.environ, "NO_COLOR": "1"}
            made = subprocess.run(command, text=True, capture_output=True, env=quiet, check=False)
            assert made.returncode == 0, made.stdout + made.stderr
            built_for.truncate(0)
            built_for.write(run)
    return ROOT / "site-docs"


@pytest.fixture
def nothing_stays(monkeypatch, tmp_path):
    """An empty working folder, and the list of games as it was: commands add to it, for their worker processes."""
    from byways import registry

    monkeypatch.setenv(registry.VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers(config):
    """Return one process more than there are cores, at most four: tests of servers wait for half of their time."""
    return min(len(os.sched_getaffinity(0)) + 1, 4)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Share tests out file by file: those with a browser to the first process, all others to the rest.

    Browsers make each other wait, so there are two only while nothing else is left, and never more.
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

        def _reschedule(self, node):
            if node in self.nodes[2:] and not node.shutting_down and all(map(with_browser, self.workqueue)):
                node.shutdown()
            else:
                super()._reschedule(node)

    return Sharing(config, log)


def with_browser(module):
    """Whether a file of tests opens pages in a browser."""
    return "/test_browser_" in module or module.endswith("/test_screenshots.py")

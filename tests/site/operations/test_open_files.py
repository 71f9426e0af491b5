"""Room for many connections, or a clear word where the system has too little."""

import logging
import resource
import subprocess
import sys

import pytest

from byways.site.operations import open_files

CODE = """
import logging, resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
logging.basicConfig(format="%(message)s")
from byways.site.operations.open_files import raise_limit
print(raise_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def limited(soft, hard):
    return subprocess.run([sys.executable, "-c", CODE.format(soft=soft, hard=hard)], capture_output=True, text=True)


def test_the_limit_is_raised_as_far_as_the_system_lets_us():
    done = limited(256, 5_000)
    assert (done.stdout.split(), done.stderr) == (["5000", "5000"], "")


def test_few_files_are_said_with_what_that_means():
    done = limited(256, 1_024)
    assert done.stdout.split() == ["1024", "1024"]
    assert done.stderr.strip() == (
        "the system allows 1024 open files: about 928 people can be connected at once; raise it (ulimit -Hn)"
    )


def test_a_limit_that_cannot_be_raised_is_said(monkeypatch, caplog):
    def refuse(kind, limits):
        raise ValueError("not allowed")

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (512, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    with caplog.at_level(logging.WARNING):
        assert open_files.raise_limit() == 512
    assert "the limit on open files stays at 512: not allowed" in caplog.text


@pytest.mark.parametrize("most", [100_000, resource.RLIM_INFINITY])
def test_where_there_is_room_nothing_is_said(monkeypatch, caplog, most):
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (most, most))
    open_files.raise_limit()
    assert caplog.text == ""

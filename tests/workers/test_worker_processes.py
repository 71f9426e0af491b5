"""Processes that work side by side end with whoever wants their work."""

import os
import signal
import subprocess
import sys
import time

import pytest

from byways.workers.processes import ProcessesError, processes

MATCH = ("match", "troll", "plain:seconds=30", "random", "--size", "20", "--jobs", "2")
SOLO = ("solo", "longway", "full:seconds=30", "--jobs", "2")


def processes_there() -> dict[int, tuple[int, str]]:
    """All processes: who began each, and its command line, whole whatever the width of a terminal is said to be."""
    columns = ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
    lines = subprocess.run(columns, capture_output=True, text=True, check=True).stdout.splitlines()
    return {int(pid): (int(by), words) for pid, by, words in (line.split(None, 2) for line in lines)}


def workers(pid: int) -> set[int]:
    """Those of its processes, and of theirs, that are there to work."""
    there = processes_there()
    found = {pid}
    while more := {one for one, (by, _) in there.items() if by in found} - found:
        found |= more
    return {one for one in found if "spawn_main" in there[one][1]}


def left(of: set[int]) -> set[int]:
    """Those that are still there."""
    return {one for one, (_, words) in processes_there().items() if one in of and "spawn_main" in words}


@pytest.fixture
def begin():
    """The program, in a group of its own as a terminal would begin it, when its processes are there."""
    begun = []

    def program(*arguments: str) -> subprocess.Popen:
        code = "import sys; from byways.cli import main; sys.exit(main())"
        begun.append(
            subprocess.Popen(
                [sys.executable, "-c", code, *arguments],
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        )
        until = time.monotonic() + 120
        while len(workers(begun[-1].pid)) < 2:
            assert begun[-1].poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        time.sleep(2)  # they have begun to think
        return begun[-1]

    yield program
    for one in begun:
        with one:  # its pipe is closed, and its end is waited for
            if one.poll() is None:
                os.killpg(one.pid, signal.SIGKILL)


@pytest.mark.parametrize("arguments", [MATCH, SOLO])
@pytest.mark.parametrize("whole", [True, False], ids=["terminal", "kill"])
def test_an_interrupt_ends_all_processes_at_once(begin, arguments, whole):
    program = begin(*arguments)
    there = workers(program.pid)
    (os.killpg if whole else os.kill)(program.pid, signal.SIGINT)
    _, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (130, b"\n")
    assert not left(there)


def test_processes_do_not_outlive_one_that_is_killed(begin):
    program = begin(*MATCH)
    there = workers(program.pid)
    program.kill()
    program.communicate()
    until = time.monotonic() + 60
    while left(there):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_one_that_is_killed_amid_a_match_is_replaced(begin):
    program = begin(*MATCH)
    killed = min(workers(program.pid))
    os.kill(killed, signal.SIGKILL)
    until = time.monotonic() + 60
    while killed in (there := workers(program.pid)) or len(there) < 2:
        assert program.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (130, b"\n")


def test_where_one_is_killed_that_is_said_in_one_line():
    killed = "a process that did a part of the work was killed"
    with pytest.raises(ProcessesError, match=killed), processes(2) as spread:
        list(spread(_die, range(2)))


def _die(number):
    os.kill(os.getpid(), signal.SIGKILL)


def test_whoever_leaves_early_waits_for_nobody():
    began = time.monotonic()
    with processes(2) as spread:
        assert next(spread(time.sleep, [0, 60, 60])) is None
    assert time.monotonic() - began < 30

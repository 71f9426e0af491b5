"""Processes that work side by side end with whoever wants their work."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import islice

import pytest

import byways
from byways.workers.pool import DeadlineError, Pool, ProcessesError

MATCH = ("match", "troll", "plain:seconds=30", "random", "--size", "20", "--jobs", "2")
SOLO = ("solo", "longway", "full:seconds=30", "--jobs", "2")
OTHERS = [(MATCH, False), (SOLO, True)]


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
        command = [sys.executable, "-c", code, *arguments]
        begun.append(subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True))
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


INTERRUPTED = [(MATCH, True), (SOLO, False), *(pytest.param(*one, marks=pytest.mark.torture) for one in OTHERS)]


@pytest.mark.parametrize(("arguments", "whole"), INTERRUPTED)
def test_an_interrupt_ends_all_processes_at_once(begin, arguments, whole):
    """In a terminal all of them hear it, and by a kill only the first."""
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


def test_whoever_leaves_early_waits_for_nobody():
    began = time.monotonic()
    with Pool(2) as pool:
        results = pool(time.sleep, [0, 60, 60])
        assert next(results) is None
    assert time.monotonic() - began < 30


# Tasks


def double(number):
    return 2 * number


def dies_once(given):
    """Kill this process at some tasks, as often as there are files to be taken away."""
    path, number = given
    try:
        os.remove(f"{path}/{number}")
    except FileNotFoundError:
        return number
    return os.kill(os.getpid(), signal.SIGKILL)


def always_dies(number):
    os.kill(os.getpid(), signal.SIGKILL)


def fails(number):
    raise byways.OptionError("some.code", "number {number}", option="number", number=number, allowed="none")


def test_workers_do_all_tasks_and_what_one_raises_or_kills_is_named():
    with Pool(2) as pool:
        assert sorted(pool(double, range(50))) == [2 * number for number in range(50)]
        with pytest.raises(byways.OptionError, match="number 3"):
            list(pool(fails, [3]))
    with pytest.raises(ProcessesError, match=r"killed 3 times \(exit code -9\): 7"):
        list(Pool(1)(always_dies, [7]))


@pytest.mark.parametrize(
    "kills", [pytest.param(4, marks=pytest.mark.slow), pytest.param(50, marks=pytest.mark.torture)]
)
def test_killed_workers_lose_and_double_nothing(tmp_path, kills):
    chosen = random.Random(5).sample(range(300), kills)
    for number in chosen:
        (tmp_path / str(number)).touch()
    found = list(Pool(2)(dies_once, ((str(tmp_path), number) for number in range(300))))
    assert sorted(found) == list(range(300))
    assert not list(tmp_path.iterdir())


def who(number):
    return os.getpid()


def test_kept_workers_go_on_with_other_work_and_are_replaced_where_they_are_gone():
    run = Pool(2)
    with run:
        first = set(run(who, range(20)))
        assert sorted(run(double, range(5))) == [0, 2, 4, 6, 8]
        with closing(run(who, range(20))) as results:
            next(results)  # those that are busy when somebody leaves are ended
        after = set(run(who, range(20)))
        gone = after.pop()
        os.kill(gone, signal.SIGKILL)
        assert sorted(run(double, range(20))) == [2 * number for number in range(20)]
        last = set(run(who, range(20)))
        assert gone not in last
    assert len(first) <= 2
    assert multiprocessing.active_children() == []
    assert not set(run(who, range(4))) & last, "afterwards each use has its own"


def test_tasks_are_read_no_further_than_needed():
    read = []

    def tasks():
        for number in range(1_000):
            read.append(number)
            yield number

    with closing(Pool(2)(double, tasks())) as results:
        assert len(list(islice(results, 10))) == 10
    assert len(read) <= 10 + 2 * 3


def sleeps(seconds):
    time.sleep(seconds)
    return seconds


def test_results_come_in_the_order_of_their_tasks_where_that_is_wanted():
    given = [0.4, 0, 0.1, 0, 0]
    with Pool(2) as pool:
        assert list(pool(sleeps, given, ordered=True)) == given
        assert list(pool(sleeps, given)) != given


def adds_for_ever(seconds):
    """Hold the interpreter's lock in one call of C, so that no thread of this process can do anything."""
    time.sleep(seconds)
    return sum(iter(int, 1)) if seconds else "done"


def test_a_task_past_its_deadline_is_ended_and_the_others_go_on():
    with Pool(2) as pool:
        assert list(pool(adds_for_ever, [0, 0], deadline=5)) == ["done"] * 2
        began = time.monotonic()
        with pytest.raises(DeadlineError, match=r"this took longer than 0.5 s: 0.1"):
            list(pool(adds_for_ever, [0.1, 0], deadline=0.5))
        assert time.monotonic() - began < 20
        assert list(pool(double, range(9), deadline=60, ordered=True)) == [2 * number for number in range(9)]

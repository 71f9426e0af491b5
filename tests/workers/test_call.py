"""Calls that are given up: a kernel that loops cannot be ended, but nobody has to wait for it."""

import ctypes
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty

import pytest

from byways.errors import KernelError
from byways.kernels import compiler
from byways.workers.call import ENDLESS, Abandonable, CallThread
from byways.workers.interrupts import interrupt_guard


def sleep_for_ever():
    while True:
        time.sleep(0.01)


def test_it_returns_and_raises_what_the_call_does_and_one_that_never_ends_is_given_up():
    call = Abandonable()
    assert call(lambda a, b: a + b, 1, 2) == 3
    with pytest.raises(ZeroDivisionError):
        call(lambda: 1 / 0)
    assert call(len, "abc") == 3
    call = Abandonable(patience=0.2)
    with pytest.raises(KernelError, match=r"not come to an end in 0\.2 s: .*test_call\.py, line \d+, in sleep") as told:
        call(sleep_for_ever)
    assert told.value.code == ENDLESS
    assert call(len, "abc") == 3, "the next call gets a thread of its own"


def test_a_loop_of_pythons_own_is_ended_and_holds_nobody_up():
    def loop():
        running.append(threading.current_thread())
        while True:
            pass

    running = []
    with pytest.raises(KernelError):
        Abandonable(patience=0.2)(loop)
    (thread,) = running
    thread.join(30)
    assert not thread.is_alive()


def test_compiling_does_not_count(monkeypatch):
    calls = iter([True, True, False])
    monkeypatch.setattr("byways.workers.call._is_compiling", lambda frame: next(calls))
    assert compiler.__file__.endswith("compiler.py")
    with pytest.raises(KernelError):
        Abandonable(patience=0.1)(sleep_for_ever)
    assert list(calls) == []


def test_an_interrupt_is_heard_amid_a_call_but_one_that_is_nearly_over_ends_before():
    call, done = Abandonable(), []
    threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        call(sleep_for_ever)
    assert call(len, "abc") == 3
    threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        Abandonable()(lambda: (time.sleep(0.4), done.append(1)))
    assert done == [1]


def test_threads_end_with_what_called_in_them():
    before = threading.active_count()
    for _ in range(20):
        Abandonable()(len, "abc")
    deadline = time.monotonic() + 60
    while threading.active_count() > before + 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before + 2


def test_calls_are_answered_in_order_and_those_that_are_not_yet_are_counted():
    thread = CallThread()
    for given in (("7",), ("x",), ("9",)):
        thread.ask(int, *given)
    assert thread.pending == 3
    assert thread.answer(60) == 7
    with pytest.raises(ValueError, match="invalid literal"):
        thread.answer(60)
    assert thread.pending == 1
    assert thread.answer(60) == 9
    assert thread.pending == 0
    with pytest.raises(Empty):
        thread.answer(0.01)


def test_patience_goes_along_to_another_process():
    assert pickle.loads(pickle.dumps(Abandonable(3.5))).patience == 3.5


# Interrupts that reach a command wherever it is


def test_an_interrupt_that_was_lost_in_a_function_called_from_c_comes_again():
    before = sys.unraisablehook

    @ctypes.CFUNCTYPE(None)
    def called_back():
        signal.raise_signal(signal.SIGINT)

    def work():
        with interrupt_guard():
            called_back()
            time.sleep(30)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert sys.unraisablehook is before


def test_tests_hear_interrupts_where_a_shell_runs_them_in_the_background():
    code = "import signal, conftest; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    heard = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[1],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        stdout=subprocess.PIPE,
        check=True,
    )
    assert heard.stdout == b"True\n"

"""Interrupts that reach a command wherever it is."""

import ctypes
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from byways.workers.interrupts import interrupt_guard


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

"""Interrupts that reach a command wherever it is."""

import ctypes
import signal
import sys
import time

import pytest

from byways.cli.watchdog import watched


def test_an_interrupt_that_was_lost_in_a_function_called_from_c_comes_again():
    before = sys.unraisablehook

    @ctypes.CFUNCTYPE(None)
    def called_back():
        signal.raise_signal(signal.SIGINT)

    def work():
        with watched():
            called_back()
            time.sleep(30)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert sys.unraisablehook is before

"""The clock of searches: the clock on the wall, or the time that this process has had a processor.

The latter is for matches on a machine with other work: both sides get their whole time however long they wait for it.
"""

from __future__ import annotations

import time

_tell = time.perf_counter


def now() -> float:
    """Return the seconds since some moment in the past."""
    return _tell()


def count_processor_time() -> None:
    """Count processor time, of all threads of this process, from now on."""
    global _tell
    _tell = time.process_time

"""The parent of a guarded program: it ends the program, and all that the program has started, with its owner.

Run as a script, by a `Conversation` alone: `python -I -S guard.py LIFELINE COMMAND…`. LIFELINE is the number of the
reading end of a pipe. When its other end closes, because the owner closed it or died, nothing of the program is left.
Until then this process waits for the program and exits with its status, or with 128 and the signal that ended it.
"""

import os
import signal
import sys
import threading
import time

NOT_STARTED = 127
_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of Linux's prctl
_PATIENCE = 2.0  # seconds in which what was killed disappears


def main() -> None:
    """Start the program, wait for its end or its owner's, and end what it has started."""
    lifeline = int(sys.argv[1])
    command = sys.argv[2:]
    os.set_inheritable(lifeline, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _adopt_orphans()
    try:
        program = _start(command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(NOT_STARTED)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # so that the owner sees the end of the program's output
        os.dup2(nothing, stream)
    threading.Thread(target=_end_with_owner, args=(lifeline, program), daemon=True).start()
    _, status = os.waitpid(program, 0)
    _end_all(program)
    code = os.waitstatus_to_exitcode(status)
    os._exit(128 - code if code < 0 else code)


def _start(command: list[str]) -> int:
    """Start the program in a process group of its own, with all signals as usual; return its process id."""
    usual = [signal.SIGINT, signal.SIGPIPE]
    return os.posix_spawnp(command[0], command, os.environ, setpgroup=0, setsigdef=usual, setsigmask=[])


def _adopt_orphans() -> None:
    """Become the parent of what the program leaves behind, where the system can do that, so that it can be found."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def _end_with_owner(lifeline: int, program: int) -> None:
    while os.read(lifeline, 1):
        pass
    _end_all(program)
    os._exit(128 + signal.SIGKILL)


def _end_all(program: int) -> None:
    """Kill the program's group, and all descendants of this process."""
    _kill(-program)
    until = time.monotonic() + _PATIENCE
    while (left := _descendants()) and time.monotonic() < until:
        for process in left:
            _kill(process)
        time.sleep(0.005)


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:
        return  # it has ended


def _descendants() -> list[int]:
    """Return the processes that this one has started, directly or not, and that live; as far as /proc tells."""
    parents = {}
    try:
        processes = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    for name in processes:
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:  # it has ended
            continue
        parents[int(name)] = int(parent) if state != b"Z" else 0
    found = [os.getpid()]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


if __name__ == "__main__":
    main()

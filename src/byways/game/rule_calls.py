"""The rules as `State` calls them: interpreted at first, as machine code once that pays.

The first THRESHOLD calls of a game's kernels in a process are interpreted, so that a short program never loads the
compiler. Then the calls are exchanged for machine code, all together: the next call loads it where the cache has all of
it, in a third of a second; else a thread compiles it within seconds, for which no call waits. A process may decide
otherwise by `use_machine_code`, and its caller by the environment variable BYWAYS_MACHINE_CODE.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeVar, cast
from weakref import WeakSet

from byways.errors import KernelError, OptionError
from byways.game.kernel_set import Kernels
from byways.kernels import Kernel, code_size, compiled, is_kept
from byways.kernels.notice import announce
from byways.kernels.signatures import Allows, Apply, Key, LegalActions, Outcome

THRESHOLD = 1_000
"""Calls of a game's kernels after which they are compiled."""
VARIABLE = "BYWAYS_MACHINE_CODE"
MODES = AUTOMATIC, ALWAYS, NEVER = "automatic", "always", "never"
CALLED = ("legal_actions", "apply", "allows", "key", "outcome")
"""The kernels that states call; `byways warm` makes all of them."""

_WAIT = 1.0  # seconds for which the end of the process waits for a kernel that is just being compiled
_SWITCH = 0.0005  # seconds until a thread that computes hands the interpreter's lock to one that compiles
F = TypeVar("F", bound=Kernel)


@dataclass(frozen=True, slots=True)
class Calls:
    """The kernels that states call, interpreted or as machine code."""

    legal_actions: LegalActions
    apply: Apply
    allows: Allows
    key: Key
    outcome: Outcome
    machine: Mapping[Kernel, Kernel]
    """By kernel, the further ones of the game among them; empty while they are interpreted."""


class RuleCalls:
    """The kernels of a game as states call them: `calls` is exchanged whole when machine code is there."""

    def __init__(self, kernels: Kernels, extra: Iterable[Kernel] = (), *, title: str) -> None:
        self.kernels = kernels
        self._extra = tuple(extra)
        self._title = title
        self._left = THRESHOLD
        self._lock = threading.Lock()
        self._begun = False
        self._thread: threading.Thread | None = None
        self._interpret()
        _all.add(self)
        self.follow_mode()

    @property
    def compiled(self) -> bool:
        """Return whether states call machine code now."""
        return bool(self.calls.machine)

    @property
    def _here(self) -> bool:
        """Return whether the rules are functions of this process: those of an author's game may run in another."""
        return all(isinstance(kernel, FunctionType) for kernel in self._named())

    def follow_mode(self) -> None:
        """Call what the process wants to be called. Rules that cannot be compiled stay interpreted; engines say why."""
        self._interpret()
        if _mode == ALWAYS and self._here:
            announce(self._title, self._called())
            with suppress(KernelError):
                self.compile()

    def best(self, kernel: F) -> F:
        """Return one of the game's kernels as it is best called at present."""
        return cast(F, self.calls.machine.get(kernel, kernel))

    def compile(self) -> None:
        """Call machine code from now on, which is made at once where need be. Raises KernelError."""
        machine = {kernel: compiled(kernel) for kernel in self._called()}
        self._exchange(machine.__getitem__, machine)

    def _called(self) -> list[Kernel]:
        """Return what is compiled, the quickest to compile first."""
        return sorted(dict.fromkeys((*self._named(), *self._extra)), key=code_size)

    def _named(self) -> list[Kernel]:
        return [getattr(self.kernels, name) for name in CALLED]

    def _exchange(self, called: Callable[[Kernel], Any], machine: Mapping[Kernel, Kernel]) -> None:
        legal_actions, apply, allows, key, outcome = map(called, self._named())
        self.calls = Calls(legal_actions, apply, allows, key, outcome, machine)

    def _interpret(self) -> None:
        self._left = THRESHOLD
        self._begun = self._thread is not None and self._thread.is_alive()
        self._exchange(self._counted if _mode == AUTOMATIC and self._here else lambda kernel: kernel, {})

    def _counted(self, kernel: F) -> F:
        def call(*given: Any) -> Any:
            self._left -= 1
            if self._left < 0 and not self._begun:
                self._begin()
            return kernel(*given)

        return cast(F, call)

    def _begin(self) -> None:
        """Load machine code that is kept, or let a thread compile it, which ends with the process."""
        with self._lock:
            if self._begun or _ending.is_set():
                return
            called = self._called()
            if all(map(is_kept, called)) and not _compiling.locked():
                with suppress(KernelError):
                    self.compile()
            else:
                announce(self._title, called, aside=True)
                self._thread = threading.Thread(target=self._compile_aside, name="byways-machine-code", daemon=True)
                self._thread.start()
            self._begun = True

    def _compile_aside(self) -> None:
        machine: dict[Kernel, Kernel] = {}
        with _compiling, _lock_handed_over_soon(), suppress(KernelError):  # then the rules stay interpreted
            for kernel in self._called():
                if _ending.is_set():
                    return
                machine[kernel] = compiled(kernel)
            if _mode == AUTOMATIC:
                self._exchange(machine.__getitem__, machine)

    def wait(self, seconds: float | None = None) -> None:
        """Wait until a thread that compiles has done so."""
        if self._thread is not None:
            self._thread.join(seconds)


def _asked() -> str:
    """Return what the environment asks for."""
    asked = os.environ.get(VARIABLE) or AUTOMATIC
    if asked in MODES:
        return asked
    warnings.warn(f"{VARIABLE} is {asked!r}; it may be {', '.join(MODES)}; {AUTOMATIC} is used", stacklevel=1)
    return AUTOMATIC


@contextmanager
def _lock_handed_over_soon() -> Iterator[None]:
    """Let this thread have the interpreter's lock back soon.

    LLVM is called without it, thousands of times; after each call a thread that computes would keep it for 5 ms.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, _SWITCH))
    try:
        yield
    finally:
        if sys.getswitchinterval() == _SWITCH:  # not where the program has set another meanwhile
            sys.setswitchinterval(before)


_compiling = threading.Lock()
"""Held by the one thread that compiles."""
_all: WeakSet[RuleCalls] = WeakSet()
_mode = _asked()
_ending = threading.Event()


@atexit.register
def _end() -> None:
    """Leave no thread amid a kernel if that can be helped: the compiler's library ends with the process."""
    _ending.set()
    for rules in list(_all):
        rules.wait(_WAIT)


def use_machine_code(when: str = ALWAYS) -> None:
    """Decide for this process when the rules that states call are compiled.

    "automatic": after a thousand calls of a game's rules, aside (the beginning). "always": at once, so that the first
    call of a game waits for it. "never": a server does that, which leaves engines to other processes.
    Raises OptionError for anything else.
    """
    global _mode
    if when not in MODES:
        raise OptionError(
            "option.value",
            "option {option}: {value!r} is not allowed; it must be {allowed}",
            option="when",
            value=when,
            allowed=", ".join(MODES),
        )
    if when != _mode:
        _mode = when
        for rules in list(_all):
            rules.follow_mode()


@contextmanager
def machine_code_is(when: str) -> Iterator[None]:
    """Decide as `use_machine_code` does, until the block ends."""
    before = _mode
    use_machine_code(when)
    try:
        yield
    finally:
        use_machine_code(before)

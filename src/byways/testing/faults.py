"""What is broken in a game, in words: every invariant is tried, and each that fails is told with a short game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from byways import registry
from byways.errors import BywaysError
from byways.game import Game, Variant
from byways.game.rule_calls import NEVER, machine_code_is
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.testing.invariants import INVARIANTS, Invariant, the_end_is_stable
from byways.testing.kernel_invariants import kernels_can_be_compiled, legal_actions_are_ascending
from byways.testing.playouts import playouts_are_random_games
from byways.testing.random_lines import RandomLine, StuckError, recorder
from byways.testing.shrinking import shortest, told
from byways.workers.call import ENDLESS, Abandonable

PATIENCE = 8.0
"""Seconds that an invariant may take, compiling and comparing playouts aside."""
_INTERPRETED = 2.0  # seconds of an interpreted playout in which a loop shows
_SHRINKING = 40.0  # seconds more for the shortest game, which has its own limit of processor time
_FIRST = (kernels_can_be_compiled, legal_actions_are_ascending, the_end_is_stable)  # they run no machine code
_OF_SAMPLES = (playouts_are_random_games,)
_OF_ALL_GAMES = ("no random game", "no end although")  # so begins what no single game shows
_ORDER = (*_FIRST, *(invariant for invariant in INVARIANTS if invariant not in _FIRST))


@dataclass(frozen=True)
class Broken:
    """An invariant that does not hold."""

    check: str
    """Its name in words."""
    claim: str
    """What should hold."""
    said: str
    """What holds instead."""
    line: RandomLine | None = None
    """A game that shows it."""
    shortened: bool = False
    """Whether it is as short as it was found; else it is the random one."""
    endless: bool = False
    """Whether the game's code did not come to an end."""

    @property
    def turns(self) -> list[str]:
        """Return the turns of the game that shows it."""
        if self.line is None:
            return []
        states = self.line.states
        turns = self.line.turns
        return [_text(states[i], turn) if i < len(states) else _numbers(turn) for i, turn in enumerate(turns)]

    @property
    def position(self) -> str:
        """Return the position at which it shows, before the last turn if that raises an error; else an empty text."""
        try:
            return str(self.line.states[-1]) if self.line else ""
        except Exception:
            return ""


@dataclass(frozen=True)
class Report:
    """What came of all checks."""

    checks: int
    broken: tuple[Broken, ...]
    remarks: tuple[str, ...]
    skipped: tuple[str, ...] = ()
    """The names in words of those that were not tried: their machine code might end the process."""


def load(file: str | Path) -> Game:
    """Return the game in a Python file, which `byways.start` finds from now on. Raises what its code raises.

    A file is read once in a process.
    """
    return registry.register(registry.load_plug_in(str(Path(file).absolute())))


def examine(variant: Variant, heard: Callable[[int, str], None] = lambda done, name: None) -> Report:
    """Try all invariants on a variant; `heard` is told how many are done, and which is next.

    What the game raises is told as a fault too. Where its plain kernels raise something, those checks that run machine
    code are left out.
    """
    broken: list[Broken] = []
    remarks: list[str] = []
    call = Abandonable(PATIENCE)
    with machine_code_is(NEVER):
        for done, invariant in enumerate(_ORDER):
            raised = any(not one.claim for one in broken)
            if raised and (invariant is _ORDER[len(_FIRST)] or broken[-1].endless):
                skipped = tuple(map(_name, _ORDER[done:]))
                return Report(done, tuple(_told(broken)), tuple(remarks), skipped)
            heard(done, _name(invariant))
            found = _tried(invariant, variant, call, {one.check for one in broken})
            if isinstance(found, Broken):
                broken.append(found)
            elif found:
                remarks.append(found)
    return Report(len(_ORDER), tuple(_told(broken)), tuple(remarks))


def _tried(invariant: Invariant, variant: Variant, call: Abandonable, known: Set[str]) -> Broken | str | None:
    """Check an invariant; return a remark, or how it fails; without a claim where the game raised an error.

    Of a game that cannot go on it is said once, not by each of the invariants that play it.
    """
    recorder.states = []
    recorder.turns = []
    try:
        remark: str | None = call(registry.kept_alive, invariant, variant)
        return remark
    except StuckError as error:
        if _name(legal_actions_are_ascending) in known:
            return None
        return _shown(legal_actions_are_ascending, variant, call, _again(variant, call) or error)
    except Exception as error:
        return _shown(invariant, variant, call, error)


def _again(variant: Variant, call: Abandonable) -> Exception | None:
    """Return the error by which a game that cannot go on breaks the invariant that it should."""
    try:
        with recorder.only(recorder.line):
            call(registry.kept_alive, legal_actions_are_ascending, variant)
    except Exception as error:
        return error
    return None


def _shown(invariant: Invariant, variant: Variant, call: Abandonable, error: Exception) -> Broken:
    """Return how an invariant fails, with a game that shows it."""
    name = _name(invariant)
    found = recorder.line if recorder.states else None
    if isinstance(error, BywaysError) and error.code == ENDLESS:
        return Broken(name, "", _place_of_loop(invariant, variant) or str(error), found, endless=True)
    said = told(error)
    claim = _claim(invariant) if isinstance(error, AssertionError) else ""
    if found is None or invariant in _OF_SAMPLES or said.startswith(_OF_ALL_GAMES):
        return Broken(name, claim, said)
    short = None
    with suppress(BywaysError):  # a game on the way may never end
        call = Abandonable(call.patience + _SHRINKING)
        short = call(registry.kept_alive, shortest, invariant, variant, error, found)
    return Broken(name, claim, short.said if short else said, short or found, short is not None)


def _place_of_loop(invariant: Invariant, variant: Variant) -> str:
    """Return in which line a playout, which runs as machine code, does not end; empty where Python ends it as well."""
    if invariant in _OF_SAMPLES:
        given = variant.geometry, variant.start(), seeded(1), np.zeros(len(variant.players))
        try:
            Abandonable(_INTERPRETED)(variant.kernels.playout, *given)
        except Exception as error:
            return told(error)
    return ""


def _told(broken: Sequence[Broken]) -> Iterator[Broken]:
    """Yield each fault once: an error is met by many invariants, and what one of them says may raise it in others."""
    known: list[Broken] = []
    for one in broken:
        if one.claim or not any(one.said == other.said or (one.turns and one.turns == other.turns) for other in known):
            known.append(one)
            yield one


def _name(invariant: Invariant) -> str:
    return invariant.__name__.replace("_", " ")


def _claim(invariant: Invariant) -> str:
    """Return what an invariant claims, as its docstring says it."""
    text = inspect.getdoc(invariant) or _name(invariant)
    return " ".join(text.partition("\n\n")[0].split())


def _text(state: State, turn: tuple[int, ...]) -> str:
    try:
        return state.write(turn)
    except Exception:
        return _numbers(turn)


def _numbers(turn: tuple[int, ...]) -> str:
    """Return a turn by the numbers of its actions, where the game's texts fail."""
    return "action " + " and ".join(map(str, turn))

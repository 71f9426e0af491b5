"""What must be so before a game is offered: its names can be written, and its kernels are what they are for."""

from __future__ import annotations

import re
from dataclasses import fields

from byways import defaults
from byways.errors import OptionError
from byways.game import Game, Kernels
from byways.kernels import signature_of

SIGNATURES = {
    "setup": "SETUP",
    "legal_actions": "LEGAL",
    "apply": "APPLY",
    "num_actions": "COUNT",
    "allows": "ALLOWS",
    "outcome": "OUTCOME",
    "settle": "SETUP",
    "chances": "CHANCES",
    "choose": "CHOOSE",
    "playout": "PLAYOUT",
    "traced": "TRACED",
    "evaluate": "EVALUATE",
    "order": "ORDER",
    "forcing": "LEGAL",
    "observe": "OBSERVE",
    "key": "KEY",
    "symmetry": "SYMMETRY",
}
"""From each of `Kernels` to the name of its signature in `byways.defaults`."""
TAKEN = frozenset(
    (
        *("answer", "between", "depth", "engine-seconds", "file", "games", "grade", "help", "jobs", "json", "level"),
        *("megabytes", "opening", "out", "png", "position", "processor-time", "save", "seconds", "seed", "svg", "text"),
        *("theme", "version", "weak", "width"),
    )
)
"""What commands call their own options, so that a game's would never be heard."""
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_LETTERS = "small letters, with digits, - and _ behind the first"


def check(game: Game) -> None:
    """Raise OptionError, which says what is wrong and what to write, for a game that could not be played."""
    if not _NAME.fullmatch(game.name):
        raise _wrong("game.name", game, "its id {found!r} must be {allowed}", found=game.name, allowed=_LETTERS)
    for option in game.options:
        if not _NAME.fullmatch(option.name):
            template = "its option {found!r} must be {allowed}"
            raise _wrong("game.option", game, template, found=option.name, allowed=_LETTERS)
        if option.name in TAKEN:
            template = "its option {found!r} must be {allowed}: commands have one that is called so"
            raise _wrong("game.option", game, template, found=option.name, allowed="called otherwise")
    for field in fields(Kernels):
        _check_kernel(game, field.name)


def _check_kernel(game: Game, name: str) -> None:
    kernel, allowed = getattr(game.kernels, name), f"@kernel(defaults.{SIGNATURES[name]})"
    signature, expected = signature_of(kernel), getattr(defaults, SIGNATURES[name])
    called = getattr(kernel, "__name__", repr(kernel))
    if signature is None:
        raise _wrong("game.kernel", game, "its kernel {found} must be marked {allowed}", found=called, allowed=allowed)
    if signature != expected:
        template = "its kernel {found} has another signature than the one for {kernel}, {allowed}"
        raise _wrong("game.kernel", game, template, found=called, kernel=name, allowed=allowed)
    count = signature.count(",") + 1
    if kernel.__code__.co_argcount != count:
        template = "its kernel {found} takes {given} parameters and must take {allowed}"
        given = kernel.__code__.co_argcount
        raise _wrong("game.kernel", game, template, found=called, given=given, allowed=count)


def _wrong(code: str, game: Game, template: str, **more: object) -> OptionError:
    return OptionError(code, template, option=game.name, **more)

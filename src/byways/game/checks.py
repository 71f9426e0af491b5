"""Checks of a game when it is made: its names can be written, its kernels fit, its groups agree."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, get_type_hints

from byways.errors import OptionError
from byways.game import wrappers
from byways.game.kernel_set import Kernels
from byways.kernels import Ints, Kernel, signature_of, signature_text
from byways.kernels.signatures import Apply, BeginnerEval
from byways.rules import defaults
from byways.rules.actions import Words
from byways.rules.boards.layout import LETTERS
from byways.rules.options import SWAP, Whole
from byways.rules.picture import KINDS
from byways.search.engines import AlphaBeta
from byways.turns import MOST_OPTIONS

if TYPE_CHECKING:
    from byways.game.definition import Game

SIGNATURES = {**get_type_hints(Kernels, include_extras=True), "judge": Apply, "beginner": BeginnerEval}
"""The type of each kernel in `Rules` and `SearchKernels`."""
REPETITION = "repetition"
"""The reason of a draw by positions that come up again."""
_OF_COMMANDS = """
ablate adjudicate answer batch between budget compare database decided depth engine-seconds error explain file game
games grade help jobs json level loss megabytes memory mixed only opening out output parquet plan png position
processor-time quick ray repeats save seconds seed start svg swing target text theme tolerance vary version vertices
weak width
"""
_OF_FUNCTIONS = """
autoreset autoreset_mode chance count id max_episode_steps max_length num_envs opponent render_mode seat self threads
vector_kwargs vectorization_mode wrappers
"""
TAKEN = frozenset(f"{_OF_COMMANDS} {_OF_FUNCTIONS}".split())
"""Names of options that a game cannot have: those of commands, and of functions that take a game's options beside."""
_LENIENT = {"allows": signature_text(Callable[[Ints, Ints, int], bool])}
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_EVENT = re.compile(r"[A-Z][A-Za-z0-9]*")
_LETTERS = "small letters, with digits, - and _ behind the first"


def check(game: Game) -> None:
    """Raise OptionError, which says what is wrong and what to write, for a game that could not be played."""
    _check_names(game)
    for group in (game.rules, game.search):
        for name in SIGNATURES:
            if (kernel := getattr(group, name, None)) is not None:
                _check_kernel(game, name, kernel)
    if game.rules.allows is None and game.rules.legal_actions is None:
        raise wrong("game.rules", game, "its rules need {allowed}", allowed="`allows` or `legal_actions`")
    _check_repetition(game)
    _check_players(game)
    _check_words(game)
    _check_board(game)
    _check_pieces(game)
    if isinstance(game.engine.core, AlphaBeta) and game.search.evaluate is defaults.evaluate:
        raise wrong("game.engine", game, "its engine is AlphaBeta, so its search needs {allowed}", allowed="`evaluate`")


def definition_of(name: str) -> str:
    """Return the line that begins a kernel, such as "def apply(geometry: Ints, state: Ints, action: int) -> None:"."""
    return f"def {name}{inspect.signature(_MODELS.get(name) or getattr(defaults, name))}:".replace("'", "")


def _allows(geometry: Ints, state: Ints, action: int) -> bool:
    raise NotImplementedError


def _judge(geometry: Ints, state: Ints, cell: int) -> None:
    raise NotImplementedError


_MODELS: dict[str, Kernel] = {
    "apply": wrappers.applied_or_swap,
    "legal_actions": wrappers.listed,
    "setup": wrappers.begin,
    "allows": _allows,
    "judge": _judge,
}
"""Functions with the parameters of kernels that have no default, or another one."""


def _check_names(game: Game) -> None:
    if not _NAME.fullmatch(game.name):
        raise wrong("game.name", game, "its id {found!r} must be {allowed}", found=game.name, allowed=_LETTERS)
    if len(game.options) > MOST_OPTIONS:
        raise wrong("game.options", game, "its options must be {allowed}", allowed=f"at most {MOST_OPTIONS}")
    for option in game.options:
        if not _NAME.fullmatch(option.name):
            template = "its option {found!r} must be {allowed}"
            raise wrong("game.option", game, template, found=option.name, allowed=_LETTERS)
        if option.name in TAKEN:
            template = (
                "its option {found!r} must be {allowed}: commands or functions have one of that name; write: {line}"
            )
            line = f'{type(option).__name__}("{game.name}-{option.name}", …)'
            raise wrong("game.option", game, template, found=option.name, allowed="called otherwise", line=line)
        if option.name == SWAP.name and option != SWAP:
            template = "its option {found!r} is the pie rule's; it must be {allowed}; write: {line}"
            more = {"allowed": "called otherwise, or the one of the library", "line": "options=(..., SWAP)"}
            raise wrong("game.option", game, template, found=option.name, **more)
    events = [event.name for event in game.events]
    for name in events:
        if not _EVENT.fullmatch(name) or events.count(name) > 1:
            template = "its event {found!r} must be {allowed}"
            allowed = "letters and digits that begin with a capital, and no other event's name"
            raise wrong("game.event", game, template, found=name, allowed=allowed)


def _check_repetition(game: Game) -> None:
    """Check that repetitions are counted by an option that can say how many, and that the draw has a reason."""
    if not (name := game.rules.repetition):
        return
    option = next((option for option in game.options if option.name == name), None)
    if not isinstance(option, Whole) or any(value == 1 or value < 0 for value in option.values):
        template = "its rules count repetitions by {found!r}, which must be {allowed}; write: {line}"
        line = f'Whole("{name}", 3, "how often a position comes up for a draw", 2, 9, extra=(0,))'
        allowed = "an option of 2 or more, or 0 for never"
        raise wrong("game.repetition", game, template, found=name, allowed=allowed, line=line)
    if REPETITION not in game.reasons:
        template = "its rules count repetitions, so its reasons must have {allowed}; write: {line}"
        line = f"reasons={(*game.reasons, REPETITION)}"
        raise wrong("game.repetition", game, template, allowed=REPETITION, line=line)


def _check_players(game: Game) -> None:
    if isinstance(game.players, tuple):
        for needs, what in ((SWAP in game.options, "SWAP"), (getattr(game.board, "edges", False), "edges of a board")):
            if needs and len(game.players) != 2:
                template = "its players must be {allowed} for {what}, and are {found}"
                found = ", ".join(game.players)
                raise wrong("game.players", game, template, allowed="two", what=what, found=found)
    for what, names in (
        ("players", game.players if isinstance(game.players, tuple) else ()),
        ("options", [option.name for option in game.options]),
        ("counters", [counter.name for counter in game.counters]),
    ):
        if twice := next((name for name in names if list(names).count(name) > 1), None):
            template = "its {what} must be {allowed}, and two are called {found!r}"
            raise wrong("game.names", game, template, what=what, found=twice, allowed="called differently")


def _check_words(game: Game) -> None:
    for word in (word for kind in game.actions.kinds if type(kind) is Words for word in kind.words):
        if not _NAME.fullmatch(word) or word == SWAP.name:
            template = "the word {found!r} among its actions must be {allowed}, and not swap"
            raise wrong("game.word", game, template, found=word, allowed=_LETTERS)


def _check_kernel(game: Game, name: str, kernel: Any) -> None:
    expected = signature_text(SIGNATURES[name])
    found = signature_of(kernel)
    called = getattr(kernel, "__name__", repr(kernel))
    line = definition_of(name)
    if found is None:
        template = "its kernel {found} must be marked {allowed}; write: {line}"
        raise wrong("game.kernel", game, template, found=called, allowed="@kernel", line=line)
    if found not in (expected, _LENIENT.get(name)):
        template = "its kernel {found} is {given}, where {kernel} must be {allowed}; write: {line}"
        more = {"found": called, "given": found, "kernel": name, "allowed": expected, "line": line}
        raise wrong("game.kernel", game, template, **more)


def _check_board(game: Game) -> None:
    known = [option.name for option in game.options]
    for size in game.board.sizes if game.board is not None else ():
        if isinstance(size, str) and size not in known:
            template = "its board has the size {found!r}, which is not an option; it must be {allowed}"
            raise wrong("game.board", game, template, found=size, allowed=" or ".join([*known, "a number"]))
    if game.board is None and any(kind.on_board for kind in game.actions.kinds):
        raise wrong("game.board", game, "its actions are cells, so its board must be {allowed}", allowed="given")
    for pick in (min, max):
        _check_size(game, pick)


def _check_size(game: Game, pick: Callable[[Iterable[int]], int]) -> None:
    """Check the smallest, or the largest, board that the options allow."""
    if game.board is None:
        return
    known = {option.name: option.values for option in game.options if isinstance(option, Whole)}
    sizes = [pick(known[size]) if size in known else size for size in game.board.sizes]
    numbers = [size for size in sizes if isinstance(size, int)]
    found = ", ".join(f"{name} {size}" for name, size in zip(game.board.sizes, sizes, strict=True))
    if len(numbers) < len(sizes):
        return
    if min(numbers, default=1) < 1:
        raise wrong("game.board", game, "its board of {found} must have {allowed}", found=found, allowed="a cell")
    if (count := game.board.letters(*numbers)) > len(LETTERS):
        template = "its board of {found} has {count} columns or lettered rows, where there may be {allowed}"
        raise wrong("game.board", game, template, found=found, count=count, allowed=f"at most {len(LETTERS)}")


def _check_pieces(game: Game) -> None:
    """Check marks, owners and kinds; who the players are may depend on options."""
    owners = game.players if isinstance(game.players, tuple) else None
    line = 'Piece("P", "white", "stone")' if owners is None else f'Piece("P", "{owners[0]}", "stone")'
    for piece in game.pieces:
        for what, value, fits, allowed in (
            ("mark", piece.mark, re.fullmatch(r"\D\d*", piece.mark), "one character"),
            ("owner", piece.owner, not piece.owner or owners is None or piece.owner in owners, "a player's name"),
            ("kind", piece.kind, piece.kind in KINDS, f"one of {', '.join(KINDS)}"),
        ):
            if not fits:
                template = "its piece with the {what} {found!r}: the {what} must be {allowed}; write: {line}"
                raise wrong("game.piece", game, template, what=what, found=value, allowed=allowed, line=line)


def wrong(code: str, game: Game, template: str, **more: object) -> OptionError:
    """Return the error for a game that could not be played."""
    return OptionError(code, template, option=game.name, **more)

"""`Game`: everything needed to offer a game in the library, the engines, the terminal and the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from traceback import walk_tb
from typing import Any, TypeVar

import numpy as np

from byways.errors import BywaysError, GameError, brief
from byways.game import board_picture, checks, wrappers
from byways.game.board_texts import BoardTexts
from byways.game.events import Event
from byways.game.folder import Files, Translation
from byways.game.groups import (
    About,
    Always,
    Counter,
    Form,
    Interface,
    Options,
    Piece,
    Rules,
    SearchKernels,
    Secrets,
    Solving,
)
from byways.game.kernel_set import Kernels, kernels_of, with_pie
from byways.game.rule_calls import RuleCalls
from byways.game.variant import Variant
from byways.kernels import Ints
from byways.rules import defaults
from byways.rules.actions import Actions
from byways.rules.boards.layout import Layout
from byways.rules.boards.shapes import NOWHERE, Board
from byways.rules.options import SWAP, Choice, File, Option, Value, read_all
from byways.rules.picture import Item, Picture
from byways.rules.position import Position
from byways.rules.texts import BLACK_MARKS, MARKS, WHITE_MARKS, Texts
from byways.search.engines import Engine, Mcts
from byways.translatable import say
from byways.turns import CELL_COUNT, MOST_OPTIONS, TABLE

R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Game:
    """A game as data in groups. `about`, `players`, `reasons`, `actions` and `rules` are needed; the rest has defaults.

    An *action* is one atomic decision (a stone, "end the turn", a die); a *turn* is everything a player does before
    another player acts. Kernels know actions, people write turns. Raises OptionError for a game that cannot be played.
    """

    about: About
    players: tuple[str, ...] | Callable[[Options], tuple[str, ...]]
    """Their names in order of their index; a function where an option says how many there are."""
    reasons: tuple[str, ...]
    """How a game may end; `finish(state, 1, ...)` means the first."""
    actions: Actions
    """What players and chance do: `Cells()`, or several kinds, as in `Cells() | Words("pass")`."""
    rules: Rules
    options: tuple[Option, ...] = ()
    """With SWAP among them the pie rule is offered; nothing in the rules needs to know of it."""
    board: Board | None = None
    pieces: tuple[Piece, ...] = ()
    counters: tuple[Counter, ...] = ()
    """What a state holds behind the cells."""
    numbers: Callable[[Options], Sequence[int]] = Always(())
    """(options,) -> constants that kernels read by `turns.number`, such as tables."""
    search: SearchKernels = field(default_factory=SearchKernels)
    engine: Engine = Mcts(solve=1.0)
    """How it is searched best (`byways.search.engines`). Default: Monte Carlo tree search that backs up proofs."""
    solving: Solving = field(default_factory=Solving)
    secrets: Secrets = field(default_factory=Secrets)
    ui: Interface = field(default_factory=Interface)
    events: tuple[Event, ...] = ()
    """What its rules bring about in play, for reports to count."""
    folder: Path | None = None
    """Where rules.md, lessons.toml, puzzles.json, levels.toml, es.po and rules.es.md lie, as far as there are such."""

    def __post_init__(self) -> None:
        checks.check(self)

    def variant(self, given: Mapping[str, object] | None = None) -> Variant:
        """Return this game with its options fixed. Raises OptionError."""
        return Variant(self, read_all(self.options, given or {}))

    @property
    def name(self) -> str:
        """Return the id."""
        return self.about.name

    @property
    def title(self) -> str:
        """Return the name that people read."""
        return self.about.title

    @cached_property
    def kernels(self) -> Kernels:
        """Return all kernels, those that the library makes around the game's own among them."""
        moves = self.actions.kinds[0].moves and not self.pieces
        observe = self.search.observe or (wrappers.observe_pieces if self._shows_pieces else defaults.observe)
        kernels = kernels_of(self.rules, self.search, moves=moves, observe=observe)
        return with_pie(kernels) if self.has_pie else kernels

    @cached_property
    def rule_calls(self) -> RuleCalls:
        """Return the rules as states call them, one for all variants: the kernels are the same."""
        return RuleCalls(self.kernels, self.rules.extra, title=self.title)

    def form(self, options: Options) -> Form | None:
        """Return the form in which proofs are searched, or None for the game's own."""
        form = self.solving.form(options)
        return with_pie(form) if form and self.has_pie else form

    @cached_property
    def has_pie(self) -> bool:
        """Return whether the pie rule is an option."""
        return SWAP in self.options

    @cached_property
    def dice(self) -> bool:
        """Return whether chance ever moves."""
        return any(kind.chance for kind in self.actions.kinds)

    @cached_property
    def observation_shape(self) -> Callable[[Ints], tuple[int, int]] | None:
        """Return the function that gives the shape of observations; None: the state vector is what learners see."""
        return _piece_planes if self._shows_pieces else self.search.observation_shape

    @property
    def observation_range(self) -> tuple[float, float] | None:
        """Return the least and the greatest number that learners see; None: those of a state vector's words."""
        return (0.0, 1.0) if self._shows_pieces else self.search.observation_range

    @property
    def _shows_pieces(self) -> bool:
        return self.search.observe is None and self.board is not None and not (self.counters or self.pieces)

    def layout(self, options: Options) -> Layout:
        """Return the board for the options; one without cells in a game without a board."""
        return self.board.fixed(options) if self.board is not None else NOWHERE

    def player_names(self, options: Options) -> tuple[str, ...]:
        """Return the players."""
        return self._asked("players", self.players, options, tuple) if callable(self.players) else self.players

    def counted(self, options: Options) -> list[tuple[Counter, int]]:
        """Return the counters, and how many words of a state each takes."""
        players = len(self.player_names(options))
        sizes = (self._asked("count", c.count, options, int) if callable(c.count) else c.count for c in self.counters)
        return [(c, size * (players if c.each else 1)) for c, size in zip(self.counters, sizes, strict=True)]

    def words_of_state(self, options: Options) -> int:
        """Return the length of a state without its header."""
        return len(self.layout(options).names) + sum(count for _, count in self.counted(options))

    @cached_property
    def _geometries(self) -> dict[tuple[Value, ...], Ints]:
        return {}

    def geometry(self, options: Options) -> Ints:
        """Return the constant vector for the options. Raises OptionError."""
        chosen = tuple(options.values())
        if chosen in self._geometries:
            return self._geometries[chosen]
        made = self._geometry(options)
        made.flags.writeable = False
        if not any(isinstance(option, File) for option in self.options):  # files may change
            self._geometries[chosen] = made
        return made

    def _geometry(self, options: Options) -> Ints:
        layout = self.layout(options)
        actions: Actions = self._asked("actions", self.actions.fixed, options, lambda found: found)
        first = actions.kinds[0]
        own = [_as_word(option, options[option.name]) for option in self.options if option != SWAP]
        board = [
            len(layout.names),
            len(layout.rows),
            max(map(len, layout.rows), default=0),
            len(layout.neighbours[0]) if layout.neighbours else 0,
            sum(1 << direction for direction in layout.touching),
            actions.count(layout),
            first.count(layout) // len(layout.names) if first.moves else 0,
        ]
        parts = {
            "options": [int(options.get(SWAP.name, 0)), *own, *[0] * (MOST_OPTIONS - len(own))],
            "board and count of actions": board,
            "neighbours": layout.words,
            "numbers": self._asked("numbers", self.numbers, options, tuple),
            "weights": tuple(self.search.weights.values()),
        }
        for part, words in parts.items():
            self._check_words(part, words)
        at = TABLE + len(layout.words)
        numbers = [at, at + len(parts["numbers"]), *layout.words, *parts["numbers"]]
        return np.array([*parts["options"], *board, *numbers, *parts["weights"]], dtype=np.int16)

    def _check_words(self, part: str, words: Sequence[object]) -> None:
        """Check that numbers fit into a vector of int16. Raises GameError for one that does not."""
        for word in words:
            if not isinstance(word, int | np.integer) or not -(1 << 15) <= word < 1 << 15:
                where = (_place(self.numbers) if part == "numbers" else "") or f"its {part}"
                template = "{title}: {where}: each number must be a whole one from -32768 to 32767, and not {found}"
                raise GameError("game.geometry", template, title=self.title, where=where, found=repr(word))

    def _asked(self, part: str, function: Callable[[Options], Any], options: Options, kind: Callable[[Any], R]) -> R:
        """Return what a function of the game says of the options. Raises GameError for what it raises."""
        try:
            return kind(function(options))
        except BywaysError:
            raise
        except Exception as error:
            where = _place(function, error) or f"its {part}"
            said = brief(error)
            template = "{title}: {where}: {said}; {part} is called with the options as a mapping: {line}"
            line = f'{part}=lambda options: ... options["{self.options[0].name if self.options else "size"}"] ...'
            more = {"where": where, "said": said, "part": part, "line": line}
            raise GameError("game.options", template, title=self.title, **more) from error

    @cached_property
    def all_pieces(self) -> tuple[Piece, ...]:
        """Return the kinds of pieces, by their numbers from 1."""
        return self.pieces or tuple(map(_stone, self.players if isinstance(self.players, tuple) else ()))

    def piece(self, value: int) -> Piece:
        """Return the piece with a number. Raises GameError for one that was not declared."""
        if not 1 <= value <= len(self.all_pieces):
            template = "{title} has no piece {value}, which its rules put on a cell; write: pieces=({line})"
            marks = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: max(1, int(value))]
            line = ", ".join(f'Piece("{mark}", ...)' for mark in marks)
            raise GameError("game.piece", template, title=self.title, value=int(value), line=line)
        return self.all_pieces[int(value) - 1]

    @cached_property
    def texts(self) -> Texts:
        """Return how turns and boards are written."""
        return (self.ui.texts or BoardTexts)(self)

    def picture(self, state: Position) -> Picture:
        """Return what there is to see of a state."""
        return self.ui.picture(state) if self.ui.picture else board_picture.picture(self, state)

    @cached_property
    def preview(self) -> Callable[[Position, tuple[int, ...]], tuple[Item, ...]]:
        """Return what draws a turn before it is taken."""
        return self.ui.preview or partial(board_picture.preview, self)

    @property
    def _files(self) -> Files:
        return Files(self.folder)

    @cached_property
    def rules_page(self) -> str:
        """Return the rules page in Markdown; a fenced block `position` is shown as a picture."""
        return self._files.text("rules.md")

    @cached_property
    def lessons(self) -> str:
        """Return a guided first game as TOML, which `byways.learning.lessons` describes; empty for none."""
        return self._files.text("lessons.toml")

    @property
    def puzzle_file(self) -> Path | None:
        """Return the JSON file with puzzles, which `byways.learning.puzzles` describes."""
        return self._files.path("puzzles.json")

    @property
    def levels_file(self) -> Path | None:
        """Return the file with the ten levels as `scripts/train/levels` measured them (`byways.search.levels`)."""
        return self._files.path("levels.toml")

    def translation(self, language: str) -> Translation | None:
        """Return the game in a language such as "es"; None: it speaks English."""
        return self._files.translation(language)


def _place(function: Any, error: BaseException | None = None) -> str:
    """Return a function's file and line: where an error came upon it, else where it begins; empty if it has none."""
    if (code := getattr(function, "__code__", None)) is None:
        return ""
    lines = [line for frame, line in walk_tb(error.__traceback__ if error else None) if frame.f_code is code]
    return f"{code.co_filename}, line {(lines or [code.co_firstlineno])[-1]}"


def _as_word(option: Option, value: Value) -> int:
    if isinstance(option, Choice):
        return option.choices.index(str(value))
    return 0 if isinstance(value, str) else int(value)


def _stone(owner: str) -> Piece:
    known = {"white": WHITE_MARKS, "black": BLACK_MARKS}.get(owner, frozenset())
    mark = MARKS.get(owner, owner[-1] if owner[-1].isdigit() else owner[0].upper())
    return Piece(mark, owner, says=_stone_name(owner), known=known | {mark})


def _stone_name(owner: str) -> str:
    """Return a stone's name: colours are inflected in some languages, which a template cannot do."""
    if owner == "white":
        return say("white stone")
    return say("black stone") if owner == "black" else say("{owner} stone", owner=owner)


def _piece_planes(geometry: Ints) -> tuple[int, int]:
    return 3, int(geometry[CELL_COUNT])

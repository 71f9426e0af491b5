"""What a game supplies: rules as kernels, and beside them its options, texts and picture.

An *action* is one atomic decision (a stone, "end the turn", a die); a *turn* is everything a player does before another
player acts. Kernels know actions, people write turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from pickle import PicklingError
from typing import TYPE_CHECKING, Protocol

import numpy as np

from byways import defaults
from byways.kernels import Ints, Kernel, Reals, Wide, Words, compiled
from byways.options import SWAP, Option, Value, read_all

if TYPE_CHECKING:
    from byways.picture import Handout, Item, Picture
    from byways.state import State
    from byways.texts import Texts


def beside(module_file: str, name: str) -> Path:
    """A data file that lies beside a module and is read when it is needed."""
    return Path(module_file).with_name(name)


def read_beside(module_file: str, name: str) -> str:
    """The text of a data file that lies beside a module, such as a game's rules page."""
    return beside(module_file, name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Translation:
    """A game in another language."""

    catalogue: str = ""
    """A gettext catalogue, the text of a PO file."""
    rules: str = ""
    """The rules page; empty where it is to be shown in English."""


def translation_beside(module_file: str) -> Callable[[str], Translation | None]:
    """What lies beside a module for a language: `es.po` and `rules.es.md`, say; either may be missing."""

    def read(language: str) -> Translation | None:
        files = (Path(module_file).with_name(name) for name in (f"{language}.po", f"rules.{language}.md"))
        texts = [file.read_text(encoding="utf-8") if file.exists() else "" for file in files]
        return Translation(*texts) if any(texts) else None

    return read


@dataclass(frozen=True)
class Kernels:
    """The rules as kernels; each must carry the signature named here from `byways.defaults`.

    Arrays are int16 vectors: `geometry` is constant for a game and its options, `state` begins with the header of
    `byways.header`. A player is an index from 0. No kernel may keep anything between calls.
    """

    setup: Kernel
    """SETUP: (geometry, state). Write the start position to `state`, which is all zeros."""
    legal_actions: Kernel
    """LEGAL: (geometry, state, out) -> count. Write the legal actions to `out`, ascending; 0 when the game is over.
    At chance nodes: what the dice may show."""
    apply: Kernel
    """APPLY: (geometry, state, action). Play a legal action in place, unchecked."""
    num_actions: Kernel
    """COUNT: (geometry,) -> every action lies in 0 … num_actions - 1."""
    allows: Kernel = defaults.allows
    """ALLOWS: (geometry, state, action) -> 1 where one action, from 0 to num_actions - 1, is legal, else 0: as
    `legal_actions` says, but without looking at all the others. Left out: -1, and callers look in the list."""
    outcome: Kernel = defaults.outcome
    """OUTCOME: (geometry, state, values) -> 0 while the game goes on, else 1 + the index of its reason; then values[p]
    is the result of player p from 0 (lost) to 1 (won); -1: it is an estimate, in a `stand_in` for engines. Costly
    counting at the end of a game belongs here, not in `apply`. Left out: read from the header's REASON and WINNER."""
    settle: Kernel = defaults.settle
    """SETUP: (geometry, state). Judge a position that was set up by hand, where a turn begins: end the game if it is
    over. Left out: nothing to judge."""
    chances: Kernel = defaults.chances
    """CHANCES: (geometry, state, weights). The relative weight of each legal action at a chance node. Left out: 1."""
    choose: Kernel = defaults.choose
    """CHOOSE: (geometry, state, legal, count, rng) -> action. How the game's random player picks one of `count` legal
    actions. Left out: uniformly."""
    playout: Kernel = defaults.playout
    """PLAYOUT: (geometry, state, rng, values) -> 1. Play the random game to its end in place, faster than by
    `legal_actions`, `choose` and `apply` but with the same statistics, and write its values. Left out: the kernel
    returns 0, and callers go the slow way."""
    traced: Kernel = defaults.traced
    """TRACED: (geometry, state, rng, values, trace) -> count. As `playout`, but it also writes what was played as pairs
    (player, action) to `trace`, as many as fit, and returns how many pairs. Left out: -1, and searches that would
    learn from it do without."""
    evaluate: Kernel = defaults.evaluate
    """EVALUATE: (geometry, state, values) -> 1, or 2 where a random game from there would add little to it. Estimate
    the players' values, from 0 to 1, without playing on. Left out: the kernel returns 0, no opinion."""
    order: Kernel = defaults.order
    """ORDER: (geometry, state, legal, count, scores). How promising each of `count` legal actions looks before any
    search, the better the higher, from 0 to 1000. Left out: all alike."""
    forcing: Kernel = defaults.forcing
    """LEGAL: as `legal_actions`, but only those that must be looked at before a position may be called quiet: captures,
    threats to win. Left out: none."""
    observe: Kernel = defaults.observe
    """OBSERVE: (geometry, state, player, planes). Write what a learner sees; `planes` is float32, all zeros, with
    shape `Game.observation_shape`. Left out: one row, the state vector itself."""
    key: Kernel = defaults.key
    """KEY: (geometry, state) -> a 64-bit key of all that later play depends on; repetitions are counted by it.
    Left out: of all words except QUIET."""
    symmetry: Kernel = defaults.symmetry
    """SYMMETRY: (geometry, state, index, image, actions) -> how many symmetries there are, as many for every state.
    Write the image of the state under symmetry `index` and, for each action, the action it becomes. Index 0 is the
    identity. A symmetry may exchange the two players. Left out: only the identity."""


@dataclass(frozen=True)
class Form:
    """A two-player game's positions in another shape, such as bitboards, in which proofs are searched faster.

    Its positions are vectors that begin with the same header; the actions are the game's own. Its kernels obey the
    contract of `Kernels`, with the game's geometry.
    """

    width: Callable[[Ints], int]
    pack: Kernel
    """PACK: (geometry, state, packed). Write a state to a vector of zeros."""
    legal_actions: Kernel
    apply: Kernel
    key: Kernel
    outcome: Kernel = defaults.outcome
    symmetry: Kernel = defaults.symmetry
    order: Kernel = defaults.order
    judge: Kernel = defaults.judge
    """JUDGE: (geometry, packed, numbers) -> 1 + the player who is seen to win with best play, or 0; then numbers[p]
    says how much it looks like to prove that player p wins, 1 or more."""


class Rivals(Protocol):
    """The promising turns of one state, for `byways.search.halving`. All values are the mover's, from 0 to 1."""

    @property
    def turns(self) -> Sequence[tuple[int, ...]]:
        """Their actions, the most promising turn first; one that is empty where dice are to be rolled."""

    @property
    def guesses(self) -> Sequence[float]:
        """What each looks worth at first sight."""

    @property
    def proved(self) -> bool:
        """Whether there is one turn only, which is known to be best, and its guess is its exact value."""

    @property
    def look_costs(self) -> int:
        """How many simulations a look counts as."""

    def look(self, i: int) -> float:
        """What a turn looks worth one step ahead."""

    def play(self, still: Wide, begin: int, end: int, sums: Reals, visits: Wide) -> None:
        """Play games number `begin` to `end` - 1: game n goes on from turn `still[n % size]` under dice number
        n // size. Add their values to `sums` and 1 each to `visits`, both by turn."""


class Quest(Protocol):
    """A search of one position for something that it holds, such as its longest paths, for `byways solve`."""

    def run(
        self,
        *,
        seconds: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[str], None] = lambda said: None,
    ) -> bool:
        """Search on until all is proved, the time is over, or `stop()`; return whether all is proved."""

    def text(self) -> str:
        """What is known, in lines."""

    def facts(self) -> dict[str, object]:
        """What is known, for JSON."""

    def picture(self) -> Picture:
        """What is known, drawn."""


class Puzzle(Protocol):
    """A position with a question that has one answer."""

    @property
    def variant(self) -> Variant:
        """The game and its options."""

    @property
    def vector(self) -> Ints:
        """The position's state vector."""

    @property
    def grade(self) -> int:
        """How hard it is, from 1."""

    @property
    def question(self) -> str:
        """What is asked, in a sentence."""

    @property
    def answer(self) -> str:
        """The answer."""

    def picture(self) -> Picture:
        """The position, drawn without the answer."""

    def facts(self) -> dict[str, object]:
        """All of it but the position, for JSON."""


@dataclass(frozen=True)
class Hints:
    """How a game is best searched. Left out: plain Monte Carlo tree search."""

    method: str = "mcts"
    """"mcts" or "alphabeta"; the latter wants `evaluate`, two players and no dice."""
    knobs: Mapping[str, float] = field(default_factory=dict)
    """Settings of `byways.search.mcts.KNOBS` that differ from plain UCT's."""
    weights: Callable[[Ints], Mapping[str, int]] = field(default=lambda geometry: {})
    """(geometry,) -> where in the geometry vector each weight of `evaluate` and `order` stands, by its name, so that
    `byways.arena.tuning` can change it without compiling anything."""
    rivals: Callable[[State, int | None], Rivals] | None = None
    """(state, seed) -> the turns that a search compares by playing on from each, which then takes the place of the
    other methods. For games of dice with far too many turns for a tree."""
    pupil: Callable[[int], Callable[[State, int | None], Rivals]] | None = None
    """(games,) -> `rivals` by what had been learnt after so many games, of which a few are kept (OptionError: none of
    them), for weaker levels. Left out: nothing is kept."""
    greedy: Callable[[State, Words], tuple[int, ...]] | None = None
    """(state, rng) -> the actions of a player who looks at nothing but the score after the turn. Left out: nobody."""
    glance: Kernel = defaults.glance
    """GLANCE: (geometry, state, player) -> how good a state looks to a beginner whose turn has led to it, the better
    the higher: what can be counted on the board, without looking on. Left out: all alike."""
    kernels: tuple[Kernel, ...] = ()
    """The kernels that `rivals` and `greedy` call, so that they can be compiled beforehand."""
    ladder: Path | None = None
    """A file with the ten levels as `scripts/levels` measured them (`byways.search.levels`)."""


@dataclass(frozen=True)
class Game:
    """A game: all that the library, the engines, the terminal and the site need to offer it."""

    name: str
    """The id: a lower-case word, such as "troll"."""
    title: str
    designer: str
    credit: str
    """One sentence: where the rules come from and under which licence they stand."""
    summary: str
    """One sentence for a list of games."""
    options: tuple[Option, ...]
    players: Callable[[Mapping[str, Value]], tuple[str, ...]]
    """The players' names, such as ("white", "black"), in order of their index."""
    reasons: tuple[str, ...]
    """How a game may end, such as ("connection", "blocked")."""
    geometry: Callable[[Mapping[str, Value]], Ints]
    """The constant vector for the options. Its first word says whether the pie rule is on (`byways.header`)."""
    width: Callable[[Ints], int]
    """The length of a state vector."""
    kernels: Kernels
    texts: Texts
    picture: Callable[[State], Picture]
    hints: Hints = field(default_factory=Hints)
    form: Callable[[Mapping[str, Value]], Form | None] = field(default=lambda options: None)
    """(options,) -> in which form proofs are searched; None: in the game's own."""
    stand_in: Callable[[State], State] = field(default=lambda state: state)
    """What engines search in place of a state: a state with the same turns whose end random play can judge better."""
    known_turn: Callable[[State], tuple[str, float] | None] = field(default=lambda state: None)
    """The best turn of a state, and its value for the player to move, where the game knows it without a search."""
    commuting: bool = False
    """Whether the actions of one turn may be taken in any order and make the same turn (a pair of stones)."""
    dice: bool = False
    """Whether chance ever moves."""
    repetition: str = ""
    """The name of the option that counts repetitions to a draw; empty where positions cannot come again or may."""
    hide: Callable[[Ints, Ints, int], None] | None = None
    """(geometry, state, player): remove from a state vector, in place, what `player` (-1: a spectator) may not know."""
    secret_turns: Callable[[State], int] = field(default=lambda state: 0)
    """How many of the last turns are still hidden from everybody but the player who made them."""
    secret: Callable[[State], bool] = field(default=lambda state: False)
    """Whether the turn now to be played stays hidden from the other players for a while."""
    quest: Callable[[State], Quest] | None = None
    """What `byways solve` looks for in a position of this game. Left out: nothing."""
    puzzle: Callable[[Variant, int, int], Puzzle] | None = None
    """(variant, grade, seed) -> a puzzle; it raises OptionError where there is none. Left out: no puzzles."""
    costly_end: Callable[[Variant], bool] = field(default=lambda variant: False)
    """Whether judging, explaining or showing even a single finished game counts so much that machine code pays."""
    tally: Callable[[State], tuple[tuple[str, ...], dict[str, int]]] | None = None
    """Of a finished game: who won or shares the first place, and the scores by player. Left out: whoever has the value
    1 wins; 1 for a win, -1 for a loss, 0 for a draw."""
    explain: Callable[[State], str] | None = None
    """One or two sentences that say how a finished game was decided: which chain, which path, which count."""
    preview: Callable[[State, tuple[int, ...]], tuple[Item, ...]] = field(default=lambda state, actions: ())
    """What to draw at the pointer before the actions are taken: the discs that flip, the tile, the landing."""
    foretell: Callable[[State, tuple[int, ...]], str] = field(default=lambda state, actions: "")
    """What is to be said of it to who does not see it, such as how long a path then is; of no actions, how long it is
    now. Left out: nothing."""
    hand: Callable[[State], Picture | None] = field(default=lambda state: None)
    """What the player to move is about to place, drawn beside the boards, such as the tile that was rolled."""
    scale: Callable[[Variant], tuple[float, float, str]] = field(default=lambda variant: (0.0, 100.0, "%"))
    """What the values 0 and 1 of a position mean to people, and the unit, such as points that one player collects."""
    insight: Callable[[State], tuple[str, tuple[Item, ...]]] = field(default=lambda state: ("", ()))
    """What a review says of a position by the rules alone, and what it can draw of that. It must be cheap. Where there
    are several boards an item is drawn on its owner's."""
    handouts: Callable[[Variant], tuple[Handout, ...]] | None = None
    """What people print to play on paper. Left out: the board as it is at the start."""
    prompt: Callable[[State], str] = field(default=lambda state: "")
    """What the player to move is asked for, such as "Place a second stone or end the turn". The state may lie in the
    middle of a turn."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What stands on the button for a word in `Texts.clicks`, such as "end": "End the turn". Under "puzzle": what a
    puzzle of the kind *most* asks, with the fields {player} and {best}; under "next": what is asked instead of the
    prompt when an action has been begun by a click on the board."""
    rules: str = ""
    """The rules page in Markdown, with the numbered decisions; a fenced block `position` is shown as a picture."""
    lessons: str = ""
    """A guided first game as TOML, which `byways.lessons` describes. Left out: none."""
    translation: Callable[[str], Translation | None] = field(default=lambda language: None)
    """(language,) -> the game in that language, such as "es". Texts that are to be translated with their fields are
    made by `byways.said`. Left out: the game speaks English in every language."""
    pack: Path | None = None
    """A JSON file with puzzles, which `byways.puzzles` describes. Left out: none."""
    observation_shape: Callable[[Ints], tuple[int, int]] | None = None
    """(planes, words) that `observe` fills. Left out: (1, width)."""
    people: Mapping[str, Value] = field(default_factory=dict)
    """Options that the site and the terminal start with where they differ from the library's defaults."""
    tag: Callable[[Mapping[str, Value]], str] = field(default=lambda options: "")
    """A short text that a record keeps beside the options, such as the hash of a data file; empty for none."""

    def variant(self, given: Mapping[str, object] | None = None) -> Variant:
        """This game with its options fixed. Raises OptionError."""
        return Variant(self, read_all(self.options, given or {}))


class Variant:
    """A game with its options fixed: everything about it that does not change during play."""

    def __init__(self, game: Game, options: Mapping[str, Value]) -> None:
        self.game = game
        self.options = dict(options)
        self.kernels = game.kernels
        self.geometry = game.geometry(options)
        self.players = game.players(options)
        self.width = game.width(self.geometry)
        self.num_actions: int = game.kernels.num_actions(self.geometry)
        self.repetition = int(options.get(game.repetition, 0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and (self.game, self.options) == (other.game, other.options)

    def __hash__(self) -> int:
        return hash((self.game.name, tuple(self.options.items())))

    def __reduce__(self) -> tuple[object, ...]:
        if self.kernels is not self.game.kernels or not np.array_equal(self.geometry, self.game.geometry(self.options)):
            raise PicklingError(f"{self.game.name} is changed: only variants that `Game.variant` gives are pickled")
        return Variant, (self.game, self.options)

    @property
    def swap_action(self) -> int:
        """The action `swap`, always the last; -1 where the pie rule is off."""
        return self.num_actions - 1 if self.options.get(SWAP.name) else -1

    @property
    def observation_shape(self) -> tuple[int, int]:
        """(planes, words) that the kernel `observe` fills."""
        shape = self.game.observation_shape
        return shape(self.geometry) if shape else (1, self.width)

    def clicks(self, state: Ints, action: int) -> tuple[str, ...]:
        """What a person points at for a legal action, in order: points, their sides, or words that become buttons."""
        return ("swap",) if action == self.swap_action else self.game.texts.clicks(self, state, action)

    @cached_property
    def option_texts(self) -> dict[str, str]:
        """The options as texts, without those at their defaults, but always the first (the size of the board)."""
        every = {option.name: option for option in self.game.options}
        first = next(iter(every), None)
        return {
            name: every[name].write(value)
            for name, value in self.options.items()
            if name == first or value != every[name].default
        }

    def blank(self) -> Ints:
        """A state vector of zeros."""
        return np.zeros(self.width, dtype=np.int16)

    def start(self) -> Ints:
        """The state vector of the start position."""
        state = self.blank()
        self.kernels.setup(self.geometry, state)
        return state

    def legal_actions(self, state: Ints) -> list[int]:
        """The legal actions, ascending."""
        out = np.empty(self.num_actions, dtype=np.int16)
        count = self.kernels.legal_actions(self.geometry, state, out)
        return [int(action) for action in out[:count]]

    def allows(self, state: Ints, action: int) -> bool:
        """Whether any number is a legal action. Cheap where the game can say so of one action alone."""
        if not 0 <= action < self.num_actions:
            return False
        said = self.kernels.allows(self.geometry, state, action)
        return bool(said) if said >= 0 else action in self.legal_actions(state)

    def outcome(self, state: Ints, values: Reals) -> int:
        """The kernel `outcome`, as machine code where the game says that its end is costly."""
        judge = compiled(self.kernels.outcome) if self.game.costly_end(self) else self.kernels.outcome
        reason: int = judge(self.geometry, state.copy(), values)  # machine code takes no read-only arrays
        return reason

    def apply(self, state: Ints, action: int) -> Ints:
        """The state after a legal action, unchecked; `state` itself stays."""
        after = state.copy()
        self.kernels.apply(self.geometry, after, action)
        return after

    def apply_all(self, state: Ints, actions: Iterable[int]) -> Ints:
        """The state after legal actions one after another, unchecked; `state` itself stays."""
        for action in actions:
            state = self.apply(state, action)
        return state

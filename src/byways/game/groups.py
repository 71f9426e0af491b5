"""The groups of which a game consists. Each kernel's type is named in `byways.kernels.signatures`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from byways.game import wrappers
from byways.game.protocols import PositionSearch, Puzzle
from byways.kernels import Bits, Ints, Kernel
from byways.kernels.signatures import (
    Allows,
    Apply,
    BeginnerEval,
    Chances,
    Choose,
    Estimate,
    Evaluate,
    Key,
    LegalActions,
    Mask,
    Observe,
    Order,
    Outcome,
    Pack,
    Playout,
    PlayoutTrace,
    Setup,
    Symmetry,
)
from byways.rules import defaults
from byways.rules.options import Value
from byways.rules.picture import Handout, Item, Picture
from byways.rules.position import Position
from byways.rules.side_panel import Gallery, Panel
from byways.rules.texts import Texts

if TYPE_CHECKING:
    from byways.game import Game, Variant
    from byways.game.board_reading import BoardSlice

Options: TypeAlias = Mapping[str, Value]
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Always(Generic[T_co]):
    """A function of a game that says the same whatever it is asked."""

    says: T_co

    def __call__(self, *given: object) -> T_co:
        """Return it."""
        return self.says


@dataclass(frozen=True)
class About:
    """The game's name and origin."""

    name: str
    """The id: a lower-case word, such as "troll"."""
    title: str
    designer: str
    summary: str
    """One sentence for a list of games."""
    credit: str = ""
    """One sentence: the source of the rules and their licence. Default: the designer's."""

    def __post_init__(self) -> None:
        if not self.credit:
            object.__setattr__(self, "credit", f"Rules by {self.designer}; a game's rules are free to play.")


@dataclass(frozen=True)
class Piece:
    """A kind of piece. Default: a stone for each player."""

    mark: str
    """The letter that shows it in a position's text."""
    owner: str = ""
    """The player it belongs to; empty for none."""
    kind: str = "stone"
    """One of `byways.rules.picture.KINDS`, which decides how it is drawn."""
    says: str = ""
    """What a screen reader says of it."""
    known: frozenset[str] = frozenset()
    """Other marks that are read as this one."""


@dataclass(frozen=True)
class Counter:
    """A number, or several, that a state holds behind the cells."""

    name: str
    """How a position's text calls it."""
    each: bool = False
    """Whether every player has one."""
    count: int | Callable[[Options], int] = 1
    """How many numbers it has (with `each`: for every player)."""
    shown: bool = True
    """Whether the default picture shows it."""
    written: bool = True
    """Whether a position's text has it; if not, it is 0 in a position that is read."""


@dataclass(frozen=True)
class Rules:
    """The rules as kernels. Each takes the geometry and the state first; only `apply` is always needed."""

    apply: Apply
    """(geometry, state, action). Play a legal action in place, unchecked."""
    allows: Callable[[Ints, Ints, int], bool] | Allows | None = None
    """(geometry, state, action) -> whether the action is legal. Not asked when the game is over. One that returns an
    `int` may say -1, no opinion: then the list of `legal_actions` decides; it is asked at the end of the game too."""
    legal_actions: LegalActions | None = None
    """(geometry, state, out) -> count. Write the legal actions to `out`, ascending; 0 when the game is over. At chance
    nodes: what the dice may show. Default: every action that `allows` accepts. Give it where most actions are illegal;
    then `allows` may be left out."""
    setup: Setup = wrappers.begin
    """(geometry, state). Write the start to a state of zeros. Default: an empty board, the first player to move."""
    judge: Apply | None = None
    """(geometry, state, cell). End the game if the piece on a cell decides it. `apply` may end with a call of it, and a
    position that was set up by hand is judged by it, piece by piece."""
    settle: Setup | None = None
    """(geometry, state). End the game where a position that was set up by hand, at the beginning of a turn, is over.
    Default: by `judge`."""
    outcome: Outcome = defaults.outcome
    """(geometry, state, values) -> 0 while the game goes on, else 1 + the index of its reason; then values[p] is the
    result of player p from 0 (lost) to 1 (won). -1: it is an estimate, in a position that engines search instead.
    Costly counting at the end belongs here, not in `apply`. Default: as `finish` said."""
    chances: Chances = defaults.chances
    """(geometry, state, weights). Write the relative weight of each legal action at a chance node. Default: 1."""
    key: Key = defaults.key
    """(geometry, state) -> a 64-bit key of all that later play depends on. Default: of all words except QUIET."""
    symmetry: Symmetry = defaults.symmetry
    """(geometry, state, index, image, actions) -> the number of symmetries, the same for every state. Write the image
    of the state under symmetry `index` and, for each action, the action it becomes. Index 0 is the identity. A symmetry
    may exchange the two players. Default: only the identity."""
    commuting: bool = False
    """Whether the actions of one turn may be taken in any order and make the same turn (a pair of stones)."""
    single: bool = False
    """Whether every turn is one action whose text is the same in every position: then the texts are written once."""
    repetition: str = ""
    """The name of the option, a `Whole`, that says how often a position must come up for a draw; its 0 means never. The
    draw has the reason "repetition". Default: repetitions are not counted, whatever the options are called."""
    longest: Callable[[Options], int] | None = None
    """(options,) -> how many actions a game has at most, dice and `swap` aside. Default: no bound is known."""
    ranges: Callable[[Options], Sequence[tuple[int, int]]] | None = None
    """(options,) -> the least and the greatest number of each word behind the header, for all that comes from outside.
    Default: cells hold pieces where the texts are the library's, and the other words any number."""
    extra: tuple[Kernel, ...] = ()
    """Further kernels that the game's texts call by `variant.rules.best`, so that they are compiled with the others."""


@dataclass(frozen=True)
class BatchForm:
    """Positions of a game without dice in another shape, such as bitboards, in which batches are stepped faster.

    They are vectors that begin with the same header; the actions, and what is observed, are the game's own. Its random
    player must be uniform. Its kernels obey the contracts of `Rules` and `SearchKernels`, with the game's geometry.
    """

    width: Callable[[Ints], int]
    pack: Pack
    """(geometry, state, packed). Write a state to a vector of zeros."""
    unpack: Pack
    """(geometry, packed, state). Write a packed state to a vector of zeros as the game's own."""
    apply: Apply
    mask: Mask
    observe: Observe
    outcome: Outcome = defaults.outcome
    key: Key = defaults.key


@dataclass(frozen=True)
class SearchKernels:
    """Kernels that make searches stronger or faster. All of them may be left out; none needs to know the pie rule."""

    playout: Playout = defaults.playout
    """(geometry, state, rng, values) -> 1. Play the random game to its end in place, with the same statistics as
    `legal_actions`, `choose` and `apply` but faster, and write its values. The words behind the header may stay
    as they were. Default: action by action."""
    playout_trace: PlayoutTrace = defaults.playout_trace
    """(geometry, state, rng, values, trace) -> count. As `playout`, but also write what was played as pairs (player,
    action) to `trace`, as many as fit, and return how many. Default: searches that would learn from it do without."""
    choose: Choose = defaults.choose
    """(geometry, state, legal, count, rng) -> action. Draw the random player's action. Default: uniformly."""
    evaluate: Evaluate = defaults.evaluate
    """(geometry, state, values) -> 1, or 2 where a random game from there would add little. Estimate the players'
    values, from 0 to 1, without playing on. Default: no opinion."""
    order: Order = defaults.order
    """(geometry, state, legal, count, scores). Write a move-ordering score from 0 to 1000 for each of `count` legal
    actions; higher is tried first. Default: all alike."""
    forcing: LegalActions = defaults.forcing
    """(geometry, state, out) -> count. As `legal_actions`, but only those that must be searched before a position may
    be called quiet: captures, threats to win. Default: none."""
    mask: Mask = defaults.mask
    """(geometry, state, legal) -> count. Write True for each legal action and False for all others, faster than from
    the list of `legal_actions`; return how many are legal. Default: from the list."""
    observe: Observe | None = None
    """(geometry, state, player, planes). Write what a learner sees to float32 `planes`, which are all zeros. Default:
    own pieces, others' pieces, the turn; in games with counters or pieces of their own the state vector."""
    observation_shape: Callable[[Ints], tuple[int, int]] | None = None
    """(geometry,) -> (planes, words) that `observe` fills."""
    observation_range: tuple[float, float] | None = None
    """The least and the greatest number that `observe` writes. Default: those of a state vector's words."""
    observation_rows: int | Callable[[Ints], int] = 1
    """In how many rows the words of a plane lie, in a game without a board; perhaps by the geometry."""
    batch_form: Callable[[Options], BatchForm | None] = Always(None)
    """(options,) -> the form in which batches are stepped; None: the game's own."""
    beginner: BeginnerEval = defaults.beginner
    """(geometry, state, player) -> how good the board looks to a beginner whose turn has led to it. Default: all boards
    look alike."""
    beginner_turn: Callable[[Position, Bits], tuple[int, ...]] | None = None
    """(state, rng) -> the actions of a beginner's turn; no kernel. For games of dice, in place of `beginner`."""
    weights: Mapping[str, int] = field(default_factory=dict)
    """Weights of `evaluate` and `order` by name, which kernels read by `turns.weight`, in this order;
    `scripts/train/tune` changes them without compiling anything."""
    extra: tuple[Kernel, ...] = ()
    """Further kernels that a beginner's turn calls as machine code, so that they are compiled beforehand."""


@dataclass(frozen=True)
class Form:
    """A two-player game's positions in another shape, such as bitboards, in which proofs are searched faster.

    Its positions are vectors that begin with the same header; the actions are the game's own. Its kernels obey the
    contract of `Rules`, with the game's geometry.
    """

    width: Callable[[Ints], int]
    pack: Pack
    """(geometry, state, packed). Write a state to a vector of zeros."""
    legal_actions: LegalActions
    apply: Apply
    key: Key
    count_actions: LegalActions | None = None
    """As `legal_actions`, but `out` may stay as it was, for perft. Default: `legal_actions`."""
    outcome: Outcome = defaults.outcome
    symmetry: Symmetry = defaults.symmetry
    order: Order = defaults.order
    estimate: Estimate = defaults.estimate
    """(geometry, packed, numbers) -> 1 + the player who is seen to win with best play, or 0; then numbers[p] estimates
    the effort of proving that player p wins, 1 or more."""


@dataclass(frozen=True)
class Solving:
    """Parts that proofs and puzzles use."""

    form: Callable[[Options], Form | None] = Always(None)
    """(options,) -> the form in which proofs are searched; None: the game's own."""
    position_search: Callable[[Position], PositionSearch] | None = None
    """(state,) -> what `byways solve` looks for in a position. Default: nothing."""
    puzzle: Callable[[Variant, int, int], Puzzle] | None = None
    """(variant, grade, seed) -> a puzzle; raises OptionError where there is none. Default: no puzzles."""
    costly_end: Callable[[Variant], bool] = Always(False)
    """(variant,) -> whether judging or showing even a single finished game is worth machine code."""


@dataclass(frozen=True)
class Secrets:
    """Kernels for what players do not know of each other."""

    hide: Callable[[Ints, Ints, int], None] | None = None
    """(geometry, state, player). Blank, in place, what `player` (-1: a spectator) may not know."""
    turns: Callable[[Position], int] = Always(0)
    """(state,) -> how many of the last turns are hidden from all but the player who made them."""
    kept: Callable[[Options], bool] = Always(True)
    """(options,) -> whether there are secrets with these options."""
    next: Callable[[Position], bool] = Always(False)
    """(state,) -> whether the turn to be played stays hidden from the other players for a while."""
    independent: bool = False
    """Whether what is hidden has no bearing on how good a player's own turns are, as with sheets that nobody else can
    touch. Engines then search what the player sees; else they do not search, since blanks are not what was chosen."""


@dataclass(frozen=True)
class Goal:
    """What a player is after, in a few words, shown beside their name."""

    you: str
    """To the player: "You join top and bottom"."""
    other: str
    """Of the player: "Joins top and bottom"."""
    way: str = "path"
    """How a sign draws it: "down" the board, "across" it, or as a winding "path"."""
    threat: str = ""
    """What a turn that wins would do: "to join top and bottom"; empty where it just wins."""


@dataclass(frozen=True)
class Interface:
    """The game's looks and texts, where board, pieces and actions do not say it."""

    texts: Callable[[Game], Texts] | None = None
    """A class of texts, usually a `BoardTexts` with some methods of its own."""
    refusal: Callable[[Position, Sequence[int]], str] | None = None
    """(state, actions) -> why a turn is not legal, in a sentence. Default: an occupied cell, another's piece."""
    picture: Callable[[Position], Picture] | None = None
    """(state,) -> what there is to see. Default: the board with its pieces and the last turn."""
    preview: Callable[[Position, tuple[int, ...]], tuple[Item, ...]] | None = None
    """(state, actions) -> what to draw at the pointer before the actions are taken. Default: what they change."""
    describe_preview: Callable[[Position, tuple[int, ...]], str] = Always("")
    """(state, actions) -> the effect of the actions for screen readers, such as the new length of a path; of no
    actions, the present one. Default: nothing."""
    in_the_way: Callable[[Position, tuple[int, ...]], tuple[Item, ...]] | None = None
    """(state, actions) -> what to draw where a turn, or its beginning, may not be played, such as corners that forbid
    it. Default: nothing."""
    explain: Callable[[Position], str] | None = None
    """(state,) -> how a finished game was decided, in one or two sentences."""
    explain_to: Callable[[Position, str], str] | None = None
    """(state, player) -> the same in one sentence to a person who played as one of the players, such as "Your chain of
    29 stones joins top and bottom." Default: what `explain` says."""
    goals: Mapping[str, Goal] = field(default_factory=dict)
    """What each player is after, by player."""
    prompt: Callable[[Position], str] = Always("")
    """(state,) -> what the player to move is asked for. The state may lie in the middle of a turn."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The text on the button for a word among the actions, such as "end": "End the turn". Under "sure WORD": what is
    asked back before the word is played, if it ends the game; under "next WORD": what replaces the prompt when the word
    has begun an action, and under "next" when a click on the board has. Under "puzzle": what a puzzle of the kind
    *most* asks, with the fields {player} and {best}, and under "task" the same in a few words; under "gallery":
    the text on the button that opens it."""
    panel: Callable[[Position, str | None, tuple[int, ...]], Panel] = Always(())
    """(state, player, actions) -> the side panel for a player (None: a spectator) after the actions
    of the player to move; of no actions, now. As long as a game lasts the blocks keep their order."""
    gallery: Callable[[Position, str | None], Gallery | None] = Always(None)
    """(state, player) -> everything that dice may bring, shown on demand. Default: nothing."""
    to_place: Callable[[Position], Picture | None] = Always(None)
    """(state,) -> what the player to move is about to place, drawn beside the boards, such as a rolled tile."""
    scale: Callable[[Variant], tuple[float, float, str]] = Always((0.0, 100.0, "%"))
    """(variant,) -> what the values 0 and 1 of a position mean to people, and their unit, such as points."""
    remark: Callable[[Position], str] = Always("")
    """(state,) -> what a review says of a position by the rules alone; it must be cheap."""
    tally: Callable[[Position], tuple[tuple[str, ...], dict[str, int]]] | None = None
    """(state,) -> of a finished game, who won or shares the first place, and the scores by player. Default: by the
    values of `outcome`; 1 for a win, -1 for a loss, 0 for a draw."""
    sheets: Callable[[Variant], tuple[BoardSlice, ...]] | None = None
    """(variant,) -> the boards that `state.board` and `state["d5"]` read. Default: the game's board."""
    handouts: Callable[[Variant], tuple[Handout, ...]] | None = None
    """(variant,) -> what people print to play on paper. Default: the board as it is at the start."""
    say_turn: Callable[[str], str] | None = None
    """(turn,) -> a turn in words, for lists that people read. Default: as it is written, which suits names of cells."""
    new_round: Callable[[str], bool] | None = None
    """(turn,) -> whether a round begins with a turn. Default: when a player comes before the last mover, in the
    order of the players; no rounds with dice."""
    defaults: Mapping[str, Value] = field(default_factory=dict)
    """Options that the site and the terminal start with where they differ from the library's defaults."""
    data_hash: Callable[[Options], str] = Always("")
    """(options,) -> a short text that a record keeps beside the options, such as the hash of a data file."""

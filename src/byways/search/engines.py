"""Engines as values: how a game is searched, composed from parts, printed, compared and sent to workers.

    Mcts(rave=500.0, exploration=0.0, solve=1.0)
    AlphaBeta()
    Halving(Rollouts)
    KnownEnding(best_claim, then=Surrogate(best_paths, then=Mcts(leaf=0.3, widen=0.6)))

The innermost part is the engine's core, for which levels and tuning put in another (`with_core`). `Engine.search` adds
the pie rule: no part has to know of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, fields, replace
from functools import partial
from secrets import randbits
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

import numpy as np

from byways.errors import OptionError
from byways.kernels import Kernel, Reals
from byways.kernels.rng import seeded
from byways.rules.position import Position
from byways.search.alphabeta import ALL
from byways.search.answer import known_answer, unsearched_answer
from byways.search.deepening import Deepening, MultiPv
from byways.search.driver import Budget, FixedAnswer, Search
from byways.search.montecarlo import MonteCarlo
from byways.search.parallel import Parallel
from byways.search.pie_rule import Opening, PieReply, asks_for_pie, swap_open_in, without_pie
from byways.search.random_game import random_move
from byways.search.search_tree import MEGABYTES, Tree
from byways.search.sequential_halving import HalvingSearch, RolloutComparison

if TYPE_CHECKING:
    from byways.game import Variant


@dataclass(frozen=True)
class Resources:
    """The settings of a search beside its state and its budget."""

    seed: int | None = None
    choices: int = 1
    """The number of turns whose value is wanted; 0: the best turn alone, without the line that follows."""
    megabytes: float = MEGABYTES
    threads: int = 1
    tree: Tree | None = None
    """Memory that may serve many searches in turn."""


_NO_LIMIT, _ORDINARY = Budget(), Resources()


class Engine(ABC):
    """A way to search states. Engines never change; `dataclasses.replace` makes others."""

    searches: ClassVar[bool] = False
    """Whether it looks ahead, so that it would take what is blanked for what was chosen."""

    def search(self, state: Position, budget: Budget = _NO_LIMIT, resources: Resources = _ORDINARY) -> Search:
        """Begin a search of a state in which a player or the dice are to move, for `drive` to carry on.

        Values are what the player to move may expect under all rules, the pie rule among them. Raises OptionError
        where the engine does not play the game.
        """
        engine = self.allowed_in(state.variant)
        return (engine.with_pie() if state.variant.is_searched else engine).begin(state, budget, resources)

    def allowed_in(self, variant: Variant) -> Engine:
        """Return the engine as it plays a variant: with a random core where secrets forbid the library's searches.

        What the game itself knows (`KnownEnding`), and a core that its author wrote, stay.
        """
        return self if variant.is_searched or not self.core.searches else self.with_core(AtRandom())

    @abstractmethod
    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        """Begin a search as if there were no pie rule: `swap` is then a turn that changes nothing."""

    def with_pie(self) -> Engine:
        """Return the engine with the pie rule around it."""
        return Pie(then=self)

    @property
    def core(self) -> Engine:
        """The innermost part."""
        return self

    def with_core(self, core: Engine) -> Engine:
        """Return the same engine around another core."""
        return core

    def weaker(self, learnt: int) -> Engine:
        """Return the engine as it was after learning from so many games.

        Raises OptionError where nothing is kept of that.
        """
        if self.core is not self:
            return self.with_core(self.core.weaker(learnt))
        raise OptionError(
            "level.learnt", "this game's engine takes {allowed}: it keeps nothing of what it knew before",
            option="learnt", allowed="no learnt=",
        )  # fmt: skip

    def known(self, state: Position) -> tuple[str, float] | None:
        """Return the best turn and its value for the player to move, or None where that takes a search."""
        return None

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """The kernels that it calls beside the game's rules, to be compiled beforehand."""
        return () if self.core is self else self.core.kernels

    def __repr__(self) -> str:
        shown = []
        for number, field in enumerate(fields(self)):  # type: ignore[arg-type]  # every engine is a dataclass
            value = getattr(self, field.name)
            if value != field.default:
                text = getattr(value, "__name__", None) or repr(value)
                shown.append(text if number == 0 and callable(value) else f"{field.name}={text}")
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, repr=False)
class Mcts(Engine):
    """Monte Carlo tree search; with all parameters at their defaults, UCT with whole random games at the leaves."""

    searches = True
    exploration: float = 0.7
    """The constant of UCB1."""
    rave: float = 0.0
    """The visits at which all moves as first weigh as much as visits; 0: not used (Gelly and Silver, 2007)."""
    leaf: float = 0.0
    """The share of the evaluation in a leaf's value."""
    widen: float = 0.0
    """The children considered are widen * sqrt(visits) + 2; 0: all (Coulom, 2007)."""
    solve: float = 0.0
    """1: back up proofs (Winands et al., 2008)."""

    @property
    def parameters(self) -> Reals:
        """The fields in their order, as the search reads them."""
        return np.array(astuple(self), dtype=np.float64)

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        seed = resources.seed
        megabytes = resources.megabytes
        tree = resources.tree
        if resources.threads > 1 and tree is None:
            trees = Parallel(state, self.parameters, threads=resources.threads, seed=seed, megabytes=megabytes)
            return _within(budget, trees)
        tree = tree or Tree.with_memory(megabytes)
        return _within(budget, MonteCarlo(state, self.parameters, seed=seed, tree=tree, brief=resources.choices == 0))


@dataclass(frozen=True, repr=False)
class AlphaBeta(Engine):
    """Alpha-beta search with iterative deepening, for games of two players without dice that have an evaluation."""

    searches = True
    evaluate: Kernel | None = None
    """In place of the game's own kernel, to compare the two; so the next two."""
    order: Kernel | None = None
    forcing: Kernel | None = None
    parts: int = ALL
    """Bits of `alphabeta.PARTS`, to see what the search is worth without one."""

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        own = {name: k for name in ("evaluate", "order", "forcing") if (k := getattr(self, name)) is not None}
        begin = partial(Deepening, own=own, parts=self.parts, seed=resources.seed)
        megabytes = resources.megabytes
        if resources.choices > 1:
            return _within(budget, MultiPv(state, resources.choices, begin, megabytes))
        return _within(budget, begin(state, megabytes))


@dataclass(frozen=True, repr=False)
class AtRandom(Engine):
    """The game's random player, who sees what the player to move sees and says nothing of values: no search."""

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        seed = randbits(62) if resources.seed is None else resources.seed
        turn = random_move(state, seeded(seed)).text
        return FixedAnswer(unsearched_answer(turn))


class MakeRollouts(Protocol):
    """Makes the rollouts of a state, a class as a rule. A `learnt` of 0 means everything that was learnt."""

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """All kernels that they call as machine code."""

    def __call__(self, state: Position, seed: int | None, learnt: int) -> RolloutComparison: ...


@dataclass(frozen=True, repr=False)
class Halving(Engine):
    """Sequential halving of the promising turns by games played on, for dice with too many turns for a tree."""

    searches = True
    rollouts: MakeRollouts
    learnt: int = 0
    """The number of games that it has learnt from; 0: all."""

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        rollouts = self.rollouts(state, resources.seed, self.learnt)
        return _within(budget, HalvingSearch(state, rollouts, brief=resources.choices == 0))

    def weaker(self, learnt: int) -> Engine:
        return replace(self, learnt=learnt)

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        return self.rollouts.kernels


class Wrapper(Engine):
    """A part that has another engine within, in its last field `then`."""

    then: Engine

    @property
    def core(self) -> Engine:
        return self.then.core

    def known(self, state: Position) -> tuple[str, float] | None:
        return self.then.known(state)

    def with_core(self, core: Engine) -> Engine:
        return replace(self, then=self.then.with_core(core))  # type: ignore[type-var]  # every part is a dataclass


@dataclass(frozen=True, repr=False)
class KnownEnding(Wrapper):
    """No search where the game itself knows the best turn, and its value for the player to move."""

    turn_of: Callable[[Position], tuple[str, float] | None]
    then: Engine

    def known(self, state: Position) -> tuple[str, float] | None:
        return self.turn_of(state) or self.then.known(state)

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        known = self.turn_of(state)
        return self.then.begin(state, budget, resources) if known is None else FixedAnswer(known_answer(*known))


@dataclass(frozen=True, repr=False)
class Surrogate(Wrapper):
    """Another state is searched in place of one: with the same turns, and an end that can be judged better."""

    position: Callable[[Position], Position]
    then: Engine

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        return self.then.begin(self.position(state), budget, resources)


@dataclass(frozen=True, repr=False)
class Weighted(Wrapper):
    """The game's kernels see other weights than its own."""

    weights: tuple[tuple[str, int], ...]
    """By their names in `SearchKernels.weights`."""
    then: Engine

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        other = state.recast(reweighted(state.variant, dict(self.weights)), keys=state.line)
        return self.then.begin(other, budget, resources)


@dataclass(frozen=True, repr=False)
class Pie(Wrapper):
    """The pie rule around an engine that does not know of it."""

    then: Engine

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        if not asks_for_pie(state):
            return self.then.begin(state, budget, resources)

        def begin(state: Position, budget: Budget) -> Search:
            return self.then.begin(state, budget, resources)

        if swap_open_in(state):
            return _within(budget, PieReply(state, begin))
        alone = replace(resources, choices=min(resources.choices, 1))  # of each first turn the value alone is wanted
        opening = Opening(state, lambda state, budget: self.then.begin(state, budget, alone), resources.seed)
        return _within(budget, opening) if opening.openings else begin(without_pie(state), budget)

    def with_pie(self) -> Engine:
        return self


@dataclass(frozen=True, repr=False)
class Capped(Wrapper):
    """At most so many simulations."""

    simulations: int
    then: Engine

    def begin(self, state: Position, budget: Budget, resources: Resources) -> Search:
        return self.then.begin(state, budget & Budget(simulations=self.simulations), resources)

    def with_pie(self) -> Engine:  # inside: an opening shares out what it may spend
        return replace(self, then=self.then.with_pie())


def tuned(engine: Engine, values: Mapping[str, float]) -> Engine:
    """Return the engine with other parameters of its tree search, if it has one, and other weights.

    A name that is neither is an OptionError when a search begins: which weights there are depends on the game.
    """
    core = engine.core
    names = {field.name for field in fields(core)} if isinstance(core, Mcts) else set()
    if isinstance(core, Mcts):
        core = replace(core, **{name: value for name, value in values.items() if name in names})
    weights = tuple((name, round(value)) for name, value in sorted(values.items()) if name not in names)
    return engine.with_core(Weighted(weights, then=core) if weights else core)


def reweighted(variant: Variant, weights: Mapping[str, int]) -> Variant:
    """Return the same variant with other weights in its geometry, by their names in `SearchKernels.weights`.

    Raises OptionError for a name that is not among them.
    """
    other = variant.game.variant(variant.options)
    other.geometry[:] = variant.geometry
    places = variant.weight_places
    for name, value in weights.items():
        if name not in places:
            raise OptionError(
                "engine.weight", "there is no weight {option!r}; there are: {allowed}",
                option=name, allowed=", ".join(places),
            )  # fmt: skip
        other.geometry[places[name]] = value
    return other


S = TypeVar("S", bound=Search)


def _within(budget: Budget, search: S) -> S:
    search.budget = budget
    return search

"""Tuning weights and knobs by self-play: simultaneous perturbation stochastic approximation (Spall, 1992).

Each step draws a random direction, lets the values a little to its one side play the values a little to its other side,
and goes towards the winner. `scripts/tune` runs it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from byways.arena.match import Score, open_game, play_game
from byways.arena.players import Player
from byways.errors import OptionError
from byways.game import Hints, Variant
from byways.kernels import Words
from byways.processes import processes
from byways.registry import find
from byways.rng import draw
from byways.search.analysis import analyse
from byways.search.mcts import KNOBS
from byways.search.tree import Tree
from byways.state import State


@dataclass(frozen=True)
class Dial:
    """One value to be tuned: a weight of the game or a knob of the tree search."""

    name: str
    low: float
    high: float
    reach: float
    """How far to its sides it is tried at first."""


@dataclass(frozen=True)
class Setting:
    """How one side of a tuning game thinks."""

    values: Mapping[str, float]
    method: str
    seconds: float | None
    simulations: int | None


@dataclass(frozen=True)
class Bout:
    """Two settings that meet on some openings, each with either colour."""

    game: str
    options: Mapping[str, object]
    plus: Setting
    minus: Setting
    pairs: int
    opening: int
    seed: int


def present(variant: Variant, names: Sequence[str]) -> dict[str, float]:
    """The values that weights and knobs have now. Raises OptionError for a name that is neither."""
    places = variant.game.hints.weights(variant.geometry)
    found: dict[str, float] = {}
    for name in names:
        if name in places:
            found[name] = float(variant.geometry[places[name]])
        elif name in KNOBS:
            found[name] = float(variant.game.hints.knobs.get(name, KNOBS[name]))
        else:
            allowed = ", ".join((*places, *KNOBS))
            raise OptionError(
                "tuning.name", "there is nothing called {option!r}; there are: {allowed}", option=name, allowed=allowed
            )
    return found


def player_with(setting: Setting, name: str) -> Player:
    """A player that thinks with other values than the game's own."""
    tree: list[Tree] = []
    variants: dict[Variant, Variant] = {}

    def choose(state: State, rng: Words) -> State:
        tree.extend([Tree.with_memory(128)] if not tree else [])
        variant = variants.get(state.variant)
        if variant is None:
            variant = variants[state.variant] = with_weights(state.variant, setting.values)
        knobs = {**variant.game.hints.knobs, **{n: v for n, v in setting.values.items() if n in KNOBS}}
        seen = State(variant, state.view(state.to_move).vector.copy(), keys=state.line)
        hints = Hints(setting.method, knobs)
        seed = draw(rng, 1 << 30)
        found = analyse(seen, setting.seconds, simulations=setting.simulations, seed=seed, hints=hints, tree=tree[0])
        return state.play(str(found.best))

    return Player(name, choose)


def with_weights(variant: Variant, values: Mapping[str, float]) -> Variant:
    """The same variant with other weights in its geometry."""
    other = variant.game.variant(variant.options)
    for name, place in variant.game.hints.weights(variant.geometry).items():
        if name in values:
            other.geometry[place] = round(values[name])
    return other


def play_bout(bout: Bout) -> Score:
    """The score of the plus side."""
    variant = find(bout.game).variant(bout.options)
    plus, minus = player_with(bout.plus, "plus"), player_with(bout.minus, "minus")
    score = Score()
    for i in range(bout.pairs):
        start = open_game(variant, bout.opening, bout.seed + i)
        for seats in ((plus, minus), (minus, plus)):
            winner = play_game(start, seats, bout.seed + i)
            mine = start.players[seats.index(plus)]
            score += Score(int(winner == mine), int(winner is None), int(winner not in (mine, None)))
    return score


def tune(
    game: str,
    options: Mapping[str, object],
    dials: Sequence[Dial],
    *,
    steps: int,
    method: str = "mcts",
    seconds: float | None = None,
    simulations: int | None = None,
    opening: int = 2,
    rate: float = 0.5,
    seed: int = 1,
    jobs: int = 1,
) -> Iterator[tuple[int, dict[str, float], Score]]:
    """After every step (its number, the values now, the score of its games). `rate` is how far, in reaches, a clean
    win of one side moves the values at first; reaches and rates shrink as Spall (1998) advises."""
    chance = random.Random(seed)
    variant = find(game).variant(options)
    values = present(variant, [dial.name for dial in dials])
    with processes(jobs) as spread:
        for step in range(1, steps + 1):
            reach, pace = step**-0.101, rate * (1 + step / (0.1 * steps + 1)) ** -0.602
            signs = {dial.name: chance.choice((-1, 1)) for dial in dials}
            plus, minus = (
                Setting(
                    {d.name: _within(d, values[d.name] + side * signs[d.name] * d.reach * reach) for d in dials},
                    method, seconds, simulations,
                )
                for side in (1, -1)
            )  # fmt: skip
            bouts = [
                Bout(game, options, plus, minus, 1, opening, seed * 1_000_003 + step * 97 + i) for i in range(jobs)
            ]
            score = sum(spread(play_bout, bouts), Score())
            drift = pace * (2 * score.share - 1)
            for dial in dials:
                moved = values[dial.name] + drift * signs[dial.name] * dial.reach
                values[dial.name] = _within(dial, moved)
            yield step, dict(values), score


def _within(dial: Dial, value: float) -> float:
    return min(dial.high, max(dial.low, value))

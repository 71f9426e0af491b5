"""Tuning weights and parameters by self-play: simultaneous perturbation stochastic approximation (Spall, 1992).

Each step draws a random direction, lets the values a little to its one side play the values a little to its other side,
and goes towards the winner. `tune` beside it runs it.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from byways.arena.match import open_game, play_both
from byways.arena.players import Player
from byways.arena.score import Score
from byways.arena.seeds import seed_of
from byways.arena.thinker import Thinker
from byways.errors import OptionError
from byways.game import Variant
from byways.registry import find
from byways.search.engines import Engine, Mcts, tuned
from byways.workers.pool import Pool


@dataclass(frozen=True)
class Dial:
    """One value to be tuned: a weight of the game or a parameter of the tree search."""

    name: str
    low: float
    high: float
    reach: float
    """How far to its sides it is tried at first."""


def present(variant: Variant, core: Engine, names: Sequence[str]) -> dict[str, float]:
    """Return the present values of weights and parameters. Raises OptionError for a name that is neither."""
    found = {name: float(variant.geometry[place]) for name, place in variant.weight_places.items()}
    if isinstance(core, Mcts):
        found |= asdict(core)
    if unknown := [name for name in names if name not in found]:
        raise OptionError(
            "tuning.name", "there is nothing called {option!r}; there are: {allowed}",
            option=unknown[0], allowed=", ".join(found),
        )  # fmt: skip
    return {name: found[name] for name in names}


def play_bout(
    game: str, options: Mapping[str, object], engines: tuple[Engine, Engine], seconds: float | None,
    simulations: int | None, opening: int, seed: int,
) -> Score:  # fmt: skip
    """Play an opening with either colour; return the score of the first engine."""

    def side(engine: Engine) -> Player:
        return Player(repr(engine), Thinker(lambda own: engine, seconds, simulations=simulations))

    return play_both(open_game(find(game).variant(options), opening, seed), side(engines[0]), side(engines[1]), seed)


def tune(
    game: str,
    options: Mapping[str, object],
    dials: Sequence[Dial],
    *,
    steps: int,
    core: Engine | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    opening: int = 2,
    rate: float = 0.5,
    seed: int = 1,
    jobs: int = 1,
) -> Iterator[tuple[int, dict[str, float], Score]]:
    """Yield (number, values, score of its games) after every step.

    The game's engine plays, around another `core` where one is given. `rate` is how far, in reaches, a clean win of one
    side moves the values at first; reaches and rates shrink as Spall (1998) advises.
    """
    chance = random.Random(seed)
    variant = find(game).variant(options)
    engine = variant.game.engine.with_core(core or variant.game.engine.core)
    values = present(variant, engine.core, [dial.name for dial in dials])
    with Pool(jobs) as pool:
        for step in range(1, steps + 1):
            reach = step**-0.101
            pace = rate * (1 + step / (0.1 * steps + 1)) ** -0.602
            signs = {dial.name: chance.choice((-1, 1)) for dial in dials}
            plus, minus = (
                tuned(
                    engine, {d.name: _within(d, values[d.name] + side * signs[d.name] * d.reach * reach) for d in dials}
                )
                for side in (1, -1)
            )
            play = functools.partial(play_bout, game, options, (plus, minus), seconds, simulations, opening)
            seeds = [seed_of(seed, "tuning", step, number) for number in range(jobs)]
            score = sum(pool(play, seeds, ordered=True), Score())
            drift = pace * (2 * score.share - 1)
            for dial in dials:
                moved = values[dial.name] + drift * signs[dial.name] * dial.reach
                values[dial.name] = _within(dial, moved)
            yield step, dict(values), score


def _within(dial: Dial, value: float) -> float:
    return min(dial.high, max(dial.low, value))

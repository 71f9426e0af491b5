"""All games registered with OpenSpiel, as Python games. Importing this module is enough. Needs the extra `openspiel`.

    import pyspiel
    import byways.interop.openspiel

    game = pyspiel.load_game("python_byways_troll(size=6)")

Parameters are the game's options, and `max_length`, after which a game is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyspiel

from byways import registry
from byways.arena.openspiel_games import MAX_LENGTH, OpenSpielGame, Parameters, errors_of_openspiel, game_type, name_of
from byways.game import Game, Variant
from byways.position.state import State
from byways.rules.options import Whole


class NamedGame(OpenSpielGame):
    """A game from its start, as `pyspiel.load_game` makes it of parameters. Raises SpielError for wrong ones."""

    game = ""

    def __init__(self, parameters: Parameters | None = None) -> None:
        given = dict(parameters or {})
        with errors_of_openspiel():
            variant = registry.find(self.game).variant({key: given[key] for key in given if key != MAX_LENGTH})
            super().__init__(State(variant, variant.start()), given)

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.to_string(),)


def load(name: str) -> NamedGame:
    """Return a game by its name and parameters, as `pyspiel.load_game` does once this module is imported."""
    game: NamedGame = pyspiel.load_game(name)
    return game


def register() -> None:
    """Register the games that OpenSpiel does not know yet, such as those given to `byways.register` since."""
    known = set(pyspiel.registered_names())
    for name in registry.names():
        game = registry.find(name)
        if name_of(game) not in known:
            # A class, not a function: OpenSpiel lets go of it when Python has ended, and only classes outlive that.
            made = type(f"{name}_game", (NamedGame,), {"game": name})
            pyspiel.register_game(game_type(game.variant(), _players(game)), made)


def _players(game: Game) -> tuple[int, int]:
    """Return the least and the most players that the game has."""
    counts = {len(variant.players) for variant in _extremes(game)}
    return min(counts), max(counts)


def _extremes(game: Game) -> Iterator[Variant]:
    """Yield the variants in which one option has its least or its greatest value."""
    yield game.variant()
    if callable(game.players):
        for option in game.options:
            if isinstance(option, Whole):
                yield from (game.variant({option.name: value}) for value in (option.low, option.high))


register()

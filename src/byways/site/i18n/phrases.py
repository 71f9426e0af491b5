"""Words and parts of sentences that pages of every kind need, in the language of the request."""

from __future__ import annotations

from collections.abc import Iterable

from byways.game import Game
from byways.rules.options import Whole, read_all
from byways.site.i18n.languages import render
from byways.translatable import capital, listed, text_of

PLAYERS = "players"
"""The option that says how many players there are, in a game that has it."""


def upper(text: str) -> str:
    """Capitalize the first letter of a text."""
    text = render(text)
    first = 1 if text[:1] in "¿¡" else 0
    return text[:first] + text[first : first + 1].upper() + text[first + 1 :]


def player(game: Game, name: str | None) -> str:
    """Return a player's name for the beginning of a sentence."""
    return capital(text_of(game.name, name)) if name else ""


def sentence(text: str) -> str:
    """Return a text as a sentence with a full stop; names of points at its beginning stay in lower case."""
    text = render(text)
    return text if not text or text[-1] in ".!?" else f"{text}."


def turn(text: str) -> str:
    """Return a turn as sentences name it: a comma between its parts would part the sentence."""
    return text.replace(",", " + ")


def several(game: Game, players: Iterable[str]) -> str:
    """Return players' names as in "White and Black"."""
    return listed([player(game, name) for name in players])


def players_option(game: Game) -> Whole | None:
    """Return the option for the number of players, if the game has one."""
    return next((o for o in game.options if isinstance(o, Whole) and o.name == PLAYERS), None)


def players_of(game: Game) -> tuple[str, ...]:
    """Return all players that a game may have."""
    count = players_option(game)
    return game.player_names(read_all(game.options, {count.name: count.high} if count else {}))

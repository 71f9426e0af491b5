"""Words and parts of sentences that pages of every kind need, in the language of the request.

Values of positions, and differences of them, are in the unit of their game: chances in per cent, or points.
"""

from __future__ import annotations

from collections.abc import Iterable

from byways.game import Game, Variant
from byways.rules.options import Whole, read_all
from byways.site.i18n.languages import number, render
from byways.translatable import capital, listed, say, text_of

_UNBROKEN = "\N{NO-BREAK SPACE}"  # between a number and its unit
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


def amount(variant: Variant, share: float, *, exact: bool = False) -> str:
    """Format a difference of two values: "12%", or points for a single player."""
    low, high, unit = variant.game.ui.scale(variant)
    digits = 0 if unit == "%" and not exact else 1
    return _with_unit(variant, number(share * (high - low), digits))


def cost(variant: Variant, share: float) -> str:
    """Return a turn's evaluation loss as text, for use within a sentence."""
    low, high, unit = variant.game.ui.scale(variant)
    if unit != "%":
        return amount(variant, share)
    return say("{number}%", number=number(share * (high - low)))


def worth(variant: Variant, value: float) -> str:
    """Format a value."""
    low, high, unit = variant.game.ui.scale(variant)
    return _with_unit(variant, number(low + value * (high - low), 0 if unit == "%" else 1))


def _with_unit(variant: Variant, text: str) -> str:
    _, _, unit = variant.game.ui.scale(variant)
    if unit == "%":
        return render(say("{value}%", value=text))
    return f"{text}{_UNBROKEN}{render(text_of(variant.game.name, unit))}"

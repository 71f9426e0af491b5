"""Remarks on a position of The Long Way: the path as it would be now, and the actions that the dice allow."""

from __future__ import annotations

from byways.game import Variant
from byways.games.longway.actions import CAFE, begins
from byways.games.longway.layout import DARK, LIGHT, PLAYING, own_sheet
from byways.games.longway.result import HIGHEST_WORTH, LOWEST_WORTH, in_proportion, walk_of, walk_on
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.translatable import Catalogue, joined, marked

TEXTS = Catalogue("longway")
say, say_many, capital = TEXTS.say, TEXTS.say_many, TEXTS.capital


def scale(variant: Variant) -> tuple[float, float, str]:
    """Return the range and unit of values: points for a single player, else the chance of winning."""
    if len(variant.players) > 1:
        return 0.0, 100.0, "%"
    return LOWEST_WORTH, in_proportion(variant.geometry, HIGHEST_WORTH), marked("points")


def remark(state: Position) -> str:
    """Describe every player's path, which the picture shows, with its score, and where the rolled tile fits."""
    if not state.vector[PLAYING] or state.vector[TO_MOVE] == NOBODY:
        return ""
    sentences: list[str] = []
    for player, owner in enumerate(state.players):
        points, legs = walk_of(state, player)
        sentences.append(_shopper(owner if len(state.players) > 1 else "", points, legs))
    if fits := _places(state):
        sentences.append(fits)
    return joined(sentences)


def describe_preview(state: Position, actions: tuple[int, ...]) -> str:
    """Describe the path over the sheet of the player to move after the actions."""
    player = int(state.vector[TO_MOVE])
    after = state.variant.apply_all(state.vector, actions)
    if player < 0 or not after[PLAYING]:
        return ""
    points, legs = walk_on(state.variant.geometry, after, own_sheet(state.variant.geometry, player))
    if not legs:
        return say("the shopper finds no path and scores 0")
    return say("the shopper walks {spaces} and scores {score}", **_counted(points, legs))


def _shopper(owner: str, points: int, legs: list[list[int]]) -> str:
    """Describe the walk and the score that a player's shopper would have now; `owner` is "" for a single player."""
    if not legs:
        if not owner:
            return say("The shopper would now find no path and score 0.")
        return say("{player}'s shopper would now find no path and score 0.", player=capital(owner))
    if not owner:
        return say("The shopper would now walk {spaces} and score {score}.", **_counted(points, legs))
    template = marked("{player}'s shopper would now walk {spaces} and score {score}.")
    return say(template, player=capital(owner), **_counted(points, legs))


def _counted(points: int, legs: list[list[int]]) -> dict[str, str]:
    """Return the number of spaces that the legs lead over, and their score, as fields of a text."""
    spaces = len({cell for leg in legs for cell in leg})
    return {
        "spaces": say_many("{count} space", "{count} spaces", spaces),
        "score": say_many("{count} point", "{count} points", points),
    }


def _places(state: Position) -> str:
    """Describe in how many places the rolled tile fits; "" if no tile is to be placed."""
    light, dark = int(state.vector[LIGHT]), int(state.vector[DARK])
    if state.vector[TO_MOVE] < 0 or state.vector[PART] > 0 or not (light and dark):
        return ""
    legal = state.variant.legal_actions(state.vector)
    count = sum(action < begins(state.variant.geometry, CAFE) for action in legal)
    if count == 0:
        return say("With {dice} the tile fits nowhere.", dice=f"{light}-{dark}")
    return say_many(
        "With {dice} the tile fits in one place.",
        "With {dice} the tile fits in {count} places.",
        count,
        dice=f"{light}-{dark}",
    )

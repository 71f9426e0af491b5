"""Turns of The Long Way in a few words, as lists of turns have them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from byways.games.longway.picture import SYMBOLS
from byways.translatable import Catalogue, joined, marked

TEXTS = Catalogue("longway")
say, capital = TEXTS.say, TEXTS.capital

SIDES = {
    "N": marked("{cell} north"),
    "E": marked("{cell} east"),
    "S": marked("{cell} south"),
    "W": marked("{cell} west"),
}

SIDE_NAMES = {
    "N": marked("the north side of {cell}"),
    "E": marked("the east side of {cell}"),
    "S": marked("the south side of {cell}"),
    "W": marked("the west side of {cell}"),
}


def side_name(name: str) -> str:
    """Return the name of a side in words, as sentences have it."""
    return say(SIDE_NAMES[name[-1]], cell=name[:-1])


@lru_cache(maxsize=4_096)  # a list is made anew at every turn
def say_turn(turn: str) -> str:
    """Return a turn in words, such as "Sofa on d3, wall e4 west"; what is hidden stays as it is."""
    match turn.split():
        case "setup", entrance, exit_:
            return say("Entrance {entrance}, exit {exit}", entrance=_side(entrance), exit=_side(exit_))
        case "roll", dice:
            return say("Roll {dice}", dice=dice)
        case "light", face:
            return say("Light {face}", face=face)
        case "dark", face:
            return say("Dark {face}", face=face)
        case "reroll", "light":
            return say("Reroll the light die")
        case "reroll", "dark":
            return say("Reroll the dark die")
        case "cafe", one, other:
            return say("Cafeteria {one}-{other}", one=one, other=other)
        case "tile", _, display, *bonus:
            cell, symbol = display.split("=")
            shown = say("{display} on {cell}", display=capital(SYMBOLS[int(symbol) - 1]), cell=cell)
            return joined([shown, _bonus(bonus)], ", ")
    return turn


def _bonus(words: Sequence[str]) -> str:
    match words:
        case "wall", side:
            return say("wall {side}", side=_side(side))
        case "door", side:
            return say("doorway {side}", side=_side(side))
        case ("coins",):
            return say("2 coins")
    return ""


def _side(name: str) -> str:
    return say(SIDES[name[-1]], cell=name[:-1])

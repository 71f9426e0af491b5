"""What the rules of The Long Way bring about in play, for reports to count: of all players together, a player."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from byways.game.events import SHARE, Event
from byways.games.longway.layout import LIGHT, own_sheet
from byways.games.longway.result import MARKS, RUBRIC, path_facts, walk_of
from byways.games.longway.sheet import COINS
from byways.games.longway.tiles import FACES
from byways.rules.position import Position

BONUSES = ("wall", "door", "coins")


def _words(after: Position) -> list[str]:
    return str(after.turn).split()


def _is_choice(after: Position) -> bool:
    """Return whether a turn says what is done with the dice: a tile, a cafeteria or a stop."""
    return _words(after)[0] in ("tile", "cafe", "stop")


def uses_tile(before: Position, after: Position) -> bool | None:
    """Return whether the rolled tile is drawn; None for the set-up and rerolls."""
    return _words(after)[0] == "tile" if _is_choice(after) else None


def has_bonus(before: Position, after: Position) -> bool | None:
    """Return whether a display earns a bonus; None for turns without a tile."""
    return any(word in BONUSES for word in _words(after)) if uses_tile(before, after) else None


def _is_bonus(bonus: str) -> Callable[[Position, Position], bool | None]:
    return lambda before, after: bonus in _words(after) if has_bonus(before, after) else None


def _uses_shape(light: int) -> Callable[[Position, Position], bool | None]:
    return lambda before, after: uses_tile(before, after) if before.vector[LIGHT] == light else None


def _of_players(begins: str) -> Callable[[Position, Position], float]:
    """Return what counts the turns that begin with a word, a player."""
    return lambda before, after: (_words(after)[0] == begins) / len(before.players)


def _mean(of: Callable[[Position, int], float]) -> Callable[[Position, Position], float]:
    """Return the mean over the players of what holds of each."""
    return lambda before, after: float(np.mean([of(after, player) for player in range(len(after.players))]))


def _is_at_least(points: int) -> Callable[[Position, int], float]:
    return lambda state, player: float(walk_of(state, player)[0] >= points)


def _coins(state: Position, player: int) -> float:
    return float(state.vector[own_sheet(state.variant.geometry, player) + COINS])


def _displays_passed(state: Position, player: int) -> float:
    geometry = state.variant.geometry
    legs = walk_of(state, player)[1]
    return float(path_facts(geometry, state.vector, own_sheet(geometry, player), legs)[0])


def _has_path(state: Position, player: int) -> float:
    return float(bool(walk_of(state, player)[1]))


EVENTS = (
    *(
        Event(
            f"ScoreAtLeast{least}",
            f'Whether a player scores {least} or more: "{words.split(".")[0]}" in the designer\'s rubric.',
            _mean(_is_at_least(least)),
            over="end",
            unit=SHARE,
        )
        for least, words in zip(MARKS, RUBRIC[1:], strict=True)
    ),
    Event("Tiles", "The tiles that a player draws.", _of_players("tile"), over="sum", unit="tiles a player"),
    Event(
        "Cafeterias", "The cafeterias that a player draws.", _of_players("cafe"), over="sum", unit="cafeterias a player"
    ),
    Event(
        "UnusedDice",
        "Whether the dice are not used: the player draws a cafeteria or stops.",
        lambda before, after: None if (used := uses_tile(before, after)) is None else not used,
        unit=SHARE,
    ),
    *(
        Event(
            f"UseOfShape{light}",
            f"Whether the tile is drawn when the light die shows {light}.",
            _uses_shape(light),
            unit=SHARE,
        )
        for light in range(1, FACES + 1)
    ),
    Event("Bonuses", "Whether the display of a tile earns a bonus.", has_bonus, unit=SHARE),
    Event("WallBonuses", "Whether a bonus is spent on a wall.", _is_bonus("wall"), unit=SHARE),
    Event("DoorwayBonuses", "Whether a bonus is spent on a doorway.", _is_bonus("door"), unit=SHARE),
    Event("CoinBonuses", "Whether a bonus is taken as two coins.", _is_bonus("coins"), unit=SHARE),
    Event("Rerolls", "The dice that a player rerolls.", _of_players("reroll"), over="sum", unit="rerolls a player"),
    Event(
        "UnspentCoins", "The coins that a player has left at the end.", _mean(_coins), over="end", unit="coins a player"
    ),
    Event(
        "DisplaysPassed",
        "The displays on a player's path at the end.",
        _mean(_displays_passed),
        over="end",
        unit="displays a player",
    ),
    Event(
        "PathsFound",
        "Whether a player has a path from the entrance to the exit.",
        _mean(_has_path),
        over="end",
        unit=SHARE,
    ),
)

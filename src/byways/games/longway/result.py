"""The end of The Long Way: values, scores, who wins, and how to say it."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from byways.game import Variant
from byways.games.longway.grid import ROWS, USUAL_ROWS
from byways.games.longway.layout import PLAYERS, own_sheet
from byways.games.longway.scoring import BREAK, WALK, score
from byways.games.longway.sheet import EMPTY, WHAT, displays_at
from byways.kernels import Ints, Reals, helper, kernel
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, REASON, TO_MOVE
from byways.translatable import Catalogue, joined, marked

TEXTS = Catalogue("longway")
say, say_many, capital = TEXTS.say, TEXTS.say_many, TEXTS.capital

MARKS = (6, 9, 12)
"""The scores from which on the designer calls a single player's game respectable, very good, excellent."""
RUBRIC = (
    say("Failure. Try again."),
    say("Respectable. Try again."),
    say("Very good. You win."),
    say("Excellent. You are a champion."),
)

LOWEST_WORTH, HIGHEST_WORTH = -10, 20  # between them a single player's value grows with the score


@helper
def in_proportion(geometry: Ints, points: int) -> int:
    """Return a score of the usual grid in proportion to the rows of this one, to the nearest whole number."""
    return (2 * points * int(geometry[ROWS]) + USUAL_ROWS) // (2 * USUAL_ROWS)


def marks_of(variant: Variant) -> tuple[int, ...]:
    """Return the scores from which on a single player's game is respectable, very good (a win), excellent."""
    return tuple(in_proportion(variant.geometry, mark) for mark in MARKS)


@kernel
def outcome(geometry: Ints, state: Ints, values: Reals) -> int:
    """Write the values: several players share 1 among those with the highest score.

    A single player's value grows from 0 for -10 points to 1 for 20, or in proportion on another grid.
    """
    if state[TO_MOVE] == NOBODY:
        write_values(geometry, state, values)
    return int(state[REASON])


@helper
def write_values(geometry: Ints, state: Ints, values: Reals) -> None:
    """Write the players' values by their present sheets."""
    players = int(geometry[PLAYERS])
    walk = np.empty(WALK, dtype=np.int16)
    for player in range(players):
        values[player] = score(geometry, state, own_sheet(geometry, player), walk)
    if players == 1:
        highest = in_proportion(geometry, HIGHEST_WORTH)
        values[0] = min(max((values[0] - LOWEST_WORTH) / (highest - LOWEST_WORTH), 0.0), 1.0)
        return
    best = values[:players].max()
    winners = 0
    for player in range(players):
        winners += int(values[player] == best)
    for player in range(players):
        values[player] = 1.0 / winners if values[player] == best else 0.0


def tally(state: Position) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the winners and all scores. A single player wins from the second of `marks_of` on."""
    scores = {name: walk_of(state, player)[0] for player, name in enumerate(state.players)}
    best = max(scores.values())
    if len(scores) == 1 and best < marks_of(state.variant)[1]:
        return (), scores
    return tuple(name for name, points in scores.items() if points == best), scores


def walk_of(state: Position, player: int) -> tuple[int, list[list[int]]]:
    """Return a player's score and the legs of a best path, each the spaces in order; no legs where there is no path."""
    geometry = state.variant.geometry
    return walk_on(geometry, state.vector, own_sheet(geometry, player))


def walk_on(geometry: Ints, vector: Ints, sheet: int) -> tuple[int, list[list[int]]]:
    """Return the same as `walk_of` for the sheet that begins at a word of a state vector."""
    walk = np.empty(WALK, dtype=np.int16)
    points = score(geometry, vector, sheet, walk)
    legs: list[list[int]] = [[]]
    for cell in walk.tolist():
        if cell != BREAK:
            legs[-1].append(cell)
        elif legs[-1]:
            legs.append([])
    return points, legs[:-1]


def path_facts(geometry: Ints, vector: Ints, sheet: int, legs: list[list[int]]) -> tuple[int, int, int]:
    """Return how many displays and how many empty spaces lie on a path, and how many spaces it leads over."""
    spaces = {cell for leg in legs for cell in leg}
    displays = sum(bool(vector[displays_at(geometry, sheet) + cell]) for cell in spaces)
    empty = sum(bool(vector[sheet + WHAT + cell] == EMPTY) for cell in spaces)
    return displays, empty, len(spaces)


def explain(state: Position) -> str:
    """Explain the scores, how they come about, and for a single player the designer's rubric."""
    sentences = [_explain_score(state, player) for player in range(len(state.players))]
    if len(state.players) == 1:
        sentences.append(_rubric(state))
    return joined(sentences)


def explain_to(state: Position, player: str) -> str:
    """Explain the same to a person who has been told the score of a single player."""
    if len(state.players) > 1:
        return explain(state)
    _, legs = walk_of(state, 0)
    if not legs:
        return joined([say("No path leads from the entrance to the exit."), _rubric(state)])
    return joined([say("{displays} and {empty} on the path.", **_on_path(state, 0, legs)), _rubric(state)])


def _rubric(state: Position) -> str:
    points, _ = walk_of(state, 0)
    return RUBRIC[bisect_right(marks_of(state.variant), points)]


def _explain_score(state: Position, player: int) -> str:
    points, legs = walk_of(state, player)
    name = capital(state.players[player])
    if not legs:
        return say("{player} scores 0: no path leads from the entrance to the exit.", player=name)
    template = marked("{player} scores {points}: {displays} and {empty} on the path.")
    return say(template, player=name, points=points, **_on_path(state, player, legs))


def _on_path(state: Position, player: int, legs: list[list[int]]) -> dict[str, str]:
    geometry = state.variant.geometry
    displays, empty, _ = path_facts(geometry, state.vector, own_sheet(geometry, player), legs)
    return {
        "displays": say_many("{count} display", "{count} displays", displays),
        "empty": say_many("{count} empty space", "{count} empty spaces", empty),
    }

"""Positions of The Long Way for tests, on a set of tiles that stays the same when the shipped one is calibrated."""

from pathlib import Path

import byways
from games.playing import play

TILES = str(Path(__file__).with_name("longway_tiles.toml"))
GATES = "entrance a1W; exit g7E"


def solo(grid="", dice="3-5", coins=0, gates=GATES, more=""):
    """Player 1 alone, about to choose; `grid` has the lines of the sheet, without it the sheet is blank."""
    mover = "chance" if "?" in dice else "player 1"
    text = f"round: player 1, dice {dice}\nplayer 1: coins {coins}; {gates}{more}\n{grid}\nto move: {mover}"
    return byways.start("longway", position=text, tiles=TILES)


def over(grid="", gates=GATES):
    """Player 1 alone, who has stopped."""
    text = f"round: over\nplayer 1: coins 0; {gates}; stopped\n{grid}\nto move: nobody; over: score"
    return byways.start("longway", position=text, tiles=TILES)


def score(grid="", gates=GATES):
    return over(grid, gates).outcome.scores["player 1"]


def several(players, *turns, **options):
    """A game of several from its start; everybody has the same entrance and exit."""
    state = byways.start("longway", players=players, tiles=TILES, **options)
    return play(state, *["setup a1W g7E"] * players, *turns)


def bonuses(state, turn):
    """What may follow a tile with its display: the bonuses, or nothing where none is due."""
    turns = [found for found in state.legal_turns() if found.startswith(turn)]
    if turns == [turn]:
        return []
    assert turns
    return [found.removeprefix(turn + " ") for found in turns]


def rows(state, *labels):
    """Lines of the first sheet, by their labels."""
    lines = str(state).splitlines()
    return [next(line for line in lines if line[:2].strip() == label) for label in labels]

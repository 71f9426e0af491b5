"""What the site says about a game, in words: all of it here, so that another language has one place to begin."""

from __future__ import annotations

from byways.game import Game
from byways.options import SWAP
from byways.site.room import Room
from byways.site.store import Seat
from byways.state import Outcome, State

THINKING = {"quick": 0.3, "steady": 1.0, "deep": 4.0}
"""How many seconds a turn an engine may think, by the word for it."""


def name(player: str | None) -> str:
    """A player's name at the beginning of a sentence."""
    return player[:1].upper() + player[1:] if player else ""


def sentence(text: str) -> str:
    """A text with a full stop; names of points at its beginning keep their small letters."""
    return text if not text or text[-1] in ".!?" else f"{text}."


def status(room: Room, you: str | None) -> str:
    """One line that says how things stand, for somebody who plays `you` and nobody else."""
    state, mover = room.state, room.mover
    if state.to_move is None:
        return result(state, room.outcome) if room.outcome else "The game is over; its result is being worked out"
    if mover is not None and mover.engine is not None:
        return f"{name(state.to_move)} is to move" if room.trouble else f"{name(state.to_move)} is thinking"
    if you == state.to_move:
        return "Your turn" if len(state.players) == 1 else f"Your turn: {name(you)}"
    return f"{name(state.to_move)} is to move"


def result(state: State, outcome: Outcome) -> str:
    """How a finished game ended, in a few words."""
    if len(state.players) == 1:
        (player,) = state.players
        return f"{name(player)} scores {outcome.scores[player]}" + (", a win" if outcome.winner else "")
    if outcome.winner:
        return f"{name(outcome.winner)} wins ({outcome.reason})"
    if outcome.winners:
        return f"{' and '.join(map(name, outcome.winners))} share the first place"
    return f"A draw ({outcome.reason})"


def who(seat: Seat, holder: str | None, people: int) -> str:
    """Who sits on a seat, for the browser `holder`, which plays for so many people."""
    if seat.engine is not None:
        return f"engine, {seat.engine.get('seconds', 0):g} s a turn"
    if holder is None or seat.holder != holder:
        return "a person"
    return "you" if people == 1 else "at this screen"


def label(game: Game, word: str) -> str:
    """What stands on a word's button."""
    return game.labels.get(word) or ("Swap colours" if word == SWAP.name else name(word))

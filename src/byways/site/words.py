"""What the site says about a game, in words: all of it here, so that another language has one place to begin."""

from __future__ import annotations

from byways.game import Game
from byways.options import SWAP
from byways.search.levels import LEVELS
from byways.site.course import TAKEBACK, Course, End, Offer
from byways.site.room import Room
from byways.site.store import Seat
from byways.state import Outcome, State

ENGINES: dict[str, dict[str, float]] = {f"level {number}": {"level": number} for number in LEVELS}
"""The limits of an engine, by the word for it: graded levels, and all that it can in so many seconds."""
THINKING = {"quick": 0.3, "steady": 1.0, "deep": 4.0}
ENGINES |= {word: {"seconds": seconds} for word, seconds in THINKING.items()}


def name(player: str | None) -> str:
    """A player's name at the beginning of a sentence."""
    return player[:1].upper() + player[1:] if player else ""


def sentence(text: str) -> str:
    """A text with a full stop; names of points at its beginning keep their small letters."""
    return text if not text or text[-1] in ".!?" else f"{text}."


def status(room: Room, you: str | None) -> str:
    """One line that says how things stand, for somebody who plays `you` and nobody else."""
    state, mover, end = room.state, room.mover, room.course.end
    if end is not None:
        return ended(room.course, end)
    if room.course.waiting:
        return f"Waiting for {' and '.join(map(name, room.course.waiting))}"
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


def ended(course: Course, end: End) -> str:
    """How a game ended that the rules did not end, in a few words."""
    if end.winners is None:
        return "The game was left by everybody" if end.by else "The game was called off"
    if (not end.winners and end.by is None) or end.termination == "agreement":
        return "A draw by agreement"
    by = {"resignation": "by resignation", "time": "on time"}.get(end.termination, f"by {end.termination}")
    if not end.winners:
        return f"Lost {by}"
    return f"{' and '.join(map(name, end.winners))} wins {by}"


def offer(course: Course, offer: Offer, holder: str | None) -> str:
    """An offer that stands, in a sentence for a browser."""
    by = name(course.player_of(offer.by))
    whose = "You offer" if course.people[offer.by] == holder else f"{by} offers"
    if offer.what == TAKEBACK:
        whose = whose.replace("offer", "ask")
        return f"{whose} to take back to turn {offer.ply}."
    return f"{whose} a {offer.what}."


def who(seat: Seat, holder: str | None, people: int) -> str:
    """Who sits on a seat, for the browser `holder`, which plays for so many people."""
    if seat.engine is not None:
        strength = f"level {seat.engine['level']}" if "level" in seat.engine else f"{seat.engine['seconds']:g} s a turn"
        return f"engine, {strength}" + (f", for {seat.name or 'who left'}" if seat.holder else "")
    if seat.open:
        return "nobody yet"
    if holder is None or seat.holder != holder:
        return seat.name or "a person"
    return f"{seat.name}, you" if people == 1 and seat.name else "you" if people == 1 else "at this screen"


def label(game: Game, word: str) -> str:
    """What stands on a word's button."""
    return game.labels.get(word) or ("Swap colours" if word == SWAP.name else name(word))

"""Commands besides turns: sit down, resign, offer and answer, lose on time.

Every function looks at a course and says what would happen, or raises: NotYoursError for whom it is not to say,
IllegalTurnError for what is not possible now. The room keeps what comes of it, unless the course has gone on meanwhile.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from byways.errors import BywaysError, IllegalTurnError
from byways.puzzles import roll
from byways.site.storage.game_store import Event, Seat, StoredGame
from byways.site.timeline import clocks
from byways.site.timeline.timeline import DRAW, REMATCH, TAKEBACK, Course
from byways.state import State, start

STAND_IN = {"level": 5}
"""The engine that plays on for somebody who leaves a game of three or more."""
MOST_NAMES = 20  # times that somebody may be called otherwise in one game
_dice = random.SystemRandom()


class NotYoursError(BywaysError):
    """Raised for a browser that does not hold the seat."""

    status = 403


@dataclass(frozen=True)
class Deal:
    """The events of a command, and what is stored together with them."""

    events: Sequence[tuple[str, dict[str, Any]]]
    seat: Seat | None = None
    game: StoredGame | None = None


def may(course: Course, holder: str | None, creator: str | None = None) -> list[str]:
    """List the commands besides turns that a browser may give now."""
    seats = _seats(course, holder)
    if course.waiting and not course.end:
        return ["call off"] if holder and (seats or holder == creator) else []
    if not seats:
        return []
    if course.offer is not None:
        answers = ["withdraw"] * (course.offer.by in seats) if holder in course.offer.agreed else ["yes", "no"]
        return answers if course.over else [*answers, "resign"]
    return [what for what in ("resign", DRAW, TAKEBACK, REMATCH) if _possible(course, holder, what)]


def sit(course: Course, player: str, holder: str, name: str | None) -> Deal | None:
    """Take an open seat; return None if the browser has it already. Raises NotYoursError if somebody else has it."""
    seat = course.seats[player]
    if seat.holder == holder and not seat.engine:
        return None
    check_free(course, player)
    return Deal([("sit", {"player": player, "holder": holder, "name": name})], Seat(player, None, holder, name))


def check_free(course: Course, player: str) -> None:
    """Raise NotYoursError for a seat that nobody can take any more."""
    if not course.seats[player].open or course.end:
        raise NotYoursError("seat.taken", "this seat has been taken: a link to a seat works once")


def rename(course: Course, holder: str | None, name: str | None, player: str | None = None) -> Deal | None:
    """Rename the player `player`, or all who play at a browser."""
    mine = [seat for seat in _seats(course, holder) if player in (None, course.player_of(seat))]
    seats = [seat for seat in mine if course.seats[seat].name != name]
    return Deal([("name", {"by": seat, "name": name}) for seat in seats]) if seats else None


def call_off(course: Course, holder: str | None, creator: str | None) -> Deal:
    """End a game that has not begun, because somebody has not come."""
    if "call off" not in may(course, holder, creator):
        raise _refused(course, holder, "seat.call_off", "only a game that has not begun can be called off")
    return _end(course, None, "abandoned", None)


def resign(course: Course, holder: str | None) -> Deal:
    """Give up for the seat that is to move if that is one's own, else for one's first."""
    if not _possible(course, holder, "resign"):
        raise _refused(course, holder, "resign.over", "there is nothing to resign any more")
    mine = _seats(course, holder)
    mover = course.mover
    return _lose(course, mover.player if mover and mover.player in mine else mine[0], "resignation")


def time_up(course: Course, at: datetime) -> Deal | None:
    """Return the end of a game in which the player to move has run out of time."""
    if course.deadline is None or at < course.deadline or course.clocks is None or course.clocks.running is None:
        return None
    return _lose(course, course.clocks.running, "time")


def propose(course: Course, holder: str | None, what: str, stored: StoredGame) -> Deal:
    """Offer a draw, to take back one's last turn, or a rematch; where nobody is to be asked it happens at once."""
    if not _possible(course, holder, what):
        raise _refused(course, holder, "offer.impossible", "that cannot be offered now")
    offer = course.offer
    if offer is not None and offer.what == what != TAKEBACK and holder not in offer.agreed:
        return answer(course, holder, offer.number, stored, yes=True)  # two had the same thought
    if offer is not None:
        raise IllegalTurnError("offer.pending", "there is an offer already; it must be answered first")
    by = _seats(course, holder)[0]
    ply = course.undo_ply(holder) if what == TAKEBACK else None
    data = {"by": by, "what": what} | ({} if ply is None else {"ply": ply})
    return _agreed(course, [("offer", data)], stored)


def answer(course: Course, holder: str | None, number: int, stored: StoredGame, *, yes: bool) -> Deal:
    """Answer the offer that has a number; one that is gone is not answered any more. "No" to one's own withdraws it."""
    seats = _seats(course, holder)
    if not seats:
        raise NotYoursError("seat.none", "only the players of this game may do that")
    if course.offer is None or course.offer.number != number:
        raise IllegalTurnError("offer.gone", "this offer no longer stands")
    own = course.offer.by in seats
    if holder in course.offer.agreed and (yes or not own):
        raise NotYoursError("offer.own", "only the other players can answer an offer")
    data = {"by": course.offer.by if own else seats[0], "yes": yes}
    return _agreed(course, [("answer", data)], stored)


def rolls(state: State, terms: Mapping[str, Any] | None = None) -> list[str]:
    """Roll dice until somebody is to decide.

    If the terms name "dice", they are the same for everybody with those terms (`byways.puzzles.roll`).
    """
    turns: list[str] = []
    while state.to_move == "chance":
        if terms and terms.get("dice"):
            turns.append(roll(state, terms["dice"]))
        else:
            results, weights = zip(*state.chances(), strict=True)
            turns.append(_dice.choices(results, weights)[0])
        state = state.play(turns[-1])
    return turns


def _seats(course: Course, holder: str | None) -> list[str]:
    return [player for player, other in course.people.items() if holder is not None and other == holder]


def _possible(course: Course, holder: str | None, what: str) -> bool:
    """Return whether a browser may offer or do something, if no offer stands."""
    seats = _seats(course, holder)
    if not seats or course.waiting:
        return False
    if what == "resign":
        return not course.over
    if what == REMATCH:
        called_off = course.end is not None and course.end.winners is None
        return course.over and not called_off and course.rematch is None and len(course.seats) > 1 and len(seats) == 1
    if course.over or any((seat, what) in course.declined for seat in seats):
        return False
    if what == DRAW:
        return len(course.people) == len(course.seats) and not course.sole_holder(holder)
    return what == TAKEBACK and not course.sole_holder(holder) and course.undo_ply(holder) is not None


def _agreed(course: Course, events: list[tuple[str, dict[str, Any]]], stored: StoredGame) -> Deal:
    """Return these events, and their consequences if everybody has agreed."""
    now, first = clocks.now(), course.number + 1
    after = course.after(Event(first + i, kind, data, now) for i, (kind, data) in enumerate(events))
    offer = after.offer
    if offer is None or set(after.people.values()) - offer.agreed:
        return Deal(events)
    if offer.what == DRAW:
        return Deal([*events, *_end(course, (), "agreement", offer.by).events])
    if offer.what == TAKEBACK:
        return Deal([*events, ("undo", {"ply": offer.ply})])
    game = _again(course, stored, now)
    return Deal([*events, ("rematch", {"game": game.id})], game=game)


def _again(course: Course, stored: StoredGame, now: datetime) -> StoredGame:
    """Return a new game with the same people, each on the next seat: two exchange their colours."""
    players = list(course.seats)
    had = [course.seat(player) for player in players]
    seats = tuple(replace(seat, player=players[i]) for i, seat in enumerate(had[1:] + had[:1]) if seat is not None)
    state = start(stored.game, position=stored.position, **stored.options)
    events = tuple(Event(i, "turn", {"turn": turn}, now) for i, turn in enumerate(rolls(state, stored.terms), 1))
    game = StoredGame(
        secrets.token_urlsafe(9), stored.game, stored.options, stored.position, now, seats, events, stored.terms
    )
    return replace(game, deadline=Course(game).deadline)


def _lose(course: Course, seat: str, why: str) -> Deal:
    """Return the end of a game that somebody resigns. If several others play, an engine takes over the seat instead."""
    if len(course.seats) < 3:
        player = course.player_of(seat)
        return _end(course, tuple(other for other in course.state.players if other != player), why, seat)
    left = ("leave", {"by": seat, "why": why, "engine": STAND_IN})
    if len(course.people) > 1:
        return Deal([left])
    return Deal([left, *_end(course, None, "abandoned", seat).events])


def _end(course: Course, winners: tuple[str, ...] | None, termination: str, by: str | None) -> Deal:
    return Deal(
        [("end", {"winners": None if winners is None else list(winners), "termination": termination, "by": by})]
    )


def _refused(course: Course, holder: str | None, code: str, template: str) -> BywaysError:
    if not _seats(course, holder):
        return NotYoursError("seat.none", "only the players of this game may do that")
    return IllegalTurnError(code, template)

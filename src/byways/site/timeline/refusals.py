"""The reasons for which commands are refused."""

from __future__ import annotations

from byways.errors import BywaysError, IllegalTurnError
from byways.site.storage.game_store import ConflictError
from byways.site.timeline.timeline import Timeline
from byways.translatable import say


class NotYoursError(BywaysError):
    """Raised for a browser that does not hold the seat."""

    status = 403


def no_seat() -> BywaysError:
    """Return the error for a browser without a seat."""
    return NotYoursError("seat.none", "only the players of this game can do that")


def not_yours() -> BywaysError:
    """Return the error for a turn of a player who is not to move."""
    return NotYoursError("seat.not_yours", "it is not your turn to move")


def turns_only() -> BywaysError:
    """Return the error for a command other than a turn, on a board that is not a game's."""
    return IllegalTurnError("board.turns_only", "only moves can be made here")


def outdated() -> BywaysError:
    """Return the error for a command that was given at an earlier version."""
    return ConflictError("game.conflict", "the game has moved on in the meantime")


def used_before() -> BywaysError:
    """Return the error for an idempotency key that came with something else before."""
    return ConflictError("turn.key", "something else has already arrived in place of this; please try it again")


def no_link(game: Timeline, holder: str | None) -> BywaysError:
    """Return the error for a seat link that cannot be seen or withdrawn."""
    if holder is None or holder != game.creator:
        return NotYoursError("links.not_yours", "only the person who started the game has its links")
    if game.revocable(holder):
        return IllegalTurnError("links.impossible", "there are no more links to this seat")
    return IllegalTurnError("links.late", "a link can be withdrawn until the first move")


def too_long(most: int) -> BywaysError:
    """Return the error for a turn in a game that has too many."""
    return IllegalTurnError("turn.too_many", "this game has reached its limit of {most} moves", most=most)


def renamed_too_often(most: int) -> BywaysError:
    """Return the error for one name too many."""
    return IllegalTurnError("name.too_often", "a name can be changed {most} times in a game", most=most)


def still_there() -> BywaysError:
    """Return the error for a claim against a player who is not gone, or not for long."""
    return IllegalTurnError("claim.present", "your opponent has not been gone for long enough")


def no_plan() -> BywaysError:
    """Return the error for a plan where none is possible."""
    return IllegalTurnError("plan.impossible", "nothing can be planned now")


def no_coach() -> BywaysError:
    """Return the error for asking the coach in a game without one."""
    return NotYoursError("coach.none", "there is a coach only in games of one person against the engine")


def no_lines() -> BywaysError:
    """Return the error for a line that is tried where that was not agreed."""
    return IllegalTurnError("lines.impossible", "no lines may be tried in this game")


def not_to_move(game: Timeline) -> BywaysError:
    """Return the error for a turn while no player is to move."""
    if game.waiting:
        return IllegalTurnError("turn.waiting", "the game starts when everyone is here")
    ways = {"resignation": say("by resignation"), "time": say("on time")}
    by = ways.get(game.end.termination, "") if game.end else ""
    return IllegalTurnError("turn.over", "the game has ended {by}", by=by)

"""Commands: what people ask of a game, and the decisions on them.

`decide` looks at a timeline and answers in one of four ways; nothing is kept here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

import msgspec
from msgspec import structs

from byways.errors import IllegalTurnError
from byways.position.state import Move, State
from byways.rules.state_vector import PART
from byways.site.storage.game_settings import EngineLimits
from byways.site.timeline import events, offers, plans, refusals
from byways.site.timeline.decisions import Accepted, Decision, Incomplete, Pending, Refused, refused
from byways.site.timeline.events import Event, Reply, What
from byways.site.timeline.timeline import Timeline

STAND_IN = EngineLimits(level=5)
"""The engine that plays on for a person who leaves a game of three or more."""
MOST_TURNS = 5_000  # events that a game may have until its last turn, undone ones included and plans aside
MOST_PLANS = 10_000
MOST_REPLIES = 100  # that are planned at once
MOST_LINKS = 20  # to a seat, one after another
MOST_NAMES = 20  # times that a seat may be called otherwise in one game


# Commands


class _Command(msgspec.Struct, frozen=True, tag_field="kind"):
    """Something that a browser asks of a game."""


class TakeTurn(_Command, frozen=True, tag="turn"):
    """Play actions of the player to move: a whole turn, or the beginning of one."""

    version: int
    actions: tuple[int, ...]
    hold: bool = False
    """Whether a whole turn waits for a confirmation."""
    sure: bool = False
    """Whether it has been confirmed, where it makes a score final, or the coach has warned."""
    advised: bool = False
    """Whether the coach is to warn before it loses much."""


class Resign(_Command, frozen=True, tag="resign"):
    """Give up, or leave a game of three or more."""


class Propose(_Command, frozen=True, tag="offer"):
    """Offer a draw, to take back one's last turn, or a rematch; without a person to ask it happens at once."""

    what: What


class Respond(_Command, frozen=True, tag="answer"):
    """Answer the offer that has a number; "no" to one's own withdraws it."""

    number: int
    yes: bool


class TakeBack(_Command, frozen=True, tag="undo"):
    """Take back to one's last decision in a game that one plays alone or at one screen."""

    version: int


class CallOff(_Command, frozen=True, tag="call off"):
    """End a game that has not begun, because a player has not come."""


class Claim(_Command, frozen=True, tag="claim"):
    """Claim the win, or a draw, because the opponent of a live game has been gone for a while."""

    draw: bool = False


class Premove(_Command, frozen=True, tag="premove"):
    """Plan a turn as if it were one's own turn already, after those planned before: whole, or its beginning."""

    version: int
    actions: tuple[int, ...]
    hold: bool = False
    """Whether a whole turn waits for a confirmation."""


class MakePlan(_Command, frozen=True, tag="plan"):
    """Plan replies to the other side's next turn; none withdraws the plan."""

    replies: tuple[Reply, ...]


class PlanLine(_Command, frozen=True, tag="plan line"):
    """Plan one more reply: the turns that lead to it from now on, the other side's first, and it at the end."""

    turns: tuple[str, ...]


class Sit(_Command, frozen=True, tag="sit"):
    """Take the open seat of a player, to which the browser has a link."""

    player: str
    name: str | None


class Revoke(_Command, frozen=True, tag="revoke"):
    """Withdraw the link to a seat, whose next link has another secret; its occupant leaves the seat."""

    player: str


class Rename(_Command, frozen=True, tag="name"):
    """Rename the player `player`, or all who play at a browser."""

    name: str | None
    player: str | None = None


GameCommand: TypeAlias = (
    TakeTurn | Resign | Propose | Respond | TakeBack | CallOff | Claim | Premove | MakePlan | PlanLine | Revoke
)
"""The commands of a game's own page; the others need a link's secret or change a cookie too."""
Command: TypeAlias = GameCommand | Sit | Rename


# What comes of them


def decide(game: Timeline, command: Command, holder: str | None) -> Decision:
    """Decide a browser's command."""
    if game.heard >= 2 * MOST_TURNS and isinstance(command, Propose | Respond | Rename):
        return Refused(IllegalTurnError("game.too_long", "this game is too long now for offers and new names"))
    match command:
        case TakeTurn():
            return (
                take_turn(game, command) if game.to_move in game.players_of(holder) else Refused(refusals.not_yours())
            )
        case Resign():
            return _resign(game, holder)
        case Propose(what):
            return offers.propose(game, holder, what)
        case Respond(number, yes):
            return offers.respond(game, holder, number, yes=yes)
        case TakeBack(version):
            return _take_back(game, holder, version)
        case CallOff():
            return _call_off(game, holder)
        case Claim(draw):
            return _claim(game, holder, draw=draw)
        case Premove(version, actions, hold):
            return _premove(game, holder, TakeTurn(version, actions, hold))
        case MakePlan(replies):
            return _plan(game, holder, replies)
        case PlanLine(turns):
            return _plan_line(game, holder, turns)
        case Sit(player, name):
            return _sit(game, holder, player, name)
        case Revoke(player):
            return _revoke(game, holder, player)
        case Rename(name, player):
            return _rename(game, holder, name, player)


def may(game: Timeline, holder: str | None) -> list[str]:
    """List the commands besides turns that a browser may give now."""
    seats = game.seats_of(holder)
    if game.waiting and not game.end:
        return ["call off"] if holder and (seats or holder == game.creator) else []
    if not seats:
        return []
    if game.offer is not None:
        answers = ["withdraw"] * (game.offer.by in seats) if holder in game.offer.agreed else ["yes", "no"]
        return answers if game.over else [*answers, "resign"]
    return offers.possible(game, holder)


# Turns


def take_turn(game: Timeline, turn: TakeTurn) -> Decision:
    """Decide the mover's turn."""
    if outdated := _outdated(game, turn.version):
        return outdated
    if game.to_move is None:
        return Refused(refusals.not_to_move(game))
    seen = game.state.view(game.to_move)
    move = judge(seen, turn.actions)
    if not isinstance(move, Move):
        return move
    if seen is not game.state:  # it holds secrets, so what is legal to the mover is applied to all that is known
        move = Move(move.actions, game.state.apply_unchecked(move.actions))
    return take_move(game, move, hold=turn.hold, sure=turn.sure)


def take_move(game: Timeline, move: Move, *, hold: bool = False, sure: bool = False) -> Decision:
    """Decide a turn that is legal in the game's position."""
    if game.to_move is None:
        return Refused(refusals.not_to_move(game))
    if hold or (game.final and not sure and move.after.to_move is None):
        return Pending(move.actions)
    if game.heard >= MOST_TURNS:
        return Refused(refusals.too_long(MOST_TURNS))
    return Accepted([events.Turn(move.text)], move)


def judge(seen: State, actions: Sequence[int]) -> Move | Incomplete | Refused:
    """Return the turn that actions make in a state as its player to move sees it, or how they fall short of one."""
    vector = seen.follow(actions)
    if vector is None:  # the beginning of a turn may be legal in another order
        actions = seen.variant.game.texts.ordered(seen, actions)
        vector = seen.follow(actions)
        whole = vector is not None and vector[PART] == 0
        vector = None if whole else vector
    if vector is None:
        return Refused(IllegalTurnError("turn.impossible", "that is not possible now"))
    if not actions or vector[PART] != 0:
        return Incomplete(actions, State(seen.variant, vector.copy(), seen))
    return seen.move_to(actions, vector)


def undo_ply(game: Timeline, holder: str | None) -> int | None:
    """Return the ply to which a single person takes back; None if impossible, as across dice or a reveal."""
    settled = game.final and game.over
    return game.undo_ply(holder) if game.sole_holder(holder) and not settled else None


def _outdated(game: Timeline, version: int) -> Refused | None:
    """Refuse what was asked of an earlier version of the game."""
    return None if version == game.version else Refused(refusals.outdated())


def _take_back(game: Timeline, holder: str | None, version: int) -> Accepted | Refused:
    if not game.sole_holder(holder):
        return Refused(
            refusals.NotYoursError("seat.not_sole", "you can take moves back without asking only when you play alone")
        )
    if outdated := _outdated(game, version):
        return outdated
    ply = undo_ply(game, holder)
    if ply is None:
        return Refused(IllegalTurnError("undo.impossible", "there is nothing to take back"))
    return Accepted([events.Undo(ply)])


# Seats and ends


def free(game: Timeline, player: str) -> Accepted | Refused:
    """Return whether a seat can still be taken."""
    if not game.seats[player].open or game.end:
        return Refused(refusals.NotYoursError("seat.taken", "someone has already joined with this link: it works once"))
    return Accepted()


def time_up(game: Timeline, at: datetime) -> Accepted:
    """Return the end of a game in which the player to move has run out of time."""
    if game.deadline is None or at < game.deadline or game.clocks is None or game.clocks.running is None:
        return Accepted()
    return Accepted(_lose(game, game.clocks.running, "time"))


def arrive(game: Timeline, holder: str | None) -> Accepted:
    """Note that a player for whom the clocks wait has come to the board."""
    return Accepted([events.Arrive(game.seats_of(holder)[0])] if game.awaits(holder) else [])


def _sit(game: Timeline, holder: str | None, player: str, name: str | None) -> Accepted | Refused:
    seat = game.seats[player]
    if holder is None or (seat.holder == holder and not seat.engine):
        return Accepted()
    decision = free(game, player)
    return Accepted([events.Sit(player, holder, name)]) if isinstance(decision, Accepted) else decision


def _revoke(game: Timeline, holder: str | None, player: str) -> Accepted | Refused:
    if player not in game.revocable(holder) or game.links[player] >= MOST_LINKS:
        return Refused(refusals.no_link(game, holder))
    return Accepted([events.Revoke(player)])


def _rename(game: Timeline, holder: str | None, name: str | None, player: str | None) -> Accepted | Refused:
    mine = game.players_of(holder)
    if not mine or player not in (None, *mine):
        return Refused(refusals.no_seat())
    seats = [seat for seat in game.seats_of(holder) if player in (None, game.player_of(seat))]
    changed = [seat for seat in seats if game.seats[seat].name != name]
    if any(game.renamed.get(seat, 0) >= MOST_NAMES for seat in changed):
        return Refused(refusals.renamed_too_often(MOST_NAMES))
    return Accepted([events.Rename(seat, name) for seat in changed])


def _call_off(game: Timeline, holder: str | None) -> Accepted | Refused:
    if "call off" not in may(game, holder):
        late = IllegalTurnError("seat.call_off", "only a game that has not started can be cancelled")
        return refused(game, holder, late)
    return Accepted([events.End(None, "abandoned", None)])


def _resign(game: Timeline, holder: str | None) -> Accepted | Refused:
    """Give up for the seat that is to move if that is one's own, else for one's first."""
    if "resign" not in offers.possible(game, holder):
        return refused(game, holder, IllegalTurnError("resign.over", "the game is already over"))
    mine = game.seats_of(holder)
    mover = game.mover
    return Accepted(_lose(game, mover.player if mover and mover.player in mine else mine[0], "resignation"))


def _claim(game: Timeline, holder: str | None, *, draw: bool) -> Accepted | Refused:
    """End a game that a player has left. Whether they are gone is for the room to know: it asks only then."""
    if offers.claimed_from(game, holder) is None or game.mover is None:
        return refused(game, holder, IllegalTurnError("claim.impossible", "you cannot claim this game now"))
    winners = () if draw else tuple(player for player in game.players_of(holder))
    return Accepted([events.End(winners, "absence", game.mover.player)])


def _lose(game: Timeline, seat: str, why: str) -> list[Event]:
    """Return the end of a game that a player loses. If several others play, an engine takes over the seat instead."""
    if len(game.seats) < 3:
        player = game.player_of(seat)
        return [events.End(tuple(other for other in game.state.players if other != player), why, seat)]
    left = events.Leave(seat, why, STAND_IN)
    return [left] if len(game.people) > 1 else [left, events.End(None, "abandoned", seat)]


# Plans


def _premove(game: Timeline, holder: str | None, turn: TakeTurn) -> Decision:
    state = plans.where_next(game, holder)
    if state is None:
        return Refused(refusals.no_plan())
    decision = take_turn(structs.replace(game, state=state), turn)
    if not isinstance(decision, Accepted):
        return decision
    before = plans.premoves(plans.planned_by(game, holder)[0])
    more = (event.turn for event in decision.events if isinstance(event, events.Turn))
    return _plan(game, holder, plans.one_after_another((*before, *more)))


def _plan(game: Timeline, holder: str | None, replies: tuple[Reply, ...]) -> Accepted | Refused:
    may = plans.may_reply if any(reply.to for reply in replies) else plans.may_plan
    if not may(game, holder) or game.number - game.heard >= MOST_PLANS:
        return Refused(refusals.no_plan())
    try:
        if plans.check(game.state, replies) > MOST_REPLIES:
            return Refused(refusals.no_plan())
    except IllegalTurnError as error:
        return Refused(error)
    (seat,) = game.seats_of(holder)
    return Accepted([events.Plan(seat, replies)] if replies != game.plans.get(seat, ()) else [])


def _plan_line(game: Timeline, holder: str | None, turns: tuple[str, ...]) -> Accepted | Refused:
    if not plans.may_plan(game, holder) or not turns or len(turns) % 2:
        return Refused(refusals.no_plan())
    (seat,) = game.seats_of(holder)
    return _plan(game, holder, plans.with_line(game.plans.get(seat, ()), turns))

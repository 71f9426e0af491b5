"""Turns planned in advance: who may plan, from which position, and what was planned."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from byways.position.state import State
from byways.rules import defaults
from byways.rules.state_vector import AGE, LATER, TO_MOVE
from byways.site.timeline import refusals
from byways.site.timeline.events import Drop, Reply
from byways.site.timeline.timeline import Timeline


def may_plan(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may plan: for one seat of two, while the other is to move, where nothing is hidden."""
    mine = game.players_of(holder)
    mover = game.mover
    if len(mine) != 1 or len(game.seats) != 2 or mover is None:
        return False
    return game.to_move not in mine and is_open(game.state)


def is_open(state: State) -> bool:
    """Return whether nothing is hidden, nor will be by the next turn; False for games of secrets and dice alike."""
    rules = state.variant.game.rules
    secrets = state.variant.game.secrets
    if secrets.hide is None:
        return True
    return rules.chances is defaults.chances and not secrets.next(state) and not secrets.turns(state)


def is_known(state: State) -> bool:
    """Return whether the only player of a game knows all of a position, whatever the dice may bring."""
    return len(state.players) == 1 and np.array_equal(state.view(state.players[0]).vector, state.vector)


def may_reply(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may plan replies to turns that it expects: in games without haste."""
    return may_plan(game, holder) and not is_live(game) and game.mover is not None and game.mover.engine is None


def is_live(game: Timeline) -> bool:
    """Return whether a game is played with a live clock, not with none or by days."""
    return game.clocks is not None and not game.clocks.control.days


def may_try(game: Timeline, *, agreed: bool) -> bool:
    """Return whether lines may be tried: alone, or by two who see everything; if a live clock runs, where `agreed`."""
    if game.over or game.waiting:
        return False
    if len(game.seats) != 2 or not is_open(game.state):
        return is_known(game.state)
    return agreed or not is_live(game)


def may_keep(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may keep lines that it tried: after the end, or in a game without other people."""
    return game.over or game.sole_holder(holder)


def with_line(replies: Sequence[Reply], line: Sequence[str]) -> tuple[Reply, ...]:
    """Return replies with one more, in place of another to the same: a turn that is expected, its reply, and so on."""
    to, turn, *further = line
    before = next((reply for reply in replies if (reply.to, reply.turn) == (to, turn)), None)
    then = before.then if before else ()
    planned = Reply(turn, to, with_line(then, further) if further else then)
    kept = {reply.to: reply for reply in replies if reply.to is not None} | {to: planned}
    return tuple(kept.values())


def imagined(state: State) -> State:
    """Return a position of a game of two as if the other player were to move, after some turn of the player to move."""
    vector = state.vector.copy()
    vector[AGE] = min(LATER, vector[AGE] + 1)  # `swap` answers the first turn alone
    (vector[TO_MOVE],) = (i for i, player in enumerate(state.players) if player != state.to_move)
    return State(state.variant, vector, state.previous, state.turn)


def premoves(replies: Sequence[Reply]) -> tuple[str, ...]:
    """Return the turns that are planned one after another whatever the other side does; none among replies."""
    found = next((reply for reply in replies if reply.to is None), None)
    return (found.turn, *premoves(found.then)) if found else ()


def one_after_another(turns: Sequence[str]) -> tuple[Reply, ...]:
    """Return the plan of turns that answer any: the inverse of `premoves`."""
    return (Reply(turns[0], None, one_after_another(turns[1:])),) if turns else ()


def ahead(state: State, turns: Sequence[str]) -> list[State]:
    """Return the positions in which turns are planned from a state, and where one more would be.

    Each is `imagined` from the one before; after a turn that would end the game there is none.
    """
    states = [imagined(state)]
    for turn in turns:
        then = states[-1].play(turn)
        if then.to_move is None:
            break
        states.append(imagined(then))
    return states


def where_next(game: Timeline, holder: str | None) -> State | None:
    """Return the position in which a browser may plan its next turn; None where it may not."""
    if not may_plan(game, holder):
        return None
    turns = premoves(planned_by(game, holder)[0])
    states = ahead(game.state, turns)
    return states[-1] if len(states) > len(turns) else None


def planned_by(game: Timeline, holder: str | None) -> tuple[tuple[Reply, ...], Drop | None]:
    """Return the replies that a browser has planned, and what was dropped of them last, for this browser only."""
    if not game.plans and game.dropped is None:
        return (), None
    seats = game.seats_of(holder)
    dropped = game.dropped if game.dropped is not None and game.dropped.by in seats else None
    return next((game.plans[seat] for seat in seats if seat in game.plans), ()), dropped


def check(state: State, replies: Sequence[Reply]) -> int:
    """Return how many turns are planned from a position in which the other side is to move.

    Raises IllegalTurnError for what cannot be played or is not written as the game writes it, and for a turn that
    answers any other beside more replies, or with replies after it that answer some turns only.
    """
    count = 0
    for reply in replies:
        if reply.to is None and (len(replies) > 1 or any(then.to is not None for then in reply.then)):
            raise refusals.no_plan()
        after = imagined(state) if reply.to is None else state.play(reply.to)
        then = after.play(reply.turn)
        if then.turn != reply.turn or reply.to not in (None, after.turn):
            raise refusals.no_plan()
        count += 1 + check(then, reply.then)
    return count

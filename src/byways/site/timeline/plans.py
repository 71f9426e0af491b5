"""Turns planned in advance: who may plan, from which position, and what was planned."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from byways import defaults
from byways.header import AGE, LATER, TO_MOVE
from byways.site.timeline import refusals
from byways.site.timeline.events import Drop, Reply
from byways.site.timeline.timeline import Timeline
from byways.state import State


def may_plan(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may plan: for one seat of two, while the other is to move, where nothing is hidden."""
    mine, mover = game.players_of(holder), game.mover
    if len(mine) != 1 or len(game.seats) != 2 or mover is None:
        return False
    return game.to_move not in mine and is_open(game.state)


def is_open(state: State) -> bool:
    """Return whether nothing is hidden, nor will be by the next turn; False for games of secrets and dice alike."""
    rules, secrets = state.variant.game.rules, state.variant.game.secrets
    if secrets.hide is None:
        return True
    return rules.chances is defaults.chances and not secrets.next(state) and not secrets.turns(state)


def is_known(state: State) -> bool:
    """Return whether the only player of a game knows all of a position, whatever the dice may bring."""
    return len(state.players) == 1 and np.array_equal(state.view(state.players[0]).vector, state.vector)


def may_reply(game: Timeline, holder: str | None) -> bool:
    """Return whether a browser may plan replies to turns that it expects: where nobody has to be quick."""
    return may_plan(game, holder) and not is_live(game) and game.mover is not None and game.mover.engine is None


def is_live(game: Timeline) -> bool:
    """Return whether a game is played with a live clock, not with none or by days."""
    return game.clocks is not None and not game.clocks.control.days


def with_line(replies: Sequence[Reply], line: Sequence[str]) -> tuple[Reply, ...]:
    """Return replies with one more, in place of another to the same: a turn that is expected, its reply, and so on."""
    to, turn, *further = line
    before = next((reply for reply in replies if (reply.to, reply.turn) == (to, turn)), None)
    then = before.then if before else ()
    planned = Reply(turn, to, with_line(then, further) if further else then)
    kept = {reply.to: reply for reply in replies if reply.to is not None} | {to: planned}
    return tuple(kept.values())


def imagined(state: State) -> State:
    """Return a position of a game of two as if the other player were to move, after some turn of who is to move."""
    vector = state.vector.copy()
    vector[AGE] = min(LATER, vector[AGE] + 1)  # `swap` answers the first turn alone
    (vector[TO_MOVE],) = (i for i, player in enumerate(state.players) if player != state.to_move)
    return State(state.variant, vector, state.previous, state.turn)


def planned_by(game: Timeline, holder: str | None) -> tuple[tuple[Reply, ...], Drop | None]:
    """Return the replies that a browser has planned, and what was dropped of them last: both are for nobody else."""
    seats = game.seats_of(holder)
    dropped = game.dropped if game.dropped is not None and game.dropped.by in seats else None
    return next((game.plans[seat] for seat in seats if seat in game.plans), ()), dropped


def check(state: State, replies: Sequence[Reply]) -> int:
    """Return how many turns are planned from a position in which the other side is to move.

    Raises IllegalTurnError for what cannot be played or is not written as the game writes it, and for a turn that
    answers any other beside more replies.
    """
    count = 0
    for reply in replies:
        if reply.to is None and (len(replies) > 1 or reply.then):
            raise refusals.no_plan()
        after = imagined(state) if reply.to is None else state.play(reply.to)
        then = after.play(reply.turn)
        if then.turn != reply.turn or reply.to not in (None, after.turn):
            raise refusals.no_plan()
        count += 1 + check(then, reply.then)
    return count

"""The replies that seats have planned, and the one that a turn calls for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from byways.rules.options import SWAP
from byways.site.timeline.events import Drop, Reply

Plans: TypeAlias = Mapping[str, tuple[Reply, ...]]
"""By seat."""


def replied(plans: Plans, due: Reply | None, by: str, turn: str) -> tuple[Reply | None, Plans, Drop | None]:
    """Return the planned reply to a seat's turn, what stays planned, and what is dropped for want of a reply.

    `due` was the planned reply to the turn before. A premove is meant for the colour that one has: it does not answer
    `swap`.
    """
    if not due and not plans:
        return None, plans, None
    further = due.then if due is not None and due.turn == turn else ()
    answers = [(seat, reply) for seat, replies in plans.items() if seat != by for reply in replies]
    met = (turn,) if turn == SWAP.name else (turn, None)
    found = next((reply for _, reply in answers if reply.to in met), None)
    dropped = next((Drop(seat, "" if reply.to else reply.turn) for seat, reply in answers), None)
    return found, planned({}, by, further), None if found else dropped


def planned(plans: Plans, by: str, replies: tuple[Reply, ...]) -> Plans:
    """Return plans with those of one seat exchanged."""
    others = {seat: planned for seat, planned in plans.items() if seat != by}
    return others | ({by: replies} if replies else {})

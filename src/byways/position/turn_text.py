"""Turns as text: what a person writes is read leniently, and each legal turn has one canonical text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from byways.errors import IllegalTurnError, UnreadableTurnError
from byways.game import Variant
from byways.kernels import Ints
from byways.rules.options import SWAP
from byways.rules.position import Position
from byways.rules.state_vector import NOBODY, PART

LONGEST_TURN = 10_000  # characters
_APART = re.compile(r"(?<=\b[a-z])\s+(?=\d)")  # within the name of a point, as in "d 5"


def read_turn(state: Position, turn: str) -> tuple[tuple[int, ...], Ints]:
    """Return the actions of a legal turn and the vector after them. Raises IllegalTurnError."""
    if not isinstance(turn, str) or len(turn) > LONGEST_TURN:
        raise UnreadableTurnError("turn.text", "a move is a text of at most {most} characters", most=LONGEST_TURN)
    text = turn.strip().lower()
    if state.mover == NOBODY:
        raise IllegalTurnError("turn.over", "the game is over")
    state.refuse_begun()
    actions = _swap(state) if text == SWAP.name else _parse(state, text)
    after = state.follow(actions)
    if after is None or after[PART] != 0:
        raise state.variant.game.texts.refusal(state, actions)
    return tuple(actions), after


def write_turn(variant: Variant, vector: Ints, actions: Sequence[int]) -> str:
    """Return the canonical text of a turn given as actions. Raises IllegalTurnError for a number of no action."""
    most = variant.num_actions - 1
    for action in actions:
        if not 0 <= action <= most:
            raise IllegalTurnError(
                "turn.number",
                "there is no action {action}: they are numbers from 0 to {most}",
                action=str(action)[:40],
                most=most,
            )
    if tuple(actions) == (variant.swap_action,):
        return SWAP.name
    return variant.game.texts.write(variant, vector, actions)


def offers(state: Position) -> list[tuple[int, list[str]]]:
    """Return every action that may follow a state with its clicks: the usual ones first, then all other ways."""
    variant = state.variant
    vector = state.vector
    legal = (*state.legal_actions().tolist(), *variant.game.texts.further(variant, vector))
    ways = variant.ways(vector, legal)
    shown = [(action, list(first)) for action, (first, *_) in ways]
    return shown + [(action, list(clicks)) for action, (_, *more) in ways for clicks in more]


def _parse(state: Position, text: str) -> tuple[int, ...]:
    parse = state.variant.game.texts.parse
    try:
        return parse(state, text)
    except UnreadableTurnError:
        closer = _APART.sub("", text)
        if closer == text:
            raise
        return parse(state, closer)


def _swap(state: Position) -> tuple[int, ...]:
    action = state.variant.swap_action
    if not state.variant.allows(state.vector, action):
        raise IllegalTurnError("turn.swap", "swap is possible only with the pie rule, as the reply to the first move")
    return (action,)

"""Sentences about a position of a review: its place in the game, the score, what the rules alone allow."""

from __future__ import annotations

from collections.abc import Sequence

from byways.position.state import State
from byways.site.board.rendering import turn_by, turn_named
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.i18n.peoples_words import isolated
from byways.site.play.page import wording
from byways.site.review.annotations import line_name
from byways.site.review.review import Address, Review
from byways.translatable import joined, marked, say, text_of

MOST_SAID = 4  # turns of a line


def place_of(review: Review, address: Address, state: State, tried: int = 0, *, result: bool = False) -> str:
    """Describe the position's place in the game in one line, at its end with the `result` if that is nowhere else."""
    count = len(review.states) - 1
    ply = address[0]
    numbered = wording.numbered_turn(review.states, ply) if ply else ""
    if len(address) > 1:
        name = isolated(line_name(review.line, address))
        turns = state.turns[ply - 1 :]
        if turns[0] == review.states[ply].turn and len(turns) > 1:  # behind the end of the game
            template = marked("{line}: {turn}, after move {number}") if name else marked("After move {number}: {turn}")
            return say(template, line=name, number=numbered, turn=_listed(state, turns[1:]))
        template = (
            marked("{line}: {turn}, instead of move {number}") if name else marked("Instead of move {number}: {turn}")
        )
        return say(template, line=name, number=numbered, turn=_listed(state, turns))
    if tried:
        template = marked("After move {number}, tried: {turn}") if ply else marked("From the start, tried: {turn}")
        return say(template, number=numbered, turn=_listed(state, state.turns[-tried:]))
    known = ply == count and (review.end is not None or review.room.outcome is not None)
    standing = "" if known and ply and not result else _standing(review, state)
    if ply == 0:
        return joined([say("Start of the game."), phrases.sentence(phrases.upper(standing))])
    turn = turn_by(state, review.states[ply - 1].to_move, str(state.turn))
    numbers = wording.turn_numbers(review.states)
    said = render(say("Move {number} of {count}: {turn}.", number=numbers[ply - 1], count=numbers[-1], turn=turn))
    return f"{said} {phrases.sentence(phrases.upper(standing))}".rstrip()


def remark_of(state: State) -> str:
    """Return the remark that the rules alone allow on a position."""
    return text_of(state.variant.game.name, state.variant.game.ui.remark(state))


def _listed(state: State, turns: Sequence[str]) -> str:
    """Return the last few turns as a text."""
    said = [turn_named(state.variant.game, turn) for turn in turns[-MOST_SAID:]]
    return ", ".join(said if len(turns) <= MOST_SAID else ["…", *said])


def _standing(review: Review, state: State) -> str:
    """Say who is to move, or how the game ended."""
    if review.end is not None and len(state.turns) == len(review.states) - 1:
        return wording.ended(state.variant.game, review.end)
    if state.to_move == "chance":
        return say("the dice are to be rolled")
    if state.to_move is not None:
        if len(state.players) == 1:
            return say("what next?")
        return say("{player} is to move", player=text_of(state.variant.game.name, state.to_move))
    if review.room.outcome is None:
        return say("the result is being worked out")
    return wording.over(state.variant.game, review.room.outcome)

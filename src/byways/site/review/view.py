"""One position on a review's page: the drawing, the turn and its comments, the turns that can be tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from byways.draw import fragment, scene
from byways.kernels import Ints
from byways.picture import Picture
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.play import wording
from byways.site.play.view import notes_of, offers_of, picture_of, sheets_of
from byways.site.review import annotations as notes
from byways.site.review.review import Address, Review, write_address
from byways.state import State
from byways.translatable import marked, say, text_of

MOST_SAID = 4  # turns of a line


def view(
    review: Review, address: Address, turns: Sequence[str] = (), *, trying: bool = False, still: bool = False
) -> dict[str, Any]:
    """Return the view of a position at an address and `turns` after it; only a picture if it is to be `still`.

    Raises MissingError, IllegalTurnError.
    """
    state = review.state(address, turns)
    offers = offers_of(state.variant, state.vector) if trying and state.to_move is not None else []
    shown = view_of(review, state, offers, still=still)
    line = review.line
    return {
        **shown,
        "address": write_address(address),
        "turns": list(state.turns[len(state.turns) - len(turns) :]),
        "said": render(_said(review, address, state, len(turns))),
        "comments": list(notes.comments(line, address)),
        "mark": 0 if turns else notes.marked(line, address),
        "position": str(state) if review.over else "",
        "strikable": not turns and notes.strikable(line, address, endless=review.endless),
        "goesOn": review.unfinished and address == (len(review.states) - 1,),
    }


def view_in_turn(review: Review, before: State, vector: Ints) -> dict[str, Any]:
    """Return the view of a position in the middle of a turn."""
    return view_of(review, State(before.variant, vector.copy(), before), offers_of(before.variant, vector))


def view_of(review: Review, state: State, offers: Sequence[list[Any]], *, still: bool = False) -> dict[str, Any]:
    """Return a drawing with the turns that can be tried on it."""
    game = state.variant.game
    picture = picture_of(review.room, state)
    points = {point.name for board in picture.boards for point in board.points}
    clicked = {click for _, *clicks in offers for click in clicks} - points
    drawn = scene(picture, interactive=not still, players=state.players, sides=clicked, tell=render)
    sides = {control.name for control in drawn.controls}
    return {
        "box": drawn.view_box,
        "markup": drawn.markup(),
        "notes": notes_of(picture),
        "sheets": sheets_of(state, picture),
        "home": state.to_move if len(picture.boards) > 1 else None,
        "offers": offers,
        "labels": {word: wording.label(game, word) for word in clicked - sides},
        "prompt": _prompt(state) if offers else "",
        "next": text_of(game.name, game.ui.labels.get("next", "")),
        "toMove": state.to_move,
        **insight_of(state, picture),
    }


def insight_of(state: State, picture: Picture) -> dict[str, str]:
    """Return the remark that the rules alone allow on a position, and its drawing."""
    said, items = state.variant.game.ui.remark(state)
    keys = [board.key for board in picture.boards]
    drawn = ""
    for key in keys:
        mine = [item for item in items if len(keys) == 1 or item.owner == key]
        drawn += fragment(mine, picture, board=key, players=state.players) if mine else ""
    return {"insight": text_of(state.variant.game.name, said), "sketch": drawn}


def _prompt(state: State) -> str:
    """Return the prompt for the next action; on a review's page dice are chosen, not rolled."""
    if state.to_move == "chance":
        return say("Choose what the dice show.")
    game = state.variant.game
    return phrases.sentence(text_of(game.name, game.ui.prompt(state)))


def _said(review: Review, address: Address, state: State, tried: int) -> str:
    """Describe the position's place in the game in one line."""
    count, ply = len(review.states) - 1, address[0]
    if len(address) > 1:
        return say("Instead of turn {number}: {turn}", number=ply, turn=_listed(state.turns[ply - 1 :]))
    if tried:
        template = marked("After turn {number}, tried: {turn}") if ply else marked("From the start, tried: {turn}")
        return say(template, number=ply, turn=_listed(state.turns[-tried:]))
    standing = _standing(review, state)
    if ply == 0:
        return say("The start, {standing}", standing=standing)
    mover = review.states[ply - 1].to_move
    by = "" if mover == "chance" else phrases.player(state.variant.game, mover)
    template = (
        marked("Turn {number} of {count}: {player} {turn}.") if by else marked("Turn {number} of {count}: {turn}.")
    )
    said = say(template, number=ply, count=count, player=by, turn=state.turn)
    return f"{render(said)} {phrases.upper(standing)}"


def _listed(turns: Sequence[str]) -> str:
    """Return the last few turns as a text."""
    return ", ".join(("…", *turns[-MOST_SAID:]) if len(turns) > MOST_SAID else turns)


def _standing(review: Review, state: State) -> str:
    """Describe who is to move, or how the game ended."""
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
    return wording.result(state.variant.game, review.room.outcome)

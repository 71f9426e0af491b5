"""Pictures of a Troll board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byways.games.troll.rules import CELLS, CONNECTION, EMPTY, ways
from byways.kernels import Ints
from byways.rules.boards.walk import joining_chain
from byways.rules.picture import Item, Picture
from byways.rules.position import Position
from byways.rules.state_vector import REASON, WINNER
from byways.translatable import Catalogue, listed, marked

TEXTS = Catalogue("troll")
say, say_many, capital = TEXTS.say, TEXTS.say_many, TEXTS.capital

DISCS = (say("white disc"), say("black disc"))


def picture(state: Position) -> Picture:
    """Draw discs, the last disc and what it flipped, and the winning chain."""
    layout = state.variant.layout
    items = (*_discs(state), *_last_turn(state), *_chain(state))
    return Picture((layout.board(items, layout.edges(state.players)),))


def preview(state: Position, actions: tuple[int, ...]) -> tuple[Item, ...]:
    """Draw the disc at the pointer and a ring on every disc that it would flip."""
    after = state.variant.apply_all(state.vector, actions)
    placed_and_flipped = _changes(state, state.vector, after, "stone", "flip")
    return tuple(replace(item, ghost=True) for item in placed_and_flipped)


def describe_preview(state: Position, actions: tuple[int, ...]) -> str:
    """Say which discs would flip."""
    after = state.variant.apply_all(state.vector, actions)
    flips = [item.at[0] for item in _changes(state, state.vector, after, "stone", "flip") if item.kind == "flip"]
    if not flips:
        return ""
    return say_many("{count} disc flips: {places}", "{count} discs flip: {places}", len(flips), places=listed(flips))


def prompt(state: Position) -> str:
    """Say what the player to move is asked for."""
    legal = state.legal_actions()
    if legal[0] == len(state.variant.layout.names):
        return say("You cannot place a disc, so you pass.")
    return say("Place a disc.")


def explain(state: Position) -> str:
    """Say how a finished game was decided."""
    if state.vector[REASON] != CONNECTION:
        return say("Neither side can place another disc, so the game is a draw.")
    winner = int(state.vector[WINNER]) - 1
    names = _winning_chain(state)
    template = marked("{player} joins top and bottom with a chain of {count} discs, {first} to {last}.")
    if winner == 1:
        template = marked("{player} joins left and right with a chain of {count} discs, {first} to {last}.")
    side = capital(state.players[winner])
    return say(template, player=side, count=len(names), first=names[0], last=names[-1])


def explain_to(state: Position, player: str) -> str:
    """Say in a sentence how a finished game was decided, to a person who played as `player`."""
    if state.vector[REASON] != CONNECTION:
        return explain(state)
    winner = int(state.vector[WINNER]) - 1
    count = len(_winning_chain(state))
    yours = (
        marked("Your chain of {count} discs joins top and bottom."),
        marked("Your chain of {count} discs joins left and right."),
    )
    theirs = (
        marked("{player}'s chain of {count} discs joins top and bottom."),
        marked("{player}'s chain of {count} discs joins left and right."),
    )
    template = (yours if state.players[winner] == player else theirs)[winner]
    return say(template, player=capital(state.players[winner]), count=count)


def _discs(state: Position) -> Iterator[Item]:
    for name, disc in zip(state.variant.layout.names, state.vector[CELLS:], strict=True):
        if disc != EMPTY:
            yield Item("stone", (name,), state.players[disc - 1], says=DISCS[disc - 1])


def _last_turn(state: Position) -> Iterator[Item]:
    if state.previous is not None:
        yield from _changes(state, state.previous.vector, state.vector, "last", "flipped")


def _changes(state: Position, before: Ints, after: Ints, placed: str, flipped: str) -> Iterator[Item]:
    """Cells that were filled and discs that changed hands."""
    for name, old, new in zip(state.variant.layout.names, before[CELLS:], after[CELLS:], strict=True):
        if old != new:
            yield Item(placed if old == EMPTY else flipped, (name,), state.players[new - 1])


def _chain(state: Position) -> Iterator[Item]:
    if state.vector[REASON] == CONNECTION:
        yield Item("chain", tuple(_winning_chain(state)), state.players[int(state.vector[WINNER]) - 1])


def _winning_chain(state: Position) -> list[str]:
    variant = state.variant
    winner = int(state.vector[WINNER]) - 1
    return joining_chain(variant.layout, state.vector, winner, ways(variant.geometry))

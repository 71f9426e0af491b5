"""Pictures of a Whirlwind board."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.whirlwind.rules import CELLS, CONNECTION, EMPTY, NOWHERE, RING, corner_touches, is_single, ring_of
from byways.kernels import Ints
from byways.rules.boards.walk import joining_chain
from byways.rules.picture import Item, Picture
from byways.rules.position import Position
from byways.rules.state_vector import PART, REASON, TO_MOVE, WINNER
from byways.translatable import Catalogue, either, joined, listed, marked

TEXTS = Catalogue("whirlwind")
say, capital = TEXTS.say, TEXTS.capital

STONES = (say("black stone"), say("white stone"))


def picture(state: Position) -> Picture:
    """Draw the stones, those of the last turn, and the winning chain."""
    layout = state.variant.layout
    items = (*_stones(state), *_last_turn(state), *_chain(state))
    return Picture((layout.board(items, layout.edges(state.players)),))


def preview(state: Position, actions: tuple[int, ...]) -> tuple[Item, ...]:
    """Draw the stones at the pointer, and where a first stone that may not stand alone needs a mate."""
    after = state.variant.apply_all(state.vector, actions)
    ghosts = tuple(Item("stone", (name,), owner, ghost=True) for name, owner in _placed(state, state.vector, after))
    names = state.variant.layout.names
    following = state.variant.legal_actions(after)
    if after[PART] == 0 or len(names) in following:  # the turn is over, or may be ended
        return ghosts
    owner = state.players[after[TO_MOVE]]
    needs = (Item("need", (names[cell],), owner, ghost=True) for cell in following)
    return (*ghosts, *_touches(state, after), *needs)


def describe_preview(state: Position, actions: tuple[int, ...]) -> str:
    """Say which stones would touch only at a corner, and where a second stone would have to follow."""
    items = preview(state, actions)
    needs = [item.at[0] for item in items if item.kind == "need"]
    if not needs:
        return ""
    places = listed(item.at[1] for item in items if item.kind == "touch")
    follows = say("needs a second stone on {places}", places=either(needs))
    return joined([say("touches {places} only at a corner", places=places), follows], "; ")


def in_the_way(state: Position, actions: tuple[int, ...]) -> tuple[Item, ...]:
    """Mark the corners that forbid stones: those at which they would touch another one, and nothing else."""
    cells = [CELLS + action for action in actions if action < len(state.variant.layout.names)]
    after = state.vector.copy()
    if (after[cells] != EMPTY).any():
        return ()
    after[cells] = state.vector[TO_MOVE] + 1
    return tuple(_touches(state, after))


def prompt(state: Position) -> str:
    """Say what the player to move is asked for."""
    if state.vector[PART] == 0:
        single = is_single(state.variant.geometry, state.vector)
        return say("Place a stone.") if single else say("Place one or two stones.")
    may_end = len(state.variant.layout.names) in state.legal_actions()
    if may_end:
        return say("Place a second stone, or end the turn.")
    return say("Place a second stone that fixes the corner.")


def explain(state: Position) -> str:
    """Say how a finished game was decided."""
    winner = int(state.vector[WINNER]) - 1
    side = capital(state.players[winner])
    other = capital(state.players[1 - winner])
    if state.vector[REASON] != CONNECTION:
        template = marked(
            "{other} has no legal move: every stone would touch another only at a corner. So {player} wins."
        )
        return say(template, other=other, player=side)
    names = joining_chain(state.variant.layout, state.vector, winner)
    template = marked("{player} joins top and bottom with a chain of {count} stones, {first} to {last}.")
    if winner == 1:
        template = marked("{player} joins left and right with a chain of {count} stones, {first} to {last}.")
    return say(template, player=side, count=len(names), first=names[0], last=names[-1])


def explain_to(state: Position, player: str) -> str:
    """Say in a sentence how a finished game was decided, to a person who played as `player`."""
    if state.vector[REASON] != CONNECTION:
        return explain(state)
    winner = int(state.vector[WINNER]) - 1
    count = len(joining_chain(state.variant.layout, state.vector, winner))
    yours = (
        marked("Your chain of {count} stones joins top and bottom."),
        marked("Your chain of {count} stones joins left and right."),
    )
    theirs = (
        marked("{player}'s chain of {count} stones joins top and bottom."),
        marked("{player}'s chain of {count} stones joins left and right."),
    )
    template = (yours if state.players[winner] == player else theirs)[winner]
    return say(template, player=capital(state.players[winner]), count=count)


def _stones(state: Position) -> Iterator[Item]:
    for name, stone in zip(state.variant.layout.names, state.vector[CELLS:], strict=False):
        if stone != EMPTY:
            yield Item("stone", (name,), state.players[stone - 1], says=STONES[stone - 1])


def _last_turn(state: Position) -> Iterator[Item]:
    if state.previous is not None:
        for name, owner in _placed(state, state.previous.vector, state.vector):
            yield Item("last", (name,), owner)


def _placed(state: Position, before: Ints, after: Ints) -> Iterator[tuple[str, str]]:
    """Yield the points of the stones that came between two state vectors, and whose they are."""
    for name, old, new in zip(state.variant.layout.names, before[CELLS:], after[CELLS:], strict=False):
        if old != new:
            yield name, state.players[new - 1]


def _touches(state: Position, after: Ints) -> Iterator[Item]:
    """Yield the stones that a stone of the turn touches only at a corner."""
    layout = state.variant.layout
    geometry = state.variant.geometry
    for name, owner in _placed(state, state.vector, after):
        cell = layout.cells[name]
        touches = corner_touches(ring_of(geometry, after, cell, NOWHERE, int(after[CELLS + cell])))
        others = (layout.names[layout.neighbours[cell][d]] for i, d in enumerate(RING) if touches >> i & 1)
        yield from (Item("touch", (name, other), owner, ghost=True) for other in others)


def _chain(state: Position) -> Iterator[Item]:
    if state.vector[REASON] == CONNECTION:
        winner = int(state.vector[WINNER]) - 1
        yield Item("chain", tuple(joining_chain(state.variant.layout, state.vector, winner)), state.players[winner])

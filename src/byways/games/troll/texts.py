"""Turns and refusals of Troll, in words."""

from __future__ import annotations

from collections.abc import Sequence

from byways.errors import IllegalTurnError
from byways.game.board_texts import BoardTexts
from byways.game.variant import Variant
from byways.games.troll.rules import CELLS, EMPTY
from byways.kernels import Ints
from byways.rules.options import Value
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE
from byways.translatable import Catalogue, marked

TEXTS = Catalogue("troll")
say, capital = TEXTS.say, TEXTS.capital


class TrollTexts(BoardTexts):
    """A turn is a cell, or "pass"."""

    def count_turns(self, variant: Variant, state: Ints) -> int | None:
        return int((state[CELLS:] != EMPTY).sum())  # every turn places a disc, except for passes, which are rare

    def reason(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        size = int(state.variant.options["size"])
        cell = actions[0]
        if cell == size * size:
            return IllegalTurnError("troll.pass", say("you may pass only when you cannot place a disc"))
        name = state.variant.layout.names[cell]
        if state.vector[CELLS + cell] != EMPTY:
            return IllegalTurnError("turn.occupied", say("{cell} is occupied", cell=name))
        return _edge_refusal(name, cell, size, int(state.vector[TO_MOVE]), state.variant.options["edges"])


def _edge_refusal(name: str, cell: int, size: int, player: int, edges: Value) -> IllegalTurnError:
    """Return the refusal for an empty cell: an edge or a corner, where the disc would flip nothing."""
    ends = (0, size - 1)
    owner, closed_to = (capital(name) for name in (("black", "white") if player == 0 else ("white", "black")))
    if cell // size in ends and cell % size in ends:
        if edges == "closed":
            return IllegalTurnError("troll.corner.closed", say("{cell} is a corner, and corners are closed", cell=name))
        return IllegalTurnError("troll.corner", say("{cell} is a corner and flips nothing", cell=name))
    if edges == "closed":
        template = marked("{cell} is on {owner}'s edge, which is closed to {player}")
        return IllegalTurnError("troll.edge.closed", say(template, cell=name, owner=owner, player=closed_to))
    return IllegalTurnError("troll.edge", say("{cell} is on {owner}'s edge and flips nothing", cell=name, owner=owner))

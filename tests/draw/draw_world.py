"""Pictures and drawings for tests of drawing."""

import re
import xml.etree.ElementTree as ET

import byways
from byways import draw
from byways.draw.shapes import definitions
from byways.kernels.rng import seeded
from byways.rules.boards.shapes import Hexagon, square
from byways.rules.picture import Item
from byways.search.random_game import random_turn

SVG = "{http://www.w3.org/2000/svg}"
AT = {
    "move": ("c3", "c5"), "sight": ("c3", "c5"), "chain": ("c3", "c4"), "path": ("c3", "c4", "c5"),
    "touch": ("c3", "d4"),
    "tile": ("c3", "c4"), "cafe": ("c3", "c4"), "wall": ("c3E",), "doored": ("c3E",),
    "entrance": ("c1N",), "exit": ("c1N",),
}  # fmt: skip
TEXT = {"stack": "3", "step": "2", "display": "4", "path": "17"}
GAMES = [
    ("troll", {"size": 6}), ("whirlwind", {"size": 6}), ("stride", {"side": 4}), ("stroll", {"size": 6}),
    ("longway", {}), ("longway", {"players": 3}),
]  # fmt: skip


def square_board(size, ground, items=(), edges=()):
    return square(size, ground).board(items, edges)


def hex_board(side, items=(), edges=()):
    return Hexagon.layout(side).board(items, edges)


def square_edges(size, horizontal, vertical):
    return square(size).edges((horizontal, vertical))


def board_of(ground, *items, edges=()):
    return hex_board(4, items, edges) if ground == "hexes" else square_board(7, ground, items, edges)


def item_of(kind, owner="white", ghost=False):
    return Item(kind, AT.get(kind, ("c3",)), owner, TEXT.get(kind, ""), says=f"{owner} {kind}", ghost=ghost)


def parsed(markup):
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


def spelled_out(markup):
    """Markup with the shapes themselves in place of their uses, without ids."""
    shape = lambda use: re.sub(r' id="[^"]*"', "", next(iter(definitions([use[1]]).values())))  # noqa: E731
    return re.sub(r'<use href="#byways\.([^"]+)"[^>]*/>', shape, markup)


def random_states(game, options, seed=1, turns=60):
    """The states of a random game, the start first."""
    state, rng = byways.start(game, **options), seeded(seed)
    yield state
    while state.to_move is not None and len(state.turns) < turns:
        state = state.apply_unchecked(random_turn(state, rng))
        yield state


def scene_of(state, **options):
    return draw.scene(state.variant.game.picture(state), players=state.players, **options)


def controls_of(scene):
    return [element for element in parsed(scene.markup()).iter(f"{SVG}g") if element.get("data-point")]

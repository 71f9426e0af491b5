"""Drawings that are kept in full in `golden/`, for tests that compare every number of them.

python tests/draw/golden.py        writes them again, after a change of how something looks; look at them first
"""

import re
from dataclasses import replace
from pathlib import Path

from draw_world import hex_board, item_of, square_board, square_edges

import byways
from byways import draw
from byways.draw.charts import Bar, Dot, Mark, bar_chart, histogram, line_chart, scatter_chart
from byways.rules.picture import GROUNDS, KINDS, Item, Label, Picture

FOLDER = Path(__file__).with_name("golden")
PLAYERS = ("white", "black", "player 1", "player 2", "player 3")


def small(ground, *items, edges=()):
    return hex_board(3, items, edges) if ground == "hexes" else square_board(5, ground, items, edges)


def crowd(ground):
    """A small board with everything that there is, pieces of all players, and edges of two."""
    kinds = [item_of(kind, "black" if kind in ("chain", "wall") else "white") for kind in KINDS]
    stones = [Item("stone", (f"{column}2",), player) for column, player in zip("abcd", PLAYERS[1:], strict=True)]
    stones += [Item("stone", ("a1",), "player 4"), Item("stone", ("b1",), "player 5")]
    more = [
        Item("stack", ("d3",), "black", "12"), Item("step", ("d4",), "white", "3"), Item("step", ("c3", "d3"), "", "4"),
        Item("sight", ("a1", "c3"), "white", "cut"), Item("move", ("b3", "c3", "d4"), "black"),
        Item("path", ("d3",), "white", "9"), Item("path", ("a3", "b3"), "black", "7", ghost=True),
        Item("chain", ("b2",), "black"), Item("heat", ("b4",), "", "5"), Item("value", ("c4",), "", "−1"),
        Item("display", ("d4",), "", "6"), Item("capture", ("a2",), "white"),
    ]  # fmt: skip
    edges = () if ground == "hexes" else square_edges(5, "white", "player 1")
    return small(ground, *kinds, *stones, *more, edges=edges)


def file(ground):
    board = replace(crowd(ground), title="A board", notes=("coins: 4", "rests"))
    return draw.document(Picture((board,), ("at the foot",)), players=PLAYERS, theme="light", title="Everything")


def page(ground):
    """A board as a page has it, with what may be chosen; and what the pointer shows over it."""
    picture = Picture((small(ground, item_of("stone"), item_of("wall"), edges=crowd(ground).edges),))
    legal = {"c3", "b2", "c3E", "a1N"}
    drawn = draw.scene(picture, interactive=True, players=PLAYERS, legal=legal, sides={"d4E"})
    ghosts = draw.fragment([item_of(kind, "black", ghost=True) for kind in KINDS], picture, players=PLAYERS)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{drawn.view_box}">{drawn.markup()}{ghosts}</svg>'


def many():
    """Three sheets side by side, with labels beside and within them, walls and a way through a plan."""
    state = byways.random_game("longway", 3, players=3).previous
    picture = state.variant.game.picture(state)
    first = replace(picture.boards[0], labels=(*picture.boards[0].labels, Label("±", 3.2, -1.6), Label("in", 2.5, 2.5)))
    return draw.document(replace(picture, boards=(first, *picture.boards[1:])), players=state.players, theme="dark")


LINES = {
    "first & last": [Dot(2, 0.4, (0.2, 0.5)), Dot(4, 0.6, (0.5, 0.8)), Dot(8, 0.5)],
    "second": [Dot(2, 0.1), Dot(6, 0.9), Dot(8, 1.4)],
}
BARS = [
    Bar("less", -0.2, (-0.4, -0.1), "a note"),
    Bar("a label that is too long for its column", 0.3, (0.25, 0.9)),
    Bar("more", 7.0),
]
MARKS = [
    Mark("a", 3, 0.5, (2, 4), (0.4, 0.7), "kept"),
    Mark("b", 5, 0.2, (4.5, 5), (0.2, 0.3), "left", filled=False),
]
CHARTS = {
    "bars": lambda: bar_chart("Shares", BARS, middle=0.5, scale=(-0.5, 1.0)),
    "histogram": lambda: histogram("Lengths", {3: 2, 4: 7, 9: 1}, "turns"),
    "histogram-in-steps": lambda: histogram("Lengths", [5, 6.5, 70, 71, 71, 200]),
    "lines": lambda: line_chart("By size", LINES, "size", "share", middle=0.5),
    "lines-of-one": lambda: line_chart("By size", {"": LINES["second"]}, "size", "share", most=2.0),
    "lines-in-a-square": lambda: line_chart(
        "Right?", {"": [Dot(0.1, 0.2), Dot(0.9, 0.8)]}, "said", "found", square=True
    ),
    "scatter": lambda: scatter_chart("Trade-off", MARKS, "turns", "draws"),
    "scatter-of-one": lambda: scatter_chart("Trade-off", [Mark("a", 3, 3, (3, 3), (3, 3), "kept")], "turns", "draws"),
}
DRAWINGS = {
    **{f"file-{ground}": lambda ground=ground: file(ground) for ground in GROUNDS},
    **{f"page-{ground}": lambda ground=ground: page(ground) for ground in GROUNDS},
    **CHARTS,
    "file-of-three": many,
}


def lines(svg):
    """A drawing with a line for each element, so that comparisons show what differs."""
    return re.sub("><", ">\n<", svg).splitlines()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawing in DRAWINGS.items():
        FOLDER.joinpath(f"{name}.svg").write_text("\n".join(lines(drawing())) + "\n", encoding="utf-8")

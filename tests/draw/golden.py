"""Drawings, and style sheets, that are kept in full in `golden/`, for tests that compare every number of them.

python tests/draw/golden.py        writes them again, after a change of how something looks; look at them first
"""

from dataclasses import replace
from pathlib import Path

from draw_world import hex_board, item_of, square_board, square_edges

import byways
from byways import draw
from byways.arena.game import Failure
from byways.arena.score import Score
from byways.draw.charts import Bar, Dot, Mark, bar_chart, histogram, line_chart, scatter_chart
from byways.draw.lettering import GLYPHS, strokes
from byways.draw.pages import render
from byways.rules.boards.shapes import Rhombus
from byways.rules.picture import GROUNDS, KINDS, Item, Label, Picture
from byways.search.answer import Analysis, Choice

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


def two():
    """Two boards of hexes with owners' edges on a page, of one of which sides may be chosen, and a chain into edges."""
    layout = Rhombus.layout(3)
    items = [Item("chain", ("a1", "a2", "b2", "b3"), "black"), Item("stack", ("c1",), "white")]
    boards = [replace(layout.board(items, layout.edges(("black", "white"))), labels=(), key="one", title="One")]
    walls = [item_of("wall"), Item("exit", ("d1N",)), Item("path", ("a1", "a3", "c3"), "white", "3")]
    boards.append(replace(small("plan", *walls), key="two", notes=("a note",)))
    drawn = draw.scene(Picture(tuple(boards)), interactive=True, players=PLAYERS, legal={"two": {"c3E", "c3S"}})
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{drawn.view_box}">{drawn.markup()}</svg>'


def letters():
    """All characters that are drawn as strokes, each in a word that is centred, in rows of twelve."""
    placed = [(character, (20 + 40 * (i % 12), 20 + 24 * (i // 12))) for i, character in enumerate(GLYPHS)]
    data = "".join(f'<path d="{strokes(f"{character}l", at, 12)}"/>' for character, at in placed)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 300" fill="none" stroke="#000">{data}</svg>'


def notebook():
    choices = (Choice("d5", 0.625, 300, False, 0.031, ("d5", "e6", "f7")), Choice("e6 & f7", 0.5, 0, True, 0.0))
    found = Analysis("d5", 0.625, False, ("d5", "e6"), choices, 1_234, 1.5, 7, 0.031)
    over = Analysis(None, 1.0, True, (), (), 0, 0.0, 0)
    score = Score(31, 4, 25, (Failure("process:x", 1, 0, 3, "code", "hung & gone", ""),))
    return "".join(shown._repr_html_() for shown in (found, over, score))


LINES = {
    "first & last": [Dot(2, 0.4, (0.2, 0.5)), Dot(4, 0.6, (0.5, 0.8)), Dot(8, 0.5)],
    "second": [Dot(2, 0.1), Dot(6, 0.9, (0.8, 1.0)), Dot(8, 1.4)],
}
BARS = [
    Bar("less", -0.2, (-0.4, -0.1), "a note"),
    Bar("a label as long as a column", 0.3, (0.25, 0.9)),
    Bar("one that is as long as fits", 0.5),
    Bar("more, as long as it may be", 7.0),
]
MARKS = [
    Mark("a", 3, 0.5, (2, 4), (0.4, 0.7), "kept"),
    Mark("b", 5, 0.2, (4.5, 5), (0.2, 0.3), "left", filled=False),
]
ONE = [Mark("a", 3, 3, (3, 3), (3, 3), "kept")]
DRAWINGS = {
    **{f"file-{ground}.svg": lambda ground=ground: file(ground) for ground in GROUNDS},
    **{f"page-{ground}.svg": lambda ground=ground: page(ground) for ground in GROUNDS},
    "file-of-three.svg": many,
    "page-of-two.svg": two,
    "letters.svg": letters,
    "bars.svg": lambda: bar_chart("Shares", BARS, middle=0.5, scale=(-0.5, 1.0)),
    "histogram.svg": lambda: histogram("Lengths", {3: 2, 4: 7, 9: 1}, "turns"),
    "histogram-in-steps.svg": lambda: histogram("Lengths", [5, 6.5, 70, 71, 71, 200]),
    "lines.svg": lambda: line_chart("By size", LINES, "size", "share", middle=0.5),
    "line.svg": lambda: line_chart("By size", {"": LINES["second"]}, "size", "share", most=2.0),
    "diagonal.svg": lambda: line_chart("Right?", {"": [Dot(0.1, 0.2), Dot(0.9, 0.8)]}, "x", "y", square=True),
    "scatter.svg": lambda: scatter_chart("Trade-off", MARKS, "turns", "draws"),
    "spot.svg": lambda: scatter_chart("Trade-off", ONE, "turns", "draws"),
    "notebook.html": notebook,
    "page.html": lambda: "".join(render("draw/pages/base.html", title="50 % of a page & its title")),
    "boards.css": draw.css,
    "pages.css": draw.page_css,
}


def lines(drawn):
    """A drawing with a line for each element or rule, so that comparisons show what differs."""
    return drawn.replace("><", ">\n<").replace("}", "}\n").splitlines()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawing in DRAWINGS.items():
        FOLDER.joinpath(name).write_text("\n".join(lines(drawing())) + "\n", encoding="utf-8")

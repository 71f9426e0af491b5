"""What the page for developers gives to macros that are shown with data: a game that nobody has played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from markupsafe import Markup

from byways.draw import Scene, common, scene
from byways.draw.sheet import PAGES
from byways.rules.boards.shapes import square
from byways.rules.picture import Item, Picture
from byways.rules.side_panel import Block, Count, Dice, Die, Entry, Faces, Gallery, Legend, Line, Points, Sample, Source
from byways.site.board.cutout import cutout
from byways.site.daily.calendar import Day
from byways.site.daily.cards import cards_of
from byways.site.daily.puzzle import today
from byways.site.lobby.rules_page import Drawing
from byways.site.play.page.pending import PlannedRow, PlanView, Proposal
from byways.site.play.page.sidebar import Command, Paces, PlayerRow, ShownResult
from byways.site.play.page.views import ListedTurn
from byways.site.review.report import MistakeCard, ReportRow

_PLAYERS = ("white", "black")
_BOARD = square(5)
_ITEMS = (
    *(Item("stone", (name,), "white") for name in ("a1", "c4", "d4")),
    *(Item("stone", (name,), "black") for name in ("b1", "b2", "e4")),
    Item("last", ("d4",), "white"),
    Item("flipped", ("c4",), "white"),
)
_NAMING = re.compile(r'\b(id|for|form|name|aria-labelledby|aria-describedby|aria-controls)="([^"]+)"')
_PLACE = re.compile(r'(<(?:section|nav)\b[^>]* aria-label="[^"]+)"')
_DRAWING = re.compile(r"(<svg\b[^>]*>)(.*?)(</svg>)", re.DOTALL)
_INSIDE, _PARTS = 2, 4  # what a drawing has inside is the third of four parts, with the text before it
_HIDDEN = re.compile(r"(<[^<>]*) hidden(?=[\s>])")


def specimen(markup: str, at: str) -> Markup:
    """Return components for a page that has them several times: opened, nothing hidden, with ids of their own."""

    def own(found: re.Match[str]) -> str:
        return '{}="{}"'.format(found[1], " ".join(f"{name}-{at}" for name in found[2].split()))

    shown = _PLACE.sub(rf'\1, {at}"', _HIDDEN.sub(r"\1", str(markup)))
    parts = _DRAWING.split(shown.replace("<dialog ", "<dialog open "))
    return Markup("".join(part if i % _PARTS == _INSIDE else _NAMING.sub(own, part) for i, part in enumerate(parts)))


def board_in(scheme: str) -> Scene:
    """Draw a board whose gradients are its own: they look as what is around them where they are defined."""
    return scene(_picture(), players=_PLAYERS, ids=False, scope=f"{PAGES} {scheme}")


def samples() -> Mapping[str, object]:
    """Return one of everything."""
    return {
        "shapes": Markup("".join(_shapes().values())),  # that the small drawings refer to
        "rows": _rows(),
        "blocks": _blocks(),
        "gallery": Gallery("All pieces", _pieces(), 6, "What the dice may bring."),
        "turns": [ListedTurn(i, text, *_column(i)) for i, text in enumerate(("d5", "c4", "e6", "d4"), 1)],
        "figures": [_figure("A stone is placed."), _figure("Another follows.")],
        "cutout": cutout(_picture(), _PLAYERS),
        "puzzles": cards_of(today(), {})[:2],
        "days": [_day(date(2026, 11, number)) for number in range(1, 15)],
        **_of_games(),
        **_of_reviews(),
    }


def _picture(items: tuple[Item, ...] = _ITEMS) -> Picture:
    return Picture((replace(_BOARD.board(items, _BOARD.edges(_PLAYERS)), labels=()),))


def _shapes() -> Mapping[str, str]:
    plan = Picture((square(2, "plan").board(()),))
    return {**common(_picture(), _PLAYERS), **common(plan), **common(_pieces()[0].picture)}


def _rows() -> tuple[PlayerRow, PlayerRow]:
    down = ("Joins top and bottom", "down")
    across = ("Joins left and right", "across")
    return (
        PlayerRow("white", "White", "Ada", "", *down, "here", "here", "here", moves=True, clock=False, score="7"),
        PlayerRow("black", "Black", "Grace", "", *across, "idle", "idle", "here", moves=False, clock=False, score="12"),
    )


def _blocks() -> list[Block]:
    dice = Dice("Round 3", (Die("light die", 3), Die("dark die", 5, dark=True)), ((1, 2), (6, 4)), "A stone or a wall.")
    sources = (Source("Path", 12), Source("Empty cells", -5), Source("Length", 12, scored=False))
    legend = Legend("Pieces", tuple(Entry(one.picture, one.name, one.rolled) for one in _pieces()))
    points = Points("Worth now", 7, sources, ((10, "good"), (20, "very good")))
    faces = Faces("Light die", _pieces())
    return [
        dice,
        Count("coins", 4, "A coin pays for a reroll."),
        points,
        legend,
        faces,
        Line("Longest path:", 9, "white"),
    ]


def _pieces() -> tuple[Sample, ...]:
    alone = square(1, "floor")
    names = ("one", "two", "three", "four", "five", "six")
    drawn = [Picture((alone.board((Item("display", ("a1",), text=str(i)),)),)) for i, _ in enumerate(names, 1)]
    return tuple(
        Sample(picture, name, rolled=i == 0, near=i == 1, gone=i == 2)
        for i, (name, picture) in enumerate(zip(names, drawn, strict=True))
    )


def _day(day: date) -> Day:
    done = (0, 5, 3, 5, 5, 1, 0)[day.day % 7]
    return Day(day, done, 5, open=day.day < 12, today=day.day == 11, shown=day.day == 9)


def _column(number: int) -> tuple[str, int | None, str]:
    return ("white", number // 2 + 1, "one") if number % 2 else ("black", None, "two")


def _figure(text: str) -> Drawing:
    drawn = scene(_picture(), players=_PLAYERS, ids=False)
    return Drawing(drawn.view_box, Markup(drawn.markup(drawn.definitions)), "A board", Markup(text), "c3, d3")


def _of_games() -> Mapping[str, object]:
    speeds = (("slow", "Slow", "slow", False), ("normal", "Normal", "normal", True), ("fast", "Fast", "fast", False))
    return {
        "result": ShownResult(
            "You won", "Your chain joins top and bottom.", True, "0", "game", "", False, "rematch", False, None
        ),
        "offer": Proposal("Grace offers a draw.", 1, "accept", "decline"),
        "toast": Proposal("Grace wants a rematch", 2, "accept", "decline", "", "Same rules, you begin.", "G"),
        "plan": PlanView(
            "c4", (PlannedRow("If d4, then e5", "d4;e5", "remove", ()),), "", "b2 is taken now.", "cancel"
        ),
        "commands": (Command("draw", "draw", "Offer draw", ""), Command("resign", "resign", "Resign", "Resign?")),
        "paces": Paces(speeds, paused=False, toggle="pause", step="step"),
    }


def _of_reviews() -> Mapping[str, object]:
    falls = "Black’s chance falls from 40 to 14%."
    seen = cutout(_picture(), _PLAYERS)
    return {
        "mistakes": (
            MistakeCard(12, 6, "c4", "6. Black c4", "Blunder", "??", "loses 26%", falls, seen),
            MistakeCard(15, 8, "e6", "8. White e6", "Inaccuracy", "?!", "loses 6%"),
        ),
        "tally": (ReportRow("", "Moves analysed", ("12", "12")), ReportRow("??", "Blunders", ("0", "1"))),
    }

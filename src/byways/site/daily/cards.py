"""A day's puzzles as cards and lists show them: the board, the task, and what a browser has made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from byways import registry
from byways.draw import Scene
from byways.errors import GameError
from byways.position.state import start
from byways.site.daily.attempts import Progress
from byways.site.daily.puzzle import Daily, daily_of, games, name_of, result_of
from byways.site.i18n.phrases import player
from byways.site.web.mini_boards import mini_board
from byways.translatable import say

_KEPT = 64  # boards

ProgressByPuzzle = Mapping[tuple[str, str], Progress]
"""By game and day."""


@dataclass(frozen=True)
class PuzzleCard:
    """A day's puzzle of a game."""

    daily: Daily
    what: str
    """The task in a few words."""
    mover: str
    """Who is to move, in a few words; "" for a sheet."""
    grade: int | None
    result: str
    done: bool
    board: Scene | None


def cards_of(day: date, by_puzzle: ProgressByPuzzle) -> list[PuzzleCard]:
    """Return the cards of a day's puzzles, in the order of the games."""
    return [_card(daily_of(game, day), by_puzzle) for game in games()]


def board_of(daily: Daily) -> Scene | None:
    """Draw where a day's puzzle begins; None where that cannot be drawn."""
    return _start_of(daily.game.name, daily.date)[1]


def _card(daily: Daily, by_puzzle: ProgressByPuzzle) -> PuzzleCard:
    progress = by_puzzle.get((daily.game.name, daily.day), Progress())
    mover, board = _start_of(daily.game.name, daily.date)
    said = say("{player} to move", player=player(daily.game, mover)) if daily.found and mover else ""
    grade = daily.found.grade if daily.found else None
    return PuzzleCard(daily, name_of(daily), said, grade, result_of(daily, progress), progress.done, board)


@lru_cache(maxsize=_KEPT)
def _start_of(name: str, day: date) -> tuple[str | None, Scene | None]:
    """Return who is to move in a day's puzzle, and its board; of a sheet the empty one."""
    daily = daily_of(registry.find(name), day)
    try:
        state = daily.state if daily.found else start(name, position=None, **daily.game.ui.defaults)
        return state.to_move, mini_board(state)
    except GameError:  # a game of somebody's own is broken, and its page says so
        return None, None

"""The puzzle of a day: choosing it, its question, and the sentence that shares a result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from byways import registry
from byways.game import Game
from byways.learning.puzzles import Found, begin, has_sheets, number_of, puzzles_of
from byways.position.state import State
from byways.site.daily.attempts import Progress
from byways.site.i18n.languages import render
from byways.site.i18n.phrases import player as player_name
from byways.site.timeline import clocks
from byways.site.web.requests import MissingError
from byways.translatable import joined, say, say_many, text_of

FIRST_DAY = date(2026, 1, 1)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Daily:
    """The puzzle of a game for a day; `found` is None where it is a sheet."""

    game: Game
    date: date
    found: Found | None

    @property
    def day(self) -> str:
        """The day as in addresses and in the database."""
        return self.date.isoformat()

    @property
    def state(self) -> State:
        """The puzzle's start position."""
        assert self.found is not None, "a sheet has no position"
        return begin(self.game, self.found)

    @property
    def before(self) -> str | None:
        """The day before."""
        return (self.date - timedelta(days=1)).isoformat() if self.date > FIRST_DAY else None

    @property
    def after(self) -> str | None:
        """The day after, if it has come."""
        return (self.date + timedelta(days=1)).isoformat() if self.date < today() else None


def today() -> date:
    """Return the present day in UTC."""
    return clocks.now().date()


def games() -> list[Game]:
    """List the games that have a daily puzzle."""
    every = (registry.find(name) for name in registry.names())
    return [game for game in every if puzzles_of(game) or has_sheets(game)]


def daily_of(game: Game, day: date) -> Daily:
    """Return the puzzle of a day. Raises MissingError if the game has none."""
    puzzles = puzzles_of(game)
    if not puzzles and not has_sheets(game):
        raise MissingError("daily.none", "there are no daily puzzles for {title}", title=game.title)
    return Daily(game, day, puzzles[number_of(puzzles, game.name, day)] if puzzles else None)


def read_day(text: str) -> date:
    """Parse a day from an address. Raises MissingError for invalid and for future days."""
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None or day < FIRST_DAY:
        raise MissingError("daily.day", "there is no puzzle for that day")
    if day > today():
        raise MissingError("daily.future", "this puzzle is not out yet; a new day starts at midnight UTC")
    return day


def name_of(daily: Daily) -> str:
    """Return the task in a few words."""
    if daily.found is None:
        return say("The same dice for everyone")
    if daily.found.answer:
        task = daily.game.ui.labels.get("task")
        return text_of(daily.game.name, task) if task else say("Find the best move")
    return say_many("Win in {count} move", "Win in {count} moves", daily.found.turns)


def question_of(daily: Daily) -> str:
    """Return the task in a sentence."""
    found = daily.found
    game = daily.game
    state = daily.state
    assert found is not None, "a sheet asks nothing"
    mover = player_name(game, str(state.to_move))
    if found.answer:
        asked = game.ui.labels.get("puzzle")
        if asked:
            return text_of(game.name, asked, player=mover, best=found.best)
        return say("{player} to move: end the game with {best} points.", player=mover, best=found.best)
    (other,) = (name for name in state.players if name != state.to_move)
    return say(
        "{player} to move and win in {turns} moves, whatever {opponent} does. Only one first move does it.",
        player=mover,
        turns=found.turns,
        opponent=player_name(game, other),
    )


def result_of(daily: Daily, progress: Progress) -> str:
    """Describe a browser's result without giving the answer away; "" if there is none yet."""
    found = daily.found
    if found is None:
        return "" if progress.score is None else say_many("{count} point", "{count} points", progress.score)
    parts = []
    if found.answer:
        best = found.best if progress.solved else progress.best
        parts += [] if best is None else [f"{best}/{found.best}"]
    if progress.solved:
        parts.append(say("solved"))
        parts.append(say_many("{count} try", "{count} tries", progress.tries + 1))
    elif progress.shown:
        parts.append(say("not solved"))
    if parts and progress.hints:
        parts.append(say_many("{count} hint", "{count} hints", progress.hints))
    return joined(parts, ", ")


def share_of(day: str, results: list[tuple[Daily, str]]) -> str:
    """Return the text that people can share: the day, and one line per game."""
    lines: list[str] = [say("Byways daily {day}", day=day)]
    lines += [f"{daily.game.title}{_win_in(daily)}: {render(result)}" for daily, result in results]
    return "\n".join(map(render, lines))


def _win_in(daily: Daily) -> str:
    won = daily.found is not None and not daily.found.answer
    return f" ({render(name_of(daily))})" if won else ""

"""Which puzzle a day has, what is asked in it, and how a browser's result is said."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from byways import registry
from byways.game import Game
from byways.puzzles import Found, begin, has_sheets, number_of, pack_of, reached
from byways.site import clocks
from byways.site.daily.diary import Standing
from byways.site.requests import MissingError
from byways.site.tongue import _, counted, told
from byways.site.words import player as player_name
from byways.state import State

FIRST_DAY = date(2026, 1, 1)
HINTS = 2
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
        """How the puzzle begins."""
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
    """The present day, in UTC everywhere."""
    return clocks.now().date()


def games() -> list[Game]:
    """The games that have a puzzle every day."""
    every = (registry.find(name) for name in registry.names())
    return [game for game in every if pack_of(game) or has_sheets(game)]


def daily_of(game: Game, day: date) -> Daily:
    """The puzzle of a day. Raises MissingError where the game has none."""
    pack = pack_of(game)
    if not pack and not has_sheets(game):
        raise MissingError("daily.none", "there are no daily puzzles of {title}", title=game.title)
    return Daily(game, day, pack[number_of(pack, game.name, day)] if pack else None)


def read_day(text: str) -> date:
    """A day from an address. Raises MissingError for what is none, and for days that have not come yet."""
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None or day < FIRST_DAY:
        raise MissingError("daily.day", "there is no puzzle of that day")
    if day > today():
        raise MissingError("daily.future", "this day has not come yet; days begin at midnight in UTC")
    return day


def name_of(daily: Daily) -> str:
    """What is to be done, in a few words."""
    if daily.found is None:
        return _("A sheet with the same dice for all")
    if daily.found.answer:
        return _("Find the best")
    return _("Win in {turns}", turns=daily.found.turns)


def question_of(daily: Daily) -> str:
    """What is asked, in a sentence."""
    found, game, state = daily.found, daily.game, daily.state
    assert found is not None, "a sheet asks nothing"
    mover = player_name(game, str(state.to_move))
    if found.answer:
        asked = game.labels.get("puzzle")
        if asked:
            return told(game, asked).format(player=mover, best=found.best)
        return _("{player} to move: end the game with {best} points.", player=mover, best=found.best)
    (other,) = (name for name in state.players if name != state.to_move)
    return _(
        "{player} to move and win in {turns} turns, whatever {opponent} does. Only one first turn does it.",
        player=mover,
        turns=found.turns,
        opponent=player_name(game, other),
    )


def hint_of(daily: Daily, played: list[str], number: int) -> str:
    """Hint 1: where to look; hint 2: the turn, or half of what makes it. Raises LineError for a line that is none."""
    found = daily.found
    assert found is not None, "a sheet has no hints"
    state = reached(daily.game, found, played)
    turn = found.answer or found.line[2 * len(played)]
    clicks, vector = [], state.vector
    for action in state.actions(turn):
        clicks += [click for click in state.variant.clicks(vector, action) if click not in daily.game.labels]
        vector = state.variant.apply(vector, action)
    if number == 1:
        return _("Look at {point}.", point=clicks[0])
    if found.answer:
        return _("Begin with {points}.", points=", ".join(clicks[: -(-len(clicks) // 2)]))
    return _("The turn is {turn}.", turn=turn)


def result_of(daily: Daily, standing: Standing) -> str:
    """A browser's result without a word about the answer; empty where there is none yet."""
    found = daily.found
    if found is None:
        return "" if standing.score is None else counted("{count} point", "{count} points", standing.score)
    parts = []
    if found.answer:
        best = found.best if standing.solved else standing.best
        parts += [] if best is None else [f"{best}/{found.best}"]
    if standing.solved:
        parts.append(_("solved"))
        parts.append(counted("{count} try", "{count} tries", standing.tries + 1))
    elif standing.shown:
        parts.append(_("not solved"))
    if parts and standing.hints:
        parts.append(counted("{count} hint", "{count} hints", standing.hints))
    return ", ".join(parts)


def share_of(day: str, results: list[tuple[Daily, str]]) -> str:
    """What people may tell others: the day, and a line for each game."""
    lines = [_("Byways daily {day}", day=day)]
    lines += [f"{daily.game.title}{_win_in(daily)}: {result}" for daily, result in results]
    return "\n".join(lines)


def _win_in(daily: Daily) -> str:
    won = daily.found is not None and not daily.found.answer
    return f" ({name_of(daily)})" if won else ""

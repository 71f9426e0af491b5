"""Games that begin: with the dice that are rolled before anybody decides, and with running clocks."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from byways.learning.puzzles import roll as roll_of_day
from byways.position.state import State
from byways.site.storage.game_settings import GameSettings
from byways.site.storage.stored_games import Seat, StoredGame, new_id
from byways.site.timeline.projection import project
from byways.site.timeline.timeline import Roll, Timeline, begin, begun, proceed

_random = random.SystemRandom()


def new_game(
    state: State,
    seats: Sequence[Seat],
    position: str | None,
    settings: GameSettings,
    at: datetime,
    name: str | None = None,
) -> tuple[StoredGame, Timeline]:
    """Return a game that begins, to be stored, with an id or a new one, and its timeline."""
    log, after = proceed(begin(state, {seat.player: seat for seat in seats}, settings, at), (), at, dice_of(settings))
    rows = tuple(recorded.row() for recorded in log)
    stored = StoredGame(
        name or new_id(), state.game, state.options, position, at, tuple(seats), rows, settings, project(after)
    )
    return stored, after


def rematch(stored: StoredGame, game: Timeline, name: str, at: datetime) -> StoredGame:
    """Return a new game with an id for the same people, each on the next seat: two exchange their colours."""
    seats = [replace(seat, player=player) for player, seat in rotated(game).items()]
    return new_game(begun(stored).state, seats, stored.position, stored.settings, at, name)[0]


def rotated(game: Timeline) -> Mapping[str, Seat]:
    """Return the seats of a game by the players that they will be in a rematch."""
    had = list(game.players.values())
    return dict(zip(game.players, had[1:] + had[:1], strict=True))


def dice_of(settings: GameSettings) -> Roll:
    """Return the dice of a game: where its settings name some, they are the same for every game with that name."""
    name = settings.dice
    return (lambda state: roll_of_day(state, name)) if name else _roll


def _roll(state: State) -> str:
    results, weights = zip(*state.chances(), strict=True)
    return str(_random.choices(results, weights)[0])

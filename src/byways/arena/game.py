"""One game of a match or tournament, played from its opening to its record."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from byways.arena.beginner import choose_at_random
from byways.arena.gtp_player import ResignedError
from byways.arena.players import Player
from byways.arena.seeds import generator, seed_of
from byways.arena.thinker import Decision
from byways.errors import PlayerError
from byways.position.notation import write_options
from byways.position.state import State
from byways.records import Record
from byways.records.tags import tag_of, write_result
from byways.records.values import with_values

LONGEST = 2_000
"""Turns after which a game is broken off, without a result."""
ERRORS = 5
"""Lines of a program's error output that are kept of a game that it loses by failing."""

Ending = Literal["rules", "resigned", "time forfeit", "illegal turn", "crash", "proved", "unfinished"]
_FORFEITS: Mapping[str, Ending] = {
    "player.slow": "time forfeit",
    "player.illegal": "illegal turn",
    "player.answer": "illegal turn",
}
"""How a game is called that a program lost by failing, by the failure's code; all others are crashes."""


class Failure(Struct, frozen=True):
    """A game that a program has lost because it failed: it hung, ended or answered illegally."""

    player: str
    seed: int
    """Of the run."""
    game: int
    """The number of the game in the run, from 1."""
    turn: int
    """The number of the turn that did not come, from 1."""
    code: str
    reason: str
    errors: str
    """The last lines of the program's error output."""


class GameResult(Struct, frozen=True):
    """The result of one game. All by seat: in the order of the game's players, as who they began."""

    index: int
    """The number of the game in the run, from 0."""
    players: tuple[str, ...]
    """The texts that name the players."""
    points: tuple[float, ...] | None
    """One point, shared by the winners, or by all in a draw; None for a game that has no result."""
    scores: tuple[int, ...]
    """What the game itself counts, such as a path's length; zeros where the rules have not ended it."""
    ending: Ending
    reason: str
    """In the rules' words, or why a program failed; empty where the ending says all."""
    turns: int
    """Those of the opening among them."""
    values: tuple[float | None, ...]
    """The first player's expected share, by the player who chose each turn after the opening; None: not known."""
    record: str
    key: int
    """Of the players by seat, the options and all turns: games with equal keys are the same game."""
    failures: tuple[Failure, ...] = ()
    seconds: tuple[float, ...] = ()
    """Each player's time. Measured by a clock, so it differs from run to run."""

    @property
    def end(self) -> str:
        """How the game ended, in a word: the rules' reason, or the ending."""
        return self.reason if self.ending == "rules" else self.ending

    @property
    def decided(self) -> bool:
        """Whether the game has a result."""
        return self.points is not None

    @property
    def loser(self) -> int | None:
        """The seat of the player who resigned or failed, whom all others have beaten, or None."""
        if self.points is None or self.ending in ("rules", "proved"):
            return None
        return self.points.index(0.0)


@dataclass(frozen=True)
class Conditions:
    """What all games of a run have in common."""

    seed: int
    adjudicate: bool = False
    """End a game of two as soon as the player to move has proved its value."""
    longest: int = LONGEST


@dataclass
class _Course:
    """A game as it is played."""

    start: State
    state: State
    ply: int
    values: list[float | None] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    ending: Ending = "rules"
    reason: str = ""
    winners: tuple[str, ...] | None = None
    """Seats, where the rules did not end the game."""


def play_game(
    start: State,
    players: Sequence[Player],
    *,
    index: int = 0,
    dice: Sequence[int | str] = (0,),
    conditions: Conditions,
) -> GameResult:
    """Play a game from a start to its end, by one player for each seat; a program that fails loses.

    Every random number depends on the run's seed, the game's `index`, the ply and the seat alone, those of the dice on
    `dice` in place of the index, so that several games may see the same dice.
    """
    opening = len(start.turns)
    course = _Course(start, start, opening, seconds=dict.fromkeys(start.players, 0.0))
    seated = dict(zip(start.players, players, strict=True))
    while course.state.to_move is not None and course.ending == "rules":
        if course.ply - opening >= conditions.longest:
            course.ending = "unfinished"
        elif course.state.to_move == "chance":
            _go_on(course, choose_at_random(course.state, generator(conditions.seed, "dice", *dice, course.ply)), None)
        else:
            seat = course.state.seat_of(course.state.to_move, start)
            _take_turn(course, seat, seated[seat], index, conditions)
    return _result(course, index, [seated[seat].name for seat in start.players], conditions)


def _go_on(course: _Course, state: State, value: float | None) -> None:
    course.state = state
    course.ply += 1
    course.values.append(None if value is None else round(value, 4))


def _take_turn(course: _Course, seat: str, player: Player, index: int, conditions: Conditions) -> None:
    """Let a player choose its turn."""
    state = course.state
    begun = time.perf_counter()
    try:
        decision = player.decide(state, generator(conditions.seed, "player", index, course.ply, seat))
    except ResignedError:
        course.ending, course.winners = "resigned", _others(course.start, seat)
        return
    except PlayerError as error:
        errors = "\n".join(player.errors.splitlines()[-ERRORS:])[-ERRORS * 200 :]
        failure = Failure(player.name, conditions.seed, index + 1, course.ply + 1, error.code, str(error), errors)
        course.failures, course.ending, course.reason = (failure,), _FORFEITS.get(error.code, "crash"), str(error)
        course.winners = _others(course.start, seat)
        return
    finally:
        course.seconds[seat] += time.perf_counter() - begun
    _go_on(course, decision.state, _of_the_first(decision, course.start, seat))
    if conditions.adjudicate and decision.proved and len(state.players) == 2 and decision.state.to_move is not None:
        course.ending, course.winners = "proved", _proved(course.start, seat, decision.value)


def _of_the_first(decision: Decision, start: State, seat: str) -> float | None:
    """Return what the first player may expect after a turn by who sits in a seat; None where that does not tell."""
    state = decision.state
    value = decision.value
    if value is None or state.seat_of(seat, start) == state.players[0]:
        return value
    return 1 - value if len(state.players) == 2 else None


def _others(start: State, seat: str) -> tuple[str, ...]:
    return tuple(other for other in start.players if other != seat)


def _proved(start: State, seat: str, value: float | None) -> tuple[str, ...]:
    """Return the winners, as seats, where the player in a seat has proved its value."""
    if value == 0.5:
        return ()
    return (seat,) if value == 1.0 else _others(start, seat)


def _result(course: _Course, index: int, names: Sequence[str], conditions: Conditions) -> GameResult:
    state = course.state
    seats = course.start.players
    winners = course.winners
    scores = dict.fromkeys(seats, 0)
    reason = course.reason
    if course.ending == "rules" and (outcome := state.outcome) is not None:
        winners = tuple(state.seat_of(winner, course.start) for winner in outcome.winners)
        scores = {state.seat_of(player, course.start): score for player, score in outcome.scores.items()}
        reason = outcome.reason
    record = _record(course, names, winners, index, conditions)
    return GameResult(
        index,
        tuple(names),
        None if course.ending == "unfinished" else _points(winners or (), seats),
        tuple(scores[seat] for seat in seats),
        course.ending,
        reason,
        course.ply,
        tuple(course.values),
        record.to_text(),
        seed_of(*names, write_options(state.variant.option_texts), *record.turns),
        course.failures,
        tuple(round(course.seconds[seat], 6) for seat in seats),
    )


def _points(winners: Sequence[str], seats: Sequence[str]) -> tuple[float, ...]:
    shared = winners or (seats if len(seats) > 1 else ())
    return tuple(1 / len(shared) if seat in shared else 0.0 for seat in seats)


_TERMINATION: Mapping[Ending, str] = {
    "resigned": "resignation",
    "time forfeit": "time",
    "illegal turn": "abandoned",
    "crash": "abandoned",
    "proved": "adjudication",
}


def _record(
    course: _Course, names: Sequence[str], winners: Sequence[str] | None, index: int, conditions: Conditions
) -> Record:
    """Return the game's record, whose tags name who *began* as each player."""
    state = course.state
    people = {tag_of(seat): name for seat, name in zip(course.start.players, names, strict=True)}
    end: dict[str, str] = {}
    if termination := _TERMINATION.get(course.ending):
        now = tuple(state.seat_of(winner, course.start) for winner in winners or ())
        end = {"Result": write_result(now, state.players), "Termination": termination}
    record = Record.from_state(state, **people, Seed=str(conditions.seed), Round=str(index + 1), **end)
    unknown = len(record.turns) + 1 - len(course.values)
    return with_values(record, [None] * unknown + course.values)

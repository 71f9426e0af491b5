"""Puzzles: positions with a question that has one answer, found and proved beforehand, and judged without a search.

A game brings a *puzzle file* along: puzzles.json in its folder, written by `scripts/train/puzzles`. It has two kinds:

- *win*: the player to move wins in `turns` turns of their own, whatever the opponent does, and only one first turn does
  it. The file holds the defence that lasts longest, and a reply to every turn that does not do it.
- *most*: one turn ends the game with the highest score there is for the player to move, such as the longest path.

A game for a single player with dice needs no puzzle file: everybody fills the same sheet, for the n-th roll of the dice
depends on the day and on n alone (`roll`).
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import msgspec

from byways.errors import BywaysError
from byways.game import Game
from byways.incoming import decode_json
from byways.kernels import Bits
from byways.kernels.rng import draw, seeded
from byways.position.state import State, start

WEEK = 7
_MOST_REPLIES = 60  # after which nobody asks any more whether some of them lose, where one does not


class Found(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A puzzle of a puzzle file."""

    position: str
    grade: int
    """The difficulty, from 1 to 5."""
    turns: int = 0
    """*win*: in how many turns."""
    line: tuple[str, ...] = ()
    """*win*: the turns of both players, with the defence that lasts longest; the last wins."""
    refuted: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...] = ()
    """*win*: for each of the player's turns but the last: replies to turns that do not win in time. The first reply of
    a list answers all such turns that no other reply names."""
    variations: tuple[tuple[str, ...], ...] = ()
    """*win*: what else the opponent could try, and the win against it."""
    best: int = 0
    """*most*: the highest score there is."""
    answer: str = ""
    """*most*: the only turn that has it."""

    @property
    def solution(self) -> tuple[tuple[str, ...], ...]:
        """All lines, the main one first."""
        return ((self.answer,),) if self.answer else (self.line, *self.variations)


class PuzzleFileError(BywaysError, ValueError):
    """Raised when a game's puzzle file cannot be read."""


class LineError(BywaysError, ValueError):
    """Raised for turns that do not continue a puzzle."""


@functools.cache
def read_puzzle_file(path: Path) -> tuple[Found, ...]:
    """Read the puzzles in a file. Raises PuzzleFileError."""
    try:
        found: tuple[Found, ...] = decode_json(path.read_bytes(), tuple[Found, ...])
        return found
    except (OSError, msgspec.DecodeError, RecursionError) as error:
        raise PuzzleFileError("pack.unreadable", "the puzzles cannot be read: {reason}", reason=str(error)) from error


def puzzles_of(game: Game) -> tuple[Found, ...]:
    """Return the puzzles of the game's puzzle file, empty if it has none. Raises PuzzleFileError."""
    return () if game.puzzle_file is None else read_puzzle_file(game.puzzle_file)


def has_sheets(game: Game) -> bool:
    """Return whether a game has dice, a single player and no puzzle file."""
    return game.puzzle_file is None and game.dice and len(game.variant(game.ui.defaults).players) == 1


def number_of(puzzles: Sequence[Found], game: str, day: date) -> int:
    """Return the index of a day's puzzle: easier early in the week, and none repeated before all were used.

    They are divided into seven parts by grade, one for each weekday; a part is gone through in an order that is drawn
    anew each time.
    """
    order = sorted(range(len(puzzles)), key=lambda i: (puzzles[i].grade, i))
    weekday = day.weekday()
    week = (day.toordinal() - 1) // WEEK  # ordinal 1 was a Monday
    part = order[weekday * len(order) // WEEK : (weekday + 1) * len(order) // WEEK] or order
    again, at = divmod(week, len(part))
    return shuffled(part, seed_of(game, weekday, again))[at]


def seed_of(*parts: object) -> int:
    """Return a seed that is the same on every machine for the same parts."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest()[:8], "big")


def roll(state: State, key: str) -> str:
    """Return the result of the dice where `chance` is to move, given by the key and the number of earlier rolls."""
    count = 0
    before = state.previous
    while before is not None:
        count += before.to_move == "chance"
        before = before.previous
    results = state.chances()
    left = seed_of("roll", key, count) / 2**64
    for result, chance in results:
        left -= chance
        if left < 0:
            return result
    return results[-1][0]


def begin(game: Game, found: Found) -> State:
    """Return the start of a puzzle. Raises PositionError."""
    return start(game.name, position=found.position)


@dataclass(frozen=True)
class Judged:
    """The judgement of a turn in a puzzle."""

    before: State
    after: State
    right: bool
    """Whether it is as good as can be."""
    done: bool
    """Whether the puzzle is solved with it."""
    reply: str = ""
    """The opponent's reply: the defence, or the refutation of a wrong turn; empty if there is none."""
    score: int | None = None
    """*most*: the score; None where the game goes on."""

    @property
    def final(self) -> State:
        """The state after the reply."""
        return self.after.play(self.reply) if self.reply else self.after


def reached(game: Game, found: Found, played: Sequence[str]) -> State:
    """Return the state of a puzzle after right turns, each answered. Raises IllegalTurnError, LineError."""
    state = begin(game, found)
    for turn in played:
        judged = judge(found, state, state.play(turn), _step(state))
        if not judged.right or judged.done:
            raise LineError("puzzle.line", "these moves do not continue the puzzle")
        state = judged.final
    return state


def judge_turn(found: Found, state: State, after: State) -> Judged:
    """Judge a legal turn in a state returned by `reached`."""
    return judge(found, state, after, _step(state))


def judge(found: Found, state: State, after: State, step: int) -> Judged:
    """Judge the player's turn number `step` (from 0)."""
    player = str(state.to_move)
    if found.answer:
        score = score_of(after, player)
        best = score == found.best
        return Judged(state, after, best, best, score=score)
    if step < found.turns - 1:
        wanted = state.play(found.line[2 * step])
        if (wanted.vector == after.vector).all():
            return Judged(state, after, True, False, found.line[2 * step + 1])
        if after.to_move is None:
            return Judged(state, after, False, False)
        replies = found.refuted[step]
        turn = str(after.turn)
        return Judged(state, after, False, False, next((r for r, turns in replies if turn in turns), replies[0][0]))
    escape = _escape(after, player)
    return Judged(state, after, escape is None, escape is None, escape or "")


def score_of(state: State, player: str) -> int | None:
    """Return a player's score at the end of a game; None if it is not over."""
    if state.to_move is not None:
        return None
    tally = state.variant.game.ui.tally
    if tally is not None:
        return tally(state)[1][player]
    assert state.outcome is not None, "the game is over"
    return state.outcome.scores[player]


def wins(state: State, player: str) -> bool:
    """Return whether a game is over and a player has won it alone."""
    return state.outcome is not None and state.outcome.winner == player


def _escape(after: State, player: str) -> str | None:
    """Return a reply that refutes a turn; None if the turn wins, at once or against every reply.

    Return "" if no single reply stands out: the turn ended the game without a win, or no reply examined loses.
    """
    if after.to_move is None:
        return None if wins(after, player) else ""
    escape = ""
    loses = False
    for i, (turn, actions) in enumerate(_replies(after)):
        if wins(after.apply_unchecked(actions), player):
            loses = True
        else:
            escape = escape or turn
        if escape and (loses or i >= _MOST_REPLIES):
            break
    if not escape:
        return None
    return escape if loses else ""


def _replies(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    return iter(state.variant.game.texts.turns(state))


def _step(state: State) -> int:
    """Return how many turns the solver of a puzzle has made: every second turn is a reply."""
    return len(state.turns) // 2


def shuffled(numbers: Sequence[int], seed: int) -> list[int]:
    """Return numbers in an order that is the same on every machine for the same seed."""
    rng: Bits = seeded(seed)
    mixed = list(numbers)
    for i in range(len(mixed) - 1, 0, -1):
        j = draw(rng, i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed

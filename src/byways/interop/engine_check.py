"""`byways engine-check`: does a program speak the engine protocol (docs/guides/engine.md)?

Each check is a short conversation. Some are what a player in a match needs; others make an engine pleasant to use.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from byways.arena.engine_reply import read_reply
from byways.arena.json_player import request_about
from byways.arena.processes import Child
from byways.errors import BywaysError, IllegalTurnError, PlayerError
from byways.game import Variant
from byways.incoming import decode_json
from byways.interop.answers import Answer
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.search.random_game import random_move

SECONDS = 0.2
"""The time for a turn that the program is asked to take."""
_START, _PATIENCE, _SOON = 60.0, 15.0, 2.0
_ENDLESS = 60.0  # seconds that a request asks for before it is cancelled
_MOST_TURNS = 1_000


@dataclass(frozen=True)
class Finding:
    """What came of one check."""

    name: str
    needed: bool
    """Whether a player in a match needs it."""
    problem: str = ""
    """Empty where all is well."""


class Session:
    """A program that is being checked; started again after each failure."""

    def __init__(self, command: Sequence[str], variant: Variant) -> None:
        self._command, self.start = command, State(variant, variant.start())
        self._child: Child | None = None
        self._asked = 0
        self.errors = ""

    def new_id(self) -> int:
        """Return an id that was not used before."""
        self._asked += 1
        return self._asked

    def say(self, line: str) -> None:
        """Write a line to the program, which is started for it if need be."""
        self._patience = _PATIENCE
        if self._child is None:
            self._child, self._patience = Child(self._command), _PATIENCE + _START
        self._child.ask(line + "\n")

    def ask(self, state: State, id: str | int | None = None, **fields: Any) -> str | int:
        """Ask about a state; return the id of the request."""
        id = self.new_id() if id is None else id
        asked = {"id": id, **request_about(state), "legal": state.legal_turns(), "seconds": SECONDS}
        self.say(json.dumps(asked | fields, ensure_ascii=False))
        return id

    def line(self, patience: float | None = None) -> str:
        """Return the program's next line. Raises PlayerError."""
        assert self._child is not None, "something was said before"
        return self._child.line(time.monotonic() + (self._patience if patience is None else patience))

    def answer(self, id: str | int, patience: float | None = None) -> Answer:
        """Return the last answer to a request. Raises PlayerError."""
        while True:
            line = self.line(patience)
            if read_reply(line, id).done:
                return _whole(line)

    def refusal(self) -> tuple[Answer, str]:
        """Return an answer that has `errors`, and its line. Raises PlayerError where it has none."""
        line = self.line()
        answer = _whole(line)
        if not answer.errors:
            raise _broken(f"it answered {line[:80]!r}, which has no errors")
        if not all(complaint.message and complaint.code for complaint in answer.errors):
            raise _broken(f"it answered {line[:80]!r}; each of the errors needs a code and a message")
        return answer, line

    def close(self, patience: float = 0.0) -> int | None:
        """End the program; return its exit status, or None if it had to be killed."""
        status = None
        if self._child is not None:
            child, self._child = self._child, None
            status = child.close(patience)
            self.errors = child.errors or self.errors
        return status


def _whole(line: str) -> Answer:
    try:
        answer: Answer = decode_json(line, Answer)
        return answer
    except (msgspec.DecodeError, RecursionError) as error:
        raise _broken(f"it answered {line[:80]!r}: {error}") from None


def _broken(sentence: str) -> PlayerError:
    return PlayerError("check.broken", "{sentence}", sentence=sentence)


def answers(session: Session) -> None:
    """Answer a request with a legal turn."""
    _legal(session.start, session.answer(session.ask(session.start)))


def repeats_texts(session: Session) -> None:
    """Repeat an id that is a text."""
    session.answer(session.ask(session.start, 'a "text", ó'))


def answers_in_order(session: Session) -> None:
    """Answer requests that come before the last one is answered, in order."""
    for id in [session.ask(session.start) for _ in range(3)]:
        session.answer(id)


def plays_a_game(session: Session) -> None:
    """Play a whole game against random turns."""
    for seat in range(min(2, len(session.start.players))):
        state, rng = session.start, seeded(seat)
        while state.to_move is not None and len(state.turns) < _MOST_TURNS:
            if state.to_move != state.players[seat]:
                state = random_move(state, rng).after
            else:
                state = _legal(state, session.answer(session.ask(state.view(state.to_move))))


def _legal(state: State, answer: Answer) -> State:
    """Return the state after the best turn of an answer. Raises PlayerError where it is illegal."""
    if answer.best is None:
        raise _broken("its answer has no best turn")
    try:
        return state.play(answer.best)
    except IllegalTurnError as error:
        after = f"after {' '.join(state.turns)}" if state.turns else "at the start"
        raise _broken(f"{after[-300:]} it answered {answer.best[:40]!r}: {str(error)[:200]}") from None


def ends(session: Session) -> None:
    """End when the input has ended."""
    session.answer(session.ask(session.start))
    if session.close(_SOON) is None:
        raise _broken(f"it was still there {_SOON:g} s later")


def keeps_its_time(session: Session) -> None:
    """Answer within a second of the time that it was given."""
    session.answer(session.ask(session.start))  # it has started now
    began = time.monotonic()
    session.answer(session.ask(session.start, seconds=1.0))
    if (took := time.monotonic() - began) > _SOON:
        raise _broken(f"it took {took:.1f} s where it was given 1")


def outlives_nonsense(session: Session) -> None:
    """Answer a line that is no JSON with errors and go on."""
    session.say('{"id": ')
    answer, line = session.refusal()
    if answer.id is not None:
        raise _broken(f"it answered {line[:80]!r}; the id of what cannot be read is null")
    session.answer(session.ask(session.start))


def refuses_unknown_games(session: Session) -> None:
    """Refuse a game that is not there, naming the field, and go on."""
    id = session.new_id()
    session.say(json.dumps({"id": id, "game": "no-such-game", "seconds": SECONDS}))
    answer, line = session.refusal()
    if answer.id != id or answer.errors[0].field != "game":
        raise _broken(f'it answered {line[:80]!r}; expected the id {id} and errors with "field": "game"')
    session.answer(session.ask(session.start))


def can_be_cancelled(session: Session) -> None:
    """End a request early when it is cancelled."""
    session.answer(session.ask(session.start))
    id = session.ask(session.start, seconds=_ENDLESS)
    time.sleep(SECONDS)
    session.say(json.dumps({"id": id, "cancel": True}))
    session.answer(id, _SOON)
    session.answer(session.ask(session.start))


def tells_what_it_thinks(session: Session) -> None:
    """Give a value from 0 to 1 with its turn, and the best of its choices first."""
    answer = session.answer(session.ask(session.start, best=3))
    if answer.value is None:
        raise _broken("its answer has no value")
    alone = len(session.start.players) == 1  # whose value is in points
    if not (math.isfinite(answer.value) and (alone or 0 <= answer.value <= 1)):
        raise _broken(f"its value is {answer.value:g}")
    if answer.choices and answer.choices[0].turn != answer.best:
        raise _broken(f"the first of its choices is {answer.choices[0].turn!r}, and {answer.best!r} is best")


NEEDED = (answers, repeats_texts, answers_in_order, plays_a_game, ends)
WELCOME = (keeps_its_time, outlives_nonsense, refuses_unknown_games, can_be_cancelled, tells_what_it_thinks)


def check(command: Sequence[str], variant: Variant) -> Iterator[tuple[Finding, str]]:
    """Yield what comes of each check, with the end of the program's error output; only the first if that fails."""
    session = Session(command, variant)
    try:
        for one in (*NEEDED, *WELCOME):
            problem = _problem_of(one, session)
            yield Finding(_name(one), one in NEEDED, problem), session.errors
            if problem and one is answers:
                return
    finally:
        session.close()


def _name(one: Callable[[Session], None]) -> str:
    sentence = (one.__doc__ or "").rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def _problem_of(one: Callable[[Session], None], session: Session) -> str:
    """Run a check; return what is wrong, or an empty text."""
    try:
        one(session)
    except BywaysError as error:
        session.close()
        return " ".join(str(error).split())
    return ""

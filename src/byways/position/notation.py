"""Positions as text: a heading with the options, the board, and a line that names the player to move.

    troll size=4
       a b c d
     1 . O . .
     2 . O X .
     3 . . . .
     4 . . . .
    to move: black; one turn played; swap open

The text holds all that later play depends on, past repetitions aside. Reading is lenient: heading, coordinates and the
last line may be left out, and the board may be drawn with other common marks, or as
`byways.position.ascii_diagrams` describes. A heading alone is the start position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from byways.errors import OptionError, PositionError
from byways.game import Game, Variant
from byways.kernels import Ints
from byways.position.ascii_diagrams import read_diagram, unquoted
from byways.rules.state_vector import (
    AGE,
    CHANCE,
    FIRST_TURN,
    LATER,
    NOBODY,
    REASON,
    SECOND_TURN,
    TO_MOVE,
    WINNER,
    finish,
    swap_open,
)
from byways.translatable import either, marked, say

LONGEST = 100_000  # characters
_LAST = re.compile(r"\s*+to\s++move\s*:\s*+(?P<mover>\w++(?:\s++\w++)*+)\s*+(?:;(?P<rest>.*))?", re.IGNORECASE)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"')  # possessive, as in _LAST and _WORD: hostile text is read in linear time
_WORD = re.compile(rf'((?:[^\s"]|{_QUOTED.pattern})++)\s*+')
_HEADING = re.compile(r"\s*+(?P<name>[^\W\d]\w++)\s++\w++=")
_ESCAPE = re.compile(r"\\(.)")
_AGES = {FIRST_TURN: "no turn played", SECOND_TURN: "one turn played"}
_OVER = re.compile(r"over: (?P<reason>[^,]+)(?:, (?P<winner>.+) wins)?")


def write_position(variant: Variant, state: Ints) -> str:
    """Return a position as text."""
    heading = f"{variant.game.name} {write_options(variant.option_texts)}".rstrip()
    return "\n".join((heading, *variant.game.texts.body(variant, state), _write_last(variant, state)))


def write_options(texts: Mapping[str, str]) -> str:
    """Format options for a heading: `name=value`, in double quotes if a value has spaces."""
    return " ".join(f"{name}={_quoted(text)}" for name, text in texts.items())


def read_options(text: str) -> dict[str, str]:
    """Parse options written by `write_options`. Raises PositionError."""
    text = text.strip()
    options = {}
    at = 0
    while at < len(text):
        word = _WORD.match(text, at)
        if word is None:
            raise _unreadable(say("a closing quote in the options"))
        name, equals, value = word[1].partition("=")
        if not equals:
            raise _unreadable(say("option=value, found {text!r}", text=word[1][:40]))
        if name in options:
            raise _twice(name)
        options[name] = _QUOTED.sub(lambda quoted: _ESCAPE.sub(r"\1", quoted[0][1:-1]), value)
        at = word.end()
    return options


def _twice(name: str) -> PositionError:
    template = marked("the option {option} is given twice")
    return PositionError("position.twice", template, allowed="each option once", option=name[:40])


def _quoted(text: str) -> str:
    if text and not re.search(r'[\s"\\]', text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_position(game: Game, text: str, given: Mapping[str, object]) -> tuple[Variant, Ints]:
    """Return the variant and the state vector of a position's text; options in `given` must agree with its heading.

    Raises PositionError when the text cannot be read or the position cannot arise.
    """
    variant, parts = _parts(game, text, given)
    return variant, variant.start() if parts is None else _read_state(variant, parts)


def read_board(game: Game, text: str) -> tuple[Variant, Ints]:
    """Parse a position as `read_position` does, without judging it: it may still be edited. Raises PositionError."""
    variant, parts = _parts(game, text, {})
    return variant, variant.start() if parts is None else _read_board(variant, parts)[0]


@dataclass(frozen=True)
class _Parts:
    """The text of a position without its heading."""

    body: list[str]
    """The lines of the board."""
    mover: str | None
    """Who is to move, in lower case; None where no line says it."""
    rest: tuple[str, ...]
    """The parts of the last line after that."""
    foreign: bool
    """Whether the board is drawn as other programs do: then it may be meant before any turn."""


def _parts(game: Game, text: str, given: Mapping[str, object]) -> tuple[Variant, _Parts | None]:
    """Return the variant and the text below the heading, None if there is only a heading."""
    heading, lines = _heading_and_lines(game, text)
    parts = _below_heading(game, lines)
    if heading is None:
        return _drawn_variant(game, text, parts, given), parts
    variant = _headed_variant(game, text, parts, _options_in(heading)) if lines else game.variant(_options_in(heading))
    _refuse_others(variant, game.variant({**variant.options, **given}), heading)
    return variant, parts if lines else None


def _below_heading(game: Game, lines: list[str]) -> _Parts:
    last = _LAST.fullmatch(lines[-1]) if lines else None
    body = lines[:-1] if last else lines
    mover = last["mover"].strip().lower() if last else None
    rest = tuple(part.strip() for part in (last["rest"] or "").split(";")) if last else ()
    diagram = read_diagram(body, () if callable(game.players) else game.players)
    if diagram is None:
        return _Parts(body, mover, rest, foreign=False)
    return _Parts(diagram.rows, mover or diagram.mover or None, rest, foreign=last is None)


def _headed_variant(game: Game, text: str, parts: _Parts, named: Mapping[str, object]) -> Variant:
    """Return the variant of a heading with a board; one that only names the game leaves its size to the board."""
    size = game.options[0].name if game.options else ""
    return game.variant(named) if size in named else _drawn_variant(game, text, parts, named, (size,))


def _drawn_variant(
    game: Game, text: str, parts: _Parts, given: Mapping[str, object], asked: Sequence[str] | None = None
) -> Variant:
    """Return the variant of a board with the options given; those that only the board suggests count as not chosen.

    `asked` limits which ones are looked for on the board.
    """
    shown = game.texts.options_of(parts.body)
    seen = {name: value for name, value in shown.items() if asked is None or name in asked}
    try:
        return game.variant({**seen, **given})
    except OptionError as error:
        option = error.fields["option"]
        if option in given or option not in seen:
            raise
        template = marked(
            "a heading that begins with {name}, or a board whose {option} is {allowed}, found {text!r} in line {line}"
        )
        first = next((i for i, line in enumerate(text.splitlines(), 1) if line.strip()), 1)
        found = next((line for line in text.splitlines() if line.strip()), "").strip()[:40]
        more = {"option": option, "allowed": error.fields["allowed"], "text": found, "line": first}
        raise _unreadable(say(template, name=game.name, **more)) from error


def heading_options(game: Game, text: str) -> dict[str, str]:
    """Return the options in the heading of a position's text, unchecked. Raises PositionError."""
    return _options_in(_heading_and_lines(game, text)[0] or "")


def _heading_and_lines(game: Game, text: str) -> tuple[str | None, list[str]]:
    if not isinstance(text, str):
        raise _unreadable(say("a text"))
    if len(text) > LONGEST:
        raise _unreadable(say("at most {most} characters", most=LONGEST))
    lines = unquoted(text)
    headed = lines and lines[0].split()[0].lower() == game.name
    if not headed and lines and (other := _HEADING.match(lines[0])):
        raise PositionError(
            "position.other_game",
            "position: its heading names the game {other!r}, but this is {name!r}",
            allowed="a position of the game",
            other=other["name"][:40],
            name=game.name,
        )
    return (lines[0], lines[1:]) if headed else (None, lines)


def _options_in(heading: str) -> dict[str, str]:
    return read_options("".join(heading.split(maxsplit=1)[1:]))


def _refuse_others(headed: Variant, wanted: Variant, heading: str) -> None:
    if headed != wanted:
        raise PositionError(
            "position.options",
            "position: its heading {heading!r} differs from the options given",
            allowed="options that agree with the position",
            heading=heading.strip()[:200],
        )


def _read_board(variant: Variant, parts: _Parts) -> tuple[Ints, bool]:
    """Return the state that the text shows, unchecked, and whether it is known who is to move."""
    state = variant.game.texts.read_body(variant, parts.body)
    known = True
    if parts.mover is None or parts.foreign:
        known = _complete(variant, state, parts)
    else:
        state[AGE] = next((age for age, words in _AGES.items() if words in parts.rest), LATER)
        state[TO_MOVE] = _read_mover(variant, parts.mover)
    return state, known


def _complete(variant: Variant, state: Ints, parts: _Parts) -> bool:
    """Write who is to move by what is on the board; return whether that is known.

    The board of the start is the start. Else the text must say it, unless the game can count its turns; in
    Byways' own drawings without a last line the first player is to move.
    """
    texts = variant.game.texts
    start = variant.start()
    told = None if parts.mover is None else _read_mover(variant, parts.mover)
    state[AGE] = LATER
    state[TO_MOVE] = told or 0
    if told in (None, int(start[TO_MOVE])) and texts.body(variant, state) == texts.body(variant, start):
        state[AGE], state[TO_MOVE] = start[AGE], start[TO_MOVE]
        return True
    turns = texts.count_turns(variant, state) if parts.foreign and told is None else None
    if turns is not None and turns >= 0:
        state[AGE] = {0: FIRST_TURN, 1: SECOND_TURN}.get(turns, LATER)
        state[TO_MOVE] = turns % len(variant.players)
        return True
    return not parts.foreign or told is not None


def _read_state(variant: Variant, parts: _Parts) -> Ints:
    state, known = _read_board(variant, parts)
    variant.game.texts.check(variant, state)
    if not known:
        lines = either(f'"to move: {player}"' for player in variant.players)
        template = marked("position: who is to move? Add a line that says it: {lines}")
        raise PositionError("position.mover", template, allowed=lines, lines=lines)
    if state[TO_MOVE] == NOBODY:
        return _read_end(variant, state, parts.rest)
    variant.kernels.settle(variant.geometry, state)
    return state


def _read_mover(variant: Variant, name: str) -> int:
    if name == "nobody":
        return NOBODY
    allowed = (*variant.players, "chance") if variant.game.dice else variant.players
    if name not in allowed:
        raise _unreadable(say("to move: {players} or nobody", players=", ".join(allowed)))
    return CHANCE if name == "chance" else allowed.index(name)


def _read_end(variant: Variant, state: Ints, rest: Sequence[str]) -> Ints:
    """Return a finished position; its last line must agree with the rules' result, repetitions aside."""
    claim = next((found for part in rest if (found := _OVER.fullmatch(part))), None)
    reason, winner = _read_claim(variant, claim) if claim else (0, 0)
    for player in range(len(variant.players)):
        judged = state.copy()
        judged[TO_MOVE] = player
        variant.kernels.settle(variant.geometry, judged)
        if (judged[TO_MOVE], judged[REASON], judged[WINNER]) == (NOBODY, reason, winner):
            return judged
    if not (claim and claim["reason"] == "repetition" and variant.repetition):
        raise PositionError(
            "position.end",
            "position: the last line says that the game is over, but the board does not show it",
            allowed="an end that the board shows",
        )
    finish(state, reason, winner - 1)
    return state


def _read_claim(variant: Variant, claim: re.Match[str]) -> tuple[int, int]:
    reasons = ("", *variant.game.reasons)
    players = ("", *variant.players)
    if claim["reason"] not in reasons or (claim["winner"] or "") not in players:
        examples = ", ".join(f'"over: {reason}"' for reason in reasons[1:])
        raise _unreadable(say("how the game ended, such as {examples}", examples=examples))
    return reasons.index(claim["reason"]), players.index(claim["winner"] or "")


def _write_last(variant: Variant, state: Ints) -> str:
    parts = [f"to move: {variant.movers[state[TO_MOVE]] or 'nobody'}"]
    if state[REASON]:
        winner = f", {variant.players[state[WINNER] - 1]} wins" if state[WINNER] else ""
        parts.append(f"over: {variant.game.reasons[state[REASON] - 1]}{winner}")
    if state[AGE] in _AGES:
        parts.append(_AGES[int(state[AGE])])
    if swap_open(variant.geometry, state):
        parts.append("swap open")
    return "; ".join(parts)


def _unreadable(expected: str) -> PositionError:
    return PositionError("position.unreadable", "position: expected {expected}", allowed=expected, expected=expected)

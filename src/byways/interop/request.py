"""Requests and answers of the engine protocol (docs/guides/engine.md); each field of a request is checked by itself."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field as made
from inspect import cleandoc
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from byways.arena.programs import EngineReply
from byways.errors import BywaysError, IllegalTurnError, LimitError, OptionError
from byways.incoming import decode_json
from byways.position.state import State
from byways.records import LIMITS, Limits, Record
from byways.records.begin import read_start
from byways.search.answer import Choice
from byways.search.levels import LEVELS
from byways.solve.analysis import MOST_THREADS

LONGEST_LINE = 4_000_000  # bytes
_MOST_SECONDS = 86_400.0
_MOST_SIMULATIONS = 10**12
_SHORTEST_REPORT = 0.02
_MOST_BEST = 1_000

NO_FILES = Limits(files=False)
"""A request may come from anywhere: it must not decide which files of this machine are read."""

JSON = dict[str, Any]


@dataclass(frozen=True)
class Problem:
    """An error in one field of a request."""

    field: str
    """Such as "seconds", "options.size" or "turns[3]"; empty where it is the whole line."""
    code: str
    message: str
    fields: JSON = made(default_factory=dict)


class RequestError(Exception):
    """A request that cannot be answered; it says of every field what is wrong with it."""

    def __init__(self, id: str | int | None, *problems: Problem) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.id = id
        self.problems = problems


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request. A missing limit is none, but a search needs one of `seconds`, `simulations` and `level`.

    `legal` is what a match tells programs that do not know the rules; Byways' own engine passes over it.
    """

    id: str | int
    task: str = "analyse"
    game: str = ""
    options: dict[str, str | int | bool] = {}
    position: str | None = None
    turns: list[str] = []
    legal: list[str] = []
    record: str | None = None
    ply: int | None = None
    seconds: float | None = None
    simulations: int | None = None
    level: int | None = None
    seed: int | None = None
    best: int | None = None
    threads: int | None = None
    report: float | None = None
    cancel: bool = False


TYPES: dict[str, Any] = get_type_hints(Request)
BOUNDS: dict[str, tuple[float, float]] = {
    "ply": (0, LIMITS.turns),
    "seconds": (0, _MOST_SECONDS),
    "simulations": (1, _MOST_SIMULATIONS),
    "level": (LEVELS[0], LEVELS[-1]),
    "seed": (0, 2**63 - 1),
    "best": (0, _MOST_BEST),
    "threads": (1, MOST_THREADS),
    "report": (_SHORTEST_REPORT, _MOST_SECONDS),
}
TASKS = ("analyse", "judge")


def read_request(line: bytes) -> Request:
    """Parse a request from a line. Raises RequestError with all that is wrong with its fields."""
    if len(line) > LONGEST_LINE:
        raise RequestError(None, Problem("", "request.long", f"a line has at most {LONGEST_LINE} bytes"))
    try:
        given = decode_json(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RequestError(None, Problem("", "request.json", f"this is not JSON: {error}")) from None
    if not isinstance(given, dict):
        raise RequestError(None, Problem("", "request.object", "a request is a JSON object"))
    id = given.get("id")
    problems = [] if "id" in given else [Problem("id", "request.id", "a request needs an id")]
    values: JSON = {}
    for name, value in given.items():
        if name not in TYPES:
            problems.append(Problem(name, "request.unknown", f"there is no field {name!r}"))
            continue
        wrong = [problem for part in _parts(name, value) if (problem := _of_type(*part))]
        if wrong:
            problems += wrong
            continue
        values[name] = msgspec.convert(value, TYPES[name])
        problems += _bounds(name, values[name])
    if problems:
        raise RequestError(id if isinstance(id, str | int) else None, *problems)
    request = Request(**values)
    if not request.cancel and (problems := list(_together(request))):
        raise RequestError(request.id, *problems)
    return request


def _parts(name: str, value: Any) -> list[tuple[str, Any, Any]]:
    """Return the parts of a field, by their names, each with its type and its value; most have one alone."""
    kind = get_origin(TYPES[name])
    inner = get_args(TYPES[name])
    if kind is dict and isinstance(value, dict):
        return [(f"{name}.{key}", inner[1], part) for key, part in value.items()]
    if kind is list and isinstance(value, list):
        return [(f"{name}[{i}]", inner[0], part) for i, part in enumerate(value)]
    return [(name, TYPES[name], value)]


def _of_type(name: str, kind: Any, value: Any) -> Problem | None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return Problem(name, "request.type", str(error))
    return None


def _bounds(name: str, value: Any) -> list[Problem]:
    if name == "task" and value not in TASKS:
        return [Problem(name, "request.task", f"there is no task {value!r}; there are: {', '.join(TASKS)}")]
    if name not in BOUNDS or value is None:
        return []
    low, high = BOUNDS[name]
    if name == "seconds" and value == 0:
        return [Problem(name, "request.range", "seconds must be more than 0")]
    if low <= value <= high:
        return []
    return [Problem(name, "request.range", f"{name} must be between {low:g} and {high:g}")]


def _together(request: Request) -> list[Problem]:
    """Return the contradictions between fields that are each in order."""
    found = []
    if request.record is None and not request.game:
        found.append(Problem("game", "request.game", "a request names a game, or brings a record"))
    if request.record is not None and (request.game or request.options or request.position or request.turns):
        message = "a record says its game, options, position and turns itself"
        found.append(Problem("record", "request.record", message))
    if request.ply is not None and request.record is None:
        found.append(Problem("ply", "request.ply", "ply is a place in a record"))
    if request.task == "analyse" and request.seconds is None and request.simulations is None and request.level is None:
        found.append(Problem("seconds", "request.limit", "give a limit: seconds, simulations or level"))
    return found


def state_of(request: Request) -> State:
    """Return the position that a request is about. Raises RequestError."""
    try:
        if request.record is not None:
            return _state_in(request, Record.from_text(request.record, NO_FILES))
        state = read_start(request.game, request.options, request.position, None, NO_FILES, lambda tag: nullcontext())
    except BywaysError as error:
        raise RequestError(request.id, problem(_field_of(error, request), error)) from error
    for i, turn in enumerate(request.turns):
        try:
            state = state.play(turn)
        except IllegalTurnError as error:
            raise RequestError(request.id, problem(f"turns[{i}]", error)) from error
    return state


def _state_in(request: Request, record: Record) -> State:
    states = record.states()
    ply = len(states) - 1 if request.ply is None else request.ply
    if ply >= len(states):
        raise RequestError(request.id, Problem("ply", "request.range", f"the record has {len(states) - 1} turns"))
    return states[ply]


def _field_of(error: BywaysError, request: Request) -> str:
    if request.record is not None:
        return "record"
    option = str(error.fields.get("option", "")) if isinstance(error, OptionError | LimitError) else ""
    return option if option in ("", "game", "position") and error.code != "option.unknown" else f"options.{option}"


def problem(field: str, error: BywaysError) -> Problem:
    """Convert a library error into the problem of a field."""
    return Problem(field, error.code, str(error), {name: _plain(value) for name, value in error.fields.items()})


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, int | float) else str(value)


class Answer(EngineReply, frozen=True, omit_defaults=True):
    """An answer. A program needs `id` and `best`, or `errors`; all else is welcome.

    `done` is false in a report, after which more will come. `value`, `spread` and `choices` are seen from the player to
    move; the last five fields belong to the task "judge".
    """

    cancelled: bool = False
    value: float | None = None
    spread: float | None = None
    proved: bool = False
    line: list[str] = msgspec.field(default_factory=list)
    choices: list[Choice] = msgspec.field(default_factory=list)
    simulations: int = 0
    seconds: float = 0.0
    depth: int = 0
    outcome: JSON | None = None
    why: str = ""
    picture: JSON | None = None
    said: JSON = msgspec.field(default_factory=dict)


def protocol_schema() -> JSON:
    """Return the JSON Schema of a line of the protocol: `$defs` has `Request` and `Answer`."""
    (_, answer), parts = msgspec.json.schema_components([Request, Answer], ref_template="#/$defs/{name}")
    properties: dict[str, Any] = parts["Request"]["properties"]
    for name, (low, high) in BOUNDS.items():
        for kind in properties[name].get("anyOf", [properties[name]]):
            if kind["type"] != "null":
                kind |= {"minimum": low, "maximum": high}
    properties["task"]["enum"] = list(TASKS)
    for part in parts.values():
        part["description"] = cleandoc(part.get("description", ""))
    parts["Request"]["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Byways engine protocol",
        "description": "Each line is a JSON object: a Request from whoever asks, an Answer from the engine.",
        "anyOf": [{"$ref": "#/$defs/Request"}, answer],
        "$defs": parts,
    }

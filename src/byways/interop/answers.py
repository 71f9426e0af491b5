"""Answers of the engine protocol with all their fields, and the JSON Schema of requests and answers."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import msgspec

from byways.arena.engine_reply import EngineReply
from byways.interop.request import BOUNDS, JSON, TASKS, Request
from byways.search.answer import Choice


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

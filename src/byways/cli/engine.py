"""`byways engine`."""

from __future__ import annotations

from byways.cli.common import MOST_MEGABYTES, Switch, at_least, at_most, print_json


def engine(*, memory: float | None = None, schema: Switch = False) -> None:
    """Answer analysis requests from the standard input, one JSON object per line.

    A request has an id; a game with options, position and turns, or a record; and
    a limit. Requests are answered in order, one line each, with the same id. An
    invalid request is answered at once, with "errors" for each field. "report"
    asks for interim answers every so many seconds; {"id": ..., "cancel": true}
    ends a request early. docs/guides/engine.md describes the protocol.

    Try:

        byways engine < requests.jsonl > answers.jsonl
        byways engine --schema > engine.schema.json

    A request: {"id": 1, "game": "troll", "turns": ["d4"], "seconds": 1}

    Args:
        memory: The memory that the search may use, in MiB; 256 by default.
        schema: Print the JSON Schema of requests and answers, and end.
    """
    if schema:
        from byways.interop.request import protocol_schema

        print_json(protocol_schema())
        return
    at_least(1, memory=memory)
    at_most(MOST_MEGABYTES, memory=memory)
    from byways.interop.engine import main
    from byways.search.search_tree import MEGABYTES

    main(memory or MEGABYTES)
